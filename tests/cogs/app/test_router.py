"""Every address in a message or form of an earlier version leads where it led."""

import re

import pytest

from cogs.app.router import shown_on

TABLE = (
    r"(?P<table>[0-9]{1,18}):(?P<asked>[0-9]{1,9}\.(?:b|[0-9]{1,6}(?:\.[0-9]{1,6})?)):(?P<verb>[a-z]+)"
    r"(?::(?P<argument>[A-Za-z0-9 -]*))?"
)
SETTING = r"(?P<verb>[a-z]{1,10}):(?P<key>[a-z0-9_.]{1,60})"
BEFORE = {
    "b:" + TABLE: ["b:7:1.b:sit", "b:7:12.3:move:hit", "b:7:12.3.40:move:put 4H 5H JO", "b:999:3.b:put:-5"],
    "s:" + TABLE: ["s:7:1.b:spots", "s:7:12.3.40:tricks"],
    r"r:(?P<game>[a-z_]{1,30}):(?P<table>[0-9]{1,18}):(?P<page>[0-9]{1,2})": ["r:pok_deng:0:2", "r:blackjack:41:10"],
    r"history:(?P<way>newer|older):(?P<row>[0-9]{1,18})": ["history:newer:0", "history:older:123456789"],
    r"gift:(?P<verb>go|back):(?P<key>[0-9]{1,20}):(?P<receiver>[0-9]{1,20}):(?P<amount>[0-9]{1,10})"
    r":(?P<tax>[0-9]{1,10})": [
        "gift:go:1099511627776:1000000000000000001:250:25",
        "gift:back:1:2:3:0",
    ],
    r"reset:(?P<verb>go|back):(?P<user>[0-9]{1,20}):(?P<key>[0-9]{1,20})": [
        "reset:go:0:1099511627776",
        "reset:back:5:6",
    ],
    r"audit:(?P<verb>newer|older|csv|books):(?P<row>[0-9]{1,18}):(?P<user>[0-9]{1,20}):(?P<table>[0-9]{1,18})"
    r":(?P<first>[0-9]{1,7}):(?P<last>[0-9]{1,7})": [
        "audit:newer:12:0:0:0:0",
        "audit:older:12:1000000000000000001:7:738000:738001",
        "audit:csv:0:0:0:0:0",
        "audit:books:0:0:0:0:0",
    ],
    r"mydata:(?P<verb>delete|keep)": ["mydata:delete", "mydata:keep"],
    "settings:b:" + SETTING: ["settings:b:on:mentions", "settings:b:default:blackjack.decks"],
    "settings:s:" + SETTING: ["settings:s:look:groups", "settings:s:pick:five_hundred"],
    "settings:c:" + SETTING: ["settings:c:channels:channels"],
    "settings:r:" + SETTING: ["settings:r:role:opener_role"],
}
"""For buttons and selects: the templates from before there was a router, and addresses that match them."""
FORMS_BEFORE = {
    "f:" + TABLE: ["f:7:1.b:bet", "f:7:1.b:bet:0 m1 p2"],
    "settings:f:" + SETTING: ["settings:f:fill:starting_chips"],
}
STRANGERS = [
    "", "b", "b:", "b:7", "b:7:1.b", "b:7:1.b:Sit", "b:7:1.b:move:é", "x:7:1.b:sit", "b:7:1.b:sit\n",
    "history:sideways:0", "history:older:", "mydata:delete:1", "settings:x:on:mentions", "settings:b:on", "tables",
]  # fmt: skip


@pytest.mark.parametrize(("templates", "is_form"), [(BEFORE, False), (FORMS_BEFORE, True)], ids=["controls", "forms"])
async def test_an_address_of_the_previous_version_leads_where_it_led(house, templates, is_form):
    for template, addresses in templates.items():
        for address in addresses:
            _, match = house.app.router.find(address, is_form=is_form)
            assert match.groupdict() == re.fullmatch(template, address).groupdict()
            assert house.app.router.find(address, is_form=not is_form) is None


async def test_any_other_address_leads_nowhere(house):
    for address in STRANGERS:
        assert house.app.router.find(address) is None
        assert house.app.router.find(address, is_form=True) is None


async def test_every_table_has_a_route_for_everything_it_draws(house, ana):
    await ana.opens()
    assert house.dead_ends() == []
    more = house.app.presses.common.pop("more")
    assert [address.split(":")[-1] for address in house.dead_ends()] == ["more"]
    house.app.presses.common["more"] = more


async def test_nothing_is_left_to_discord_py(house):
    assert house.app._connection._view_store._dynamic_items == {}


async def test_discord_py_makes_nothing_of_what_the_message_around_a_button_shows(house, ana):
    came = []

    async def look(interaction):
        came.append(interaction)

    table = await ana.opens()
    house.app.add_listener(look, "on_interaction")
    await ana.press("More…", table)
    (press,) = came
    assert press.message.id == table.message.id
    assert press.message.components == []
    assert not hasattr(press.message, "author")
    assert {"Sit", "More…"} <= {part.get("label") for part in shown_on(press)}
