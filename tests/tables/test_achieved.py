"""What a finished round achieved for whom, game by game, and that it reaches the disk with the round's end."""

import pytest

from data.guild.forget_member import Departure
from data.tables.achievements import Achievements, Earned
from games import five_hundred as fh
from games.blackjack import Bet
from games.pok_deng import Bet as PokDengBet
from games.pontoon import Options
from tables.achievements import EVERYWHERE, PAIR
from tables.blackjack import blackjack_achievements as blackjack
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.change import by_person
from tables.clock import Pace
from tables.events import Act, Arrange, Leave, Void
from tables.five_hundred import five_hundred_achievements as five_hundred
from tables.five_hundred.five_hundred_adapter import FiveHundredGame
from tables.game import Terms
from tables.pok_deng import pok_deng_achievements as pok_deng
from tables.pok_deng.pok_deng_adapter import PokDengGame
from tables.pontoon import bank
from tables.pontoon import pontoon_achievements as pontoon
from tables.pontoon.bank_state import after_press
from tables.pontoon.pontoon_adapter import PontoonGame
from tables.round_in_play import Setup
from tests.games.blackjack_table import Table as Blackjack
from tests.games.pok_deng_table import Table as PokDeng
from tests.games.pontoon_table import BANK
from tests.games.pontoon_table import Table as Pontoon
from tests.tables.room import ANA, BEN, GUILD

GAMES = (BlackjackGame(), PokDengGame(), PontoonGame(), FiveHundredGame())


def seats(found):
    """Who has achieved what, as `seat key`, in any order."""
    return {f"{seat} {achievement.key}" for seat, achievement in found}


def test_there_are_at_most_24_each_with_a_key_an_emoji_and_a_title_of_its_own():
    everything = [*EVERYWHERE, *(achievement for game in GAMES for achievement in game.achievable)]
    assert len(everything) <= 24
    for what in ("key", "emoji", "title", "deed"):
        assert len({_text(getattr(achievement, what)) for achievement in everything}) == len(everything), what


def _text(value):
    return value if isinstance(value, str) else value.template


def test_somebody_who_achieves_the_same_with_two_bets_is_named_once():
    people = Setup((None, ANA, BEN), {})
    assert by_person(people, [(1, PAIR), (2, PAIR), (1, blackjack.BEHIND), (1, PAIR)]) == {
        ANA: (PAIR.key, blackjack.BEHIND.key),
        BEN: (PAIR.key,),
    }


BEHIND = Bet(0, 0, 100), Bet(7, 0, 50)
PAIRS = Bet(0, 0, 100, 10), Bet(7, 0, 50), Bet(8, 0, 50, 10)


@pytest.mark.parametrize(
    ("cards", "moves", "bets", "found"),
    [
        # A blackjack counts even when the dealer has one too.
        ("AS 9D KC 8H", "", (), "0 blackjack"),
        ("AS AD KC KH", "decline", (), "0 blackjack"),
        ("AS 9D 9C 8H", "stand", (), ""),
        # 21 has to be reached with five cards.
        ("2S 9D 3C 4H 5S 7D 8H", "hit, hit, hit", (), "0 blackjack_five_cards"),
        ("2S 9D 3C 4H 5S 6D 8H", "hit, hit, hit, stand", (), ""),
        ("7S 9D 4C 2H 8S 8H", "hit, hit", (), ""),
        # Both hands of a split have to win: the second time it is 18 against 18.
        ("8S 6D 8C KH QH 10D KC", "split, stand, stand", (), "0 blackjack_both_hands"),
        ("8S 6D 8C KH QH 10D 2C", "split, stand, stand", (), ""),
        # A bet behind a blackjack is not the blackjack itself; a pair bet wins for whoever has made it.
        ("AS 9D KC 8H", "", BEHIND, "0 blackjack, 7 blackjack_behind"),
        ("KS 9D KC 8H", "stand", BEHIND, ""),
        ("KS 9D KC 8H", "stand", PAIRS, "0 pair, 8 pair"),
        ("KS 9D QC 8H", "stand", PAIRS, ""),
    ],
)
def test_what_is_achieved_at_blackjack(cards, moves, bets, found):
    table = Blackjack(cards, *bets).play(*(f"0 {move}" for move in moves.split(", ") if move))
    assert table.over
    assert seats(blackjack.achieved(table.round)) == {*found.split(", ")} - {""}


FIVES, TWOS = dict.fromkeys(range(1, 6), "2C 3D"), dict.fromkeys(range(1, 6), "2C 2D")
EVERYWHERE_50 = [PokDengBet(0, hand, 50) for hand in range(5)]


