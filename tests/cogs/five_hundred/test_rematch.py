"""Rematch: one press opens the next match for the same people, who sit down themselves."""

import json

import pytest

from data.people import house_player_name, is_house_player
from tables.events import Arrange
from tables.five_hundred import match
from tables.five_hundred.match_state import MatchState
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.shown import Table


@pytest.fixture
def over(match_of, deals):
    """A match of so many people that Ana's side has won."""

    async def play(people=2, **terms):
        deals.deal(HEARTS)
        match = match_of(people)
        await match.start(**terms)
        await match.play_out(match.ana, "10 tricks", "Hearts", claims=True)
        return match

    return play


def bodies(house):
    """What was sent to show a rematch."""
    sent = [request.json["data"] for request in house.env.http_requests if "data" in (request.json or ())]
    return [body for body in sent if "rematch: " in json.dumps(body) and "allowed_mentions" in body]


def open_tables(house):
    return len(house.app.open_tables.tables(house.guild.id))


async def test_one_press_opens_a_table_with_the_same_terms_and_the_others_get_their_seats_again(over):
    four = await over(4, ante=100, target=500, pace="relaxed")
    assert four.table.buttons == ["Rematch", "How did I play?", "Replay", "More…"]
    panel = await four.panel(four.ana)
    assert "This match is over. Press Rematch at its table to play again." in panel.text
    assert panel.buttons == []
    assert (await four.table.plays("Cy Rematch")).said == ""
    again = Table(four.house, 2)
    assert again.live.table.host == four.cy.id
    assert again.live.table.terms == four.table.live.table.terms
    assert again.live.table.lobby.seats == (None, None, four.cy.id, None)
    assert "rematch: Ana, Ben, and Dee, press Sit" in again.text
    assert bodies(four.house)[0]["allowed_mentions"] == {"parse": ["users"]}
    assert await four.cy.chips() == 1100  # nobody's ante is taken before the match starts
    await again.plays("Dee Sit, Gus Sit")
    gus = four.house.named("Gus").id
    assert again.live.table.lobby.seats == (gus, None, four.cy.id, four.dee.id)
    assert "rematch: Ana and Ben, press Sit" in again.text
    await again.plays("Ana Sit")
    assert again.live.table.lobby.seats == (gus, four.ana.id, four.cy.id, four.dee.id)
    assert "rematch: " in again.text
    await again.plays("Cy Start")
    assert "rematch: " not in again.text


async def test_two_who_press_at_once_both_sit_at_the_same_table(over):
    two = await over()
    answers = await two.house.at_once(*[guest.about_to_press("Rematch", two.table) for guest in two.people])
    assert sum("rematch at table 2" in answer.said for answer in answers) == 1
    assert Table(two.house, 2).live.table.lobby.seats == (two.ana.id, two.ben.id)
    assert open_tables(two.house) == 2


async def test_house_players_sit_in_their_seats_again(match_of, deals):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.ana.opens("fivehundred", players=4)
    await table.plays("Ana Seat 1, Ana Add house player, Ben Seat 3, Ana Add house player, Ana Start")
    before = table.live.table.lobby.seats
    with two.house.as_the_bot():
        for guest in two.people:
            await table.live.do(Arrange(guest.id, lambda lobby, who=guest.id: _ends(lobby, who)))
    await two.house.env.settle()
    await table.plays("Ben Rematch")
    seats = Table(two.house, 2).live.table.lobby.seats
    assert [house_player_name(person) for person in seats if is_house_player(person)] == [
        house_player_name(person) for person in before if is_house_player(person)
    ]
    assert (seats[0], seats[2]) == (None, two.ben.id)
    await two.house.sets({"house_players": "off"})
    await two.ben.command("table close", table=2)
    await table.plays("1 s, Ana Rematch")
    assert Table(two.house, 3).live.table.lobby.house_players == []


def _ends(lobby, who):
    proposal = MatchState.of(lobby).proposal
    return match.ask_end(lobby, who) if proposal is None else match.agree(lobby, who, proposal.key)


async def test_opening_and_closing_rematches_calls_the_others_once_an_hour(over):
    two = await over()
    for number, parse in ((2, ["users"]), (3, []), (4, [])):
        await two.table.plays("Ana Rematch")
        assert bodies(two.house)[-1]["allowed_mentions"]["parse"] == parse
        await two.ana.command("table close", table=number)
        await two.house.wait(1)
    await two.table.plays("3600 s, Ana Rematch")
    assert bodies(two.house)[-1]["allowed_mentions"]["parse"] == ["users"]


async def test_a_second_press_leads_to_the_same_rematch_and_the_first_never_salts_it(over):
    two = await over()
    await two.house.sets({"tables_per_person": 1, "tables_per_channel": 1})  # the match that is over takes no room
    assert (await two.table.plays("Ana Rematch")).said == ""
    again = Table(two.house, 2)
    assert again.live.table.host == two.ana.id
    assert again.live.table.salt is None  # the press is older than its seed
    said = (await two.table.plays("Ben Rematch")).said
    assert said.startswith("rematch at table 2: https://discord.com/channels/")
    assert open_tables(two.house) == 2
    assert again.live.table.lobby.seats == (two.ana.id, two.ben.id)
    await again.plays("Ana Start")
    assert again.live.table.salt is not None


async def test_it_works_on_a_closed_match_after_a_restart_and_on_a_rematch_again(over, deals):
    two = await over()
    await two.house.wait(601)
    assert two.table.live is None
    assert two.table.buttons == ["Rematch", "How did I play?", "Replay"]
    await two.house.restart()
    await two.table.plays("Ben Rematch")
    two.table = Table(two.house, 2)
    await two.table.plays("Ana Sit, Ben Start")
    deals._by_shuffle.clear()
    two.panels.clear()
    await two.play_out(two.ana, "10 tricks", "Hearts", claims=True)
    assert (await two.table.plays("Ana Rematch")).said == ""
    assert Table(two.house, 3).live.table.host == two.ana.id


async def test_a_match_that_is_over_is_an_open_table_of_nobody(over):
    two = await over()
    assert "Five Hundred · table 1" not in (await two.ben.command("play")).said
    await two.house.sets({"tables_per_person": 1, "tables_per_channel": 1})
    await two.ana.opens("fivehundred")
    said = (await two.ana.command("fivehundred open")).said
    assert said.startswith("you opened 1 tables already")


async def test_a_match_that_is_over_says_nothing_of_seats_that_nobody_had(match_of, deals):
    deals.deal(HEARTS)
    four = match_of(4)
    await four.start()
    await (await four.dee.my_data("Delete…")).press("Delete my data")
    await four.house.wait(2)
    assert "is played until taken" in four.table.text
    with four.house.as_the_bot():
        for guest in four.people[:3]:
            await four.table.live.do(Arrange(guest.id, lambda lobby, who=guest.id: _ends(lobby, who)))
    await four.house.wait(2)
    assert four.table.live.table.has_ended
    assert "automatically" not in four.table.text


async def test_nobody_else_asks_for_a_rematch_and_nobody_without_the_ante(over):
    two = await over(ante=600)
    said = (await two.table.plays("Gus Rematch")).said
    assert said == "only for players of the match"
    assert (await two.table.plays("Ben Rematch")).said == "too few chips: 400 of 600"
    assert open_tables(two.house) == 1
