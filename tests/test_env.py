"""What the owner sets: which variables there are, their defaults, and what is said of a bad one."""

from datetime import timedelta
from pathlib import Path

import pytest

from cogs.app.process.env import Env, EnvError, read_env
from data.shards import Shards
from data.store.where import PostgresUrl
from tests.fake_discord import TOKEN

GUILD = 81384788765712384
SHARDS_OF_4 = "SHARD_COUNT=4\nSHARD_IDS="


def env_of(folder):
    return read_env(folder.joinpath(".env").relative_to(folder))


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("token", {"": TOKEN, f"DISCORD_TOKEN='{TOKEN}'": TOKEN}),
        ("database", {"": Path("data/bot.sqlite3"), "DATABASE_PATH=/x/y.db": Path("/x/y.db")}),
        ("log_level", {"": "INFO", "LOG_LEVEL=debug": "DEBUG"}),
        ("log_format", {"LOG_FORMAT=": "text", "LOG_FORMAT=text": "text", "LOG_FORMAT=JSON": "json"}),
        ("test_guild", {"": None, f"TEST_GUILD_ID={GUILD}": GUILD}),
        ("owner_guild", {"": None, f"OWNER_GUILD_ID={GUILD}": GUILD}),
        ("support_url", {"SUPPORT_URL=": "", "SUPPORT_URL=https://example.org/help": "https://example.org/help"}),
        ("health_port", {"": None, "HEALTH_PORT=1": 1, "HEALTH_PORT=65535": 65535}),
        ("backups", {"": None, "BACKUP_FOLDER=/var/backups": Path("/var/backups")}),
        ("thinkers", {"THINKERS=0": 0, "THINKERS=3": 3, "THINKERS=64": 64}),
        ("keep_moves", {"": timedelta(400), "KEEP_MOVES_DAYS=": timedelta(400), "KEEP_MOVES_DAYS=30": timedelta(30),
                        "KEEP_MOVES_DAYS=36500": timedelta(36_500), "KEEP_MOVES_DAYS=Forever": None}),
        ("shards", {"": None, "SHARD_COUNT=\nSHARD_IDS=": None, "SHARD_COUNT=3": Shards(3, (0, 1, 2)),
                    "SHARD_COUNT=16\nSHARD_IDS=4-7": Shards(16, (4, 5, 6, 7)),
                    "SHARD_COUNT=16\nSHARD_IDS=5, 0,2": Shards(16, (0, 2, 5)),
                    "SHARD_COUNT=16\nSHARD_IDS=0-2,2,15-15": Shards(16, (0, 1, 2, 15))}),
        ("api_url", {"DISCORD_API_URL=": None} | {
            f"DISCORD_API_URL={host}/api/v10/": f"{host}/api/v10"
            for host in ("http://localhost:8080", "https://a.example.org", "http://rate_limits:80", "http://[::1]:80")
        }),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_token_is_enough_and_every_setting_is_read(folder, env_file, name, read):
    for lines, meant in read.items():
        env_file(f"DISCORD_TOKEN={TOKEN}", lines)
        assert getattr(env_of(folder), name) == meant, lines


def test_the_machine_decides_how_many_processes_think_unless_the_owner_does(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "THINKERS=")
    assert 1 <= env_of(folder).thinkers <= 4


def test_a_server_takes_the_place_of_the_file_and_no_secret_is_shown(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "DATABASE_PATH=/x/y.db", "DATABASE_URL=postgresql://bot:secret@db/tables")
    read = env_of(folder)
    assert read.database == PostgresUrl("postgresql://bot:secret@db/tables")
    assert str(read.database) == "db/tables"
    assert "secret" not in repr(read)
    assert TOKEN not in f"{Env(TOKEN, folder, 'INFO', None)!r}"


