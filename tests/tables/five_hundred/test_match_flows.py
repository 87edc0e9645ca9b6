"""Who wins whose ante, and whether by play."""

import pytest
from msgspec.structs import replace

from data.ledger.flows import Flow
from data.people import house_player
from data.tables.matches import Ending
from games.five_hundred import Options
from tables.five_hundred import ends
from tables.five_hundred.match_state import MatchState, Replacement
from tables.house_chips import summed
from tables.lobby import Lobby
from tests.tables.room import ANA, BEN, CY

OPTIONS = Options(players=3, ante=100)
BISCUIT = house_player(1, 0)


def match(*players, deal=2, **state):
    return Lobby(seats=players, game_state=MatchState(players=players, deal=deal, **state))


def won(lobby, *shares):
    """The end of a match in play, with these shares of the antes by seat."""
    over = ends.won(lobby, OPTIONS, shares)
    return tuple(ends.flows(lobby, replace(over, game_state=replace(over.game_state, winners=(0,)))))


def test_the_losers_pay_the_winner():
    assert won(match(ANA, BEN, CY), 300, 0, 0) == (Flow(BEN, ANA, 100), Flow(CY, ANA, 100))


@pytest.mark.parametrize(
    ("missed", "shares", "nets"),
    [
        ((ANA,), (300, 0, 0), {ANA: 200, BEN: -100, CY: -100}),
        ((ANA, ANA), (300, 0, 0), {}),
        ((ANA, ANA, BEN, BEN), (150, 150, 0), {}),
        ((ANA, ANA), (150, 150, 0), {BEN: 50, CY: -50}),
        ((BEN, BEN), (300, 0, 0), {ANA: 200, BEN: -100, CY: -100}),
        (None, (300, 0, 0), {ANA: 200, BEN: -100, CY: -100}),  # a match of before that was counted
    ],
)
def test_who_was_away_for_most_deals_wins_nothing_and_the_losers_have_that_back(missed, shares, nets):
    assert ends.won(match(ANA, BEN, CY, deal=3, missed_deals=missed), OPTIONS, shares).nets == nets


def test_who_was_away_for_most_deals_wins_no_forfeited_antes_either():
    lobby = match(ANA, BEN, CY, deal=3, gone=(BEN,), missed_deals=(ANA, ANA))
    assert ends.agreed(lobby, OPTIONS).nets == {BEN: -50, CY: 50}
    to = [paid.payee for paid in ends.forfeited(lobby, OPTIONS, 1) if paid.payer == BEN]
    assert to == [CY]
    back = list(ends.forfeited(match(ANA, BEN, CY, deal=1, missed_deals=(ANA, CY)), OPTIONS, 1))
    assert [(paid.payee, paid.amount) for paid in back] == [(BEN, 100)], "nobody has played for it"


def test_deals_count_from_the_one_in_which_somebody_has_come():
    lobby = match(ANA, BEN, CY, deal=3, missed_deals=(ANA,), replaced=(Replacement(0, 7, ANA, 2),))
    assert ends.won(lobby, OPTIONS, (300, 0, 0)).nets == {}


def test_what_a_match_of_one_deal_or_a_forfeit_brings_is_not_won_by_play():
    lobby = match(ANA, BEN, CY, deal=3, gone=(BEN, CY))
    forfeited = ends.flows(lobby, ends.by_default(lobby, OPTIONS, 0))
    assert {flow.unearned for flow in won(match(ANA, BEN, CY, deal=1), 300, 0, 0)} == {True}
    assert [flow.unearned for flow in forfeited] == [True, True]


@pytest.mark.parametrize(
    "lobby",
    [
        match(ANA, BEN, BISCUIT),
        match(ANA, BEN, CY, replaced=(Replacement(2, BISCUIT, CY, 1),)),
    ],
)
def test_all_of_a_match_with_house_players_is_won_from_them(lobby):
    assert all(flow.beside_house for flow in won(lobby, 300, 0, 0))


def test_nothing_is_won_while_a_match_goes_on_or_when_it_is_given_up():
    lobby = match(ANA, BEN, CY)
    for after in (replace(lobby, ready=frozenset({ANA})), ends.abandoned(lobby, OPTIONS, Ending.LEFT)):
        assert tuple(ends.flows(lobby, after)) == ()


def test_what_is_too_much_for_a_gift_is_told_as_such_beside_house_players_too():
    (back,) = summed([Flow(ANA, BEN, 5, unearned=True, beside_house=True)])
    assert back.why == "members"
