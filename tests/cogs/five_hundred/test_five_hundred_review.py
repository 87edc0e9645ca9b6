"""A review: the coach's opinion of one's own decisions in a deal that is over, for oneself alone."""

import sys
from dataclasses import replace

import pytest

from cogs.five_hundred.review import decisions
from data.tables.matches import Matches
from games.cards import parse_cards
from games.core import Phrase
from games.five_hundred import MakeBid, Phase, Play, Say, parse, read
from players.choice import Choice, Option
from players.five_hundred.rules_of_thumb import RulesOfThumb
from players.workers.process import NoAnswer, NobodyThinks
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel

REASON = Phrase("It draws their trumps.")
NONE = "well played"


def coaching():
    """The module of reviews: every bot loads its extensions again."""
    return sys.modules["cogs.coach.reviews"]


class Coach:
    """Thinks in the place of the bot's processes: what was done is best, except where a test says what it costs."""

    def __init__(self):
        self.asked = []
        self.costs = {}
        """By action: what is better, the points it brings more, and the standard error."""

    async def think(self, question, _seed):
        self.asked.append(question)
        done = str(question.done)
        if done not in self.costs:
            return Choice((Option(done, 0.5),), REASON)
        better, points, error, *is_equal = self.costs[done]
        behind = Option(done, 0.5, behind=points, behind_error=error, is_equal=bool(is_equal))
        return Choice((Option(better, 0.6), behind), REASON)


@pytest.fixture
def coach(house, thinker):
    coach = Coach()
    thinker.think = coach.think
    return coach


@pytest.fixture
async def three(match_of, deals):
    """Ana has made 8 hearts against Ben and Cy; she discarded three hearts' helpers and led from the top."""
    deals.deal(HEARTS)
    three = match_of(3)
    await three.start()
    await three.play_out(three.ana, "8 tricks", "Hearts")
    return three


async def test_the_review_asks_what_a_hint_was_asked_with_the_same_chance_and_effort(match_of, deals, thinker):
    asked, think = [], thinker.think

    async def listening(question, seed):
        asked.append((replace(question, done=None), seed))
        return await think(question, seed)

    thinker.think = listening
    deals.deal(HEARTS)
    three = match_of(3)
    table = await three.start()
    panel = await Panel.of(three.ana, table)
    await panel.press("Hint")
    await three.house.wait(1)
    ((hint, seed),) = asked
    await three.play_out(three.ana, "8 tricks", "Hearts")
    await reviewed(three.ana)
    assert (hint, seed) in asked[1:]


async def reviewed(guest, match=1, deal=1):
    return (await guest.looks_back(f"review:{match}:{deal}")).said


@pytest.mark.thorough
async def test_one_press_at_the_result_leads_through_what_is_worth_a_look(three, coach):
    coach.costs = {
        "put AS KS QS": ("put 10S 8S 9S", 40, 3),
        "bid 8H": ("bid 7H", 23.4, 4.2),
        "play JOKER": ("play JH", 9.9, 1),
    }
    answer = await three.ana.press("How did I play?", three.table)
    first = (
        "### Match 1 · deal 1\n"
        "2 decisions worth a look\n"
        "Bidding\n"
        "Your hand\n"
        "## JOKER AH KH QH JH 10H 9H 8H 7H JD\n"
        "You: 8♥\n"
        "Better: 7♥\n"
        "-# only you see this"
    )
    assert (answer.said, answer.buttons) == (first, ["▶", "Why"])
    count = len(coach.asked)
    await answer.press("▶")
    assert "\nDiscard\n" in answer.said
    assert answer.buttons == ["◀", "Why"]
    assert "\nYou: Discard AS KS QS\nBetter: Discard 10S 9S 8S\n" in answer.said
    await answer.press("◀")
    assert answer.said == first
    assert len(coach.asked) == count, "nothing is thought out twice"
    assert all(question.effort for question in coach.asked), "it says the same on a busy machine"


@pytest.mark.thorough
async def test_figures_stand_behind_why(three, coach):
    coach.costs = {"play JH": ("play 7H", 11, 5.4)}
    answer = await three.ana.press("How did I play?", three.table)
    assert "\nTrick 2 · Ana plays 8 hearts\nYour hand · hearts are trumps\n" in answer.said
    assert "\nYou: JH\nBetter: 7H\n-# only" in answer.said
    await answer.press("Why")
    assert "\n-# 7H: best\n-# JH: costs 11\n-# It draws their trumps.\n-# Averaged over" in answer.said
    await answer.press("Why")
    assert "costs" not in answer.said


