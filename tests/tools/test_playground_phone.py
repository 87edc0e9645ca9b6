"""A walk through all games on a phone: whoever has to decide sees their cards, the clock and their buttons at once.

The playground runs in this process and begins at one moment, and only presses move its clock on. So every walk sees the
same cards, and nothing depends on how long anything takes. Each member opens a window once, and scrolls down in it when
they are asked.
"""

import random
import re
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import pytest
from playwright.async_api import TimeoutError as PlaywrightTimeout
from playwright.async_api import async_playwright, expect

from cogs.app.bot import App
from data.store.store import Store
from tests.browser import CHROMIUM, launched
from tools.playground import world as playground
from tools.playground.windows import open_windows
from tools.playground.world import MEMBERS, World, simulated

pytestmark = [pytest.mark.thorough, pytest.mark.browser]

PHONE = {"width": 390, "height": 844}
BEGIN = datetime(2026, 3, 2, 12, tzinfo=UTC)
PATIENCE = 120_000
"""Milliseconds; only a page that is stuck takes so long, however busy the machine is."""
LOOKS = 12
"""So often they look at most, within that time."""
PRESS_SECONDS = 0.6
"""By the playground's clock, before a press and after it: tables are drawn once a second."""
TIMELINE = "#channel-timeline"
IS_DRAWN = "(revisions, page = simcordPreview) => page.ready && page.publishedRevision >= revisions[page.contextId]"
"""Whether the window shows what was published last, in its fonts."""
MESSAGES = """(timeline) => {
  const here = document.querySelector(timeline).getBoundingClientRect();
  const parts = (message, what) => [...message.querySelectorAll(what)].map((part) => {
    const box = part.getBoundingClientRect();
    return {
      text: part.alt || part.innerText, isMain: part.classList.contains("button-style-1"),
      isSeen: box.top >= here.top && box.bottom <= here.bottom, top: Math.round(box.top),
    };
  });
  return [...document.querySelectorAll(`${timeline} article`)].map((message) => ({
    cards: parts(message, ".text-display img.custom-emoji"),
    clocks: parts(message, "time.discord-timestamp"),
    buttons: parts(message, "button.component-button"),
  }));
}"""
"""The cards, clocks and buttons of each message, and whether they are between the page's head and its message box."""
NO_ANSWER = re.compile("Hint|My hand|Leave|Join|Last|Bank|Sell|Claim|Seat|.*…$")
"""How buttons begin that answer no question, or open a form."""

BACK = "face_down"
"""In the name of a card's back, which tells nobody anything."""


class Frozen(datetime):
    """A clock that stands still: the playground would set its own by it."""

    @classmethod
    def now(cls, _zone=None):
        """The moment at which every walk begins."""
        return BEGIN


class Walk:
    """The members' windows, one of which is looked at."""

    def __init__(self, app, world, address, context):
        self._app, self._world, self._address, self._context = app, world, address, context
        self._pages = {}
        self._names = {number: name for name, number in world.ids.items()}
        self._random = random.Random(7)

    @property
    def table(self):
        """The table at which all play."""
        return self._app.open_tables.tables(self._app.guilds[0].id)[0]

    @property
    def asked(self):
        """The names of the members who are asked something."""
        return [self._names[person] for person in sorted(self.table.people_asked)]

    async def looks(self, name):
        """Let this member look at the end of the channel, once all is there that the bot has done."""
        page = self._page = self._pages.get(name) or await self._context.new_page()
        await page.clock.set_fixed_time(self._world.env.now())
        if name not in self._pages:
            await page.goto(f"{self._address}/{name.lower()}")
            self._pages[name] = page
        await expect(page).to_have_title(f"{name} · Card Club")
        revisions = {view.id: view.revision for view in self._world.preview._pages.values()}
        await page.wait_for_function(IS_DRAWN, arg=revisions, polling=100)
        await page.locator(TIMELINE).evaluate("(timeline) => { timeline.scrollTop = timeline.scrollHeight; }")

    async def opens(self, command):
        """Let Ana open the table."""
        await self.looks("Ana")
        box = self._page.locator("#channel-composer-input")
        await box.press_sequentially(f"/{command}")
        await expect(self._page.get_by_role("option").filter(has_text=command).first).to_be_visible()
        await box.press("Enter")
        await self._page.locator("#send-message").click()
        await self._is_done()

    async def press(self, name, label):
        """Let this member press the last button with this label."""
        await self.looks(name)
        await self._page.get_by_role("button", name=label, exact=isinstance(label, str)).last.click()
        await self._is_done()

    async def enters(self, names, label):
        """Let these press a button for the first time, and then the one below the introduction that it brings."""
        for name in names:
            await self.press(name, label)
            await self.sees(name)
        for name in names:
            await self.press(name, label)

    async def later(self, seconds):
        """Let time pass at the table."""
        async with self._world.turn:
            await passed(self._world, seconds)
        await self._settle()

    async def sees(self, name, cards=lambda messages: messages[-1]["cards"]):
        """Let whoever has to decide look: `cards` of the messages, a clock, and the buttons are on the screen.

        Returns the number of the message with the buttons, and these.
        """
        await self.looks(name)
        messages = await self._page.evaluate(MESSAGES, TIMELINE)
        asking = max(number for number, message in enumerate(messages) if any(map(answers, message["buttons"])))
        buttons = messages[asking]["buttons"]
        faces = [card for card in cards(messages) if BACK not in card["text"]]
        hidden = [part["text"] for part in (*faces, *buttons) if not part["isSeen"]]
        clocks = [clock for message in messages for clock in message["clocks"]]
        if (clocks or name in self.asked) and not any(clock["isSeen"] for clock in clocks):
            hidden.append("clock")
        assert hidden == [], f"{name} doesn't see them"
        return asking, buttons

    async def decides(self, name, is_likely, **cards):
        """Let this member see the question and press something, something likely if they can.

        On a busy machine the page may draw the message again before it is pressed; then they look again.
        """
        for _ in range(LOOKS):
            asking, buttons = await self.sees(name, **cards)
            ways = [number for number, button in enumerate(buttons) if answers(button)]
            likely = [number for number in ways if is_likely(buttons[number])]
            message = self._page.locator(f"{TIMELINE} article").nth(asking)
            button = message.locator("button.component-button").nth(self._random.choice(likely or ways))
            with suppress(PlaywrightTimeout):
                await button.click(timeout=PATIENCE / LOOKS)
                await self._is_done()
                return
        raise AssertionError(f"{name} could press nothing")

    async def plays(self, presses, is_likely=bool, **cards):
        """Let whoever is asked decide, so many times; between two deals everyone gets ready."""
        for _ in range(presses):
            while self.table.is_playing and not self.asked:
                await self.later(2)
            if self.table.is_playing:
                await self.decides(self.asked[0], is_likely, **cards)
            else:
                waiting = [person for person in self.table.lobby.seats if person not in (*self.table.lobby.ready, None)]
                await self.decides(self._names[waiting[0]], lambda button: button["text"].startswith("Ready"))

    async def _is_done(self):
        """Wait until the bot has done what was pressed; on a busy machine the page doesn't."""
        await expect(self._page.locator("#action-status")).to_have_text(re.compile("completed|ready|updated|uncertain"))
        await self._settle()

    async def _settle(self):
        """Let the bot come to rest; on a machine too busy for that, go on with what there is."""
        for _ in range(LOOKS):
            async with self._world.turn:
                with suppress(TimeoutError):
                    await self._world.env.settle()
                    await self._world.publish()
                    return


