"""What the coach says at Five Hundred: in a deal, and of one player's decisions in one that is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cogs.app.bot import App
from cogs.coach.hints import HintTexts
from cogs.five_hundred.finished_deal import deal_row, options_of, player_in, points_before, seated
from cogs.five_hundred.wording import (
    AMBER,
    Person,
    cards_text,
    contract_text,
    seat_holder,
    short_bid,
    suit_text,
    trick_text,
    trumps_text,
)
from cogs.table.faces import CardText
from cogs.table.parts import bold, joined
from cogs.table.replay import Decision, Replay, Replayed, Weighed
from data.tables.matches import Matches, MatchRow
from data.tables.mistakes import NO_LESSON, KeptMistakes
from data.tables.saved import SavedTable
from games.core import IllegalAction, Phrase, Seat
from games.five_hundred import (
    Action,
    BadRecord,
    CallCard,
    ChoosePartner,
    Deal,
    FiveHundredView,
    MakeBid,
    Nominate,
    Phase,
    Play,
    Put,
    Record,
    Say,
    Score,
    parse,
    read,
    start,
)
from games.five_hundred.tricks import CardOrder
from i18n.words import Words
from players.choice import Option
from players.five_hundred import COACH_EFFORT, Question
from players.five_hundred.lessons import Lesson, learned
from players.five_hundred.rules_of_thumb import RulesOfThumb
from tables.modes import mode_of
from tables.table import Table

_SAID = {
    Say.PASS: Phrase("Pass"),
    Say.ALONE: Phrase("Play alone"),
    Say.CLAIM: Phrase("Claim"),
    Say.AGREE: Phrase("Agree"),
    Say.PLAY_ON: Phrase("Play on"),
    Say.LOOK: Phrase("Look at my cards"),
}
COSTLY = 10.0
"""Points that a decision must have cost on average to be told."""
_NOT_WEIGHED = (Say.LOOK, Say.CLAIM, Say.AGREE, Say.PLAY_ON)


# What can be done, and what it brings


def action_text(action: Action, person: Person, words: Words, card: CardText, *, in_raise: bool = False) -> str:
    """An action in a word or two; `in_raise`: a pass keeps one's own bid."""
    match action:
        case MakeBid(bid):
            return short_bid(bid, words)
        case Put(cards):
            return words("Discard {cards}", cards=cards_text(CardOrder(None).as_held(cards), card))
        case Play(played, named):
            if named is None:
                return card(played)
            return words("{card}, naming {suit}", card=card(played), suit=suit_text(named, words))
        case CallCard(called):
            return words("Call {card}", card=card(called))
        case ChoosePartner(seat):
            return person(seat)
        case Nominate(suit):
            return words("Leave it free") if suit is None else suit_text(suit, words)
        case Say.PASS if in_raise:
            return words("Keep my bid")
        case _:
            return words.said(_SAID[action])


def hint_texts(table: Table, words: Words, cards: CardText) -> HintTexts:
    """How the coach's advice about the deal in play is said."""
    assert table.play is not None
    view: FiveHundredView = table.play.round.view(None)
    return HintTexts(
        words,
        cards,
        lambda option: option_text(option, view.phase, seat_holder(table, words), words, cards),
        lambda option: figures_text(view, option, words),
    )


def figures_text(view: FiveHundredView, option: Option, words: Words) -> str:
    """What an option brings on average in the deal that is seen like that; in a misère how often it is caught."""
    contract = view.contract
    if contract is not None and contract.bid.call.is_misere:
        return words("fails in {caught} of 100 deals", caught=100 - round(100 * (option.made or 0)))
    return words(
        "tricks: {tricks} · points: {points} · {chance}% to win the match",
        tricks=option.tricks,
        points=words.signed(round(option.points or 0)),
        chance=round(100 * option.value),
    )


def option_text(option: Option, phase: Phase, person: Person, words: Words, card: CardText) -> str:
    """The action of an option of the coach."""
    return action_text(parse(option.action), person, words, card, in_raise=phase is Phase.RAISE)


# A deal that is over


def decisions(record: Record, seat: Seat, points: tuple[int, ...], *, conventions: bool = True) -> Iterator[Decision]:
    """Where `seat` had something to decide; `points` are the scores before the deal, by side.

    With `conventions` bids mean what the house has agreed on.
    """
    score = Score(record.options, points)
    deal = start(record.options, record.dealer, record.deck).round
    for who, action in record.moves:
        if who == seat and _is_weighed(deal, seat, action):
            asked = Question(deal.view(seat), seat, score, action, conventions=conventions, effort=COACH_EFFORT)
            yield Decision(asked, str(action))
        deal = deal.apply(who, action).round


def _is_weighed(deal: Deal, seat: Seat, action: Action) -> bool:
    if action in _NOT_WEIGHED or isinstance(action, Nominate) or deal.view(seat).is_face_down:
        return False
    return not isinstance(action, Play) or sum(isinstance(a, Play) for a in deal.legal_actions(seat)) > 1


