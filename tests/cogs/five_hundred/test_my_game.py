"""My game: what one's mistakes cost, by lesson, in the deals that the coach has looked at."""

import pytest

from games.core import Phrase
from players.choice import Choice, Option
from tests.cogs.five_hundred.house import HEARTS

COSTS = {"bid 8H": ("bid 9H", 23.4), "put AS KS QS": ("put 10S 8S 9S", 40), "play JOKER": ("play JH", 12)}


@pytest.fixture
async def three(match_of, deals, thinker):
    """Ana has made 8 hearts against Ben and Cy, and the coach knows better."""

    async def think(question, _seed):
        done = str(question.done)
        better, points = COSTS.get(done, (done, 0.0))
        options = (Option(better, 0.6), Option(done, 0.5, behind=points, behind_error=1))
        return Choice(options if points else options[1:], Phrase("It is better."))

    deals.deal(HEARTS)
    three = match_of(3)
    thinker.think = think
    await three.start()
    await three.play_out(three.ana, "8 tricks", "Hearts")
    return three


async def my_game(guest):
    return (await (await guest.command("fivehundred matches")).press("My game")).said


async def test_what_a_review_found_is_added_up_by_lesson_this_week_and_before(three):
    assert "Press How did I play? after a deal" in await my_game(three.ana)
    await three.ana.press("How did I play?", three.table)
    found = "1 deal reviewed\n-40 lesson: keep trumps and aces\n-23 hand was worth more\n-12 Other mistakes"
    said = await my_game(three.ana)
    assert f"\nThis week\n-# {found}" in said
    assert "Before" not in said
    await three.house.app.store.write(lambda db: db.execute("UPDATE mistakes SET at = at - 604800"))
    said = await my_game(three.ana)
    assert f"\nBefore\n-# {found}" in said
    assert "This week" not in said
    assert "Press How did I play? after a deal" in await my_game(three.ben)


async def test_mistakes_of_the_house_are_nobodys(three):
    await three.house.app.store.write(lambda db: db.execute("UPDATE match_deals SET substitutes = '[0]'"))
    await three.ana.press("How did I play?", three.table)
    assert "This week" not in await my_game(three.ana)
