"""The puzzles of a week: made from deals that people allow, solved below `/daily`."""

import re

import pytest

from data.languages import DEALS_AS_PUZZLES
from players.five_hundred import solving
from players.workers.process import NoAnswer
from tests.cogs.daily_deal.player import Player
from tests.cogs.daily_deal.puzzle_deals import DEFEAT_SPADES, MAKE_HEARTS, MAKE_NO_TRUMPS
from tests.cogs.panel import Panel
from tests.cogs.shown import walk

pytestmark = pytest.mark.skipif(not solving.can_solve(), reason="the solver has not been compiled")

GONE = "This puzzle isn't offered any more. Those of this week are in /daily."
_RECORD = """
    UPDATE match_deals SET record = ?, contractor = 0 WHERE table_id = (SELECT MAX(table_id) FROM match_deals)"""


@pytest.fixture
async def played(house, ana):
    """Lets Ana, who allows it, have played deals against the house; an hour later the bot has looked at them."""

    async def play(*records, allows=True):
        if allows:
            with house.as_the_bot():
                await house.app.readers.switch(house.guild.id, ana.id, DEALS_AS_PUZZLES, house.env.now())
        for record in records:
            await (await Player(ana).begins()).ends()

            def be_another_deal(db, record=record):
                db.execute("DELETE FROM daily_entries")
                db.execute(_RECORD, (record,))

            await house.app.store.write(be_another_deal)
        await house.wait(3_660)

    return play


async def to_next_week(house):
    """Let Monday come, and the bot look once more."""
    while house.env.now().weekday():
        await house.wait(43_200)
    await house.wait(3_660)


def way(answer):
    """The button below `/daily` that leads to the puzzles; None where there is none."""
    return next((label for label in answer.buttons if label.startswith("Puzzles (")), None)


async def opened(guest):
    """The first puzzle that a guest hasn't tried."""
    daily = await guest.command("daily")
    return Panel(guest, await daily.press(way(daily)))


async def solution(panel):
    """The cards that solve it, found by trying them all; and those of a try that lost it."""
    line, losing = [], []
    while "Solved." not in panel.text:
        for card in panel.bright:
            await panel.press(card)
            if "Not solved." not in panel.text:
                line.append(card)
                break
            losing = [*line, card]
            await panel.press("Start again")
            for before in line:
                await panel.press(before)
    return line, losing


async def test_three_of_the_week_are_offered_from_easy_to_hard_and_name_nobody(ben, played):
    await played(MAKE_HEARTS, MAKE_NO_TRUMPS, DEFEAT_SPADES)
    assert way(await ben.command("daily")) == "Puzzles (0/3)"
    panel = await opened(ben)
    assert panel.text.startswith(
        "### Puzzle 1 of 3\nMake 7 no trumps from here.\n"
        "-# All cards are open. You play South and North; the others play as well as they can.\n"
        "South plays 7 no trumps · no trumps\n-# tricks: needs 7, has 3, 7 left\n"
        "West JOKER KC JC 8C QD 10D 9D\n"
    )
    for label, task in (("Puzzle 2", "Defeat 7 spades from here."), ("Puzzle 3", "Make 7 hearts from here.")):
        assert "Ana" not in panel.text
        await panel.press(label)
        assert task in panel.text


async def test_the_first_try_counts_however_often_somebody_tries(ana, ben, played, every_text):
    await played(MAKE_NO_TRUMPS)
    panel = await opened(ana)
    line, losing = await solution(panel)
    assert re.search(r"\n✅ Solved. Nothing can go wrong any more.\n\d+\. .*\n-# Your first try counts.\n", panel.text)
    assert "Solved at the first try: 0 of 1 (0%)" in panel.text
    panel = await opened(ben)
    for card in line:
        await panel.press(card)
    assert "Your first try counts" not in panel.text
    assert "Solved at the first try: 1 of 2 (50%)" in panel.text
    await panel.press("Start again")
    for card in losing:
        await panel.press(card)
    lost = rf"❌ Not solved. \w+'s {losing[-1]} loses it, as both sides go on at their best:\n\d+\. .*{losing[-1]}"
    assert re.search(lost, panel.text)
    assert "Solved at the first try: 1 of 2 (50%)" in panel.text
    assert way(await ben.command("daily")) == "Puzzles (1/1)"


