"""The graph in /balance: one's own balance as a picture, drawn outside the event loop and one at a time."""

import io
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PIL import Image

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.usefixtures("plotting")


async def picture(guest):
    """The picture that only `guest` sees, and its description for people who can't see it."""
    answer = await guest.looks("Graph")
    assert answer.result.response.ephemeral
    (file,) = answer.result.response.attachments
    image = Image.open(io.BytesIO(guest.house.env.backend.cdn.get(file.url)))
    assert (image.format, image.size) == ("PNG", (800, 450))
    assert file.size <= 100_000
    assert file.filename == "chips.png"
    assert file.description == image.text["Description"]
    return image.text


async def test_the_picture_shows_ones_own_chips_even_a_newcomers(house, ana, ben, table):
    house.deal("AS KD v 9H then KC")
    await ana.bets(100, table)
    shown = await picture(ana)
    assert shown["Title"] == "You have 1,150 chips"
    assert shown["Description"].endswith(": 1,150 now, highest 1,150, lowest 1,000"), "the bet itself is no low"
    await house.sets({"starting_chips": 0})
    assert (await picture(ben))["Title"] == "You have 0 chips"


async def test_pictures_are_drawn_by_another_thread_and_one_after_the_other(house, instead_of):
    guests = house.guests("Ana Ben Cy")
    running, most = [], []

    def watched(draw, *about):
        assert threading.current_thread() is not threading.main_thread()
        running.append(about)
        most.append(len(running))
        drawn = draw(*about)
        running.remove(about)
        return drawn

    # A bot that stops unloads its extensions; the running one has modules of its own.
    instead_of(sys.modules["cogs.chips.me"], "draw", watched)
    asked = [await guest.command("balance") for guest in guests]
    await house.at_once(
        *(guest.about_to_press_on(answer, "Graph") for guest, answer in zip(guests, asked, strict=True))
    )
    assert [answer.result.response.attachments[0].filename for answer in asked] == ["chips.png"] * 3
    assert most == [1, 1, 1]


def test_the_bot_starts_without_what_draws_pictures():
    code = "import sys, bot, cogs.app.bot, cogs.chips; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
