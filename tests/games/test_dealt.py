"""A shuffle compared with the cards that were dealt from it: what fits, and every way to tamper with it."""

import json
from dataclasses import replace
from random import Random

import blackjack_table
import pok_deng_table
import pontoon_table
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import pontoon
from games.cards import parse_cards
from games.fair.dealt import Stretch, Wrong, by_hands, check, new_pack, read, write
from games.fair.shoe import Shoe, commitment, shuffled
from games.five_hundred.packs import deal, pack

SEED, SALT = bytes(range(32)), "1234567890"
PROMISED = commitment(SEED)
SHOE = shuffled(new_pack("52x8"), SEED, SALT)


def rounds_of_a_shoe(*lengths):
    """Rounds that take so many cards each from the shoe."""
    at = 0
    for number, length in enumerate(lengths, 1):
        yield number, write([Stretch("52x8", SHOE[at : at + length], at=at)])
        at += length


def found(rounds, seed=SEED, salt=SALT, promised=PROMISED):
    return check(seed, salt, promised, rounds)


def faults(report):
    return {finding.round: finding.fault.wrong for finding in report.rounds if finding.fault}


def changed(rounds, number, **values):
    """The rounds, with one of them stored differently."""
    texts = dict(rounds)
    stretch, *others = json.loads(texts[number])
    texts[number] = json.dumps([stretch | values, *others])
    return list(texts.items())


def test_a_shoe_that_was_dealt_as_computed_is_fair():
    report = found(rounds_of_a_shoe(7, 12, 30))
    assert report.is_fair
    assert [(order.pack, order.salt, order.cards) for order in report.orders] == [("52x8", SALT, SHOE)]
    assert [[part.place for part in finding.parts] for finding in report.rounds] == [[0], [7], [19]]


def test_another_seed_promise_or_salt_is_found():
    report = found(rounds_of_a_shoe(7, 12), seed=bytes(32))
    assert (report.is_promised, report.is_fair, faults(report)) == (False, False, {1: Wrong.CARD, 2: Wrong.CARD})
    report = found(rounds_of_a_shoe(7), promised=commitment(b"another"))
    assert (report.is_promised, report.is_fair, faults(report)) == (False, False, {})
    assert faults(found(rounds_of_a_shoe(7), salt="1234567891")) == {1: Wrong.CARD}


def test_one_changed_card_is_found_with_its_place_and_so_are_two_that_changed_places():
    rounds = list(rounds_of_a_shoe(7, 12))
    cards = json.loads(rounds[1][1])[0]["cards"].split()
    cards[4] = "2C" if cards[4] != "2C" else "3C"
    report = found(changed(rounds, 2, cards=" ".join(cards)))
    fault = report.rounds[1].fault
    assert (fault.wrong, fault.number, fault.due, str(fault.dealt)) == (Wrong.CARD, 5, SHOE[11], cards[4])
    assert report.rounds[0].fault is None
    assert not report.is_fair
    cards = [str(card) for card in SHOE[:7]]
    place = next(place for place in range(6) if cards[place] != cards[place + 1])
    cards[place], cards[place + 1] = cards[place + 1], cards[place]
    assert faults(found(changed(rounds_of_a_shoe(7), 1, cards=" ".join(cards)))) == {1: Wrong.CARD}


def test_skipped_cards_are_found_whether_the_record_shows_the_skip_or_hides_it_and_so_is_a_missing_round():
    first, _, third = rounds_of_a_shoe(7, 12, 9)
    skipped = write([Stretch("52x8", SHOE[8:20], at=8)])
    assert faults(found([first, (2, skipped)])) == {2: Wrong.PLACE}
    silent = write([Stretch("52x8", SHOE[8:20], at=None)])
    assert faults(found([first, (2, silent)])) == {2: Wrong.CARD}
    assert faults(found([(1, write([Stretch("52x8", SHOE[1:8], at=1)]))])) == {1: Wrong.PLACE}
    assert faults(found([first, third])) == {3: Wrong.PLACE}


def test_after_a_fault_or_cards_that_were_not_kept_the_later_rounds_are_checked_on_their_own():
    assert faults(found(changed(rounds_of_a_shoe(7, 12, 9), 2, cards="2C 2C 2C"))) == {2: Wrong.CARD}
    first, second, third = rounds_of_a_shoe(7, 12, 9)
    report = found([first, (2, None), third])
    assert [finding.kept for finding in report.rounds] == [True, False, True]
    assert report.is_fair
    assert found([(1, None), second, third]).is_fair
    assert faults(found([(1, None), changed([second], 2, cards="2C 2C")[0]])) == {2: Wrong.CARD}


@pytest.mark.parametrize(
    "text",
    [
        "", "no json", "7", "[7]", "[{}]", '{"pack":"52x8"}', '[{"pack":"52x8","cards":"XX"}]',
        '[{"pack":"52x9","cards":"2C"}]', '[{"pack":"500x1","cards":"2C"}]', '[{"pack":"52x8","cards":7}]',
        '[{"pack":"52x8","cards":"2C","salt":7}]', '[{"pack":"52x8","cards":"2C","more":1}]',
        '[{"pack":"500x4","cards":"2C","dealer":9}]', '[{"pack":"500x4","cards":"2C","dealer":"x"}]',
    ],
)  # fmt: skip
def test_unreadable_cards_are_a_fault_and_not_a_crash(text):
    assert set(faults(found([(1, text)])).values()) == {Wrong.UNREADABLE}


