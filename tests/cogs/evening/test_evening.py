"""The club evening: its event, its tables, whom it calls, who won, and each of it once."""

from datetime import timedelta

import discord
import pytest

from cogs.evening.tables import EveningTables
from data.guild.evenings import Evenings
from data.guild.openings import Openings
from tables.events import Close
from tables.lobby import ClosedBy
from tests.cogs.evening.club import GAMES, Club


async def play_blackjack(house, guest, table):
    """Win a round: 19 against a dealer who is bust."""
    house.deal("10S 9D v 6H then 10D KH")
    await guest.bets(100, table)
    await house.wait(25)
    await guest.press("Stand", table)
    await house.dealer_has_drawn()


async def test_the_event_is_made_a_day_ahead_and_begins_and_ends_with_the_evening(house, club):
    later = club.starts + timedelta(days=2)
    await club.is_set(day=later.weekday())
    await house.wait(901)
    assert club.events() == []
    await club.is_set()
    await house.wait(901)
    assert club.events() == [(f"{club.starts:%H:%M}", "scheduled")]
    await club.comes_to(2)
    assert club.events() == [(f"{club.starts:%H:%M}", "active")]
    await club.ends()
    assert club.events() == [(f"{club.starts:%H:%M}", "completed")]


async def test_tables_open_with_house_players_and_whoever_comes_plays_at_once(club, ana, ben):
    await club.comes_to(-120)
    assert club.tables() == []
    await club.comes_to(2)
    assert club.games() == GAMES
    (five,) = club.tables("five_hundred")
    assert len(five.live.table.lobby.house_players) == 3
    assert not five.live.table.is_playing, "house players don't play among themselves"
    assert "Press Ready for the next deal: " in five.text or "Sit" in five.buttons
    await ana.press("Sit", five)
    assert "Press Ready for the next deal: Ana\n" in five.text
    await ben.press("Sit", five)
    assert len(five.live.table.lobby.house_players) == 2, "they give way"
    await five.plays("Ana Ready, Ben Ready, 5 s")
    assert five.live.table.is_playing
    (pontoon,) = club.tables("pontoon")
    await ana.press("Sit", pontoon)
    assert "Press Start, or wait for eight players." in pontoon.text
    await ana.press("Start", pontoon)
    assert "Press Start" not in pontoon.text


async def test_where_house_players_are_off_the_tables_wait_empty(house, club):
    await house.sets({"house_players": "off"})
    await club.is_set("pontoon", "five_hundred")
    await club.comes_to(2)
    assert club.games() == ["pontoon", "five_hundred"]
    assert [any(table.live.table.lobby.seats) for table in club.tables()] == [False, False]
    await club.comes_to(3600)
    assert club.games() == ["pontoon", "five_hundred"], "they wait as long as the evening lasts"


async def test_where_tables_are_for_adults_alone_none_opens_in_a_channel_for_all(house, club):
    await house.sets({"adults_only": True})
    await club.comes_to(2)
    assert club.tables() == []


async def test_whoever_asked_is_called_once_and_nobody_else_is(house, club, ana, ben, cy):
    await ana.asks_for_calls("Any game")
    await ben.asks_for_calls("Pontoon")
    await club.is_set("blackjack", "pok_deng", "five_hundred")
    house.env.inject_error("POST", "/channels/*/messages", status=500)
    await club.comes_to(10)
    assert {*club.calls()} == {  # of all that are the same Discord makes one
        "Ana, club evening: Blackjack, Pok Deng, and Five Hundred\n-# you asked for calls, change with /play"
    }


async def test_where_calls_are_off_nobody_is_called(house, club, ana):
    await ana.asks_for_calls("Any game")
    await house.sets({"opening_calls": False})
    await club.comes_to(2)
    assert len(club.tables()) == len(GAMES)
    assert club.calls() == []


async def test_a_full_table_gets_another_one_beside_it_as_far_as_the_server_allows(house, club, people):
    await club.is_set("five_hundred")
    await house.sets({"tables_per_channel": 2})
    await house.named("Ana").command("fivehundred practice")
    await club.comes_to(2)
    (table,) = club.tables()
    for name in ("Ana", "Ben", "Cy"):
        await house.named(name).press("Sit", table)
    await house.wait(65)
    assert len(club.tables()) == 1, "there is a house player's seat"
    await table.plays("Dee Sit, 65 s")
    assert len(club.tables()) == 2
    for name in ("Eve", "Flo", "Gus", "Hal"):
        await house.named(name).press("Sit", club.tables()[1])
    await house.wait(65)
    assert len(club.tables()) == 2