@pytest.mark.sampled
async def test_a_restart_and_a_press_that_comes_twice_change_nothing(house, ana, ben, played, restart):
    await played(MAKE_NO_TRUMPS)
    line, _ = await solution(await opened(ana))
    panel = await opened(ben)
    await panel.press(line[0])
    before = panel.text
    await restart()
    twice = [panel.about_to_press(line[1]) for _ in range(2)]
    await house.at_once(*twice)
    assert panel.text != before
    for card in line[2:]:
        await panel.press(card)
    assert "Solved at the first try: 1 of 2 (50%)" in panel.text


async def test_deals_of_people_who_have_not_allowed_it_make_none(house, ana, played):
    await played(MAKE_NO_TRUMPS, allows=False)
    assert way(await ana.command("daily")) is None
    daily = await Player(ana).begins()
    more = await daily.panel.press("More…")
    assert [label for label in more.buttons if "puzzles" in label] == []


async def test_whoever_takes_it_back_takes_the_puzzle_back(house, ana, ben, played):
    await played(MAKE_NO_TRUMPS)
    theirs, panel = await opened(ben), await opened(ana)
    assert (await panel.press("My deals may become puzzles: on")).said == GONE
    assert (await theirs.press(theirs.bright[0])).said == GONE
    assert way(await ben.command("daily")) is None


async def test_it_is_allowed_behind_more_at_a_table_of_five_hundred(house, ana, played):
    panel = Panel(ana, await ana.command("fivehundred practice"))
    more = await panel.press("More…")
    await more.press("My deals may become puzzles: off")
    assert "My deals may become puzzles: on" in more.left
    with house.as_the_bot():
        assert house.app.readers.has_switched(ana.id, DEALS_AS_PUZZLES)


async def test_next_week_others_are_offered_and_no_deal_twice(house, ana, ben, played):
    await played(MAKE_NO_TRUMPS)
    panel = await opened(ben)
    await to_next_week(house)
    assert (await panel.press(panel.bright[0])).said == GONE
    assert way(await ben.command("daily")) is None
    await played(DEFEAT_SPADES, allows=False)
    assert "Defeat 7 spades" in (await opened(ben)).text


async def test_where_nobody_can_think_there_are_none_and_a_press_says_so(house, ana, ben, played, monkeypatch):
    await played(MAKE_NO_TRUMPS)
    panel = await opened(ben)

    async def nobody(_question, _seed):
        raise NoAnswer("there is no process that thinks")

    monkeypatch.setattr(house.app, "think", nobody)
    busy = "The bot has no time to think right now. Press again in a moment."
    assert (await panel.press(panel.bright[0])).said.endswith(busy)
    await house.app.store.write(lambda db: db.execute("DELETE FROM puzzles"))
    await to_next_week(house)
    assert way(await ben.command("daily")) is None


async def test_a_server_that_does_not_want_the_daily_deal_has_no_puzzles(house, ana, ben, played):
    await played(MAKE_NO_TRUMPS)
    panel = await opened(ben)
    await house.sets({"daily_deal": False})
    assert way(await ben.command("daily")) is None
    assert (await panel.press(panel.bright[0])).said == GONE


async def test_choices_that_do_not_fit_are_refused(house, ana, ben, played):
    await played(MAKE_NO_TRUMPS)
    daily = await ben.command("daily")
    (button,) = [c for c in walk(house.raw(daily.result.response)) if way(daily) == c.get("label")]
    forged = button["custom_id"].replace("::new", ":f")
    answer = await ben.forges(daily.result.response.message, forged)
    assert answer.said.endswith("The bot can't read that. Run the command again.")
