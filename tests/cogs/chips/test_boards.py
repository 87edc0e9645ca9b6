"""The other boards of /top: by game and by week, on commands and on the message, with a podium above the list."""

import io
from datetime import timedelta

import pytest
from PIL import Image

from cogs.chips import podium
from cogs.chips.boards import CHIPS
from data.tables.results import begin_of_week
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.house import walk

WEEK = timedelta(weeks=1)
_LISTED = "without gifts and rounds with house players. People who left the server aren't listed."
SINCE_MONDAY = f"-# Net chips since Monday, 00:00 UTC, {_LISTED}"
OF_ALL_TIME = f"-# Net chips of all rounds, {_LISTED}"


async def board(guest, **chosen):
    """What everybody reads, line by line."""
    await guest.command("top", **chosen)
    return guest.house.texts()[-1].splitlines()


async def turn(guest, label, message=None):
    """Press one of the two times below a board."""
    message = message or guest.house.messages()[-1]
    return await guest.member.click(message, label=label)


async def choose(guest, about, message=None):
    """Choose a board from the list below one."""
    return await guest.member.select(message or guest.house.messages()[-1], [about])


@pytest.fixture
async def evening(house, ana, ben):
    """Ana wins 150 at Blackjack with a blackjack, Ben loses 100."""
    table = await ana.opens(seats=2)
    await table.plays("Ana Sit, Ben Sit")
    house.deal("AS KD, 10D 6C v 9H then KC")
    await table.plays("Ana bets 100, Ben bets 100, Ben Stand")
    return ana, ben


async def test_a_game_has_a_board_of_what_was_won_until_monday_and_of_all_time(house, evening):
    ana, ben = evening
    ranks = ["1. Ana +150 in 1 round", "2. Ben -100 in 1 round"]
    nobody = "nobody on this board"
    assert await board(ana, board="blackjack") == ["### 🏆 Blackjack · Chips won", *ranks, OF_ALL_TIME]
    assert await board(ana, board="pontoon") == ["### 🏆 Pontoon · Chips won", nobody, OF_ALL_TIME]
    assert await board(ben, time="week") == ["### 🏆 Chips won · This week", *ranks, SINCE_MONDAY]
    monday = begin_of_week((house.env.now() + WEEK).timestamp())
    await house.wait(monday - house.env.now().timestamp() - 1)
    assert ranks[0] in await board(ana, board="blackjack", time="week")
    await house.wait(2)
    assert nobody in await board(ana, board="blackjack", time="week")
    assert ranks[0] in await board(ana, board="blackjack")


async def test_the_asker_turns_the_message_and_others_get_one_of_their_own(house, evening):
    ana, ben = evening
    await board(ana)
    message = house.messages()[-1]
    await choose(ana, "blackjack")
    assert house.texts()[-1].startswith("### 🏆 Blackjack · Chips won\n")
    await turn(ana, "This week")
    shown = house.texts()[-1]
    assert shown.startswith("### 🏆 Blackjack · Chips won · This week\n")
    answer = await choose(ben, CHIPS, message)
    assert house.texts()[-1] == shown, "the asker's message is left alone"
    assert answer.response.ephemeral
    assert house.read(answer.response.components).startswith("### 🏆 Chips won · This week\n")
    await turn(ben, "All time", answer.response)
    mine = house.env.backend.get_message(house.channel.id, answer.response.id)
    assert house.read(mine.components).startswith("### 🏆 Most chips\n")
    assert house.texts()[-1] == shown


async def test_who_asks_again_while_a_board_is_read_is_told_to_wait(house, ana, evening):
    answer = await ana.command("top")
    presses = [ana.about_to_press_on(answer, label) for label in ("This week", "All time")]
    assert any("Wait a moment before the next one." in answer.said for answer in await house.at_once(*presses))


async def test_a_forged_address_leads_to_no_board(house, evening):
    ana, _ = evening
    await board(ana)
    await choose(ana, "blackjack")
    forged = await ana.forges(house.messages()[-1], f"top:roulette:all:{ana.id}")
    assert forged.said == "unreadable command"


async def test_five_hundred_counts_matches_and_those_who_lost_theirs_are_listed_too(match_of, deals):
    three = match_of(3)
    for number, bid in enumerate(("8 tricks", "10 tricks", "10 tricks")):  # a match of fewer deals counts nowhere
        deals.deal(HEARTS, number=number + 1)
        await (three.table.plays("all Ready") if number else three.start(target=1000))
        await three.play_out(three.ana, bid, "Hearts", claims=True)
    for time, title in (("all", "Matches won"), ("week", "Matches won · This week")):
        shown = await board(three.ana, board="five_hundred", time=time)
        assert shown[:-1] == [
            f"### 🏆 Five Hundred · {title}",
            "1. Ana won 1 of 1 match",
            "2. Ben won 0 of 1 match",
            "3. Cy won 0 of 1 match",
        ]


# The podium


def galleries(message, house):
    return [part for part in walk(house.raw(message)) if part["type"] == 12]


async def test_who_has_won_stands_on_a_podium_whose_text_says_the_same_and_which_is_drawn_once(
    house, evening, calls_of
):
    ana, _ = evening
    drawn = calls_of(podium, "draw")
    await board(ana)
    message = house.messages()[-1]
    [gallery] = galleries(message, house)
    assert gallery["items"][0]["description"] == "1. Ana: 1,150 · 2. Ben: 900"
    picture = Image.open(io.BytesIO(await message.attachments[0].read()))
    assert picture.size == (podium.WIDTH, podium.HEIGHT)
    await turn(ana, "This week")
    await turn(ana, "All time")
    assert len(drawn) == 2
    await board(ana, board="blackjack")
    [gallery] = galleries(house.messages()[-1], house)
    assert gallery["items"][0]["description"] == "1. Ana: +150", "Ben has lost"
    await choose(ana, "pontoon")
    assert galleries(house.messages()[-1], house) == []
