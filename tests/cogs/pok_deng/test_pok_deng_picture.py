"""The Pok Deng table's picture and the list of results at their fullest, within Discord's limits."""

from dataclasses import replace

import pytest

from cogs.pok_deng.picture import STAGES, draw
from cogs.pok_deng.results import MOST_ON_A_PAGE, LastRound, pages
from cogs.pok_deng.road import mark_name, plain_mark
from cogs.table.faces import plain_text
from games.fair.shoe import Shoe
from games.pok_deng import SPOTS, BetKind, Options, Spot
from i18n.words import ENGLISH
from tables.clock import Pace
from tables.pok_deng import adapter as game
from tables.pok_deng.adapter import PokDengGame
from tables.pok_deng.state import PokDengState
from tables.round_in_play import RoundInPlay
from tables.terms import Shuffle, Terms
from tests.cogs.shown import walk
from tests.games.pok_deng_table import BURNED, dealt_as

CROWD = tuple(10**18 + number for number in range(50))
LIMIT = 1_000_000
TERMS = Terms(1, LIMIT, Options(), Pace.NORMAL)
EVERYTHING = dict.fromkeys(SPOTS, LIMIT)
LONGEST = dict.fromkeys(range(1, 6), "10C QC")
"""Every hand with the longest name there is."""
FULL_ROAD = ["WbLbTb" * 10] * 5


def emoji(card):
    """As long as an emoji of Discord can be here."""
    return f"<:{card or 'BACK'}_v1:1456074443980800060>"


def mark_emoji(mark):
    return f"<:{mark_name(mark)}_v1:1456074443980800060>"


@pytest.fixture
async def table(room):
    return await room.open(TERMS, PokDengGame())


def bet(table, people=CROWD, spots=EVERYTHING):
    for person in people:
        table.lobby = game.bet(TERMS, table.lobby, person, spots)


def deal(table, monkeypatch, players, banker, road=()):
    """Play the round that people have bet on, and leave the table as the driver does."""
    shoe = Shoe.stacked(BURNED + BURNED + dealt_as(players, banker)).at(1)
    monkeypatch.setattr(Shoe, "fresh", lambda *_args: shoe.at(0))
    table.lobby = replace(table.lobby, game_state=PokDengState(1, tuple(road)))
    setup = table.game.setup(TERMS, table.lobby, {})
    play = RoundInPlay.begin(setup, table.game.start(TERMS, setup, Shuffle(b"", "")))
    nets = {setup.user_id_in(seat): net for seat, net in play.nets.items()}
    table.lobby = table.game.after_round(TERMS, table.lobby.round_begins(), setup, play.round, nets)
    table.play = play


def picture(table, stage=STAGES, cards=emoji, marks=mark_emoji):
    """The message as Discord gets it."""
    return draw(table, ENGLISH, cards, marks, stage).to_components()


def text(table, stage=STAGES):
    return "\n".join(c["content"] for c in walk(picture(table, stage, plain_text, plain_mark)) if c["type"] == 10)


def verify_limits(components):
    everything = list(walk(components))
    assert len(everything) <= 40
    assert sum(len(c["content"]) for c in everything if c["type"] == 10) <= 4_000
    assert all(c["content"] for c in everything if c["type"] == 10)
    ids = [c["custom_id"] for c in everything if "custom_id" in c]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    rows = [c["components"] for c in everything if c["type"] == 1]
    assert all(1 <= len(row) <= 5 for row in rows)


@pytest.mark.parametrize("count", [1, 3, 4, 5, 50])
async def test_the_fullest_table_stays_within_discords_limits_in_every_phase(table, monkeypatch, count):
    bet(table, CROWD[:count])
    verify_limits(picture(table))
    deal(table, monkeypatch, LONGEST, "10C QC", FULL_ROAD)
    for stage in range(STAGES + 1):
        verify_limits(picture(table, stage))
    table.was_voided = True
    verify_limits(picture(table))
    bet(table, CROWD[:count])
    verify_limits(picture(table))
    table.is_closed = True
    verify_limits(picture(table))


async def test_marks_are_emojis_while_there_is_room_and_text_when_there_is_none(table, monkeypatch):
    bet(table, CROWD[:1], {Spot(0, BetKind.MAIN): 10})
    deal(table, monkeypatch, {}, "2C 4D", FULL_ROAD)
    bet(table, CROWD[:1], {Spot(0, BetKind.MAIN): 10})
    assert "<:tie_flush_pair_v1:" in str(picture(table))
    monkeypatch.setattr("cogs.table.parts.MOST_TEXT", 1_500)
    assert "_flush_pair_v1" not in str(picture(table))
    assert "≡·" in str(picture(table))


async def test_the_table_lists_everyones_bets_or_sums(table):
    bet(table, CROWD[:1])
    assert "P5 **1,000,000** · P5 Pair **1,000,000**" in text(table)
    bet(table, CROWD[:2])
    assert "P5 **2,000,000**" in text(table)


async def test_a_crowds_table_names_the_first_with_net_and_the_number_of_the_others(table, monkeypatch):
    bet(table)
    deal(table, monkeypatch, LONGEST, "2C 3D")
    assert f"<@{CROWD[4]}> **+5,000,000**" in text(table)
    assert f"<@{CROWD[5]}>" not in text(table)
    assert "and 45 others" in text(table)


@pytest.mark.parametrize("count", [1, 13, 50, 400])
async def test_the_list_shows_every_bet_of_everybody_in_pages_that_discord_accepts(table, monkeypatch, count):
    people = tuple(10**18 + number for number in range(count))
    bet(table, people)
    deal(table, monkeypatch, LONGEST, "2C 3D")
    reader = people[-1]
    shown = pages(LastRound.of(table.lobby), ENGLISH, emoji, reader)
    assert all(len(page) <= MOST_ON_A_PAGE < 2_000 for page in shown)
    rows = [row for row in "\n".join(shown).splitlines() if row.startswith("<@")]
    assert [row.split(">")[0] for row in rows] == [f"<@{person}" for person in people]
    assert all(row.count(" · ") == 10 for row in rows)
    own = "You: **+5,000,000** · P1 +2,000,000 · P2 +2,000,000 · P3 +2,000,000 · P4 +2,000,000 · P5 +2,000,000 · "
    assert own in shown[0]


async def test_the_list_has_no_own_bets_for_somebody_who_placed_none(table, monkeypatch):
    bet(table, CROWD[:2])
    deal(table, monkeypatch, {}, "2C 4D")
    assert "You:" not in pages(LastRound.of(table.lobby), ENGLISH, plain_text, 7)[0]


async def test_a_persons_bets_add_up_to_their_net(table, monkeypatch):
    for number, person in enumerate(CROWD):
        spots = {spot: 10 + number for index, spot in enumerate(SPOTS) if number >> index % 6 & 1}
        bet(table, [person], spots or EVERYTHING)
    deal(table, monkeypatch, {1: "4C 4D", 2: "2C 3D", 3: "5H 5H", 4: "AC KC", 5: "2S AS"}, "4H 3C")
    last = LastRound.of(table.lobby)
    assert {person: sum(line.net for _, line in last.lines_of(person)) for person in CROWD} == dict(last.nets)


async def test_before_the_first_round_no_last_round_is_shown(table):
    assert LastRound.of(table.lobby) is None
    assert "Road" not in text(table)
