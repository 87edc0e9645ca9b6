"""A Pontoon table between two deals as people see it: who is there, what it waits for, and the buttons for that.

Nothing here looks at the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cogs.app.replies.components import Component
from cogs.table.faces import CardText
from cogs.table.house import add_button
from cogs.table.parts import (
    BUTTONS_IN_A_ROW,
    button,
    dotted,
    has_room,
    lines,
    mark,
    more_button,
    review_button,
    small,
    time_left,
)
from data.people import Person
from games.cards import parse_cards
from games.core import Button
from games.pontoon import COVERED
from i18n.words import Words
from tables.lobby import Lobby
from tables.pontoon.bank_state import (
    ABSENT_DEALS,
    BankMove,
    BankStage,
    BankState,
    Why,
    banker_of,
    best_bid,
    kitty_of,
    next_asked,
    offer_of,
    players,
    price_of,
    stage_of,
)
from tables.table import Table

GATHERING = (BankStage.PEOPLE, BankStage.START)
"""While people are still wanted, the button for house players is on the table; otherwise it is behind More…."""
_HELD = (BankStage.KITTY, BankStage.SHUFFLED, BankStage.DEAL)


def drawn_text(table: Table, words: Words, card: CardText) -> str:
    """The draw for the first bank, shown until the first deal is over."""
    state = BankState.of(table.lobby)
    if not state.draw or state.deal or table.terms.mode.private:
        return ""
    rounds = [
        " · ".join(f"{words.person(user_id)} {card(parse_cards(text)[0])}" for user_id, text in drawn)
        for drawn in state.draw
    ]
    return lines(*(small(words("Draw for the bank: {cards}", cards=cards)) for cards in rounds))


def invitation(table: Table, words: Words, card: CardText) -> str:
    """The people at the table, what it waits for, and until when."""
    return lines(
        _people(table, words),
        drawn_text(table, words, card),
        _not_here(table, words),
        moved_text(table, words),
        _offer(table, words),
        _awaited(table, words),
    )


def moved_text(table: Table, words: Words) -> str:
    """Why the bank is where it is since the last deal, and what came back from the kitty."""
    moved = BankState.of(table.lobby).moved
    if moved is None:
        return ""
    people = {"before": Person(moved.before or 0), "to": Person(moved.to or 0)}
    kitty = words("The kitty of {chips} went back to {before}.", chips=moved.kitty, **people) if moved.kitty else ""
    waits = {"before": people["before"], "person": people["to"]}
    unpaid = words("{before} gets the chips when {person} deals.", **waits) if price_of(table.lobby) else ""
    return " ".join(filter(None, (_move(moved, people, words), unpaid, kitty)))


def _move(moved: BankMove, people: Mapping[str, Person], words: Words) -> str:
    match moved.why:
        case Why.SOLD | Why.AUCTIONED:
            return words.counted("{to} bought the bank from {before} for {count} chips.", moved.chips, **people)
        case Why.GIVEN:
            return words("{before} gave the bank to {to}.", **people)
        case Why.TAKEN:
            return words("{to} took the bank.", **people)
        case Why.PONTOON:
            return words("{to} had a pontoon and takes the bank.", **people)
        case Why.UP | Why.DRY:
            return words("{before} gave up the bank.", **people)
        case Why.LEFT:
            return words("{before} held the bank and has left.", **people)
        case Why.ABSENT:
            return words.counted(
                "{before} let time run out in {count} deals and loses the bank.", ABSENT_DEALS, **people
            )
        case Why.UNSOLD:
            return words("Nobody bid for the bank of {before}.", **people)
        case Why.SHORT:
            return words.counted(
                "{before} can't hold the bank: that takes {count} chips, and {before} has {has}.",
                moved.chips,
                has=moved.has,
                **people,
            )


def is_asked_anew(table: Table) -> bool:
    """Whether people answer another question about the bank than the one that came with the last deal's result."""
    lobby, state = table.lobby, BankState.of(table.lobby)
    if stage_of(table.terms, lobby) not in (BankStage.AUCTION, BankStage.OFFERED, BankStage.FREE, BankStage.KITTY):
        return False
    if (moved := state.moved) is None:
        return state.auction is not None or offer_of(lobby) is not None
    came_with_it = moved.why in (Why.PONTOON, Why.LEFT, Why.ABSENT)
    return not came_with_it or any(user_id != moved.before for user_id in state.refused)


