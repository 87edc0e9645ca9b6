"""Five Hundred as the table's driver sees it: a round is one deal, and a match lasts over many.

Nobody loses a seat for being away: partners depend on each other, so the clock plays for them, and when nobody is left
who presses anything, the match is paused instead of dealing on. Every deal has a shuffle of its own, with the salt of a
press that came after its seed was fixed; so the next deal waits for at least one Ready. No discord here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta

from data.ledger.flows import Flow
from data.people import is_member
from data.tables.matches import DealRow, Ending, MatchChange, MatchOutcome
from games import five_hundred
from games.core import Seat, Step
from games.fair import dealt
from games.fair.dealt import Stretch, by_hands
from games.five_hundred import RULES, Deal, DealResult, Options, Phase, Play, ante_shares, write
from games.values import replace
from players.five_hundred import Level, Question
from tables.achievements import by_person
from tables.clock import Pace
from tables.five_hundred import absence, achievements, ends, seats, shuffles
from tables.five_hundred import match as matches
from tables.five_hundred.match_state import (
    DEALS_ON_THE_SHEET,
    BestContract,
    LastDeal,
    MatchStage,
    MatchState,
    ProposalKind,
    members_present,
    members_staying,
    stage_of,
    standing,
    winning_seats,
    with_state,
)
from tables.five_hundred.settings import FIVE_HUNDRED
from tables.game import Game, Match
from tables.lobby import Leaving, Lobby
from tables.round_in_play import Finished, Setup
from tables.terms import STRONG, Shuffle, Terms, Window

EFFORT_OF_DAILY = 0.25
"""At a daily deal, where the house plays alike on a busy machine."""
_THOUGHT_OVER = frozenset({Phase.AUCTION, Phase.RAISE, Phase.KITTY, Phase.CALL})


class FiveHundredMatch(Match):
    """A match, from the moment when all are ready until a side has won, or all agree to end it."""

    def is_under_way(self, lobby: Lobby) -> bool:
        """A match that has begun waits for weeks."""
        state = MatchState.of(lobby)
        return bool(state.players) and not state.is_over

    def is_over(self, lobby: Lobby) -> bool:
        """Whether the match is over."""
        return MatchState.of(lobby).is_over

    def is_paused(self, lobby: Lobby) -> bool:
        """Whether the match is paused, as it is while a seat is free."""
        return MatchState.of(lobby).paused

    def is_cut_off(self, lobby: Lobby) -> bool:
        """Whether the match has ended in the middle of a deal."""
        state = MatchState.of(lobby)
        return state.is_over and state.dealing

    def ends_at(self, lobby: Lobby, opened_at: datetime, untouched: timedelta) -> datetime | None:
        """A match that nobody touches ends, and so does one that doesn't begin for a day."""
        match stage_of(lobby):
            case MatchStage.OVER:
                return None
            case MatchStage.GATHERING:
                return opened_at + absence.UNBEGUN
            case _:
                return absence.moment(MatchState.of(lobby).touched) + untouched

    # While the others wait for somebody

    def awaited(self, lobby: Lobby) -> frozenset[int]:
        """Players who haven't pressed Ready for the next deal, or Continue once somebody else has."""
        if stage_of(lobby) is MatchStage.BETWEEN:
            return frozenset(members_staying(lobby)) - lobby.ready
        return frozenset(absence.waited_for(lobby, ())) if MatchState.of(lobby).paused else frozenset()

    def gone(self, lobby: Lobby) -> frozenset[int]:
        """The players whose seats can be given away."""
        return frozenset(MatchState.of(lobby).gone)

    def next_count_at(self, terms: Terms, lobby: Lobby, awaited: Collection[int]) -> datetime | None:
        """When somebody may become gone."""
        return absence.next_count_at(lobby, awaited, terms.pace)

    def with_time_counted(
        self, terms: Terms, lobby: Lobby, awaited: Collection[int], now: datetime, *, is_touched: bool
    ) -> Lobby:
        """How long the others have waited for each player, and when the match was last touched."""
        return absence.with_time_counted(lobby, awaited, terms.pace, now, is_touched=is_touched)

    def after_answer(self, lobby: Lobby, user_id: int) -> Lobby:
        """Their waiting time is forgotten; whoever had left is back."""
        return absence.after_answer(seats.back_in_seat(lobby, user_id), user_id)

    def after_missed(self, lobby: Lobby) -> Lobby:
        """Where the house plays for the others, nobody who is away is played for while nobody is there."""
        state = MatchState.of(lobby)
        return matches.paused(lobby) if state.substitutes and not members_present(lobby) else lobby

    def after_house_moves(self, lobby: Lobby, seats: Collection[Seat]) -> Lobby:
        """The record of the deal says for whom the house has played."""
        return with_state(lobby, played_for=tuple(sorted({*MatchState.of(lobby).played_for, *seats})))

    # Seats

    def leaving(self, lobby: Lobby, user_id: int) -> Leaving:
        """Whoever leaves a match that has begun forfeits it, unless nobody else is there."""
        return seats.leaving(lobby, user_id) if self.is_under_way(lobby) else Leaving.FREE

    def after_removal(self, lobby: Lobby, user_id: int) -> Lobby:
        """Their seat becomes free when the deal is over."""
        return seats.after_removal(lobby, user_id)

    def promising(self, lobby: Lobby, may_sit: Callable[[int], bool]) -> Lobby:
        """Nobody else is proposed for a free seat."""
        return seats.promising(lobby, may_sit)

    def may_take_over(self, lobby: Lobby) -> bool:
        """Where there is an ante, only between deals, and for nobody who is ahead."""
        return seats.may_take_over(lobby)

    # Its rows, and its end

    def flows(self, before: Lobby, after: Lobby) -> tuple[Flow, ...]:
        """The antes that somebody wins."""
        return tuple(ends.flows(before, after))

    def rows(self, terms: Terms, before: Lobby, after: Lobby, ended: Finished | None) -> MatchChange | None:
        """Who plays since when, the finished deal, and how the match ended."""
        if before == after:
            return None
        old, new = MatchState.of(before), MatchState.of(after)
        outcome: MatchOutcome | None = None
        winners: tuple[int, ...] = ()
        if new.is_over and not old.is_over:
            outcome = MatchOutcome.ABANDONED if new.abandoned else MatchOutcome.WON
            winners = tuple(winning_seats(after, terms.options))
        change = MatchChange(
            starts=not old.players and bool(new.players),
            players=tuple(
                (seat, who) for seat, who in enumerate(new.players) if old.players[seat : seat + 1] != (who,)
            ),
            since=new.deal + 1,
            deal=None if ended is None else _row(ended, old.points, new.last),
            outcome=outcome,
            winners=winners,
            standing=standing(after, terms.options) if winners else (),
            ending=Ending(new.ending) if outcome is not None and new.ending else None,
            daily=_of_member(ended, after) if ended is not None and terms.house.daily else None,
        )
        return None if change == MatchChange(since=change.since) else change

    def after_void(self, terms: Terms, lobby: Lobby) -> Lobby:
        """The match remains: the same dealer deals again, but for a daily deal, of which there is no other one."""
        lobby = with_state(replace(lobby, ready=frozenset()), dealing=False, played_for=())
        return ends.played(lobby, terms.options) if terms.house.daily else lobby

    def with_end_proposed(self, lobby: Lobby, host: int) -> Lobby:
        """The players are asked to end the match."""
        return matches.with_end_proposed(lobby, host)

    def before_close(self, terms: Terms, lobby: Lobby, *, by_itself: bool) -> Lobby:
        """A running match ends here without a winner, and the antes are returned."""
        if not self.is_under_way(lobby):
            is_unbegun = by_itself and stage_of(lobby) is MatchStage.GATHERING
            return with_state(lobby, ending=Ending.IDLE.value) if is_unbegun else lobby
        return ends.abandoned(lobby, terms.options, Ending.IDLE if by_itself else Ending.VOID)


