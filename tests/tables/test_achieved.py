"""What a finished round achieved for whom, game by game, and that it reaches the disk with the round's end."""

from dataclasses import replace

import pytest

from data.tables.achievements import LAST_CHIPS, Achievements, Earned
from games import five_hundred as fh
from games.blackjack import Bet
from games.pok_deng import Bet as PokDengBet
from games.pontoon import Options
from tables.achievements import EVERYWHERE, PAIR, by_person
from tables.blackjack import achievements as blackjack
from tables.blackjack.adapter import BlackjackGame
from tables.clock import Pace
from tables.five_hundred import achievements as five_hundred
from tables.five_hundred.adapter import FiveHundredGame
from tables.pok_deng import achievements as pok_deng
from tables.pok_deng.adapter import PokDengGame
from tables.pontoon import achievements as pontoon
from tables.pontoon import bank
from tables.pontoon.adapter import PontoonGame
from tables.pontoon.bank_state import stirred
from tables.terms import Setup, Terms
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
    for what in ("key", "emoji", "title", "story", "told", "hint"):
        assert len({_text(getattr(achievement, what)) for achievement in everything}) == len(everything), what


def _text(value):
    return value if isinstance(value, str) else value.template


def test_somebody_who_achieves_the_same_with_two_bets_is_named_once():
    people = Setup((None, ANA, BEN), {})
    assert by_person(people, [(1, PAIR), (2, PAIR), (1, blackjack.BEHIND), (1, PAIR)]) == {
        ANA: (PAIR.key, blackjack.BEHIND.key),
        BEN: (PAIR.key,),
    }


# Blackjack


def at_blackjack(cards, *moves, bets=()):
    table = Blackjack(cards, *bets).play(*moves)
    assert table.over
    return seats(blackjack.achieved(table.round))


def test_a_blackjack_counts_even_when_the_dealer_has_one_too():
    assert at_blackjack("AS 9D KC 8H") == {"0 blackjack"}
    assert at_blackjack("AS AD KC KH", "0 decline") == {"0 blackjack"}
    assert at_blackjack("AS 9D 9C 8H", "0 stand") == set()


def test_21_has_to_be_reached_with_five_cards():
    assert at_blackjack("2S 9D 3C 4H 5S 7D 8H", "0 hit", "0 hit", "0 hit") == {"0 blackjack_five_cards"}
    assert at_blackjack("2S 9D 3C 4H 5S 6D 8H", "0 hit", "0 hit", "0 hit", "0 stand") == set()
    assert at_blackjack("7S 9D 4C 2H 8S 8H", "0 hit", "0 hit") == set()


def test_both_hands_of_a_split_have_to_win():
    assert at_blackjack("8S 6D 8C KH QH 10D KC", "0 split", "0 stand", "0 stand") == {"0 blackjack_both_hands"}
    assert at_blackjack("8S 6D 8C KH QH 10D 2C", "0 split", "0 stand", "0 stand") == set(), "18 against 18"


def test_a_bet_behind_a_blackjack_is_not_the_blackjack_itself():
    behind = Bet(0, 0, 100), Bet(7, 0, 50)
    assert at_blackjack("AS 9D KC 8H", bets=behind) == {"0 blackjack", "7 blackjack_behind"}
    assert at_blackjack("KS 9D KC 8H", "0 stand", bets=behind) == set()


def test_a_pair_bet_wins_for_whoever_has_made_it():
    bets = Bet(0, 0, 100, 10), Bet(7, 0, 50), Bet(8, 0, 50, 10)
    assert at_blackjack("KS 9D KC 8H", "0 stand", bets=bets) == {"0 pair", "8 pair"}
    assert at_blackjack("KS 9D QC 8H", "0 stand", bets=bets) == set()


# Pok Deng


def at_pok_deng(players, banker, *bets):
    return seats(pok_deng.achieved(PokDeng(players, banker, *bets).round))


def test_a_9_has_to_win_double():
    assert at_pok_deng("4S 5S", "2C 3D") == {"0 pok_deng_double_nine"}
    assert at_pok_deng("4S 5D", "2C 3D") == set(), "it has no pattern"
    assert at_pok_deng("4S 5S", "4D 5C") == set(), "a tie"


def test_a_9_against_the_bankers_8():
    assert at_pok_deng("4S 5D", "5C 3D") == {"0 pok_deng_nine_to_eight"}
    assert at_pok_deng("4S 5S", "5C 3D") == {"0 pok_deng_nine_to_eight", "0 pok_deng_double_nine"}
    assert at_pok_deng("4S 4D", "5C 2D") == set()