def controls(table: Table, words: Words, *, adds: bool) -> Iterator[list[Component]]:
    """The buttons between deals, in two rows where one is too short: first those that the table waits for.

    `adds`: a house player can come; after the first deal that is behind More….
    """
    stage = stage_of(table.terms, table.lobby)
    offer = _offer_buttons(table, words) if stage in _HELD else []
    first = [*offer, *_stage_buttons(table, stage, words)]
    others = [
        *([button(table, words("Sit"), "sit", main=stage is BankStage.PEOPLE)] if has_room(table) else []),
        *([add_button(table, words)] if adds and stage in GATHERING else []),
        *([button(table, words("Bank…"), "bank")] if stage in _HELD else []),
        *last_review_button(table, words),
        more_button(table, words),
    ]
    if offer or len(first) + len(others) > BUTTONS_IN_A_ROW:
        yield from (first, others)
    else:
        yield [*first, *others]


def last_review_button(table: Table, words: Words) -> list[Component]:
    """The button to one's own decisions in the last deal, once there is one."""
    has_one = BankState.of(table.lobby).last is not None and not table.was_voided
    return [review_button(table.id, table.rounds, words)] if has_one else []


def last_deal_button(table: Table, words: Words) -> list[Component]:
    """The button back to the results of the last deal, once there is one."""
    return [button(table, words("Last deal"), "last")] if BankState.of(table.lobby).last is not None else []


def _people(table: Table, words: Words) -> str:
    """Who is at the table; after a deal, whose result names them, only who holds the bank, is ready, or is new."""
    lobby, state, banker = table.lobby, BankState.of(table.lobby), banker_of(table.lobby)
    here = [user_id for user_id in lobby.seats if user_id is not None]
    if state.last is None:
        return lines(*(f"{mark(lobby.seats.index(user_id))} {_person(lobby, user_id, words)}" for user_id in here))
    is_told = state.moved is not None and state.moved.to == banker
    ready = [user_id for user_id in here if user_id in lobby.ready]
    new = [user_id for user_id in here if user_id not in lobby.nets and not lobby.is_away(user_id)]
    return lines(
        words("{person} holds the bank.", person=Person(banker)) if banker is not None and not is_told else "",
        small(
            words("Ready: {people}", people=words.people(ready)) if ready else "",
            words("In from the next deal: {people}", people=words.people(new)) if new else "",
        ),
    )


def _person(lobby: Lobby, user_id: int, words: Words) -> str:
    marks = [
        words("holds the bank") if user_id == banker_of(lobby) else "",
        words("away") if lobby.is_away(user_id) else "",
        words("ready") if user_id in lobby.ready else "",
    ]
    return "  ".join(filter(None, [words.person(user_id), ", ".join(filter(None, marks))]))


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


def _offer(table: Table, words: Words) -> str:
    offer, banker = offer_of(table.lobby), banker_of(table.lobby)
    if offer is None or banker is None:
        return ""
    about = {"banker": Person(banker), "person": Person(offer.to or 0)}
    if offer.to is None:
        return words.counted("{banker} offers the bank to anyone for **{count} chips**.", offer.price, **about)
    return words.counted("{banker} offers the bank to {person} for **{count} chips**.", offer.price, **about)


def _awaited(table: Table, words: Words) -> str:
    terms, lobby = table.terms, table.lobby
    match stage_of(terms, lobby):
        case BankStage.PEOPLE if BankState.of(lobby).draw:
            return words("**Waiting for another player.** Press {sit} to play.", sit=Button("Sit"))
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
            return _auction(table, words)
        case BankStage.OFFERED:
            asked = Person(next_asked(lobby) or 0)
            return dotted(words("**Nobody holds the bank.** {person}, do you take it?", person=asked), time_left(table))
        case BankStage.FREE:
            return lines(
                words("**Nobody holds the bank.** Press {take} to be the banker.", take=Button("Take the bank")),
                small(words("Everyone here has said no, or can't cover everyone's smallest stake.")),
            )
        case BankStage.KITTY:
            return _kitty(table, words)
        case BankStage.SHUFFLED | BankStage.DEAL if table.waits_for_one(lobby):
            return ""
        case BankStage.SHUFFLED:
            return words(
                "**New shuffle.** Press {ready} when you are. The first press fixes the shuffle and starts the "
                "countdown.",
                ready=Button("Ready"),
            )
        case BankStage.DEAL:
            return dotted(words("**The next deal** starts once everyone is ready."), time_left(table))


