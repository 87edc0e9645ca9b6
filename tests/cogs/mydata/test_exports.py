"""Many exports at once: a server makes one at a time, and says so to those who wait."""

import asyncio
from collections import Counter
from random import Random

from data.guild.export import Export
from tools.world.bot import running
from tools.world.clocks import StillLoop, until_quiet
from tools.world.fake_discord import CHANNEL, EPHEMERAL, FakeDiscord


def test_a_server_exports_for_one_person_at_a_time(tmp_path, instead_of):
    under_way, seen = set(), []

    async def watched(collect, exports, guild, user_id, now):
        under_way.add(user_id)
        seen.append(set(under_way))
        held = await collect(exports, guild, user_id, now)
        under_way.remove(user_id)
        return held

    async def exported():
        wire = FakeDiscord()
        wire.post(1, [], CHANNEL, EPHEMERAL)
        wire.post(0, [], CHANNEL, EPHEMERAL)  # the place of what is said later
        async with running(tmp_path / "exports.sqlite3", wire, Random(1)) as app:
            asyncio.get_running_loop().keep_what_runs()
            for person in (1, 2, 3, 2):
                wire.send(app, wire.press("mydata:file", person, 1))
            await until_quiet()
            return [sent.body.get("content", "") for sent in wire.take_in()]

    instead_of(Export, "collect", watched)
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        sent = runner.run(exported())
    assert sorted(map(len, seen)) == [1, 1, 1]
    waits, comes = "Your file is in the queue. It will appear here.", "Your file is on its way."
    answered = Counter(text for text in sent if text)
    assert answered == {waits: 2, comes: 1, "your data here": 3}
