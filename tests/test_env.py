"""What the owner sets: which variables there are, their defaults, and what is said of a bad one."""

from datetime import timedelta

import pytest

from cogs.app.process.env import Env, EnvError, read_env
from data.shards import Shards
from data.store.where import PostgresUrl
from tests.fake_discord import TOKEN

NO_TOKEN = "DISCORD_TOKEN is missing; put the bot's token into .env, as .env.example shows."
NOT_A_TOKEN = "DISCORD_TOKEN is not a token; copy it again from the Discord developer portal."
LEVELS = "LOG_LEVEL is one of DEBUG, INFO, WARNING, ERROR, CRITICAL; leave it empty for INFO."
SUPPORT = "SUPPORT_URL is a link that begins with https://; leave it empty if there is none."
THINKERS = "THINKERS is a number of processes from 0 to 64; leave it empty to let the machine decide."
FORMAT = "LOG_FORMAT is text or json; leave it empty for text."
KEEP_MOVES = "KEEP_MOVES_DAYS is a number of days from 30 to 36500, or forever; leave it empty for 400."
PORT = "HEALTH_PORT is a number from 1 to 65535; leave it empty for none."
COUNT = "SHARD_COUNT is the number of all shards, from 1 to 10000; leave it empty for as many as Discord advises."
IDS = "SHARD_IDS names some of the shards 0 to 3, such as 0-3 or 0,2,5; leave it empty for all."
API = (
    "DISCORD_API_URL is where a proxy for Discord's API listens, such as http://localhost:8080/api/v10;"
    " leave it empty if there is none."
)
GUILD = "TEST_GUILD_ID is a server's id, digits only; leave it empty for all servers."
OWNERS = "OWNER_GUILD_ID is a server's id, digits only; leave it empty for no commands of the owner."


def env_of(folder):
    return read_env(folder.joinpath(".env").relative_to(folder))


def test_a_token_is_enough(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}")
    read = env_of(folder)
    assert (read.token, str(read.database), read.log_level, read.test_guild) == (
        TOKEN, "data/bot.sqlite3", "INFO", None,
    )  # fmt: skip


def test_every_setting_is_read(folder, env_file):
    env_file(f"DISCORD_TOKEN='{TOKEN}'", "DATABASE_PATH=/x/y.db", "LOG_LEVEL=debug", "TEST_GUILD_ID=81384788765712384")
    read = env_of(folder)
    assert (read.token, str(read.database), read.log_level, read.test_guild) == (
        TOKEN, "/x/y.db", "DEBUG", 81384788765712384,
    )  # fmt: skip


