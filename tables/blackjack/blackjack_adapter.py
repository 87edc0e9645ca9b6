"""Blackjack as the table's driver sees it: who is in the next round, with which bets, and how people bet.

The bets of a lobby are on boxes: kind `main` and `pair` on one's own, `behind` and `behind pair` on another's. The
functions that place bets are pure and refuse with the player's sentence. No discord here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games import blackjack
from games.blackjack import Blackjack, Move, Options, Phase, verify_bet
from games.cards import pack52
from games.core import Button, IllegalAction, Seat, Step
from games.fair.dealt import Stretch, write
from games.fair.shoe import Shoe
from tables.achievements import Achieved
from tables.blackjack import blackjack_achievements as achievements
from tables.blackjack.blackjack_settings import BLACKJACK
from tables.blackjack.state import BlackjackState, LastRound
from tables.game import ShoeGame, Terms
from tables.lobby import Bet, Lobby
from tables.modes import Shuffle
from tables.round_in_play import Setup

MAIN, PAIR, BEHIND, BEHIND_PAIR = "main", "pair", "behind", "behind pair"
FOLLOW_SECONDS = 5.0
"""Bettors behind a seat have this long to follow a split or a double (rules 17 and 18)."""


class BlackjackGame(ShoeGame[Options, Blackjack]):
    """The adapter; it has no state of its own."""

    name = BLACKJACK.key
    title = BLACKJACK.title
    rules = blackjack.RULES
    options = Options
    state = BlackjackState
    forced_after = 0.0
    parse = staticmethod(blackjack.parse)
    achievable = achievements.ACHIEVEMENTS

    def seats(self, options: Options) -> int:
        """How many seats a table has."""
        return options.seats

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether anybody seated has bet."""
        return any(bet.kind == MAIN for bet in lobby.bets)

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """Everybody seated who has bet, and everybody who bets behind one of them."""
        people: list[int | None] = [
            user_id if any(bet.kind == MAIN for bet in _on(lobby, box, user_id)) else None
            for box, user_id in enumerate(lobby.seats)
        ]
        played = {box for box, user_id in enumerate(people) if user_id is not None}
        rows: list[list[int]] = []
        promises: list[list[int]] = []
        for bet in lobby.bets:
            if bet.kind not in (MAIN, BEHIND) or bet.box not in played:
                continue
            if bet.user_id not in people:
                people.append(bet.user_id)
            pair = sum(side.chips for side in _on(lobby, bet.box, bet.user_id) if side.kind in (PAIR, BEHIND_PAIR))
            rows.append([people.index(bet.user_id), bet.box, bet.chips, pair])
            if bet.follows is not None:
                promises.append([people.index(bet.user_id), bet.box, bet.follows])
        return Setup(
            people=tuple(people),
            body={"bets": rows, "position": BlackjackState.of(lobby).position}
            | ({"follow": promises} if promises else {}),
            sat_out=tuple(user_id for user_id in lobby.seats if user_id is not None and user_id not in people),
        )

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[Blackjack]:
        """Deal from the shoe where the last round left it."""
        options: Options = terms.options
        shoe = Shoe.fresh(options.decks, shuffle.seed, shuffle.salt).at(setup.body["position"])
        return blackjack.start(options, [blackjack.Bet(*row) for row in setup.body["bets"]], shoe)

    def after_round(
        self, terms: Terms, lobby: Lobby, setup: Setup, played: Blackjack, nets: Mapping[int, int]
    ) -> Lobby:
        """The position in the shoe (0 when it is over), the dealer's total, and who loses a seat."""
        view = played.view(None)
        staying = [user_id for user_id in lobby.seats if user_id is not None and user_id not in lobby.leaving]
        state = BlackjackState(
            position=0 if played.shoe.last_round else played.shoe.dealt,
            dealer=blackjack.total(view.dealer).best,
            without_bet=tuple(user_id for user_id in staying if user_id in setup.sat_out),
            last=LastRound.of(setup.people, view),
        )
        return lobby.round_over(nets=nets, game_state=state, sat_out=setup.sat_out)

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: Blackjack) -> Achieved:
        """What the round brought whom, apart from chips."""
        return achievements.achieved(played)

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: Blackjack) -> str:
        """One stretch of the shoe, shuffled again where it ran out."""
        at, decks = setup.body["position"], terms.options.decks
        ran_out = played.shoe.size > len(pack52()) * decks
        return write([Stretch(f"52x{decks}", played.cards_dealt, at=at, again=at if ran_out else 0)])

    def forced_move(self, lobby: Lobby, setup: Setup, playing: Blackjack, seat: Seat) -> Move | None:
        """What a bettor behind has said with the bet: whether it follows a split or a double."""
        if playing.raised is None:
            return None
        said = {(rider, box): follows for rider, box, follows in setup.body.get("follow", ())}
        follows = said.get((seat, playing.raised.seat))
        return None if follows is None else Move.FOLLOW if follows else Move.KEEP

    def timeout_is_pass(self, playing: Blackjack) -> bool:
        """To the insurance, and behind a seat, silence means no (rules 14, 17 and 18)."""
        return playing.phase in (Phase.INSURANCE, Phase.FOLLOW)

    def seconds(self, terms: Terms, playing: Blackjack) -> float:
        """Five seconds to follow from behind a seat, otherwise the table's pace."""
        return FOLLOW_SECONDS if playing.phase is Phase.FOLLOW else terms.pace.times.turn


def lowest_bet(terms: Terms) -> int:
    """The lowest main bet at this table, in chips: a multiple of its unit."""
    return BLACKJACK.smallest(terms.options, terms.minimum)


