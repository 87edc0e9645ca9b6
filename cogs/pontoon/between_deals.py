"""A Pontoon table between two deals: who is there, what it waits for, the buttons for that and what they do.

Nothing here looks at the pack. bank_between_deals.py has all about the bank.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.app.bot import App
from cogs.app.replies.components import Component
from cogs.chips.give import tell_newcomer
from cogs.chips.shortage import Wanted, is_short
from cogs.pontoon.bank_between_deals import (
    HELD,
    arrange,
    auction_text,
    is_asked,
    kitty_text,
    moved_text,
    offer_buttons,
    offer_text,
)
from cogs.table.faces import CardText
from cogs.table.house import add_button
from cogs.table.parts import (
    button,
    has_room,
    joined,
    lines,
    mark,
    more_button,
    review_button,
    small,
    time_left,
    unready_text,
)
from cogs.table.press import Handler, Press
from data.people import Person
from games.cards import parse_cards
from games.core import Button, IllegalAction
from games.pontoon import COVERED
from i18n.words import Words
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.bank_state import BankStage, BankState, banker_of, best_bid, next_asked, stage_of
from tables.table import Table

GATHERING = (BankStage.PEOPLE, BankStage.START)
"""While people are still wanted, the button for house players is on the table; otherwise it is behind More…."""


def drawn_text(table: Table, words: Words, card: CardText) -> str:
    """The draw for the first bank, shown until the first deal is over."""
    state = BankState.of(table.lobby)
    if not state.draw or state.deal or table.terms.mode.private:
        return ""
    rounds = [
        " · ".join(f"{words.name(user_id)} {card(parse_cards(text)[0])}" for user_id, text in drawn)
        for drawn in state.draw
    ]
    return lines(*(small(words("Draw for the bank: {cards}", cards=cards)) for cards in rounds))


def people_text(table: Table, words: Words, card: CardText) -> str:
    """The people at the table, and those who aren't."""
    return lines(_people(table, words), drawn_text(table, words, card), _not_here(table, words))


def question(table: Table, words: Words) -> str:
    """What the table waits for, and until when."""
    return lines(moved_text(table, words), offer_text(table, words), _awaited(table, words))


def _people(table: Table, words: Words) -> str:
    """Who is at the table; after a deal, whose result names them, only who holds the bank, or is new."""
    lobby, state, banker = table.lobby, BankState.of(table.lobby), banker_of(table.lobby)
    here = [user_id for user_id in lobby.seats if user_id is not None]
    if state.last is None:
        return lines(*(f"{mark(lobby.seats.index(user_id))} {_person(lobby, user_id, words)}" for user_id in here))
    is_told = is_asked(table) or (state.moved is not None and state.moved.to == banker)
    new = [user_id for user_id in here if user_id not in lobby.nets and not lobby.is_away(user_id)]
    return lines(
        words("{person} holds the bank.", person=words.name(banker)) if banker is not None and not is_told else "",
        small(words("In from the next deal: {people}", people=words.people(new)) if new else ""),
    )


def _person(lobby: Lobby, user_id: int, words: Words) -> str:
    marks = [
        words("holds the bank") if user_id == banker_of(lobby) else "",
        words("away") if lobby.is_away(user_id) else "",
        words("ready") if user_id in lobby.ready else "",
    ]
    return "  ".join(filter(None, [words.name(user_id), ", ".join(filter(None, marks))]))


def _not_here(table: Table, words: Words) -> str:
    """Who isn't dealt in or has lost the seat, why, and what to do about it."""
    lobby, state = table.lobby, BankState.of(table.lobby)
    away = [user_id for user_id in lobby.seats if user_id is not None and lobby.is_away(user_id)]
    unable = [user_id for user_id in state.unable if user_id in lobby.seats]
    dropped = [user_id for user_id in state.dropped if user_id not in lobby.seats]
    return lines(
        small(words("Ran out of time and gave up the seat: {people}", people=words.people(dropped)) if dropped else ""),
        small(away_text(away, words)),
        small(unable_text(table, unable, words)),
    )


def away_text(people: Sequence[int], words: Words) -> str:
    """What becomes of people who are away; empty for nobody."""
    if not people:
        return ""
    return words(
        "Away: {people}. Anyone away sits out a deal and then loses their seat; any button brings you back.",
        people=words.people(people),
    )


def unable_text(table: Table, people: Sequence[int], words: Words) -> str:
    """Why people with too few chips are left out; empty for nobody."""
    if not people:
        return ""
    return f"{words('Not dealt in: {people}.', people=words.people(people))} {needed_text(table, words)}"


def needed_text(table: Table, words: Words) -> str:
    """What one needs for a deal."""
    return words.counted(
        "You need {count} chips, half to stake and half set aside in case you lose double.",
        COVERED * table.terms.minimum,
    )


