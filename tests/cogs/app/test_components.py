"""Messages are built as their own JSON: just what discord.py's objects would send, and discord.py keeps none of it."""

import discord
import pytest
from discord import ButtonStyle, ui

from cogs.app.replies import components
from cogs.app.replies.components import Buttons, Layout

WON = "<:won_flush_v1:123456789012345678>"
KINDS = [discord.ChannelType.text, discord.ChannelType.forum]


def numbered(item):
    """What an object of discord.py sends, but with an emoji's id as Discord describes it: as text."""
    made = item.to_component_dict()
    if "emoji" in made and made["emoji"]["id"] is not None:
        made["emoji"]["id"] = str(made["emoji"]["id"])
    return made


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (components.text("**Dealer**"), ui.TextDisplay("**Dealer**")),
        (components.text("because", 7), ui.TextDisplay("because", id=7)),
        (components.separator(), ui.Separator()),
        (components.button("b:1", "Hit"), ui.Button(label="Hit", custom_id="b:1")),
        (
            components.button("b:1", "Leave", ButtonStyle.danger),
            ui.Button(label="Leave", style=ButtonStyle.danger, custom_id="b:1"),
        ),
        (
            components.button("b:1", None, ButtonStyle.success, emoji=components.emoji(WON)),
            ui.Button(emoji=WON, style=ButtonStyle.success, custom_id="b:1"),
        ),
        (
            components.select(
                "s:1", [components.option("One", "1"), components.option("Two", "2", is_chosen=True)], "Which?", 2
            ),
            ui.Select(
                custom_id="s:1",
                options=[
                    discord.SelectOption(label="One", value="1"),
                    discord.SelectOption(label="Two", value="2", default=True),
                ],
                placeholder="Which?",
                max_values=2,
            ),
        ),
        (
            components.channel_select("c:1", KINDS, "Where?", 25),
            ui.ChannelSelect(custom_id="c:1", channel_types=KINDS, placeholder="Where?", max_values=25),
        ),
        (components.role_select("r:1", "Who?"), ui.RoleSelect(custom_id="r:1", placeholder="Who?")),
        (
            components.row(components.button("b:1", "Hit"), components.button("b:2", "Stand")),
            ui.ActionRow(ui.Button(label="Hit", custom_id="b:1"), ui.Button(label="Stand", custom_id="b:2")),
        ),
        (
            components.container(0x2E8B57, [components.text("a"), components.separator(), components.text("b")]),
            ui.Container(ui.TextDisplay("a"), ui.Separator(), ui.TextDisplay("b"), accent_colour=0x2E8B57),
        ),
        (components.container(None, [components.text("a")]), ui.Container(ui.TextDisplay("a"))),
    ],
    ids=lambda made: "" if isinstance(made, dict) else type(made).__name__,
)
def test_a_component_is_what_discord_py_would_have_sent(ours, theirs):
    assert ours == numbered(theirs)


def test_no_emoji_is_made_of_other_text_and_a_label_that_is_too_long_in_another_language_is_cut():
    assert components.emoji("A♠") is None
    assert components.emoji(WON) == {"id": "123456789012345678", "name": "won_flush_v1"}
    assert components.button("b:1", "x" * 100)["label"] == "x" * 80


def test_a_message_is_sent_as_a_view_of_discord_py_would_be():
    theirs = ui.View(timeout=None)
    theirs.add_item(ui.Button(label="Give 10", custom_id="gift:1"))
    ours = Buttons(components.button("gift:1", "Give 10"))
    assert (ours.to_components(), ours.has_components_v2()) == (theirs.to_components(), theirs.has_components_v2())
    theirs = ui.LayoutView()
    theirs.add_item(ui.Container(ui.TextDisplay("four"), ui.TextDisplay("cards")))
    ours = Layout(components.container(None, [components.text("four"), components.text("cards")]))
    assert (ours.to_components(), ours.has_components_v2()) == (theirs.to_components(), theirs.has_components_v2())
    assert ours.content_length() == theirs.content_length() == 9


@pytest.mark.parametrize("view", [Layout, Buttons])
async def test_discord_py_keeps_nothing_of_a_message(view):
    sent = view(components.button("b:1", "Hit"))
    assert sent.is_finished()
    assert not sent.is_dispatchable()
    assert sent.children == []
