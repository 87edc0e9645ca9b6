"""The Pok Deng table as people see it: what is bet, the hands turned over one after the other, results, the road.

A pure function of the table and of how many pictures of the reveal have been shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import discord
from discord import ui

from cogs.render.cards import CardText, plain_text
from cogs.render.parts import MOST_TEXT, button, closed, heading, layout, lines, small, soon
from cogs.table.address import Address
from cogs.table.controls import TableButton, TableSelect
from cogs.table.table import Table
from cogs.words import Words, signed
from games.pok_deng import (
    SPOTS,
    BetKind,
    Hand,
    Mark,
    PokDengView,
    Reason,
    Result,
    Spot,
    Verdict,
    parse_marks,
)

RED = 0xB3262E

STAGES = 3
"""Players 1 and 2; Players 3 to 5; the Banker. The results follow."""
SHOWN_AT = (0, 0, 1, 1, 1)
"""At which stage each Player's hand is turned over."""
BANKER_SHOWN_AT = 2

ROAD_LENGTH = 12
"""Marks of the road that fit a line on a phone."""
MOST_NETS = 12
"""People named in the results; the others stand behind a button."""
MOST_IN_A_MESSAGE = 1_900

_MARKS = {Result.WIN: "○", Result.LOSE: "●", Result.TIE: "="}


def draw(table: Table, words: Words, cards: CardText, stage: int) -> ui.LayoutView:
    """The public message of `table`. Cards are emojis as long as the text has room for them."""
    view = _Picture(table, words, cards, stage).view()
    if view.content_length() > MOST_TEXT:
        view = _Picture(table, words, plain_text, stage).view()
    return view


