"""The score sheet of a match: the last five deals in columns, the totals, and what each side still needs."""

from unicodedata import category

import pytest
from msgspec.structs import replace

from cogs.five_hundred.score_sheet import ScoreSheet
from cogs.five_hundred.wording import AS_TEXT
from games.five_hundred import Options
from i18n.words import ENGLISH, Words
from tables.five_hundred.match_state import LastDeal, MatchState

NAMES = ["Ana", "Ben", "Cy", "Dee", "Eve", "Fay"]


def deal(bid, by, made, *gained):
    return LastDeal(by, None, bid, made, (0, 0, 0, 0), gained)


HEARTS, SPADES, MISERE = deal("8H", 0, True, 300, 10), deal("7S", 3, False, 40, -140), deal("misere", 1, True, 0, 250)
THROWN_IN = LastDeal(None, None, "", False, (0, 0, 0, 0), (0, 0))


def match(*deals, points, number=None, **changes):
    state = MatchState(
        players=(1, 2, 3, 4), deal=number or len(deals), last=deals[-1], earlier=deals[:-1], points=points
    )
    return replace(state, **changes)


def sheet(state, reader=None, words=ENGLISH, **options):
    text = ScoreSheet(state, Options(**options), words, reader).text(NAMES.__getitem__)
    return text.replace(AS_TEXT, "").splitlines()


def test_everybody_reads_the_deals_the_totals_and_what_is_still_needed():
    assert sheet(match(HEARTS, SPADES, THROWN_IN, points=(340, -130))) == [
        "```",
        " deal    ①    ②",
        "    1 +300  +10 ✓ 8♥ ①",
        "    2  +40 −140 ✗ 7♠ ②",
        "    3    0    0 pass",
        "total  340 −130",
        "```",
        "`①` **Ana & Cy** · needs 160 more",
        "`②` **Ben & Dee** · needs 630 more",
    ]


@pytest.mark.parametrize(
    ("reader", "head", "row"), [(0, "deal Us Them", "+300  +10 ✓ 8♥ Us"), (1, "deal Us Them", "+10 +300 ✓ 8♥ Them")]
)
def test_a_player_who_reads_it_alone_finds_us_before_them(reader, head, row):
    rows = sheet(match(HEARTS, points=(300, 10)), reader)
    assert rows[1].split() == head.split()
    assert rows[2].split(maxsplit=1)[1] == row
    assert rows[-2].startswith("`Us` **Ana & Cy" if reader == 0 else "`Us` **Ben & Dee")


def test_a_sign_below_a_thai_letter_moves_no_column():
    state = match(deal("8H", 1, True, 10, 300), points=(10, 300))
    heads, _, totals = sheet(state, 1, Words.speaking("th"), players=2)[1:4]
    below = sum(category(sign) == "Mn" for sign in heads)
    assert below
    assert len(heads) - below == len(totals)


def test_one_against_one_reads_you():
    assert sheet(match(deal("8H", 1, True, 10, 300), points=(10, 300)), 1, players=2)[1].split() == [
        "deal",
        "You",
        "Them",
    ]


def test_the_deals_are_numbered_from_the_match_not_from_the_sheet():
    rows = sheet(match(MISERE, SPADES, number=12, points=(400, 300)))
    assert [row.split()[0] for row in rows[2:4]] == ["11", "12"]


def test_five_players_have_a_column_each_within_the_width_of_a_phone():
    state = match(
        *[LastDeal(0, 3, "10N", True, (5, 0, 0, 5, 0), (260, 0, -10, 260, 10))] * 5, points=(490, 0, -490, 490, 10)
    )
    rows = sheet(state, 2, players=5)
    assert rows[1].split() == ["deal", *"①②③④⑤"]
    assert max(map(len, rows[:-5])) <= 32


def test_nobody_needs_anything_once_the_match_is_won_and_500_by_tricks_still_want_a_contract():
    assert not any("needs" in row for row in sheet(match(HEARTS, points=(500, 10), winners=(0,))))
    assert sheet(match(HEARTS, points=(510, 10)))[-2] == "`①` **Ana & Cy** · any contract wins"
