"""The coach at Blackjack: what it says about a hand, insurance and bets, and that its figures are the known ones."""

import pickle
from random import Random

import pytest

from games.blackjack import Bet, BlackjackPays, Hand, Options
from games.blackjack.dealer import VALUES
from games.blackjack.returns import best_return
from games.cards import Card, pack52, parse_cards
from players.blackjack import Bets, Question, seen
from players.workers.thinkers import answer_here
from tests.games.blackjack_table import Table
from tests.players.positions import written
from tools.odds.exact import exact_net

NONE_SEEN = seen(())


def asked(table, seat=0, out=()):
    """What `seat` is asked at this table, when `out` has come out in earlier rounds."""
    on_table = [*table.round.dealer]
    for box in table.round.boxes:
        on_table += [card for hand in box.hands for card in hand.cards]
    return Question(table.round.view(seat), seat, seen([*on_table, *out]))


def answered(question):
    return question.answer(Random(0), 1.0)


def values(choice):
    return {option.action: option.value for option in choice.options}


def dealt(mine, shown, *more, **options):
    """A table with one seat that holds two cards."""
    first, second = mine.split()
    return Table(f"{first} {shown} {second} {' '.join(more)}", **options)


# Hands


@pytest.mark.parametrize("position", written("blackjack.txt"))
def test_out_of_a_full_shoe_the_coach_plays_the_published_strategy_and_says_what_a_player_sees(position):
    with position.being_read():
        question = asked(dealt(*position.stands.split(" against ")))
    choice = answered(question)
    position.holds([choice.action], values(choice))
    position.holds_figures(values(choice))
    assert str(choice.reason) == position.claim


@pytest.mark.thorough
def test_two_aces_against_an_ace_hit_which_basic_strategy_does_not_with_a_known_ten():
    choice = answered(asked(dealt("AC AD", "AH", "10S").play("0 decline")))
    assert (choice.action, choice.options[1].action) == ("hit", "split")
    assert [round(option.points) for option in choice.options[:2]] == [-32, -54], "chips for a bet of 100"


def test_what_nobody_would_notice_is_about_equal():
    options = answered(asked(dealt("10C 6D", "10H"))).options
    assert [option.action for option in options if option.is_equal] == ["hit", "stand"], "half a chip in a hundred"
    assert 0 < options[1].behind < 0.5


OPTIONS = [
    {},
    {"surrender_vs_ten": True},
    {"double_after_split": True},
    {"dealer_hits_soft_17": True},
    {"blackjack_pays": BlackjackPays.SIX_TO_FIVE},
]


@pytest.mark.sampled
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("mine", ["8C 8D", "AC AD", "6C 5D", "10C 6D", "AC 2D"])
@pytest.mark.parametrize("shown", ["9H", "10H", "AH"])
def test_every_legal_move_is_weighed_and_no_other(mine, shown, options):
    table = dealt(mine, shown, **options)
    if shown == "AH":
        table.play("0 decline")
    options = answered(asked(table)).options
    assert {option.action for option in options} == {*table.round.legal_actions(0)}
    found = [option.value for option in options]
    assert found == sorted(found, reverse=True)


@pytest.mark.thorough
def test_all_first_hands_together_win_what_a_round_wins():
    shown, options = Card.parse("10S"), Options()
    full = [4 * options.decks] * 9 + [16 * options.decks - 1]
    won = 0.0
    for one, place in zip(VALUES, range(10), strict=True):
        for two in VALUES[place:]:
            other = two.rank.pips - 1
            ways = full[place] * (full[other] - (place == other)) * (1 if place == other else 2)
            if Hand((one, two), 10).blackjack:
                won += ways * 1.5 * (1 - 31 / 413)  # the dealer may have one too
            else:
                won += ways * answered(asked(dealt(f"{one} {two}", "10S"))).options[0].value
    chance = 128 / 416
    assert chance * won / (415 * 414) == pytest.approx(exact_net(options, shown), abs=1e-12)


def test_cards_seen_earlier_change_what_is_best_and_the_reason_says_so():
    table, low = dealt("10C 6D", "10H"), [card for card in pack52() * 7 if 2 <= card.rank.pips <= 6]
    assert answered(asked(table)).action == "hit"
    choice = answered(asked(table, out=low))
    assert choice.action == "stand"
    assert str(choice.reason) == "With the cards that are left, this beats basic strategy."


def test_what_other_seats_hold_counts_as_seen():
    alone = answered(asked(dealt("10C 6D", "10H")))
    beside = answered(asked(Table("10C 5S 10H 6D 5D", Bet(0, 0, 100), Bet(1, 1, 100))))
    assert values(beside)["hit"] < values(alone)["hit"]  # two fives fewer
    assert values(beside)["hit"] == pytest.approx(values(alone)["hit"], abs=0.02)


def test_each_hand_of_a_split_is_asked_about_by_itself_and_a_double_where_it_is_allowed():
    table = dealt("8C 8D", "6H", "3S", "10S", "10H").play("0 split")
    choice = answered(asked(table))
    assert table.hands(0) == "8C 3S | 8D 10S"
    assert (choice.action, {*values(choice)}) == ("hit", {"hit", "stand"})
    assert answered(asked(table.play("0 hit"))).action == "stand"
    choice = answered(asked(dealt("8C 8D", "6H", "3S", "10S", double_after_split=True).play("0 split")))
    assert choice.action == "double"
    assert values(choice)["double"] > values(choice)["hit"] > 0


