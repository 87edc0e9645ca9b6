"""Hints at Blackjack: for whoever has to decide, exact and in private."""

import asyncio
import re

import pytest

from players.workers.process import NoAnswer
from tests.cogs.app.test_requests import deletes

EXACT = "Exact for the cards left in the shoe."


@pytest.fixture
async def table(house):
    return await house.guest("Ana").opens(seats=1)


@pytest.fixture
def thinks(house, thinker):
    """`thinks(before)`: the coach does that with each question before it thinks."""
    think = thinker.think

    def thinks(before):
        async def thought(question, seed):
            await before(question)
            return await think(question, seed)

        thinker.think = thought

    return thinks


async def dealt(house, table, hand="10S 6H", dealer="10D", then=""):
    house.deal(f"{hand} v {dealer} then {then}")
    await table.plays("Ana bets 100")


async def behind_more(table):
    return await (await table.plays("Ana More…")).press("Hint")


async def figures(table):
    answer = await behind_more(table)
    await answer.press("Why")
    return answer.now


async def test_the_best_move_and_why_in_private(house, table, thinks):
    await dealt(house, table)
    before, requests = table.text, len(house.env.http_requests)
    answer = await table.plays("Ana Hint")
    said = answer.now
    assert said == "💡 Hit\n16 usually loses against 10D\n-# About equal: Stand"
    assert table.text == before
    sent = [request.path for request in house.env.http_requests[requests:]]
    assert sent
    assert all("/callback" in path or "/webhooks/" in path for path in sent)
    refused = (await table.plays("Ben Hint")).said
    assert refused == "nothing to decide"

    async def never(_question):
        raise AssertionError("it has been answered")

    thinks(never)
    assert (await table.plays("Ana Hint")).now == said


async def test_the_figures_take_the_place_of_the_hint_when_they_are_asked_for(house, table):
    await dealt(house, table, "10S 8H", "10D")
    answer = await table.plays("Ana Hint")
    assert answer.now == "💡 Stand\nAnother card would probably bust you."
    await answer.press("Why")
    best, hit, *_, exact = answer.now.splitlines()[2:]
    assert re.fullmatch(r"-# Stand: best · -\d+ on average", best)
    assert re.fullmatch(r"-# Hit: costs \d+ · -\d+ on average", hit)
    assert exact == f"-# {EXACT}"
    assert "Why" not in answer.left


async def test_while_the_coach_thinks_it_says_so_and_a_second_press_gets_the_answer_too(house, table, thinks):
    thinks(lambda _question: asyncio.sleep(5))
    await dealt(house, table)
    assert (await table.plays("Ana Hint")).now == "-# 💡 The coach is thinking…"
    again = await table.plays("Ana Hint")
    assert again.now == "-# 💡 The coach is thinking…"
    await house.wait(5)
    assert again.now.startswith("💡 Hit\n16 usually loses")


def stands(answer):
    """Whether its private message still stands in the channel."""
    return answer.result.response is not None


async def test_hints_lie_below_the_table_one_at_a_time_and_none_once_its_question_is_over(house, table):
    await dealt(house, table, "2S 3H", then="4C 6D 5H")
    first, again = await table.plays("Ana Hint"), await table.plays("Ana Hint")
    await house.wait(2)
    assert (stands(first), stands(again)) == (False, True)
    more = await table.plays("Ana More…")
    await house.wait(2)
    assert (stands(again), stands(more)) == (False, True)
    hint = await table.plays("Ana Hint")
    await table.plays("Ana Hit, 2 s")
    assert (stands(more), stands(hint)) == (False, False)
    hint = await table.plays("Ana Hint")
    await house.wait(2)
    assert stands(hint)


async def test_what_has_lain_there_for_a_quarter_of_an_hour_stays(house, table):
    old = await table.plays("Ana More…")
    await house.wait(7 * 60)
    await table.plays("Ana Sit")
    await house.wait(7 * 60 + 5)
    before = deletes(house)
    await table.plays("Ana More…, 2 s")
    assert (stands(old), deletes(house)) == (True, before), "Discord might refuse it"


async def test_insurance_has_a_hint_too(house, table):
    await dealt(house, table, dealer="AD")
    assert (await table.plays("Ana Hint")).now.startswith("💡 No insurance\nNo more than a third ")


async def test_between_rounds_it_is_about_the_bets_and_the_cards_that_have_come_out_count(house, table, thinks):
    assert "Hint" not in table.buttons
    before = await figures(table)
    assert re.search(r"Pair bet: costs 9\.\d · -10 on average\n-# Per 100 chips bet\.", before)
    await dealt(house, table, "10S 9H", then="8C")
    await table.plays("Ana Stand")
    after = await figures(table)
    assert "Pair bet: costs" in after
    assert after != before
    asked = []

    async def listening(question):
        asked.append(question)

    thinks(listening)
    await dealt(house, table)
    await table.plays("Ana Hint")
    assert sum(asked[0].seen) == 4 + 3


@pytest.mark.parametrize(("where", "is_on"), [("off", False), ("free", True), ("everywhere", True)])
async def test_the_rules_say_whether_there_are_hints_and_bets_behind_make_room_for_them(house, table, where, is_on):
    await house.sets({"hints": where})
    await house.wait(2)
    assert ("hints on" in (await table.plays("Ben Rules")).said) == is_on
    await dealt(house, table)
    assert ("Hint" in table.buttons) == is_on
    assert ("Bet behind" in table.buttons) != is_on
    assert ("Bet behind" in (await table.plays("Ben More…")).buttons) == is_on


async def test_a_hint_that_the_server_does_not_want_is_refused(house, table):
    await dealt(house, table)
    press = house.named("Ana").about_to_press("Hint", table)
    await house.sets({"hints": "off"})
    assert (await press.press()).said == "no hints here"


async def test_when_nobody_can_think_it_says_so_and_the_next_press_asks_again(house, table, thinks):
    fails = True

    async def nobody(_question):
        if fails:
            raise NoAnswer("there is no process that thinks")

    thinks(nobody)
    await dealt(house, table)
    assert (await table.plays("Ana Hint")).now == "-# 💡 coach can't think"
    fails = False
    assert (await table.plays("Ana Hint")).now.startswith("💡 Hit\n16 usually loses")


async def test_who_is_forgotten_leaves_no_hint_in_memory(house, table):
    await dealt(house, table)
    ana = (await table.plays("Ana Hint")).guest
    asked = house.app.hints._requests[table.live.table.accounts]
    assert ana.id in asked
    await house.app.events.forgotten.tell(house.guild.id, ana.id)
    assert ana.id not in asked


@pytest.mark.usefixtures("every_text")
async def test_all_of_it_can_be_translated(house):
    table = await house.guest("Ana").opens(seats=1)
    for hand, dealer in (("10S 6H", "10D"), ("10S 6H", "AD"), ("8S 8H", "6D"), ("5S 6H", "6D")):
        await dealt(house, table, hand, dealer, then="10C 10H 10S 10D")
        await (await table.plays("Ana Hint")).press("Why")
        if dealer == "AD":
            await table.plays("Ana No insurance")
        await table.plays("Ana Stand")
    await behind_more(table)
