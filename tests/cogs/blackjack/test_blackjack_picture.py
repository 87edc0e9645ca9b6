"""The Blackjack table's picture at its fullest: within Discord's limits, and without buttons that can't be pressed."""

import re

import pytest
from discord import ButtonStyle
from msgspec.structs import replace

from cogs.blackjack.picture import draw
from cogs.table.faces import plain_text, spoken_name
from cogs.table.reveal import ALL
from games.blackjack import Bet, Options, Phase, parse, start
from games.cards import Card, pack52, parse_cards
from games.fair.shoe import Shoe
from i18n.words import ENGLISH
from tables.blackjack import blackjack_adapter as game
from tables.blackjack.state import BlackjackState
from tables.clock import Pace
from tables.game import Terms
from tables.round_in_play import RoundInPlay, Setup
from tests.cogs.limits import verify_fits
from tests.cogs.shown import walk

PEOPLE = tuple(10**18 + number for number in range(7))
STANDING = tuple(2 * 10**18 + number for number in range(60))
TERMS = Terms(2, 1_000_000, Options(), Pace.NORMAL)


def emoji(card):
    """As long as an emoji of Discord can be here."""
    return f"<:{spoken_name(card)}:1456074443980800060>"


@pytest.fixture
async def live(room):
    return await room.open(TERMS)


def picture(live, cards=emoji):
    """The message as Discord gets it."""
    return draw(live.table, ENGLISH, cards, ALL).to_components()


def text(live, cards=plain_text):
    return "\n".join(c["content"] for c in walk(picture(live, cards)) if c["type"] == 10)


def buttons(live):
    return [c["label"] for c in walk(picture(live)) if c["type"] == 2]


def begun(live, cards, *bets, people=PEOPLE, options=TERMS.options):
    """Start a round on the table, with a shoe that gives `cards`."""
    step = start(options, bets, Shoe.stacked(parse_cards(cards)))
    play = RoundInPlay.begin(10**6, Setup(people=people, body={}), step)
    live.table = replace(live.table, rounds=10**6, play=play)


def play(live, *moves):
    for move in moves:
        played, seat = live.table.play, min(live.table.play.round.to_act)
        live.table = replace(live.table, play=played.then(seat, played.round.apply(seat, parse(move))))


def everything_at_once(live, behind_each):
    """Seven seats, each split into twos that draw nine aces, with pair bets everywhere and bets behind each."""
    own = [Bet(seat, seat, 1_000_000, 1_000_000) for seat in range(7)]
    behind = [Bet(7 + n, seat, 1_000_000, 1_000_000) for seat in range(7) for n in range(behind_each)]
    cards = "2S " * 7 + "KH " + "2D " * 7 + "AC " * 140
    begun(live, cards, *own, *behind, people=PEOPLE + STANDING)


def play_on(live, until):
    """Split whatever can be split, follow it, and hit every hand to its end, until `until` is true."""
    while not until(live.table.play):
        legal = {str(move) for move in live.table.play.round.legal_actions(min(live.table.play.round.to_act))}
        play(live, next(move for move in ("split", "follow", "hit") if move in legal))


@pytest.mark.parametrize("behind_each", [0, 2, 7, 60])
async def test_the_fullest_table_stays_within_discords_limits_in_every_phase(live, behind_each):
    everything_at_once(live, behind_each)
    verify_fits(picture(live))
    if behind_each:
        play(live, "split")
        assert live.table.play.round.phase is Phase.FOLLOW
        verify_fits(picture(live))
    play_on(live, lambda played: played.round.turn == (6, 1))
    verify_fits(picture(live))
    play_on(live, lambda played: played.is_over)
    verify_fits(picture(live))


