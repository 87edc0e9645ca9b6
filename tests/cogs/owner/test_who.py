"""Who may run the bot by its commands: its application's owner, or the members of the team; and only in one server."""

from datetime import timedelta

import pytest

from tests.cogs.app.test_sync import commands, names, syncs

NOT_YOU = "only for the owner"


def of_a_team(application, *members):
    """The application belongs to a team with these members: Discord id, role and whether they have accepted."""
    application["team"] = {
        "id": "1",
        "name": "Team",
        "icon": None,
        "owner_user_id": str(members[0][0]),
        "members": [
            {
                "team_id": "1",
                "membership_state": 2 if is_in else 1,
                "role": role,
                "user": {"id": str(user_id), "username": "x", "discriminator": "0", "avatar": None},
            }
            for user_id, role, is_in in members
        ],
    }


async def test_the_owner_may_and_a_stranger_may_not_and_discord_is_not_asked_at_every_use(house, olga, application):
    before = application["asked"]
    for _ in range(3):
        assert (await olga.command("owner status")).said.startswith("### Status")
    assert application["asked"] == before + 1
    stranger = house.guest("Ana", manages=True)
    assert (await stranger.command("owner status")).said == NOT_YOU
    asked = await olga.command("owner drain")
    assert (await stranger.forges(asked.result.response.message, "drain:go:0")).said == NOT_YOU
    assert house.app.shutdown.halt is None


async def test_members_of_the_team_may_but_those_who_only_read_have_not_accepted_or_have_left(house, olga, application):
    dev, lead, reader, invited = house.guests("Dev Lea Rea Inv")
    others = (lead.id, "admin", True), (reader.id, "read_only", True), (invited.id, "developer", False)
    of_a_team(application, *others, (dev.id, "developer", True))
    assert (await dev.command("owner status")).said.startswith("### Status")
    for guest in (reader, invited, olga):
        assert (await guest.command("owner status")).said == NOT_YOU
    of_a_team(application, *others)
    await house.wait(timedelta(minutes=5) / timedelta(seconds=1))
    assert (await dev.command("owner status")).said == NOT_YOU


async def test_while_discord_does_not_say_who_owns_the_bot_nobody_may(olga, application):
    application["error"] = TimeoutError()
    assert (await olga.command("owner status")).said == "Discord doesn't say who owns"
    del application["error"]
    assert (await olga.command("owner status")).said.startswith("### Status")


async def test_the_commands_are_in_the_owners_server_alone(house, olga, elsewhere, make_app):
    assert commands(olga) >= {"owner", "blackjack"}
    home = house.guild
    elsewhere()
    assert "owner" not in commands(house.guest("Ben"))
    elsewhere(home)
    assert sorted(set(names(olga))) == names(olga)
    told = len(syncs(house))
    await house.env.restart_bot(make_app())
    assert syncs(house)[told:] == [f"guilds/{house.guild.id}/commands"]
    assert "owner" not in commands(olga)


async def test_buttons_of_the_owner_work_in_no_other_server(house, olga, application, elsewhere):
    elsewhere()
    there = house.guest("Otto")
    application["owner"]["id"] = str(there.id)
    table = await there.opens()
    assert (await there.forges(table.message, "drain:go:0")).said == NOT_YOU
    assert house.app.shutdown.halt is None


@pytest.mark.parametrize("is_same", [True, False])
async def test_with_a_test_server_both_sets_of_commands_are_in_their_place(house, olga, make_app, elsewhere, is_same):
    home = house.guild
    test = home if is_same else elsewhere()
    ben = house.guest("Ben")
    for _ in range(2):
        await house.env.restart_bot(make_app(owner_guild=home.id, test_guild=test.id))
    told = len(syncs(house))
    await house.env.restart_bot(make_app(owner_guild=home.id, test_guild=test.id))
    assert syncs(house)[told:] == []
    assert names(ben) == sorted(set(names(ben)))
    assert "chips" in names(ben)
    assert ("owner" in names(ben)) == is_same
    elsewhere(home)
    assert ("chips" in names(olga)) == is_same
    assert "owner" in names(olga)
