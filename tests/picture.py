"""`python -m tests.picture [path]`: takes a picture of a table in play, in the playground, for the README.

The cards are random; run it again until the picture shows enough.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import Page, launched
from tests.tools.test_playground import playground

MEMBERS = ("Ana", "Ben", "Cy", "Dee", "Eli")


def photograph(path):
    with (
        tempfile.TemporaryDirectory() as folder,
        playground(Path(folder)) as address,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        windows = [Page(browser, address, name, device_scale_factor=2) for name in MEMBERS]
        ana, ben, cy, dee, eli = windows
        ana.command("blackjack open", pace="relaxed")
        for window in (ana, ben, cy, dee):
            window.press("Sit")
            window.shows(f"@{window.name}")
        eli.bet_behind("Ana", "40")
        for window, (main, pair) in {ana: ("100", ""), ben: ("50", "10"), cy: ("200", ""), dee: ("24", "")}.items():
            window.bet(main, pair)
        ana.press("Deal now")
        ana.shows("@Ana, it's your turn")
        ana.press("Stand")
        ben.shows("@Ben, it's your turn")
        ben.press("Hit")
        ben.shows("@Ben draws")
        ben.page.mouse.move(0, 0)
        ben.page.wait_for_function(
            "[...document.querySelectorAll('img.custom-emoji')].every(card => card.naturalWidth)"
        )
        ben.table.screenshot(path=path)


if __name__ == "__main__":
    photograph(sys.argv[1] if len(sys.argv) > 1 else "docs/table.png")
