"""`/settings`: what everybody can read, what managers change on their panel, and that nobody else can."""

import pytest
from simcord.enums import ComponentType, InteractionType

from i18n.words import ENGLISH
from tables.blackjack.blackjack_settings import BLACKJACK
from tables.settings.evening import ClubEvening, Weekly
from tables.settings.kinds import Channel, Channels, Choice, Games, Givers, Role, Span, Switch, Whole
from tables.settings.servers import ServerSettings
from tests.cogs.guest import Answer, OnItsWay
from tests.cogs.shown import walk
from tests.tables.settings.offered import SCHEMA

GUARDED = "only for managers"


class Panel:
    """The private panel of a guest: its text, and what can be done on it."""

    def __init__(self, guest, answer):
        self.guest = guest
        self.answer = answer

    @classmethod
    async def of(cls, guest):
        return cls(guest, await guest.command("settings"))

    @property
    def message(self):
        return self.answer.result.response

    @property
    def text(self):
        return self.guest.house.read(self.guest.house.raw(self.message))

    @property
    def controls(self):
        return [part for part in walk(self.guest.house.raw(self.message)) if "custom_id" in part]

    async def press(self, label):
        return await self.answer.press(label)

    async def choose(self, start, *values):
        """Choose in the select whose address starts with `start`."""
        ids = [part["custom_id"] for part in self.controls]
        custom_id = next(each for each in ids if each.startswith(f"settings:{start}"))
        return Answer(self.guest, await self.guest.member.select(self.message, list(values), custom_id=custom_id))

    async def open(self, key):
        """Open a setting: first its group, then itself."""
        group = next(group for group in SCHEMA.groups.values() if SCHEMA.settings[key] in group.settings)
        await self.choose("s:group", group.key)
        await self.choose("s:pick", key)
        return self

    async def type(self, **fields):
        """Press Change and fill in the form."""
        return await (await self.press("Change")).fill(**fields)


class Forged(OnItsWay):
    """A press with an address that this person can't see anywhere; here it is on a table's message."""

    def __init__(self, guest, custom_id, table, *, component=ComponentType.BUTTON, values=None, fields=None):
        kind = InteractionType.MESSAGE_COMPONENT if fields is None else InteractionType.MODAL_SUBMIT
        data = {"custom_id": custom_id, "component_type": component, "values": values or []}
        if fields is not None:
            data["components"] = [_label(name, text) for name, text in fields.items()]
        super().__init__(guest, kind, data, table.message)
        row = next(part for part in walk(self._message["components"]) if part["type"] == ComponentType.ACTION_ROW)
        row["components"] = [{"type": component, "custom_id": custom_id, "style": 2, "options": []}]


def _label(name, text):
    field = {"type": ComponentType.TEXT_INPUT, "custom_id": name, "value": text}
    return {"type": ComponentType.LABEL, "component": field}


# Reading


async def test_everybody_can_read_every_setting_and_only_managers_get_a_panel(house, ana):
    await house.sets({"starting_chips": 2_500, "pontoon.stick_minimum": 16})
    answer = await ana.command("settings")
    assert "only managers change these" in answer.said
    shown = Panel(ana, answer)
    await shown.choose("s:look", "chips")
    assert "Starting chips: 2,500" in shown.text
    for group in SCHEMA.groups.values():
        await shown.choose("s:look", group.key)
        preset = next(iter(group.presets.values()), None)
        assert ("Rules: Australian" in shown.text) == (preset is not None)
        for setting in group.settings:
            is_of_preset = preset is not None and setting.option in preset.values
            assert (f"{setting.title}: " in shown.text) == (setting.applies(ServerSettings()) and not is_of_preset)
        assert [part["custom_id"] for part in shown.controls] == ["settings:s:look:groups"]
    forged = await ana.forges(answer.result.response.message, "settings:b:on:relief")
    assert forged.said == GUARDED


FIRST = [
    "### Settings · Most important",
    "Channels: all channels",
    "Language: Follow Discord",
    "Daily chips: 200",
    *(
        f"{game.title.template} · Limits: {game.usual[0]} to {game.usual[1]} (a host can choose 1 to 1,000,000)"
        for game in SCHEMA.games.values()
        if game.usual
    ),
    "House players: only without an ante",
]


async def test_the_first_page_has_what_to_change_first_for_everybody(boss, ana):
    for guest in (boss, ana):
        panel = await Panel.of(guest)
        assert panel.text.splitlines()[: len(FIRST)] == FIRST


