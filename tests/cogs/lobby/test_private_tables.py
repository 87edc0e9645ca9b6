"""Who learns of a private table: its host, and nobody else."""


async def test_only_its_host_finds_it_in_the_list_and_a_forged_join_finds_none(alone, cy):
    await alone.opens()
    assert (await cy.command("play")).said.startswith("### Open a table")
    listed = await alone.ana.command("play")
    assert listed.said.splitlines()[:3] == [
        "### 1 open table",
        "Pontoon · table 1",
        "-# only you see it · waiting for players",
    ]
    for number in (1, 99):
        assert (await cy.forges(listed.result.response.message, f"join:{number}")).said == "this table closed."
    assert alone.live.table.lobby.seats.count(None) == 6


async def test_it_takes_no_room_in_its_channel_and_none_of_its_hosts_other_tables(alone, house, cy):
    await house.sets({"tables_per_channel": 1, "tables_per_person": 2})
    await alone.opens()
    await alone.ana.command("pontoon open")
    await cy.opens()
    said = (await alone.ana.command("pontoon open")).said
    assert said.endswith("2 tables already: /table close table:1 /table close table:2")
    elsewhere = house.guild.create_text_channel("elsewhere")
    opened = await alone.ana.member.slash(elsewhere, "blackjack open")
    assert not opened.response.ephemeral


async def test_it_can_be_opened_where_and_by_whom_no_table_can_and_again_by_its_host_alone(alone, house, cy):
    elsewhere = house.guild.create_text_channel("elsewhere")
    await house.sets({"openers": "managers", "channels": [elsewhere.id]})
    await alone.opens()
    assert alone.message.ephemeral
    assert (await alone.ana.command("blackjack open")).said.startswith("only managers open tables")
    await house.sets({"openers": None, "channels": None})
    await alone.ana.command("table close", table=1)
    said = (await cy.forges(alone.message.message, "again:1")).said
    assert said == (await cy.forges(alone.message.message, "again:99")).said
    assert said == "can't be opened again"


async def test_no_command_of_others_finds_it(alone, cy):
    await alone.deals()
    nowhere = "no open table 1"
    assert (await cy.command("table close", table=1)).said == nowhere
    assert (await cy.command("table kick", table=1, member=alone.ana.member)).said == nowhere
    assert "table 1" not in (await cy.command("fair verify")).said
    rules = await cy.command("rules", game="pontoon")
    forged = await cy.forges(rules.result.response.message, "r:pontoon:1:5")
    assert forged.said == "no such rules"


async def test_whoever_plays_alone_is_still_called_to_a_table_of_others(alone, house, cy):
    await alone.opens()
    await alone.ana.asks_for_calls("Any game")
    await cy.opens()
    await house.wait(2)
    assert [text.partition(",")[0] for text in house.texts() if "has opened" in text] == ["Ana"]
