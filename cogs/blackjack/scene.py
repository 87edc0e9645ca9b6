"""What every part of a drawing of a Blackjack table is made of: hands, people, and who is not in the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogs.table.faces import CardText
from cogs.table.parts import crowd, lines, mark, small
from games.blackjack import BlackjackView, Hand, Phase, is_blackjack, total
from games.cards import Card
from i18n.words import Words
from tables.blackjack.state import BlackjackState, Over
from tables.table import Table


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands in words and cards, at a table and in a guided deal alike."""

    words: Words
    card: CardText

    def dealer(self, cards: Sequence[Card]) -> str:
        """The dealer's cards in the order drawn, with the total, larger than the others."""
        words, best = self.words, total(cards).best
        value = words("blackjack") if is_blackjack(cards) else str(best)
        bust = f", {words('bust')}" if best > 21 else ""
        return lines(f"**{words('Dealer')}**", f"## {' '.join(map(self.card, cards))} = {value}{bust}")

    def hand(self, hand: Hand) -> str:
        """Cards, total, and how the hand is finished."""
        stands = self.words("stands") if hand.done and hand.total.best < 21 else ""
        return " ".join(filter(None, [self.with_total(hand), self.ending(hand) or stands]))

    def ending(self, hand: Hand) -> str:
        """How the hand is finished, if not by standing."""
        if hand.surrendered:
            return self.words("surrendered")
        if hand.bust:
            return self.words("bust")
        return self.words("doubled") if hand.doubled else ""

    def with_total(self, hand: Hand) -> str:
        """Cards and total."""
        return f"{' '.join(map(self.card, hand.cards))} = {_shown(hand, self.words)}"

    def hand_in_turn(self, hand: Hand) -> str:
        """Cards and total of the hand that is being played, larger than the others."""
        return f"## {self.with_total(hand)}"


def _shown(hand: Hand, words: Words) -> str:
    best, soft = hand.total
    if hand.blackjack:
        return words("blackjack")
    return words("soft {total}", total=best) if soft and not hand.done else str(best)


@dataclass(frozen=True, slots=True)
class Scene(Hands):
    """One drawing of one table; of a crowd only the first `named` people are named."""

    table: Table
    named: int | None = None

    @property
    def seen(self) -> BlackjackView | None:
        """The running round, or the last one while the dealer draws; None after a restart."""
        return None if self.table.play is None else self.table.play.round.view(None)

    @property
    def over(self) -> Over | None:
        """The last round while its results are shown, after a restart too; None before there is one."""
        table, last = self.table, BlackjackState.of(self.table.lobby).last
        if (seen := self.seen) is not None and table.play is not None:
            is_over = seen.phase is Phase.OVER
            pays = seen.options.blackjack_pays.value
            return Over(table.play.setup.people, seen.dealer, pays, seen.boxes, seen.lines) if is_over else None
        return last.over(table.terms.options) if last is not None and table.lobby.nets else None

    @property
    def _people(self) -> tuple[int | None, ...]:
        if self.table.play is not None:
            return self.table.play.setup.people
        last = BlackjackState.of(self.table.lobby).last
        return () if last is None else last.people

    def person(self, seat: int) -> str:
        """The player with this number in the round, by name."""
        return self.words.name(self.user_id(seat))

    def user_id(self, seat: int) -> int:
        """The same by Discord id."""
        user_id = self._people[seat]
        assert user_id is not None
        return user_id

    def crowd(self, texts: Sequence[str]) -> str:
        """The texts about several people, as far as there is room for them."""
        return crowd(texts, self.words, self.named)

    def not_in_the_round(self, *, is_over: bool = False) -> Iterator[str]:
        """The seats of those who joined too late or have not bet; once the round `is_over` they may bet."""
        words, play, people = self.words, self.table.play, self._people
        for seat, user_id in enumerate(self.table.lobby.seats):
            if user_id is None or user_id == people[seat]:
                continue
            if is_over:
                what = "–"
            elif play is not None and user_id in play.setup.sat_out:
                what = words("no bet: loses the seat after this round")
            else:
                what = words("plays in the next round")
            yield f"{mark(seat)} {words.name(user_id)} {what}"


def dropped(table: Table, words: Words) -> str:
    """Who lost a seat with the last round, as long as they have none again."""
    without_bet = [who for who in BlackjackState.of(table.lobby).without_bet if who not in table.lobby.seats]
    return small(
        words("{people} didn't bet and gave up the seat", people=words.listed(map(words.name, without_bet)))
        if without_bet
        else ""
    )
