"""The lobby: seats, bets and what is remembered, as values."""

import json

import pytest
from msgspec.structs import replace

from games.core import IllegalAction
from tables.blackjack.state import BlackjackState
from tables.lobby import Back, Bet, ClosedBy, GameState, Lobby, instead_of

ANA, BEN, CY = 101, 102, 103


@pytest.fixture
def lobby():
    """Three seats, Ana in the first, Ben in the second."""
    return Lobby(seats=(ANA, BEN, None))


def main(person, box, chips=100):
    return Bet(person, box, "main", chips)


def behind(person, box, chips=50):
    return Bet(person, box, "behind", chips)


def over(lobby, sat_out=(), **nets):
    """The lobby after a round in which Ana, Ben and Cy won or lost that."""
    people = {"ana": ANA, "ben": BEN, "cy": CY}
    won = {people[name]: net for name, net in nets.items()}
    return lobby.round_over(nets=won, game_state=BlackjackState(9), sat_out=sat_out)


# Seats and bets


def test_sitting_takes_the_first_free_seat_and_ends_the_waiting(lobby):
    assert lobby.leave(ANA).sit(CY).seats == (CY, BEN, None)
    assert lobby.wait_for(CY).sit(CY).waited_for == frozenset()


@pytest.mark.parametrize(
    ("attempt", "sentence"),
    [
        (lambda lobby: lobby.sit(BEN), "You have seat 2 already"),
        (lambda lobby: lobby.sit(CY).sit(104), "Every seat is taken"),
        (lambda lobby: lobby.place(CY, [behind(CY, 0)]).sit(CY), "Leave first, then sit"),
        (lambda lobby: lobby.leave(CY), "You aren't at this table"),
    ],
)
def test_who_may_not_sit_or_leave_is_told_why(lobby, attempt, sentence):
    with pytest.raises(IllegalAction, match=sentence):
        attempt(lobby)


def test_leaving_frees_the_seat_and_removes_its_bets_and_those_behind_it(lobby):
    bets = [(ANA, [main(ANA, 0)]), (BEN, [main(BEN, 1)]), (CY, [behind(CY, 0), behind(CY, 1)])]
    for person, placed in bets:
        lobby = lobby.place(person, placed)
    left = lobby.leave(ANA)
    assert (left.seats, left.bets) == ((None, BEN, None), (main(BEN, 1), behind(CY, 1)))
    assert left.leave(CY).bets == (main(BEN, 1),)
    assert left.wait_for(104).leave(104).waited_for == frozenset()


def test_a_bet_replaces_only_the_same_persons_bet_on_the_same_box(lobby):
    lobby = lobby.place(ANA, [main(ANA, 0), Bet(ANA, 0, "pair", 10)]).place(CY, [behind(CY, 0), behind(CY, 1)])
    assert lobby.place(ANA, [main(ANA, 0, 40)]).bets_of(ANA) == (main(ANA, 0, 40),)
    assert lobby.place(CY, [behind(CY, 1, 20)]).bets_of(CY) == (behind(CY, 0), behind(CY, 1, 20))
    assert lobby.staked() == {ANA: 110, CY: 100}


def test_whoever_leaves_or_takes_back_or_changes_their_bets_is_no_longer_ready(lobby):
    ready = lobby.place(ANA, [main(ANA, 0)]).get_ready(ANA)
    assert ready.ready == {ANA}
    assert not ready.place(ANA, [main(ANA, 0, 50)]).ready
    assert not ready.clear(ANA).ready
    assert not ready.leave(ANA).sit(ANA).ready


REMEMBERED = {"last", "nets", "standings", "back", "streaks", "late"}
"""What a lobby keeps of people wherever they go: the last round, and until the next one or their next press who missed
a turn or the seat."""


def test_whoever_leaves_is_nowhere_in_the_lobby_but_in_what_is_remembered(lobby):
    there = replace(
        lobby.wait_for(ANA).place(ANA, [main(ANA, 0), behind(ANA, 1)]).get_ready(ANA).missed_turn(ANA),
        leaving=frozenset({ANA}),
    )
    before, after = (
        {name for name in Lobby.__struct_fields__ if str(ANA) in repr(getattr(each, name))}
        for each in (there, there.leave(ANA))
    )
    assert before == {"seats", "bets", "ready", "waited_for", "missed", "leaving"}
    assert after - REMEMBERED == set()


