"""What house players do at Pontoon where a player can tell what is right: pontoon.txt."""

import re
from random import Random

import pytest

from games.cards import pack52, parse_cards
from players.pontoon import Question
from tests.games.pontoon_table import BANK, Table
from tests.players.positions import written


def deal(*hands, bank="KS 8S", then="", **kinds):
    """A deal from a whole pack: these hands, after them the cards of `then`, and at last all others."""
    used = " ".join((*hands, bank, then)).split()
    rest = " ".join(str(card) for card in pack52() if str(card) not in used)
    return Table(*hands, bank=bank, then=then, rest=rest, **kinds)


def choice(table, seat=0, seen=""):
    return Question(table.round.view(seat), seat, parse_cards(seen)).answer(Random(1), 1.0)


def does(table, seat=0):
    """What is worth most; another stake may be drawn."""
    return choice(table, seat).options[0].action


def worth(table, action, seat=0):
    return next(option.value for option in choice(table, seat).options if option.action == action)


def reached(position):
    """The deal of a position: `purse 200: 2S 3C, buy 50 4H + 9S 9D` is two players' hands and what they do, with the
    card that it brings; the first has 200 chips. After `bank:` stand the banker's cards.
    """
    with position.being_read():
        how, _, hands = position.stands.rpartition(": ")
        kinds = dict(each.partition(" ")[::2] for each in how.split(", ") if each)
        bank = kinds.get("bank", "KS 8S")
        if bank == "":
            bank, hands = hands, "KD 7D, stick"
        hands = [each.split(", ") for each in hands.split(" + ")]
        moves = [
            re.fullmatch("([a-z]+(?: [0-9]+)?)(?: ([0-9AJQK]+[CDHS]))?", each) for _, *said in hands for each in said
        ]
        seats = [seat for seat, (_, *said) in enumerate(hands) for _ in said]
        table = deal(
            *(hand for hand, *_ in hands),
            bank=bank,
            then=" ".join(move[2] for move in moves if move[2]),
            purses={0: int(kinds["purse"])} if "purse" in kinds else {BANK: int(kinds.get("cover", 5000))},
            stakes=None if "unstaked" in kinds else [*map(int, kinds.get("stakes", "").split())],
            kitty=int(kinds.get("kitty", 0)),
        )
        return table.play(*(f"{seat} {move[1]}" for seat, move in zip(seats, moves, strict=True)))


@pytest.mark.parametrize("position", written("pontoon.txt", sampled_by="line"))
def test_what_is_right(position):
    """What is worth most is held to it; another stake may be drawn."""
    table = reached(position)
    seat = table.asked[0]
    options = choice(table, seat).options
    worth = {option.action: option.value for option in options}
    position.holds([options[0].action], [*worth, *map(str, table.round.legal_actions(seat))])
    position.holds_figures(worth)


def test_a_card_is_worth_more_when_one_can_shoot_before_the_next():
    with_room, without = (deal("2S 3C", "9S 9D", kitty=chips).play("0 pass", "1 pass") for chips in (200, 1))
    assert worth(with_room, "buy 200") > worth(without, "buy 200") + 5


# The bank


@pytest.mark.parametrize("bank", ["2S 3C", "KS 6C", "KS QC", "9S 9C"])
def test_a_bank_whose_only_rival_has_a_five_card_trick_goes_for_one_too(bank):
    table = deal("2D 3D", bank=bank, then="4D 5H 6H").play("0 buy 100", "0 buy 100", "0 buy 100")
    assert worth(table, "draw", BANK) >= worth(table, "stay", BANK)


def test_what_lies_open_is_counted():
    """With every low card out a bank of 13 busts more often, and stays."""
    low = "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 8C 8D 8H"
    table = deal("KD 9D", bank="KS 6C").play("0 stick")
    assert does(table, BANK) == "draw"
    assert choice(table, BANK, seen=low).action == "stay"


# Words


MORE, NO_MORE = "This hand is worth more chips.", "This hand isn't worth more chips."


@pytest.mark.parametrize(
    ("hand", "kinds", "first", "said"),
    [
        ("KS 3C", {}, "twist", NO_MORE),
        ("5S 6C", {}, "buy", MORE),
        ("KS 9C", {}, "stick", "Another card would probably bust you."),
        ("AS AC", {}, "buy", MORE),
        pytest.param("AS 5D", {"stakes": None}, "stake", MORE, marks=pytest.mark.thorough),
        pytest.param("AS 5D", {"kitty": 100}, "shoot", MORE, marks=pytest.mark.thorough),
        pytest.param("6S 5D", {"kitty": 100}, "pass", NO_MORE, marks=pytest.mark.thorough),
    ],
)
def test_the_reason_is_what_a_player_sees(hand, kinds, first, said):
    found = choice(deal(hand, **kinds))
    assert found.action.split()[0] == first
    assert str(found.reason) == said


def test_what_it_brings_is_in_chips_and_the_others_cost_what_they_bring_less():
    found = choice(deal("KS 3C"))
    best = found.options[0]
    assert (best.points, best.behind) == (best.value, 0)
    assert all(option.behind == pytest.approx(best.value - option.value) for option in found.options)
    assert [option.is_equal for option in found.options] == [option.behind <= 0.5 for option in found.options]
    with pytest.raises(ValueError, match="seat 1"):
        choice(deal("KS 3C", "4D 5D"), 1)


@pytest.mark.parametrize(
    ("bank", "move", "said"),
    [
        ("KS 9C", "stay", "Another card would probably bust you."),
        ("2S 9C", "draw", "You can't bust with one more card."),
    ],
)
def test_the_reasons_of_the_banker(bank, move, said):
    found = choice(deal("KD 9D", bank=bank).play("0 stick"), BANK)
    assert (found.action, str(found.reason)) == (move, said)
