"""The Pok Deng table's picture and the list of results at their fullest, within Discord's limits."""

import re

import pytest
from msgspec.structs import replace

from cogs.pok_deng.picture import RED, STAGES, draw
from cogs.pok_deng.results import MOST_ON_A_PAGE, LastRound, pages
from cogs.pok_deng.road import mark_name, plain_mark
from cogs.table.faces import plain_text, spoken_name
from cogs.table.parts import GOLD
from games.pok_deng import SPOTS, BetKind, Options, Spot
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.game import Terms
from tables.modes import Shuffle
from tables.pok_deng import pok_deng_adapter as game
from tables.pok_deng.pok_deng_adapter import PokDengGame, PokDengState
from tables.round_in_play import RoundInPlay
from tests.cogs.limits import verify_fits
from tests.cogs.shown import walk

CROWD = tuple(10**18 + number for number in range(50))
LIMIT = 1_000_000
TERMS = Terms(1, LIMIT, Options(), Pace.NORMAL)
EVERYTHING = dict.fromkeys(SPOTS, LIMIT)
LONGEST = "10C QC, 10C QC, 10C QC, 10C QC, 10C QC v "
"""Every hand with the longest name there is."""
FULL_ROAD = ["WbLbTb" * 10] * 5


def emoji(card):
    """As long as an emoji of Discord can be here."""
    return f"<:{spoken_name(card)}:1456074443980800060>"


def mark_emoji(mark):
    return f"<:{mark_name(mark)}:1456074443980800060>"


@pytest.fixture
async def live(room):
    return await room.open(TERMS, PokDengGame())


def bet(live, people=CROWD, spots=EVERYTHING):
    for person in people:
        live.table = replace(live.table, lobby=game.bet(TERMS, live.table.lobby, person, spots))


def deal(live, shoes, cards, road=()):
    """Play the round that people have bet on, and leave the table as the driver does."""
    shoes.deal(cards)
    live.table = replace(live.table, lobby=replace(live.table.lobby, game_state=PokDengState(1, tuple(road))))
    setup = live.table.game.setup(TERMS, live.table.lobby, {})
    play = RoundInPlay.begin(1, setup, live.table.game.start(TERMS, setup, Shuffle(b"", "")))
    nets = {setup.user_id_in(seat): net for seat, net in play.nets.items()}
    lobby = live.table.game.after_round(TERMS, live.table.lobby.round_begins(), setup, play.round, nets)
    live.table = replace(live.table, lobby=lobby, play=play)


def picture(live, stage=STAGES, cards=emoji, marks=mark_emoji):
    """The message as Discord gets it."""
    return draw(live.table, ENGLISH, cards, marks, stage).to_components()


def text(live, stage=STAGES):
    shown = "\n".join(c["content"] for c in walk(picture(live, stage, str, plain_mark)) if c["type"] == 10)
    return re.sub(r"\*\*|`", "", shown)


@pytest.mark.parametrize("count", [1, 3, 4, 5, 50])
async def test_the_fullest_table_stays_within_discords_limits_in_every_phase(live, shoes, count):
    bet(live, CROWD[:count])
    verify_fits(picture(live))
    deal(live, shoes, LONGEST + "10C QC", FULL_ROAD)
    for stage in range(STAGES + 1):
        verify_fits(picture(live, stage))
    live.table = replace(live.table, was_voided=True)
    verify_fits(picture(live))
    bet(live, CROWD[:count])
    verify_fits(picture(live))
    live.table = replace(live.table, is_closed=True)
    verify_fits(picture(live))


async def test_marks_are_emojis_while_there_is_room_and_text_when_there_is_none(live, shoes, monkeypatch):
    bet(live, CROWD[:1], {Spot(0, BetKind.MAIN): 10})
    deal(live, shoes, "v 2C 4D", FULL_ROAD)
    bet(live, CROWD[:1], {Spot(0, BetKind.MAIN): 10})
    assert "<:tie_flush_pair:" in str(picture(live))
    monkeypatch.setattr("cogs.table.parts.MOST_TEXT", 1_500)
    assert "_flush_pair:" not in str(picture(live))
    assert "≡·" in str(picture(live))


async def test_the_table_lists_everyones_bets_or_sums(live):
    bet(live, CROWD[:1])
    assert "P5 1,000,000 · P5 Pair 1,000,000" in text(live)
    bet(live, CROWD[:2])
    assert "P5 2,000,000" in text(live)