async def test_what_is_changed_on_the_first_page_stays_there_with_the_others(house, boss):
    panel = await Panel.of(boss)
    await panel.choose("s:pick", "daily_chips")
    await panel.type(value="50")
    assert "Daily chips: 50" in panel.text
    await panel.choose("s:pick", "pontoon.limits")
    await panel.type(low="20", high="80")
    assert "Pontoon · Limits: 20 to 80" in panel.text
    await panel.choose("s:pick", "house_players")
    await panel.choose("s:choose", "0")
    await panel.choose("s:pick", "channels")
    await panel.choose("c:channels", house.channel)
    await panel.press("Default")
    await panel.choose("s:pick", "language")
    assert panel.text.startswith("### Settings · Most important\nChannels: all channels\n")
    assert "House players: nowhere" in panel.text
    await panel.open("daily_chips")
    assert panel.text.startswith("### Settings · Chips\n")
    await panel.press("Default")
    assert panel.text.startswith("### Settings · Chips\n")


# Changing


async def test_a_number_is_typed_into_a_form_and_limits_are_two_in_order(house, boss, ana):
    panel = await (await Panel.of(boss)).open("starting_chips")
    assert "Chips each member gets once" in panel.text
    await panel.type(value="2.5k")
    assert "Starting chips: 2,500" in panel.text
    assert "Boss changed Starting chips from 1,000 to 2,500 · in 0 s" in panel.text
    assert await ana.chips() == 2_500
    await panel.press("Default")
    assert "from 2,500 to 1,000" in panel.text
    assert house.app.servers.of(house.guild.id).starting_chips == 1_000
    await panel.open("blackjack.limits")
    refused = await panel.type(low="100", high="20")
    assert refused.said == "Type two whole numbers from 1 to 1,000,000, the lower one first, for example 10 and 500."
    await panel.type(low="20", high="1k")
    assert "(a host can choose 20 to 1,000)" in panel.text


async def test_text_that_is_no_valid_number_changes_nothing(house, boss):
    panel = await (await Panel.of(boss)).open("daily_chips")
    for text in ("-5", "NaN", "1e9", "５", "1.5", "1 000", "ten", "0x10", "²"):
        assert (await panel.type(value=text)).said == "type 0 to 1,000,000"
    assert (await panel.type(value="1000001")).said == "1,000,001 is too much. The maximum is 1,000,000."
    assert house.app.servers.of(house.guild.id).daily_chips == 200
    assert await house.app.servers.log(house.guild.id, 5) == []


async def test_a_switch_has_two_buttons_and_a_choice_is_a_select(house, boss):
    panel = await (await Panel.of(boss)).open("mentions")
    for label, is_on in (("Off", False), ("On", True)):
        await panel.press(label)
        assert house.app.servers.of(house.guild.id).mentions == is_on
    await panel.open("blackjack.blackjack_pays")
    await panel.choose("s:choose", "1")
    assert "Blackjack pays: 6:5" in panel.text
    assert house.app.servers.of(house.guild.id).options_of(BLACKJACK) == {"blackjack_pays": "6:5"}


async def test_channels_and_a_role_are_chosen_in_discords_own_lists(house, boss, ana):
    casino, role = house.guild.create_text_channel("casino"), house.guild.create_role("croupiers")
    panel = await (await Panel.of(boss)).open("channels")
    await panel.choose("c:channels", casino)
    assert f"<#{casino.id}>" in panel.text
    assert "no tables in this channel" in (await ana.command("blackjack open")).said
    await panel.press("Default")
    assert "Channels: all channels" in panel.text
    await panel.open("openers")
    assert (await panel.choose("s:choose", "1")).said == "choose a role first"
    await panel.open("opener_role")
    await panel.choose("r:role", role)
    await panel.open("openers")
    await panel.choose("s:choose", "1")
    assert "Who can open tables: members with the role" in panel.text
    await panel.open("opener_role")
    assert (await panel.press("Default")).said == "choose a role first"


async def test_a_value_that_contradicts_the_rules_is_refused_with_their_sentence(house, boss):
    panel = await (await Panel.of(boss)).open("blackjack.decks")
    refused = await panel.type(value="1")
    assert refused.said == "one deck: 5 seats, not 7"
    await panel.open("blackjack.seats")
    await panel.type(value="5")
    await panel.open("blackjack.decks")
    await panel.type(value="1")
    assert "Decks: 1" in panel.text
    await panel.open("blackjack.seats")
    assert "one deck: 5 seats" in (await panel.press("Default")).said
    await panel.open("pok_deng.pair_minimum")
    assert (await panel.type(value="600")).said == "Pair bet: minimum 600 above maximum 500"