@dataclass(frozen=True)
class ReplayedDeal:
    """One player's part in a deal. `is_mixed`: the house made some of the decisions, while the player was away."""

    match: MatchRow
    deal: int
    decisions: Sequence[Decision]
    is_mixed: bool
    user_id: int
    kept: KeptMistakes
    accent = AMBER
    least = COSTLY
    shows_all = False

    def title(self, words: Words) -> str:
        """Which deal it is."""
        return words("### Match {match} · deal {deal}", match=str(self.match.table), deal=self.deal)

    def moment(self, decision: Decision, words: Words, cards: CardText) -> Sequence[str]:
        """The bids or the trick so far, and the hand."""
        view = _view(decision)
        person = player_in(self.match, self.deal, words)
        hand = f"## {cards_text(view.hand or (), cards)}"
        return [*_so_far(view, person, words, cards), joined(words("**Your hand**"), trumps_text(view, words)), hand]

    def option(self, decision: Decision, option: Option, words: Words, cards: CardText) -> str:
        """What could be done."""
        return option_text(option, _view(decision).phase, player_in(self.match, self.deal, words), words, cards)

    def figures(self, decision: Decision, option: Option, words: Words) -> str:
        """What that brings on average."""
        return figures_text(_view(decision), option, words)

    def lesson(self, weighed: Weighed, words: Words, _cards: CardText) -> str:
        """What a good player says to it."""
        lesson = _lesson(weighed)
        return "" if lesson is None else words.said(lesson.sentence)

    def natural(self, decision: Decision) -> str | None:
        """What the rules of thumb say."""
        question = decision.question
        assert isinstance(question, Question)
        return str(RulesOfThumb(question.view, question.seat, question.score).action())

    def notes(self, words: Words) -> Sequence[str]:
        """Whose decisions these are."""
        if not self.is_mixed:
            return ()
        return (words("While you were away the house played for you: some of these are its decisions."),)

    async def keep(self, weighed: Sequence[Weighed]) -> None:
        """Add up what one's own mistakes cost, for My game."""
        if self.is_mixed:
            return
        points: defaultdict[str, float] = defaultdict(float)
        for each in weighed:
            if each.cost:
                lesson = _lesson(each)
                points[NO_LESSON if lesson is None else lesson.value] += each.cost
        await self.kept.keep(self.match.guild, self.user_id, self.match.table, self.deal, points)


def _lesson(weighed: Weighed) -> Lesson | None:
    question = weighed.decision.question
    assert isinstance(question, Question)
    assert weighed.done is not None
    return learned(question.view, question.seat, weighed.done, weighed.best)


def _view(decision: Decision) -> FiveHundredView:
    assert isinstance(decision.question, Question)
    return decision.question.view


def _so_far(view: FiveHundredView, person: Person, words: Words, cards: CardText) -> Iterator[str]:
    match view.phase:
        case Phase.AUCTION | Phase.RAISE:
            yield bold(words("Bidding"))
            bids = joined(*(f"{person(said.seat)} {short_bid(said.bid, words)}" for said in view.bids))
            yield words("Bids  {bids}", bids=bids) if bids else ""
        case Phase.KITTY:
            yield bold(words("Discard"))
        case Phase.CALL:
            yield bold(words("Partner"))
        case _:
            trick = bold(words("Trick {number}", number=sum(view.tricks_won) + 1))
            assert view.contract is not None
            yield joined(trick, contract_text(view.contract, person, words))
            if view.exposed and view.hand != view.exposed:
                whose = words("The open hand of {person}:", person=person(view.contract.seat))
                yield f"{whose} {cards_text(view.exposed, cards)}"
            if view.trick is not None:
                yield words("On the table: {cards}", cards=trick_text(view.trick, person, cards, words))


def replayed(app: App) -> Replayed:
    """How a deal of a match is played again for one of its players."""
    matches, kept = Matches(app.store), KeptMistakes(app.store)

    async def replay(saved: SavedTable, deal: int, user_id: int) -> Replay:
        found = await matches.match(saved.guild, saved.id)
        if found is None:
            raise IllegalAction("There is no match {match} here. See /fivehundred matches.", match=str(saved.id))
        match, deals = found
        row = deal_row(match, deals, deal)
        seat = next((seat for seat, person in seated(match, deal).items() if person == user_id), None)
        if seat is None:
            raise IllegalAction("You didn't play then, so there is nothing to review.")
        mode, options = mode_of(saved.house), options_of(match.options)
        before = (0,) * options.sides if mode.is_duplicate else points_before(deals, deal, options)
        try:
            record = read(row.record)
        except BadRecord as error:
            raise IllegalAction("This deal was played by older rules, so it can't be replayed.") from error
        own = tuple(decisions(record, seat, before, conventions=mode.conventions))
        return ReplayedDeal(match, deal, own, seat in row.substitutes, user_id, kept)

    return replay