@pytest.mark.parametrize(
    ("players", "banker", "bets", "found"),
    [
        # A 9 has to win double: no pattern, and a tie.
        ("4S 5S", "2C 3D", [], "0 pok_deng_double_nine"),
        ("4S 5D", "2C 3D", [], ""),
        ("4S 5S", "4D 5C", [], ""),
        # A 9 against the Banker's 8.
        ("4S 5D", "5C 3D", [], "0 pok_deng_nine_to_eight"),
        ("4S 5S", "5C 3D", [], "0 pok_deng_nine_to_eight, 0 pok_deng_double_nine"),
        ("4S 4D", "5C 2D", [], ""),
        # All five hands have to be bet on by one and to win; a tie and five pairs are no sweep.
        (FIVES, "AS 2D", EVERYWHERE_50, "0 pok_deng_sweep"),
        (FIVES, "AS 2D", [*EVERYWHERE_50[:4], PokDengBet(1, 4, 50)], ""),
        (FIVES | {3: "AC 2S"}, "AS 2D", EVERYWHERE_50, ""),
        (TWOS, "4S 5D", [PokDengBet(0, hand, 0, 10) for hand in range(5)], "0 pair"),
    ],
)
def test_what_is_achieved_at_pok_deng(players, banker, bets, found):
    assert seats(pok_deng.achieved(PokDeng(players, banker, *bets).round)) == {*found.split(", ")} - {""}


# Pontoon


def at_pontoon(hands, bank, moves="", kitty=0, then=""):
    """What is achieved when the players make `moves`, and then split what they can, stick and stay."""
    table = Pontoon(*hands, bank=bank, then=then, kitty=kitty).play(*filter(None, moves.split(", ")))
    while not table.over:
        seat = min(table.round.to_act)
        move = "stay" if seat == BANK else "split" if "split" in table.may(seat) else "stick"
        table.play(f"{seat} {move}")
    return seats(pontoon.achieved(table.round, kitty))


@pytest.mark.parametrize(
    ("hands", "bank", "kinds", "found"),
    [
        (["AS KD", "10C 9C"], "KS 8S", {}, {"0 pontoon"}),
        (["10C 9C"], "AS KD", {}, {f"{BANK} pontoon_banker"}),
        (
            *(["2S 3D", "10C 9C"], "KS 8S"),
            *({"moves": "0 twist, 0 twist, 0 twist", "then": "4C 2D 3C"}, {"0 pontoon_five_cards"}),
        ),
        (["10C 9C"], "2S 3D", {"moves": "0 stick" + ", 9 draw" * 3, "then": "4C 2D 3C"}, {"9 pontoon_five_cards"}),
        # A banker has to beat three players or more.
        (["10C 6C"] * 2, "10S 9S", {}, set()),
        (["10C 6C"] * 3, "10S 9S", {}, {f"{BANK} pontoon_against_all"}),
        (["10C 6C", "10C 6C", "10D QH"], "10S 9S", {}, set()),
        # Three hands of a split have to win.
        (["10S 10D"], "KH 8S", {"then": "10C 9C 9D 9H"}, {"0 pontoon_three_hands"}),
        (["10S 10D"], "KH 9S", {"then": "10C 9C 9D 9H"}, set()),
        # The whole kitty has to be shot for, and won.
        (["10C QD"], "10S 9S", {"moves": "0 shoot 200", "kitty": 200}, {"0 pontoon_kitty"}),
        (["10C QD"], "10S 9S", {"moves": "0 shoot 199", "kitty": 200}, set()),
        (["10C 8D"], "10S 9S", {"moves": "0 shoot 200", "kitty": 200}, set()),
    ],
)
def test_what_is_achieved_at_pontoon(hands, bank, kinds, found):
    assert at_pontoon(hands, bank, **kinds) == found


# Five Hundred

MADE, SLAM, RED = "five_hundred_contract", "five_hundred_slam", "five_hundred_all_in_the_red"
ALL_TRICKS = (6, 0, 4, 0)


def at_five_hundred(bid, tricks, before=(0, 0), *, seat=0):
    contract = None if bid is None else fh.Contract(seat, fh.Bid.parse(bid))
    score = fh.Score(fh.Options(), before)
    return seats(five_hundred.achieved(fh.DealResult(contract, tricks), score))


@pytest.mark.parametrize(
    ("bid", "tricks", "before", "seat", "found"),
    [
        # A contract counts for the contractor when it is made.
        ("7H", (4, 2, 3, 1), (0, 0), 0, [MADE]),
        ("7H", (1, 5, 2, 2), (0, 0), 1, [MADE]),
        ("8H", (4, 2, 3, 1), (0, 0), 0, []),
        (None, (0, 0, 0, 0), (0, 0), 0, []),
        # A slam, and whether the side was behind.
        ("7H", ALL_TRICKS, (0, 0), 0, [MADE, SLAM]),
        ("7H", ALL_TRICKS, (50, 40), 0, [MADE, SLAM]),
        ("7H", ALL_TRICKS, (40, 50), 0, [MADE, SLAM, "five_hundred_slam_from_behind"]),
        # A misère is no slam, and an open one is both.
        ("misere", (0, 6, 0, 4), (0, 0), 0, [MADE, "five_hundred_misere"]),
        *(
            (bid, (0, 6, 0, 4), (-490, 0), 0, [MADE, "five_hundred_misere", "five_hundred_open_misere"])
            for bid in ("open-misere", "blind-misere")
        ),
    ],
)
def test_what_a_contractor_achieves_at_five_hundred(bid, tricks, before, seat, found):
    assert at_five_hundred(bid, tricks, before, seat=seat) == {f"{seat} {key}" for key in found}


