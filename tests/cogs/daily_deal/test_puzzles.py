"""The puzzles of a week, which come with the bot: solved below `/daily`."""

import re

import pytest

from data.tables.puzzles import week_of
from tables.five_hundred.puzzles import attempted, puzzle_of
from tests.cogs.panel import Panel
from tests.cogs.shown import walk

GONE = "This puzzle isn't offered any more. Those of this week are in /daily."


def way(answer):
    """The button below `/daily` that leads to the puzzles; None where there is none."""
    return next((label for label in answer.buttons if label.startswith("Puzzles (")), None)


async def opened(guest):
    """The first puzzle that a guest hasn't tried."""
    daily = await guest.command("daily")
    return Panel(guest, await daily.press(way(daily)))


def cards(panel):
    """The buttons of the cards that can be played."""
    return [button for button in panel._buttons() if button["style"] == 1]


async def plays(panel, numbers):
    """Make these choices, one after the other; each is the last digit of a button's address."""
    for number in numbers:
        assert re.search(r"\n(North|East|South|West) (leads|plays) a card\.\n", panel.text + "\n")
        (button,) = [button for button in cards(panel) if button["custom_id"].endswith(f"{number:x}")]
        await panel.press(panel._label(button))


def tries(house, *, solve):
    """The choices of a try at the first puzzle of the week: the first that solves it, or the first that doesn't."""
    puzzle, longer = puzzle_of(week_of(house.env.now()), 1), [()]
    for before in longer:
        attempt = attempted(puzzle, before)
        if attempt.is_over and attempt.is_solved is solve:
            return before
        longer += [(*before, number) for number in range(len(attempt.plays))]
    raise AssertionError("each puzzle can be solved and lost")


async def test_three_a_week_are_there_from_the_first_day_from_easy_to_hard(house, ben):
    assert way(await ben.command("daily")) == "Puzzles (0/3)"
    panel = await opened(ben)
    week = week_of(house.env.now())
    for number in (1, 2, 3):
        if number > 1:
            await panel.press(f"Puzzle {number} {'★' * number}")
        title, task, how, *_ = panel.text.split("\n")
        assert title == f"### Puzzle {number} of 3 {'★' * number}"
        assert re.match("(Make|Defeat) .* from here|Catch the misère", task)
        assert re.match(
            r"-# All cards are open\. You choose for South( and (North|East|West))? where it matters\."
            r" The others play as well as they can\.$",
            how,
        )
        deal = puzzle_of(week, number).deal
        for seat in set(deal.options.seats) - deal.view(None).laid_down:
            for card in deal.order.as_held(deal.hands[seat]):
                assert str(card) in panel.text


async def test_the_first_try_counts_however_often_somebody_tries(house, ana, ben, every_text):
    panel = await opened(ana)
    await plays(panel, tries(house, solve=False))
    lost = r"❌ Not solved\. \w+'s \S+ loses it against best play:\n\d+\. "
    assert re.search(lost, panel.text)
    await panel.press("Start again")
    await plays(panel, tries(house, solve=True))
    assert re.search(r"\n✅ Solved\. It can't fail now\.\n\d+\. .*\n-# Your first try counts\.\n", panel.text)
    assert "Solved at the first try: 0 of 1 (0%)" in panel.text
    panel = await opened(ben)
    await plays(panel, tries(house, solve=True))
    assert "Your first try counts" not in panel.text
    assert "Solved at the first try: 1 of 2 (50%)" in panel.text
    await panel.press("Start again")
    await plays(panel, tries(house, solve=False))
    assert re.search(lost, panel.text)
    assert "Solved at the first try: 1 of 2 (50%)" in panel.text
    assert way(await ben.command("daily")) == "Puzzles (1/3)"
    assert (await opened(ben)).text.startswith("### Puzzle 2 of 3")
    assert [(await opened(guest)).buttons[-2] for guest in (ana, ben)] == ["Puzzle 1 ★ ❌", "Puzzle 1 ★ ✅"]


@pytest.mark.sampled
async def test_a_restart_and_a_press_that_comes_twice_change_nothing(house, ana, restart):
    panel, (first, *rest) = await opened(ana), tries(house, solve=True)
    await restart()
    before, label = panel.text, panel._label(next(b for b in cards(panel) if b["custom_id"].endswith(f"{first:x}")))
    await house.at_once(*[panel.about_to_press(label) for _ in range(2)])
    assert panel.text != before
    await plays(panel, rest)
    assert "Solved at the first try: 1 of 1 (100%)" in panel.text


async def test_nobody_has_to_think(house, ana, thinker):
    async def think(_question, _seed):
        raise AssertionError("a puzzle asked the house to think")

    thinker.think = think
    panel = await opened(ana)
    await plays(panel, tries(house, solve=True))
    assert "Solved." in panel.text


async def test_next_week_others_are_offered(house, ana):
    panel, other = await opened(ana), await opened(ana)
    await plays(other, tries(house, solve=True))
    assert way(await ana.command("daily")) == "Puzzles (1/3)"
    while house.env.now().weekday():
        await house.wait(43_200)
    assert (await panel.press(panel._label(cards(panel)[0]))).said == GONE
    assert way(await ana.command("daily")) == "Puzzles (0/3)"
    assert (await opened(ana)).text != panel.text


async def test_a_server_that_does_not_want_the_daily_deal_has_no_puzzles(house, ben):
    panel = await opened(ben)
    await house.sets({"daily_deal": False})
    assert way(await ben.command("daily")) is None
    assert (await panel.press(panel._label(cards(panel)[0]))).said == GONE


@pytest.mark.parametrize(
    ("choice", "said"),
    [(":f", "unreadable command"), ("", GONE)],
)
async def test_what_no_button_says_is_refused(house, ben, choice, said):
    daily = await ben.command("daily")
    (button,) = [c for c in walk(house.raw(daily.result.response)) if way(daily) == c.get("label")]
    forged = button["custom_id"].replace("::new", choice) if choice else button["custom_id"].replace(":1::", ":4::")
    answer = await ben.forges(daily.result.response.message, forged)
    assert answer.said.endswith(said)
