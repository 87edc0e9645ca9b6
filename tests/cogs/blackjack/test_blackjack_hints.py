"""Hints at Blackjack: for whoever has to decide, at once and then exactly, in private."""

import asyncio

import pytest

from players.workers.process import NoAnswer

EXACT = "Exact for the cards left in the shoe."
QUICK = "A quick figure; the exact one follows."


@pytest.fixture
async def ana(house):
    return house.guest("Ana")


@pytest.fixture
async def table(ana):
    return await ana.opens(seats=1)


def shown(answer):
    """The text of a private message as it is now."""
    return answer.guest.house.read(answer.guest.house.raw(answer.result.response))


@pytest.fixture
def slowly(house, monkeypatch):
    """The coach takes five seconds."""
    think = house.app.hints._think

    async def slow(question, seed):
        await asyncio.sleep(5)
        return await think(question, seed)

    monkeypatch.setattr(house.app.hints, "_think", slow)


async def dealt(house, guest, table, hand, dealer, **more):
    house.deal(hand, dealer=dealer, **more)
    await guest.bets(100, table)


async def test_the_best_move_its_value_the_next_best_and_why(house, ana, table):
    await dealt(house, ana, table, "10S 6H", "10D")
    said = shown(await ana.press("Hint", table))
    first, why, small = said.splitlines()
    assert first.startswith("💡 Hit: -")
    assert first.endswith(".")
    assert " per 100 chips; Stand: -" in first
    assert why == "The dealer draws to 17 or more, and against 10D 16 mostly loses as it is."
    assert small == f"-# {EXACT} · Only you see this."


async def test_a_quick_figure_comes_at_once_and_is_replaced_by_the_exact_one(house, ana, table, slowly):
    await dealt(house, ana, table, "10S 6H", "10D")
    answer = await ana.press("Hint", table)
    assert shown(answer).endswith(f"-# {QUICK} · Only you see this.")
    await house.wait(5)
    assert shown(answer).endswith(f"-# {EXACT} · Only you see this.")


async def test_who_asks_again_gets_the_same_answer_without_another_thought(house, ana, table, monkeypatch):
    await dealt(house, ana, table, "10S 6H", "10D")
    first = shown(await ana.press("Hint", table))

    async def never(_question, _seed):
        raise AssertionError("it has been answered")

    monkeypatch.setattr(house.app.hints, "_think", never)
    assert shown(await ana.press("Hint", table)) == first


async def test_nobody_else_sees_that_somebody_asked(house, ana, table):
    await dealt(house, ana, table, "10S 6H", "10D")
    before, edits = table.text, len(house.env.http_requests)
    await ana.press("Hint", table)
    assert table.text == before
    sent = [request.path for request in house.env.http_requests[edits:]]
    assert sent
    assert all("/callback" in path or "/webhooks/" in path for path in sent)


async def test_who_is_not_asked_gets_a_sentence(house, ana, table):
    ben = house.guest("Ben")
    await dealt(house, ana, table, "10S 6H", "10D")
    said = (await ben.press("Hint", table)).said
    assert said == "You have nothing to decide right now. Ask for a hint when it's your turn."


async def test_insurance_has_a_hint_too(house, ana, table):
    await dealt(house, ana, table, "10S 6H", "AD")
    assert shown(await ana.press("Hint", table)).startswith("💡 No insurance: ")


async def test_between_rounds_it_is_about_the_bets_and_behind_more(house, ana, table):
    assert "Hint" not in table.buttons
    answer = await (await ana.press("More…", table)).press("Hint")
    assert "Pair bet: -10.4" in shown(answer)
    await dealt(house, ana, table, "10S 9H", "10D", then="8C")
    await ana.press("Stand", table)
    later = await (await ana.press("More…", table)).press("Hint")
    assert "Pair bet: -" in shown(later)
    assert shown(later) != shown(answer)


async def test_the_cards_that_have_come_out_of_the_shoe_count(house, ana, monkeypatch):
    asked = []
    think = house.app.hints._think

    async def listening(question, seed):
        asked.append(question)
        return await think(question, seed)

    monkeypatch.setattr(house.app.hints, "_think", listening)
    table = await ana.opens(seats=1)
    await dealt(house, ana, table, "10S 9H", "10D", then="8C")
    await ana.press("Stand", table)
    await dealt(house, ana, table, "10S 6H", "10D")
    await ana.press("Hint", table)
    assert sum(asked[0].seen) == 4 + 3


@pytest.mark.parametrize(("where", "is_on"), [("off", False), ("free", True), ("everywhere", True)])
async def test_the_table_says_whether_there_are_hints(house, ana, table, where, is_on):
    await house.sets({"hints": where})
    await house.wait(2)
    assert ("hints on" in table.text) == is_on
    await dealt(house, ana, table, "10S 6H", "10D")
    assert ("Hint" in table.buttons) == is_on
    assert ("Bet behind" in table.buttons) != is_on


async def test_a_hint_that_the_server_does_not_want_is_refused(house, ana, table):
    await dealt(house, ana, table, "10S 6H", "10D")
    press = ana.about_to_press("Hint", table)
    await house.sets({"hints": "off"})
    assert (await press.press()).said == "There are no hints at this table."


async def test_when_nobody_can_think_the_quick_figure_stays(house, ana, table, monkeypatch):
    async def nobody(_question, _seed):
        raise NoAnswer("there is no process that thinks")

    monkeypatch.setattr(house.app.hints, "_think", nobody)
    await dealt(house, ana, table, "10S 6H", "10D")
    said = shown(await ana.press("Hint", table))
    assert said.startswith("💡 Hit: -")
    assert said.endswith("-# A quick figure. · Only you see this.")
    await ana.press("Stand", table)
    answer = await (await ana.press("More…", table)).press("Hint")
    assert shown(answer) == "💡 The coach can't think right now."


async def test_where_hints_are_on_bets_behind_wait_behind_more_during_a_round(house, ana, table):
    ben = house.guest("Ben")
    await dealt(house, ana, table, "10S 6H", "10D")
    assert "Bet behind" in (await ben.press("More…", table)).buttons


async def test_who_is_forgotten_leaves_no_hint_in_memory(house, ana):
    table = await ana.opens(seats=1)
    await dealt(house, ana, table, "10S 6H", "10D")
    await ana.press("Hint", table)
    asked = house.app.hints._requests[table.live]
    assert ana.id in asked
    house.app.on_forgotten(house.guild.id, ana.id)
    assert ana.id not in asked


@pytest.mark.usefixtures("every_text")
async def test_all_of_it_can_be_translated(house):
    ana = house.guest("Ana")
    table = await ana.opens(seats=1)
    for hand, dealer in (("10S 6H", "10D"), ("10S 6H", "AD"), ("8S 8H", "6D"), ("5S 6H", "6D")):
        house.deal(hand, dealer=dealer, then="10C 10H 10S 10D")
        await ana.bets(100, table)
        await ana.press("Hint", table)
        if dealer == "AD":
            await ana.press("No insurance", table)
        await ana.press("Stand", table)
    await (await ana.press("More…", table)).press("Hint")