def test_a_match_is_won_from_behind_or_with_all_others_below_0_by_everybody_on_the_side():
    comeback, winners = ({f"{seat} {key}" for seat in (0, 2)} for key in ("five_hundred_comeback", RED))
    assert comeback <= at_five_hundred("10H", ALL_TRICKS, (0, 200))
    assert comeback.isdisjoint(at_five_hundred("10H", ALL_TRICKS, (0, 199)))
    assert comeback.isdisjoint(at_five_hundred("9H", ALL_TRICKS, (0, 200))), "the match goes on"
    assert winners <= at_five_hundred("10H", ALL_TRICKS, (0, -1))
    assert winners.isdisjoint(at_five_hundred("10H", ALL_TRICKS, (0, 0)))
    assert at_five_hundred("open-misere", (1, 6, 0, 3)) == {f"1 {RED}", f"3 {RED}"}, "failed, and that is -500"


# At a table


@pytest.mark.parametrize("leaves", [True, False])
async def test_what_the_clock_played_for_somebody_achieves_nothing(room, leaves):
    live = await room.open()
    await room.in_play(live, "8S 8D, 10C 9C v 6D then 10H 10D KS KC", bet=50)
    await room.act(live, ANA, "split")
    if leaves:
        await live.do(Leave(ANA))
    else:
        await room.act(live, ANA, "stand")
        await room.act(live, ANA, "stand")
    await room.act(live, BEN, "stand")
    found = await Achievements(room.store).of(GUILD, ANA)
    assert [each.key for each in found] == ([] if leaves else ["blackjack_both_hands"])


async def test_a_round_keeps_what_it_achieved_when_it_ends_and_not_when_it_is_void(room):
    achievements = Achievements(room.store)
    live = await room.open()
    await room.in_play(live, "AS KD, 10C 9C v 9D then 8H", bet=50)
    assert await achievements.of(GUILD, ANA) == []
    await live.do(Act(BEN, live.table.question_id, "stand"))
    assert [(each.key, each.table, each.round) for each in await achievements.of(GUILD, ANA)] == [
        ("blackjack", live.table.id, 1)
    ]
    assert live.table.earned == (Earned(ANA, "blackjack"),)
    forgotten = [live.table.without(person, Departure(1, 0, {})).earned for person in (ANA, BEN)]
    assert forgotten == [(), live.table.earned]
    room.deal("AS KD, 10C 9C v 9D then 8H")
    await room.bet(live, ANA, 50)
    await room.bet(live, BEN, 50)
    assert live.table.earned == (), "that was the last round"
    await live.do(Void(ANA))
    assert await achievements.of(GUILD, BEN) == []


@pytest.mark.parametrize(("hand", "earned"), [("10C 9D", {BEN}), ("10C 6D", set())])
async def test_the_last_chips_are_those_that_a_player_stakes_and_not_a_bankers_cover(room, packs, hand, earned):
    packs.draw("AS 2S")
    packs.deal(f"{hand} v 10S 7C")
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(500, 500, Options(), Pace.NORMAL), PontoonGame())
    await room.sit(live, ANA, BEN)
    await live.do(Arrange(ANA, lambda lobby: bank.start(after_press(lobby)), salt="salt"))
    assert await room.balances(ANA, BEN) == [0, 0]
    await room.play_out(live)
    assert await room.balances(BEN) == [1500 if earned else 500]
    found = {who for who in (ANA, BEN) if await Achievements(room.store).of(GUILD, who)}
    assert found == earned


@pytest.mark.parametrize(("other", "earned"), [("Ben", ["pontoon_banker"]), ("a house player", [])])
async def test_nothing_is_achieved_beside_house_players(room, packs, other, earned):
    packs.draw("AS 2S")
    packs.deal("10C 9C v AS KD")
    room.open_tables = room.another_floor(PontoonGame())
    live = await room.open(Terms(10, 100, Options(), Pace.NORMAL), PontoonGame())
    await room.sit(live, ANA)

    def joined(lobby):
        return lobby.sit(BEN) if other == "Ben" else after_press(lobby).add_house_player(live.table.id)

    await live.do(Arrange(ANA, joined))
    await live.do(Arrange(ANA, lambda lobby: bank.start(after_press(lobby)), salt="salt"))
    assert live.table.rounds == 1
    while live.table.is_playing:
        (person,) = live.table.people_asked
        if person == BEN:
            await room.act(live, BEN, str(live.table.play.round.default_action(live.table.play.setup.seat_of(BEN))))
        else:
            await room.pass_time(live, 2)
    assert [each.key for each in await Achievements(room.store).of(GUILD, ANA)] == earned
