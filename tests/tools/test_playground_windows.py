"""The playground's windows without a browser: what each shows, and whom a press in one of them serves."""

import asyncio
import itertools
import re
import threading
from contextlib import asynccontextmanager
from datetime import timedelta

import aiohttp
import pytest
from yarl import URL

from cogs.app.bot import App
from cogs.chips import graph
from data.guild.introductions import Introductions
from data.store.store import Store
from players.workers.thinkers import answer_here
from tables.services import Paces
from tools.playground.windows import open_windows
from tools.playground.world import MEMBERS, Aside, simulated


class Window:
    """Does what the page does in a browser: asks for its view, and presses what it was shown."""

    def __init__(self, session, address, name):
        self.session, self.address, self.name = session, address, name
        self.headers = {"X-Simcord-Capability": "any", "Referer": f"{address}/{name}"}
        self.pressed = 0

    async def open(self):
        self.view = await self.ask("POST", "pages", {})
        self.headers["X-Simcord-Context"] = self.view["context"]["id"]
        return self

    async def ask(self, method, what, body=None):
        asked = self.session.request(method, f"{self.address}/api/{what}", json=body, headers=self.headers)
        async with asked as answer:
            assert answer.status == 200
            return await answer.json()

    async def look(self):
        self.view = await self.ask("GET", "state")

    async def act(self, kind, **what):
        """Acts on the view that was fetched last, which may be an old one."""
        body = {
            "protocol_version": 3,
            "sequence": self.pressed + 1,
            "request_id": f"{self.name} {self.pressed + 1}",
            "generation": self.view["context"]["generation"],
            "bot_generation": self.view["botGeneration"],
            "published_revision": self.view["publishedRevision"],
            "kind": kind,
            **what,
        }
        receipt = await self.ask("POST", "action", body)
        self.pressed = receipt["expectedSequence"]
        return receipt

    def button(self, label):
        return next(part for part in parts(self.view["messages"]) if part.get("label") == label)

    async def looks(self, tab):
        """Look at one's own chips, in another tab of the answer."""
        assert arrived(await self.command("balance"))
        await self.look()
        return await self.press(tab)

    async def press(self, label):
        key = self.button(label)["control_key"]
        return await self.act("click", control_key=key, target_id=key.split(":")[1])

    async def fill(self, **values):
        return await self.act("modal_submit", modal_handle=self.view["modal"]["handle"], values=values)

    async def command(self, text, **options):
        entries = (await self.ask("GET", "commands"))["entries"]
        entry = next(entry for entry in entries if entry["invocation"] == text)
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=text.split(),
            options=options,
            schema_fingerprint=entry["schemaFingerprint"],
        )

    def text(self):
        """All text in the messages, including the names of members."""
        words = (part.get("content") or part.get("label") for part in parts(self.view["messages"]))
        return "\n".join(word for word in words if isinstance(word, str))


def parts(tree):
    if isinstance(tree, dict):
        yield tree
        tree = list(tree.values())
    if isinstance(tree, list):
        for inner in tree:
            yield from parts(inner)


def arrived(receipt):
    return not receipt["rejected"] and receipt["settlement"] == "settled"


@asynccontextmanager
async def club(folder, *names, **options):
    """The playground in this process, and the windows of `names`, with one table open; `options` are the table's."""
    store = await Store.open(folder / "playground.sqlite3")
    try:
        app = App(store, entropy=lambda: bytes(32))
        async with simulated(app) as world, open_windows(world) as address, aiohttp.ClientSession() as session:
            windows = [await Window(session, address, name).open() for name in names]
            for member, game in itertools.product(world.ids.values(), app.games):  # nobody is new to a game
                await Introductions(store).is_first(app.guilds[0].id, member, game, app.now())
            if not list(app.open_tables.in_guild(app.guilds[0].id)):
                assert arrived(await windows[0].command("blackjack open", **options))
            for window in windows:
                await window.look()
            yield windows
    finally:
        await store.close()


@pytest.mark.thorough
async def test_a_press_on_an_older_view_reaches_its_button_in_the_new_one_and_nobody_ends_all(tmp_path):
    async with club(tmp_path, "ana", "ben") as (ana, ben):
        assert arrived(await ana.press("Bet…"))
        await ana.look()
        assert arrived(await ben.press("Join"))
        assert arrived(await ana.fill(main="100", pair=""))
        await ben.look()
        assert "Ana" in ben.text()
        assert "Ben" in ben.text()
    async with club(tmp_path, "ana", "ben") as (ana, ben):
        body = {"kind": "close", "sequence": 1, "request_id": "end"}
        async with ana.session.post(f"{ana.address}/api/action", json=body, headers=ana.headers) as answer:
            assert answer.status == 403
        assert arrived(await ben.press("Bet…"))