def test_a_server_takes_the_place_of_the_file_and_its_password_is_not_shown(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=/x/y.db", "DATABASE_URL=postgresql://bot:secret@db/tables")
    read = env_of(folder)
    assert read.database == PostgresUrl("postgresql://bot:secret@db/tables")
    assert str(read.database) == "db/tables"
    assert "secret" not in repr(read)


def test_the_address_for_reports_is_read_and_optional(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "SUPPORT_URL=")
    assert env_of(folder).support_url == ""
    env_file(f"DISCORD_TOKEN={TOKEN}", "SUPPORT_URL=https://example.org/help")
    assert env_of(folder).support_url == "https://example.org/help"


@pytest.mark.parametrize(
    ("line", "days"),
    [("", 400), ("KEEP_MOVES_DAYS=", 400), ("KEEP_MOVES_DAYS=30", 30), ("KEEP_MOVES_DAYS=36500", 36_500)],
)
def test_moves_are_kept_for_as_many_days_as_the_owner_says(folder, env_file, line, days):
    env_file(f"DISCORD_TOKEN={TOKEN}", line)
    assert env_of(folder).keep_moves == timedelta(days=days)


@pytest.mark.parametrize("word", ["forever", "Forever", "FOREVER"])
def test_moves_are_kept_for_ever_if_the_owner_says_so(folder, env_file, word):
    env_file(f"DISCORD_TOKEN={TOKEN}", f"KEEP_MOVES_DAYS={word}")
    assert env_of(folder).keep_moves is None


def test_the_machine_decides_how_many_processes_think_unless_the_owner_does(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "THINKERS=")
    assert 1 <= env_of(folder).thinkers <= 4
    for number in (0, 3, 64):
        env_file(f"DISCORD_TOKEN={TOKEN}", f"THINKERS={number}")
        assert env_of(folder).thinkers == number


def test_the_log_is_text_unless_the_owner_wants_json(folder, env_file):
    for written, meant in (("", "text"), ("text", "text"), ("json", "json"), ("JSON", "json")):
        env_file(f"DISCORD_TOKEN={TOKEN}", f"LOG_FORMAT={written}")
        assert env_of(folder).log_format == meant


def test_the_bot_is_watched_on_a_port_or_not_at_all(folder, env_file):
    for written, meant in (("", None), ("1", 1), ("65535", 65535)):
        env_file(f"DISCORD_TOKEN={TOKEN}", f"HEALTH_PORT={written}")
        assert env_of(folder).health_port == meant


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ([], None),
        (["SHARD_COUNT=", "SHARD_IDS="], None),
        (["SHARD_COUNT=3"], Shards(3, (0, 1, 2))),
        (["SHARD_COUNT=16", "SHARD_IDS=4-7"], Shards(16, (4, 5, 6, 7))),
        (["SHARD_COUNT=16", "SHARD_IDS=5, 0,2"], Shards(16, (0, 2, 5))),
        (["SHARD_COUNT=16", "SHARD_IDS=0-2,2,15-15"], Shards(16, (0, 1, 2, 15))),
    ],
)
def test_a_process_may_have_a_part_of_the_shards(folder, env_file, lines, meant):
    env_file(f"DISCORD_TOKEN={TOKEN}", *lines)
    assert env_of(folder).shards == meant


@pytest.mark.parametrize(
    "host", ["http://localhost:8080", "https://proxy.example.org", "http://rate_limits:80", "http://[::1]:8080"]
)
def test_discord_may_be_asked_through_a_proxy(folder, env_file, host):
    env_file(f"DISCORD_TOKEN={TOKEN}", f"DISCORD_API_URL={host}/api/v10/")
    assert env_of(folder).api_url == f"{host}/api/v10"
    env_file(f"DISCORD_TOKEN={TOKEN}", "DISCORD_API_URL=")
    assert env_of(folder).api_url is None


def test_a_file_with_a_byte_order_mark_can_be_read(folder):
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-8-sig")
    assert env_of(folder).token == TOKEN