def test_when_the_shoe_is_used_up_the_discards_count_as_left():
    table = dealt("10C 6D", "9H", decks=1, seats=1)
    whole_pack = [card for card in pack52() if str(card) not in ("10C", "6D", "9H")]
    assert values(answered(asked(table, out=whole_pack))) == values(answered(asked(table)))
    assert values(answered(asked(table, out=[*whole_pack, *whole_pack[:9]]))) == values(answered(asked(table)))


def test_who_is_not_asked_gets_no_advice():
    table = Table("10C 5S 10H 6D 5D", Bet(0, 0, 100), Bet(1, 1, 100))
    with pytest.raises(ValueError, match="nothing to decide"):
        answered(asked(table, seat=1))


# Insurance

LOW = [card for card in pack52() * 7 if card.rank.pips < 6]
SKIP = "No more than a third of the cards left count 10, so insurance doesn't pay."
INSURE = "More than a third of the cards left count 10, so insurance pays."
A_THIRD = [card for card in pack52() * 7 if card.rank.pips in (2, 3)][:29]


@pytest.mark.parametrize(
    ("out", "action", "value", "reason"),
    [
        ([], "decline", 3 * 128 / 413 - 1, SKIP),
        (LOW, "insure", 3 * 128 / 273 - 1, INSURE),
        (A_THIRD, "decline", 0, SKIP),
    ],
)
def test_insurance_is_taken_when_more_than_a_third_of_the_cards_count_10(out, action, value, reason):
    choice = answered(asked(dealt("9C 9D", "AH"), out=out))
    assert choice.action == action
    assert values(choice) == {"decline": 0.0, "insure": pytest.approx(value)}
    assert str(choice.reason) == reason
    assert [option.points for option in choice.options] == pytest.approx([max(value, 0) * 50, min(value, 0) * 50])


# Behind

MORE = "This hand wins more often than it loses, so put more chips on it."
NO_MORE = "This hand isn't worth more chips."


@pytest.mark.parametrize(
    ("cards", "move", "action"), [("6C 6H 5D 10S", "double", "follow"), ("10C 10H 10D 5S 6S", "split", "keep")]
)
def test_to_follow_is_worth_half_of_what_the_move_is(cards, move, action):
    table = Table(cards, Bet(0, 0, 100), Bet(7, 0, 10))
    worth = values(answered(asked(table)))[move] / 2
    choice = answered(asked(table.play(f"0 {move}"), seat=7))
    assert choice.action == action
    assert values(choice) == {"keep": 0.0, "follow": pytest.approx(worth, abs=1e-12)}
    assert str(choice.reason) == (MORE if worth > 0 else NO_MORE)
    assert {option.action: option.points for option in choice.options}["follow"] == pytest.approx(10 * worth)


# Before the deal


@pytest.mark.sampled
@pytest.mark.parametrize("options", [{}, {"decks": 4}, {"dealer_hits_soft_17": True}, {"decks": 1, "seats": 1}])
def test_out_of_a_fresh_shoe_a_bet_wins_what_the_best_play_returns(options):
    options = Options(**options)
    choice = answered(Bets(options, NONE_SEEN))
    assert values(choice)["bet"] == pytest.approx(best_return(options) - 1, abs=1e-12)
    assert choice.action == "bet"


@pytest.mark.sampled
@pytest.mark.parametrize("left", range(1, 8))
def test_out_of_a_shoe_with_whole_decks_left_a_bet_wins_about_what_it_wins_in_a_shoe_of_so_many(left):
    choice = answered(Bets(Options(), seen(list(pack52()) * (8 - left))))
    expected = best_return(Options(decks=left, seats=1)) - 1
    assert values(choice)["bet"] == pytest.approx(expected, abs=3 * choice.options[0].error)
    assert choice.options[0].error < 0.0012


def test_a_pair_bet_wins_12_times_as_often_as_two_of_the_cards_left_are_a_pair():
    choice = answered(Bets(Options(), NONE_SEEN))
    assert values(choice)["pair"] == pytest.approx(12 * 31 / 415 - 1)
    assert str(choice.reason) == "A Pair bet loses more on average."
    assert [round(option.points, 1) for option in choice.options] == [-0.7, -10.4], "for 100 chips"
    assert round(choice.options[1].behind, 1) == 9.6
    tens_and_jacks = [card for card in pack52() * 8 if card.rank.pips < 10 or str(card.rank) in "QK"]
    choice = answered(Bets(Options(), seen(tens_and_jacks)))
    assert (choice.action, values(choice)["pair"]) == ("pair", pytest.approx(12 * 31 / 63 - 1))
    assert str(choice.reason) == "The cards left favour you: a good moment to bet more."


def test_when_many_small_cards_have_gone_a_bet_wins():
    small = [card for card in pack52() * 4 if 2 <= card.rank.pips <= 6]
    few = answered(Bets(Options(), seen(small)))
    assert values(few)["bet"] > 0.02
    assert str(few.reason) == "The cards left favour you: a good moment to bet more."
    aces = [card for card in pack52() * 8 if card.rank.pips == 1]
    assert values(answered(Bets(Options(), seen(aces))))["bet"] < -0.03


# In a worker


async def test_questions_can_be_sent_and_are_answered_the_same_there():
    for question in (asked(dealt("10C 6D", "9H")), Bets(Options(), NONE_SEEN)):
        sent = pickle.loads(pickle.dumps(question))
        assert sent == question
        assert await answer_here(sent, b"any seed") == answered(question)
    assert seen(parse_cards("AS AD KC")) == (2, *[0] * 11, 1)
