"""A member's window of the playground in Chromium."""

import os
import re
import shutil
from pathlib import Path

from playwright.sync_api import expect

CHROMIUM = shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FONTS = Path(__file__).with_name("fonts.conf")
PATIENCE = 15_000
"""Milliseconds; on a machine that isn't busy with something else, nothing takes so long."""
expect.set_options(timeout=PATIENCE)


def launched(playwright):
    """Chromium, with the fonts for every script of the bot's languages."""
    environment = {**os.environ, "FONTCONFIG_FILE": str(FONTS)}
    return playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=environment)


class Page:
    """One member's browser window."""

    def __init__(self, browser, address, name, **window):
        self.name = name
        self.page = browser.new_context(**window).new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(f"{address}/{name.lower()}")
        messages = self.page.locator(".components-v2")
        others = re.compile("Your first time|Done|You have [0-9,]+ chips")  # which may come below the table
        self.introduction = messages.filter(has_text="Your first time").last
        self._is_new = True
        self.table = messages.filter(has_not_text=others).last
        expect(self.page).to_have_title(f"{name} · Card Club")

    def button(self, label):
        return self.table.get_by_role("button", name=label, exact=True)

    def press(self, label):
        """Press a button as people do, once the page is done with everything they did before."""
        self.is_done()
        self.button(label).click()

    def is_done(self):
        expect(self.page.locator("#action-status")).to_have_text(re.compile("completed|ready|updated|uncertain"))

    def shows(self, text):
        expect(self.table).to_contain_text(text)

    def command(self, text, *, sent=True, **options):
        self.is_done()
        box = self.page.locator("#channel-composer-input")
        box.press_sequentially(f"/{text}")
        offered = self.page.get_by_role("option")
        expect(offered.filter(has_text=text)).to_be_visible()
        box.press("Enter")
        for option, value in options.items():
            offered.filter(has_text=option).click()
            offered.filter(has_text=value).click()
        if sent:
            self.page.locator("#send-message").click()

    def looks(self, tab):
        """Look at one's own chips, in another tab of the answer."""
        self.command("balance")
        self.is_done()
        self.page.get_by_role("button", name=tab, exact=True).last.click()

    def opens(self, label):
        """Press a button that opens a form; the first time, that brings the introduction to the game."""
        self.press(label)
        if self._is_new:
            self._is_new = False
            expect(self.introduction).to_be_visible()
            self.is_done()
            self.introduction.get_by_role("button", name=label, exact=True).click()

    def bet(self, amount, pair=""):
        self.opens("Bet…")
        form = self.page.get_by_role("dialog")
        expect(form).to_be_visible()
        self.is_done()
        form.locator("[name=main]").fill(amount)
        form.locator("[name=pair]").fill(pair)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_be_hidden()

    def bet_behind(self, name, amount):
        self.opens("Bet behind…")
        form = self.page.get_by_role("dialog")
        expect(form).to_be_visible()
        self.is_done()
        form.get_by_role("combobox").click()
        self.page.get_by_role("option", name=f"· {name}").click()
        form.get_by_role("heading").click()  # closes the list of names
        form.locator("[name=main]").fill(amount)
        form.get_by_role("button", name="Submit").click()
        expect(form).to_be_hidden()

    def balance(self):
        """The number in the bot's answer to /balance."""
        answers = self.page.locator("article").filter(has_text=re.compile(r"You have [0-9,]+ chips"))
        before = answers.count()
        self.command("balance")
        expect(answers).to_have_count(before + 1)
        return int(re.search("You have ([0-9,]+)", answers.last.inner_text())[1].replace(",", ""))

    def result(self):
        """What this member won or lost in all, in chips, as the results say."""
        net = re.search(rf"{self.name} ([+−][0-9,]+|0) · now", self.table.inner_text())
        assert net, self.table.inner_text()
        return int(net[1].replace(",", "").replace("−", "-"))