def test_without_a_file_the_environment_is_enough(folder, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert env_of(folder).token == TOKEN


def test_the_environment_wins_unless_it_is_empty(folder, env_file, monkeypatch):
    env_file(f"DISCORD_TOKEN={TOKEN}", "LOG_LEVEL=ERROR")
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    read = env_of(folder)
    assert (read.token, read.log_level) == (TOKEN, "DEBUG")


def shards(*lines):
    return [f"DISCORD_TOKEN={TOKEN}", *lines]


def api(url):
    return [f"DISCORD_TOKEN={TOKEN}", f"DISCORD_API_URL={url}"]


BAD = {
    "nothing": ([], NO_TOKEN),
    "a blank token": (["DISCORD_TOKEN="], NO_TOKEN),
    "a token of spaces": (["DISCORD_TOKEN='   '"], NO_TOKEN),
    "a name without a value": (["DISCORD_TOKEN"], NO_TOKEN),
    "a token with a space inside": ([f"DISCORD_TOKEN='{TOKEN} x'"], NOT_A_TOKEN),
    "a token over two lines": ([f'DISCORD_TOKEN="{TOKEN}\n{TOKEN}"'], NOT_A_TOKEN),
    "a token with a letter of another alphabet": ([f"DISCORD_TOKEN={TOKEN}ж"], NOT_A_TOKEN),
    "a token with a control character": ([f'DISCORD_TOKEN="{TOKEN}\\x07"'.replace("\\x07", "\x07")], NOT_A_TOKEN),
    "no such level": ([f"DISCORD_TOKEN={TOKEN}", "LOG_LEVEL=LOUD"], LEVELS),
    "the token as a level": ([f"DISCORD_TOKEN={TOKEN}", f"LOG_LEVEL={TOKEN}"], LEVELS),
    "a log in another format": ([f"DISCORD_TOKEN={TOKEN}", "LOG_FORMAT=xml"], FORMAT),
    "port 0": ([f"DISCORD_TOKEN={TOKEN}", "HEALTH_PORT=0"], PORT),
    "a port beyond all ports": ([f"DISCORD_TOKEN={TOKEN}", "HEALTH_PORT=65536"], PORT),
    "an address as a port": ([f"DISCORD_TOKEN={TOKEN}", "HEALTH_PORT=0.0.0.0:9000"], PORT),
    "the owner's server by its name": ([f"DISCORD_TOKEN={TOKEN}", "OWNER_GUILD_ID=home"], OWNERS),
    "an owner's server beyond 63 bits": ([f"DISCORD_TOKEN={TOKEN}", f"OWNER_GUILD_ID={2**63}"], OWNERS),
    "a server's name": ([f"DISCORD_TOKEN={TOKEN}", "TEST_GUILD_ID=home"], GUILD),
    "a negative server": ([f"DISCORD_TOKEN={TOKEN}", "TEST_GUILD_ID=-5"], GUILD),
    "a link without https": ([f"DISCORD_TOKEN={TOKEN}", "SUPPORT_URL=example.org"], SUPPORT),
    "a link with a space": ([f"DISCORD_TOKEN={TOKEN}", "SUPPORT_URL='https://example.org/a b'"], SUPPORT),
    "a link that never ends": (
        [f"DISCORD_TOKEN={TOKEN}", f"SUPPORT_URL=https://example.org/{'x' * 200}"],
        "SUPPORT_URL is longer than 200 characters.",
    ),
    "half a process": ([f"DISCORD_TOKEN={TOKEN}", "THINKERS=0.5"], THINKERS),
    "fewer processes than none": ([f"DISCORD_TOKEN={TOKEN}", "THINKERS=-1"], THINKERS),
    "a crowd of processes": ([f"DISCORD_TOKEN={TOKEN}", "THINKERS=65"], THINKERS),
    "processes in words": ([f"DISCORD_TOKEN={TOKEN}", "THINKERS=many"], THINKERS),
    "moves for a month that is too short": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=29"], KEEP_MOVES),
    "moves for no time": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=0"], KEEP_MOVES),
    "moves for longer than a century": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=36501"], KEEP_MOVES),
    "moves for days before today": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=-400"], KEEP_MOVES),
    "moves for a part of a day": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=400.5"], KEEP_MOVES),
    "moves never": ([f"DISCORD_TOKEN={TOKEN}", "KEEP_MOVES_DAYS=never"], KEEP_MOVES),
    "no shards": (shards("SHARD_COUNT=0"), COUNT),
    "shards in words": (shards("SHARD_COUNT=four"), COUNT),
    "a number without an end": (shards(f"SHARD_COUNT={'9' * 5000}"), COUNT),
    "some of an unknown number of shards": (
        shards("SHARD_IDS=0-3"),
        "SHARD_IDS says nothing without SHARD_COUNT, the number of all shards.",
    ),
    "a shard too many": (shards("SHARD_COUNT=4", "SHARD_IDS=0-4"), IDS),
    "shards backwards": (shards("SHARD_COUNT=4", "SHARD_IDS=3-1"), IDS),
    "a shard before the first": (shards("SHARD_COUNT=4", "SHARD_IDS=-1"), IDS),
    "a gap in a list": (shards("SHARD_COUNT=4", "SHARD_IDS=0,,2"), IDS),
    "a list without an end": (shards("SHARD_COUNT=4", f"SHARD_IDS=0-{'9' * 5000}"), IDS),
    "a proxy without an address": (api("localhost:8080/api/v10"), API),
    "a proxy that speaks another language": (api("ftp://localhost/api/v10"), API),
    "a proxy for another version": (api("http://localhost:8080/api/v9"), API),
    "a proxy for nothing": (api("http://localhost:8080"), API),
    "a proxy with a password": (api("http://me:secret@localhost:8080/api/v10"), API),
    "a proxy with a question": (api("http://localhost:8080/api/v10?x=1"), API),
    "a database that is no address": (
        [f"DISCORD_TOKEN={TOKEN}", "DATABASE_URL=db/tables"],
        "DATABASE_URL is no address such as postgresql://name@host/database.",
    ),
    "server 0": ([f"DISCORD_TOKEN={TOKEN}", "TEST_GUILD_ID=0"], GUILD),
    "a server in full-width digits": ([f"DISCORD_TOKEN={TOKEN}", "TEST_GUILD_ID=１２"], GUILD),
    "a server beyond 63 bits": ([f"DISCORD_TOKEN={TOKEN}", f"TEST_GUILD_ID={2**63}"], GUILD),
}


def test_the_owners_server_is_read_and_optional(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}")
    assert env_of(folder).owner_guild is None
    env_file(f"DISCORD_TOKEN={TOKEN}", "OWNER_GUILD_ID=81384788765712384")
    assert env_of(folder).owner_guild == 81384788765712384


@pytest.mark.parametrize("name", BAD)
def test_a_bad_setting_is_one_sentence_without_the_token(folder, env_file, name):
    lines, said = BAD[name]
    env_file(*lines)
    with pytest.raises(EnvError) as error:
        env_of(folder)
    assert str(error.value) == said
    assert TOKEN not in str(error.value)


def test_a_folder_in_the_files_place_is_one_sentence(folder):
    (folder / ".env").mkdir()
    with pytest.raises(EnvError, match=r"^The settings file \.env can't be read: Is a directory\.$"):
        env_of(folder)


def test_a_file_that_is_not_text_is_one_sentence(folder):
    (folder / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(EnvError, match=r"^The settings file \.env can't be read: it is not UTF-8 text\.$"):
        env_of(folder)


def test_a_file_that_cannot_be_read_is_one_sentence(folder):
    (folder / ".env").mkdir()
    with pytest.raises(EnvError, match=r"^The settings file \.env can't be read: Is a directory\.$"):
        env_of(folder)


def test_it_does_not_show_the_token(folder):
    shown = Env(TOKEN, folder, "INFO", None)
    assert TOKEN not in f"{shown} {shown!r}"


def test_a_name_that_looks_misspelt_is_refused_with_the_right_one(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABSE_PATH=/mnt/chips/bot.sqlite3")
    with pytest.raises(EnvError) as refused:
        env_of(folder)
    assert str(refused.value) == ".env sets DATABSE_PATH, which the bot doesn't know. Did you mean DATABASE_PATH?"


def test_small_letters_are_a_slip_too(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "log_level=DEBUG")
    with pytest.raises(EnvError, match=r"Did you mean LOG_LEVEL\?"):
        env_of(folder)


def test_a_name_that_is_none_of_the_bots_is_told_and_ignored(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "FAVOURITE_GAME=pontoon", "DISCORD_TOKEN_OLD=x", "POSTGRES_PASSWORD=secret")
    assert env_of(folder).ignored == (
        ".env sets DISCORD_TOKEN_OLD, which the bot doesn't know; DISCORD_TOKEN is set as well.",
        ".env sets FAVOURITE_GAME, which the bot doesn't know.",
    )