class FiveHundredGame(Game[Options, Deal]):
    """The adapter; it has no state of its own."""

    name = FIVE_HUNDRED.key
    title = FIVE_HUNDRED.title
    rules = RULES
    options = Options
    state = MatchState
    parse = staticmethod(five_hundred.parse)
    match: FiveHundredMatch = FiveHundredMatch()
    achievable = achievements.ACHIEVEMENTS
    has_house_players = True

    # House options

    def seats(self, options: Options) -> int:
        """One for each player."""
        return options.players

    def with_options(self, terms: Terms, lobby: Lobby, options: Options) -> Lobby | None:
        """A match keeps the options that it began with."""
        return None if self.match.is_under_way(lobby) else lobby

    # Between deals

    def window(self, terms: Terms, lobby: Lobby) -> Window | None:
        """Only the next deal has a clock: twice the table's betting window, so that people can read the last one."""
        if stage_of(lobby) is not MatchStage.BETWEEN:
            return None
        state = MatchState.of(lobby)
        return Window(f"deal {state.deal + 1}, {state.windows}", _between(terms.pace))

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether all play on and at least one of them has pressed Ready since the last deal.

        At a slow pace a deal waits for everybody who isn't away.
        """
        if (
            stage_of(lobby) not in (MatchStage.BETWEEN, MatchStage.DEAL)
            or MatchState.of(lobby).paused
            or not lobby.ready
        ):
            return False
        return terms.pace is not Pace.SLOW or self.is_complete(terms, lobby)

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether every member who isn't away is ready."""
        return set(members_present(lobby)) <= lobby.ready

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        """Everybody, in their seats, and the dealer; whoever has left plays on by a substitute.

        And who sees their cards at once, and who keeps a bid that has won without being asked.
        """
        state = MatchState.of(lobby)
        people = tuple(state.players[seat] if who is None else who for seat, who in enumerate(lobby.seats))
        body = {
            "deal": state.deal + 1,
            "dealer": state.dealer,
            "looked": [seat for seat, who in enumerate(people) if who not in state.face_down],
            "keeping": [seat for seat, who in enumerate(people) if is_member(who) and who not in state.raises],
        }
        return Setup(people=people, body=body)

    def after_change(self, terms: Terms, lobby: Lobby, shuffle: Shuffle) -> Lobby:
        """The match starts when all are ready; agreed proposals are carried out."""
        return matches.after_change(terms, lobby, shuffle)

    def after_window(self, terms: Terms, lobby: Lobby) -> Lobby:
        """Nobody was ready for the next deal, so nobody is there; at a slow pace, whoever wasn't has missed a turn."""
        if not lobby.ready:
            return matches.paused(lobby)
        return matches.window_missed(lobby)

    def before_round(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int], shuffle: Shuffle) -> Lobby:
        """Proposals from between deals that were not agreed on are off; a pause or an end may still be agreed on."""
        proposal = MatchState.of(lobby).proposal
        stays = proposal is not None and proposal.what in (ProposalKind.PAUSE, ProposalKind.END)
        return with_state(lobby, dealing=True, windows=0, proposal=proposal if stays else None)

    # A deal

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[Deal]:
        """Deal from a pack that is shuffled for this deal only."""
        options, body = terms.options, setup.body
        deck = shuffles.mixed(options.players, shuffle)
        looked, keeping = (frozenset(body.get(name, ())) for name in ("looked", "keeping"))  # not in an earlier version
        return five_hundred.start(options, body["dealer"], deck, looked=looked, keeping=keeping)

    def seconds(self, terms: Terms, playing: Deal) -> float:
        """One turn of the table's pace for a card; twice that for bids, the kitty and a partner. At most a day."""
        turn = terms.pace.times.turn
        return min(2 * turn, Pace.SLOW.times.turn) if playing.phase in _THOUGHT_OVER else turn

    def forced_move(self, lobby: Lobby, setup: Setup, playing: Deal, seat: Seat) -> Play | None:
        """A member's last card, unless they press it themselves; any only legal card, if they have switched that on."""
        state, who = MatchState.of(lobby), setup.user_id_in(seat)
        is_last = is_member(who) and who not in state.plays_last and len(playing.hands[seat]) == 1
        return playing.forced(seat) if is_last or who in state.plays_forced else None

    def timeout_is_pass(self, playing: Deal) -> bool:
        """Every question is for one player by name, except an offer to end the deal, which may be passed over."""
        return playing.phase is Phase.CLAIM

    # After a deal

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: Deal) -> Mapping[int, tuple[str, ...]]:
        """What the deal brought whom, apart from chips."""
        assert played.result is not None
        score = MatchState.of(lobby).score(terms.options)
        return by_person(setup, achievements.achieved(played.result, score))

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: Deal) -> str:
        """The hands as they were dealt, and the kitty."""
        cards = by_hands(played.dealt)
        return dealt.write([Stretch(f"500x{played.options.players}", cards, dealer=setup.body["dealer"])])

    def after_round(self, terms: Terms, lobby: Lobby, setup: Setup, played: Deal, nets: Mapping[int, int]) -> Lobby:
        """The score, and the winners' antes. Players who left lose their seats; when all are away, the match pauses."""
        options, before, result = terms.options, MatchState.of(lobby), played.result
        assert result is not None
        old = before.score(options)
        score = old.after(result)
        state = replace(
            before,
            deal=setup.body["deal"],
            dealing=False,
            played_for=(),
            dealer=options.next_dealer(setup.body["dealer"]),
            points=score.points,
            winners=score.winners,
            makers=score.makers,
            best=_best(before, setup, result, options),
            earlier=(*before.earlier, *filter(None, [before.last]))[1 - DEALS_ON_THE_SHEET :],
            last=LastDeal(
                contractor=result.contract.seat if result.contract else None,
                partner=result.contract.partner if result.contract else None,
                bid=str(result.contract.bid) if result.contract else "",
                made=result.made(options),
                tricks=result.tricks,
                gained=result.points(options, old.points),
                played_for=before.played_for,
                claimer=played.play.claim.seat if played.play and played.play.claim else None,
            ),
        )
        sent = frozenset(before.removed) & frozenset(filter(None, lobby.seats))
        lobby = replace(
            lobby, leaving=lobby.leaving | sent, promised_seats={} if score.is_over else lobby.promised_seats
        )
        over = lobby.round_over(nets=nets, game_state=state, sat_out=(), keeps_away=True)
        over = replace(over, ready=frozenset())
        if terms.house.daily:
            return ends.played(over, options)
        if score.is_over:
            return ends.won(over, options, ante_shares(score))
        if not state.paused and not members_present(lobby):
            over = matches.paused(over)
        return matches.resolved(terms, over)

    # Players of the house

    def purse(self, terms: Terms) -> int:
        """The ante."""
        ante: int = terms.options.ante
        return ante

    def question(
        self, terms: Terms, lobby: Lobby, setup: Setup, playing: Deal, seat: Seat, level: str = STRONG
    ) -> Question | None:
        """What `seat` sees of the deal, and how the match stands."""
        score = MatchState.of(lobby).score(terms.options)
        house = terms.house
        effort = EFFORT_OF_DAILY if house.daily else 0.0
        return Question(playing.view(seat), seat, score, None, Level(level), house.conventions, effort)

    def house_waits(self, playing: Deal) -> int:
        """A trick that is full stays for twice as long."""
        play = playing.play
        return 2 if play is not None and play.complete and play.trick is None else 1


