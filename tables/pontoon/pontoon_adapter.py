"""Pontoon as the table's driver sees it: who is dealt in, who holds the bank, and what a deal leaves behind.

A player holds the bank, so an absence costs others their game and is treated gently: an away player keeps the seat,
sits out the next deal and loses the seat only when that is over; a banker for whom the clock has drawn or stayed in two
deals loses the bank, which is then offered round. A deal in which the bank had nothing to decide doesn't count. Nobody
else who is away is dealt in. No discord here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from data.ledger.flows import Flow, passed
from data.people import is_member
from games import pontoon
from games.cards import Card, pack52, parse_cards, written
from games.core import Seat, Step
from games.fair.dealt import Stretch, write
from games.pontoon import (
    COVERED,
    MOST_PEOPLE,
    HandOutcome,
    Options,
    Phase,
    Pontoon,
    able_to_play,
    collected,
    first_banker,
)
from players.pontoon import Question
from tables.achievements import Achieved
from tables.game import Game, HouseChange, Terms, Window
from tables.lobby import Bet, Lobby
from tables.modes import Shuffle
from tables.pontoon import bank, house, shuffles
from tables.pontoon import pontoon_achievements as achievements
from tables.pontoon.bank import end_auction, vacate
from tables.pontoon.bank_state import (
    ABSENT_DEALS,
    KITTY,
    NOWHERE,
    BankMove,
    BankStage,
    BankState,
    LastDeal,
    Why,
    banker_of,
    best_bid,
    clockwise,
    kitty_of,
    next_asked,
    offer_of,
    players,
    present,
    stage_of,
    with_state,
)
from tables.pontoon.pontoon_settings import PONTOON
from tables.round_in_play import Setup

PURSE_STAKES = 20
"""A house player brings so many times the largest stake."""
AUCTION_SECONDS = 30.0
"""An auction is over when nobody has bid for so long."""


class PontoonGame(Game[Options, Pontoon]):
    """The adapter; it has no state of its own."""

    name = PONTOON.key
    title = PONTOON.title
    rules = pontoon.RULES
    options = Options
    state = BankState
    parse = staticmethod(pontoon.parse)
    achievable = achievements.ACHIEVEMENTS
    asks_purses = True
    has_house_players = True
    thinks_for_members = False

    # House options

    def seats(self, options: Options) -> int:
        """How many can play, the banker among them."""
        return MOST_PEOPLE

    def options_need_shuffle(self, before: Options, after: Options) -> bool:
        """Whether every deal must be shuffled from now on."""
        return after.shuffle_every_deal and not before.shuffle_every_deal

    def with_options(self, terms: Terms, lobby: Lobby, options: Options) -> Lobby | None:
        """Whatever the server wants, between deals; an unshuffled pack may have to be shuffled at once.

        Not between the draw for the first bank and the deal from the same shuffle.
        """
        if not self.options_need_shuffle(terms.options, options):
            return lobby
        state = BankState.of(lobby)
        return None if state.draw and not state.deal else with_state(lobby, pack="", stirred=False)

    # Between deals

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """A clock runs for the next deal, for somebody who is offered the bank, for a kitty and for bids."""
        match stage_of(terms, lobby):
            case BankStage.AUCTION:
                best = best_bid(lobby)
                return Window(f"bids above {best.chips if best else 0}", AUCTION_SECONDS)
            case BankStage.OFFERED:
                return Window(f"bank to {next_asked(lobby)}", terms.pace.times.turn)
            case BankStage.KITTY:
                return Window(f"kitty of {banker_of(lobby)} {offer_of(lobby)}", terms.pace.times.turn)
            case BankStage.DEAL:
                return Window(f"deal of {banker_of(lobby)} {offer_of(lobby)}", terms.pace.times.betting)
            case _:
                return None

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether there are a banker and a player, and the kitty and the cards too; or people can draw for the bank."""
        return stage_of(terms, lobby) in (BankStage.START, BankStage.DEAL)

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether all seats are taken or the host starts; later, whether every member who is there is ready."""
        there = present(lobby)
        if stage_of(terms, lobby) is BankStage.START:
            return BankState.of(lobby).started or len(there) == len(lobby.seats)
        unable = BankState.of(lobby).unable
        members = {user_id for user_id in there if is_member(user_id)}
        return bool(members) and {user_id for user_id in members if user_id not in unable} <= lobby.ready

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """The banker and everybody there who can cover the smallest stake, clockwise from the banker's left."""
        state, banker, playing = BankState.of(lobby), banker_of(lobby), players(lobby)
        assert banker is not None
        seat = lobby.seats.index(banker)
        people = tuple(user_id if user_id == banker or user_id in playing else None for user_id in lobby.seats)
        order = [lobby.seats.index(user_id) for user_id in clockwise(lobby, seat) if user_id in playing]
        size = len(terms.options.fresh_pack(len(order) + 1))
        goes_on = len(state.pack.split()) == size  # with the eighth person one pack becomes two, and back
        return Setup(
            people=people,
            body={
                "banker": seat,
                "players": order,
                "purses": [[number, purses.get(people[number] or 0, 0)] for number in (seat, *order)],
                "kitty": kitty_of(lobby),
                "unable": [*state.unable],
                "deal": state.deal + 1,
                "shuffled": state.shuffled if goes_on else state.deal + 1,
                "pack": state.pack if goes_on else "",
                "drawn": "" if state.deal else " ".join(card for each in state.draw for _, card in each),
            },
            sat_out=tuple(user_id for user_id in lobby.seats if user_id is not None and user_id not in people),
        )

    def after_leaving(self, lobby: Lobby, user_id: int) -> Lobby:
        """A banker gives up the bank first, so that it is said what went back to them from the kitty."""
        return (bank.vacate(lobby, Why.LEFT) if banker_of(lobby) == user_id else lobby).leave(user_id)

    def after_change(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """The bank of somebody who has left is offered round, and a bid that has become pointless is returned."""
        return bank.after_change(terms, lobby)

    def after_window(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Lobby:
        """The bank goes to the next player or to the highest bidder, or the smallest kitty is put up for the banker."""
        match stage_of(terms, lobby):
            case BankStage.OFFERED:
                return with_state(lobby, refused=(*BankState.of(lobby).refused, next_asked(lobby)))
            case BankStage.AUCTION:
                return end_auction(terms, lobby)
            case BankStage.KITTY:
                return bank.put_up_least(terms, lobby, purses)
            case _:
                return lobby

    def after_sale_refused(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The highest bidder may no longer pay so much, or the seller win so much; the chips are returned."""
        return bank.with_kitty_alone(lobby)

    def before_round(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """Draw for the first bank; leave out players who can't cover the least stake; vacate such a bank (rule 21).

        A house player's bank is paid for when it deals.
        """
        people = {who: purses.get(who, 0) for who in present(lobby) if who != banker_of(lobby)}
        able = able_to_play([*people], people, terms.minimum)
        lobby = with_state(lobby, unable=tuple(who for who in people if who not in able))
        if not BankState.of(lobby).draw:
            lobby = _draw(lobby, shuffle)
        banker, playing = banker_of(lobby), players(lobby)
        if banker is None or not playing:
            return replace(lobby, ready=frozenset())
        least = COVERED * terms.minimum
        if purses.get(banker, 0) >= least * len(playing):
            return bank.with_price_paid(lobby)
        poor = [user_id for user_id in playing if purses.get(user_id, 0) < least * len(playing)]
        return vacate(lobby, Why.SHORT, [banker, *poor], chips=least * len(playing), has=purses.get(banker, 0))

    # A deal

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[Pontoon]:
        """Deal from the pack as it was picked up, or from a shuffled one."""
        body = setup.body
        return pontoon.start(
            terms.options,
            body["players"],
            body["banker"],
            _pack(terms, setup, shuffle),
            terms.minimum,
            terms.maximum,
            dict(body["purses"]),
            body["kitty"],
        )

    def timeout_is_pass(self, playing: Pontoon) -> bool:
        """Whether nobody has to answer, as with a shoot bet, which is optional."""
        return playing.phase is Phase.SHOOT

    # Players of the house

    def purse(self, terms: Terms) -> int:
        """So many times the largest stake."""
        return PURSE_STAKES * terms.maximum

    def question(
        self, terms: Terms, lobby: Lobby, setup: Setup, playing: Pontoon, seat: Seat, level: str | None = None
    ) -> Question | None:
        """What `seat` sees of the deal, and what it remembers of earlier ones where house players do."""
        remembered = parse_cards(BankState.of(lobby).seen) if terms.mode.remembers else ()
        return Question(playing.view(seat), seat, remembered)

    def house_waits(self, playing: Pontoon) -> int:
        """All stakes fall at once."""
        return 0 if playing.phase is Phase.STAKES else 1

    def house_change(
        self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], winnable: Mapping[int, int]
    ) -> HouseChange | None:
        """Take, decline, give up or pay for the bank, or put up its kitty."""
        return house.change(terms, lobby, purses, winnable)

    # After a deal

    def needs_reshuffle(self, played: Pontoon) -> bool:
        """Whether there was a Pontoon, after which the cards are shuffled (rule 17)."""
        return collected(played).shuffle

    def flows(self, setup: Setup, played: Pontoon) -> tuple[Flow, ...]:
        """What each hand won from the bank, or lost to it, and what others won of the shoot bets of bust hands."""
        return tuple(_flows(setup, played))

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: Pontoon) -> Achieved:
        """What the deal brought whom, apart from chips."""
        return achievements.achieved(played, setup.body["kitty"])

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: Pontoon) -> str:
        """The draw for the first bank, if it came before this deal, and the deal, perhaps from an unshuffled pack."""
        body, pack = setup.body, _pack(terms, setup, shuffle)
        cards = pontoon.handled(played, pack)
        drawn = parse_cards(body.get("drawn", ""))
        stretches = [Stretch("52x1", drawn, salt=shuffles.DRAW)] if drawn else []
        deal = Stretch(
            f"52x{len(pack) // len(pack52())}",
            cards.came,
            salt=shuffles.number(body["shuffled"]),
            at=None if body["pack"] else 0,
            under=cards.picked_up,
        )
        return write([*stretches, deal])

    def after_round(self, terms: Terms, lobby: Lobby, setup: Setup, played: Pontoon, nets: Mapping[int, int]) -> Lobby:
        """The pack as it was picked up, who holds the bank now, and the kitty of a banker who keeps it."""
        before, pack = BankState.of(lobby), collected(played)
        banker, heir = setup.user_id_in(setup.body["banker"]), pontoon.next_banker(played)
        boxes = played.table.boxes
        absent = before.absent
        if pontoon.banker_decided(played):
            absent = absent + 1 if lobby.missed.get(banker, 0) else 0
        over = lobby.round_over(
            nets=nets,
            game_state=replace(
                before,
                banker=banker,
                deal=setup.body["deal"],
                shuffled=setup.body["shuffled"],
                pack="" if pack.shuffle else written(pack.pack),
                stirred=False,
                paid=False,
                absent=absent,
                offer=None,
                moved=None,
                last=LastDeal.of(setup, played),
                seen=_seen(before, played, shuffled_at=setup.body["shuffled"], is_shuffled=pack.shuffle),
                stakes=_latest(before.stakes, lobby, setup, {box.seat: box.hands[0].initial for box in boxes}),
                shots=_latest(before.shots, lobby, setup, {box.seat: box.hands[0].shot for box in boxes}),
            ),
            sat_out=[user_id for user_id in setup.sat_out if lobby.is_away(user_id)],
            keeps_away=True,
        )
        gone = set(lobby.seats) - set(over.seats) - lobby.leaving
        over = with_state(over, dropped=tuple(user_id for user_id in lobby.seats if user_id in gone))
        kitty = _kitty_left(played, nets[banker])
        if heir is not None:
            move = BankMove(Why.PONTOON, banker, setup.user_id_in(heir), kitty=kitty)
            over = with_state(over, banker=setup.user_id_in(heir), seat=heir, absent=0, moved=move)
        elif banker not in over.seats:
            over = vacate(over, Why.LEFT, kitty=kitty)
        elif absent >= ABSENT_DEALS:
            over = vacate(over, Why.ABSENT, [banker], kitty=kitty)
        elif kitty:
            over = over.place(banker, [Bet(banker, NOWHERE, KITTY, kitty)])
        return bank.after_change(terms, over)


def _pack(terms: Terms, setup: Setup, shuffle: Shuffle) -> tuple[Card, ...]:
    body = setup.body
    goes_on = parse_cards(body["pack"])
    return goes_on or shuffles.mixed(terms.options, len(body["players"]) + 1, shuffle, body["shuffled"])


def _flows(setup: Setup, played: Pontoon) -> Iterator[Flow]:
    """Who won what from whom.

    What is shot for and won beyond the banker's kitty was in it from hands that had bust. It never was the banker's,
    who could not give it back.
    """
    banker, lines = setup.user_id_in(played.table.bank.seat), played.lines
    people = [setup.user_id_in(line.seat) for line in lines]
    won = [line.net + line.shot_net for line in lines]
    beyond = sum(max(line.shot_net, 0) for line in lines) - setup.body["kitty"]
    passing = passed({at: line.shot_net for at, line in enumerate(lines) if line.outcome is not HandOutcome.LOSE})
    while beyond > 0:
        loser, winner, shot = next(passing)
        chips = min(shot, beyond)
        beyond -= chips
        won[loser] += chips
        won[winner] -= chips
        if people[loser] != people[winner]:
            yield Flow(people[loser], people[winner], chips)
    for person, chips in zip(people, won, strict=True):
        if chips:
            yield Flow(banker, person, chips) if chips > 0 else Flow(person, banker, -chips)


def _kitty_left(played: Pontoon, net: int) -> int:
    """What the kitty holds once what its banker may not keep has gone back.

    `net` is what the deal has brought the banker then.
    """
    kitty: int = played.table.kitty
    shot = sum(max(-line.shot_net, 0) for line in played.lines)
    back = -sum(line.net + line.shot_net for line in played.lines) - net
    return kitty - max(min(back, shot, kitty), 0)


def _seen(before: BankState, played: Pontoon, *, shuffled_at: int, is_shuffled: bool) -> str:
    """All cards that everybody has seen since the shuffle, the latest last; none when the pack is shuffled again."""
    if is_shuffled:
        return ""
    hands = [played.table.bank.cards, *(hand.cards for hand in played.table.hands)]
    cards = " ".join(str(card) for hand in hands for card in hand)
    return cards if shuffled_at != before.shuffled else f"{before.seen} {cards}".strip()


def _latest(
    before: Iterable[tuple[int, int]], lobby: Lobby, setup: Setup, chips: Mapping[int, int]
) -> tuple[tuple[int, int], ...]:
    """`chips` by seat in place of what their owners staked `before`, for everybody who is seated."""
    now = {setup.user_id_in(seat): amount for seat, amount in chips.items() if amount}
    return tuple((user_id, amount) for user_id, amount in {**dict(before), **now}.items() if user_id in lobby.seats)


def _draw(lobby: Lobby, shuffle: Shuffle) -> Lobby:
    """Everybody who can play draws for the first bank (rule 5)."""
    drawing = players(lobby)
    if len(drawing) < 2:
        return with_state(lobby, started=False)
    drawn = first_banker(drawing, shuffles.drawing_cards(shuffle))
    rows = tuple(tuple((user_id, str(card)) for user_id, card in each) for each in drawn.rounds)
    return with_state(lobby, draw=rows, banker=drawn.banker, seat=lobby.seats.index(drawn.banker))