def needed_text(table: Table, words: Words) -> str:
    """What one needs for a deal."""
    return words.counted(
        "You need {count} chips, half to stake and half set aside in case you lose double.",
        COVERED * table.terms.minimum,
    )


def _kitty(table: Table, words: Words) -> str:
    """Until when the banker may put up a kitty, and what is in it then."""
    terms, banker = table.terms, banker_of(table.lobby)
    least, most = terms.options.kitty_limits(terms.minimum, terms.maximum)
    asked = words(
        "**{banker}, put up a kitty** of {least} to {most}", banker=Person(banker or 0), least=least, most=most
    )
    if table.deadline is None:
        return asked
    otherwise = words("Without an answer, the kitty is {least}.", least=least)
    return lines(dotted(asked, time_left(table)), small(otherwise))


def _auction(table: Table, words: Words) -> str:
    """Who sells, the highest bid and the lowest possible next one, and until when."""
    auction, best = BankState.of(table.lobby).auction, best_bid(table.lobby)
    assert auction is not None
    seller = words("**{seller} auctions the bank.**", seller=Person(auction.seller))
    if best is None:
        bids = words("Nobody has bid yet; bid {least} or more.", least=1)
    else:
        bids = words.counted(
            "{person} bids {count} chips; bid {least} or more.",
            best.chips,
            person=Person(best.user_id),
            least=best.chips + 1,
        )
    return dotted(f"{seller} {bids}", time_left(table))


def _stage_buttons(table: Table, stage: BankStage, words: Words) -> list[Component]:
    lobby = table.lobby
    match stage:
        case BankStage.START:
            return [button(table, words("Start"), "start", main=True)]
        case BankStage.AUCTION:
            row = [button(table, words("Bid"), "bid", main=True)]
            if best_bid(lobby) is None:
                row.append(button(table, words("Kitty"), "kitty"))
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
            return [*row, button(table, words("Kitty"), "kitty")]
        case BankStage.SHUFFLED | BankStage.DEAL:
            label = words("Next deal") if table.waits_for_one(lobby) else words("Ready")
            return [button(table, label, "ready", main=True)]
        case BankStage.PEOPLE:
            return [button(table, words("Ready"), "ready")] if BankState.of(lobby).unable else []


def _offer_buttons(table: Table, words: Words) -> list[Component]:
    """The answers to an offer of the bank; one that not everybody may accept isn't in the way of those who can't."""
    offer = offer_of(table.lobby)
    if offer is None:
        return []
    name = words("Buy the bank for {price}", price=offer.price) if offer.price else words("Take the bank")
    is_for_all = offer.to is None and not offer.price
    buy = button(table, name, "buy", f"{banker_of(table.lobby)} {offer.price}", main=is_for_all)
    return [buy] if offer.to is None else [buy, button(table, words("No"), "no")]


def bank_buttons(table: Table, words: Words) -> Iterator[list[Component]]:
    """What a banker can do about the bank, in rows; nothing while a deal or a sale is under way."""
    lobby, terms = table.lobby, table.terms
    if table.is_playing or stage_of(terms, lobby) not in _HELD:
        return
    row = []
    if offer_of(lobby) is not None:
        row.append(button(table, words("Withdraw the offer"), "withdraw"))
    elif players(lobby):
        row.append(button(table, words("Sell the bank"), "sell"))
    row.append(button(table, words("Give up the bank"), "up"))
    inside = kitty_of(lobby)
    if terms.options.shoot and not inside:
        row.append(button(table, words("Auction the bank"), "auction"))
    elif terms.options.shoot and inside < terms.options.kitty_limits(terms.minimum, terms.maximum)[1]:
        row.append(button(table, words("Add to the kitty"), "kitty"))
    yield row
