"""The playground as people meet it: the process, and two members at one table in a real browser."""

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from data.check import open_for_check, problems
from tests.browser import CHROMIUM, Page, launched

ROOT = Path(__file__).parents[2]
ANYWHERE = {**os.environ, "PYTHONPATH": str(ROOT)}

# The process


@contextmanager
def playground(folder, ending=signal.SIGTERM):
    """Runs it with its database in `folder`; yields its address, and checks how it ended."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.playground"],
        cwd=folder,
        env=ANYWHERE,
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
        rest, errors = process.communicate(timeout=120)
    if ending != signal.SIGKILL:
        assert (process.returncode, rest, errors) == (0, "", "")


def run(*command, folder=ROOT):
    """Its exit status, and what it says there."""
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, env=ANYWHERE, capture_output=True, text=True, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.sampled
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_its_address_on_one_line_ends_quietly_and_refuses_a_second_one_on_the_same_chips(tmp_path, ending):
    with playground(tmp_path, ending) as address:
        assert address
        status, out, err = run("-m", "tools.playground", folder=tmp_path)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert "playground.sqlite3" in err


@pytest.mark.thorough
def test_help_says_what_it_does_and_without_simcord_it_says_what_to_install(tmp_path):
    status, out, _ = run("-m", "tools.playground", "--help", folder=tmp_path)
    assert status == 0
    assert "Start the same bot on a simulated Discord in a local browser page." in out
    assert list(tmp_path.iterdir()) == []
    code = "import sys, runpy; sys.modules['simcord'] = None; runpy.run_module('tools.playground', run_name='__main__')"
    said = "The playground needs simcord; install it with `pip install -r requirements-play.txt`, or use make.\n"
    assert run("-c", code) == (1, "", said)


# Two members in a browser


@pytest.fixture
def browser():
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


@pytest.mark.thorough
@pytest.mark.browser
def test_a_phone_has_room_for_the_newest_message_in_which_times_tick(tmp_path, browser):
    with playground(tmp_path) as address:
        ana = Page(browser, address, "Ana", viewport={"width": 390, "height": 700})
        for count in (1, 2):
            ana.command("help")
            expect(ana.page.locator(".components-v2").filter(has_text="Chips are for play only")).to_have_count(count)
        again = Page(browser, address, "Ana", viewport={"width": 390, "height": 700}).page
        expect(again.get_by_text("Tell a manager of this server").last).to_be_in_viewport()
        assert again.locator(".preview-toolbar").bounding_box()["height"] <= 48
        expect(again.get_by_text("End preview session")).to_be_hidden()
        ana.looks("History")
        history = ana.page.locator("article").filter(has_text="One line for each round")
        ago = history.locator("time.discord-timestamp")
        expect(ago).not_to_have_text(ago.inner_text())  # times tick


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


@pytest.mark.thorough
@pytest.mark.browser
def test_two_members_play_and_their_chips_outlive_the_playground(tmp_path, browser):
    with playground(tmp_path) as address:
        ana, ben = Page(browser, address, "Ana"), Page(browser, address, "Ben")
        ana.command("blackjack open", pace="relaxed")
        ana.shows("Blackjack · table 1")
        ana.press("Join")
        ana.shows("Ana –")
        ben.press("Join")
        ben.shows("Ben –")
        ana.bet("100")
        assert ana.balance() == 900
        ben.bet("50")
        stand(ana, ben)
        card = ana.table.locator("p img.custom-emoji[alt*=_of_]").first
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


@pytest.mark.thorough
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
            expect(ana.button("Stand").or_(ana.button("No insurance")).or_(ana.button("Same"))).to_be_visible()
            if not ana.button("Same").is_visible():
                break
            chips += ana.result()
            ana.press("Same")
        hand = cards(ana)
    with playground(tmp_path) as address:
        if address == before_kill:  # else another process has taken the port meanwhile
            left_open.shows("⏳")  # the window loads itself again; Ana plays, or may insure
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