# Who is away


def test_after_two_missed_turns_in_a_row_somebody_is_away_until_they_press(lobby):
    once = lobby.missed_turn(ANA)
    twice = once.missed_turn(ANA)
    assert [each.is_away(ANA) for each in (once, twice, twice.present(ANA))] == [False, True, False]
    assert not twice.is_away(BEN)
    assert not once.present(ANA).missed_turn(ANA).is_away(ANA)
    after = over(once, ana=0)
    assert after.seats == lobby.seats
    assert after.missed_turn(ANA).is_away(ANA), "one missed turn is remembered into the next round"


def test_whose_time_runs_out_is_away_for_the_rest_of_the_round_and_keeps_the_seat(lobby):
    late = lobby.ran_out(ANA)
    assert late.is_away(ANA)
    assert not late.stays_away(ANA)
    assert not late.present(ANA).is_away(ANA)
    after = over(late)
    assert (after.seats, after.is_away(ANA)) == (lobby.seats, False)
    assert not late.round_begins().is_away(ANA)
    assert Lobby.from_json(late.to_json(), BlackjackState) == late
    assert over(after.ran_out(ANA)).seats[0] is None, "two rounds in a row with no press cost the seat"
    assert over(after.present(ANA).ran_out(ANA)) == replace(after, counted=2)


def test_somebody_who_leaves_a_round_is_away_until_they_sit_down_again(lobby):
    leaving = lobby.leave_after_round(ANA)
    assert (leaving.is_away(ANA), leaving.seats) == (True, lobby.seats)
    back = leaving.sit(ANA)
    assert (back.is_away(ANA), back.seats) == (False, lobby.seats)


# From round to round


def test_a_beginning_round_takes_the_bets_and_remembers_them_through_rounds_that_somebody_sits_out(lobby):
    began = lobby.place(ANA, [main(ANA, 0)]).wait_for(CY).round_begins()
    assert (began.bets, began.last, began.waited_for) == ((), {ANA: (main(ANA, 0),)}, frozenset())
    second = began.place(BEN, [main(BEN, 1)]).round_begins()
    assert second.last == {ANA: (main(ANA, 0),), BEN: (main(BEN, 1),)}


def test_after_a_round_the_seats_of_people_who_left_are_away_or_sat_out_are_free():
    lobby = Lobby(seats=(ANA, BEN, CY)).leave_after_round(ANA).missed_turn(BEN).missed_turn(BEN)
    after = over(lobby, [CY], ana=-100, ben=50)
    assert (after.seats, after.leaving, after.missed) == ((None, None, None), frozenset(), {})
    assert (after.nets, after.game_state) == ({ANA: -100, BEN: 50}, BlackjackState(9))
    kept = lobby.round_over(nets={}, game_state=BlackjackState(), sat_out=[CY], keeps_away=True)
    assert (kept.seats, kept.is_away(BEN)) == ((None, BEN, None), True), "where people play each other"


def test_the_next_window_waits_for_those_who_bet_behind_and_for_nobody_who_left(lobby):
    assert over(lobby, ana=100, cy=50).waited_for == {CY}
    assert over(lobby.leave_after_round(CY), ana=100, cy=50).waited_for == frozenset()


def test_a_win_makes_a_streak_longer_and_a_loss_a_tie_or_a_round_without_bets_ends_it(lobby):
    twice = over(over(lobby, ana=10, ben=-10), ana=50, ben=20)
    assert twice.streaks == {ANA: 2, BEN: 1}
    for nets in ({"ana": 0}, {"ana": -50}, {}):
        assert over(twice, ben=2, **nets).streaks == {BEN: 2}


# Written and read


