"""The real bot in SimCord over a real store.

After each test, the fixtures check that nothing went wrong unseen, that every chip is accounted for, and that
Discord's own description allows every request.
"""

import asyncio
import functools
import logging
import shutil
from collections import ChainMap
from contextlib import asynccontextmanager, closing
from datetime import timedelta
from itertools import product

import pytest
import simcord

from cogs.app.bot import App
from cogs.app.replies import edits
from cogs.app.replies.errors import sentence
from cogs.blackjack import picture
from cogs.table.press import Press
from data.check import open_for_check, problems
from data.guild.introductions import Introductions
from data.people import HOUSE_PLAYER_NAMES
from data.store.locks import LocksHere
from data.store.where import PostgresUrl
from i18n.words import ENGLISH, languages
from players.workers.thinkers import answer_here
from tables.services import Paces
from tests import discord_api
from tests.cogs import limits, once, pseudo
from tests.cogs.alone import AtPontoon, opening_privately
from tests.cogs.five_hundred.house import Deals, Match
from tests.cogs.house import House
from tests.cogs.keys import KeyedWords
from tests.cogs.pontoon.house import Five
from tests.conftest import seeds
from tests.postgres import end_sessions
from tools.messages.sources import everything

LANGUAGES = tuple(languages().values())
"""What the bot's languages are called in themselves."""

SETTLE_SECONDS = 2
"""After each step SimCord waits for the timers that are due sooner; the five-second questions are left alone."""
AT_ONCE = {"alone", "five", "match_of", "one_stage_after_the_other", "quick_house"}
"""With one of these fixtures, messages don't wait a second for each other."""
STAGE_SECONDS = SETTLE_SECONDS + 1.1
"""So long the hands of one stage are shown in tests."""


def pytest_configure():
    once.copy_quickly()
    once.hold_requests()
    once.settle_patiently()


def pytest_collection_modifyitems(items):
    for item in items:
        if "house" in getattr(item, "fixturenames", ()) and item.get_closest_marker("simcord") is None:
            item.add_marker(pytest.mark.simcord(settle_timeout=SETTLE_SECONDS, shard_count=1))


def pytest_generate_tests(metafunc):
    if "restart" in metafunc.fixturenames:
        kinds = ("sqlite",) if "own_disk" in metafunc.fixturenames else ("sqlite", "postgres")
        ends = list(product(kinds, ("stopped", "killed")))
        metafunc.parametrize(("kind", "restart"), ends, indirect=True)


@pytest.fixture
def own_disk():
    """The database is a file on a disk that the bot itself writes to."""


