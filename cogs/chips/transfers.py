"""Who may pay whom in a server, by its settings and the age of accounts; data/ledger/gifts.py knows the rest."""

from __future__ import annotations

from datetime import datetime, timedelta

import discord

from games.core import Counted, IllegalAction
from guild_settings.servers import ServerSettings, Transfers
from i18n.words import Person


def verify_transfer(settings: ServerSettings, giver: int, receiver: int, now: datetime) -> None:
    """Raise IllegalAction unless the Discord id `giver` may give `receiver` chips, apart from limits on amounts."""
    if settings.transfers is Transfers.OFF:
        raise IllegalAction("Gifts are off in this server.")
    youngest = now - timedelta(days=settings.transfer_account_days)
    for user_id in (giver, receiver):
        if settings.transfer_account_days and discord.utils.snowflake_time(user_id) > youngest:
            raise IllegalAction.saying(
                Counted(
                    "Only Discord accounts at least {count} day old can give or get chips here. That of {person} is "
                    "newer.",
                    "Only Discord accounts at least {count} days old can give or get chips here. That of {person} is "
                    "newer.",
                    settings.transfer_account_days,
                    person=Person(user_id),
                )
            )
