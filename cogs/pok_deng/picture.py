"""The Pok Deng table as people see it: the bets, the hands turned over one after the other, results, the road.

A pure function of what the table remembers between rounds, because no round ever waits, and of how many pictures of the
reveal have been shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from cogs.app.replies.components import Component, Layout
from cogs.pok_deng.bets import betting, waited_for
from cogs.pok_deng.results import LastRound, bets_text, hands_text, moments, named, small_print
from cogs.pok_deng.road import MarkText, legend, plain_mark
from cogs.pok_deng.wording import cards_text, player
from cogs.table.faces import CardText
from cogs.table.parts import (
    GOLD,
    again_button,
    button,
    crowd,
    farewell,
    fits,
    head,
    heading,
    is_new_shoe,
    joined,
    layout,
    lines,
    more_button,
    promise,
    small,
    time_left,
)
from cogs.table.press import Press
from cogs.table.totals import FEW, achieved, streaks, total, totals
from games.cards import Card
from games.core import Button
from games.pok_deng import Hand, last_marks
from i18n.words import Words
from tables.pok_deng.pok_deng_adapter import PokDengState
from tables.table import Table

RED = 0xB3262E

MOST_TOTALS = 10
"""How many of those who won or lost something are named. All of them stand behind *More…*."""

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
    return view if fits(view) else _Picture(table, words, cards, plain_mark, stage).view()


class _Picture:
    """One drawing of one table."""

    def __init__(self, table: Table, words: Words, cards: CardText, marks: MarkText, stage: int) -> None:
        self.table = table
        self.words = words
        self.card = cards
        self.mark = marks
        self.stage = stage
        self.last = LastRound.of(table.lobby)

    def view(self) -> Layout:
        table, words, last = self.table, self.words, self.last
        if last is not None and self.stage < STAGES:
            return layout(RED, [self.top(), self.reveal(last), words("**No more bets.**")], [])
        is_betting = bool(table.lobby.bets) and not table.is_closed
        great = moments(last, words, self.card) if last is not None and not is_betting else []
        before = small_print(last, words) if last is not None else ""
        body = [lines(betting(table.lobby, words), before)] if is_betting else self.results(great)
        accent = GOLD if great else RED
        if table.is_closed:
            again = [[again_button(table.id, words)]]
            return layout(accent, [heading(table, words), *body, farewell(table, words)], again)
        road = self.road() if is_betting else ""  # the results need the room themselves
        begin = lines(self.invitation(), "" if is_betting else small(self.opening()), promise(table, words))
        return layout(accent, [self.top(), *body, road, begin], self.rows())

    def top(self) -> str:
        table, words = self.table, self.words
        return lines(
            head(table, words),
            small(words("New shoe: all cards have been shuffled.")) if is_new_shoe(table) else "",
            words("The last round was void. Everyone got their chips back.") if table.was_voided else "",
        )

    def opening(self) -> str:
        """The card that opened the last round's shoe, if that was the shoe's first round."""
        card = PokDengState.of(self.table.lobby).opening
        if card is None:
            return ""
        turned_up = Card.parse(card)
        return self.words.counted(
            "opened with {card}: {count} cards burned", turned_up.rank.pips, card=self.card(turned_up)
        )

    def results(self, great: Sequence[str]) -> list[str]:
        """All hands of the last round, its great moments, and what everyone won or lost; of a few, by which bets."""
        last, table, words = self.last, self.table, self.words
        if last is None:
            return []
        longest_streak = streaks(table, words).partition("\n")[0]
        if len(last.nets) <= FEW:
            people = totals(table, words, bets=partial(bets_text, last, words=words))
        else:
            nets = [total(words, user_id, net, None) for user_id, net in last.nets.items()]
            people = lines(crowd(nets, words, MOST_TOTALS, " · "), achieved(table, words))
        return [hands_text(last, words, self.card), lines(*great, people, small(longest_streak))]

    # Betting

    def invitation(self) -> str:
        """What to do, and until when."""
        table, words = self.table, self.words
        if not table.lobby.bets and self.last is None:
            return words("**Place your bets.** The countdown starts with the first bet.")
        people = waited_for(table.lobby, words)
        if not table.lobby.bets:
            return words("**Place your bets:** {people}", people=people)
        waiting = words("Waiting for {people} to press {button}", people=people, button=Button("Ready"))
        return lines(joined(words("**Place your bets**"), time_left(table)), waiting)

    def road(self) -> str:
        roads = PokDengState.of(self.table.lobby).road
        if not any(roads):
            return ""
        rows = [
            f"`{player(hand, self.words)}` {''.join(map(self.mark, last_marks(text, ROAD_LENGTH)))}".rstrip()
            for hand, text in enumerate(roads)
        ]
        return lines(f"**{self.words('Road')}**", *rows, small(legend(self.words, self.mark)))

    def rows(self) -> Iterator[list[Component]]:
        table, words, lobby = self.table, self.words, self.table.lobby
        bet = [button(table, words("Bet"), "mine", main=not (lobby.last or lobby.bets))]
        if lobby.last:
            bet += [button(table, words("Same"), "again", main=not lobby.bets), button(table, "×2", "twice")]
        if lobby.bets:
            bet.append(button(table, words("Ready"), "ready", main=True))
        yield [*bet, more_button(table, words)]

    # The reveal

    def reveal(self, last: LastRound) -> str:
        """The hands as headings, face up or down at this stage; the Banker's comes first and is turned over last."""
        words, stage = self.words, self.stage
        rows = [
            lines(
                f"# {player(number, words)} {self.hand(hand, is_shown=stage >= SHOWN_AT[number])}",
                small(named([words.name(user_id) for user_id in people], words)),
            )
            for number, (hand, people) in enumerate(zip(last.hands, last.people_by_hand(), strict=True))
        ]
        return lines(words("# Banker {hand}", hand=self.hand(last.banker, is_shown=stage >= BANKER_SHOWN_AT)), *rows)

    def hand(self, hand: Hand, *, is_shown: bool) -> str:
        return f"{cards_text(hand, self.card)} {hand.value}" if is_shown else f"{self.card(None)} {self.card(None)}"


def more(press: Press) -> list[Component]:
    """The buttons behind More…, as far as this person can press them."""
    table, words, lobby = press.table, press.words, press.table.lobby
    return [
        *([button(table, words("Road"), "road")] if any(PokDengState.of(lobby).road) else []),
        *([button(table, words("All results"), "results")] if LastRound.of(lobby) is not None else []),
        *([button(table, words("Clear my bets"), "clear")] if lobby.bets_of(press.user_id) else []),
    ]