async def passed(world, seconds):
    """Let time pass in the playground; what the bot does then may take longer than SimCord waits."""
    with suppress(TimeoutError):
        await world.env.advance_time(seconds)
        await world.publish()


def answers(button):
    """Whether the button answers a question at once."""
    return not NO_ANSWER.match(button["text"])


def of_all(messages):
    """The cards on the table and those in the hand."""
    return [card for message in messages for card in message["cards"]]


@pytest.fixture
def walk(tmp_path, monkeypatch):
    """`async with walk() as walk:` at an unhurried pace."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")

    monkeypatch.setattr(playground, "datetime", Frozen)
    monkeypatch.setattr(World, "catch_up", lambda world: passed(world, PRESS_SECONDS))
    expect.set_options(timeout=PATIENCE)

    @asynccontextmanager
    async def walk():
        store = await Store.open(tmp_path / "playground.sqlite3")
        try:
            app = App(store, entropy=lambda: bytes(32))
            async with simulated(app) as world, open_windows(world) as address, async_playwright() as playwright:
                with world.env._bot_scope():
                    await app.servers.change(app.guilds[0].id, {"pace": "relaxed"}, 0, app.now())
                browser = await launched(playwright)
                context = await browser.new_context(viewport=PHONE)
                context.set_default_timeout(PATIENCE)
                yield Walk(app, world, address, context)
                await browser.close()
        finally:
            await store.close()

    return walk


async def test_five_at_a_table_of_blackjack(walk):
    async with walk() as walk:
        await walk.opens("blackjack open")
        for name in MEMBERS:
            await walk.press(name, "Join")
        await walk.enters(MEMBERS, "Bet 10")
        while walk.table.rounds < 2:
            await walk.later(13)  # the dealer draws
            for name in () if walk.table.is_playing else MEMBERS:
                await walk.decides(name, lambda button: button["text"].startswith("Same"))
            while walk.asked:
                await walk.decides(walk.asked[0], bool, cards=lambda messages: messages[0]["cards"])


async def test_three_bet_at_pok_deng(walk):
    names = MEMBERS[:3]
    async with walk() as walk:
        await walk.opens("pokdeng open")
        await walk.enters(names, "Bet")
        for _ in range(2):
            for name in 2 * names:
                await walk.decides(name, lambda button: re.match("P[0-9]", button["text"]))
            for name in names:
                await walk.decides(name, lambda button: button["text"] == "Ready")
            await walk.later(20)  # the hands are turned over


async def test_four_play_pontoon(walk):
    async with walk() as walk:
        await walk.opens("pontoon open")
        await walk.enters(MEMBERS[:4], "Join")
        await walk.press("Ana", "Start")
        await walk.plays(20)


async def test_four_play_five_hundred(walk):
    async with walk() as walk:
        await walk.opens("fivehundred open")
        for name in MEMBERS[:4]:
            await walk.enters([name], re.compile("^Seat [1-4]$"))
        await walk.press("Ana", "Start")
        await walk.plays(26, lambda button: button["isMain"], cards=of_all)
