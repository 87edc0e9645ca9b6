"""The settings of a server about those who manage it. Whoever has no more than the role can't change them."""

from __future__ import annotations

from games.core import Phrase
from tables.settings.kinds import Channel, Role, Setting

LOG_CHANNEL = Channel(
    key="log_channel",
    title=Phrase("Log channel"),
    meaning=Phrase(
        "Where the bot posts every changed setting, chips that managers give or take, and tables that anyone but their"
        " host closes."
    ),
    default=0,
    guarded=True,
)

MANAGERS: tuple[Setting, ...] = (
    Role(
        key="manager_role",
        title=Phrase("Role of managers"),
        meaning=Phrase(
            "Members with this role may do all that the bot lets members with Manage Server do, except change the"
            " settings of this group."
        ),
        effect=Phrase("They see /bank once you allow it for the role in Discord: Server Settings, Integrations."),
        default=0,
        guarded=True,
    ),
    LOG_CHANNEL,
)
