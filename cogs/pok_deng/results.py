"""What everybody won or lost in the last round of Pok Deng: a few lines for the table, and a whole list in pages.

It is worked out from what the table remembers between rounds, the hands and everybody's bets, so that it reads the same
after a restart. How the table itself is drawn is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from cogs.cards.faces import CardText
from cogs.table.parts import lines, small
from games.cards import parse_cards
from games.pok_deng import (
    SPOTS,
    BetKind,
    Hand,
    Line,
    Reason,
    Result,
    Spot,
    compare,
    main_line,
    pair_line,
)
from i18n.words import Words
from tables.lobby import Bet, Lobby
from tables.pok_deng.state import PokDengState

MOST_IN_DETAIL = 6
"""The most people whose bets the table itself lists one by one; with more it gives only nets."""
MOST_DETAILS = 500
"""Characters for these, names not counted."""
MOST_NETS = 12
"""The most people named in the results; the others are behind a button."""
MOST_IN_SMALL_PRINT = 3
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

    def ranked(self) -> list[tuple[int, int]]:
        """Each person with their win or loss in chips; the biggest first."""
        return sorted(self.nets.items(), key=lambda item: (-abs(item[1]), -item[1]))

    def lines_of(self, user_id: int) -> Iterator[tuple[Spot, Line]]:
        """The result of each bet of `user_id`, main bets first."""
        bets = {Spot(bet.box, KINDS[bet.kind]): bet.chips for bet in self.bets[user_id] if bet.kind in KINDS}
        for spot in SPOTS:
            if (chips := bets.get(spot)) is None:
                continue
            hand = self.hands[spot.hand]
            if spot.kind is _MAIN:
                yield spot, main_line(0, spot.hand, chips, compare(hand, self.banker))
            else:
                yield spot, pair_line(0, spot.hand, chips, paired=hand.pair)


@lru_cache(maxsize=4_096)
def _hand(text: str) -> Hand:
    return Hand.of(*parse_cards(text))


# The hands


@cache
def player(hand: int, words: Words) -> str:
    """A Player's name where there is little room: P1."""
    return words("P{number}", number=hand + 1)


def hand_text(hand: Hand, words: Words, card: CardText) -> str:
    """Two cards, the value, and the reason for it in words."""
    shown = f"{' '.join(map(card, hand.cards))} **{hand.value}**"
    return ", ".join([shown, *map(words.said, hand.terms)]) if hand.terms else shown


def verdict_text(hand: Hand, banker: Hand, words: Words) -> str:
    """The result of bets on a hand, with the odds; the reason if the cards don't say it, and a Pair that won."""
    verdict = compare(hand, banker)
    match verdict.result:
        case Result.TIE:
            text = words("ties")
        case Result.WIN if verdict.reason is Reason.BANKER_0_OR_6:
            text = words("**wins {odds}:1** (Banker has {value})", odds=verdict.odds, value=str(banker.value))
        case Result.WIN:
            text = words("**wins {odds}:1**", odds=verdict.odds)
        case Result.LOSE:
            text = words("loses {odds}:1", odds=verdict.odds)
    return f"{text} · {words('Pair 11:1')}" if hand.pair else text


def hands_text(last: LastRound, words: Words, card: CardText) -> str:
    """All hands with their results, the Banker's last."""
    rows = [
        f"`{player(number, words)}` {hand_text(hand, words, card)} · {verdict_text(hand, last.banker, words)}"
        for number, hand in enumerate(last.hands)
    ]
    return lines(*rows, f"**{words('Banker')}** {hand_text(last.banker, words, card)}")


# The people


def details(last: LastRound, words: Words) -> Mapping[int, str] | None:
    """Every bet of each person, the biggest winner or loser first; None when the table has no room for all of it."""
    if len(last.nets) > MOST_IN_DETAIL:
        return None
    bets = {user_id: _bets(last, user_id, net, words) for user_id, net in last.ranked()}
    return bets if sum(map(len, bets.values())) <= MOST_DETAILS else None


def people_text(last: LastRound, words: Words, bets_by_person: Mapping[int, str] | None) -> str:
    """What everybody won or lost, by their `details`; otherwise only the biggest, and how many more there are."""
    if bets_by_person is not None:
        return lines(*(f"{words.person(user_id)} {bets}" for user_id, bets in bets_by_person.items()))
    return _nets(last, words, MOST_NETS)


def small_print(last: LastRound, words: Words) -> str:
    """The last round in one line, for a table where people bet on the next."""
    return small(
        words("last round: Banker {value}", value=str(last.banker.value)), _nets(last, words, MOST_IN_SMALL_PRINT)
    )


def pages(last: LastRound, words: Words, card: CardText, reader: int) -> list[str]:
    """The whole list in as many messages as it takes: the hands, what `reader` won or lost, and everybody else."""
    full = [hands_text(last, words, card)]
    if reader in last.nets:
        full[0] += "\n\n" + words("You: {row}", row=_bets(last, reader, last.nets[reader], words))
    full[0] += "\n"
    for user_id, net in last.ranked():
        row = f"{words.person(user_id)} {_bets(last, user_id, net, words)}"
        if len(full[-1]) + len(row) + 1 > MOST_ON_A_PAGE:
            full.append(row)
        else:
            full[-1] += "\n" + row
    return full


def _nets(last: LastRound, words: Words, most: int) -> str:
    shown = [f"{words.person(user_id)} {words.signed(net)}" for user_id, net in last.ranked()[:most]]
    if len(last.nets) > most:
        shown.append(words("and {count} more", count=len(last.nets) - most))
    return " · ".join(shown)


def _bets(last: LastRound, user_id: int, net: int, words: Words) -> str:
    bets = (f"{short_name(spot, words)} {words.signed(line.net)}" for spot, line in last.lines_of(user_id))
    return f"**{words.signed(net)}** · {' · '.join(bets)}"


@cache
def short_name(spot: Spot, words: Words) -> str:
    """One of the ten bets where there is little room: P1, P1 Pair."""
    if spot.kind is BetKind.PAIR:
        return words("P{number} Pair", number=spot.hand + 1)
    return player(spot.hand, words)
