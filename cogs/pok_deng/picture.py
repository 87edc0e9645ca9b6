"""The Pok Deng table as people see it: the bets, the hands turned over one after the other, results, the road.

A pure function of what the table remembers between rounds, because no round ever waits, and of how many pictures of the
reveal have been shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property

from cogs.answers.components import Component, Layout, option
from cogs.cards.faces import CardText
from cogs.pok_deng.results import (
    KINDS,
    LastRound,
    details,
    hand_text,
    hands_text,
    people_text,
    player,
    small_print,
)
from cogs.pok_deng.road import MarkText, legend, plain_mark
from cogs.table.address import Address
from cogs.table.controls import table_select
from cogs.table.parts import (
    again_button,
    button,
    crowd,
    farewell,
    fits,
    heading,
    is_new_shoe,
    layout,
    lines,
    more_button,
    small,
    soon,
)
from games.cards import Card
from games.pok_deng import PLAYERS, SPOTS, BetKind, Spot, last_marks
from i18n.words import Words
from tables.pok_deng.settings import POK_DENG
from tables.pok_deng.state import PokDengState
from tables.table import Table

RED = 0xB3262E

NAMED_BETTORS = 10
"""How many of those who have bet are named on the table."""

STAGES = 3
"""Players 1 and 2; Players 3 to 5; the Banker. The results follow."""
SHOWN_AT = (0, 0, 1, 1, 1)
"""The stage at which each Player's hand is turned over."""
BANKER_SHOWN_AT = 2

ROAD_LENGTH = 10
"""Marks of the road that fit on a line on a phone."""


def draw(table: Table, words: Words, cards: CardText, marks: MarkText, stage: int) -> Layout:
    """The public message of `table`. The road's marks are emojis as long as there is room."""
    view = _Picture(table, words, cards, marks, stage).view()
    if not fits(view):
        view = _Picture(table, words, cards, plain_mark, stage).view()
    return view


