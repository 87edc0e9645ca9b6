"""House options that a server changes while tables are open apply from the next round, never to the running one."""

import asyncio

from data.tables.fairness import Fairness
from tests.cogs.pontoon.house import a_deal, finish


def small_print(table):
    return table.text.splitlines()[1]


async def test_an_idle_table_adopts_what_managers_have_changed_at_once_and_shows_it(house, table):
    seed, servers, now = table.live.seed, house.app.servers, house.env.now()
    with house.as_the_bot():
        await asyncio.gather(
            servers.change(house.guild.id, {"blackjack.dealer_hits_soft_17": True}, 1, now),
            servers.change(house.guild.id, {"blackjack.surrender_vs_ten": True}, 2, now),
        )
    await house.wait(2)
    shown = small_print(table)
    assert "· 3:2 · dealer hits soft 17 · surrender against tens · hints on · shuffle" in shown
    assert table.live.seed == seed


async def test_bets_are_played_under_the_options_they_were_placed_under_unless_taken_back(house, ana, ben, table):
    await ben.press("Sit", table)
    await ana.bets(12, table)
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    assert "· 3:2 ·" in small_print(table)
    await ana.press("Leave", table)
    assert "· 6:5 ·" in small_print(table)
    await house.sets({"blackjack.blackjack_pays": None})
    await ana.bets(12, table)
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    house.deal("10D 9S", "AS KD", dealer="9H", then="9C")
    await ben.bets(12, table)
    await ben.press("Stand", table)
    assert await ana.chips() == 1_000 + 18
    assert "· 6:5 ·" in small_print(table)
    assert (await ana.press("Same", table)).said == "Bets are multiples of 10: 12 became 10."


async def test_another_number_of_packs_brings_a_new_shoe_and_reveals_the_old_one(house, ana, table):
    house.deal("10S 9D", dealer="9H", then="10C")
    await ana.bets(100, table)
    before = table.live
    seed, salt = before.seed, before.salt
    await house.sets({"blackjack.decks": 2})
    assert "shoe 3 of 416 dealt" in small_print(table)
    await ana.press("Stand", table)
    assert "shoe 0 of 104 dealt · decks: 2 ·" in small_print(table)
    assert "-# New shoe: all cards have been shuffled." in table.text
    now, old = await Fairness(house.app.store).latest(house.guild.id, table.number, 2)
    assert (old.seed, old.salt) == (seed, salt)
    assert (now.seed, now.salt) == (None, None)
    assert table.live.seed != seed


async def test_options_chosen_at_the_opening_stay_and_so_do_those_of_a_table_that_cannot_play_others(house, ana, table):
    small, shoot = await ana.opens(seats=3), await ana.opens("pontoon", shoot=True)
    await house.sets({"blackjack.seats": 5, "pontoon.split_aces_only": True})
    assert len(small.live.lobby.seats) == small.live.terms.options.seats == 3
    assert shoot.live.terms.options.shoot
    assert shoot.live.terms.options.split_aces_only
    await house.sets({"tables_per_person": 5})
    narrow = await ana.opens(minimum=12, maximum=18)
    await house.sets({"blackjack.decks": 1, "blackjack.blackjack_pays": "6:5"})
    assert table.live.terms.options.decks == 8
    assert narrow.live.terms.options.blackjack_pays.value == "3:2"
    assert len((await ana.opens()).live.lobby.seats) == 5


async def test_pok_deng_moves_the_cut_card_with_the_next_shoe(house, ana):
    table = await ana.opens("pokdeng")
    await house.sets({"pok_deng.cut_card_depth": 100, "pok_deng.pair_minimum": 20, "pok_deng.pair_maximum": 50})
    await house.wait(2)
    assert "cut card 100 from the end · Pair bets from 20 · Pair bets up to 50" in small_print(table)
    house.deal_hands({1: "6C 7S"}, "4H 8C")
    await ana.bets_on("P1", 100, table)
    await ana.press("Ready", table)
    assert "shoe 0 of 416" not in table.text
    await house.sets({"pok_deng.cut_card_depth": 120})
    assert "shoe 0 of 416" in table.text
    await house.sets({"pok_deng.decks": 6})
    assert "shoe 0 of 312" in table.text


# A process that dies


async def nobody_is_told(_guild):
    """Takes the place of telling the tables about a change: the process dies before that."""


async def test_a_round_keeps_its_own_options_after_a_restart(house, ana, table, restart):
    house.deal("10S 6D", dealer="AH", then="6C 2C")
    await ana.bets(100, table)
    await ana.press("No insurance", table)
    await house.sets({"blackjack.dealer_hits_soft_17": True, "blackjack.decks": 2})
    assert "dealer stands on 17" in table.text
    await restart()
    await ana.press("Stand", table)
    assert "Dealer AH 6C = 17" in table.text
    assert "shoe 0 of 104 dealt · decks: 2 · 3:2 · dealer hits soft 17" in small_print(table)
    house.deal("10S 6D", dealer="AH", then="6C 2C")
    await ana.press("Same", table)
    await ana.press("No insurance", table)
    await ana.press("Stand", table)
    assert "Dealer AH 6C 2C = 19" in table.text


async def test_a_change_just_before_the_process_died_applies_at_the_next_start(house, table, restart):
    house.app.servers.on_change = nobody_is_told
    await house.sets({"blackjack.surrender_vs_ten": True})
    assert not table.live.terms.options.surrender_vs_ten
    await restart()
    assert table.live.terms.options.surrender_vs_ten
    await restart()
    assert table.live.terms.options.surrender_vs_ten


async def test_pontoon_shuffles_every_deal_as_soon_as_the_server_wants_it(five, packs):
    house = five.house
    table = await a_deal(five, packs)
    await finish(five, table)
    mark = table.live.commitment
    assert table.live.lobby.game_state.pack
    await house.sets({"pontoon.shuffle_every_deal": True})
    assert table.live.commitment != mark
    assert "shuffled after every deal" in small_print(table)
    assert "after a Pontoon" not in small_print(table)
    await house.wait(60)
    assert not table.live.is_playing
    await five.ben.press("Ready", table)
    await house.wait(21)
    assert table.live.play.setup.body["shuffled"] == 2
    while table.live.is_playing:
        await house.wait(31)
    assert table.live.lobby.game_state.pack == ""
    verified = await five.ben.command("fair verify", table=table.number, shuffle=mark[:8])
    assert "verify.py" in verified.said


async def test_pontoon_adopts_them_with_the_next_deal_even_with_a_kitty_on_the_table(five, packs):
    house = five.house
    table = await a_deal(five, packs, shoot=True)
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Don't shoot")
    await house.sets({"pontoon.stick_minimum": 16, "pontoon.kitty_max": 50})
    assert "stick from 15" in small_print(table)
    await finish(five, table)
    assert "stick from 16 · kitty up to 50" in small_print(table)
    assert table.live.lobby.staked() == {five.ana.id: 100}
    await house.sets({"pontoon.split_aces_only": True})
    assert "only aces split · stick from 16 · kitty up to 50" in small_print(table)
    assert "kitty 100" in small_print(table)
    await house.wait(21)
    assert table.live.play.round.options.stick_minimum == 16
