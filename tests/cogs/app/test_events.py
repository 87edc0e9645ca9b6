"""Events at Discord: made once, begun, ended, and every refusal a sentence."""

from datetime import timedelta

import discord
import pytest

from cogs.app import events
from cogs.app.events import Event, NoEvent

EVENTS = "/guilds/*/scheduled-events"


class Calendar:
    """The events of the server, and the bot's door to them."""

    def __init__(self, house):
        self._house = house
        self.starts = (house.env.now() + timedelta(days=1)).replace(microsecond=0)

    def event(self, **changed):
        about = {
            "name": "Club evening",
            "description": "Cards",
            "channel": self._house.channel.id,
            "starts": self.starts,
            "ends": self.starts + timedelta(hours=3),
        }
        return Event(**about | changed)

    @property
    def guild(self):
        return self._house.app.get_guild(self._house.guild.id)

    async def create(self, **changed):
        with self._house.as_the_bot():
            return await events.create(self.guild, self.event(**changed), self._house.env.now())

    async def does(self, what, *about):
        with self._house.as_the_bot():
            return await what(self.guild, *about)

    def shown(self):
        """What members see: names and states."""
        found = self._house.env.backend.get_guild(self._house.guild.id).scheduled_events.values()
        return [(each.name, discord.EventStatus(each.status).name) for each in found]


@pytest.fixture
def calendar(house):
    return Calendar(house)


async def test_an_event_is_made_once_though_its_answer_was_lost_and_leads_to_the_channel(house, calendar):
    number = await calendar.create()
    assert await calendar.create() == number
    await house.restart()
    assert await calendar.create() == number
    assert await calendar.create(starts=calendar.starts + timedelta(days=7), ends=calendar.starts + timedelta(days=8))
    assert len(calendar.shown()) == 2
    made = house.env.backend.get_guild(house.guild.id).scheduled_events[number]
    link = f"https://discord.com/channels/{house.guild.id}/{house.channel.id}"
    assert made.entity_metadata == {"location": link}


async def test_an_event_is_begun_and_ended_and_one_that_has_not_begun_is_cancelled(calendar):
    number = await calendar.create()
    await calendar.does(events.start, number)
    assert calendar.shown() == [("Club evening", "active")]
    await calendar.does(events.start, number)
    await calendar.does(events.end, number)
    assert calendar.shown() == [("Club evening", "completed")]
    await calendar.does(events.end, number)
    await calendar.does(events.end, await calendar.create())
    assert [state for _, state in calendar.shown()] == ["completed", "canceled"]


async def test_an_event_that_somebody_deleted_is_nobodys_trouble(house, calendar):
    number = await calendar.create()
    house.env.backend.delete_scheduled_event(house.guild.id, number)
    await calendar.does(events.start, number)
    await calendar.does(events.end, number)


@pytest.mark.parametrize(
    ("status", "code", "said", "is_passing"),
    [
        (403, 50013, "Discord doesn't let the bot make or change this event. Give it the permission Create Events.", 0),
        (400, 30038, "This server has as many events as Discord allows. Delete one first.", 0),
        (400, 50035, "Discord refused the event.", 0),
        (504, 0, "Discord doesn't answer about the event right now. Try again in a minute.", 1),
    ],
)
async def test_what_discord_refuses_is_a_sentence(house, calendar, status, code, said, is_passing):
    house.env.inject_error("POST", EVENTS, status=status, code=code, times=5)
    with pytest.raises(NoEvent) as refusal:
        await calendar.create()
    assert (str(refusal.value), refusal.value.is_passing) == (said, bool(is_passing))


async def test_without_the_permission_or_in_the_past_discord_is_not_asked(house, calendar):
    with pytest.raises(NoEvent, match="An event can't begin in the past"):
        await calendar.create(starts=house.env.now())
    for role in house.env.backend.get_guild(house.guild.id).roles.values():
        role.permissions &= ~discord.Permissions(create_events=True).value
    await house.restart()
    before = len(house.env.http_requests)
    with pytest.raises(NoEvent, match="the permission Create Events"):
        await calendar.create()
    assert house.env.http_requests[before:] == []