def rounded_down(terms: Terms, chips: int) -> int:
    """The main bet that `chips` are taken for (rule 5): a multiple of the unit.

    Raises IllegalAction when `chips` are above the table's maximum, or enough for its minimum and what is left of them
    is not.
    """
    if chips > terms.maximum:
        verify_bet(terms.options, terms.minimum, terms.maximum, chips, 0)
    unit: int = terms.options.unit
    bet = chips // unit * unit
    if bet < terms.minimum <= chips:
        lowest = lowest_bet(terms)
        raise IllegalAction("Bets are multiples of {unit}; the lowest one here is {lowest}.", unit=unit, lowest=lowest)
    return bet


def bet(terms: Terms, lobby: Lobby, user_id: int, main: int, pair: int) -> Lobby:
    """Bet on one's own hand, in place of an earlier bet; somebody without a seat takes the first free one."""
    verify_bet(terms.options, terms.minimum, terms.maximum, main, pair)
    lobby = lobby if lobby.seat_of(user_id) is not None else lobby.sit(user_id)
    seat = lobby.seats.index(user_id)
    return lobby.place(user_id, _bets(user_id, seat, (MAIN, main), (PAIR, pair)))


def bet_behind(
    terms: Terms,
    lobby: Lobby,
    user_id: int,
    boxes: Sequence[int],
    main: int,
    pair: int,
    follows: bool | None = None,  # as the bet has it
) -> Lobby:
    """Bet the same behind each of `boxes`, in place of earlier bets there."""
    verify_standing(lobby, user_id)
    verify_bet(terms.options, terms.minimum, terms.maximum, main, pair)
    for box in boxes:
        if not 0 <= box < len(lobby.seats) or lobby.seats[box] is None:
            raise IllegalAction("Nobody sits in seat {seat} any more.", seat=box + 1)
        bets = _bets(user_id, box, (BEHIND, main), (BEHIND_PAIR, pair))
        lobby = lobby.place(user_id, [replace(lying, behind=lobby.seats[box], follows=follows) for lying in bets])
    return lobby


def verify_seated(lobby: Lobby, whom: Mapping[int, int]) -> None:
    """Raise IllegalAction unless the people of `whom` still sit where they were seen, by seat."""
    for box, other in whom.items():
        if not 0 <= box < len(lobby.seats) or lobby.seats[box] is None:
            raise IllegalAction("Nobody sits in seat {seat} any more.", seat=box + 1)
        if lobby.seats[box] != other:
            raise IllegalAction(
                "Someone else sits in seat {seat} now. Press {behind} to choose again.",
                seat=box + 1,
                behind=Button("Bet behind…"),
            )


def bets_to_repeat(lobby: Lobby, user_id: int, times: int = 1) -> tuple[Bet, ...]:
    """The bets of `user_id` in their last round here; to repeat them several times, those on the coming round first."""
    present = lobby.bets_of(user_id) if times > 1 else ()
    return present or tuple(lobby.last.get(user_id, ()))


def vacated(lobby: Lobby, bets: Sequence[Bet]) -> dict[int, int | None]:
    """The seats where those whom `bets` are behind don't sit any more, with the people who sat there."""
    behind = {bet.box: bet.behind for bet in bets if bet.kind == BEHIND}
    return {box: other for box, other in behind.items() if other is None or lobby.seats[box] != other}


def bet_again(terms: Terms, lobby: Lobby, user_id: int, times: int = 1) -> Lobby:
    """Bet `times` what `bets_to_repeat` finds, on one's own hand or behind the same people in the same seats.

    Main bets are rounded down; what is above the table's maximum is refused.
    """
    bets = bets_to_repeat(lobby, user_id, times)
    mains = [bet for bet in bets if bet.kind in (MAIN, BEHIND)]
    if not mains:
        raise IllegalAction("You haven't bet at this table yet. Press {bet} first.", bet=Button("Bet…"))

    def again(main: Bet) -> tuple[int, int]:
        pair = sum(bet.chips for bet in bets if bet.box == main.box and bet.kind in (PAIR, BEHIND_PAIR))
        return rounded_down(terms, main.chips * times), pair * times

    if lobby.seat_of(user_id) is not None or mains[0].kind == MAIN:
        return bet(terms, lobby, user_id, *again(mains[0]))
    gone = vacated(lobby, bets)
    mains = [main for main in mains if main.box not in gone]
    if not mains:
        raise IllegalAction(
            "The players you bet behind last time have left their seats. Press {behind}.",
            behind=Button("Bet behind…"),
        )
    for main in mains:
        lobby = bet_behind(terms, lobby, user_id, [main.box], *again(main), main.follows)
    return lobby


def wait_for(lobby: Lobby, user_id: int) -> Lobby:
    """Let the next window wait for a bet of `user_id` behind a seat."""
    verify_standing(lobby, user_id)
    return lobby.wait_for(user_id)


def last_bet(lobby: Lobby, user_id: int) -> int | None:
    """The chips of the main bet that `user_id` has here or, without one, had in their last round."""
    return next((bet.chips for bet in bets_to_repeat(lobby, user_id, 2) if bet.kind in (MAIN, BEHIND)), None)


def verify_standing(lobby: Lobby, user_id: int) -> None:
    """Only people without a seat may bet behind (rule 6). Raises IllegalAction."""
    if lobby.seat_of(user_id) is not None:
        raise IllegalAction("You have a seat. Only people without one can bet behind.")


def _on(lobby: Lobby, box: int, user_id: int | None) -> list[Bet]:
    return [bet for bet in lobby.bets if bet.box == box and bet.user_id == user_id]


def _bets(user_id: int, box: int, *chips_by_kind: tuple[str, int]) -> list[Bet]:
    return [Bet(user_id, box, kind, chips) for kind, chips in chips_by_kind if chips]
