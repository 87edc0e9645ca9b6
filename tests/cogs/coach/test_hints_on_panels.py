"""Hints at Pontoon and Five Hundred: on one's own panel, for whoever has to decide, where the server wants them."""

import asyncio
import re

import pytest

from cogs.coach.hints import HintTexts, on_average
from games.cards import Card
from games.core import Phrase
from games.five_hundred import Phase
from i18n.words import ENGLISH
from players.choice import Choice, Option
from players.five_hundred import Level
from players.workers.process import NoAnswer
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel
from tests.cogs.shown import walk

THINKING = "-# 💡 The coach is thinking…"
VALUE = r"tricks \d+\.\d, points (?:[+-]\d+|0), wins \d+%"


def has(panel, label):
    return any(part.get("label") == label for part in walk(panel.raw))


def has_hint(panel):
    return has(panel, "Hint")


def timeless(text):
    """A text without its countdown."""
    return re.sub(r"in \d+ s", "", text)


@pytest.fixture
async def four(match_of, deals):
    """Ana holds all of hearts' top and bids first."""
    deals.deal(HEARTS)
    four = match_of(4)
    await four.start("Ask me to raise my bid")
    return four


async def test_the_best_bid_stands_on_ones_own_panel_until_the_question_is_over(four):
    panel = await four.panel(four.ana)
    said = (await panel.about_to_press("Hint", by=four.ben).press()).said
    assert said == "nothing to decide"
    await panel.press("Hint")
    first, why = re.search(r"💡.*\n.*", panel.text)[0].splitlines()
    assert re.fullmatch(r"💡 (\d+(♥|NT|♠|♣|♦)|Pass|Open Misère|Misère)", first)
    assert not re.search(r"%|\d\.\d| of 100", panel.text), "no figures unless they are asked for"
    await panel.press("Why")
    assert re.search(rf"{first}\n{re.escape(why)}\n-# .+: best · {VALUE}\n-# .+: (costs .+|about equal) · ", panel.text)
    assert not has(panel, "Why")
    assert not has_hint(panel), "it has been answered"
    await four.bids(four.ana, "8 tricks", "Hearts")
    assert "💡" not in panel.text
    assert not has_hint(panel), "others are asked"
    await four.plays("others Pass")
    assert four.deal.phase is Phase.RAISE
    await panel.press("Hint")
    assert re.search("💡 (Keep my bid|.+NT|.+♥)", panel.text)
    await four.press(four.ana, "Keep my bid")
    await panel.press("Hint")
    assert re.search("💡 Discard ", panel.text)
    await four.puts(four.ana, 3)
    await panel.press("Hint")
    assert re.search(r"💡 \w+\n", panel.text)
    await four.play_card()
    ben = await four.panel(four.ben)
    if has_hint(ben):
        await ben.press("Hint")
        assert re.search("💡 ", ben.text)


async def test_only_the_askers_panel_changes_and_the_coach_gets_only_the_askers_view(four, thinker):
    think, asked = thinker.think, []

    async def slow(question, seed):
        asked.append(question)
        await asyncio.sleep(5)
        return await think(question, seed)

    thinker.think = slow
    ana, ben = await four.panel(four.ana), await four.panel(four.ben)
    public, others = four.table.text, ben.text
    before = len(four.house.env.http_requests)
    await ana.press("Hint")
    assert THINKING in ana.text
    await four.house.wait(6)
    assert re.search("💡 ", ana.text)
    assert (timeless(four.table.text), ben.text) == (timeless(public), others)
    paths = [request.path for request in four.house.env.http_requests[before:]]
    assert len(paths) == 2
    assert all("/callback" in path or "/webhooks/" in path for path in paths)
    (question,) = asked
    assert (question.view, question.seat, question.level) == (four.deal.view(0), 0, Level.STRONG)


def plainly():
    return HintTexts(ENGLISH, str, str, on_average(ENGLISH))


async def test_a_hint_is_forgotten_in_the_server_where_that_was_asked_for(four):
    panel = await four.panel(four.ana)
    await panel.press("Hint")
    hints, live, ana = four.house.app.hints, four.table.live, four.ana.id
    hints.forget(live.table.guild + 1, ana)
    assert hints.of(live.table, ana, ENGLISH, plainly).text
    hints.forget(live.table.guild, ana)
    assert not hints.of(live.table, ana, ENGLISH, plainly).text


async def test_a_coach_who_cannot_think_says_so(four, thinker):
    async def nobody(_question, _seed):
        raise NoAnswer("there is no process that thinks")

    thinker.think = nobody
    panel = await four.panel(four.ana)
    await panel.press("Hint")
    assert "-# 💡 coach can't think" in panel.text


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("where", "ante", "is_on"),
    [("off", 0, False), ("free", 0, True), ("free", 100, False), ("everywhere", 100, True)],
)
async def test_a_match_with_an_ante_has_hints_only_where_they_are_everywhere(match_of, where, ante, is_on):
    four = match_of(4)
    await four.house.sets({"hints": where})
    await four.start(ante=ante)
    assert has_hint(await four.panel(four.ana)) == is_on


# What it calls the best


def says(four, thinker, *options):
    """The coach weighs these options, the first for a reason."""

    async def think(_question, _seed):
        return Choice(options, Phrase("For a reason."))

    thinker.think = think


