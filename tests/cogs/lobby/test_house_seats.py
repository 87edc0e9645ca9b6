"""*Add house player* and *Send house player away*: who may press them, where, and what becomes of the seats."""

import pytest

ADD, AWAY = "Add house player", "Send house player away"


async def seated(ana, **options):
    """A table for a match of four, at which Ana, its host, sits."""
    table = await ana.opens("fivehundred", **options)
    await ana.press("Sit", table)
    return table


async def test_the_host_fills_the_seats_and_the_match_begins(ana, ben):
    table = await seated(ana)
    assert table.rows == [["Sit", "Seat 2", "Seat 3", "Seat 4"], [ADD, "More…"]]
    for _ in range(3):
        await ana.press(ADD, table)
    assert table.line("Ana").count("🤖") == 1
    assert ADD not in table.buttons
    assert AWAY not in (await ben.press("More…", table)).buttons, "Ben has no say"
    question = table.live.table.question_id
    await table.plays("Ana Ready, 5 s")
    assert table.live.table.is_playing
    before = table.live.table.lobby.house_players
    for verb in ("addhouse", "askhouse", "outhouse:1"):
        await ana.about_to_press("More…", table, as_if=f"b:1:{question}:{verb}").press()
    assert table.live.table.lobby.house_players == before, "nobody is sent away from a match that has begun"
    paused = await (await ana.press("More…", table)).press("Pause")
    assert (paused.said, table.rows[0][0]) == ("", "Continue")
    assert AWAY not in (await ana.press("More…", table)).buttons


async def test_only_the_host_decides_unless_the_server_lets_everyone(house, ana, ben):
    table = await seated(ana)
    refusal = "only for its host or a manager"
    assert (await ben.press(ADD, table)).said == refusal
    await house.sets({"house_player_adders": "everyone"})
    assert (await ben.press(ADD, table)).said == "not at this table"
    await ben.press("Sit", table)
    await ben.press(ADD, table)
    assert len(table.live.table.lobby.house_players) == 1


async def test_the_server_says_where_they_may_sit(house, ana):
    with_ante = [("practice", False), ("no_antes", False), ("everywhere", True)]
    cases = [("off", 0, False), ("practice", 0, True), ("no_antes", 0, True), *((w, 10, come) for w, come in with_ante)]
    for number, (where, ante, come) in enumerate(cases, 1):
        await house.sets({"house_players": where})
        table = await seated(ana, ante=ante)
        assert (ADD in table.buttons) == come
        add = f"b:{number}:{table.live.table.question_id}:addhouse"
        said = (await ana.about_to_press("Sit", table, as_if=add).press()).said
        assert (said == "no house players at such a table") != come
        assert len(table.live.table.lobby.house_players) == come
        await ana.command("table close", table=number)


@pytest.mark.parametrize(("where", "come"), [("practice", 0), ("no_antes", 1)])
async def test_the_server_says_whether_they_may_sit_where_every_deal_is_about_chips(house, ana, where, come):
    await house.sets({"house_players": where})
    table = await ana.opens("pontoon")
    add = f"b:1:{table.live.table.question_id}:addhouse"
    await ana.about_to_press("Sit", table, as_if=add).press()
    assert len(table.live.table.lobby.house_players) == come


async def test_one_is_sent_away_at_once_and_of_several_the_chosen_one(ana):
    table = await seated(ana)
    await ana.press(ADD, table)
    assert (await ana.press(AWAY, table)).said == ""
    assert table.live.table.lobby.house_players == []
    for _ in range(3):
        await ana.press(ADD, table)
    choice = await ana.press(AWAY, table)
    before = table.live.table.lobby.seats
    await choice.press(choice.left[1])
    assert table.live.table.lobby.seats == (*before[:2], None, before[3])


async def test_a_newcomer_takes_over_from_a_house_player_before_the_match_and_in_it(ana, ben, cy):
    table = await seated(ana)
    for _ in range(3):
        await ana.press(ADD, table)
    assert ADD not in table.buttons
    listed = await ben.command("play")
    assert "3 free seats" in listed.said
    await listed.press("Sit")
    assert table.live.table.lobby.seat_of(ben.id) == 1
    await table.plays("Ana Ready, Ben Ready, 1 s")
    more = await cy.press("More…", table)
    await more.press("Sit")
    assert list(table.live.table.lobby.promised_seats.values()) == [cy.id]
    assert "Cy will take over from 🤖" in table.text
    assert " 1 free seat " in (await ben.command("play")).said