@pytest.mark.thorough
@pytest.mark.parametrize(("cost", "is_of_bid"), [(40, False), (15, True)])
async def test_a_deal_has_one_lesson_that_of_the_dearest_mistake(three, coach, cost, is_of_bid):
    coach.costs = {"bid 8H": ("bid 9H", 23.4, 4.2), "put AS KS QS": ("put 10S 8S 9S", cost, 3)}
    answer = await three.ana.press("How did I play?", three.table)
    lesson = "\nBetter: 9♥\n💡 hand was worth more\n"
    assert (lesson in answer.said, "💡" in answer.said) == (is_of_bid, is_of_bid)
    await answer.press("▶")
    lesson = "💡 lesson: keep trumps and aces"
    assert (lesson in answer.said, "💡" in answer.said) == (not is_of_bid, not is_of_bid)


async def test_what_was_right_and_hard_is_said_too(three, coach, instead_of, thinker):
    instead_of(RulesOfThumb, "action", lambda *_: Play(parse_cards("AH")[0]))
    think = coach.think

    async def knows(question, seed):
        if str(question.done) != "play JD":
            return await think(question, seed)
        return Choice((Option("play JD", 0.6), Option("play AH", 0.5, behind=25, behind_error=3)), REASON)

    thinker.think = knows
    said = await reviewed(three.ana)
    assert f"{NONE}\nTrick 3 · " in said
    assert "\nyou did well: JD\nAH looks right, but is worse.\n" in said


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("options", "pressed", "done", "better"),
    [
        ({}, "Play alone", "alone", "call AS"),
        ({"five_hundred.five_partner": "player"}, "Seat 3", "partner 2", "partner 1"),
    ],
)
async def test_the_choice_of_a_partner_is_no_bid(match_of, deals, coach, options, pressed, done, better):
    deals.deal(HEARTS)
    five = match_of(5)
    await five.house.sets(options)
    await five.start()
    await five.play_out(five.ana, "8 tricks", "Hearts", partner=pressed)
    coach.costs = {done: (better, 30, 2)}
    told = await reviewed(five.ana)
    assert "\nPartner\n" in told
    assert "\nBidding\n" not in told


@pytest.mark.sampled
@pytest.mark.parametrize(
    "costs",
    [
        {},
        {"bid 8H": ("bid 7H", 23.4, 11.8), "play JOKER": ("play JH", 12, 15)},
        {"bid 8H": ("pass", 12, 1, True)},
    ],
    ids=["all was best", "it may be chance", "it is as good"],
)
async def test_a_deal_played_well_says_so(three, coach, costs):
    coach.costs = costs
    assert NONE in await reviewed(three.ana)


@pytest.mark.thorough
async def test_each_sees_only_their_own_decisions_as_they_saw_the_deal_then(three, coach):
    await reviewed(three.ben)
    assert coach.asked
    for question in coach.asked:
        assert question.seat == 1
        assert question.view.result is None
        assert question.view.kitty == question.view.discards == ()
        assert set(question.view.to_act) == {1}
        assert question.score.points == (0, 0, 0)
    await reviewed(three.ana)
    for question in coach.asked:  # forced cards, looks and claims are no decisions
        assert question.done not in (Say.LOOK, Say.CLAIM, Say.AGREE)
        assert question.view.phase is not Phase.PLAY or len(question.view.hand) > 1


@pytest.mark.thorough
async def test_the_score_before_the_deal_counts(three, coach):
    await three.table.plays("all Ready")
    for guest in (three.ben, three.cy, three.ana):
        await three.press(guest, "Pass")
    await reviewed(three.ana, deal=2)
    assert {question.score.points for question in coach.asked} == {(300, 0, 0)}


async def test_only_who_played_in_the_deal_can_have_it_reviewed(three, coach):
    gus = three.house.guest("Gus")
    assert await reviewed(gus) == "didn't play then"
    assert await reviewed(three.ana, deal=2) == "match 1 has no deal 2, only 1"
    assert await reviewed(three.ana, match=9) == "There is no table 9 here."
    await three.house.app.store.write(lambda db: db.execute("UPDATE match_deals SET record = 'rules: 1'"))
    assert await reviewed(three.ana) == "played by older rules"
    assert coach.asked == []


