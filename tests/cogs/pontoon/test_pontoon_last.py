"""The results of the last deal of Pontoon stay readable: on the table, behind a button, and after a restart."""

import json

from tables.lobby import Lobby
from tables.pontoon.bank_state import BankState
from tests.cogs.pontoon.house import a_deal, finish

RESULTS = (
    "Banker Ana: 17 · pays 18",
    "2 Ben  10C 9D  19 beats 17",
    "3 Cy  8H 9C  17 each: the banker wins ties",
    "4 Dee  10H KD  20 beats 17",
    "5 Eve  7S KH  17 each: the banker wins ties",
)


async def test_the_last_deal_stays_readable_during_the_next_one(five, packs):
    table = await a_deal(five, packs)
    assert "Last deal" not in table.buttons
    await finish(five, table)
    assert all(line in table.text for line in RESULTS)
    await five.house.wait(21)
    assert table.live.is_playing
    assert "pays 18" not in table.text
    ben = await five.ben.press("Last deal", table)
    assert ben.result.response.ephemeral
    assert all(line in ben.said for line in RESULTS)
    assert "You won 10 on this deal and now have 1,010 chips." in ben.said
    assert "You lost 10 on this deal and now have 990 chips." in (await five.cy.press("Last deal", table)).said
    zed = await five.house.guest("Zed").press("Last deal", table)
    assert all(line in zed.said for line in RESULTS)
    assert "on this deal" not in zed.said


async def test_the_last_deal_is_there_after_a_restart(five, packs, restart):
    table = await a_deal(five, packs)
    await finish(five, table)
    before = table.text
    await restart()
    await five.house.wait(2)
    assert all(line in table.text for line in RESULTS)
    assert table.text.splitlines()[:8] == before.splitlines()[:8]
    told = (await five.ben.press("Last deal", table)).said
    assert all(line in told for line in RESULTS)


async def test_a_forgotten_member_appears_in_no_last_deal(five, packs):
    table = await a_deal(five, packs)
    await finish(five, table)
    await (await five.cy.command("mydata delete")).press("Delete my data")
    last = BankState.of(table.live.lobby).last
    assert five.cy.id not in [hand.person for hand in last.hands]
    assert "3 someone who left  8H 9C  17 each" in table.text


def test_a_table_that_an_earlier_version_saved_has_no_last_deal():
    saved = json.loads(Lobby(seats=(7,), game_state=BankState(deal=3)).to_json())
    saved["carry"] = {name: value for name, value in saved["carry"].items() if name not in ("last", "moved")}
    saved["carry"]["shown"] = "10S 7C"
    assert BankState.of(Lobby.from_json(json.dumps(saved), BankState)) == BankState(deal=3)