def test_the_environment_wins_unless_it_is_empty_and_is_enough_without_a_file(folder, env_file, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert env_of(folder).token == TOKEN
    (folder / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=ERROR\n", encoding="utf-8-sig")  # a byte order mark
    monkeypatch.setenv("DISCORD_TOKEN", "  ")
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    read = env_of(folder)
    assert (read.token, read.log_level) == (TOKEN, "DEBUG")


BAD = {
    "DISCORD_TOKEN is missing; put the bot's token into .env, as .env.example shows.": [
        "", "DISCORD_TOKEN=", "DISCORD_TOKEN='   '", "DISCORD_TOKEN"],
    "DISCORD_TOKEN is not a token; copy it again from the Discord developer portal.": [
        f"DISCORD_TOKEN='{TOKEN} x'", f'DISCORD_TOKEN="{TOKEN}\n{TOKEN}"', f"DISCORD_TOKEN={TOKEN}ж",
        f'DISCORD_TOKEN="{TOKEN}\x07"'],
    "LOG_LEVEL is one of DEBUG, INFO, WARNING, ERROR, CRITICAL; leave it empty for INFO.": [
        "LOG_LEVEL=LOUD", f"LOG_LEVEL={TOKEN}"],
    "LOG_FORMAT is text or json; leave it empty for text.": ["LOG_FORMAT=xml"],
    "HEALTH_PORT is a number from 1 to 65535; leave it empty for none.": [
        "HEALTH_PORT=0", "HEALTH_PORT=65536", "HEALTH_PORT=0.0.0.0:9000"],
    "OWNER_GUILD_ID is a server's id, digits only; leave it empty for no commands of the owner.": [
        "OWNER_GUILD_ID=home", f"OWNER_GUILD_ID={2**63}"],
    "TEST_GUILD_ID is a server's id, digits only; leave it empty for all servers.": [
        "TEST_GUILD_ID=home", "TEST_GUILD_ID=-5", "TEST_GUILD_ID=0", "TEST_GUILD_ID=１２", f"TEST_GUILD_ID={2**63}"],
    "SUPPORT_URL is a link that begins with https://; leave it empty if there is none.": [
        "SUPPORT_URL=example.org", "SUPPORT_URL='https://example.org/a b'"],
    "SUPPORT_URL is longer than 200 characters.": [f"SUPPORT_URL=https://example.org/{'x' * 200}"],
    "THINKERS is a number of processes from 0 to 64; leave it empty to let the machine decide.": [
        "THINKERS=0.5", "THINKERS=-1", "THINKERS=65", "THINKERS=many"],
    "KEEP_MOVES_DAYS is a number of days from 30 to 36500, or forever; leave it empty for 400.": [
        f"KEEP_MOVES_DAYS={days}" for days in ("29", "0", "36501", "-400", "400.5", "never")],
    "SHARD_COUNT is the number of all shards, from 1 to 10000; leave it empty for as many as Discord advises.": [
        "SHARD_COUNT=0", "SHARD_COUNT=four", f"SHARD_COUNT={'9' * 5000}"],
    "SHARD_IDS says nothing without SHARD_COUNT, the number of all shards.": ["SHARD_IDS=0-3"],
    "SHARD_IDS names some of the shards 0 to 3, such as 0-3 or 0,2,5; leave it empty for all.": [
        f"{SHARDS_OF_4}{ids}" for ids in ("0-4", "3-1", "-1", "0,,2", f"0-{'9' * 5000}")],
    "DISCORD_API_URL is where a proxy for Discord's API listens, such as http://localhost:8080/api/v10; leave it empty"
    " if there is none.": [
        f"DISCORD_API_URL={url}"
        for url in ("localhost:8080/api/v10", "ftp://localhost/api/v10", "http://localhost:8080/api/v9",
                    "http://localhost:8080", "http://me:secret@localhost:8080/api/v10",
                    "http://localhost:8080/api/v10?x=1")],
    "DATABASE_URL is no address such as postgresql://name@host/database.": ["DATABASE_URL=db/tables"],
    'DISCORD_TOKEN begins with "; write it without quotes, and a path in full.': [f"""DISCORD_TOKEN='"{TOKEN}"'"""],
    "DATABASE_PATH begins with '; write it without quotes, and a path in full.": ["DATABASE_PATH=\"'data/x'\""],
    "DATABASE_PATH begins with ~; write it without quotes, and a path in full.": ["DATABASE_PATH=~/bot.sqlite3"],
    "Line 1 of .env can't be read; it has to be NAME=value.": [f'DISCORD_TOKEN="{TOKEN}'],
    "Line 2 of .env can't be read; it has to be NAME=value.": ["DATABASE_PATH data/x"],
    ".env sets DATABSE_PATH, which the bot doesn't know. Did you mean DATABASE_PATH?": ["DATABSE_PATH=/mnt/bot.db"],
    ".env sets log_level, which the bot doesn't know. Did you mean LOG_LEVEL?": ["log_level=DEBUG"],
}  # fmt: skip


@pytest.mark.parametrize("said", BAD, ids=lambda said: said.partition(" is")[0])
def test_a_bad_setting_is_one_sentence_without_the_token(folder, env_file, said):
    for lines in BAD[said]:
        env_file(*[f"DISCORD_TOKEN={TOKEN}"][: bool(lines) and not lines.startswith("DISCORD_TOKEN")], lines)
        with pytest.raises(EnvError) as error:
            env_of(folder)
        assert str(error.value) == said
        assert TOKEN not in str(error.value)


def test_a_file_that_cannot_be_read_is_one_sentence(folder):
    (folder / ".env").mkdir()
    with pytest.raises(EnvError, match=r"^The settings file \.env can't be read: Is a directory\.$"):
        env_of(folder)
    (folder / ".env").rmdir()
    (folder / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(EnvError, match=r"^The settings file \.env can't be read: it is not UTF-8 text\.$"):
        env_of(folder)


def test_a_name_that_is_none_of_the_bots_is_told_and_ignored(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}", "FAVOURITE_GAME=pontoon", "DISCORD_TOKEN_OLD=x", "POSTGRES_PASSWORD=secret")
    assert env_of(folder).warnings == (
        ".env sets DISCORD_TOKEN_OLD, which the bot doesn't know; DISCORD_TOKEN is set as well.",
        ".env sets FAVOURITE_GAME, which the bot doesn't know.",
    )


def test_whoever_lets_everybody_read_the_token_is_told(folder, env_file):
    env_file(f"DISCORD_TOKEN={TOKEN}")
    told = []
    for mode in (0o644, 0o640, 0o600):
        (folder / ".env").chmod(mode)
        told.append(env_of(folder).warnings)
    assert told == [("Everybody on this machine can read .env, which has the bot's token: chmod 600 .env",), (), ()]
