"""From a draft to what is written: for whom the clock plays, the clock after it, and its rows.

Nothing is written here, and nothing adopted: everything follows from what is known of the table and from the draft.
This file knows no Discord and no game.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from msgspec.structs import replace

from data.ledger.flows import ANY, Allowed, returned
from data.ledger.ledger import Account, AccountKind, Posting
from data.ledger.limits import NO_LIMITS, TransferLimits
from data.ledger.reasons import LedgerReason
from data.people import is_member, was_forgotten
from data.tables.matches import MatchChange
from data.tables.saved import MadeBy
from data.tables.tables import Change, RoundStart
from games.core import Seat, Step
from games.fair.shoe import commitment
from tables.achievements import Achieved
from tables.draft import FRESH, Draft, running
from tables.game import Match
from tables.house_chips import summed, transfers_back, within_limits, won_from_house
from tables.lobby import Lobby
from tables.round_in_play import AnyRound, Finished, RanOut, RoundInPlay, Setup, between_rounds
from tables.table import Table


def is_only_dealt(table: Table, lobby: Lobby) -> bool:
    """Whether a round that begins in `lobby` takes nothing but its cards."""
    game = table.game
    settles = game.asks_purses or lobby.payments or lobby.closing
    return not settles and game.before_round(table.terms, lobby, {}, table.shuffle) == lobby


def setup_of(table: Table, lobby: Lobby, purses: Mapping[int, int], allowed: Allowed = ANY) -> Setup:
    """What the next round in `lobby` is played with; `allowed` is what members may still win and lose today."""
    winnable = allowed.from_house if lobby.house_players else {}
    setup = table.game.setup(table.terms, lobby, purses)
    return replace(setup, winnable=winnable, losable=allowed.among_members)


def deal(
    table: Table, lobby: Lobby, setup: Setup, step: Step[AnyRound], lying: Lobby, actor_id: int | None = None
) -> Draft:
    """The round that begins in `lobby` with the deal `step`, and with the bets that are already there in `lying`.

    `actor_id` places those that are not there yet.
    """
    number = table.rounds + 1
    postings = (
        *(replace(bet, actor_id=actor_id) for bet in table.accounts.for_bets(number, table.lobby, lying)),
        *table.accounts.for_round(number, setup, step.transfers, lying.staked()),
    )
    return Draft(lobby.round_begins(), RoundInPlay.begin(number, setup, step), postings=postings, began=True)


def play_on(table: Table, draft: Draft, late: frozenset[Seat]) -> Draft:
    """`draft` once everybody who is late or away has been played for, and its round has ended if it is over."""
    game, play = table.game, running(draft.play)
    if late and not game.timeout_is_pass(play.round):
        lobby = draft.lobby
        for person in filter(is_member, map(play.setup.user_id_in, late)):
            lobby = lobby.ran_out(person)
        lobby = lobby if game.match is None else game.match.after_missed(lobby)
        draft = replace(draft, lobby=lobby, play=replace(play, events=tuple(map(RanOut, sorted(late)))))
        if table.is_paused(lobby):
            return draft
    while True:
        play, lobby = running(draft.play), draft.lobby
        who = play.setup.user_id_in
        absent = [seat for seat in play.to_act if seat in late or table.is_played_for(lobby, who(seat))]
        if not absent:
            break
        first = min(absent)
        late -= {first}
        draft = draft.move(first, play.round.default_action(first), MadeBy.CLOCK)
    if play.is_over:
        return _round_over(table, draft)
    return _with_transfers_posted(table, draft) if draft.transfers else draft


def _with_transfers_posted(table: Table, draft: Draft) -> Draft:
    play = running(draft.play)
    posted = table.accounts.for_round(play.number, play.setup, draft.transfers, {})
    return replace(draft, postings=(*draft.postings, *posted))


def _round_over(table: Table, draft: Draft) -> Draft:
    """`draft`, whose round is over, with what it brings everybody within the limits, and with what comes next."""
    game, terms, play = table.game, table.terms, running(draft.play)
    flows = game.flows(play.setup, play.round) if terms.mode.uses_chips else ()
    back = returned(flows, draft.allowed)
    transfers = tuple(transfers_back(play.setup, back))
    play = play.with_transfers(transfers)
    draft = replace(draft, play=play, flows=flows, back=back, transfers=draft.transfers + transfers)
    draft = _with_transfers_posted(table, draft)
    nets = {play.setup.user_id_in(seat): net for seat, net in play.nets.items()}
    is_among_members = terms.mode.uses_chips and not play.setup.has_house_players
    found = game.achieved(terms, draft.lobby, play.setup, play.round) if is_among_members else ()
    achieved = by_person(play.setup, ((seat, each) for seat, each in found if seat not in play.away))
    lobby = draft.lobby
    if game.match is not None:
        members = {seat for seat in play.by_clock if is_member(play.setup.people[seat])}
        lobby = game.match.with_absence(lobby, members, members & play.away)
    lobby = game.after_round(terms, lobby, play.setup, play.round, nets)
    results = nets if terms.mode.uses_chips else {}
    ended = draft.ends(results, won_from_house(play.setup, flows, back), achieved)
    return replace(
        ended,
        lobby=replace(lobby, back=summed(back)) if back else lobby,
        dealt=game.dealt(terms, play.setup, table.shuffle, play.round),
        fresh_seed=table.next_seed(play.number + 1) if game.needs_reshuffle(play.round) else draft.fresh_seed,
    )


def by_person(setup: Setup, found: Achieved) -> Mapping[int, tuple[str, ...]]:
    """The keys of what the seats of a round have achieved, by Discord id, each once."""
    keys: dict[int, dict[str, None]] = {}
    for seat, achievement in found:
        keys.setdefault(setup.user_id_in(seat), {})[achievement.key] = None
    return {user_id: tuple(earned) for user_id, earned in keys.items()}


def settle_between(table: Table, match: Match, draft: Draft) -> Draft:
    """`draft` in which goes back what is above the limits of what was put in for more than a round."""
    if not table.terms.mode.uses_chips or not (flows := match.flows(table.lobby, draft.lobby)):
        return draft
    lobby, back = within_limits(draft.lobby, flows, draft.allowed)
    return replace(draft, lobby=lobby, flows=(*draft.flows, *flows), back=(*draft.back, *back))


def with_options(table: Table, draft: Draft) -> Draft:
    """`draft` with the house options that the server wants, unless others apply to what is going on."""
    game, terms, wanted = table.game, table.terms, table.wanted
    if draft.closed or (draft.play is not None and not draft.play.is_over):
        return draft
    lobby = game.with_options(terms, draft.lobby, wanted)
    if lobby is None:
        return draft
    seed = draft.fresh_seed
    if seed is None and game.options_need_shuffle(terms.options, wanted):
        seed = FRESH
    return replace(draft, lobby=lobby, options=wanted, fresh_seed=seed)


def voiding(table: Table, draft: Draft, in_round: tuple[Mapping[int, int], int] | None) -> Draft:
    """`draft` with which the round that runs on the disk, if any does, is over and doesn't count.

    `in_round` is what people have put into it, and what of that is left.
    """
    if in_round is None:
        return draft
    return replace(draft, voided=True, postings=tuple(table.accounts.for_void(table.rounds, *in_round)))


def called(before: Table, table: Table, actor_id: int | None) -> frozenset[int]:
    """For whom the table waits now, except `actor_id` and those it already waited for."""
    times = table.terms.pace.times
    if table.clock.forced_at or not (times.calls_at_once or table.is_paused(table.lobby)):
        return frozenset()  # the bot makes a forced move without its player
    since = before.awaited if before.question_id == table.question_id else frozenset()
    return table.awaited - {actor_id} - since


def gone_away(before: Table, table: Table) -> frozenset[int]:
    """For whom a table plays from now on, because they have let their time run out."""
    lobby = table.lobby
    seated = [person for person in lobby.seats if person is not None and person not in lobby.leaving]
    return frozenset(who for who in seated if lobby.is_away(who) and not before.lobby.is_away(who))


def clock_continues(table: Table, draft: Draft) -> bool:
    """Whether the clock that runs goes on, as with a question or a wait that continues; otherwise another starts.

    That of a table that waits for its one member starts again with whatever they press.
    """
    waits, waited = table.waits_for_one(draft.lobby), table.waits_for_one(table.lobby)
    if waits or waited:
        return waits and waited and table.clock.ends is not None and not is_member(draft.actor_id)
    question_id = between_rounds(table.rounds) if draft.play is None else draft.play.question_id
    is_paused = table.is_paused(table.lobby) or table.is_paused(draft.lobby)
    is_same = question_id == table.question_id and not is_paused
    return is_same and (table.is_playing or _waits_on(table, draft.lobby))


def _waits_on(table: Table, lobby: Lobby) -> bool:
    """Whether the table waits for the same thing in `lobby` as it does now."""
    before, after = table.game.window(table.terms, table.lobby), table.game.window(table.terms, lobby)
    return before is not None and after is not None and before.what == after.what


def rows_of(table: Table, draft: Draft, deadline: datetime | None, limits: Callable[[int], TransferLimits]) -> Change:
    """`draft` as the rows to write, with the `limits` of its server."""
    is_rearranged = draft.lobby != table.lobby
    purses, purses_back = _purses(table, draft) if table.game.has_house_players else ((), ())
    pays = (is_rearranged or draft.postings) and table.terms.mode.uses_chips
    match = None if table.game.match is None else _match_rows(table, table.game.match, draft)
    is_limited = pays or (match is not None and match.outcome is not None)
    return Change(
        table=table.id,
        guild=table.guild,
        version=table.version,
        round=table.rounds,
        lobby=draft.lobby.to_json() if is_rearranged else None,
        options=None if draft.options is None else table.game.write_options(draft.options),
        deadline=deadline,
        started=RoundStart(table.game.rules, draft.play.setup.to_json()) if draft.began and draft.play else None,
        moves=draft.moves,
        ended=draft.ended,
        results=draft.results,
        earned=draft.earned,
        voided=draft.voided,
        closed=draft.closed,
        dealt=draft.dealt,
        salt=draft.salt if table.salt is None and draft.fresh_seed is None else None,
        new_seed=None if draft.fresh_seed is None else (draft.fresh_seed, commitment(draft.fresh_seed)),
        new_salt=table.terms.mode.salt,
        postings=_postings(table, draft, purses) if pays else (),
        must_keep=tuple([(Account.member(table.guild, kept.user_id), kept.chips) for kept in draft.lobby.must_keep])
        if pays and draft.lobby.must_keep
        else (),
        limits=limits(table.guild) if is_limited else NO_LIMITS,
        flows=draft.flows,
        back=draft.back,
        purses_back=purses_back,
        match=match,
    )


def _postings(table: Table, draft: Draft, purses: Iterable[Posting]) -> tuple[Posting, ...]:
    """All that the change moves. What then remains of chips that went to forgotten people is the house's."""
    left: dict[Account, int] = {}
    postings = [*purses, *draft.postings, *_between_lobbies(table, draft)]
    for posting in postings:
        for account, chips in ((posting.payer, -posting.amount), (posting.payee, posting.amount)):
            if account.kind is AccountKind.MEMBER and was_forgotten(account.owner):
                left[account] = left.get(account, 0) + chips
    number = (postings[-1].round or 0) if postings else 0
    postings += [table.accounts.seize_leftover(number, account, chips) for account, chips in left.items() if chips > 0]
    return tuple(
        posting.keyed(
            f"table:{table.id}:{table.version}:{index}",
            posting.actor_id if draft.actor_id is None else draft.actor_id,
            draft.reason,
        )
        for index, posting in enumerate(postings)
    )


