"""The daily deal: once a day, the same for everybody, alone against the house."""

import re
import sys
from datetime import timedelta
from functools import partial
from random import Random

import pytest

from cogs.daily_deal.result import rows_text
from data.tables.daily import DailyDeals
from games.core import IllegalAction, Phrase
from games.five_hundred import Say, read
from i18n.words import ENGLISH
from players.choice import Choice, Option
from players.five_hundred import Question
from players.workers.process import NoAnswer
from tests.cogs.daily_deal.player import PLAY, Player

BEGUN = "today's deal begun already"
NOT_AGAIN = "### Daily deal\ntoday's deal begun already"


async def records(house):
    """The finished deals of all tables, in the order in which they ended."""
    rows = await house.app.store.find("SELECT record FROM match_deals ORDER BY ended_at, table_id")
    return [read(record) for (record,) in rows]


async def to_midnight(house):
    """The seconds until the day is over."""
    now = house.env.now()
    return ((now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0) - now).total_seconds()


def as_the_house(live):
    """What the house would do now in the member's seat."""
    table = live.table
    question = table.game.question(table.terms, table.lobby, table.play.setup, table.play.round, 0)
    return question.answer(Random(table.shuffle.chance(0, table.play.steps)), 1.0).action


async def test_it_is_offered_beside_the_daily_chips_and_its_result_says_what_the_house_made(house, ana, every_text):
    answer = await ana.command("daily")
    assert "One deal of Five Hundred with the same cards for everyone, alone against the house." in answer.said
    player = await Player(ana).begins()
    points = await player.ends()
    result = (await player.panel.press("Result")).said
    assert f"\nYou: {points:+}\n" in result
    assert "\nThe house in your seat: " in result
    assert f"Place 1 of 1 in this server\n🥇 Ana · {points:+}" in result, "the only one here is the only one at all"
    assert result == await player.result()
    record = await (await (await ana.command("daily")).press("Result")).press("Deal record")
    assert record.said.startswith("### Match 1 · deal 1\n")
    assert (await ana.command("fivehundred matches")).said == "No match has been played here yet. Open one in /play."


@pytest.mark.usefixtures("newcomers")
async def test_a_newcomer_reads_how_it_is_played_before_the_only_try(house, ana):
    daily = await ana.command("daily")
    told = await daily.press(PLAY)
    assert "lesson: you bid first" in told.said
    assert told.buttons == [PLAY, "Show me"]
    assert house.app.open_tables.tables(house.guild.id) == []
    assert "Your hand" in (await told.press(PLAY)).said
    assert "lesson: you bid first" not in (await daily.press(PLAY)).said


async def test_all_have_the_same_cards_and_the_house_plays_alike(house, ana, ben):
    first, second = await Player(ana).begins(), await Player(ben).begins()
    assert await first.ends() == await second.ends()
    one, other = await records(house)
    assert one == other
    assert "2. Ben" not in await second.result()
    assert "🥇 Ana" in (result := await second.result())
    assert "🥇 Ben" in result


def test_whoever_comes_after_two_who_share_a_place_is_third():
    board = [(2, 50), (1, 50), (4, 20), (3, -10)]
    assert [row.split()[0] for row in rows_text(board, ENGLISH)] == ["🥇", "🥇", "🥉", "4."]


async def test_whoever_plays_as_the_house_does_reads_that(house, ana):
    player = await Player(ana).begins()
    while player.live is not None:
        await house.wait(1)
        if player.live is not None and 0 in player.live.table.play.to_act:
            await player.does(as_the_house(player.live))
    result = await player.result()
    points = f"{await player.points():+}"
    assert f"You: {points}\n" in result
    assert f"The house in your seat: {points}\nYou played exactly like the house." in result


async def test_what_was_done_first_in_another_way_is_told_with_what_it_cost(house, ana, thinker):
    player = await Player(ana).begins()
    await player.ends()
    await player.result()

    async def think(question, _seed):
        done = Option(str(question.done), 0.4, behind=12.0, behind_error=1.0)
        return Choice((Option(str(Say.PASS), 0.5), done), Phrase("It is better."))

    thinker.think = think
    done, other = (await records(house))[0], read((await house.app.store.find("SELECT record FROM daily_deals"))[0][0])
    first, second = next(each for each in zip(done.moves, other.moves, strict=False) if each[0] != each[1])
    said, instead = (str(action).rpartition(" ")[2] for _, action in (first, second))
    assert re.search(rf" you (said|played) {said}, the house {instead}\.\n-# {said}: costs 12\n", await player.result())


