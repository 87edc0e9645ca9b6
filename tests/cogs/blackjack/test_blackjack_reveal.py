"""The dealer draws card by card before the results are shown, and what is rare or lost is told with them."""

import pytest

from cogs.blackjack import picture
from cogs.table.parts import GOLD

# Card by card


@pytest.mark.usefixtures("card_by_card")
async def test_the_dealers_cards_come_one_by_one_and_then_the_results(house, table, turn_over):
    house.deal("10S 8D v 2H then 3C 4C 10D")
    await table.plays("Ana bets 100, Ana Stand")
    assert "Dealer 2H 3C = 5\n10S 8D = 18 stands · Ana 100\nThe dealer has 5." in table.text
    assert table.buttons == ["Sit", "More…"]
    await turn_over()
    assert "Dealer 2H 3C 4C = 9\n" in table.text
    await table.plays("Ben Sit")
    assert table.line("2 Ben") == "2 Ben plays from the next round"
    await turn_over()
    assert "Dealer 2H 3C 4C 10D = 19\n" in table.text
    assert "The dealer has 19." in table.text
    assert "loses to 19" not in table.text
    await turn_over()
    assert table.line("Ana ") == "10S 8D = 18 · Ana -100 · now 900 chips"
    assert "Same" in table.buttons


@pytest.mark.usefixtures("card_by_card", "turn_over")
async def test_a_dealer_who_takes_no_card_is_not_waited_for(house, table):
    house.deal("10S 8D v 9H then 10C")
    await table.plays("Ana bets 100, Ana Hit")
    assert table.line("Ana ") == "10S 8D 10C = 28, bust · Ana -100 · now 900 chips"


@pytest.mark.usefixtures("card_by_card", "turn_over")
async def test_after_a_restart_in_between_the_table_shows_the_results(house, table, restart):
    house.deal("10S 8D v 2H then 3C 4C 10D")
    await table.plays("Ana bets 100, Ana Stand")
    await restart()
    assert "Dealer 2H 3C 4C 10D = 19\n10S 8D = 18 · Ana -100 · now 900 chips" in table.text
    assert "Bet" in table.buttons


@pytest.mark.usefixtures("card_by_card")
async def test_however_many_cards_the_dealer_draws_the_results_come_within_some_seconds(house, table):
    house.deal("10S 8D v AH then AC AD AS AH AC AD")
    await table.plays("Ana bets 100, Ana No insurance, Ana Stand")
    assert picture.stages(table.live.table) == 5
    await house.wait(7)
    assert table.line("Dealer") == "Dealer AH AC AD AS AH AC AD = 17"
    assert table.line("Ana ") == "10S 8D = 18 · Ana +100 · now 1,100 chips"


# What is rare


async def test_a_blackjack_has_a_line_of_its_own_and_turns_the_table_gold_unless_the_dealer_has_one_too(house, table):
    house.deal("AS KD v 9H then 10C")
    await table.plays("Ana bets 100")
    assert "### Blackjack for Ana" in table.text
    assert table.accent == GOLD
    house.deal("AS KD v AH then 10C")
    await table.plays("Ana Same, Ana No insurance")
    assert "### Blackjack for" not in table.text
    assert table.accent == picture.GREEN


async def test_a_pair_at_11_to_1_is_told_of_everyone_who_bet_on_it(house, table):
    house.deal("8S 8D v 9H then 10C")
    await table.plays("Ana Sit, Ben bets 50 behind 1 pair 10, Ana bets 100 pair 10, Ben Sit")
    assert table.line("2 Ben") == "2 Ben plays from the next round"
    await table.plays("Ana Stand")
    assert table.line("2 Ben") == "2 Ben –"
    assert "### 11:1 on a pair for Ana, Ben" in table.text
    assert table.accent == GOLD


async def test_a_table_that_closes_says_what_everyone_has_won_there_in_all_its_rounds(house, table, restart):
    for _ in range(2):
        house.deal("10S 9D v 8H then 10C")
    house.deal("10S 7D v 8H then 10C")
    await table.plays("Ana bets 100, Ana Stand")
    assert "After" not in table.text
    await table.plays("Ana bets 50, Ana Stand")
    await restart()
    await table.plays("Ana bets 30, Ana Stand")
    await house.named("Ana").command("table close", table=1)
    assert "After 3 rounds: Ana +120\nthis table closed. closed by its host." in table.text


async def test_three_rounds_won_in_a_row_are_told(house, table):
    for won in range(1, 4):
        house.deal("10S 9D v 9H then 9C")
        await table.plays("Ana bets 10, Ana Stand")
        assert ("Ana on a streak of 3" in table.text) is (won == 3)


# Everything of one person together


async def test_the_total_adds_up_both_hands_of_a_split_and_the_pair_bet_after_a_restart_too(house, table, restart):
    house.deal("KS KD v 9H then 3C AD 8C")
    await table.plays("Ana bets 100 pair 10, Ana Split, Ana Stand")
    await restart()
    hands = "KS 3C = 13 (-100) · Ana\n⤷ KD AD = 21 (+100)\n-# Pair bet pays 11:1: +110"
    assert f"{hands}\nAna +110 · now 1,110 chips" in table.text


# Who has lost a seat


async def test_who_lost_the_seat_for_not_betting_still_reads_it_while_others_bet_again(house, table):
    house.deal("10S 9D v 9H then 10C")
    await table.plays("Ben Sit, Ana bets 100, 21 s, Ana Stand, Cy Sit, Ana Same")
    assert "-# Ben didn't bet, lost the seat" in table.text
    await table.plays("Ben Sit")
    assert "lost the seat" not in table.text
