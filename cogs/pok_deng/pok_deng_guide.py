"""Guided deals of Pok Deng: choose a hand to bet on, turn the cards over one hand after the other, see why it won."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from cogs.pok_deng.picture import RED
from cogs.pok_deng.wording import cards_text, pattern_text, player, result_text
from cogs.table.faces import CardText
from cogs.table.guide import GuidePage, Offer, Primer, no_such_choice
from cogs.table.parts import lines
from games.cards import pack52
from games.core import Phrase
from games.fair.shoe import Shoe, shuffled
from games.pok_deng import PLAYERS, Bet, Hand, Options, PokDeng, Value, start
from i18n.words import Words

_OPTIONS = Options()
_BET = 10
_FIRST = 7
"""The number of the shoe that the first deal comes from: with something to learn in it."""
_ITS_OWN, _ALL = 1, 2
"""What is turned over: the hand that was bet on; then all others, with the Banker's."""


@dataclass(frozen=True, slots=True)
class _Deal:
    """Deal number `deal` at one moment: None before the bet, else the hand that was bet on and what is turned over.

    It has a shoe of its own, shuffled by its number alone.
    """

    deal: int
    hand: int | None = None
    shown: int = 0

    def choose(self, number: int) -> _Deal:
        if self.shown == _ALL or number >= (PLAYERS if self.hand is None else 1):
            raise no_such_choice()
        return _Deal(self.deal, number) if self.hand is None else _Deal(self.deal, self.hand, self.shown + 1)

    @property
    def _round(self) -> PokDeng:
        assert self.hand is not None
        seed = hashlib.sha256(f"guided pok deng {self.deal + _FIRST}".encode()).digest()
        bet = Bet(0, self.hand, _BET)
        shoe = Shoe.stacked(shuffled(pack52() * _OPTIONS.decks, seed, ""), _OPTIONS.cut_card_depth)
        return start(_OPTIONS, (bet,), shoe, opening=True).round

    def page(self, words: Words, cards: CardText) -> GuidePage:
        heading = words("### A guided deal of {game}", game=Phrase("Pok Deng"))
        if self.hand is None:
            back = f"{cards(None)} {cards(None)}"
            hands = lines(words("Banker {cards}", cards=back), *(f"{player(n, words)} {back}" for n in range(PLAYERS)))
            ask = words(
                "Five hands play against the Banker. Which one do you bet 10 chips on? You don't know the cards yet, "
                "so any is as good as another."
            )
            offers = tuple(Offer(player(number, words), is_main=True) for number in range(PLAYERS))
            return GuidePage((lines(heading, hands), ask), (offers,))
        over = self._round
        table = lines(heading, *self._hands(over, words, cards))
        if self.shown == _ALL:
            return GuidePage((table, self._result(over, words, cards)))
        text, label = (
            (_value(over.hands[self.hand], words), words("Turn over the others"))
            if self.shown
            else (words("The cards are dealt, two each; nobody draws a third."), words("Turn over my hand"))
        )
        return GuidePage((table, text), ((Offer(label, is_main=True),),))

    def _hands(self, over: PokDeng, words: Words, cards: CardText) -> list[str]:
        back = f"{cards(None)} {cards(None)}"

        def drawn(hand: Hand, *, is_shown: bool) -> str:
            return f"{cards_text(hand, cards)} {hand.value}" if is_shown else back

        banker = words("Banker {cards}", cards=drawn(over.banker, is_shown=self.shown == _ALL))
        rows = []
        for number, hand in enumerate(over.hands):
            is_mine = number == self.hand
            shown = drawn(hand, is_shown=self.shown == _ALL or (is_mine and self.shown == _ITS_OWN))
            row = f"{player(number, words)} {shown}"
            rows.append(f"# {row}" if is_mine else row)
        return [f"# {banker}" if self.shown == _ALL else banker, *rows]

    def _result(self, over: PokDeng, words: Words, cards: CardText) -> str:
        assert self.hand is not None
        net = over.lines[0].net
        pattern = pattern_text(over.banker, words)
        return lines(
            words("The Banker has {value}, {pattern}.", value=str(over.banker.value), pattern=pattern)
            if pattern
            else words("The Banker has {value}.", value=str(over.banker.value)),
            result_text(over.hands[self.hand], over.banker, words, cards),
            words("**In chips: {net}**", net=words.signed(net)),
        )


def _value(hand: Hand, words: Words) -> str:
    total = sum(min(card.rank.pips, 10) for card in hand.cards)
    pattern = pattern_text(hand, words)
    if hand.value.combination is not None:
        worth = words("Your hand is a special one: **{name}**, worth {value}.", name=pattern, value=str(hand.value))
    else:
        worth = words(
            "Your cards add up to {total}, and only the last digit counts: **{value}**.",
            total=total,
            value=str(hand.value),
        )
    double = words("It's deng ({pattern}): a win usually pays double.", pattern=pattern) if pattern else ""
    if hand.value >= Value.EIGHT:
        think = words("That's a pok, which few hands beat.")
    elif hand.value >= Value.SIX:
        think = words("That's a good hand, though 9 is the best.")
    else:
        think = words("The Banker's hand has to be lower for you to win.")
    return lines(worth, double, think)


PRIMER = Primer(
    (
        Phrase("Five hands and the Banker get two cards each. Bet on any of the five to beat the Banker."),
        Phrase("Only the last digit counts: 7 and 6 make 3. Face cards and tens count 0, and 9 is best."),
        Phrase("If the winning hand is a pair or of one suit, you win or lose double."),
    ),
    RED,
    _Deal,
)