EIGHT = Option("bid 8H", 0.60, tricks=8.2, points=180, made=0.8)
WORSE = Option("bid 7H", 0.55, tricks=8.1, points=150, made=0.9, behind=30)
EQUAL = Option("bid 7H", 0.61, tricks=8.3, points=185, made=0.9, behind=-5, behind_error=9, is_equal=True)
WINS_LESS = Option("bid 7H", 0.55, tricks=8.4, points=200, made=0.9, behind=-20)


@pytest.mark.parametrize(
    ("other", "equal", "figures"),
    [
        (WORSE, [], ["-# 7♥: costs 30 · tricks 8.1, points +150, wins 55%"]),
        (
            EQUAL,
            ["-# About equal: 7♥"],
            [
                "-# 7♥: about equal · tricks 8.3, points +185, wins 61%",
                "-# close, so rules of thumb",
            ],
        ),
        (
            WINS_LESS,
            [],
            ["-# 7♥: costs 5 of 100 matches · tricks 8.4, points +200, wins 55%"],
        ),
    ],
    ids=["surely better", "not to be told from the next", "fewer points that win more matches"],
)
async def test_a_choice_and_a_reason_and_behind_why_what_each_option_brings(four, thinker, other, equal, figures):
    says(four, thinker, EIGHT, other)
    panel = await four.panel(four.ana)
    await panel.press("Hint")
    assert panel.text.count("\n".join(["💡 8♥", "For a reason.", *equal])) == 1
    assert "best" not in panel.text
    await panel.press("Why")
    eight = "-# 8♥: best · tricks 8.2, points +180, wins 60%"
    assert "\n".join(["💡 8♥", "For a reason.", eight, *figures]) in panel.text
    assert ("rules of thumb" in panel.text) is (other is EQUAL)


@pytest.mark.sampled
@pytest.mark.parametrize("asker", ["ana", "ben"])
async def test_in_a_misere_the_figure_is_how_often_it_is_caught(four, thinker, asker):
    await four.plays("Ana Higher…, Ana Open Misère 500, Ana Bid Open Misère, others Pass, Ana Keep my bid")
    await four.puts(four.ana, 3)
    if asker == "ben":
        await four.play_card()
    says(four, thinker, Option("play KC", 0.5, tricks=9.4, points=0, made=0.3))
    panel = await four.panel(getattr(four, asker))
    await panel.press("Hint")
    await panel.press("Why")
    assert "For a reason.\n-# KC: best · fails in 70 of 100 deals" in panel.text
    assert "tricks 9.4" not in panel.text


async def test_cards_in_a_reason_are_drawn_as_the_reader_sees_them(four, thinker):
    async def think(_question, _seed):
        return Choice((EIGHT,), Phrase("{card} is high.", card=Card.parse("AH")))

    thinker.think = think
    panel = await four.panel(four.ana)
    await panel.press("Hint")
    assert four.house.app.card_emojis.text(Card.parse("AH")) in str(panel.raw)


async def test_after_a_restart_the_figures_are_worked_out_again(four):
    panel = await four.panel(four.ana)
    await panel.press("Hint")
    press = panel.about_to_press("Why")
    await four.house.restart()
    await press.press()
    panel = await four.panel(four.ana)
    assert re.search(rf"best · {VALUE}", panel.text)


# Pontoon


@pytest.mark.thorough
async def test_a_hand_of_pontoon_has_its_value_in_chips_a_hundred(five, packs):
    packs.deal("8C 5D, 9C 2C, 10H KD, 7S KH v 10S 7C")
    table = await five.sit_down()
    await five.start()
    panel = await Panel.of(five.ben, table)
    await panel.press("Hint")
    assert re.search(r"💡 Stake \d+\nThis hand ", panel.text)
    await five.plays("others Minimum 10")
    panel = await Panel.of(five.ben, table)
    await panel.press("Hint")
    assert re.search(r"💡 (Buy \d+|Twist)\n", panel.text)
    await panel.press("Why")
    assert re.search(
        r"-# (Buy \d+|Twist): best · [+-]?[\d.]+ on average\n-# .+: (costs [\d.]+|about equal) · ", panel.text
    )
    assert "Averaged over the cards you can't see" in panel.text


async def test_the_banker_has_hints_too_and_players_who_wait_have_none(five, packs):
    packs.deal("10C 9D, 8H 9C, 10H KD, 7S KH v 10S 5C")
    table = await five.sit_down()
    await five.start()
    await five.plays("others Minimum 10")
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Stick")
        assert not has_hint(five.panels[guest.id])
    panel = await Panel.of(five.ana, table)
    await panel.press("Hint")
    assert re.search("💡 (Draw|Stay)", panel.text)


@pytest.mark.thorough
@pytest.mark.usefixtures("every_text")
async def test_all_of_it_can_be_translated(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    await two.start("Ask me to raise my bid")
    await two.press(two.ana, "Hint")
    await two.bids(two.ana, "8 tricks", "Hearts")
    await two.plays("Ben Pass, Ana Hint, Ana Why, Ana Keep my bid, Ana Hint")
    await two.puts(two.ana, 3)
    await two.press(two.ana, "Hint")
