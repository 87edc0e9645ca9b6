"""The settlement table of Pontoon, cell by cell, and what Shoot bets add to it."""

import pytest
from pontoon_table import BANK, Table

# Ways to a player's hand: two cards, the moves, the cards that these draw, and the stake on the hand in the end.
PONTOON = ("AC KC", "", "", 100)
TRICK_300 = ("2C 3C", "buy 100, buy 100, twist", "2D 3D 5D", 300)
TRICK_200 = ("2C 3C", "buy 100, twist, twist", "2D 3D 5D", 200)
TRICK_100 = ("2C 3C", "twist, twist, twist", "2D 3D 5D", 100)
TWENTY_ONE_200 = ("7C 4C", "buy 100, stick", "KD", 200)
TWENTY_ONE_100 = ("7C 4C", "twist, stick", "KD", 100)
TWENTY = ("KC QC", "stick", "", 100)
EIGHTEEN = ("KC 8C", "stick", "", 100)
SEVENTEEN_200 = ("9C 4C", "buy 100, stick", "4D", 200)
SIXTEEN = ("KC 6C", "stick", "", 100)
BUST_200 = ("9C 4C", "buy 100", "KD", 200)

# Ways to a banker's hand: two cards, the moves, and the cards that these draw.
BANK_PONTOON = ("AS KS", "", "")
BANK_BUST = ("KS 6S", "draw", "KH")
BANK_17 = ("KS 7S", "stay", "")
BANK_20 = ("KS QS", "stay", "")
BANK_21 = ("KS 6S", "draw, stay", "5S")
BANK_21_OF_FOUR = ("KS 4S", "draw, draw, stay", "2S 5S")
BANK_TRICK = ("2S 4S", "draw, draw, draw", "2H 4H 5H")


def settled(player, bank, *, kitty=0, shoot=""):
    """The deal between one player and the banker, played to its end."""
    cards, moves, drawn, _ = player
    banks, bank_moves, bank_drawn = bank
    table = Table(cards, bank=banks, then=f"{drawn} {bank_drawn}", kitty=kitty)
    if kitty:
        table.play(f"0 {shoot or 'pass'}")
    if not table.over:
        for move in filter(None, moves.split(", ")):
            table.play(f"0 {move}")
            if not table.over and table.phase.value == "shoot":
                table.play("0 pass")
    if not table.over:
        table.bank(*bank_moves.split(", "))
    assert table.over
    return table


@pytest.mark.parametrize(
    ("player", "bank", "net"),
    [
        # The banker's Pontoon is paid double at once, even by a Pontoon (rule 9).
        (PONTOON, BANK_PONTOON, -200),
        (TWENTY, BANK_PONTOON, -200),
        # The banker busts.
        (PONTOON, BANK_BUST, +200),
        (TRICK_300, BANK_BUST, +600),
        (SIXTEEN, BANK_BUST, +100),
        (TWENTY_ONE_200, BANK_BUST, +200),
        # The banker stays on 20 or less.
        (PONTOON, BANK_17, +200),
        (TRICK_100, BANK_17, +200),
        (TRICK_200, BANK_20, +400),
        (EIGHTEEN, BANK_17, +100),
        (TWENTY_ONE_100, BANK_17, +100),
        (TWENTY_ONE_200, BANK_20, +200),
        (SEVENTEEN_200, BANK_17, -200),
        (SIXTEEN, BANK_17, -100),
        (TWENTY, BANK_20, -100),
        # The banker stays on 21 with three or four cards.
        (PONTOON, BANK_21, +200),
        (TRICK_300, BANK_21, +600),
        (TRICK_100, BANK_21_OF_FOUR, +200),
        (TWENTY_ONE_200, BANK_21, -200),
        (TWENTY_ONE_100, BANK_21_OF_FOUR, -100),
        (TWENTY, BANK_21, -100),
        # The banker has a Five Card Trick.
        (PONTOON, BANK_TRICK, +200),
        (TRICK_200, BANK_TRICK, -400),
        (TWENTY, BANK_TRICK, -200),
        (TWENTY_ONE_200, BANK_TRICK, -400),
    ],
)
def test_a_hand_wins_or_loses_what_the_settlement_table_says(player, bank, net):
    table = settled(player, bank)
    assert table.line().staked == player[-1]
    assert table.net() == net
    assert table.line().net == net
    assert table.net(BANK) == -net


@pytest.mark.parametrize("bank", [BANK_BUST, BANK_21, BANK_TRICK])
def test_a_hand_that_bust_has_lost_its_stake_and_pays_nothing_more(bank):
    banks, moves, bank_drawn = bank
    table = Table("9C 4C", "KH 9H", bank=banks, then=f"KD {bank_drawn}").play("0 buy 100", "1 stick")
    assert table.net() == -400  # its cover comes back at the end
    assert table.round.table.free == 5000 - 2 * 200 - 2 * 100 + 200
    table.bank(*moves.split(", "))
    assert (table.net(), table.line().net) == (-200, -200)


def test_a_split_hand_with_ace_and_king_is_settled_as_a_pontoon():
    table = Table("AC AD", bank="KS QS", then="KC 9D").play("0 split", "0 stick", "0 stick").bank("stay")
    assert [(line.worth.kind.name, line.net) for line in table.round.lines] == [("PONTOON", 200), ("TOTAL", -100)]
    assert table.net() == 100


def test_each_hand_of_a_split_is_settled_with_its_own_stake():
    table = Table("8C 8D", bank="KS 8S", then="2C 3D KC QD")
    table.play("0 split", "0 buy 150", "0 stick", "0 twist", "0 stick").bank("stay")
    assert table.cards() == "8C 2C KC | 8D 3D QD"
    assert [(line.staked, line.net) for line in table.round.lines] == [(250, 250), (100, 100)]
    assert (table.net(), table.net(BANK)) == (350, -350)


# Shoot bets, settled with the stakes (S3, S6, S7): 60 shot for a kitty of 200.


@pytest.mark.parametrize(
    ("player", "bank", "net", "kitty"),
    [
        (TWENTY, BANK_17, 100 + 60, 140),
        (PONTOON, BANK_17, 200 + 60, 140),
        (TRICK_100, BANK_17, 200 + 60, 140),
        (TRICK_300, BANK_BUST, 600 + 60, 140),
        (SIXTEEN, BANK_BUST, 100 + 60, 140),
        (TWENTY, BANK_20, -100 - 60, 260),
        (SIXTEEN, BANK_17, -100 - 60, 260),
        (TWENTY, BANK_TRICK, -200 - 60, 260),
        (TRICK_200, BANK_TRICK, -400 - 60, 260),
        (PONTOON, BANK_PONTOON, -200 - 60, 260),
        (TWENTY, BANK_PONTOON, -200 - 60, 260),
        (BUST_200, BANK_17, -200 - 60, 260),
    ],
)
def test_a_better_hand_gets_an_equal_amount_from_the_kitty_and_any_other_adds_to_it(player, bank, net, kitty):
    table = settled(player, bank, kitty=200, shoot="shoot 60")
    assert table.net() == net
    assert table.kitty == kitty
    assert table.line().shot_net == (60 if kitty == 140 else -60)
    assert table.net(BANK) == -net
    assert table.step.transfers[-1].why == "kitty"
    assert table.step.transfers[-1].amount == kitty
