"""The lobby: seats, bets and what is remembered, as values."""

import json
from dataclasses import fields, replace

import pytest

from games.core import IllegalAction
from tables.blackjack.state import BlackjackState
from tables.chips import Back, Bet
from tables.closing import ClosedBy, instead_of
from tables.lobby import GameState, Lobby

ANA, BEN, CY = 101, 102, 103


@pytest.fixture
def lobby():
    """Three seats, Ana in the first, Ben in the second."""
    return Lobby(seats=(ANA, BEN, None))


def main(person, box, chips=100):
    return Bet(person, box, "main", chips)


def behind(person, box, chips=50):
    return Bet(person, box, "behind", chips)


def test_sitting_takes_the_first_free_seat(lobby):
    assert lobby.leave(ANA).sit(CY).seats == (CY, BEN, None)


def test_sitting_is_refused_to_seated_people_and_when_all_seats_are_taken(lobby):
    with pytest.raises(IllegalAction, match="You have seat 2 already"):
        lobby.sit(BEN)
    with pytest.raises(IllegalAction, match="Every seat is taken"):
        lobby.sit(CY).sit(104)


def test_sitting_is_refused_to_people_with_bets_behind(lobby):
    with pytest.raises(IllegalAction, match="Leave first, then sit"):
        lobby.place(CY, [behind(CY, 0)]).sit(CY)


def test_somebody_the_table_waited_for_is_waited_for_like_everybody_once_seated(lobby):
    assert lobby.wait_for(CY).sit(CY).waited_for == frozenset()


def test_leaving_frees_the_seat_and_removes_its_bets_and_those_behind_it(lobby):
    bets = [(ANA, [main(ANA, 0)]), (BEN, [main(BEN, 1)]), (CY, [behind(CY, 0), behind(CY, 1)])]
    for person, placed in bets:
        lobby = lobby.place(person, placed)
    left = lobby.leave(ANA)
    assert left.seats == (None, BEN, None)
    assert left.bets == (main(BEN, 1), behind(CY, 1))


def test_whoever_leaves_is_not_ready_any_more(lobby):
    ready = lobby.place(ANA, [main(ANA, 0)]).get_ready(ANA)
    assert ready.leave(ANA).sit(ANA).ready == frozenset()


REMEMBERED = {"last", "nets", "back", "streaks", "late", "dropped"}
"""What a lobby keeps of people wherever they go: the last round, and until the next one or their next press who missed
a turn or the seat."""


def test_whoever_leaves_is_nowhere_in_the_lobby_but_in_what_is_remembered(lobby):
    there = replace(
        lobby.wait_for(ANA).place(ANA, [main(ANA, 0), behind(ANA, 1)]).get_ready(ANA).missed_turn(ANA),
        leaving=frozenset({ANA}),
    )
    left = there.leave(ANA)
    before, after = (
        {field.name for field in fields(Lobby) if str(ANA) in repr(getattr(each, field.name))} for each in (there, left)
    )
    assert before == {"seats", "bets", "ready", "waited_for", "missed", "leaving"}
    assert after - REMEMBERED == set()


def test_people_who_bet_behind_or_are_waited_for_can_leave_and_strangers_cannot(lobby):
    assert lobby.place(CY, [behind(CY, 0)]).leave(CY).bets == ()
    assert lobby.wait_for(CY).leave(CY).waited_for == frozenset()
    with pytest.raises(IllegalAction, match="You aren't at this table"):
        lobby.leave(CY)


def test_a_bet_replaces_only_the_same_persons_bet_on_the_same_box(lobby):
    lobby = lobby.place(ANA, [main(ANA, 0), Bet(ANA, 0, "pair", 10)]).place(CY, [behind(CY, 0), behind(CY, 1)])
    assert lobby.place(ANA, [main(ANA, 0, 40)]).bets_of(ANA) == (main(ANA, 0, 40),)
    assert lobby.place(CY, [behind(CY, 1, 20)]).bets_of(CY) == (behind(CY, 0), behind(CY, 1, 20))
    assert lobby.staked() == {ANA: 110, CY: 100}


def test_after_two_missed_turns_in_a_row_somebody_is_away_until_they_press(lobby):
    once = lobby.missed_turn(ANA)
    assert not once.is_away(ANA)
    twice = once.missed_turn(ANA)
    assert twice.is_away(ANA)
    assert not twice.is_away(BEN)
    assert not twice.present(ANA).is_away(ANA)
    assert not once.present(ANA).missed_turn(ANA).is_away(ANA)


def test_whose_time_runs_out_is_away_for_the_rest_of_the_round_and_keeps_the_seat(lobby):
    late = lobby.ran_out(ANA)
    assert late.is_away(ANA)
    assert not late.stays_away(ANA)
    assert not late.present(ANA).is_away(ANA)
    over = late.round_over(nets={}, game_state=BlackjackState(), sat_out=[])
    assert over.seats == lobby.seats
    assert not over.is_away(ANA)
    assert not late.round_begins().is_away(ANA)
    assert Lobby.from_json(late.to_json(), BlackjackState) == late


