"""House options that a server changes while tables are open apply from the next round, never to the running one."""

import asyncio

from data.tables.fairness import Fairness
from tests.cogs.pontoon.house import a_deal, finish
from tests.cogs.settings.test_settings_panel import GUARDED, Panel


def options(table):
    return table.live.table.terms.options


async def test_an_idle_table_adopts_what_managers_have_changed_at_once(house, table):
    seed, servers, now = table.live.table.seed, house.app.servers, house.env.now()
    with house.as_the_bot():
        await asyncio.gather(
            servers.change(house.guild.id, {"blackjack.dealer_hits_soft_17": True}, 1, now),
            servers.change(house.guild.id, {"blackjack.surrender_vs_ten": True}, 2, now),
        )
    await house.wait(2)
    assert options(table).dealer_hits_soft_17
    assert options(table).surrender_vs_ten
    assert table.live.table.seed == seed


async def test_bets_are_played_under_the_options_they_were_placed_under_unless_taken_back(house, ana, table):
    await table.plays("Ben Sit, Ana bets 12")
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    assert options(table).blackjack_pays.value == "3:2"
    await ana.press("Leave", table)
    assert options(table).blackjack_pays.value == "6:5"
    await house.sets({"blackjack.blackjack_pays": None})
    await ana.bets(12, table)
    await house.sets({"blackjack.blackjack_pays": "6:5"})
    house.deal("10D 9S, AS KD v 9H then 9C")
    await table.plays("Ben bets 12, Ben Stand")
    assert await ana.chips() == 1_000 + 18
    assert options(table).blackjack_pays.value == "6:5"
    assert (await ana.press("Same", table)).said == "only multiples of 10: 12 became 10"


async def test_another_number_of_packs_brings_a_new_shoe_and_reveals_the_old_one(house, ana, table):
    house.deal("10S 9D v 9H then 10C")
    await ana.bets(100, table)
    before = table.live.table
    seed, salt = before.seed, before.salt
    await house.sets({"blackjack.decks": 2})
    assert options(table).decks == 8
    await ana.press("Stand", table)
    assert options(table).decks == 2
    assert "-# new shoe" in table.text
    now, old = await Fairness(house.app.store).latest(house.guild.id, table.number, 2, house.env.now())
    assert (old.seed, old.salt) == (seed, salt)
    assert (now.seed, now.salt) == (None, None)
    assert table.live.table.seed != seed


async def test_options_chosen_at_the_opening_stay_and_so_do_those_of_a_table_that_cannot_play_others(house, ana, table):
    small, shoot = await ana.opens(seats=3), await ana.opens("pontoon", shoot=True)
    await house.sets({"blackjack.seats": 5, "pontoon.split_aces_only": True})
    assert len(small.live.table.lobby.seats) == small.live.table.terms.options.seats == 3
    assert shoot.live.table.terms.options.shoot
    assert shoot.live.table.terms.options.split_aces_only
    await house.sets({"tables_per_person": 5})
    narrow = await ana.opens(minimum=12, maximum=18)
    await house.sets({"blackjack.decks": 1, "blackjack.blackjack_pays": "6:5"})
    assert table.live.table.terms.options.decks == 8
    assert narrow.live.table.terms.options.blackjack_pays.value == "3:2"
    assert len((await ana.opens()).live.table.lobby.seats) == 5


async def test_pok_deng_moves_the_cut_card_with_the_next_shoe(house, ana):
    table = await ana.opens("pokdeng")
    await house.sets({"pok_deng.cut_card_depth": 100, "pok_deng.pair_minimum": 20, "pok_deng.pair_maximum": 50})
    await house.wait(2)
    assert (options(table).cut_card_depth, options(table).pair_maximum) == (100, 50)
    house.deal("6C 7S v 4H 8C")
    await table.plays("Ana bets 100 on P1, Ana Ready")
    position = table.live.table.lobby.game_state.position
    await house.sets({"pok_deng.cut_card_depth": 120})
    assert table.live.table.lobby.game_state.position == 0 < position
    await house.sets({"pok_deng.decks": 6})
    assert options(table).decks == 6


# A process that dies


