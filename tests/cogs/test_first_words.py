"""Nobody waits for the first words of a language: all are read on a thread, before the tables come back."""

import asyncio
import threading
from random import Random

import discord

from i18n import catalogues
from i18n.words import Words, languages
from tables.open_tables import OpenTables
from tools.world.bot import running
from tools.world.clocks import StillLoop
from tools.world.fake_discord import FakeDiscord


def test_all_languages_are_read_on_a_thread_before_the_tables_come_back(tmp_path, instead_of):
    read = []

    def reading(translation, language):
        read.append(threading.current_thread() is threading.main_thread())
        return translation(language)

    async def coming_back(resume, open_tables, *which):
        read.append("tables")
        return await resume(open_tables, *which)

    async def start():
        async with running(tmp_path / "words.sqlite3", FakeDiscord(), Random(1)):
            for locale in (*languages(), *(locale.value for locale in discord.Locale)):
                Words.speaking(locale)

    instead_of(catalogues, "translations", reading)
    instead_of(OpenTables, "resume", coming_back)
    Words.speaking.cache_clear()
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(start())
    assert len(read) > len(languages())
    assert set(read[:-1]) == {False}
    assert read[-1] == "tables"