class _Picture:
    """One drawing of one table."""

    def __init__(self, table: Table, words: Words, cards: CardText, marks: MarkText, stage: int) -> None:
        self.table = table
        self.words = words
        self.card = cards
        self.mark = marks
        self.stage = stage
        self.last = LastRound.of(table.lobby)

    @cached_property
    def details(self) -> Mapping[int, str] | None:
        """Every bet of everybody in the last round, if there is room."""
        return None if self.last is None else details(self.last, self.words)

    def view(self) -> Layout:
        """The whole message."""
        table, words, last = self.table, self.words, self.last
        if last is not None and self.stage < STAGES:
            return layout(RED, [self.top(), self.reveal(last), words("**No more bets.**")], [])
        if table.is_closed:
            return layout(
                RED,
                [heading(table, words), *self.results(), farewell(table, words)],
                [[again_button(table.id, words)]],
            )
        body = [self.betting()] if table.lobby.bets else self.results()
        return layout(RED, [self.top(), *body, self.road(), self.invitation()], self.rows())

    def top(self) -> str:
        """Name, limits, shoe, and what a bet takes."""
        table, words = self.table, self.words
        options = table.terms.options
        return lines(
            heading(table, words),
            small(
                words("bets {minimum}-{maximum}", minimum=table.terms.minimum, maximum=table.terms.maximum),
                words("a bet of 100 takes 200, see Rules"),
                *POK_DENG.notes(options, words),
                words("shoe {dealt} of {size}", dealt=PokDengState.of(table.lobby).position, size=52 * options.decks),
                words("shuffle {mark}", mark=table.commitment[:8]),
            ),
            small(self.opening()),
            small(words("New shoe: all cards have been shuffled.")) if is_new_shoe(table) else "",
            words("The last round could not go on. Everybody got their chips back.") if table.was_voided else "",
        )

    def opening(self) -> str:
        """The card that opened the last round's shoe, if that was the shoe's first round."""
        card = PokDengState.of(self.table.lobby).opening
        if card is None:
            return ""
        turned_up = Card.parse(card)
        return self.words.counted(
            "The shoe was opened with {card}: {count} card burned.",
            "The shoe was opened with {card}: {count} cards burned.",
            turned_up.rank.pips,
            card=self.card(turned_up),
        )

    def results(self) -> list[str]:
        """All hands of the last round, and what everybody won or lost."""
        last, words = self.last, self.words
        if last is None:
            return []
        return [hands_text(last, words, self.card), people_text(last, words, self.details)]

    # Betting

    def invitation(self) -> str:
        """What to do, and until when."""
        lobby, words = self.table.lobby, self.words
        if not lobby.bets:
            return words("**Choose your bets.** The first bet starts the clock; anybody may bet.")
        people = len({bet.user_id for bet in lobby.bets})
        return words.counted(
            "**Betting closes {when}** · {count} person, {ready} ready",
            "**Betting closes {when}** · {count} people, {ready} ready",
            people,
            when=soon(self.table.deadline),
            ready=len(lobby.ready),
        )

    def betting(self) -> str:
        """The sum on each bet, and the last round in short."""
        words = self.words
        sums = dict.fromkeys(SPOTS, 0)
        for bet in self.table.lobby.bets:
            if bet.kind in KINDS:
                sums[Spot(bet.box, KINDS[bet.kind])] += bet.chips
        hands = " · ".join([_amount(spot, sums[spot], words) for spot in SPOTS[:PLAYERS]])
        pairs = " · ".join([_amount(spot, sums[spot], words) for spot in SPOTS[PLAYERS:] if sums[spot]])
        return lines(
            hands,
            words("Pairs  {pairs}", pairs=pairs) if pairs else "",
            small(self.bettors()),
            small_print(self.last, words) if self.last is not None else "",
        )

    def bettors(self) -> str:
        """Who has bet how much in all, and who is ready; of a crowd only the first."""
        words, lobby = self.words, self.table.lobby
        chips: dict[int, int] = {}
        for bet in lobby.bets:
            if bet.kind in KINDS:
                chips[bet.user_id] = chips.get(bet.user_id, 0) + bet.chips
        texts = [
            f"{words.person(user_id)} {words.chips(chips[user_id])}{' ✓' * (user_id in lobby.ready)}"
            for user_id in chips
        ]
        return crowd(texts, words, NAMED_BETTORS, " · ")

    def road(self) -> str:
        """The last results of each Player, oldest first."""
        roads = PokDengState.of(self.table.lobby).road
        if not any(roads):
            return ""
        rows = [
            f"`{player(hand, self.words)}` {''.join(map(self.mark, last_marks(text, ROAD_LENGTH)))}".rstrip()
            for hand, text in enumerate(roads)
        ]
        return lines(*rows, small(legend(self.words, self.mark)))

    def rows(self) -> Iterator[list[Component]]:
        """The buttons between rounds."""
        table, words, lobby = self.table, self.words, self.table.lobby
        spots = Address(table.id, table.question_id, "spots")
        yield [table_select(spots, [*_spot_options(words)], words("Which bets?"), len(SPOTS))]
        mine = [button(table, words("Bet"), "bet", main=True)]
        mine += [button(table, words("Same again"), "again", main=True)] if lobby.last else []
        if lobby.bets:
            mine += [
                button(table, words("My bets"), "mine"),
                button(table, words("Clear my bets"), "clear"),
                button(table, words("Ready"), "ready", main=True),
            ]
        more = [button(table, words("Road"), "road")] if any(PokDengState.of(lobby).road) else []
        is_all_told = self.last is None or (not lobby.bets and self.details is not None)
        more += [] if is_all_told else [button(table, words("All results"), "results")]
        yield [*mine, *more, more_button(table, words)]

    # The reveal

    def reveal(self, last: LastRound) -> str:
        """The hands, face up or down at this stage."""
        words, down = self.words, f"{self.card(None)} {self.card(None)}"
        rows = [
            f"`{player(number, words)}` {hand_text(hand, words, self.card) if self.stage >= SHOWN_AT[number] else down}"
            for number, hand in enumerate(last.hands)
        ]
        banker = hand_text(last.banker, words, self.card) if self.stage >= BANKER_SHOWN_AT else down
        return lines(*rows, f"**{words('Banker')}** {banker}")


def spot_name(spot: Spot, words: Words) -> str:
    """The name of one of the ten bets."""
    if spot.kind is BetKind.PAIR:
        return words("Player {number} Pair", number=spot.hand + 1)
    return words("Player {number}", number=spot.hand + 1)


@cache
def _spot_options(words: Words) -> tuple[Component, ...]:
    return tuple(option(spot_name(spot, words), str(spot)) for spot in SPOTS)


def _amount(spot: Spot, chips: int, words: Words) -> str:
    name = player(spot.hand, words)
    return f"{name} **{words.chips(chips)}**" if chips else f"{name} –"