def test_all_five_hands_have_to_be_bet_on_and_to_win():
    fives, banker = dict.fromkeys(range(1, 6), "2C 3D"), "AS 2D"
    everywhere = [PokDengBet(0, hand, 50) for hand in range(5)]
    assert at_pok_deng(fives, banker, *everywhere) == {"0 pok_deng_sweep"}
    assert at_pok_deng(fives, banker, *everywhere[:4], PokDengBet(1, 4, 50)) == set()
    assert at_pok_deng({**fives, 3: "AC 2S"}, banker, *everywhere) == set(), "one tie"


def test_five_pairs_are_no_sweep():
    pairs = dict.fromkeys(range(1, 6), "2C 2D")
    assert at_pok_deng(pairs, "4S 5D", *[PokDengBet(0, hand, 0, 10) for hand in range(5)]) == {"0 pair"}


# Pontoon


def at_pontoon(table, kitty=0):
    assert table.over
    return seats(pontoon.achieved(table.round, kitty))


def test_a_pontoon_of_a_player_and_one_of_the_banker():
    players = Pontoon("AS KD", "10C 9C")
    assert at_pontoon(players.play("1 stick").bank("stay")) == {"0 pontoon"}
    assert at_pontoon(Pontoon("10C 9C", bank="AS KD")) == {f"{BANK} pontoon_banker"}


def test_a_five_card_trick_of_a_player():
    table = Pontoon("2S 3D", "10C 9C", then="4C 2D 3C").play("0 twist", "0 twist", "0 twist", "1 stick").bank("stay")
    assert at_pontoon(table) == {"0 pontoon_five_cards"}


def test_a_banker_who_beats_three_players_or_more():
    two, three = [Pontoon(*["10C 6C"] * players, bank="10S 9S") for players in (2, 3)]
    assert at_pontoon(two.play("0 stick", "1 stick").bank("stay")) == set()
    three.play("0 stick", "1 stick", "2 stick").bank("stay")
    assert at_pontoon(three) == {f"{BANK} pontoon_against_all"}
    lost = Pontoon("10C 6C", "10C 6C", "10D 10H", bank="10S 9S")
    assert at_pontoon(lost.play("0 stick", "1 stick", "2 stick").bank("stay")) == set()


def test_three_hands_of_a_split_have_to_win():
    def split(bank):
        table = Pontoon("10S 10D", bank=bank, then="10C 9C 9D 9H")
        while not table.over:
            seat = min(table.round.to_act)
            may = table.may(seat)
            table.play(f"{seat} {'stay' if seat == BANK else 'split' if 'split' in may else 'stick'}")
        return table

    won, lost = split("KH 8S"), split("KH 9S")
    assert len(won.round.lines) >= 3
    assert at_pontoon(won) == {"0 pontoon_three_hands"}
    assert at_pontoon(lost) == set()


@pytest.mark.parametrize(("shot", "found"), [(200, {"0 pontoon_kitty"}), (199, set())])
def test_the_whole_kitty_has_to_be_shot_for(shot, found):
    table = Pontoon("10C 10D", bank="10S 9S", kitty=200).play(f"0 shoot {shot}", "0 stick").bank("stay")
    assert at_pontoon(table, kitty=200) == found
    lost = Pontoon("10C 8D", bank="10S 9S", kitty=200).play(f"0 shoot {shot}", "0 stick").bank("stay")
    assert at_pontoon(lost, kitty=200) == set()


# Five Hundred


def at_five_hundred(bid, tricks, before=(0, 0), *, seat=0):
    contract = None if bid is None else fh.Contract(seat, fh.Bid.parse(bid))
    score = fh.Score(fh.Options(), before)
    return seats(five_hundred.achieved(fh.DealResult(contract, tricks), score))


def test_a_contract_counts_for_the_contractor_when_it_is_made():
    assert at_five_hundred("7H", (4, 2, 3, 1)) == {"0 five_hundred_contract"}
    assert at_five_hundred("7H", (1, 5, 2, 2), seat=1) == {"1 five_hundred_contract"}
    assert at_five_hundred("8H", (4, 2, 3, 1)) == set()
    assert at_five_hundred(None, (0, 0, 0, 0)) == set()


def test_a_slam_and_whether_the_side_was_behind():
    slam = {"0 five_hundred_contract", "0 five_hundred_slam"}
    assert at_five_hundred("7H", (6, 0, 4, 0)) == slam
    assert at_five_hundred("7H", (6, 0, 4, 0), (50, 40)) == slam
    assert at_five_hundred("7H", (6, 0, 4, 0), (40, 50)) == slam | {"0 five_hundred_slam_from_behind"}


def test_a_misere_is_no_slam_and_an_open_one_is_both():
    misere = {"0 five_hundred_contract", "0 five_hundred_misere"}
    assert at_five_hundred("misere", (0, 6, 0, 4)) == misere
    for bid in ("open-misere", "blind-misere"):
        assert at_five_hundred(bid, (0, 6, 0, 4), (-490, 0)) == misere | {"0 five_hundred_open_misere"}
    assert at_five_hundred("open-misere", (1, 6, 0, 3), (0, 0)) == {
        "1 five_hundred_all_in_the_red",
        "3 five_hundred_all_in_the_red",
    }, "failed, and that is -500"