def _awaited(table: Table, words: Words) -> str:
    terms, lobby = table.terms, table.lobby
    match stage_of(terms, lobby):
        case BankStage.PEOPLE if BankState.of(lobby).draw:
            return words("**Waiting for another player.** Press {sit} to play.", sit=Button("Join"))
        case BankStage.PEOPLE:
            people = words("**Take a seat.** Pontoon is for two to eight people, best with 5 or more.")
            return lines(people, small(needed_text(table, words)))
        case BankStage.START if table.host not in lobby.seats:
            return words(
                "**Press {start}**, or wait for eight players. Best with 5 or more. Everyone then draws a card; the "
                "highest is the banker.",
                start=Button("Start"),
            )
        case BankStage.START:
            return words(
                "Waiting for **{host}** to press {start} (or for eight players). Best with 5 or more. Everyone then "
                "draws a card; the highest is the banker.",
                host=Person(table.host),
                start=Button("Start"),
            )
        case BankStage.AUCTION:
            return auction_text(table, words)
        case BankStage.OFFERED:
            asked = Person(next_asked(lobby) or 0)
            return joined(words("**Nobody holds the bank.** {person}, do you take it?", person=asked), time_left(table))
        case BankStage.FREE:
            return words("**Nobody holds the bank.** Press {take} to be the banker.", take=Button("Take the bank"))
        case BankStage.KITTY:
            return kitty_text(table, words)
        case BankStage.SHUFFLED | BankStage.DEAL if table.waits_for_one(lobby):
            return ""
        case BankStage.SHUFFLED:
            return words(
                "**New shuffle.** Press {ready} when you are. The first press fixes the shuffle and starts the "
                "countdown.",
                ready=Button("Ready"),
            )
        case BankStage.DEAL:
            return joined(unready_text(lobby, words), time_left(table))


# Buttons


def answers(table: Table, words: Words) -> list[Component]:
    """The buttons that the table waits for."""
    stage = stage_of(table.terms, table.lobby)
    offer = offer_buttons(table, words) if stage in HELD else []
    return [*offer, *_stage_buttons(table, stage, words)]


def other_buttons(table: Table, words: Words, *, adds: bool) -> list[Component]:
    """The others between deals.

    `adds`: a house player can come; after the first deal that is behind More….
    """
    stage = stage_of(table.terms, table.lobby)
    return [
        *([button(table, words("Join"), "sit", main=stage is BankStage.PEOPLE)] if has_room(table) else []),
        *([add_button(table, words)] if adds and stage in GATHERING else []),
        *([button(table, words("Bank…"), "bank")] if stage in HELD else []),
        *(last_deal_button(table, words) if is_asked(table) else []),
        *last_review_button(table, words),
        more_button(table, words),
    ]


def _stage_buttons(table: Table, stage: BankStage, words: Words) -> list[Component]:
    lobby = table.lobby
    match stage:
        case BankStage.START:
            return [button(table, words("Start"), "start", main=True)]
        case BankStage.AUCTION:
            row = [button(table, words("Bid…"), "bid", main=True)]
            if best_bid(lobby) is None:
                row.append(button(table, words("Kitty…"), "kitty"))
            return row
        case BankStage.OFFERED:
            return [button(table, words("Take the bank"), "take", main=True), button(table, words("No"), "no")]
        case BankStage.FREE:
            return [button(table, words("Take the bank"), "take", main=True)]
        case BankStage.KITTY:
            terms = table.terms
            limits = sorted(set(terms.options.kitty_limits(terms.minimum, terms.maximum)))
            row = [
                button(table, words("Kitty {chips}", chips=chips), "put", str(chips), main=chips == limits[0])
                for chips in limits
            ]
            return [*row, button(table, words("Other…"), "kitty")]
        case BankStage.SHUFFLED | BankStage.DEAL:
            label = words("Next deal") if table.waits_for_one(lobby) else words("Ready")
            return [button(table, label, "ready", main=True)]
        case BankStage.PEOPLE:
            return [button(table, words("Ready"), "ready")] if BankState.of(lobby).unable else []


def last_review_button(table: Table, words: Words) -> list[Component]:
    """The button to one's own decisions in the last deal, once there is one."""
    has_one = BankState.of(table.lobby).last is not None and not table.was_voided
    return [review_button(table.id, table.rounds, words)] if has_one else []


def last_deal_button(table: Table, words: Words) -> list[Component]:
    """The button back to the results of the last deal, once there is one."""
    return [button(table, words("Last deal"), "last")] if BankState.of(table.lobby).last is not None else []


class SeatPresses:
    """What a seat, the start and *Ready* do."""

    def __init__(self, app: App) -> None:
        self._app = app
        self.buttons: Mapping[str, Handler] = {
            "sit": self.sit,
            "start": self.start,
            "ready": lambda press: arrange(press, lambda lobby: bank.ready(press.table.terms, lobby, press.user_id)),
        }

    async def sit(self, press: Press) -> None:
        """Take a seat, with enough chips for the smallest stake and its cover; for practice nobody needs any."""
        terms, is_new = press.table.terms, press.user_id not in press.table.lobby.seats
        economy, needed = self._app.economy, COVERED * terms.minimum
        if is_new and terms.mode.uses_chips and await is_short(press.interaction, economy, needed, Wanted.SIT):
            return
        await arrange(press, lambda lobby: lobby.sit(press.user_id), anytime=True)
        if is_new:
            await tell_newcomer(self._app, press)

    async def start(self, press: Press) -> None:
        """Start the first deal: only the host can, or anybody seated when the host is not."""

        def started(lobby: Lobby) -> Lobby:
            if not press.manages and (press.table.host in lobby.seats or press.user_id not in lobby.seats):
                raise IllegalAction("The table's host starts the first deal.")
            return bank.start(lobby)

        await arrange(press, started)