CONTROLS = {
    Switch: "b:on",
    Choice: "s:choose",
    Games: "s:games",
    Channel: "c:channel",
    Channels: "c:channels",
    Role: "r:role",
    Whole: "b:ask",
    Span: "b:ask",
    Givers: "b:ask",
    ClubEvening: "b:ask",
}


async def test_every_setting_can_be_opened_and_is_shown_completely(house, boss):
    panel = await Panel.of(boss)
    for key, setting in SCHEMA.settings.items():
        await panel.open(key)
        shown = panel.text.splitlines()
        title = max(number for number, line in enumerate(shown) if line.startswith(f"{setting.title}: "))
        told = [ENGLISH.said(said) for said in (setting.meaning, setting.effect) if said is not None]
        assert shown[title + 1 : title + 1 + len(told)] == told
        assert shown[title + 1 + len(told)].startswith("-# default: ")
        assert f"settings:{CONTROLS[type(setting)]}:{key}" in [part["custom_id"] for part in panel.controls]


@pytest.mark.usefixtures("english")
async def test_the_fullest_panel_stays_within_discords_limits(house, boss):
    channels = [house.guild.create_text_channel(f"room-{number}") for number in range(25)]
    panel = await (await Panel.of(boss)).open("channels")
    for count in (25, 24, 23, 22, 21):
        await panel.choose("c:channels", *channels[:count])
    assert "from 22 channels to 21 channels" in panel.text
    assert len(panel.text) < 4_000


# Only managers


def _every_press():
    """Every button, select and form that any panel has, as it would be sent."""
    yield "settings:s:group:groups", {"component": ComponentType.STRING_SELECT, "values": ["tables"]}
    yield "settings:s:pick:chips", {"component": ComponentType.STRING_SELECT, "values": ["daily_chips"]}
    yield "settings:b:on:adults_only", {}
    yield "settings:b:off:mentions", {}
    yield "settings:b:default:starting_chips", {}
    yield "settings:s:choose:openers", {"component": ComponentType.STRING_SELECT, "values": ["1"]}
    yield "settings:s:games:games_off", {"component": ComponentType.STRING_SELECT, "values": ["pontoon"]}
    yield "settings:c:channels:channels", {"component": ComponentType.CHANNEL_SELECT, "values": ["1"]}
    yield "settings:r:role:opener_role", {"component": ComponentType.ROLE_SELECT, "values": ["1"]}
    yield "settings:b:ask:daily_chips", {}
    yield "settings:f:fill:daily_chips", {"fields": {"value": "9"}}


async def test_no_press_of_somebody_without_the_permission_changes_anything(house, ana, boss, table):
    panel = await (await Panel.of(boss)).open("mentions")
    await house.sets({"starting_chips": 2_000})
    before = house.app.servers.of(house.guild.id)
    for custom_id, how in _every_press():
        answer = await Forged(ana, custom_id, table, **how).press()
        assert answer.said == GUARDED
        assert answer.result.modal is None
    house.dismiss(boss)
    assert (await panel.press("Off")).said.endswith(GUARDED)
    assert house.app.servers.of(house.guild.id) == before
    assert len(await house.app.servers.log(house.guild.id, 9)) == 1


async def test_an_address_that_no_panel_has_is_answered(boss):
    table, select = await boss.opens(), {"component": ComponentType.STRING_SELECT}
    for custom_id, how in (
        ("settings:b:on:nonsense", {}),
        ("settings:b:nonsense:mentions", {}),
        ("settings:b:pick:chips", {}),
        ("settings:b:look:chips", {}),
        ("settings:b:choose:openers", {}),
        ("settings:b:choose:mentions", {}),
        ("settings:b:ask:mentions", {}),
        ("settings:f:fill:mentions", {"fields": {"value": "9"}}),
        ("settings:b:on:starting_chips", {}),
        ("settings:s:choose:openers", {**select, "values": ["9"]}),
        ("settings:s:games:openers", {**select, "values": ["pontoon"]}),
        ("settings:s:games:games_off", {**select, "values": ["chess"]}),
        ("settings:r:role:opener_role", {"component": ComponentType.ROLE_SELECT, "values": [str(2**63)]}),
    ):
        assert (await Forged(boss, custom_id, table, **how).press()).said in (
            "no such setting",
            "Who can open tables can't be that",
            "type 0 to 1,000,000",
            "unreadable command",
        )