async def test_it_takes_none_of_the_bots_own_requests(house, ana):
    before = len(house.env.http_requests)
    await (await Player(ana).begins()).ends()
    sent = {request.path.split("/")[1] for request in house.env.http_requests[before:]}
    assert sent == {"interactions", "webhooks"}


async def test_it_is_played_once_however_often_somebody_asks(house, ana):
    daily = await ana.command("daily")
    late = [ana.about_to_press_on(daily, PLAY) for _ in range(2)]
    await house.at_once(*late)
    assert len(house.app.open_tables.tables(house.guild.id)) == 1
    player = await Player(ana).begins("Continue")
    await player.ends()
    assert (await daily.press(PLAY)).said == BEGUN


async def test_whoever_leaves_it_has_no_result_and_no_second_try(house, ana):
    daily = await ana.command("daily")
    player = await Player(ana).begins()
    await player.plays_until(1)
    asked = await (await player.panel.press("More…")).press("Leave")
    assert asked.said.startswith("Leave the daily deal? You get no result and can't start it again.")
    await asked.press("Leave")
    assert player.live is None
    assert (await ana.command("daily")).said.endswith(NOT_AGAIN)
    assert (await daily.press(PLAY)).said == BEGUN
    assert await player.points() is None


async def test_a_table_that_discord_did_not_show_is_not_begun(house, ana):
    house.expects_faults = True
    daily = await ana.command("daily")
    house.env.inject_error("POST", "*/callback", status=403, code=50001, times=1)
    await daily.press(PLAY)
    assert house.app.open_tables.tables(house.guild.id) == []
    assert await (await Player(ana).begins()).ends() is not None


async def test_a_process_that_dies_before_it_deals_is_followed_by_one_that_does(house, ana, fails_at):
    daily = await ana.command("daily")
    soon = IllegalAction("about to restart")
    with fails_at(sys.modules["cogs.daily_deal.today"], "deal_in", soon):
        await daily.press(PLAY)
    await house.restart()
    player = await Player(ana).begins("Continue")
    assert player.live.table.is_playing


async def test_on_another_server_it_is_the_same_deal_and_begun_already(house, ana):
    await Player(ana).begins()
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    abroad = elsewhere.add_member(ana.member.user)
    answer = await abroad.slash(channel, "daily")
    assert house.read(answer.response.components).endswith(NOT_AGAIN)


@pytest.mark.sampled
async def test_a_restart_in_the_middle_changes_nothing(house, ana, ben, restart):
    player = await Player(ana).begins()
    await player.plays_until(4)
    await restart()
    await player.begins("Continue")
    assert await player.ends() == await (await Player(ben).begins()).ends()
    one, other = await records(house)
    assert one == other


@pytest.mark.parametrize(("minutes", "counts"), [(59, True), (61, False)])
async def test_a_deal_that_the_day_ends_in_counts_until_its_results_are_posted(house, ana, minutes, counts):
    await house.wait(await to_midnight(house) - 60)
    player = await Player(ana).begins()
    await house.wait(60 * (minutes + 1) - 60)
    await player.ends()
    assert (await player.points() is not None) == counts
    assert PLAY in (await ana.command("daily")).buttons


async def test_the_servers_rules_levels_and_hints_are_not_for_it(house, ana):
    await house.sets({"five_hundred.players": 3, "five_hundred.allow_misere": False, "house_level": "easy"})
    player = await Player(ana).begins()
    assert len(player.live.table.lobby.seats) == 4
    assert player.live.table.terms.options.allow_misere
    assert player.live.table.terms.mode.level == "strong"
    await player.plays_until(1)
    while 0 not in player.live.table.play.to_act:
        await house.wait(1)
    assert "Hint" not in house.read(player.panel.raw)
    more = (await player.panel.press("More…")).buttons
    assert [
        label for label in more if "level" in label.lower() or ("players" in label and label != "House players: normal")
    ] == []
    own = f"b:{player.live.table.id}:{player.live.table.question_id_of(ana.id)}:hint"
    below = (await ana.command("daily")).result.response.message
    assert (await ana.forges(below, own)).said == "no hints here"