@pytest.mark.thorough
async def test_a_press_whose_button_is_gone_presses_no_other_button(tmp_path):
    async with club(tmp_path, "ana", "ben", "cy", seats="2") as (ana, ben, cy):
        assert arrived(await ana.press("Join"))
        await ben.look()
        await cy.look()
        assert arrived(await cy.press("Join"))
        await cy.look()
        assert cy.button("Bet behind…")["control_key"] == ben.button("Join")["control_key"]
        assert (await ben.press("Join"))["rejected"]
        await ben.look()
        assert ben.view["modal"] is None
        assert arrived(await ben.press("Bet behind…"))  # and the next press works again


@pytest.mark.thorough
async def test_of_five_who_press_at_once_all_are_served_and_the_table_is_back_after_a_restart(tmp_path):
    async with club(tmp_path, "ana", "ben", "cy", "dee", "eli") as windows:
        receipts = await asyncio.gather(*(window.press("Join") for window in windows))
        assert all(map(arrived, receipts))
        await windows[0].look()
        for name in ("Ana", "Ben", "Cy", "Dee", "Eli"):
            assert name in windows[0].text()
    async with club(tmp_path, "ben") as (ben,):
        assert "table 1" in ben.text()
        assert arrived(await ben.press("Bet…"))


@pytest.mark.thorough
async def test_the_same_day_and_the_commands_in_texts_are_right_after_a_restart(tmp_path):
    for said in ("You collected **200** daily chips", "You've already collected today's chips. You have **1,200**"):
        async with club(tmp_path, "ana") as (ana,):
            assert arrived(await ana.command("daily"))
            await ana.look()
            assert said in ana.text()
            await ana.command("help")
            await ana.look()
            told = set(re.findall(r"</[a-z ]+:(\d+)>", str(ana.view["messages"])))
            entries = (await ana.ask("GET", "commands"))["entries"]
            assert told
            assert told <= {entry["commandId"] for entry in entries}
            listed = [entry["invocation"] for entry in entries]
    opening = ["blackjack", "fivehundred", "pokdeng", "pontoon", "tournament"]
    assert listed[:6] == ["play", *(f"{name} open" for name in opening)]
    assert listed[6:] == sorted(listed[6:], key=lambda name: name.split()[0])


@asynccontextmanager
async def slow(folder, think=answer_here):
    """Ana's window of a playground whose house players think so."""
    store, aside = await Store.open(folder / "playground.sqlite3"), Aside(think)
    try:
        at_once = Paces(message=timedelta(0))
        app = App(store, entropy=lambda: bytes(32), think=aside.answer, on_thread=aside.on_thread, paces=at_once)
        async with simulated(app, aside) as world, open_windows(world) as address, aiohttp.ClientSession() as session:
            yield await Window(session, address, "ana").open()
    finally:
        await store.close()


@pytest.mark.thorough
async def test_windows_wait_for_nobody_who_thinks(tmp_path):
    async def ponder(_question, _seed):
        await asyncio.Event().wait()

    async with slow(tmp_path, ponder) as ana:
        assert arrived(await ana.command("fivehundred practice"))
        await ana.look()
        assert arrived(await ana.press("Go to the table"))
        await ana.look()
        assert "deal 1" in ana.text()
        if "Pass" in ana.text():  # she bids first, and so nobody thinks yet
            assert arrived(await ana.press("Pass"))
            await ana.look()
        assert "** · Bid or pass" in ana.text()


@pytest.mark.thorough
async def test_a_picture_that_takes_long_to_draw_locks_no_window(tmp_path, instead_of):
    is_wanted = threading.Event()
    instead_of(graph, "draw", lambda *_: is_wanted.wait())
    try:
        async with slow(tmp_path) as ana:
            assert arrived(await ana.looks("Graph"))
            await ana.look()
            assert arrived(await ana.command("balance"))
            is_wanted.set()
    finally:
        is_wanted.set()


async def test_the_first_page_says_who_is_who_and_leads_to_every_window_but_no_other_site_does(tmp_path):
    async with club(tmp_path, "ana") as (ana,):
        async with ana.session.get(f"{ana.address}/") as answer:
            page = await answer.text()
        assert "manages the server" in re.search(r'href="/ana".*?</a>', page)[0]
        assert arrived(await ana.command("owner status"))
        await ana.look()
        assert "Servers: 1" in ana.text()
        for member in re.findall(r'<a href="(/\w+)"', page):
            async with ana.session.get(f"{ana.address}{member}") as answer:
                assert "window.js" in await answer.text()
        assert len(re.findall(r'<a href="/', page)) == len(MEMBERS)
        elsewhere = {**ana.headers, "Host": "elsewhere.example"}
        for path, headers in (("/api/state", {}), ("/x/../api/state", {}), ("/api/state", elsewhere)):
            async with ana.session.get(URL(ana.address + path, encoded=True), headers=headers) as answer:
                assert answer.status == 403
