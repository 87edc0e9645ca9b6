"""How the prose of a `rules.md` becomes pages, and what translators get of it."""

from dataclasses import dataclass

import pytest

from cogs.table.rules_text import HouseRules, written
from i18n.words import ENGLISH
from tools.messages.sources import of_rules

PROSE = """# The game

**A round**\\
  1. Bet {bet=100}, and hold {hand=AS KD} as long
  as you can.\\
  2. Wait.

Never with {count=decks} decks.
[shoots] Shoot for {most=prize}.
[not shoots] [limits] From {minimum}.
[teams=pairs] In pairs.

[shoots] @prize

# [shoots] Shooting

@void

## shuffles

{count=decks} times.
"""
FIRST = "**A round**\n1. Bet 100, and hold AS KD as long as you can.\n2. Wait.\n\n"


@dataclass
class Options:
    decks: int = 2
    shoots: bool = False
    teams: str = ""


@pytest.mark.parametrize(
    ("options", "limits", "first"),
    [
        (Options(), None, "Never with 2 decks."),
        (Options(decks=1), (1_000, 2_000), "Never with 1 decks.\nFrom 1,000."),
        (Options(shoots=True, teams="pairs"), (1, 2), "Never with 2 decks.\nShoot for 5,000.\nIn pairs.\n\n5000"),
    ],
)
def test_a_page_has_what_is_true_of_its_house(tmp_path, options, limits, first):
    file = tmp_path / "rules.md"
    file.write_text(PROSE)
    page, *others, fair = written(file, HouseRules(options, limits), ENGLISH, str, {"prize": 5_000})
    assert (page.name, page.text) == ("The game", FIRST + first)
    assert [other.name for other in others] == ["Shooting"] * options.shoots
    assert f"4. When the cards are used up, the seed is shown.\n\n{options.decks} times.\n\nAt a table" in fair.text
    assert all(other.text.startswith("A round is void when the bot can't finish it") for other in others)


def test_a_name_that_is_no_value_is_noticed(tmp_path):
    file = tmp_path / "rules.md"
    file.write_text("# The game\n\n[shots] Shoot.\n")
    with pytest.raises(ValueError, match="shots"):
        written(file, HouseRules(Options()), ENGLISH, str)


def test_translators_get_each_sentence_without_where_its_values_come_from():
    assert [*of_rules(PROSE)] == [
        ("The game", ""),
        ("**A round**\n1. Bet {bet}, and hold {hand} as long as you can.\n2. Wait.", ""),
        (("Never with {count} decks.",) * 2, ""),
        ("Shoot for {most}.", ""),
        ("From {minimum}.", ""),
        ("In pairs.", ""),
        ("Shooting", ""),
        (("{count} times.",) * 2, ""),
    ]
