"""What the bot's owner announces, as a line below the name of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from discord.utils import escape_markdown, escape_mentions

from cogs.app.replies.components import Component, Layout
from cogs.table.parts import fits, small
from data.guild.announcement import Announcement
from tables.table import Table

HEADING = "### "


def announced(view: Layout, table: Table, announcement: Announcement | None) -> Layout:
    """`view` with the announcement, unless there is none or no room for it. A closed table would show it for ever."""
    if announcement is None or table.is_closed:
        return view
    shown = Layout(*_with(view.to_components(), line(announcement)))
    return shown if fits(shown) else view


def line(announcement: Announcement) -> str:
    """The text as it is shown: what somebody typed is no Markdown, and mentions nobody."""
    return small(f"📣 {escape_mentions(escape_markdown(announcement.text))}")


def _with(components: Sequence[Component], line: str) -> list[Component]:
    """These components with `line` below the first heading in them."""
    changed = list(components)
    for index, component in enumerate(changed):
        content, within = component.get("content"), component.get("components")
        if isinstance(content, str) and content.startswith(HEADING):
            heading, *rest = content.split("\n")
            changed[index] = component | {"content": "\n".join([heading, line, *rest])}
            return changed
        if isinstance(within, list) and (inner := _with(cast("list[Component]", within), line)) != within:
            changed[index] = component | {"components": inner}
            return changed
    return changed