@pytest.fixture
def kind(request):
    """The kind of the database."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
async def store(open_store, new_database, new_file, kind, monkeypatch):
    # In a simulated month that would be half a million looks.
    monkeypatch.setattr("data.store.postgres.locks.LOOK_SECONDS", timedelta(days=1000) / timedelta(seconds=1))
    where = new_database(kind)
    if kind == "sqlite":
        shutil.copy(new_file, where)
    return await open_store(where)


@pytest.fixture
def newcomers():
    """People are told how a game is played when they first come to it, and what they may lose there.

    In other tests everyone knows all that.
    """


@pytest.fixture(autouse=True)
def silence_for_newcomers(request, monkeypatch):
    async def knows_it(_introductions, _guild, _person, _game, _now):
        return False

    if "newcomers" not in request.fixturenames:
        monkeypatch.setattr(Introductions, "is_first", knows_it)
        monkeypatch.setattr("cogs.chips.give.newcomer", lambda *_: None)


@pytest.fixture
def as_users_have_it(newcomers, card_by_card):
    """Nothing is turned off that people have."""


@pytest.fixture
def tokens_live(monkeypatch):
    """`tokens_live(minutes=1)`: so long the token of a press is used from now on."""
    return lambda minutes: monkeypatch.setattr(edits, "LIVES", timedelta(minutes=minutes))


@pytest.fixture
def one_salt(monkeypatch):
    """The salt of every shuffle; otherwise it is the number of a press, and a restart uses up numbers, too."""
    monkeypatch.setattr(Press, "salt", "salt")


@pytest.fixture
def new_application():
    """The application has no emojis yet; in other tests a start before has uploaded all of them."""


@pytest.fixture
def english():
    """The test is about sentences, and the bot speaks English; in other tests it speaks in keys (keys.py)."""


@pytest.fixture(autouse=True)
def _speak_in_keys(request, monkeypatch):
    if {"english", "speak_in_brackets"}.isdisjoint(request.fixturenames):
        monkeypatch.setattr("i18n.words.Words.speaking", KeyedWords.speaking)


@pytest.fixture(autouse=True)
def _what_is_the_same_for_each_bot(request, monkeypatch):
    once.load_extensions(monkeypatch)
    if "speak_in_brackets" not in request.fixturenames:
        once.translate_commands(monkeypatch)
    if "new_application" in request.fixturenames:
        once.draw_emojis(monkeypatch)
    else:
        once.upload_emojis(monkeypatch)


@pytest.fixture
def paces(request):
    """How long the bot waits; `pytest.mark.paces(house=60.0)` says what is different in a test."""
    at_once = {"message": timedelta(0)} if AT_ONCE & {*request.fixturenames} else {}
    slowly = {"stage": timedelta(seconds=SETTLE_SECONDS + 1), "stages": timedelta.max}
    staged = slowly if "one_stage_after_the_other" in request.fixturenames else {}
    marks = [mark.kwargs for mark in request.node.iter_markers("paces")]  # the test's own first
    return Paces(**ChainMap(*marks, at_once, staged))


class Thinker:
    """Thinks for the house and the coach, as in the bot, until a test says `thinker.think = somebody_else`."""

    def __init__(self):
        self.think = answer_here

    async def answer(self, question, seed):
        return await self.think(question, seed)


@pytest.fixture
def thinker():
    return Thinker()


@pytest.fixture
def make_app(store, entropy, paces, thinker):
    def make_app(store=store, entropy=entropy, **how):
        store.locks = LocksHere()  # the process before has ended, and its locks with it
        return App(store, entropy=entropy, **{"paces": paces, "think": thinker.answer} | how)

    return make_app


@pytest.fixture
def simcord_bot(make_app):
    return make_app()


@pytest.fixture
def house(simcord_env, make_app, shoes, caplog):
    house = House(simcord_env, make_app, shoes)
    yield house
    faults = [error for error in simcord_env.errors if not _is_refusal(error)]
    faults += [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert house.expects_faults == bool(faults), faults
    with closing(open_for_check(house.app.store.where)) as db:
        assert problems(db) == []
    assert discord_api.problems(simcord_env.http_requests) == []
    sent = (each.json for each in simcord_env.http_requests if isinstance(each.json, dict))
    pinged = {kind for each in sent for kind in (each.get("allowed_mentions") or {}).get("parse", ())}
    assert pinged <= {"users"}, "nothing ever mentions @everyone or a role"
    assert house.dead_ends() == []


@pytest.fixture
def ana(house):
    return house.guest("Ana")


@pytest.fixture
def ben(house):
    return house.guest("Ben")


@pytest.fixture
def cy(house):
    return house.guest("Cy")


@pytest.fixture
def people(ana, ben):
    return [ana, ben]


@pytest.fixture
def boss(house):
    """A manager of the server."""
    return house.guest("Boss", manages=True)


@pytest.fixture
async def table(ana):
    """Ana's table of Blackjack."""
    return await ana.opens()


@pytest.fixture
async def generous(house):
    """The server doesn't limit what its members give each other."""
    await house.sets({"between_members": 0, "givers": [0, 0]})


@pytest.fixture(scope="session")
def plotting():
    """Load matplotlib first: that takes longer than SimCord waits for an answer on a busy machine."""
    import matplotlib.backends.backend_agg
    import matplotlib.figure  # noqa: F401 - only to load it


@pytest.fixture(scope="session")
def sentences():
    """All sentences of the bot, as translators get them."""
    return asyncio.run(everything())


@pytest.fixture
def speak_in_brackets(sentences, tmp_path, monkeypatch):
    """`speak_in_brackets("pt")`: the bot knows that language, and it is English in brackets."""
    yield functools.partial(pseudo.install, sentences, tmp_path / "locales", monkeypatch)
    pseudo.forget()


@pytest.fixture
def brackets(speak_in_brackets):
    """English itself is in brackets, and as long as its longest translation."""
    speak_in_brackets("en", is_stretched=True)


@pytest.fixture
def every_text(request, brackets, house, sentences):
    """The bot speaks in brackets (`house` must come after this), and after the test all that it sent is in brackets.

    And all that it sent has room in every language.
    """
    failed = request.session.testsfailed
    yield
    sent = {text for sending in house.env.http_requests for text in pseudo.texts(sending)}
    assert request.session.testsfailed > failed or any("⟦" in text for text in sent)
    commands = [game.command for game in house.app.games.values()]
    english = [game.seed_is_shown for game in house.app.games.values()]  # with the rest of the page about a shuffle
    names = [*house.names.values(), *HOUSE_PLAYER_NAMES, *commands, *LANGUAGES, *english]
    assert {text: found for text in sent if (found := pseudo.strays(text, names))} == {}
    assert limits.too_long(house.env.http_requests, sentences) == set()