def _between_lobbies(table: Table, draft: Draft) -> Iterator[Posting]:
    """What people bet, take back, and pay each other by the change from one lobby to the next."""
    before, after, number = table.lobby, draft.lobby, table.rounds + 1
    if not draft.began and not table.is_running_on_disk:
        if after.bets != before.bets:
            yield from table.accounts.for_bets(number, before, after)
    else:  # the bets of before are in the round; those of after are for the one behind it
        number = table.rounds + draft.began
        if after.bets:
            yield from table.accounts.for_bets(
                number + 1, replace(after, bets=()), after, LedgerReason.BET_CARRIED_OVER
            )
    if after.payments:
        yield from table.accounts.for_lobby(number, after.payments)


def _purses(table: Table, draft: Draft) -> tuple[tuple[Posting, ...], tuple[Account, ...]]:
    """What house players who sit down bring to the table, and the accounts of those who leave, with all they have."""
    before, after, chips = table.lobby, draft.lobby, table.game.purse(table.terms)
    if not table.terms.mode.uses_chips or not chips or (before.seats == after.seats and not draft.closed):
        return (), ()
    coming = (person for person in after.house_players if person not in before.seats)
    leaving = {*before.house_players, *after.house_players}
    if not draft.closed:
        leaving.difference_update(after.seats)
    return (
        tuple(table.accounts.purse(person, chips) for person in coming),
        tuple(Account.member(table.guild, person) for person in leaving),
    )


def _match_rows(table: Table, match: Match, draft: Draft) -> MatchChange | None:
    ended = Finished(draft.play.setup, draft.play.round) if draft.ended and draft.play else None
    rows = match.rows(table.terms, table.lobby, draft.lobby, ended)
    if rows is None or not draft.closed or rows.outcome is None:
        return rows
    return dataclasses.replace(rows, ended_by=draft.actor_id, reason=draft.reason)
