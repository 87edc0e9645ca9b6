"""Pok Deng as the table's driver sees it: nobody sits, anybody bets, and a round is over as soon as it is dealt.

The bets of a lobby are on the five hands as boxes: kind `main` with the same amount `withheld`, and `pair`. The
functions that place them are pure and refuse with the player's sentence. No discord here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games import pok_deng
from games.cards import written
from games.core import Button, IllegalAction, Step
from games.fair.dealt import Stretch, write
from games.fair.shoe import Shoe
from games.pok_deng import PLAYERS, BetKind, ChipLimits, Options, PokDeng, Spot, common_limits, verify_bet
from tables.achievements import Achieved
from tables.game import ShoeGame, ShoeState, Terms
from tables.lobby import Bet, Lobby
from tables.modes import Shuffle
from tables.pok_deng import pok_deng_achievements as achievements
from tables.pok_deng.pok_deng_settings import POK_DENG
from tables.round_in_play import Setup

WITHHELD = "withheld"


class PokDengState(ShoeState, frozen=True):
    """`road` has the marks of each Player's hand since the shoe was opened, as text.

    `hands` are the Players' last hands and then the Banker's, as text; with the bets of the round they give its
    results. `opening` is the card that opened the shoe, after its first round.
    """

    road: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()
    opening: str | None = None


class PokDengGame(ShoeGame[Options, PokDeng]):
    """The adapter; it has no state of its own."""

    name = POK_DENG.key
    title = POK_DENG.title
    rules = pok_deng.RULES
    options = Options
    state = PokDengState
    parse = staticmethod(pok_deng.parse)
    achievable = achievements.ACHIEVEMENTS

    def seats(self, options: Options) -> int:
        """None: everybody may bet without a seat."""
        return 0

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether everybody who has bet is ready."""
        return {bet.user_id for bet in lobby.bets} <= lobby.ready

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """Everybody who has bet, numbered in the order of their first bets."""
        numbers: dict[int, int] = {}
        by_hand: dict[tuple[int, int], dict[BetKind, int]] = {}
        for bet in lobby.bets:
            if bet.kind != WITHHELD:
                seat = numbers.setdefault(bet.user_id, len(numbers))
                by_hand.setdefault((seat, bet.box), {})[BetKind(bet.kind)] = bet.chips
        rows = [
            (seat, hand, chips.get(BetKind.MAIN, 0), chips.get(BetKind.PAIR, 0))
            for (seat, hand), chips in sorted(by_hand.items())
        ]
        state = PokDengState.of(lobby)
        return Setup(
            people=tuple(numbers),
            body={"bets": rows, "position": state.position, "road": [*state.road] if state.position else []},
        )

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[PokDeng]:
        """Burn, deal and settle, from the shoe where the last round left it."""
        options: Options = terms.options
        position = setup.body["position"]
        shoe = Shoe.fresh(options.decks, shuffle.seed, shuffle.salt, options.cut_card_depth).at(position)
        bets = [pok_deng.Bet(*row) for row in setup.body["bets"]]
        return pok_deng.start(options, bets, shoe, opening=position == 0)

    def after_round(self, terms: Terms, lobby: Lobby, setup: Setup, played: PokDeng, nets: Mapping[int, int]) -> Lobby:
        """The position in the shoe (0 when it is over), its road and the last hands."""
        before = setup.body["road"] or [""] * PLAYERS
        state = PokDengState(
            position=0 if played.shoe.last_round else played.shoe.dealt,
            road=tuple(marks + str(mark) for marks, mark in zip(before, played.marks, strict=True)),
            hands=tuple(written(hand.cards) for hand in (*played.hands, played.banker)),
            opening=None if played.opening is None else str(played.opening),
        )
        return lobby.round_over(nets=nets, game_state=state, sat_out=setup.sat_out)

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: PokDeng) -> Achieved:
        """What the round brought whom, apart from chips."""
        return achievements.achieved(played)

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: PokDeng) -> str:
        """One stretch of the shoe, including burned cards."""
        return write([Stretch(f"52x{terms.options.decks}", played.cards_dealt, at=setup.body["position"])])

    def options_need_shuffle(self, before: Options, after: Options) -> bool:
        """Whether the shoe is a different one, or its cut card is elsewhere."""
        return (before.decks, before.cut_card_depth) != (after.decks, after.cut_card_depth)


def bets_of(lobby: Lobby, user_id: int) -> dict[Spot, int]:
    """The bets of `user_id` on the coming round, without the withheld chips."""
    return _by_spot(lobby.bets_of(user_id))


def last_bets_of(lobby: Lobby, user_id: int) -> dict[Spot, int]:
    """What `user_id` bet when they last did at this table."""
    return _by_spot(lobby.last.get(user_id, ()))


def cost(spots: Mapping[Spot, int]) -> int:
    """The chips that bets take from the balance, including withheld ones."""
    return sum(spot.kind.taken(chips) for spot, chips in spots.items())


def bet(terms: Terms, lobby: Lobby, user_id: int, spots: Mapping[Spot, int]) -> Lobby:
    """Bet on each of `spots`, in place of earlier bets there; others stay. Raises IllegalAction."""
    together = {**bets_of(lobby, user_id), **spots}
    hands = {spot.hand for spot in spots}
    for hand in hands:
        main, pair = (together.get(Spot(hand, kind), 0) for kind in (BetKind.MAIN, BetKind.PAIR))
        verify_bet(terms.options, terms.minimum, terms.maximum, main, pair)
    return lobby.place(
        user_id, _lying(user_id, {spot: chips for spot, chips in together.items() if spot.hand in hands})
    )


def bet_again(terms: Terms, lobby: Lobby, user_id: int, times: int = 1) -> Lobby:
    """Repeat the last bets of `user_id`, or `times` as much. Raises IllegalAction, also above a limit."""
    last = last_bets_of(lobby, user_id)
    if not last:
        raise IllegalAction("You haven't bet at this table yet. Press {bet} first.", bet=Button("Bet"))
    return bet(terms, lobby, user_id, {spot: times * chips for spot, chips in last.items()})


def put(terms: Terms, lobby: Lobby, user_id: int, spot: Spot, chips: int) -> Lobby:
    """Have `chips` on `spot`, and nothing there for 0; other bets stay. Raises IllegalAction."""
    if chips:
        return bet(terms, lobby, user_id, {spot: chips})
    others = {other: lying for other, lying in bets_of(lobby, user_id).items() if other != spot}
    return lobby.clear(user_id).place(user_id, _lying(user_id, others))


def limits(terms: Terms, spots: Iterable[Spot]) -> ChipLimits:
    """The limits for one amount on each of `spots`. Raises IllegalAction when no amount fits all of them."""
    return common_limits(terms.options, terms.minimum, terms.maximum, {spot.kind for spot in spots})


def _by_spot(bets: Iterable[Bet]) -> dict[Spot, int]:
    return {Spot(bet.box, BetKind(bet.kind)): bet.chips for bet in bets if bet.kind != WITHHELD}


def _lying(user_id: int, spots: Mapping[Spot, int]) -> Iterable[Bet]:
    for spot, chips in spots.items():
        yield Bet(user_id, spot.hand, spot.kind.value, chips)
        if spot.kind is BetKind.MAIN:
            yield Bet(user_id, spot.hand, WITHHELD, spot.kind.taken(chips) - chips)