def _between(pace: Pace) -> float:
    return min(2 * pace.times.betting, Pace.SLOW.times.betting)


def _of_member(ended: Finished, after: Lobby) -> int | None:
    """What a daily deal brought its member; None where they have left, or have been forgotten."""
    members = [seat for seat, who in enumerate(ended.setup.people) if is_member(who) and who in after.seats]
    result: DealResult = ended.round.result
    return result.swing(ended.round.options, members[0]) if members else None


def _best(before: MatchState, setup: Setup, result: DealResult, options: Options) -> BestContract | None:
    """The best contract of the match after a deal; of equals the first."""
    best, contract, points = before.best, result.contract, result.value(options)
    if contract is None or points <= (best.points if best is not None else 0):
        return best
    return BestContract(setup.user_id_in(contract.seat), str(contract.bid), points, setup.body["deal"])


def _row(ended: Finished, before: tuple[int, ...], last: LastDeal | None) -> DealRow:
    deal: Deal = ended.round
    result = deal.result
    assert result is not None
    contract, options = result.contract, deal.options
    return DealRow(
        deal=ended.setup.body["deal"],
        dealer=ended.setup.body["dealer"],
        contractor=contract.seat if contract else None,
        partner=contract.partner if contract else None,
        bid=str(contract.bid) if contract else None,
        made=result.made(options) if contract else None,
        tricks=result.tricks,
        points=result.points(options, before),
        record=write(deal),
        substitutes=last.played_for if last is not None else (),
    )