async def test_a_round_keeps_its_own_options_after_a_restart(house, ana, table, restart):
    house.deal("10S 6D v AH then 6C 2C")
    await table.plays("Ana bets 100, Ana No insurance")
    await house.sets({"blackjack.dealer_hits_soft_17": True, "blackjack.decks": 2})
    assert not options(table).dealer_hits_soft_17
    await restart()
    await ana.press("Stand", table)
    assert "Dealer AH 6C = 17" in table.text
    assert (options(table).decks, options(table).dealer_hits_soft_17) == (2, True)
    house.deal("10S 6D v AH then 6C 2C")
    await table.plays("Ana Same, Ana No insurance, Ana Stand")
    assert "Dealer AH 6C 2C = 19" in table.text


async def test_a_change_just_before_the_process_died_applies_at_the_next_start(house, table, restart):
    house.app.servers.changed._calls.clear()  # the process dies before it tells its tables
    await house.sets({"blackjack.surrender_vs_ten": True})
    assert not table.live.table.terms.options.surrender_vs_ten
    await restart()
    assert table.live.table.terms.options.surrender_vs_ten
    await restart()
    assert table.live.table.terms.options.surrender_vs_ten


async def test_pontoon_shuffles_every_deal_as_soon_as_the_server_wants_it(five):
    house = five.house
    table = await a_deal(five)
    await finish(five, table)
    mark = table.live.table.commitment
    assert table.live.table.lobby.game_state.pack
    await house.sets({"pontoon.shuffle_every_deal": True})
    assert table.live.table.commitment != mark
    assert options(table).shuffle_every_deal
    await house.wait(60)
    assert not table.live.table.is_playing
    await table.plays("Ben Ready, 21 s")
    assert table.live.table.play.setup.body["shuffled"] == 2
    while table.live.table.is_playing:
        await house.wait(31)
    assert table.live.table.lobby.game_state.pack == ""
    verified = await five.ben.command("fair verify", shuffle=mark[:8])
    assert f"Shuffle {mark[:8]} of table {table.number} " in verified.said


async def test_pontoon_adopts_them_with_the_next_deal_even_with_a_kitty_on_the_table(five):
    house = five.house
    table = await a_deal(five, shoot=True)
    for guest in (five.ben, five.cy, five.dee, five.eve):
        await five.press(guest, "Don't shoot")
    await house.sets({"pontoon.stick_minimum": 16, "pontoon.kitty_max": 50})
    assert options(table).stick_minimum == 15
    await finish(five, table)
    assert (options(table).stick_minimum, options(table).kitty_max) == (16, 50)
    assert table.live.table.lobby.staked() == {five.ana.id: 100}
    await house.sets({"pontoon.split_aces_only": True})
    assert options(table).split_aces_only
    assert "kitty 100" in table.text
    await house.wait(21)
    assert table.live.table.play.round.options.stick_minimum == 16


async def test_a_preset_sets_all_its_rules_at_once_and_what_differs_from_it_is_listed(house, boss, ana):
    await house.sets({"five_hundred.allow_misere": False, "five_hundred.target": 300})
    panel = await Panel.of(boss)
    await panel.choose("s:group", "five_hundred")
    assert panel.text.startswith("### Settings · Five Hundred\nRules: Australian\nPlayers: 4\nTarget: 300\n")
    assert "Misère: off\n" in panel.text
    assert "More rules…" in str(panel.controls)
    await panel.press("American")
    assert "Rules: American\nPlayers: 4\nTarget: 300\n" in panel.text
    assert "Misère: " not in panel.text.partition("changed")[0]
    values = house.app.servers.of(house.guild.id).values
    assert (values["five_hundred.single_round_bidding"], values["five_hundred.sans_kitty"]) == (True, False)
    await (await panel.open("five_hundred.sans_kitty")).press("On")
    assert "Rules: American\n" in panel.text
    assert "\nSans kitty: on\n" in panel.text
    await panel.press("Australian")
    assert house.app.servers.of(house.guild.id).values == {"five_hundred.target": 300}
    shown = panel.answer.result.response.message
    assert (await boss.forges(shown, "settings:b:preset:five_hundred.french")).said == "no such setting"
    assert (await boss.forges(shown, "settings:b:preset:blackjack.american")).said == "no such setting"
    assert (await ana.forges(shown, "settings:b:preset:five_hundred.american")).said == GUARDED
