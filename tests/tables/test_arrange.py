"""The lobby between rounds and during one, on a real store and without Discord."""

from datetime import UTC, datetime

import pytest

from data.ledger.chips import Chips
from data.tables.tables import Tables
from games.blackjack import Options
from tables.blackjack import adapter as game
from tables.clock import Pace
from tables.open_tables import OpenTables
from tables.services import Services
from tables.table import StaleClick
from tables.terms import Terms

GUILD, ANA, BEN = 1, 11, 12
NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def chips(store):
    return Chips(store)


@pytest.fixture
async def table(store, entropy, chips):
    def failed(table, error):
        raise error

    open_tables = OpenTables(Services(Tables(store), lambda: NOON, entropy, failed))
    for person in (ANA, BEN):
        await chips.open_member(GUILD, person, 1_000, NOON)
    yield await open_tables.open(
        game.BlackjackGame(), guild=GUILD, channel=1, host=ANA, terms=Terms(10, 500, Options(), Pace.NORMAL)
    )
    open_tables.stop()


async def test_a_bet_during_a_round_is_refused_whatever_question_it_answers(table, chips):
    def bet(person):
        return lambda lobby: game.bet(table.terms, lobby, person, 100, 0)

    await table.arrange(ANA, bet(ANA), question_id="0.b")
    assert table.is_playing

    with pytest.raises(StaleClick):
        await table.arrange(BEN, bet(BEN), question_id=table.question_id)

    assert table.lobby.bets == ()
    assert await chips.balance(GUILD, BEN) == 1_000


async def test_a_quiet_press_draws_the_table_only_for_somebody_who_was_away(table):
    await table.arrange(ANA, lambda lobby: lobby.sit(BEN).missed_turn(ANA).missed_turn(ANA))
    drawn = []
    table.on_change = lambda: drawn.append("again")
    await table.arrange(ANA, lambda lobby: lobby, quietly=True)
    await table.arrange(ANA, lambda lobby: lobby, quietly=True)
    assert drawn == ["again"]
