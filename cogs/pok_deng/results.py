"""What everybody won or lost in the last round of Pok Deng: a few lines for the table, and a whole list in pages.

It is worked out from what the table remembers between rounds, the hands and everybody's bets, so that it reads the same
after a restart. How the table itself is drawn is not known here. What deserves a line of
its own is Pair bets that won, a pok with deng, five wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from cogs.pok_deng.wording import banker_text, cards_text, player, result_text, short_name
from cogs.table.faces import CardText
from cogs.table.parts import crowd, lines, small
from games.cards import parse_cards
from games.pok_deng import PAIR_PAYS, SPOTS, BetKind, Hand, Line, Result, Spot, Value, compare, main_line, pair_line
from i18n.words import Words
from tables.lobby import Bet, Lobby
from tables.pok_deng.pok_deng_adapter import PokDengState

MOST_IN_SMALL_PRINT = 3
NAMED_AT_A_HAND = 3
MOST_ON_A_PAGE = 1_900
"""Characters; Discord's limit for a message is 2,000."""

KINDS = {kind.value: kind for kind in BetKind}
"""What a bet of a lobby is on, by its name there; withheld chips are no bet of their own."""
_MAIN = BetKind.MAIN


@dataclass(frozen=True, slots=True)
class LastRound:
    """The last round: its hands, and what each person had bet on it and won."""

    hands: tuple[Hand, ...]
    banker: Hand
    nets: Mapping[int, int]
    bets: Mapping[int, tuple[Bet, ...]]

    @classmethod
    def of(cls, lobby: Lobby) -> LastRound | None:
        """The last round of a table, remembered until the next; None before the first and after a void one."""
        if not lobby.nets:
            return None
        *hands, banker = map(_hand, PokDengState.of(lobby).hands)
        return cls(tuple(hands), banker, lobby.nets, {user_id: lobby.last[user_id] for user_id in lobby.nets})

    def lines_of(self, user_id: int) -> Iterator[tuple[Spot, Line]]:
        """The result of each bet of `user_id`, main bets first."""
        bets = {Spot(bet.box, KINDS[bet.kind]): bet.chips for bet in self.bets[user_id] if bet.kind in KINDS}
        for spot in SPOTS:
            if (chips := bets.get(spot)) is not None:
                yield spot, self._line(spot, chips)

    def people_by_hand(self) -> list[dict[int, None]]:
        """For each hand, everybody who had bet on it or its Pair."""
        people: list[dict[int, None]] = [{} for _ in self.hands]
        for user_id in self.nets:
            for spot, _ in self.lines_of(user_id):
                people[spot.hand][user_id] = None
        return people

    def bettors_on(self, spot: Spot) -> list[int]:
        """Each person who had bet on `spot`."""
        return [
            user_id
            for user_id, bets in self.bets.items()
            for bet in bets
            if (bet.box, bet.kind) == (spot.hand, spot.kind.value)
        ]

    def _line(self, spot: Spot, chips: int) -> Line:
        hand = self.hands[spot.hand]
        if spot.kind is _MAIN:
            return main_line(0, spot.hand, chips, compare(hand, self.banker))
        return pair_line(0, spot.hand, chips, paired=hand.pair)


@lru_cache(maxsize=4_096)
def _hand(text: str) -> Hand:
    return Hand.of(*parse_cards(text))


def hands_text(last: LastRound, words: Words, card: CardText) -> str:
    """The Banker's hand, then all others with their results."""
    rows = (
        f"`{player(number, words)}` {result_text(hand, last.banker, words, card)}"
        for number, hand in enumerate(last.hands)
    )
    tenths = [hand for hand in (*last.hands, last.banker) if hand.value.combination]
    order = small(words("7.1 to 7.5 count more than 7 and less than 8.")) if tenths else ""
    return lines(banker_text(last.banker, words, card), *rows, order)


def named(people: Sequence[str], words: Words) -> str:
    """Those who bet on one hand; the first of a crowd."""
    return crowd(people, words, NAMED_AT_A_HAND)


# The people


def small_print(last: LastRound, words: Words) -> str:
    """The last round in one line, for a table where people bet on the next."""
    nets = [f"{words.name(user_id)} {words.signed(net)}" for user_id, net in last.nets.items()]
    people = crowd(nets, words, MOST_IN_SMALL_PRINT, " · ")
    return small(words("last round: Banker {value}", value=str(last.banker.value)), people)


def pages(last: LastRound, words: Words, card: CardText, reader: int) -> list[str]:
    """The whole list in as many messages as it takes: the hands, what `reader` won or lost, and everybody else."""
    full = [hands_text(last, words, card)]
    if reader in last.nets:
        full[0] += "\n\n" + words("You: {row}", row=_bets(last, reader, last.nets[reader], words))
    full[0] += "\n"
    for user_id, net in last.nets.items():
        row = f"{words.name(user_id)} {_bets(last, user_id, net, words)}"
        if len(full[-1]) + len(row) + 1 > MOST_ON_A_PAGE:
            full.append(row)
        else:
            full[-1] += "\n" + row
    return full


def _bets(last: LastRound, user_id: int, net: int, words: Words) -> str:
    return f"**{words.signed(net)}** · {bets_text(last, user_id, words)}"


def bets_text(last: LastRound, user_id: int, words: Words) -> str:
    """What each bet of `user_id` won or lost, below their sum: of a single one that is enough."""
    brought = [(short_name(spot, words), words.signed(line.net)) for spot, line in last.lines_of(user_id)]
    return " · ".join(name if len(brought) == 1 else f"{name} {net}" for name, net in brought)


MOST_MOMENTS = 2
"""With more, a table would not fit a phone's screen."""
NAMED_WINNERS = 2


def moments(last: LastRound, words: Words, card: CardText) -> list[str]:
    """The headings, the rarest first; none after most rounds."""
    return list(islice(_moments(last, words, card), MOST_MOMENTS))


def _moments(last: LastRound, words: Words, card: CardText) -> Iterator[str]:
    verdicts = [compare(hand, last.banker) for hand in last.hands]
    for number, hand in enumerate(last.hands):
        if hand.pair and (winners := last.bettors_on(Spot(number, BetKind.PAIR))):
            yield words(
                "### {cards} Pair {odds}:1 · {winners}",
                cards=cards_text(hand, card),
                odds=PAIR_PAYS,
                winners=_named(winners, words),
            )
    for number, (hand, verdict) in enumerate(zip(last.hands, verdicts, strict=True)):
        wins_with_deng = verdict.result is Result.WIN and verdict.odds > 1
        is_pok = hand.value in (Value.EIGHT, Value.NINE)
        if is_pok and wins_with_deng and (winners := last.bettors_on(Spot(number, BetKind.MAIN))):
            yield words(
                "### {cards} Pok {value} with deng · {winners}",
                cards=cards_text(hand, card),
                value=str(hand.value),
                winners=_named(winners, words),
            )
    if all(verdict.result is Result.WIN for verdict in verdicts):
        yield words("### All five hands beat the Banker")


def _named(winners: list[int], words: Words) -> str:
    return crowd([words.name(user_id) for user_id in winners], words, NAMED_WINNERS)
