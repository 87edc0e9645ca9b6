"""The lines of a server's log channel: who changed, gave, took, removed or closed what, and why.

Each is written when it is posted, in the language of the server; what it says is that of the moment it happened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from discord.utils import escape_markdown

from cogs.table.parts import small, why_closed
from data.guild.settings import SettingChange
from data.ledger.bank import BalanceChange, BankOrder, Reset
from data.people import Person
from i18n.words import Words
from tables.lobby import ClosedBy
from tables.settings.kinds import Setting
from tables.settings.schema import Group
from tables.settings.upgrade import Difference
from tables.table import Table

Entry: TypeAlias = Callable[[Words], str]
"""Writes a line."""


def changed(change: SettingChange, setting: Setting, group: Group) -> Entry:
    """Somebody changed a setting."""

    def write(words: Words) -> str:
        return words(
            "{person} changed **{group} · {setting}** from {before} to {after}.",
            person=Person(change.actor_id),
            group=group.title,
            setting=setting.title,
            before=setting.briefly(setting.saved(change.before), words),
            after=setting.briefly(setting.saved(change.after), words),
        )

    return write


def no_longer_exists(name: str) -> Entry:
    """An update of the bot took away a setting, of this key, that the server had set."""
    return lambda words: words("The bot was updated: the setting {setting} no longer exists.", setting=f"`{name}`")


def upgraded(difference: Difference) -> Entry:
    """An update of the bot changed a setting that the server hasn't set, or brought a new one."""
    setting, before = difference.setting, difference.before

    def write(words: Words) -> str:
        about = {
            "group": difference.group.title,
            "setting": setting.title,
            "after": setting.briefly(difference.after, words),
        }
        if before is None:
            return words("The bot was updated: **{group} · {setting}** is new, and {after} here.", **about)
        return words(
            "The bot was updated: **{group} · {setting}**, which this server hasn't set, changed from {before} to"
            " {after}.",
            before=setting.briefly(before[0], words),
            **about,
        )

    return write


def left_out(words: Words) -> str:
    """More happened than is worth reading."""
    return small(words("More happened than fits here. /bank audit has everything about chips and settings."))


# Chips


def balance_changed(order: BankOrder, member: int, change: BalanceChange) -> Entry:
    """A manager gave a member chips of the house, took some, or set the balance."""
    return lambda words: words(
        "{person} changed the chips of {member} from {before} to {after}: {reason}",
        person=Person(order.actor_id),
        member=Person(member),
        before=change.before,
        after=change.after,
        reason=escape_markdown(order.reason),
    )


def was_reset(order: BankOrder, member: int | None, done: Reset) -> Entry:
    """A manager reset one member, or everyone when `member` is None."""
    about = {"person": Person(order.actor_id), "reason": escape_markdown(order.reason)}
    if member is not None:
        return lambda words: words.counted(
            "{person} reset {member} to {count} chips: {reason}", order.starting, member=Person(member), **about
        )
    return lambda words: words.counted(
        "{person} reset everyone to {count} chips (balances changed: {balances}): {reason}",
        order.starting,
        balances=done.members,
        **about,
    )


def season_began(order: BankOrder, name: str) -> Entry:
    """A manager started a season."""
    return lambda words: words.counted(
        "{person} started the season **{name}**; everyone has {count} chips.",
        order.starting,
        person=Person(order.actor_id),
        name=escape_markdown(name),
    )


# Tables


def removed(table: Table, member: int, actor_id: int) -> Entry:
    """A manager freed a member's seat."""
    about = {"person": Person(actor_id), "member": Person(member), **_place(table)}
    return lambda words: words("{person} removed {member} from {game} table {table} in {channel}.", **about)


def closed(table: Table, actor_id: int | None, reason: str | None) -> Entry | None:
    """A table has closed, or will after its round; None where that is no business of managers.

    Hosts close their own tables, and a private table that nobody else closes is its host's alone.
    """
    about = {"person": Person(actor_id or 0), "reason": escape_markdown(reason or ""), **_place(table)}
    match table.lobby.closed_by:
        case ClosedBy.MANAGER if table.is_closed:
            return lambda words: words("{person} closed {game} table {table} in {channel}.", **about)
        case ClosedBy.MANAGER:
            return lambda words: words(
                "{person} closes {game} table {table} in {channel} after the round in play.", **about
            )
        case ClosedBy.VOID if reason is None:
            return lambda words: words("{person} voided the round at {game} table {table} in {channel}.", **about)
        case ClosedBy.VOID:
            return lambda words: words("{person} voided {game} match {table} in {channel}: {reason}", **about)
        case ClosedBy.IDLE | ClosedBy.SWITCHED_OFF | ClosedBy.CHANNEL as by if not table.terms.mode.private:
            return lambda words: " ".join(
                (words("{game} table {table} in {channel} closes.", **about), why_closed(by, words))
            )
        case _:
            return None


def _place(table: Table) -> dict[str, object]:
    return {"game": table.game.title, "table": str(table.id), "channel": f"<#{table.channel}>"}
