"""The shuffle is fair and can be recomputed; the shoe holds the right cards and never gives one twice."""

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cards import pack52, parse_cards
from games.fair import shoe as shoes
from games.fair.shoe import Shoe, commitment, shuffled

SEED = bytes(range(32))


def drawn(shoe, count):
    cards = []
    for _ in range(count):
        card, shoe = shoe.draw()
        cards.append(card)
    return cards, shoe


# The shuffle


def a_strangers_shuffle(cards, seed, salt):
    """The recipe in `shuffled`'s docstring, done with big integers and none of our code."""
    stream, counter, cards = b"", 0, list(cards)

    def number():
        nonlocal stream, counter
        if not stream:
            stream = hmac.new(seed, salt.encode("utf-8") + b":" + str(counter).encode("ascii"), hashlib.sha256).digest()
            counter += 1
        taken, stream = stream[:4], stream[4:]
        return int.from_bytes(taken, "big")

    for i in reversed(range(1, len(cards))):
        while (value := number()) >= 2**32 // (i + 1) * (i + 1):
            pass
        cards[i], cards[value % (i + 1)] = cards[value % (i + 1)], cards[i]
    return tuple(cards)


@settings(deadline=None)
@given(st.binary(max_size=70), st.text(max_size=20), st.integers(0, 120))
def test_a_stranger_who_follows_the_recipe_gets_the_same_order(seed, salt, size):
    cards = (pack52() * 3)[:size]
    assert shuffled(cards, seed, salt) == a_strangers_shuffle(cards, seed, salt)


def test_what_is_published_never_changes_the_commitment_and_the_order_which_goes_by_seed_and_salt():
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert len({shuffled(pack52(), seed, salt) for seed in (SEED, b"") for salt in ("", "1", "2")}) == 6
    assert " ".join(map(str, shuffled(pack52(), SEED, "1234567890")[:10])) == "9C 3H 5H 10C KS QS 8S 3D KD 3C"


def test_numbers_that_would_favour_a_remainder_are_skipped(instead_of):
    # With three cards the first step takes a number mod 3; 2^32 - 1 is the only one to reject (2^32 mod 3 = 1).
    stream = iter([2**32 - 1, 2, 1])
    instead_of(shoes, "_numbers", lambda *_: stream)
    cards = parse_cards("2C 3C 4C")
    assert shuffled(cards, b"", "") == cards


def test_every_card_is_equally_likely_at_every_position():
    # Chi-squared over 52 cards x 52 positions: 51 * 51 degrees of freedom, so 2601 on average and a standard
    # deviation of 72.1; a fair shuffle exceeds five of them once in millions of seeds.
    rounds = 5200
    seen = Counter()
    for number in range(rounds):
        seen.update(enumerate(shuffled(pack52(), SEED, str(number))))
    expected = rounds / 52
    chi_squared = sum((seen[place, card] - expected) ** 2 / expected for place in range(52) for card in pack52())
    assert abs(chi_squared - 2601) < 5 * 72.1


def test_every_order_of_four_cards_is_equally_likely():
    cards = parse_cards("AS KS QS JS")
    seen = Counter(shuffled(cards, SEED, f"four {number}") for number in range(24_000))
    assert len(seen) == 24
    # 23 degrees of freedom: 23 on average, 6.8 for one standard deviation.
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 23 + 5 * 6.8


# The shoe


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_shoe_holds_each_card_once_for_each_deck_in_the_order_that_can_be_recomputed(decks):
    cards, shoe = drawn(Shoe.fresh(decks, SEED, "salt"), 52 * decks)
    assert tuple(cards) == shuffled(pack52() * decks, SEED, "salt")
    assert Counter(cards) == dict.fromkeys(pack52(), decks)
    assert shoe.dealt == shoe.size == 52 * decks


@settings(deadline=None)
@given(st.integers(0, 363))
def test_a_shoe_does_not_change_by_drawing_and_resumes_at_a_saved_position(position):
    _, shoe = drawn(Shoe.fresh(8, SEED, "salt"), position)
    first, after = shoe.draw()
    assert shoe.draw() == (first, after)
    assert (shoe.dealt, after.dealt) == (position, position + 1)
    assert Shoe.fresh(8, SEED, "salt").at(position).draw() == shoe.begin_round().draw()


def test_the_round_in_which_the_cut_card_comes_out_is_the_last():
    _, shoe = drawn(Shoe.fresh(8, SEED, "salt"), 364)
    assert not shoe.last_round
    assert shoe.begin_round().round_start == 364
    _, shoe = shoe.draw()
    assert shoe.last_round
    with pytest.raises(ValueError, match="new shoe"):
        shoe.begin_round()
    assert [Shoe.fresh(2, SEED, "salt", cut_depth=20).at(place).last_round for place in (84, 85)] == [False, True]


def test_a_stacked_shoe_gives_its_cards_first_to_last():
    cards, shoe = drawn(Shoe.stacked(parse_cards("AS 10H 2C")), 3)
    assert cards == list(parse_cards("AS 10H 2C"))
    with pytest.raises(LookupError):
        shoe.draw()


def test_a_shoe_that_runs_out_continues_with_the_shuffled_discards_of_earlier_rounds_and_no_card_of_the_table():
    shoe = Shoe.fresh(2, SEED, "salt")
    earlier, shoe = drawn(shoe, 50)
    on_table, shoe = drawn(shoe.begin_round(), 54)
    assert shoe.dealt == 104
    again, shoe = drawn(shoe, 50)
    assert tuple(again) == shuffled(earlier, SEED, "salt/again")
    assert Counter(on_table + again) == dict.fromkeys(pack52(), 2)
    assert shoe.last_round
    assert shoe.dealt <= shoe.size
    with pytest.raises(LookupError, match="no discards"):
        shoe.draw()


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(1, 30), st.booleans())
def test_dealing_several_cards_at_once_equals_drawing_them_one_by_one(position, count, is_stacked):
    shoe = Shoe.stacked(pack52() + parse_cards("2C 3C 4C 5C 6C 7C 8C 9C")) if is_stacked else Shoe.fresh(2, SEED, "1")
    shoe = shoe.at(position)
    try:
        cards, after = drawn(shoe, count)
    except LookupError:
        with pytest.raises(LookupError, match="no discards"):
            shoe.deal(count)
    else:
        assert shoe.deal(count) == (tuple(cards), after)


def test_a_shoe_printed_in_a_log_shows_no_secret():
    _, shoe = Shoe.fresh(8, SEED, "the salt").draw()
    assert "Card" not in repr(shoe)
    assert repr(SEED) not in repr(shoe)


@pytest.mark.parametrize(("decks", "depth"), [(0, 0), (-1, 0), (1, 53), (8, -1)])
def test_impossible_shoes_and_positions_are_refused(decks, depth):
    with pytest.raises(ValueError, match="decks"):
        Shoe.fresh(decks, SEED, "salt", depth)
    for position in (-1, 417):
        with pytest.raises(ValueError, match="no position"):
            Shoe.fresh(8, SEED, "salt").at(position)