def test_two_rounds_in_a_row_with_no_press_cost_the_seat(lobby):
    once = lobby.ran_out(ANA).round_over(nets={}, game_state=BlackjackState(), sat_out=[])
    assert once.ran_out(ANA).round_over(nets={}, game_state=BlackjackState(), sat_out=[]).seats[0] is None
    assert once.present(ANA).ran_out(ANA).round_over(nets={}, game_state=BlackjackState(), sat_out=[]) == once


def test_somebody_who_leaves_a_round_is_away_until_they_sit_down_again(lobby):
    leaving = lobby.leave_after_round(ANA)
    assert leaving.is_away(ANA)
    assert leaving.seats == lobby.seats
    back = leaving.sit(ANA)
    assert not back.is_away(ANA)
    assert back.seats == lobby.seats


def test_a_beginning_round_takes_the_bets_and_remembers_them(lobby):
    began = lobby.place(ANA, [main(ANA, 0)]).wait_for(CY).round_begins()
    assert began.bets == ()
    assert began.last == {ANA: (main(ANA, 0),)}
    assert began.waited_for == frozenset()


def test_the_last_bet_is_remembered_through_rounds_that_somebody_sits_out(lobby):
    first = lobby.place(ANA, [main(ANA, 0)]).round_begins()
    second = first.place(BEN, [main(BEN, 1)]).round_begins()
    assert second.last == {ANA: (main(ANA, 0),), BEN: (main(BEN, 1),)}


def test_after_a_round_the_seats_of_people_who_left_are_away_or_sat_out_are_free():
    lobby = Lobby(seats=(ANA, BEN, CY)).leave_after_round(ANA).missed_turn(BEN).missed_turn(BEN)
    over = lobby.round_over(nets={ANA: -100, BEN: 50}, game_state=BlackjackState(9), sat_out=[CY])
    assert over.seats == (None, None, None)
    assert over.leaving == frozenset()
    assert over.missed == {}
    assert (over.nets, over.game_state) == ({ANA: -100, BEN: 50}, BlackjackState(9))


def test_where_people_play_each_other_an_away_player_keeps_the_seat_for_another_round():
    lobby = Lobby(seats=(ANA, BEN, CY)).leave_after_round(ANA).missed_turn(BEN).missed_turn(BEN)
    over = lobby.round_over(nets={}, game_state=BlackjackState(), sat_out=[CY], keeps_away=True)
    assert over.seats == (None, BEN, None)
    assert over.is_away(BEN)


def test_one_missed_turn_is_remembered_into_the_next_round(lobby):
    over = lobby.missed_turn(ANA).round_over(nets={ANA: 0}, game_state=BlackjackState(), sat_out=[])
    assert over.seats == lobby.seats
    assert over.missed_turn(ANA).is_away(ANA)


def test_the_next_window_waits_for_those_who_bet_behind_and_for_nobody_who_left(lobby):
    assert lobby.round_over(nets={ANA: 100, CY: 50}, game_state=BlackjackState(), sat_out=[]).waited_for == {CY}
    left = lobby.leave_after_round(CY)
    assert left.round_over(nets={ANA: 100, CY: 50}, game_state=BlackjackState(), sat_out=[]).waited_for == frozenset()


def test_a_win_makes_a_streak_longer_and_a_loss_a_tie_or_a_round_without_bets_ends_it(lobby):
    def after(lobby, **nets):
        people = {"ana": ANA, "ben": BEN}
        return lobby.round_over(
            nets={people[name]: net for name, net in nets.items()}, game_state=BlackjackState(), sat_out=[]
        )

    twice = after(after(lobby, ana=10, ben=-10), ana=50, ben=20)
    assert twice.streaks == {ANA: 2, BEN: 1}
    assert after(twice, ana=0, ben=2).streaks == {BEN: 2}
    assert after(twice, ana=-50, ben=2).streaks == {BEN: 2}
    assert after(twice, ben=2).streaks == {BEN: 2}


def test_a_lobby_that_an_earlier_version_wrote_without_streaks_can_be_read(lobby):
    saved = json.loads(lobby.to_json())
    del saved["streaks"]
    assert Lobby.from_json(json.dumps(saved), BlackjackState) == lobby


def test_a_lobby_that_an_earlier_version_wrote_without_its_end_can_be_read(lobby):
    saved = json.loads(lobby.to_json())
    for name in ("dropped", "closed_by", "instead_of"):
        del saved[name]
    assert Lobby.from_json(json.dumps(saved), BlackjackState) == lobby
    assert ClosedBy.of(json.dumps(saved)) is ClosedBy.UNKNOWN
    assert instead_of(json.dumps(saved)) == 0
    assert ClosedBy.of(json.dumps({**saved, "closed_by": "a reason of a later version"})) is ClosedBy.UNKNOWN


