"""A bot with the commands of its owner: Olga owns the application, and the first server is hers."""

import pytest


@pytest.fixture
def application(house, monkeypatch):
    """What Discord says of the bot's application, as its API does; a test may change it."""
    owner = {"id": "0", "username": "olga", "discriminator": "0", "avatar": None, "global_name": "Olga"}
    said = {"id": str(house.app.application_id), "name": "Cards", "icon": None, "description": "", "bot_public": True}
    said |= {"bot_require_code_grant": False, "verify_key": "", "summary": "", "flags": 0, "owner": owner, "team": None}
    said["asked"] = 0

    async def application_info(_http):
        said["asked"] += 1
        if "error" in said:
            raise said["error"]
        return said

    monkeypatch.setattr("discord.http.HTTPClient.application_info", application_info)
    return said


@pytest.fixture
async def olga(house, make_owned, application):
    """The owner, in her server."""
    olga = house.guest("Olga")
    application["owner"]["id"] = str(olga.id)
    await make_owned()
    return olga


@pytest.fixture
def make_owned(house, make_app):
    """`await make_owned()`: start the bot again, with its owner's commands in the first server."""

    async def make_owned(**more):
        await house.env.restart_bot(make_app(owner_guild=house.guild.id, **more))

    return make_owned


@pytest.fixture
def elsewhere(house):
    """`elsewhere()`: from now on guests act in another server. Returns it; `elsewhere(server)` goes back to one."""
    channels = {house.guild.id: house.channel}

    def elsewhere(guild=None):
        house.guild = guild or house.env.create_guild()
        if house.guild.id not in channels:
            channels[house.guild.id] = house.guild.create_text_channel("elsewhere")
        house.channel = channels[house.guild.id]
        return house.guild

    return elsewhere