async def test_a_crowds_table_names_the_first_with_net_and_the_number_of_the_others(live, shoes):
    bet(live)
    deal(live, shoes, LONGEST + "2C 3D")
    assert f"<@{CROWD[9]}>\N{NO-BREAK SPACE}+5,000,000" in text(live)
    assert f"<@{CROWD[10]}>" not in text(live)
    assert "40 others" in text(live)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("3C 3D v AH 9S", "P1 3C 3D 6, pair: pays only 1:1, the Banker has 0 · Pair 11:1"),
        ("5C 5D v 2H 4H", "P1 5C 5D 7.4, special pair: pays only 1:1, the Banker has 6 · Pair 11:1"),
        ("KH 9H v 9D 7C", "P1 KH 9H 9, two hearts: deng, pays 2:1"),
        ("QC QC v KC KS", "P1 QC QC 7.3, two face cards: ties · Pair 11:1"),
        ("9D 6C v 8C JC", "two clubs: deng, wins double\nP1 9D 6C 5: loses double to 8"),
        ("AD AD v AS KS", "P1 AD AD 7.4, special pair: loses double to 7.5 · Pair 11:1"),
        ("2C 2C v 4H 5D", "P1 2C 2C 4, two clubs, pair: loses to 9 · Pair 11:1"),
        ("AS 9S v 2H 5H", "P1 AS 9S 7.1, no-points flush: deng, pays 2:1"),
    ],
)
async def test_odds_and_reasons_are_given_in_words(live, shoes, cards, said):
    bet(live, CROWD[:1], {Spot(0, BetKind.MAIN): 100})
    deal(live, shoes, cards)
    assert f"\n{said}\n" in text(live)


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("3C 3D v 4H 3C", "3C 3D Pair 11:1 · {}"),
        ("KH 9H v 4H 3C", "KH 9H Pok 9 with deng · {}"),
        ("4C 4D v 9S KD", "4C 4D Pair 11:1 · {}"),
        ("4C 5D, KH 9H v 4H 3C", ""),
        ("2C 3D, 2C 3D, 2C 3D, 2C 3D, 2C 3D v AC JD", "All five hands beat the Banker"),
        ("v 9S KD", ""),
    ],
)
async def test_great_moments_have_a_line_of_their_own_and_gold(live, shoes, cards, said):
    spots = {Spot(0, kind): 100 for kind in (BetKind.MAIN, BetKind.PAIR)}
    bet(live, CROWD[:1], spots)
    deal(live, shoes, cards)
    headings = [line.removeprefix("### ") for line in text(live).splitlines()[1:] if line.startswith("### ")]
    assert headings == ([said.format(f"<@{CROWD[0]}>")] if said else [])
    assert picture(live)[0]["accent_color"] == (GOLD if said else RED)
    bet(live, CROWD[:1], spots)
    assert picture(live)[0]["accent_color"] == RED


@pytest.mark.parametrize("count", [1, 13, 50, 400])
async def test_the_list_shows_every_bet_of_everybody_in_pages_that_discord_accepts(live, shoes, count):
    people = tuple(10**18 + number for number in range(count))
    bet(live, people)
    deal(live, shoes, LONGEST + "2C 3D")
    reader = people[-1]
    shown = pages(LastRound.of(live.table.lobby), ENGLISH, emoji, reader)
    assert all(len(page) <= MOST_ON_A_PAGE < 2_000 for page in shown)
    rows = [row for row in "\n".join(shown).splitlines() if row.startswith("<@")]
    assert [row.split(">")[0] for row in rows] == [f"<@{person}" for person in people]
    assert all(row.count(" · ") == 10 for row in rows)
    own = "You: **+5,000,000** · P1 +2,000,000 · P2 +2,000,000 · P3 +2,000,000 · P4 +2,000,000 · P5 +2,000,000 · "
    assert own in shown[0]


async def test_the_list_has_no_own_bets_for_somebody_who_placed_none(live, shoes):
    bet(live, CROWD[:2])
    deal(live, shoes, "v 2C 4D")
    assert "You:" not in pages(LastRound.of(live.table.lobby), ENGLISH, plain_text, 7)[0]


async def test_a_persons_bets_add_up_to_their_net(live, shoes):
    for number, person in enumerate(CROWD):
        spots = {spot: 10 + number for index, spot in enumerate(SPOTS) if number >> index % 6 & 1}
        bet(live, [person], spots or EVERYTHING)
    deal(live, shoes, "4C 4D, 2C 3D, 5H 5H, AC KC, 2S AS v 4H 3C")
    last = LastRound.of(live.table.lobby)
    assert {person: sum(line.net for _, line in last.lines_of(person)) for person in CROWD} == dict(last.nets)


async def test_before_the_first_round_no_last_round_is_shown(live):
    assert LastRound.of(live.table.lobby) is None
    assert "Road" not in text(live)
