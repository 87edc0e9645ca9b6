"""Take the README's pictures in the playground: `python -m tools.film`. It takes minutes, and Chromium.

Ana and Ben play a round of Blackjack in two windows, as wide as a phone; what Ana sees of the table after each press is
a frame. Rounds are played until one has enough to see and Ana wins. Then Ana plays Five Hundred with house players, up
to a trick in which she is the last to play. Nothing but the pictures is kept.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Locator, Page, ViewportSize, expect, sync_playwright

ROOT = Path(__file__).parents[1]
FILM = ROOT / "docs" / "round.webp"
MATCH = ROOT / "docs" / "five-hundred.png"
WINDOW: ViewportSize = {"width": 390, "height": 1600}
"""In pixels of the page: a phone's width, and room for the whole table."""
SHARPNESS = 2
"""Pixels of the film for one of the page."""
SHOWN, SHOWN_LAST = 1600, 5000
"""Milliseconds of a frame."""
FEWEST = 7
"""Frames that a round must have to be worth showing."""
STANDS_ON = 17
CARDS_TO_SEE = 2
"""In the trick that is shown."""
PATIENCE = 60_000
"""Milliseconds; a busy machine takes its time."""


@contextmanager
def playground(folder: str) -> Iterator[str]:
    """Its address, while it runs with its chips in `folder`."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tools.playground"]
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().split("at ")[1].split(" ")[0]
    finally:
        process.terminate()
        process.wait()


class Member:
    """One member's window."""

    def __init__(self, page: Page, address: str, name: str) -> None:
        self.page = page
        page.goto(f"{address}/{name.lower()}")
        self.table = page.locator("article").filter(has=page.locator(".components-v2")).first

    def opens(self, game: str) -> None:
        """A table, by its command."""
        self._is_ready()
        self.page.locator("#channel-composer-input").press_sequentially(f"/{game} open")
        self.page.locator("#channel-composer-input").press("Enter")
        self.page.locator("#send-message").click()
        expect(self.table).to_be_visible()

    def button(self, label: str) -> Locator:
        """A button of the table, by how its label begins."""
        return self.table.get_by_role("button", name=re.compile(f"^{label}")).first

    def press(self, label: str) -> None:
        """Press it, and see what that did."""
        self._is_ready()
        self.button(label).click()
        self._is_ready()

    def bets(self, chips: int) -> None:
        """Fill in the form behind *Bet…*, which comes at the second press: the first brings the introduction."""
        self.press("Bet…")
        self.press("Bet…")
        form = self.page.get_by_role("dialog")
        form.locator("[name=main]").fill(str(chips))
        form.get_by_role("button", name="Submit").click()
        expect(form).to_be_hidden()

    def last_to_play(self) -> None:
        """Keep the picture of a match of Five Hundred, and this member's hand below it, when a trick waits for them.

        They pass, and play the first card that they may until then.
        """
        for label in ("Join", "Join", *["Add house player"] * 3, "Start", "My hand"):  # first the introduction
            self.press(label)
        hand = self.page.locator("article").filter(has=self.page.locator(".components-v2")).last
        asked, passes = hand.get_by_text(re.compile("Play a card|Bid or pass")), hand.get_by_role("button", name="Pass")
        expect(asked).to_be_visible()
        while self.table.locator("img.custom-emoji").count() < CARDS_TO_SEE:
            (passes if passes.is_visible() else hand.locator("button.button-style-1:enabled").first).click()
            expect(asked).to_be_hidden()
            expect(asked).to_be_visible()
        self._is_ready()
        self.page.mouse.move(0, 0)
        table, below = (part.locator(".components-v2").bounding_box() for part in (self.table, hand))
        assert table is not None
        assert below is not None
        height = below["y"] + below["height"] - table["y"]
        width = WINDOW["width"] - table["x"]
        self.page.screenshot(path=MATCH, clip={"x": table["x"], "y": table["y"], "width": width, "height": height})

    def frame(self) -> tuple[str, Image.Image]:
        """What this member sees of the table: what it says, without its clock, and how it looks."""
        self._is_ready()
        self.page.mouse.move(0, 0)  # a message that is pointed at, or in use, is lighter
        self.page.evaluate("document.activeElement.blur()")
        said = re.sub("in [0-9]+ seconds?", "", self.table.inner_text())
        return said, Image.open(io.BytesIO(self.table.screenshot())).convert("RGB")

    def _is_ready(self) -> None:
        expect(self.page.locator("#action-status")).to_have_text(re.compile("completed|ready|updated"))


def played(ana: Member, ben: Member) -> list[Image.Image]:
    """The frames of one round; what says the same as another, or looks like it, is one."""
    frames = dict([ana.frame()])
    ben.press("Join")
    for member in (ana, ben):
        member.bets(50)
        frames.update([ana.frame()])
    while not ana.button("Same").is_visible():
        for member in (ana, ben):
            frames.update([ana.frame()])
            if member.button("No insurance").is_visible():
                member.press("No insurance")
            elif member.button("Stand").is_visible():
                in_turn = member.table.locator("h1, h2, h3").last.inner_text()  # as large as the dealer's
                member.press("Hit" if int(re.findall("[0-9]+", in_turn)[-1]) < STANDS_ON else "Stand")
    frames.update([ana.frame()])
    return list({frame.tobytes(): frame for frame in frames.values()}.values())


def film(frames: list[Image.Image], file: Path) -> None:
    """Write them as one moving picture."""
    height = max(frame.height for frame in frames)
    paper = [Image.new("RGB", (frames[0].width, height), frames[0].getpixel((0, 0))) for _ in frames]
    for sheet, frame in zip(paper, frames, strict=True):
        sheet.paste(frame)
    durations = [SHOWN] * (len(paper) - 1) + [SHOWN_LAST]
    how = {"duration": durations, "loop": 0, "quality": 70, "method": 6}  # slow, and a third smaller
    paper[0].save(file, "WEBP", save_all=True, append_images=paper[1:], **how)


def main() -> None:
    """Play until a round is worth showing, and keep its picture."""
    argparse.ArgumentParser(description=__doc__.partition("\n")[0]).parse_args()
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as browsers:
        fonts: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(ROOT / "tests" / "fonts.conf")}
        browser = browsers.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"], env=fonts)
        frames: list[Image.Image] = []
        while len(frames) < FEWEST:
            with tempfile.TemporaryDirectory() as folder, playground(folder) as address:
                pages = [browser.new_page(viewport=WINDOW, device_scale_factor=SHARPNESS) for _ in range(2)]
                ana, ben = (Member(page, address, name) for page, name in zip(pages, ("Ana", "Ben"), strict=True))
                ana.opens("blackjack")
                frames = played(ana, ben)
                if "@Ana +" not in ana.table.inner_text():
                    frames = []
        with tempfile.TemporaryDirectory() as folder, playground(folder) as address:
            cy = Member(browser.new_page(viewport=WINDOW, device_scale_factor=SHARPNESS), address, "Cy")
            cy.opens("fivehundred")
            cy.last_to_play()
    film(frames, FILM)
    print(f"{FILM.relative_to(ROOT)}: {len(frames)} frames; {MATCH.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()
