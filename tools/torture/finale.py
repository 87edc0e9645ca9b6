"""What a child's short life has no time for: a match that somebody wins, and a member who is forgotten."""

from __future__ import annotations

from random import Random

from games.five_hundred import Options
from tables.clock import Pace
from tables.driver import LiveTable
from tables.events import Arrange
from tables.five_hundred import match
from tables.five_hundred.match_state import MatchStage, stage_of
from tables.game import Terms
from tools.torture.people import PLAYED, Guest, House

ANTE = 7
MOST_DEALS = 20
"""When players bid too much, one deal usually ends the match."""


async def play_match(house: House, guests: list[Guest], random: Random) -> LiveTable:
    """Let the four richest of `guests` play; the table stays open."""
    by_chips = {guest: await guest.come() for guest in guests}
    four = sorted(guests, key=by_chips.__getitem__)[-4:]
    game = PLAYED["five_hundred"].game
    terms = Terms(10, 100, Options(players=4, target=250, ante=ANTE), Pace.NORMAL)
    live = await house.open_tables.open(game, guild=four[0].guild, channel=1, host=four[0].person, terms=terms)
    house.journal.say("opened", live.table.id)
    for guest in four:
        await guest.sit(live)
    for _ in range(MOST_DEALS):
        for guest in four:
            await _get_ready(guest, live)
        while people := live.table.people_asked:
            await random.choice([guest for guest in four if guest.person in people]).decide(live)
        if live.table.is_closed or stage_of(live.table.lobby) is MatchStage.OVER:
            break
    return live


async def forget_somebody(house: House, guest: Guest) -> None:
    """Forget a guest who is at no table, as people can ask for; their chips go to the house."""
    guild, person = guest.guild, guest.person
    await house.open_tables.leave_all(guild, person)
    now, departures = house.now(), house.departures
    departure = await house.open_tables.forget(
        guild, person, lambda tables: departures.forget(guild, person, now, played_on=tables)
    )
    await departures.erase()
    house.journal.say("forgotten", person, departure.stand_in)


async def _get_ready(guest: Guest, live: LiveTable) -> None:
    with guest.house.journal.trying("ready", live.table.id, guest.person):
        await live.do(Arrange(guest.person, lambda lobby: match.ready(lobby, guest.person), salt=str(guest.person)))
