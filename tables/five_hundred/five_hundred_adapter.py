"""Five Hundred as the table's driver sees it: a round is one deal, and a match lasts over many.

Nobody loses a seat for being away: partners depend on each other, so the clock plays for them, and when nobody is left
who presses anything, the match is paused instead of dealing on. Every deal has a shuffle of its own, with the salt of a
press that came after its seed was fixed; so the next deal waits for at least one Ready. No discord here.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from data.people import is_member
from games import five_hundred
from games.core import Seat, Step
from games.fair import dealt
from games.fair.dealt import Stretch, by_hands
from games.five_hundred import RULES, Deal, Options, Phase, Play, Score, ante_shares
from players.five_hundred import COACH_EFFORT, Level, Question
from tables.achievements import Achieved
from tables.clock import Pace
from tables.five_hundred import ends, shuffles
from tables.five_hundred import five_hundred_achievements as achievements
from tables.five_hundred import match as matches
from tables.five_hundred.five_hundred_settings import FIVE_HUNDRED
from tables.five_hundred.match_adapter import FiveHundredMatch, was_last
from tables.five_hundred.match_state import (
    DEALS_ON_THE_SHEET,
    LastDeal,
    MatchStage,
    MatchState,
    ProposalKind,
    members_present,
    stage_of,
    with_state,
)
from tables.game import Game, Terms, Window
from tables.lobby import Lobby
from tables.modes import STRONG, Shuffle
from tables.round_in_play import Setup

SLOWEST_BETWEEN = 3600.0
"""Seconds after a deal of a tournament until the next one, at the slowest pace."""
_THOUGHT_OVER = frozenset({Phase.AUCTION, Phase.RAISE, Phase.KITTY, Phase.CALL})


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
        if state.runs_by_itself:
            pace = terms.pace if members_present(lobby) else Pace.QUICK  # slow only where somebody reads the result
            return Window(f"deal {lobby.counted + 1}", min(_between(pace), SLOWEST_BETWEEN))
        return Window(f"deal {state.deal + 1}, {state.windows}", _between(terms.pace))

    def can_begin(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether all play on and at least one of them has pressed Ready since the last deal.

        At a slow pace a deal waits for everybody who isn't away. A match that runs by itself waits for nobody.
        """
        if MatchState.of(lobby).runs_by_itself:
            return stage_of(lobby) in (MatchStage.BETWEEN, MatchStage.DEAL)
        if (
            stage_of(lobby) not in (MatchStage.BETWEEN, MatchStage.DEAL)
            or MatchState.of(lobby).paused
            or not lobby.ready
        ):
            return False
        return terms.pace is not Pace.SLOW or self.is_complete(terms, lobby)

    def is_complete(self, terms: Terms, lobby: Lobby) -> bool:
        """Whether every member who isn't away is ready, and anybody at all."""
        return bool(lobby.ready) and set(members_present(lobby)) <= lobby.ready

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

    def after_window(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Lobby:
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
        """A member's last card; any only legal card, if they have switched that on."""
        who = setup.user_id_in(seat)
        is_last = is_member(who) and len(playing.hands[seat]) == 1
        return playing.forced(seat) if is_last or who in MatchState.of(lobby).plays_forced else None

    def timeout_is_pass(self, playing: Deal) -> bool:
        """Every question is for one player by name, except an offer to end the deal, which may be passed over."""
        return playing.phase is Phase.CLAIM

    # After a deal

    def achieved(self, terms: Terms, lobby: Lobby, setup: Setup, played: Deal) -> Achieved:
        """What the deal brought whom, apart from chips."""
        assert played.result is not None
        score = MatchState.of(lobby).score(terms.options)
        return achievements.achieved(played.result, score)

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
        gained = result.points(options, old.points)
        if before.runs_by_itself:
            points = tuple(map(sum, zip(before.points, gained, strict=True)))
            score = Score(options, points)
        state = replace(
            before,
            deal=setup.body["deal"],
            dealing=False,
            played_for=(),
            away=(),
            dealer=options.next_dealer(setup.body["dealer"]),
            points=score.points,
            winners=score.winners,
            makers=score.makers,
            earlier=(*before.earlier, *filter(None, [before.last]))[1 - DEALS_ON_THE_SHEET :],
            last=LastDeal(
                contractor=result.contract.seat if result.contract else None,
                partner=result.contract.partner if result.contract else None,
                bid=str(result.contract.bid) if result.contract else "",
                made=result.made(options),
                tricks=result.tricks,
                gained=gained,
                played_for=before.played_for,
                away=before.away,
                claimer=played.claimer,
            ),
        )
        sent = frozenset(before.removed) & frozenset(filter(None, lobby.seats))
        lobby = replace(
            lobby, leaving=lobby.leaving | sent, promised_seats={} if score.is_over else lobby.promised_seats
        )
        over = lobby.round_over(nets=nets, game_state=state, sat_out=(), keeps_away=True)
        over = replace(over, ready=frozenset())
        if was_last(terms, over):
            return ends.played(over, options)
        if score.is_over:
            return ends.won(over, options, ante_shares(score))
        if not (state.paused or state.runs_by_itself or members_present(lobby)):
            over = matches.paused(over)
        return matches.resolved(terms, over)

    # Players of the house

    def purse(self, terms: Terms) -> int:
        """The ante."""
        ante: int = terms.options.ante
        return ante

    def question(
        self, terms: Terms, lobby: Lobby, setup: Setup, playing: Deal, seat: Seat, level: str | None = None
    ) -> Question | None:
        """What `seat` sees of the deal, and how the match stands."""
        score = MatchState.of(lobby).score(terms.options)
        mode = terms.mode
        effort = mode.effort if level else COACH_EFFORT
        return Question(playing.view(seat), seat, score, None, Level(level or STRONG), mode.conventions, effort)

    def house_waits(self, playing: Deal) -> int:
        """A trick that is full stays for twice as long."""
        play = playing.play
        return 2 if play is not None and play.complete and play.trick is None else 1


def _between(pace: Pace) -> float:
    return min(2 * pace.times.betting, Pace.SLOW.times.betting)