def test_a_match_is_won_from_behind_by_everybody_on_the_side():
    everybody = {"0 five_hundred_comeback", "2 five_hundred_comeback"}
    assert everybody <= at_five_hundred("10H", (6, 0, 4, 0), (0, 200))
    assert everybody.isdisjoint(at_five_hundred("10H", (6, 0, 4, 0), (0, 199)))
    assert everybody.isdisjoint(at_five_hundred("9H", (6, 0, 4, 0), (0, 200))), "the match goes on"


def test_all_others_have_to_end_below_0():
    winners = {"0 five_hundred_all_in_the_red", "2 five_hundred_all_in_the_red"}
    assert winners <= at_five_hundred("10H", (6, 0, 4, 0), (0, -1))
    assert winners.isdisjoint(at_five_hundred("10H", (6, 0, 4, 0), (0, 0)))


# At a table


async def test_a_round_keeps_what_it_achieved_when_it_ends_and_not_when_it_is_void(room):
    told = []
    room.services = replace(room.services, earned=lambda guild, earned: told.append((guild, earned)))
    room.open_tables = room.another_floor()
    achievements = Achievements(room.store)
    table = await room.open()
    await room.sit(table, ANA, BEN)
    room.deal("AS KD", "10C 9C", dealer="9D", then="8H")
    await room.bet(table, ANA, 500)
    await room.bet(table, BEN, 50)
    assert await achievements.of(GUILD, ANA) == []
    await table.act(BEN, table.question_id, "stand")
    assert [(each.key, each.table, each.round) for each in await achievements.of(GUILD, ANA)] == [
        ("blackjack", table.id, 1)
    ]
    assert told == [(GUILD, (Earned(ANA, "blackjack"),))]
    room.deal("AS KD", "10C 9C", dealer="9D", then="8H")
    await room.bet(table, ANA, 50)
    await room.bet(table, BEN, 50)
    await table.void(ANA)
    assert await achievements.of(GUILD, BEN) == []
    assert len(told) == 1


@pytest.mark.parametrize(("hand", "earned"), [("10C 9D", {BEN}), ("10C 6D", set())])
async def test_the_last_chips_are_those_that_a_player_stakes_and_not_a_bankers_cover(room, packs, hand, earned):
    packs.draw("AS 2S")
    packs.deal(hand, bank="10S 7C")
    room.open_tables = room.another_floor(PontoonGame())
    table = await room.open(Terms(500, 500, Options(), Pace.NORMAL), PontoonGame())
    await room.sit(table, ANA, BEN)
    await table.arrange(ANA, lambda lobby: bank.start(stirred(lobby)), salt="salt")
    assert await room.balances(ANA, BEN) == [0, 0]
    while table.is_playing:
        (person,) = table.people_asked
        await room.act(table, person, str(table.play.round.default_action(table.play.setup.seat_of(person))))
    assert await room.balances(BEN) == [1500 if earned else 500]
    found = {who for who in (ANA, BEN) if await Achievements(room.store).of(GUILD, who)}
    assert found == earned


async def test_the_last_chips_count_at_a_table_too(room):
    table = await room.open()
    await room.sit(table, ANA)
    for number in range(2):
        room.deal("10S 9D", dealer="10C", then="10H" if number == 0 else "8H")
        await room.bet(table, ANA, 500)
        await table.act(ANA, table.question_id, "stand")
    found = [each.key for each in await Achievements(room.store).of(GUILD, ANA)]
    assert found == [LAST_CHIPS]


@pytest.mark.parametrize(("other", "earned"), [("Ben", ["pontoon_banker"]), ("a house player", [])])
async def test_nothing_is_achieved_beside_house_players(room, packs, other, earned):
    packs.draw("AS 2S")
    packs.deal("10C 9C", bank="AS KD")
    room.open_tables = room.another_floor(PontoonGame())
    table = await room.open(Terms(10, 100, Options(), Pace.NORMAL), PontoonGame())
    await room.sit(table, ANA)
    await table.arrange(
        ANA, lambda lobby: lobby.sit(BEN) if other == "Ben" else stirred(lobby).add_house_player(table.id)
    )
    await table.arrange(ANA, lambda lobby: bank.start(stirred(lobby)), salt="salt")
    assert table.rounds == 1
    while table.is_playing:
        (person,) = table.people_asked
        if person == BEN:
            await room.act(table, BEN, str(table.play.round.default_action(table.play.setup.seat_of(BEN))))
        else:
            await room.pass_time(table, 2)
    assert [each.key for each in await Achievements(room.store).of(GUILD, ANA)] == earned
