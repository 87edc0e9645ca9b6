"""The driver under a game of many deals: a match starts, continues, pauses, and ends; its antes stay at the table."""

from itertools import pairwise

import pytest

from data.ledger.ledger import InsufficientChips
from data.tables.matches import MatchOutcome
from data.tables.ratings import Ratings
from games.five_hundred import read
from tables.events import Leave
from tables.five_hundred import match
from tables.five_hundred.match_state import MatchStage, stage_of
from tests.tables.five_hundred.match_room import DEE, EVERYBODY, match_state
from tests.tables.room import ANA, BEN, CY, GUILD, GUS


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
async def test_a_match_is_played_to_its_end_and_written_down(hall, players):
    live = await hall.started(players=players, target=250, ante=100)
    assert await hall.room.balances(*EVERYBODY[:players]) == [900] * players
    await hall.play_match(live)
    row, deals = await hall.row(live)
    assert row.outcome is MatchOutcome.WON
    assert row.points == match_state(live).points
    assert [deal.deal for deal in deals] == list(range(1, match_state(live).deal + 1))
    assert [read(deal.record).deal().result.tricks for deal in deals] == [deal.tricks for deal in deals]
    assert all(second.dealer == (first.dealer + 1) % players for first, second in pairwise(deals))
    winners = [player.user_id for player in row.players if player.won]
    balances = dict(zip(EVERYBODY, await hall.room.balances(*EVERYBODY[:players]), strict=False))
    assert sum(balances.values()) == 1000 * players
    assert {person for person, chips in balances.items() if chips > 1000} == set(winners)
    assert [person for person, chips in balances.items() if chips == 900] == [
        player.user_id for player in row.players if not player.won
    ]
    assert live.table.lobby.nets == {person: chips - 1000 for person, chips in balances.items()}
    assert live.table.balances == balances
    ladder = [person for person, _ in await Ratings(hall.room.store).ladder(GUILD)]
    assert set(ladder[: len(winners)]) == set(winners)
    assert len(ladder) == players
    assert stage_of(live.table.lobby) is MatchStage.OVER
    live = await hall.again(live)
    assert live.table.balances == balances
    await hall.room.pass_time(live, 601)
    assert live.table.is_closed


async def test_a_yes_that_brings_in_somebody_without_the_chips_is_refused_and_the_seat_stays_free(hall):
    live = await hall.after_a_deal(players=3, ante=600)
    await live.do(Leave(BEN))
    elsewhere = await hall.started(ante=500, players=2, people=(GUS, DEE))
    assert elsewhere.table.is_playing
    await hall.says(live, GUS, match.ask_seat, 1)
    await hall.agrees(live, ANA)
    with pytest.raises(InsufficientChips):
        await hall.agrees(live, CY)
    assert (live.table.lobby.seats, match_state(live).proposal) == ((ANA, None, CY), None)