# Two at once, and after a restart


async def test_two_managers_at_once_each_change_what_they_pressed(house, boss):
    other, table = house.guest("Cy", manages=True), await boss.opens()
    await house.at_once(
        Forged(boss, "settings:b:off:mentions", table), Forged(other, "settings:b:on:adults_only", table)
    )
    settings = house.app.servers.of(house.guild.id)
    assert (settings.mentions, settings.adults_only) == (False, True)
    assert {change.actor_id for change in await house.app.servers.log(house.guild.id, 5)} == {boss.id, other.id}


async def test_a_panel_and_an_open_form_still_work_after_a_restart(house, boss, restart):
    panel = await (await Panel.of(boss)).open("daily_chips")
    form = await panel.press("Change")
    await restart()
    await form.fill(value="70")
    assert "Daily chips: 70" in panel.text
    await panel.open("mentions")
    await panel.press("Off")
    assert "Turn mentions: off" in panel.text
    assert "Boss changed Daily chips from 200 to 70" in panel.text


# The club evening, which is one form


EVENING = {"day": ["6"], "moment": " 7.45 america/new york", "hours": ["2"], "games": ["pontoon", "five_hundred"]}


async def test_the_club_evening_is_set_in_one_form_which_shows_what_is_set(house, boss):
    panel = await (await Panel.of(boss)).open("evening")
    assert "Club evening: off" in panel.text
    form = await panel.press("Change")
    first = filled_in(form)
    assert first == {"channel": [], "day": ["4"], "moment": "20:00 UTC", "hours": ["3"], "games": list(SCHEMA.games)}
    await form.fill(**EVENING, channel=[house.channel])
    said = f"Sunday 07:45 America/New_York · 2 hours · <#{house.channel.id}> · Pontoon and Five Hundred"
    assert f"Club evening: {said}" in panel.text
    kept = house.app.servers.of(house.guild.id).evening
    assert kept == Weekly(house.channel.id, 6, "07:45", "America/New_York", 2, house.all_but(*EVENING["games"]))
    assert filled_in(await panel.press("Change")) == {
        **EVENING, "channel": [str(house.channel.id)], "moment": "07:45 America/New_York",
    }  # fmt: skip
    await panel.press("Default")
    assert house.app.servers.of(house.guild.id).evening is None


def filled_in(form):
    """What the fields of a form hold at first."""
    fields = [part["component"] for part in form.result.modal["components"]]
    return {
        field["custom_id"]: field["value"]
        if "value" in field
        else [each["value"] for each in field["options"] if each.get("default")]
        if "options" in field
        else [each["id"] for each in field.get("default_values", ())]
        for field in fields
    }


MOMENT = "Type a time on the quarter hour and its time zone, such as 20:15 Europe/Berlin."
QUIET = "can't write in {channel}"


@pytest.mark.parametrize(("moment", "is_quiet", "said"), [("8 pm UTC", False, MOMENT), ("20:00 UTC", True, QUIET)])
async def test_what_is_wrong_in_the_form_is_a_private_sentence(house, boss, moment, is_quiet, said):
    quiet = house.guild.create_text_channel("quiet")
    house.may_write(quiet, False)
    panel = await (await Panel.of(boss)).open("evening")
    channel = quiet if is_quiet else house.channel
    assert (await panel.type(**EVENING | {"moment": moment}, channel=[channel])).said == said.format(
        channel=f"<#{quiet.id}>"
    )
    assert house.app.servers.of(house.guild.id).evening is None


@pytest.mark.parametrize(
    "other",
    [{"channel": "x"}, {"channel": "0"}, {"day": "7"}, {"day": ""}, {"hours": "-1"}, {"hours": "9" * 50}],
)
async def test_a_forged_form_sets_no_evening(house, boss, other):
    filled = EVENING | {"channel": str(house.channel.id), "games": "pontoon"} | other
    answer = await Forged(boss, "settings:f:fill:evening", await boss.opens(), fields=filled).press()
    assert answer.said == "Club evening can't be that"
    assert house.app.servers.of(house.guild.id).evening is None