@pytest.mark.parametrize("values", [{"daily_deal": False}, {"house_players": "off"}, {"games_off": ["five_hundred"]}])
async def test_a_server_that_does_not_want_it_is_offered_nothing(house, ana, values):
    daily = await ana.command("daily")
    await house.sets(values)
    assert "Daily deal" not in (await ana.command("daily")).said
    assert (await daily.press(PLAY)).said == "This server doesn't offer the daily deal."


async def test_a_deal_that_could_not_go_on_is_over_and_no_other_takes_its_place(house, ana):
    player = await Player(ana).begins()
    await player.plays_until(1)
    await house.app.store.write(lambda db: db.execute("UPDATE rounds SET rules = 0"))
    await house.restart()
    await house.env.settle()
    assert player.live is None
    assert await player.points() is None
    assert (await ana.command("daily")).said.endswith(NOT_AGAIN)


async def test_on_a_machine_without_time_the_house_plays_the_same_a_little_later(house, ana, ben, instead_of):
    player = await Player(ana).begins()
    await player.ends()
    busy = {"times": 30}

    def sometimes(answer, question, source, effort):
        if busy["times"] and busy["times"] % 3:
            busy["times"] -= 1
            raise NoAnswer("nobody had time for it")
        busy["times"] = max(busy["times"] - 1, 0)
        return answer(question, source, effort)

    instead_of(Question, "answer", sometimes)
    await (await Player(ben).begins()).ends()
    assert busy["times"] == 0
    one, other = await records(house)
    assert one == other


# The day after


@pytest.fixture
async def posts(house):
    """What is posted in a channel of the daily deal."""
    channel = house.guild.create_text_channel("daily")
    await house.sets({"daily_channel": channel.id})
    return partial(house.posted_in, channel)


async def test_the_best_of_a_day_are_posted_once_an_hour_after_it_with_the_seed(house, ana, ben, posts, fails_at):
    house.expects_faults = True
    player = await Player(ana).begins()
    points = await player.ends()
    await (await Player(ben).begins()).ends()
    await house.wait(await to_midnight(house) + 3_300)
    assert posts() == []
    house.env.inject_error("POST", "/channels/*/messages", status=500)
    with fails_at(DailyDeals, "keep_post"):  # the process dies before it has noted the post
        await house.wait(600)
    refused, post = posts()
    assert f"🥇 Ana · {points:+}\n🥇 Ben · {points:+}" in post
    ((seed,),) = await house.app.store.find("SELECT seed FROM daily_deals ORDER BY day LIMIT 1")
    assert f"Seed {bytes(seed).hex()}" in post
    for _ in range(2):
        await house.restart()
        await house.wait(3_600)
        assert posts() == [refused, post, post]
    sent = [request.json["nonce"] for request in house.env.http_requests if "nonce" in (request.json or {})]
    assert sent[-1] == sent[-2], "Discord makes one of them"


async def test_tomorrows_hash_is_shown_today_and_is_that_of_the_seed(house, ana, posts):
    await (await Player(ana).begins()).ends()
    today = await ana.command("daily")
    shown = (await today.press("Result")).said.rpartition("Fingerprint of tomorrow's seed: ")[2].split()[0]
    await house.wait(await to_midnight(house))
    assert "tomorrow" not in (await today.press("Result")).said
    assert (await Player(ana).begins()).live.table.commitment.startswith(shown.strip("|"))


async def test_where_nobody_played_or_nobody_asked_for_it_nothing_is_posted(house, ana, posts):
    await house.wait(await to_midnight(house) + 4_000)
    assert posts() == []
    await house.sets({"daily_channel": None})
    await (await Player(ana).begins()).ends()
    await house.wait(90_000)
    assert posts() == []
    assert len(house.messages()) == 0


async def test_how_ones_partner_bids_stands_behind_more(ana):
    daily = await Player(ana).begins()
    more = await daily.panel.press("More…")
    assert "How the house bids" in more.buttons
    assert not [label for label in more.buttons if label.startswith("Level")], "the house plays alike for all"