async def test_of_many_bettors_behind_the_first_are_named_and_the_others_added_up(live):
    everything_at_once(live, 60)
    assert f"<@{STANDING[2]}> 1,000,000 (pair 1,000,000), 57 others" in text(live)
    play_on(live, lambda played: played.is_over)
    assert re.search(
        rf"\n\*\*<@{STANDING[2]}>\xa0\+[\d,]+\*\* · behind: .*<@{PEOPLE[6]}> \+.*\n57 others\n", text(live)
    )
    behind = [Bet(7 + n, 0, 50) for n in range(10)]
    begun(live, "10S 9H 10D KC", Bet(0, 0, 100), *behind, people=PEOPLE + STANDING)
    play(live, "stand")
    assert all(f"\n**<@{person}>\xa0+50** · behind: <@{PEOPLE[0]}>\n" in text(live) for person in STANDING[:8])
    assert "\n2 others\n" in text(live)


@pytest.mark.parametrize("standing", [0, 7, 60])
async def test_the_fullest_betting_stays_within_discords_limits(live, standing):
    lobby = replace(live.table.lobby, seats=PEOPLE, nets=dict.fromkeys(PEOPLE + STANDING[:standing], -1_000_000))
    for person in PEOPLE:
        lobby = game.bet(TERMS, lobby, person, 1_000_000, 1_000_000)
    for person in STANDING[:standing]:
        lobby = game.bet_behind(TERMS, lobby, person, range(7), 1_000_000, 1_000_000)
    last = {PEOPLE[0]: lobby.bets_of(PEOPLE[0])}
    lobby = replace(lobby, last=last, closing=True, game_state=BlackjackState(dealer=20))
    live.table = replace(live.table, lobby=lobby)
    verify_fits(picture(live))


async def test_insurance_with_seven_players_stays_within_discords_limits(live):
    own = [Bet(seat, seat, 1_000_000) for seat in range(7)]
    begun(live, "10S " * 7 + "AH " + "9D " * 7 + "KC", *own)
    verify_fits(picture(live))
    assert all(f"<@{person}>" in text(live) for person in PEOPLE)


async def test_cards_are_emojis_while_there_is_room_and_text_otherwise(live):
    begun(live, "10S 9H 8D KC", Bet(0, 0, 100))
    assert emoji(Card.parse("10S")) in text(live, emoji)
    everything_at_once(live, 0)
    play_on(live, lambda played: played.is_over)
    full = text(live, emoji)
    assert "<:" not in full
    assert "2♠ A♣ A♣ A♣ A♣ A♣ A♣ A♣ A♣ A♣ = 21 (" in full


# Only what can be pressed


async def test_between_rounds_people_are_offered_what_they_can_do(live):
    assert buttons(live) == ["Bet 2", "Bet…", "Join", "More…"]
    empty = live.table.lobby
    live.table = replace(live.table, lobby=replace(empty, seats=PEOPLE))
    assert buttons(live) == ["Bet 2", "Bet…", "Bet behind…", "More…"]
    live.table = replace(live.table, lobby=game.bet(TERMS, empty, PEOPLE[0], 100, 0).round_begins())
    assert "Same 100" in buttons(live)
    live.table = replace(live.table, is_closed=True)
    assert buttons(live) == ["Open again"]
    assert "**This table is closed.** All chips have been returned." in text(live)


@pytest.mark.parametrize(
    ("cards", "moves", "expected"),
    [
        ("10S 9H 2D", [], ["Hit", "Stand", "Double +100", "Surrender −50"]),
        ("10S KH 2D", [], ["Hit", "Stand", "Double +100"]),
        ("8S 9H 8D", [], ["Hit", "Stand", "Double +100", "Split +100", "Surrender −50"]),
        ("8S 9H 8D 2C 3C", ["split"], ["Hit", "Stand"]),
        ("2S 9H 3D 4C", ["hit"], ["Hit", "Stand"]),
        ("10S AH 9D", [], ["Insure 50", "No insurance"]),
        ("10S AH 9D", ["decline"], ["Hit", "Stand", "Double +100"]),
    ],
)
async def test_only_legal_moves_have_a_button_and_those_of_the_turn_come_first(live, cards, moves, expected):
    begun(live, cards, Bet(0, 0, 100))
    play(live, *moves)
    assert buttons(live) == [*expected, "Join", "Bet behind…", "More…"]