def test_a_lost_seat_is_remembered_until_its_owner_knows_and_a_seat_given_up_is_not(lobby):
    lobby = lobby.sit(CY).missed_turn(ANA).missed_turn(ANA).leave_after_round(CY)
    over = lobby.round_over(nets={}, game_state=BlackjackState(), sat_out=[BEN])
    assert over.dropped == {ANA, BEN}
    assert over.told(ANA).dropped == {BEN}


def test_a_lobby_survives_being_written_and_read(lobby):
    lobby = lobby.place(ANA, [main(ANA, 0), Bet(ANA, 0, "pair", 10)]).place(CY, [behind(CY, 1)]).round_begins()
    lobby = lobby.place(BEN, [main(BEN, 1)]).wait_for(104).missed_turn(ANA).leave_after_round(BEN)
    full = Lobby(
        **{
            **_fields(lobby),
            "late": frozenset({ANA}),
            "promised_seats": {104: CY},
            "back": (Back(ANA, BEN, 5, "gift"),),
            "ready": frozenset({BEN}),
            "dropped": frozenset({CY}),
            "closing": True,
            "closed_by": ClosedBy.HOST,
            "instead_of": 7,
            "nets": {ANA: 5},
            "streaks": {ANA: 3},
            "game_state": BlackjackState(7, 20),
        }
    )
    empty = Lobby(seats=(None,) * 3)
    unset = {name for name in Lobby.__dataclass_fields__ if getattr(full, name) == getattr(empty, name)}
    assert unset == {"payments", "must_keep"}  # forgotten once they are paid
    assert Lobby.from_json(full.to_json(), BlackjackState) == full
    assert Lobby.from_json(Lobby(seats=(None,)).to_json(), BlackjackState) == Lobby(seats=(None,))


def test_changing_a_lobby_leaves_the_old_value_unchanged(lobby):
    text = lobby.to_json()
    lobby.leave(ANA)
    lobby.sit(CY).place(CY, [main(CY, 2)]).round_begins().missed_turn(CY).leave_after_round(CY).wait_for(104)
    lobby.round_over(nets={ANA: 1}, game_state=BlackjackState(3), sat_out=[BEN])
    assert lobby.to_json() == text


def _fields(lobby):
    return {name: getattr(lobby, name) for name in Lobby.__dataclass_fields__}


def promised(seats=(ANA, None, None)):
    """A round is running; Cy waits for the seat of a house player, the last free one."""
    full = Lobby(seats=seats).add_house_player(7)
    full = full.sit(BEN) if None in full.seats else full
    return full.sit(CY)


def test_whoever_waits_for_a_house_players_seat_gets_it_after_the_round():
    assert promised().with_promises_kept().seats == (ANA, CY, BEN)


def test_whoever_waits_for_a_house_players_seat_gets_a_free_one_in_its_place_and_never_two():
    seated = promised().leave(BEN).sit(CY)
    assert seated.seats[2] == CY
    assert seated.with_promises_kept() == seated
    assert seated.leave(CY).seats[2] is None


def test_each_who_waits_for_a_house_players_seat_is_promised_another_one():
    lobby = Lobby(seats=(ANA, None, None)).add_house_player(7).add_house_player(7)
    one, other = lobby.house_players
    assert lobby.sit(BEN).gives_way
    waiting = lobby.sit(BEN).sit(CY)
    assert waiting.promised_seats == {one: BEN, other: CY}
    assert not waiting.gives_way
    with pytest.raises(IllegalAction, match="Every seat is taken"):
        waiting.sit(104)
    with pytest.raises(IllegalAction, match="as soon as this round is over"):
        waiting.sit(BEN)
    assert waiting.with_promises_kept().seats == (ANA, BEN, CY)


class Bound(GameState):
    """A game in which a house player stays for now."""

    def __init__(self, *bound):
        self._bound = frozenset(bound)

    @property
    def bound(self):
        return self._bound


def test_a_house_player_who_stays_gives_the_seat_last_and_later():
    lobby = Lobby(seats=(ANA, None, None)).add_house_player(7).add_house_player(7)
    banker, other = lobby.house_players
    held = replace(lobby, game_state=Bound(banker)).sit(BEN)
    assert held.promised_seats == {other: BEN}
    waiting = held.with_promises_kept().sit(CY)
    assert waiting.with_promises_kept().seats == (ANA, banker, BEN)
    assert replace(waiting, game_state=Bound()).with_promises_kept().seats == (ANA, CY, BEN)


def test_a_lobby_that_was_saved_with_such_a_promise_seats_nobody_twice():
    lobby = promised()
    saved = Lobby(seats=(lobby.seats[0], lobby.seats[1], CY), promised_seats=lobby.promised_seats)
    assert saved.with_promises_kept().seats == saved.seats


def test_whoever_takes_all_bets_back_or_changes_them_is_no_longer_ready(lobby):
    ready = lobby.place(ANA, [main(ANA, 0)]).get_ready(ANA)
    assert ready.ready == {ANA}
    assert not ready.place(ANA, [main(ANA, 0, 50)]).ready
    assert not ready.clear(ANA).ready