class _Picture:
    """One drawing of one table."""

    def __init__(self, table: Table, words: Words, cards: CardText, stage: int) -> None:
        self.table = table
        self.words = words
        self.card = cards
        self.stage = stage
        self.seen: PokDengView | None = table.play.round.view(None) if table.play is not None else None

    def view(self) -> ui.LayoutView:
        """The whole message."""
        table, words = self.table, self.words
        if self.seen is not None and self.stage < STAGES:
            return layout(RED, [self.top(), self.hands(self.seen)], [])
        results = lines(self.hands(self.seen), self.nets()) if self.seen is not None else ""
        if table.is_closed:
            return layout(RED, [heading(table, words), results, closed(words)], [])
        body = self.betting() if table.lobby.bets else results
        return layout(RED, [self.top(), body, self.invitation()], self.rows())

    def top(self) -> str:
        """Name, limits, shoe, and what a bet takes."""
        table, words = self.table, self.words
        options = table.terms.options
        return lines(
            heading(table, words),
            small(
                words("bets {minimum}-{maximum}", minimum=table.terms.minimum, maximum=table.terms.maximum),
                words("a bet of 100 takes 200, see Rules"),
                words("shoe {dealt} of {size}", dealt=table.lobby.carry.get("position", 0), size=52 * options.decks),
                words("shuffle {mark}", mark=table.commitment[:8]),
            ),
            small(words("The cut card came out: all cards have been shuffled."))
            if table.lobby.carry and not table.lobby.carry["position"]
            else "",
            words("The last round could not go on. Everybody got their chips back.") if table.was_voided else "",
        )

    # Betting

    def invitation(self) -> str:
        """What to do, and until when."""
        lobby, words = self.table.lobby, self.words
        if not lobby.bets:
            return words("**Choose your bets.** The clock starts with the first one; anybody may bet.")
        people = len({bet.person for bet in lobby.bets})
        return words.counted(
            "**Bets** · closes {when} · {count} person, {ready} ready",
            "**Bets** · closes {when} · {count} people, {ready} ready",
            people,
            when=soon(self.table.deadline),
            ready=len(lobby.ready),
        )

    def betting(self) -> str:
        """The sum on each bet, and the road."""
        words = self.words
        sums: Counter[Spot] = Counter()
        kinds = {kind.value: kind for kind in BetKind}
        for bet in self.table.lobby.bets:
            if bet.kind in kinds:
                sums[Spot(bet.box, kinds[bet.kind])] += bet.chips
        hands = " · ".join(
            _amount(f"P{spot.hand + 1}", sums[spot], words) for spot in SPOTS if spot.kind is BetKind.MAIN
        )
        pairs = " · ".join(
            _amount(f"P{spot.hand + 1}", sums[spot], words)
            for spot in SPOTS
            if spot.kind is BetKind.PAIR and sums[spot]
        )
        return lines(hands, words("Pairs  {pairs}", pairs=pairs) if pairs else "", self.road())

    def road(self) -> str:
        """The last results of each Player, oldest first."""
        roads: list[str] = self.table.lobby.carry.get("road", [])
        if not any(roads):
            return ""
        rows = [f"`P{hand + 1} {road_text(parse_marks(text)[-ROAD_LENGTH:])}`" for hand, text in enumerate(roads)]
        return lines(*rows, small(self.words("○ won · ● lost · = tie · ( ) flush · dot behind: pair")))

    def rows(self) -> Iterator[list[TableButton] | list[TableSelect]]:
        """What can be pressed between rounds."""
        table, words, lobby = self.table, self.words, self.table.lobby
        options = [discord.SelectOption(label=spot_name(spot, words), value=str(spot)) for spot in SPOTS]
        yield [
            TableSelect(
                Address(table.id, table.asked, "spots"), options, placeholder=words("Which bets?"), most=len(SPOTS)
            )
        ]
        mine = [button(table, words("Same again"), "again", main=True)] if lobby.last else []
        if lobby.bets:
            mine += [
                button(table, words("My bets"), "mine"),
                button(table, words("Clear my bets"), "clear"),
                button(table, words("Ready"), "ready", main=True),
            ]
        if mine:
            yield mine
        more = [button(table, words("Road"), "road")] if any(lobby.carry.get("road", [])) else []
        more += [button(table, words("All results"), "results")] if len(lobby.nets) > MOST_NETS else []
        yield [
            *more,
            button(table, words("Bump"), "bump"),
            button(table, words("Rules"), "rules"),
            button(table, words("Close table"), "close"),
        ]

    # Reveal and results

    def hands(self, seen: PokDengView) -> str:
        """The hands that are turned over by now; at the end also what each came to."""
        words = self.words
        rows = []
        for number, (hand, verdict) in enumerate(zip(seen.hands, seen.verdicts, strict=True)):
            is_shown = self.stage >= SHOWN_AT[number]
            result = self.verdict(verdict) if self.stage >= STAGES else ""
            shown = self.hand(hand) if is_shown else f"{self.card(None)} {self.card(None)}"
            rows.append(f"`P{number + 1}` {shown}  {result}".rstrip())
        banker = self.hand(seen.banker) if self.stage >= BANKER_SHOWN_AT else f"{self.card(None)} {self.card(None)}"
        return lines(*rows, f"**{words('Banker')}** {banker}")

    def hand(self, hand: Hand) -> str:
        """Two cards, the value, and what they are called."""
        terms = ", ".join(self.words(term) for term in hand.terms)
        return f"{' '.join(map(self.card, hand.cards))} **{hand.value}**" + (f" {terms}" if terms else "")

    def verdict(self, verdict: Verdict) -> str:
        """What became of a bet on a hand, with the reason where it is not plain."""
        words = self.words
        match verdict.result:
            case Result.TIE:
                return words("ties")
            case Result.WIN:
                text = words("wins {odds}:1", odds=verdict.odds)
            case Result.LOSE:
                text = words("loses {odds}:1", odds=verdict.odds)
        return f"{text} ({words('Banker has 0 or 6')})" if verdict.reason is Reason.BANKER_0_OR_6 else text

    def nets(self) -> str:
        """Who won and lost most."""
        nets = ranked(self.table)
        shown = [f"<@{person}> {signed(net)}" for person, net in nets[:MOST_NETS]]
        if len(nets) > MOST_NETS:
            shown.append(self.words("and {count} more", count=len(nets) - MOST_NETS))
        return " · ".join(shown)


def spot_name(spot: Spot, words: Words) -> str:
    """What people call one of the ten bets."""
    if spot.kind is BetKind.PAIR:
        return words("Player {number} Pair", number=spot.hand + 1)
    return words("Player {number}", number=spot.hand + 1)


def ranked(table: Table) -> list[tuple[int, int]]:
    """What the last round brought each person, the biggest first."""
    return sorted(table.lobby.nets.items(), key=lambda item: (-abs(item[1]), -item[1]))


def all_results(table: Table, words: Words) -> list[str]:
    """What the last round brought everybody, in as many messages as it takes."""
    pages = [words("Nobody has bet in a round yet.")] if not table.lobby.nets else [""]
    for person, net in ranked(table):
        row = f"<@{person}> {signed(net)}"
        if len(pages[-1]) + len(row) + 1 > MOST_IN_A_MESSAGE:
            pages.append("")
        pages[-1] = lines(pages[-1], row)
    return pages


def road_text(marks: Sequence[Mark]) -> str:
    """Marks in characters that read without colour: `(○)` is won with a flush, `○.` won with a pair."""
    return " ".join(_mark(mark) for mark in marks)


def _mark(mark: Mark) -> str:
    sign = _MARKS[mark.result]
    dot = "." if mark.pair else ""
    return f"({sign}{dot})" if mark.flush else f"{sign}{dot}"


def _amount(name: str, chips: int, words: Words) -> str:
    return f"{name} **{words.chips(chips)}**" if chips else f"{name} –"
