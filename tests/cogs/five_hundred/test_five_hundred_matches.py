"""Whole matches of Five Hundred on Discord, for every number of players, by scripted play."""

import pytest

from cogs.five_hundred.wording import AMBER
from cogs.table.parts import GOLD
from tests.cogs.five_hundred.house import HEARTS

SPADES = "JS JC AS KS QS 10S 9S 8S 7S 6S"


async def test_four_play_a_match_to_500(match_of, deals):
    deals.deal(HEARTS, number=1)
    deals.deal(f"{HEARTS}, -, {SPADES}", number=2)
    deals.deal(HEARTS, number=3)
    four = match_of(4)
    table = await four.start()
    await four.play_out(four.ana, "8 tricks", "Hearts")
    assert "### ✨ Ana made 8♥ (10 tricks) · +300" in table.text
    assert table.accent == GOLD
    assert table.line("① Ana & Cy") == "① Ana & Cy · needs 200 more"
    assert table.line("total") == "total  300    0"
    assert "-# Last trick: Ana 7H · " in table.text
    assert table.buttons == ["Ready", "How did I play?", "Replay", "More…"]
    more = await table.plays("Ana More…")
    switches = ["Deal my cards face down: off", "Ask me to raise my bid: off", "Play forced cards: off"]
    own = ["Cards as text: off", "Show my achievements: on"]
    assert more.buttons == ["Scores", "Pause", "Leave", "Rules", "Table…", "My settings…"]
    assert (await more.into("Table…")).left == ["Deal record", "End match", "Bump"]
    more = await table.plays("Ana More…")
    assert (await more.into("My settings…")).left == [*switches, *own]
    await four.table.plays("all Ready")
    assert "match 1 · deal 2" in table.text
    assert "dealt by Ana" in table.text
    await four.play_out(four.dee, "7 tricks", "Spades")
    assert "### Dee lost 7♠ (only 0 of 7 tricks) · -140" in table.text
    assert table.line("    1") == "    1 +300    0 ✓ 8♥ ①"
    assert table.line("    2") == "    2 +100 -140 ✗ 7♠ ②"
    assert table.line("total") == "total  400 -140"
    assert "-# Ana & Cy +100 for 10 tricks" in table.text
    assert table.accent == AMBER
    assert table.line("① Ana & Cy") == "① Ana & Cy · needs 100 more"
    await four.table.plays("all Ready")
    await four.play_out(four.ana, "8 tricks", "Hearts", claims=True)
    assert "### ✨ Ana made 8♥ (10 tricks) · +300" in table.text
    assert "🏆 Ana & Cy win the match: they reached 500 points\n" in table.text
    assert table.accent == GOLD
    assert "Ready" not in table.buttons
    said = (await four.ben.command("fivehundred matches")).said
    assert "[Match 1](https://discord.com/channels/" in said
    await four.house.wait(601)
    assert table.live is None
    assert "🏆 Ana & Cy win the match" in table.text


@pytest.mark.sampled
@pytest.mark.parametrize("people", [2, 3, 5, 6])
async def test_other_numbers_of_players_play_a_match(match_of, deals, people):
    deals.deal(HEARTS, number=1)
    deals.deal(f"-, {HEARTS}", number=2)
    several = match_of(people)
    table = await several.start(target=500)
    await several.play_out(several.ana, "8 tricks", "Hearts")
    assert table.line("① Ana").endswith("needs 200 more")
    await table.plays("all Ready")
    await several.play_out(several.ben, "10 tricks", "Hearts", claims=True)
    assert "### ✨ Ben made 10♥ (10 tricks) · +500" in table.text
    assert ("win the match" if people == 6 else "Ben wins the match") in table.text


async def test_a_side_that_falls_to_500_below_loses_and_the_result_says_so(match_of, deals):
    deals.deal(f"-, {HEARTS}")
    two = match_of(2)
    table = await two.start()
    await two.play_out(two.ana, "10 tricks", "No trumps")
    assert "Ben wins the match: Ana fell to -500\n" in table.text
    assert "🏆 Ben wins the match" in table.text