async def test_bettors_behind_are_asked_to_follow_with_two_buttons(live):
    begun(live, "5S 9H 6D", Bet(0, 0, 100), Bet(7, 0, 50), people=PEOPLE + STANDING)
    play(live, "double")
    assert buttons(live)[:3] == ["Match the bet 50", "Keep my bet", "Join"]


async def test_every_button_says_which_question_it_answers(live):
    begun(live, "10S 9H 2D", Bet(0, 0, 100))
    ids = [c["custom_id"] for c in walk(picture(live)) if "custom_id" in c]
    assert all(re.fullmatch(rf"b:{live.table.id}:1000000\.0:[a-z]+(:[a-z]+)?", custom_id) for custom_id in ids)


# What the head says


async def test_the_head_says_what_to_bet_who_may_come_and_how_fast(room):
    live = await room.open(Terms(1_000, 5_000, Options(seats=2), Pace.RELAXED))
    assert text(live).splitlines()[1] == "-# bets 1,000–5,000 · 2 free seats · relaxed"
    live.table = replace(live.table, lobby=replace(live.table.lobby, seats=PEOPLE[:2]))
    assert text(live).splitlines()[1] == "-# bets 1,000–5,000 · relaxed"


async def test_the_shuffle_is_promised_in_the_last_line_until_somebody_bets_on_it(live):
    promise = f"-# shuffle {live.table.commitment[:8]}"
    assert text(live).splitlines()[-1] == promise
    live.table = replace(live.table, lobby=game.bet(TERMS, live.table.lobby, PEOPLE[0], 100, 0))
    assert promise not in text(live)


@pytest.mark.parametrize(("cards", "usual"), [("10S 9H 6D", "Hit"), ("10S 9H 7D", "Stand")])
async def test_one_button_stands_out_that_of_a_dealer(live, cards, usual):
    begun(live, cards, Bet(0, 0, 100))
    assert [c["label"] for c in walk(picture(live)) if c.get("style") == ButtonStyle.primary.value] == [usual]


async def test_the_last_round_of_a_shoe_says_so(live):
    begun(live, "10S 9H 2D", Bet(0, 0, 100))
    assert "cut card" not in text(live)
    step = start(TERMS.options, [Bet(0, 0, 100)], Shoe.stacked(parse_cards("10S 9H 2D 5C"), cut_depth=2))
    live.table = replace(live.table, play=RoundInPlay.begin(live.table.rounds, Setup(people=PEOPLE, body={}), step))
    assert "-# The cut card is out: all cards are shuffled after this round." in text(live)


async def test_when_the_shoe_runs_out_in_a_round_the_table_says_that_earlier_cards_come_again(room):
    live = await room.open(replace(TERMS, options=Options(decks=1, seats=5)))
    shoe = Shoe.stacked(parse_cards("9S 8H 2D 5C") + pack52()[4:])
    for position, ran_out in ((48, False), (50, True)):
        step = start(live.table.terms.options, [Bet(0, 0, 100)], shoe.at(position))
        live.table = replace(live.table, play=RoundInPlay.begin(live.table.rounds, Setup(people=PEOPLE, body={}), step))
        told = "-# The shoe ran out: the cards of earlier rounds were shuffled and dealt again." in text(live)
        assert told is ran_out


async def test_the_last_round_stays_in_one_line_while_people_bet_on_the_next_and_a_void_one_is_told(live):
    lobby = game.bet(TERMS, live.table.lobby, PEOPLE[0], 100, 0)
    nets = {PEOPLE[0]: 1500, PEOPLE[1]: -50, PEOPLE[2]: 0}
    live.table = replace(live.table, lobby=replace(lobby, nets=nets, game_state=BlackjackState(dealer=20)))
    line = f"-# last round: dealer 20 · <@{PEOPLE[0]}> +1,500 · <@{PEOPLE[1]}> −50 · <@{PEOPLE[2]}> 0"
    assert line in text(live).splitlines()
    live.table = replace(live.table, was_voided=True)
    assert "The last round was void. Everyone got their chips back." in text(live)
    assert "-# New shoe: all cards have been shuffled." in text(live)
