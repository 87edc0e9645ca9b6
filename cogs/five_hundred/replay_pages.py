"""A finished deal trick by trick: the cards of a trick in the order played, and all hands as they were before it.

Nothing is kept between two pages: each is drawn from the record of the deal and the number of the trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Component, Layout
from cogs.app.router import Route
from cogs.five_hundred.card_play import WINS, standing_text
from cogs.five_hundred.record_pages import DealRecord
from cogs.five_hundred.wording import AMBER, cards_text, contract_text, suit_text, trumps_text
from cogs.table.faces import CardText
from cogs.table.parts import bold, in_one_message, joined, layout, lines, mark, small
from games.core import IllegalAction
from games.five_hundred import Deal, FiveHundredView, Nominate, Phase, Trick, read, start
from i18n.words import Words


def replay_button(match: int, deal: int, words: Words) -> Component:
    """The button at a table that shows a deal to its players trick by trick."""
    return components.button(f"replay:{match}:{deal}", words("Replay"))


@dataclass(frozen=True)
class Replay:
    """A deal that was played and that these rules can play again."""

    record: DealRecord

    @classmethod
    def of(cls, record: DealRecord) -> Replay:
        """The replay of that deal. Raises IllegalAction when there is none."""
        if record.deal is None:
            raise IllegalAction("This deal was played by older rules, so it can't be replayed.")
        if record.deal.play is None:
            raise IllegalAction("Everyone passed. The cards were thrown in, and nobody scored.")
        return cls(record)

    def view(self, step: int, route: Route[App], pages: Route[App], cards: CardText) -> Layout:
        """The step number `step`, the first when there is no such one; `route` leads to others, `pages` to the record.

        The first step has the bidding and the discard too, and the last one how the deal ended.
        """
        step = step if step < len(self._steps) else 0
        here, last = f"{self.record.match.table}:{self.record.row.deal}", len(self._steps) - 1
        back = route.button(f"{here}:{max(step - 1, 0)}", "◀") | {"disabled": step == 0}
        on = route.button(f"{here}:{min(step + 1, last)}", "▶") | {"disabled": step == last}
        buttons = [*([back, on] if last else []), pages.button(f"{here}:0", self.record.words("Deal record"))]
        return in_one_message(lambda cards: layout(AMBER, self._sections(step, cards), [buttons]), cards)

    @property
    def _deal(self) -> Deal:
        assert self.record.deal is not None
        return self.record.deal

    @cached_property
    def _steps(self) -> Sequence[Trick | None]:
        """The tricks, and None in place of those that a claim has given away unplayed."""
        play = self._deal.play
        assert play is not None
        return [*play.tricks, None] if play.claim is not None and play.trick is None else play.tricks

    # What a step shows

    def _sections(self, step: int, cards: CardText) -> list[str]:
        record, words, before = self.record, self.record.words, self._before(step)
        view, contract = before.view(None), self._deal.contract
        assert contract is not None
        return [
            lines(record.title(), *(self._beginning(cards) if step == 0 else ())),
            joined(contract_text(contract, record.person, words), trumps_text(view, words)),
            lines(*self._trick(step, cards)),
            lines(*self._hands(step, before, view, cards)),
        ]

    def _before(self, step: int) -> Deal:
        """The deal before the first card of a step."""
        record = read(self.record.row.record)
        deal = start(record.options, record.dealer, record.deck).round
        for seat, action in record.moves:
            play = deal.play if deal.phase is Phase.PLAY and not isinstance(action, Nominate) else None
            if play is not None and play.trick is None and len(play.winners) == step:
                break
            deal = deal.apply(seat, action).round
        return deal

    def _beginning(self, cards: CardText) -> Iterator[str]:
        deal, words = self._deal, self.record.words
        yield bold(words("Bidding"))
        yield from self.record.bids(deal.auction.spoken)
        if deal.discards:
            yield words("Kitty: {cards}", cards=cards_text(deal.kitty, cards))
            yield words("Discarded: {cards}", cards=cards_text(deal.order.as_held(deal.discards), cards))
        yield from self.record.about_cards(deal, cards)

    def _trick(self, step: int, cards: CardText) -> Iterator[str]:
        deal, record, words, trick = self._deal, self.record, self.record.words, self._steps[step]
        assert deal.play is not None
        if trick is not None:
            yield bold(words("Trick {number}", number=step + 1))
            winner = deal.play.winners[step] if step < len(deal.play.winners) else None
            for played in trick.cards:
                won = f" {WINS}" if played.seat == winner else ""
                yield f"{cards(played.card)} {record.person(played.seat)}{won}"
            if trick.named is not None:
                yield small(words("{suit} to follow", suit=suit_text(trick.named, words)))
        if step == len(self._steps) - 1:
            yield record.finished.claim()
            yield record.finished.contract()

    def _hands(self, step: int, before: Deal, view: FiveHundredView, cards: CardText) -> Iterator[str]:
        words = self.record.words
        yield words("**The remaining cards**") if self._steps[step] is None else words("**Hands before this trick**")
        yield small(standing_text(view, words))
        for seat in self.record.options.seats:
            person = self.record.person(seat)
            out = words.counted("{people} sit out", 1, people=person)
            yield f"{mark(seat)} {out if seat in view.laid_down else person}"
            yield cards_text(before.order.as_held(before.hands[seat]), cards)