def test_a_lobby_that_an_earlier_version_wrote_without_streaks_or_its_end_can_be_read(lobby):
    saved = json.loads(lobby.to_json())
    for name in ("streaks", "standings", "counted", "closed_by", "instead_of"):
        del saved[name]
    assert Lobby.from_json(json.dumps(saved), BlackjackState) == lobby
    assert ClosedBy.of(json.dumps(saved)) is ClosedBy.UNKNOWN
    assert instead_of(json.dumps(saved)) == 0
    for reason in ("evening", "a reason of a later version"):
        other = json.dumps({**saved, "closed_by": reason})
        assert ClosedBy.of(other) is Lobby.from_json(other, BlackjackState).closed_by is ClosedBy.UNKNOWN


def test_a_lobby_survives_being_written_and_read(lobby):
    lobby = lobby.place(ANA, [main(ANA, 0), Bet(ANA, 0, "pair", 10)]).place(CY, [behind(CY, 1)]).round_begins()
    lobby = lobby.place(CY, [Bet(CY, seat, "behind", 50, behind=ANA, follows=seat > 0) for seat in range(2)])
    lobby = lobby.place(BEN, [main(BEN, 1)]).wait_for(104).missed_turn(ANA).leave_after_round(BEN)
    full = replace(
        lobby,
        late=frozenset({ANA}),
        promised_seats={104: CY},
        standings={ANA: 30, BEN: -30},
        back=(Back(ANA, BEN, 5, "members"),),
        ready=frozenset({BEN}),
        counted=4,
        closing=True,
        closed_by=ClosedBy.HOST,
        instead_of=7,
        nets={ANA: 5},
        streaks={ANA: 3},
        game_state=BlackjackState(7, 20),
    )
    empty = Lobby(seats=(None,) * 3)
    unset = {name for name in Lobby.__struct_fields__ if getattr(full, name) == getattr(empty, name)}
    assert unset == {"payments", "must_keep"}  # forgotten once they are paid
    assert Lobby.from_json(full.to_json(), BlackjackState) == full
    assert Lobby.from_json(Lobby(seats=(None,)).to_json(), BlackjackState) == Lobby(seats=(None,))


# House players' seats


def promised():
    """A round is running; Cy waits for the seat of a house player, the last free one."""
    return Lobby(seats=(ANA, None, None)).add_house_player(7).sit(BEN).sit(CY)


def test_whoever_waits_for_a_house_players_seat_gets_it_after_the_round_or_a_free_one_and_never_two():
    assert promised().with_promises_kept().seats == (ANA, CY, BEN)
    seated = promised().leave(BEN).sit(CY)
    assert seated.seats[2] == CY
    assert seated.with_promises_kept() == seated
    assert seated.leave(CY).seats[2] is None
    saved = replace(promised(), seats=(*promised().seats[:2], CY))
    assert saved.with_promises_kept().seats == saved.seats, "as an earlier version saved it"


def test_each_who_waits_for_a_house_players_seat_is_promised_another_one():
    lobby = Lobby(seats=(ANA, None, None)).add_house_player(7).add_house_player(7)
    one, other = lobby.house_players
    assert lobby.sit(BEN).gives_way
    waiting = lobby.sit(BEN).sit(CY)
    assert waiting.promised_seats == {one: BEN, other: CY}
    assert not waiting.gives_way
    for person, sentence in ((104, "Every seat is taken"), (BEN, "as soon as this round is over")):
        with pytest.raises(IllegalAction, match=sentence):
            waiting.sit(person)
    assert waiting.with_promises_kept().seats == (ANA, BEN, CY)


class Bound(GameState, frozen=True):
    """A game in which a house player stays for now."""

    staying: tuple[int, ...] = ()

    @property
    def bound(self):
        return frozenset(self.staying)


def test_a_house_player_who_stays_gives_the_seat_last_and_later():
    lobby = Lobby(seats=(ANA, None, None)).add_house_player(7).add_house_player(7)
    banker, other = lobby.house_players
    held = replace(lobby, game_state=Bound((banker,))).sit(BEN)
    assert held.promised_seats == {other: BEN}
    waiting = held.with_promises_kept().sit(CY)
    assert waiting.with_promises_kept().seats == (ANA, banker, BEN)
    assert replace(waiting, game_state=Bound()).with_promises_kept().seats == (ANA, CY, BEN)