async def test_a_table_that_a_manager_closed_is_not_opened_again_nor_is_one_opened_beside_it(house, club, ana, boss):
    await club.comes_to(45)
    (table,) = club.tables("blackjack")
    house.deal("10S 9D v 6H then 10D KH")
    await ana.bets(100, table)
    await boss.command("table close", table=table.number)
    await house.wait(20)
    assert (table.live.table.is_playing, club.games()) == (True, GAMES)
    await table.plays("Ana Stand, 130 s")
    assert club.games() == GAMES[1:]


async def test_the_standings_are_posted_once_and_mention_nobody(house, club, ana, ben, every_text):
    await club.comes_to(2)
    (table,) = club.tables("blackjack")
    await play_blackjack(house, ana, table)
    await ana.press("Leave", table)
    house.env.inject_error("POST", "/channels/*/messages", status=500)
    await club.ends()
    await house.wait(60)
    (post,) = club.posts()
    assert post.splitlines()[2:] == [
        "1. Ana +100 in 1 rounds" if "1 rounds" in post else "1. Ana +100 in 1 round",
        "-# Net chips at the tables that the evening opened, and matches there between members.",
    ]
    sent = [each.json for each in house.env.http_requests if "Club evening" in str(each.json) and each.method == "POST"]
    assert sent[-1]["allowed_mentions"] == {"parse": []}
    assert club.tables() == []
    assert table.text.splitlines()[-1].startswith("This table is closed. Nobody played for a while.")


async def test_rounds_at_other_tables_do_not_count_and_without_any_nothing_is_posted(house, club, ana):
    await club.comes_to(2)
    await play_blackjack(house, ana, await ana.opens())
    await club.ends()
    assert club.posts() == []


async def test_a_match_in_play_and_a_table_at_which_a_member_waits_outlast_the_evening(club, ana, ben):
    await club.comes_to(2)
    (five,) = club.tables("five_hundred")
    await five.plays("Ana Sit, Ben Sit, Ana Ready, Ben Ready")
    await club.comes_to(2 * 3600)
    await ana.press("Sit", club.tables("pontoon")[0])
    await club.ends()
    assert club.games() == ["pontoon", "five_hundred"]
    assert five.live.table.is_kept


async def test_bets_without_a_seat_outlast_the_evening(club, ana):
    await club.is_set("pok_deng")
    await club.comes_to(3 * 3600 - 10)
    (table,) = club.tables()
    await table.plays("Ana bets 10 on P1")
    await club.ends()
    assert club.games() == ["pok_deng"]


async def test_an_evening_goes_on_after_a_restart_and_does_nothing_twice(house, club, ana, ben, restart):
    await ben.asks_for_calls("Any game")
    await club.comes_to(-1800)
    await restart()
    await club.comes_to(2)
    await restart()
    await house.wait(65)
    assert club.games() == GAMES
    (table,) = club.tables("blackjack")
    await play_blackjack(house, ana, table)
    await restart()
    await house.wait(65)
    assert club.games() == GAMES
    assert len(club.calls()) == 1
    await ana.press("Leave", table)
    await club.ends()
    await restart()
    await house.wait(120)
    assert len(club.posts()) == 1
    assert club.events() == [(f"{club.starts:%H:%M}", "completed")]


@pytest.mark.parametrize("dies_in", [(Openings, "due"), (Evenings, "begin"), (EveningTables, "provide")])
async def test_what_a_process_left_undone_is_done_by_the_next_one(house, club, ana, fails_at, dies_in):
    await ana.asks_for_calls("Any game")
    house.expects_faults = True
    with fails_at(*dies_in):
        await club.comes_to(2)
    await house.restart()
    await house.wait(65)
    assert club.games() == GAMES
    assert len(club.calls()) == 1


async def test_an_evening_that_was_missed_opens_nothing_and_one_that_is_late_opens(house, club):
    await house.wait(901)
    house.may_write(house.channel, False)
    await club.comes_to(3600)
    assert club.tables() == []
    house.may_write(house.channel, True)
    await house.wait(901)
    assert club.games() == GAMES
    await club.ends()
    house.may_write(house.channel, False)
    await club.comes_to(7 * 86_400 + 4 * 3600)
    house.may_write(house.channel, True)
    await house.wait(901)
    assert club.tables() == []
    assert [state for _, state in club.events()] == ["completed", "completed"]


