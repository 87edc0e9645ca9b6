"""What is kept of members and servers beside chips: what they have met, are called for, have set, and are kept from."""

from datetime import timedelta

import pytest
from damaged import allow, refuse
from small_bank import later
from small_server import ANN, BOB, CY, GUILD, NOON, OTHER_GUILD, REFUSED

from data.guild.announcement import Announcement, Announcements
from data.guild.blocks import Block, BlockKind, Blocks
from data.guild.forget_guild import KEPT, Removed
from data.guild.forget_member import Departures
from data.guild.introductions import Introductions
from data.guild.openings import Openings
from data.guild.settings import SettingChange, Settings
from data.people import (
    HOUSE_PLAYER_NAMES,
    house_player,
    house_player_name,
    is_house_player,
    is_member,
    left,
    was_forgotten,
)
from i18n.words import ENGLISH

BOSS = 99
FIRST_DISCORD_ID = 21154535154122752


# Introductions


async def test_a_game_is_met_once_by_each_member_in_each_server_until_they_are_forgotten(store):
    introductions = Introductions(store)
    assert await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    assert not await introductions.is_first(GUILD, ANN, "pontoon", NOON + timedelta(days=900))
    for guild, person, game in ((GUILD, ANN, "blackjack"), (GUILD, BOB, "pontoon"), (OTHER_GUILD, ANN, "pontoon")):
        assert await introductions.is_first(guild, person, game, NOON)
    await Departures(store).forget(GUILD, ANN, NOON)
    assert await introductions.is_first(GUILD, ANN, "pontoon", NOON)
    assert not await introductions.is_first(GUILD, BOB, "pontoon", NOON)
    assert not await introductions.is_first(OTHER_GUILD, ANN, "pontoon", NOON)


# Openings: each member is called at most once an hour, those first who have waited longest


@pytest.fixture
def openings(store):
    return Openings(store)


async def called(openings, game="pontoon", *, minutes=0, besides=(), most=20):
    return await openings.due(GUILD, (game,), besides, later(minutes), most)


async def test_whoever_asks_is_called_for_any_game_or_for_some(openings):
    await openings.add(GUILD, ANN)
    await openings.add(GUILD, BOB, "pontoon")
    await openings.add(GUILD, BOB, "blackjack")
    assert await called(openings, "pok_deng") == [ANN]
    assert await called(openings, "pontoon") == [BOB]
    assert await openings.games(GUILD, BOB) == ["blackjack", "pontoon"]
    assert await openings.games(OTHER_GUILD, BOB) == []


async def test_nobody_is_called_twice_within_an_hour_whatever_they_asked_for(openings):
    await openings.add(GUILD, ANN, "pontoon")
    await openings.add(GUILD, ANN, "blackjack")
    assert await called(openings, "pontoon") == [ANN]
    assert await called(openings, "blackjack", minutes=59) == []
    for game in (["pok_deng"], []):
        await openings.add(GUILD, ANN, *game)
        assert await called(openings, "pok_deng", minutes=59) == []
    assert await called(openings, "blackjack", minutes=60) == [ANN]


async def test_a_choice_of_games_and_all_games_replace_each_other_in_one_server_alone(store, openings):
    for guild in (GUILD, OTHER_GUILD):
        await openings.add(guild, ANN, "pontoon")
    await openings.add(GUILD, ANN)
    assert await openings.games(GUILD, ANN) == [""]
    for _ in range(2):
        await openings.add(GUILD, ANN, "pontoon")
    assert await openings.games(GUILD, ANN) == ["pontoon"]
    await openings.remove(GUILD, ANN)
    assert await openings.games(GUILD, ANN) == await called(openings) == []
    await Departures(store).forget(GUILD, ANN, NOON)
    assert await openings.games(OTHER_GUILD, ANN) == ["pontoon"]


async def test_those_who_have_waited_longest_come_first_and_the_others_next_time(openings):
    for person in (ANN, BOB, CY):
        await openings.add(GUILD, person)
    assert await called(openings, besides=(ANN,), most=1) == [BOB]
    assert await called(openings, minutes=90, most=2) == [ANN, CY]
    assert await called(openings, minutes=91, most=2) == [BOB]


# Settings, and the log of them