@pytest.fixture(autouse=True)
def _a_dealer_at_once(request):
    """Blackjack's dealer shows all cards at once, except in tests that ask for `card_by_card`."""
    with pytest.MonkeyPatch.context() as patch:
        if "card_by_card" not in request.fixturenames:
            patch.setattr(picture, "MOST_STAGES", 0)
        yield


@pytest.fixture
def card_by_card():
    """Blackjack's dealer draws one card after the other, as outside of tests."""


@pytest.fixture
def one_stage_after_the_other():
    """Redraws don't wait for each other, and Pok Deng's next hands are turned over when `STAGE_SECONDS` are over."""


@pytest.fixture
def turn_over(house, one_stage_after_the_other):
    """`await turn_over()` turns over the next hands of Pok Deng; `turn_over(3)` all of them, with the results."""

    async def turn_over(stages=1):
        for _ in range(stages):
            await house.wait(STAGE_SECONDS)

    return turn_over


@pytest.fixture
def another_house(make_app, open_store, shoes, tmp_path):
    """`async with another_house() as house:` on a Discord of its own, that ends before the test's `house` begins."""

    @asynccontextmanager
    async def another_house():
        app = make_app(await open_store(tmp_path / "another.sqlite3"), seeds())
        async with simcord.run(app, shard_count=1, settle_timeout=SETTLE_SECONDS) as env:
            with env.time_context():
                yield House(env, make_app, shoes)

    return another_house


@pytest.fixture
def five(house, packs):
    """Five people for a table of Pontoon."""
    return Five(house, packs)


@pytest.fixture
def deals(monkeypatch):
    deals = Deals()
    deals.stand_in(monkeypatch)
    return deals


@pytest.fixture
def match_of(house, generous, deals):
    """`match_of(4)`: as many people for Five Hundred."""
    return lambda people=4: Match(house, deals, people)


@pytest.fixture
def two(match_of):
    """The same for a match of two."""
    return match_of(2)


@pytest.fixture
async def without_substitutes(house):
    """In this server the clock plays for those who are away, and a match waits for whoever has left."""
    await house.sets({"substitutes": False})


@pytest.fixture
def restart(request, house, make_app, open_store, tmp_path, monkeypatch):
    """`await restart()`: the bot is stopped, or killed, and another process continues with what it left behind.

    Tests that ask for it run on both kinds of database.
    """
    # SimCord gives a starting bot five seconds, whatever it is told; five-second questions would be over by then.
    settle = simcord.Env._settle_internal
    monkeypatch.setattr(simcord.Env, "_settle_internal", lambda env, **how: settle(env, **{**how, "timeout": None}))

    async def stopped(**how):
        left = house.app.store
        await house.app.close()
        await left.close()
        await house.env.restart_bot(make_app(await open_store(left.where), **how))

    async def killed_on_a_server(**how):
        await house.env.settle()
        left = house.app.store
        left.on_failure = lambda _error: None
        for ask in ("write", "write_blind", "read", "find", "long_read", "beside"):
            monkeypatch.setattr(left, ask, _never)
        end_sessions(left.where)
        await house.env.restart_bot(make_app(await open_store(left.where), **how))

    async def killed(**how):
        # The kernel closes the files of a killed process and drops its lock. Two files are left just as they are, with
        # the log not yet folded into the database. A copy has just that.
        await house.env.settle()
        left = house.app.store.where
        kept = tmp_path / f"{left.name}-kept"
        for suffix in ("", "-wal"):
            shutil.copy(f"{left}{suffix}", f"{kept}{suffix}")
        await house.env.restart_bot(make_app(await open_store(kept), **how))

    on_a_server = isinstance(house.app.store.where, PostgresUrl)
    return {"stopped": stopped, "killed": killed_on_a_server if on_a_server else killed}[request.param]


async def _never(*_asked, **_named):
    """What a killed process has asked for."""
    await asyncio.Event().wait()


def _is_refusal(error):
    """Commands raise the refusals that people read; SimCord collects those together with real faults."""
    return sentence(getattr(error, "original", error), ENGLISH) is not None


@pytest.fixture
def alone(house, packs):
    """A private table of Pontoon."""
    with opening_privately():
        yield AtPontoon(house, packs)