async def test_a_page_beyond_the_last_is_the_first_and_it_says_how_far_it_is(three, coach, monkeypatch):
    monkeypatch.setattr(coaching(), "TOLD_EVERY", 0)
    coach.costs = {"bid 8H": ("bid 9H", 23.4, 4.2), "put AS KS QS": ("put 10S 8S 9S", 40, 3)}
    assert "\nBidding\n" in await reviewed(three.ana, deal="1:2")
    sent, count = str([request.json for request in three.house.env.http_requests]), len(coach.asked)
    assert f"Reviewed 2 of {count} decisions…" in sent
    assert f"Reviewed {count} of {count} decisions…" not in sent


@pytest.mark.parametrize("is_answered", [True, False], ids=["it is none of the answers", "nobody can answer"])
async def test_a_decision_that_cannot_be_weighed_is_left_out_and_the_review_goes_on(three, coach, thinker, is_answered):
    think = coach.think

    async def all_but_bids(question, seed):
        if not isinstance(question.done, MakeBid):
            return await think(question, seed)
        if is_answered:
            return Choice((Option("pass", 0.5),), REASON)
        raise NoAnswer("math domain error")

    thinker.think = all_but_bids
    assert "-# 1 decision wasn't reviewed." in await reviewed(three.ana)


@pytest.mark.thorough
async def test_decisions_that_are_too_many_are_counted(three, coach, monkeypatch):
    monkeypatch.setattr(coaching(), "MOST", 3)
    told = await reviewed(three.ben)
    assert len(coach.asked) == 3
    assert "decisions weren't reviewed." in told


@pytest.mark.parametrize("error", [NobodyThinks("there is no process that thinks"), NoAnswer("all of them died")])
async def test_a_coach_who_cannot_think_says_so(three, thinker, error):
    async def nobody(_question, _seed):
        raise error

    thinker.think = nobody
    assert await reviewed(three.ana) == "coach can't think"


async def test_nobody_has_two_reviews_at_once(three, coach):
    route, _ = three.house.app.router.find("review:1:1")
    under_way = route.handler.__self__._under_way
    under_way.add((three.house.guild.id, three.ana.id))
    assert (await reviewed(three.ana)).startswith("The coach is still looking at a deal for you.")
    under_way.clear()
    assert NONE in await reviewed(three.ana)
    assert under_way == set()


async def test_a_page_that_nobody_remembers_is_thought_out_again(three, coach, thinker):
    coach.costs = {"bid 8H": ("bid 9H", 23.4, 4.2), "put AS KS QS": ("put 10S 8S 9S", 40, 3)}
    answer = await three.ana.press("How did I play?", three.table)
    await three.house.restart()
    thinker.think = coach.think
    await answer.press("▶")
    assert "\nDiscard\n" in answer.said


@pytest.mark.thorough
async def test_the_real_coach_answers_too(three):
    told = await reviewed(three.ana)
    assert told.startswith("### Match 1 · deal 1\n")
    assert "-# only you see this" in told


async def test_every_decision_of_a_record_is_what_its_player_did(three):
    _, deals = await Matches(three.house.app.store).match(three.house.guild.id, 1)
    record = read(deals[0].record)
    for seat in record.options.seats:
        found = [parse(decision.done) for decision in decisions(record, seat, (0, 0, 0))]
        done = [action for who, action in record.moves if who == seat]
        assert [action for action in done if action in found] == found
        plays = [action for action in done if isinstance(action, Play)]
        assert len([action for action in found if isinstance(action, Play)]) < len(plays) == 10


@pytest.mark.usefixtures("every_text")
async def test_all_of_it_can_be_translated(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    await two.ana.looks_back("review:1:1")


async def test_who_was_played_for_by_the_house_reads_that_not_all_decisions_are_theirs(three, coach):
    await three.house.app.store.write(lambda db: db.execute("UPDATE match_deals SET substitutes = '[0]'"))
    note = "While you were away the house played for you: some of these are its decisions."
    assert note in await reviewed(three.ana)
    assert note not in await reviewed(three.ben)