async def test_what_is_set_is_kept_by_server_and_name_and_the_default_leaves_nothing_but_the_log(store):
    settings = Settings(store)
    await settings.change(GUILD, {"a": "1", "b": '"x"', "c": None}, BOSS, NOON)
    await settings.change(OTHER_GUILD, {"a": "2"}, BOSS, NOON)
    await settings.change(GUILD, {"a": "3", "b": '"x"'}, BOSS, NOON)
    assert await settings.all() == {GUILD: {"a": "3", "b": '"x"'}, OTHER_GUILD: {"a": "2"}}
    await settings.change(OTHER_GUILD, {"a": None}, BOSS, NOON)
    assert await settings.all() == {GUILD: {"a": "3", "b": '"x"'}}
    log = [SettingChange("a", "2", None, BOSS, NOON), SettingChange("a", None, "2", BOSS, NOON)]
    assert await settings.log(OTHER_GUILD, 9) == log
    assert [change.name for change in await settings.log(GUILD, 9)] == ["a", "b", "a"], "what is unchanged isn't logged"
    assert [change.after for change in await settings.log(GUILD, 1)] == ["3"]


async def test_a_change_of_settings_that_fails_half_way_leaves_nothing(store):
    settings = Settings(store)
    await store.write(lambda db: refuse(db, "settings_log", "NEW.name = 'b'"))
    with pytest.raises(REFUSED):
        await settings.change(GUILD, {"a": "1", "b": "2"}, BOSS, NOON)
    assert (await settings.all(), await settings.log(GUILD, 9)) == ({}, [])
    await store.write(lambda db: allow(db, "settings_log"))


# What the bot's owner has blocked and announces: for every process, until it is taken back


def block(number, kind=BlockKind.PERSON, reason="spam", at=NOON):
    return Block(kind, number, reason, BOSS, at)


async def test_people_and_servers_are_blocked_apart_and_listed_with_who_did_it_and_why(store):
    blocks, another = Blocks(store), Blocks(store)
    assert not await blocks.remove(BlockKind.PERSON, 5)
    await blocks.add(block(5))
    assert (5 in blocks.people, 5 in blocks.servers) == (True, False)
    raids = block(5, BlockKind.SERVER, "raids", later(60))
    await blocks.add(raids)
    await blocks.add(block(5, reason="worse"))
    assert await blocks.listed() == [raids, block(5, reason="worse")], "once, for the latest reason"
    assert 5 not in another.people
    assert await another.read() == frozenset()
    assert (5 in another.people, 5 in another.servers) == (True, True)
    assert await blocks.remove(BlockKind.SERVER, 5)
    assert (5 in blocks.people, 5 in blocks.servers) == (True, False)
    assert await another.read() == {5}, "another process learns of its end"
    assert 5 not in another.servers


async def test_a_block_stays_when_the_person_is_forgotten_and_the_server_is_left(store, chips):
    for guild, person in ((GUILD, ANN), (OTHER_GUILD, ANN), (GUILD, BOB)):
        await chips.open_member(guild, person, 1000, NOON)
    blocks, removed = Blocks(store), Removed(store)
    await blocks.add(block(ANN))
    await blocks.add(block(GUILD, BlockKind.SERVER))
    await Departures(store).forget(GUILD, ANN, NOON)
    await removed.left(GUILD, NOON)
    assert await removed.due(NOON + KEPT) == [GUILD]
    while await removed.delete_some(GUILD):
        pass
    await blocks.read()
    assert (ANN in blocks.people, GUILD in blocks.servers) == (True, True)


async def test_every_process_shows_the_latest_announcement_until_its_end(store):
    here, there = Announcements(store), Announcements(store)
    assert here.shown_at(NOON) is None
    for text in ("The bot restarts tonight.", "Never mind."):
        said = Announcement(text, BOSS, later(60))
        await here.say(said)
        await there.read()
        assert here.shown_at(later(59)) == there.shown_at(later(59)) == said
        assert there.shown_at(later(60)) is None
    await there.take_back()
    assert there.shown_at(NOON) is None
    await here.read()
    assert here.shown_at(NOON) is None


# Who somebody is


def test_a_number_is_a_member_a_house_player_or_somebody_who_left_and_never_two():
    players = [house_player(table, number) for table in (0, 1, 10**9) for number in range(100)]
    gone = [left(number) for number in (1, 2, 10**9)]
    assert len(set(players)) == len(players)
    kinds = (is_member, is_house_player, was_forgotten)
    for kind, people in zip(kinds, ([FIRST_DISCORD_ID], players, gone), strict=True):
        assert {each for person in people for each in kinds if each(person)} == {kind}
        assert not kind(None)


def test_a_sentence_names_people_by_their_kind_and_house_players_side_by_side_differ():
    assert ENGLISH.person(FIRST_DISCORD_ID) == f"<@{FIRST_DISCORD_ID}>"
    assert ENGLISH.person(left(3)) == "someone who left"
    side_by_side = [house_player(1234, number) for number in range(len(HOUSE_PLAYER_NAMES))]
    assert {house_player_name(player) for player in side_by_side} == set(HOUSE_PLAYER_NAMES)
    assert ENGLISH.person(side_by_side[0]).startswith("🤖\N{NO-BREAK SPACE}")
    assert "<@" not in ENGLISH.people(side_by_side)