@pytest.mark.parametrize("values", [{"at": "x"}, {"at": -3}, {"again": "x"}, {"again": 9}, {"at": 415}, {"cards": ""}])
def test_strange_values_never_pass(values):
    honest = changed(rounds_of_a_shoe(7), 1, **values)
    report = found(honest)
    assert not report.is_fair or values == {"cards": ""}


def test_written_cards_read_back():
    stretches = (
        Stretch("52x1", parse_cards("AS KD"), salt=" draw"),
        Stretch("52x1", parse_cards("2C"), salt=" 4", at=None, under=parse_cards("2C")),
        Stretch("52x1", parse_cards("10H JOKER"), at=364, again=364, dealer=0),
    )
    assert read(write(stretches)) == stretches


def test_a_shoe_that_runs_out_continues_with_its_discards():
    order = shuffled(new_pack("52x1"), SEED, SALT)
    again = shuffled(order[:48], SEED, f"{SALT}/again")
    first = write([Stretch("52x1", order[:48])])
    cards = order[48:] + again[:6]
    second = write([Stretch("52x1", cards, at=48, again=48)])
    report = found([(1, first), (2, second)])
    assert report.is_fair
    assert report.orders[0].again == again
    shoe = Shoe.fresh(1, SEED, SALT, cut_depth=4).at(48).begin_round()
    for _ in range(10):
        _, shoe = shoe.draw()
    assert shoe.came_out(48) == cards
    swapped = (*cards[:-2], cards[-1], cards[-2])
    assert faults(found([(1, first), (2, write([Stretch("52x1", swapped, at=48, again=48)]))])) == {2: Wrong.CARD}


def test_a_pack_that_is_not_shuffled_is_followed_through_its_deals():
    order = shuffled(new_pack("52x1"), SEED, f"{SALT} 1")
    picked_up = tuple(reversed(order[:50]))
    first = Stretch("52x1", order[:50], salt=" 1", under=picked_up)
    cards = order[50:] + picked_up[:8]
    second = Stretch("52x1", cards, salt=" 1", at=None, under=cards)
    rounds = [(1, write([first])), (2, write([second]))]
    assert found(rounds).is_fair
    other = replace(first, under=picked_up[1:] + picked_up[:1])
    assert faults(found([(1, write([other])), rounds[1]])) == {2: Wrong.CARD}
    fewer = replace(first, under=picked_up[1:])
    assert faults(found([(1, write([fewer]))])) == {1: Wrong.PICKED_UP}
    report = found([(1, None), rounds[1]])
    assert [finding.kept for finding in report.rounds] == [False, False]


def test_hands_of_five_hundred_are_compared_with_the_deal():
    for players in range(2, 7):
        dealer, name = players - 1, f"500x{players}"
        deck = shuffled(pack(players), SEED, SALT)
        dealt = deal(players, dealer, deck)
        stretch = Stretch(name, by_hands(dealt), dealer=dealer)
        assert found([(1, write([stretch]))]).is_fair
        cards = list(stretch.cards)
        cards[0], cards[10] = cards[10], cards[0]
        assert faults(found([(1, write([replace(stretch, cards=tuple(cards))]))])) == {1: Wrong.CARD}
        assert faults(found([(1, write([replace(stretch, dealer=0)]))])) == {1: Wrong.CARD}


def played_to_its_end(step, random):
    while step.round.to_act:
        seat = random.choice(sorted(step.round.to_act))
        step = step.round.apply(seat, random.choice(list(step.round.legal_actions(seat))))
    return step.round


@settings(max_examples=300, deadline=None)
@given(
    seed=st.integers(0, 2**64),
    start=st.sampled_from([table.start_at_random for table in (blackjack_table, pok_deng_table)]),
)
def test_a_house_games_cards_on_the_table_are_those_from_the_shoe_in_their_order(seed, start):
    step = start(random := Random(seed))
    over = played_to_its_end(step, random)
    assert over.cards_dealt == over.shoe.came_out(step.round.shoe.round_start)


@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**64))
def test_the_cards_of_pontoon_come_from_the_pack_and_bust_hands_go_under_it(seed):
    step = pontoon_table.start_at_random(random := Random(seed))
    table = step.round.table
    pack = (*(hand.cards[0] for hand in table.hands), *table.bank.cards, *table.pack)
    over = played_to_its_end(step, random)
    handled, picked_up = pontoon.handled(over, pack), pontoon.collected(over).pack
    assert sorted(map(str, handled.came)) == sorted(map(str, handled.picked_up))
    row = (*pack, *handled.picked_up)
    assert row[: len(handled.came)] == handled.came
    assert row[len(handled.came) :] == picked_up
