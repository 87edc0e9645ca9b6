"""*Add house player* and *Send house player away*: who may press them, where, and what becomes of the seats."""

import pytest

ADD, AWAY = "Add house player", "Send house player away"


async def seated(ana, **options):
    """A table for a match of four, at which Ana, its host, sits."""
    table = await ana.opens("fivehundred", **options)
    await ana.press("Sit", table)
    return table


async def test_the_host_fills_the_seats_and_the_match_begins(house, ana):
    table = await seated(ana)
    assert table.rows == [["Sit", "Seat 2", "Seat 3", "Seat 4"], [ADD, "More…"]]
    for _ in range(3):
        await ana.press(ADD, table)
    assert table.line("1 Ana").count("🤖") == 1
    assert ADD not in table.buttons
    await ana.press("Ready", table)
    await house.wait(5)
    assert table.live.is_playing


async def test_only_the_host_decides_unless_the_server_lets_everyone(house, ana, ben):
    table = await seated(ana)
    refusal = "Only the table's host can add house players or send them away."
    assert (await ben.press(ADD, table)).said == refusal
    await house.sets({"house_player_adders": "everyone"})
    assert (await ben.press(ADD, table)).said == "Only those at the table can add house players or send them away."
    await ben.press("Sit", table)
    await ben.press(ADD, table)
    assert len(table.live.lobby.house_players) == 1


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("where", "ante", "come"),
    [
        ("off", 0, False),
        ("practice", 0, True),
        ("practice", 10, False),
        ("no_antes", 0, True),
        ("no_antes", 10, False),
        ("everywhere", 10, True),
    ],
)
async def test_the_server_says_where_they_may_sit(house, ana, where, ante, come):
    await house.sets({"house_players": where})
    table = await seated(ana, ante=ante)
    assert (ADD in table.buttons) == come
    said = (await ana.about_to_press("Sit", table, as_if=f"b:1:{table.live.question_id}:addhouse").press()).said
    assert (said == "House players can't sit at a table like this one in this server.") != come
    assert len(table.live.lobby.house_players) == come


async def test_one_is_sent_away_at_once_and_of_several_the_chosen_one(ana):
    table = await seated(ana)
    await ana.press(ADD, table)
    assert (await ana.press(AWAY, table)).said == "Done. The table shows it."
    assert table.live.lobby.house_players == []
    for _ in range(3):
        await ana.press(ADD, table)
    choice = await (await ana.press("More…", table)).press(AWAY)
    before = table.live.lobby.seats
    await choice.press(choice.left[1])
    assert table.live.lobby.seats == (*before[:2], None, before[3])


async def test_members_without_a_say_are_offered_nothing(ana, ben):
    table = await seated(ana)
    await ana.press(ADD, table)
    assert AWAY not in (await ben.press("More…", table)).buttons


async def test_nobody_is_sent_away_from_a_match_that_has_begun(house, ana):
    table = await seated(ana, players=2)
    await ana.press(ADD, table)
    question = table.live.question_id
    await ana.press("Start", table)
    for verb in ("addhouse", "askhouse", "outhouse:1"):
        await ana.about_to_press("More…", table, as_if=f"b:1:{question}:{verb}").press()
    assert len(table.live.lobby.house_players) == 1
    assert AWAY not in (await ana.press("More…", table)).buttons


async def test_a_newcomer_takes_over_from_a_house_player_before_the_match_and_in_it(house, ana, ben):
    table = await seated(ana)
    for _ in range(3):
        await ana.press(ADD, table)
    await ben.press("Sit", table)
    assert table.live.lobby.seat_of(ben.id) == 1
    await ana.press("Ready", table)
    await ben.press("Ready", table)
    await house.wait(1)
    cy = house.guest("Cy")
    more = await cy.press("More…", table)
    assert "Sit takes over from a house player." in more.said
    await more.press("Sit")
    assert list(table.live.lobby.promised_seats.values()) == [cy.id]
    assert "Cy takes over from 🤖" in table.text
    assert " 1 free seat " in (await ben.command("table list")).said


async def test_a_house_players_seat_can_be_had_from_the_list_of_tables(house, ana, ben):
    table = await seated(ana)
    for _ in range(3):
        await ana.press(ADD, table)
    listed = await ben.command("table list")
    assert "3 free seats" in listed.said
    await listed.press("Join")
    assert ben.id in table.live.lobby.seats
