"""The playground as people meet it: the process, its windows, and two members at one table in a real browser."""

import asyncio
import re
import signal
import subprocess
import sys
import threading
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta
from pathlib import Path

import aiohttp
import pytest
from playwright.sync_api import expect, sync_playwright

from cogs.app import App
from cogs.table import panels
from data.check import open_for_check, problems
from data.store.store import Store
from simulated.windows import open_windows
from simulated.world import MEMBERS, Aside, simulated
from tests.browser import CHROMIUM, Page, launched
from thinking.here import answer_here

ROOT = Path(__file__).parent.parent

# The process


@contextmanager
def playground(folder, ending=signal.SIGTERM):
    """Runs it with its database in `folder`; yields its address, and checks how it ended."""
    process = subprocess.Popen(
        [sys.executable, ROOT / "playground.py"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        line = process.stdout.readline()
        address = re.search(r"http://127\.0\.0\.1:[0-9]+", line)
        assert address, line or process.stderr.read()
        yield address[0]
    finally:
        process.send_signal(ending)
        rest, errors = process.communicate(timeout=20)
    if ending != signal.SIGKILL:
        assert (process.returncode, rest, errors) == (0, "", "")


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_on_one_line_and_ends_quietly(tmp_path, ending):
    with playground(tmp_path, ending) as address:
        assert address


def test_a_second_playground_on_the_same_chips_says_why_not(tmp_path):
    with playground(tmp_path):
        second = subprocess.run(
            [sys.executable, ROOT / "playground.py"], cwd=tmp_path, capture_output=True, text=True, timeout=30
        )
    assert second.returncode == 1
    assert second.stdout == ""
    assert second.stderr.count("\n") == 1
    assert "playground.sqlite3" in second.stderr


def test_help_says_what_it_does_and_starts_nothing(tmp_path):
    command = [sys.executable, ROOT / "playground.py", "--help"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30, check=True)
    assert "Start the same bot on a simulated Discord in a local browser page." in ended.stdout
    assert list(tmp_path.iterdir()) == []


def test_without_simcord_it_says_what_to_install():
    code = "import sys, runpy; sys.modules['simcord'] = None; runpy.run_path('playground.py', run_name='__main__')"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert ended.returncode == 1
    assert (
        ended.stderr
        == "The playground needs simcord; install it with `pip install -r requirements-dev.txt`, or use make.\n"
    )


# Its windows, without a browser


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
            if not list(app.open_tables.in_guild(app.guilds[0].id)):
                assert arrived(await windows[0].command("blackjack open", **options))
            for window in windows:
                await window.look()
            yield windows
    finally:
        await store.close()


async def test_a_press_on_an_older_view_reaches_its_button_in_the_new_one(tmp_path):
    async with club(tmp_path, "ana", "ben") as (ana, ben):
        assert arrived(await ana.press("Bet"))
        await ana.look()
        assert arrived(await ben.press("Sit"))
        assert arrived(await ana.fill(main="100", pair=""))
        await ben.look()
        assert "@Ana" in ben.text()
        assert "@Ben" in ben.text()


async def test_a_press_whose_button_is_gone_presses_no_other_button(tmp_path):
    async with club(tmp_path, "ana", "ben", "cy", seats="2") as (ana, ben, cy):
        assert arrived(await ana.press("Sit"))
        await ben.look()
        await cy.look()
        assert arrived(await cy.press("Sit"))
        await cy.look()
        assert cy.button("Bet behind")["control_key"] == ben.button("Sit")["control_key"]
        assert (await ben.press("Sit"))["rejected"]
        await ben.look()
        assert ben.view["modal"] is None
        assert arrived(await ben.press("Bet behind"))  # and the next press works again


async def test_of_five_who_press_at_once_all_are_served(tmp_path):
    async with club(tmp_path, "ana", "ben", "cy", "dee", "eli") as windows:
        receipts = await asyncio.gather(*(window.press("Sit") for window in windows))
        assert all(map(arrived, receipts))
        await windows[0].look()
        for name in ("Ana", "Ben", "Cy", "Dee", "Eli"):
            assert f"@{name}" in windows[0].text()


async def test_the_same_day_continues_after_a_restart(tmp_path):
    async with club(tmp_path, "ana") as (ana,):
        assert arrived(await ana.command("chips daily"))
        await ana.look()
        assert "You collected **200** daily chips" in ana.text()
    async with club(tmp_path, "ana") as (ana,):
        assert arrived(await ana.command("chips daily"))
        await ana.look()
        assert "You've already collected today's chips. You have **1,200** chips." in ana.text()


async def test_an_idle_table_is_back_after_a_restart(tmp_path):
    async with club(tmp_path, "ana"):
        pass
    async with club(tmp_path, "ben") as (ben,):
        assert "table 1" in ben.text()
        assert arrived(await ben.press("Sit"))


async def test_windows_wait_for_nobody_who_thinks(tmp_path, monkeypatch):
    monkeypatch.setattr(panels, "EDITED_EVERY", timedelta(0))

    async def ponder(_question, _seed):
        await asyncio.Event().wait()

    store = await Store.open(tmp_path / "playground.sqlite3")
    try:
        aside = Aside(ponder)
        app = App(store, entropy=lambda: bytes(32), think=aside.answer)
        async with (
            simulated(app, aside) as world,
            open_windows(world) as address,
            aiohttp.ClientSession() as session,
        ):
            ana = await Window(session, address, "ana").open()
            assert arrived(await ana.command("fivehundred practice"))
            await ana.look()
            assert "deal 1" in ana.text()
            if "Pass" in ana.text():  # she bids first, and so nobody thinks yet
                assert arrived(await ana.press("Pass"))
                await ana.look()
            assert "**, bid or pass" in ana.text()
    finally:
        await store.close()


async def test_a_picture_that_takes_long_to_draw_locks_no_window(tmp_path, monkeypatch):
    monkeypatch.setattr("cogs.chips.graph.draw", lambda *_: is_wanted.wait())
    is_wanted = threading.Event()
    store = await Store.open(tmp_path / "playground.sqlite3")
    try:
        app, aside = App(store, entropy=lambda: bytes(32)), Aside(answer_here)
        async with (
            simulated(app, aside) as world,
            open_windows(world) as address,
            aiohttp.ClientSession() as session,
        ):
            ana = await Window(session, address, "ana").open()
            assert arrived(await ana.command("chips graph"))
            await ana.look()
            assert arrived(await ana.command("chips balance"))
            is_wanted.set()
    finally:
        is_wanted.set()
        await store.close()


async def test_a_press_that_ends_everything_for_all_is_refused(tmp_path):
    async with club(tmp_path, "ana", "ben") as (ana, ben):
        body = {"kind": "close", "sequence": 1, "request_id": "end"}
        async with ana.session.post(f"{ana.address}/api/action", json=body, headers=ana.headers) as answer:
            assert answer.status == 403
        assert arrived(await ben.press("Sit"))


async def test_commands_in_texts_are_those_of_this_start(tmp_path):
    for _ in range(2):
        async with club(tmp_path, "ana") as (ana,):
            await ana.command("help")
            await ana.look()
            told = set(re.findall(r"</[a-z ]+:(\d+)>", str(ana.view["messages"])))
            assert told
            assert told <= {entry["commandId"] for entry in (await ana.ask("GET", "commands"))["entries"]}


async def test_the_first_page_says_who_is_who_and_leads_to_every_window(tmp_path):
    async with club(tmp_path, "ana") as (ana,):
        async with ana.session.get(f"{ana.address}/") as answer:
            page = await answer.text()
        assert "manages the server" in re.search(r'href="/ana".*?</a>', page)[0]
        for member in re.findall(r'<a href="(/\w+)"', page):
            async with ana.session.get(f"{ana.address}{member}") as answer:
                assert "window.js" in await answer.text()
        assert len(re.findall(r'<a href="/', page)) == len(MEMBERS)


async def test_the_commands_that_open_a_table_come_first(tmp_path):
    async with club(tmp_path, "ana") as (ana,):
        listed = [entry["invocation"] for entry in (await ana.ask("GET", "commands"))["entries"]]
    assert listed[:4] == ["blackjack open", "fivehundred open", "pokdeng open", "pontoon open"]
    assert listed[4:] == sorted(listed[4:], key=lambda name: name.split()[0])


async def test_other_sites_are_refused(tmp_path):
    async with club(tmp_path, "ana") as (ana,):
        for headers in ({}, {**ana.headers, "Host": "elsewhere.example"}):
            async with ana.session.get(f"{ana.address}/api/state", headers=headers) as answer:
                assert answer.status == 403


# Two members in a browser


@pytest.fixture
def browser():
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.mark.browser
def test_a_phone_has_room_for_the_newest_message(tmp_path, browser):
    with playground(tmp_path) as address:
        ana = Page(browser, address, "Ana", viewport={"width": 390, "height": 700})
        for count in (1, 2):
            ana.command("help")
            expect(ana.page.locator(".components-v2").filter(has_text="Chips are for play only")).to_have_count(count)
        again = Page(browser, address, "Ana", viewport={"width": 390, "height": 700}).page
        expect(again.get_by_text("Tell someone who manages this server").last).to_be_in_viewport()
        assert again.locator(".preview-toolbar").bounding_box()["height"] <= 48
        expect(again.get_by_text("End preview session")).to_be_hidden()


OVER = "Place your bets"


def stand(*players):
    """Everybody, in the order of the seats, takes no insurance and stands, until the results appear."""
    for player in players:
        expect(player.button("Stand").or_(player.button("No insurance")).or_(player.button("Same"))).to_be_visible()
    if players[0].button("No insurance").is_visible():
        for player in players:
            player.press("No insurance")
        for player in players:
            expect(player.button("No insurance")).to_be_hidden()
    for index, player in enumerate(players):
        awaited = "|".join(other.name for other in players[index:])
        player.shows(re.compile(f"@({awaited}), it's your turn|{OVER}"))
        mine = f"@{player.name}, it's your turn"
        if mine in player.table.inner_text():
            player.press("Stand")
            expect(player.table).not_to_contain_text(mine)
    for player in players:
        player.shows(OVER)


@pytest.mark.browser
def test_two_members_play_and_their_chips_outlive_the_playground(tmp_path, browser):
    with playground(tmp_path) as address:
        ana, ben = Page(browser, address, "Ana"), Page(browser, address, "Ben")
        ana.command("blackjack open", pace="relaxed")
        ana.shows("Blackjack · table 1")
        ana.press("Sit")
        ana.shows("@Ana")
        ben.press("Sit")
        ben.shows("@Ben")
        ana.bet("100")
        assert ana.balance() == 900
        ben.bet("50")
        ana.press("Deal now")
        stand(ana, ben)
        card = ana.table.locator("p img.custom-emoji[alt$=_v2]").first
        expect(card).to_have_js_property("naturalWidth", 128)
        expect(card).to_have_css("height", "22px")
        chips = {ana: 1000 + ana.result(), ben: 1000 + ben.result()}
        assert {player: player.balance() for player in chips} == chips
    with playground(tmp_path) as address:
        for before in chips:
            again = Page(browser, address, before.name)
            again.shows("Blackjack · table 1")
            assert again.balance() == chips[before]
    with open_for_check(tmp_path / "data" / "playground.sqlite3") as db:
        assert list(problems(db)) == []


@pytest.mark.browser
def test_a_day_and_a_time_ago_both_stay_what_they_are(tmp_path, browser):
    with playground(tmp_path) as address:
        ana = Page(browser, address, "Ana")
        assert ana.balance() == 1000
        ana.command("bank audit", sent=False)
        ana.page.get_by_role("textbox", name="reason").press_sequentially("to see the day")
        ana.page.locator("#send-message").click()
        audit = ana.page.locator("article").filter(has_text="starting chips").first
        expect(audit).to_be_visible()
        ana.command("chips history")
        history = ana.page.locator("article").filter(has_text="One line for each round")
        ago = history.locator("time.discord-timestamp")
        expect(ago).not_to_have_text(ago.inner_text())  # so all times have ticked
        expect(audit.locator("time.discord-timestamp").first).to_have_text(re.compile("[0-9]{4}"))


@pytest.mark.browser
def test_a_round_continues_after_a_kill(tmp_path, browser):
    with playground(tmp_path, signal.SIGKILL) as address:
        before_kill = address
        left_open = Page(browser, address, "Ben")
        ana = Page(browser, address, "Ana")
        ana.command("blackjack open", pace="relaxed")
        ana.bet("10")
        chips = 1000
        while True:  # a blackjack ends its round at once
            ana.press("Deal now")
            expect(ana.button("Deal now")).to_be_hidden()
            expect(ana.button("Stand").or_(ana.button("No insurance")).or_(ana.button("Same"))).to_be_visible()
            if not ana.button("Same").is_visible():
                break
            chips += ana.result()
            ana.press("Same")
        hand = cards(ana)
    with playground(tmp_path) as address:
        if address == before_kill:  # else another process has taken the port meanwhile
            left_open.shows(re.compile("[Tt]ime runs out"))  # the window loads itself again; Ana plays, or may insure
        ana = Page(browser, address, "Ana")
        ana.shows("Blackjack · table 1")
        assert cards(ana) == hand
        expect(ana.table.locator("time")).to_have_text(re.compile("in [0-9]+ seconds|in [12] minutes?"))
        stand(ana)
        assert (cards(ana)[0], cards(ana)[-2:]) == (hand[0], hand[1:])  # the dealer's other cards are in between
        assert ana.balance() == chips + ana.result()


def cards(player):
    """The names of all cards on the table."""
    return [image.get_attribute("alt") for image in player.table.locator("img.custom-emoji").all()]