async def test_tables_nobody_came_to_say_where_they_were_closed_and_others_stay(house, club, ana):
    await club.comes_to(2)
    before = [table.message for table in club.tables()]
    await house.restart()
    await club.comes_to(3 * 3600 - 5)
    own = await ana.opens()
    await club.ends()
    assert own.live is not None
    assert [house.read(house.raw(old)).partition(" continues")[0] for old in before] == [
        f"-# Table {number}" for number in range(1, len(GAMES) + 1)
    ]


async def test_a_table_that_closed_by_itself_is_opened_again(house, club):
    await club.comes_to(2)
    with house.as_the_bot():
        await club.tables("pontoon")[0].live.do(Close(house.app.user.id, ClosedBy.IDLE))
    await house.wait(65)
    assert sorted(club.games()) == sorted(GAMES)


# What managers change


@pytest.mark.parametrize("seconds", [600, 20])
async def test_an_evening_that_is_set_shortly_before_it_begins_does_begin(house, club, ana, seconds):
    await house.sets({"evening": None})
    await ana.asks_for_calls("Any game")
    await club.comes_to(-seconds)
    await club.is_set()
    await club.comes_to(2)
    assert club.games() == GAMES
    assert len(club.calls()) == 1


async def test_an_evening_that_is_set_after_its_time_begins_a_week_later(house, club):
    await house.sets({"evening": None})
    await club.comes_to(2)
    await house.wait(901)
    await club.is_set()
    await house.wait(1800)
    assert club.tables() == []
    await club.comes_to(7 * 86_400 + 2)
    assert club.games() == GAMES


async def test_another_time_makes_another_event_and_no_evening_cancels_it(house, club):
    await house.wait(901)
    later = club.starts + timedelta(hours=1)
    await club.is_set(time=f"{later:%H:%M}", day=later.weekday())
    await house.wait(901)
    times = [f"{club.starts:%H:%M}", f"{later:%H:%M}"]
    assert club.events() == list(zip(times, ["canceled", "scheduled"], strict=True))
    await house.sets({"evening": None})
    await house.wait(901)
    assert club.events() == list(zip(times, ["canceled", "canceled"], strict=True))
    await club.comes_to(3700)
    assert club.tables() == []


async def test_an_evening_that_is_moved_at_the_last_moment_does_not_begin(house, club):
    await club.comes_to(-20)
    later = club.starts + timedelta(hours=1)
    await club.is_set(time=f"{later:%H:%M}", day=later.weekday())
    await club.comes_to(2)
    assert club.tables() == []
    await club.comes_to(3602)
    assert club.games() == GAMES


async def test_what_is_set_during_an_evening_counts_from_the_next_and_without_a_channel_it_ends_at_once(
    house, club, ana
):
    await club.comes_to(2)
    await play_blackjack(house, ana, club.tables("blackjack")[0])
    await ana.press("Leave", club.tables("blackjack")[0])
    await club.is_set(hours=1, time="03:00")
    await club.comes_to(2 * 3600)
    assert club.games() == GAMES
    await house.sets({"evening": None})
    await house.wait(65)
    assert club.tables() == []
    assert club.posts() == []
    assert [state for _, state in club.events()] == ["completed"]


async def test_without_the_permission_managers_read_it_once_and_the_evening_goes_on(house, club):
    log = house.guild.create_text_channel("log")
    await house.sets({"log_channel": log.id})
    await house.wait(5)
    for role in house.env.backend.get_guild(house.guild.id).roles.values():
        role.permissions &= ~discord.Permissions(create_events=True).value
    await house.restart()
    await house.wait(1900)
    sent = [each.json["content"] for each in house.env.http_requests if each.path == f"/channels/{log.id}/messages"]
    said = [text for text in sent if "Events" in text]
    assert said == [
        "Club evening · Discord doesn't let the bot make or change this event. Give it the permission Create Events."
    ]
    await club.comes_to(2)
    assert club.games() == GAMES
    assert club.events() == []


async def test_a_channel_that_is_gone_stops_nobody(house, ana):
    club, other = Club(house), house.guild.create_text_channel("club")
    await club.is_set(channel=other.id)
    await house.wait(901)
    house.env.backend.delete_channel(other.id)
    await club.ends()
    assert club.tables() == []
    assert club.posts() == []
