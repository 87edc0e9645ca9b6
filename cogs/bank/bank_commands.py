"""`/bank`: what managers of a server do to its chips by hand, each time with a reason, and the server's books."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date
from re import ASCII, fullmatch

import discord
from discord import app_commands
from discord.ext import commands

from cogs.app.bot import App
from cogs.app.replies.errors import report
from cogs.app.replies.permissions import Reason, clean, on_one_line, verify_manages
from cogs.app.replies.readers import own_words
from cogs.bank import panel, reset, season
from cogs.bank.panel import AUDIT
from cogs.bank.reset import ANSWERS as RESETS
from cogs.bank.season import ANSWERS as SEASONS
from cogs.chips.me import at_tables_texts
from cogs.server_log import entries
from cogs.table.parts import lines
from data.ledger.audit import Filter
from data.ledger.bank import BalanceChange, BankOrder
from data.ledger.ledger import InsufficientChips
from data.people import Person
from games.core import Counted, IllegalAction
from tables.settings.amounts import is_all, verify_range, whole_number

MOST = 1_000_000_000
"""The most chips in one order."""


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class BankCog(commands.GroupCog, group_name="bank", group_description="Chips"):
    """Discord shows these commands to members with Manage Server, and to those whom a server allows them.

    Anybody who is no manager is refused here.
    """

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app

    async def interaction_check(self, interaction: discord.Interaction, /) -> bool:
        """Refuse everyone but managers."""
        verify_manages(interaction)
        return True

    @app_commands.command(name="change", description="Give a member chips from the house, or take some")
    @app_commands.describe(
        member="Whose balance",
        amount="Chips: 250 or 10k gives them, -250 or -all takes them",
        reason="Reason (kept in the ledger and shown to the member)",
    )
    async def change(
        self, interaction: discord.Interaction[App], member: discord.User, amount: str, reason: Reason
    ) -> None:
        """Pay from the house, or pay the house. Chips at tables are out of reach."""
        _verify_plays(member)
        bank, amount = self._app.bank, own_words(interaction).typed(amount).strip()
        takes, unsigned = amount.startswith(("-", "−")), amount[1:] if amount[:1] in "+-−" else amount
        if not takes:
            chips = verify_range(whole_number(unsigned), 1, MOST)
            await self._change(interaction, member, reason, lambda order: bank.give(order, member.id, chips))
            return
        taken = None if is_all(unsigned) else verify_range(whole_number(unsigned), 1, MOST)

        async def take(order: BankOrder) -> BalanceChange:
            try:
                return await bank.take(order, member.id, taken)
            except InsufficientChips as error:
                raise IllegalAction.saying(
                    Counted("{person} only has {count} chips.", error.balance, person=Person(member.id))
                ) from error

        await self._change(interaction, member, reason, take)

    @app_commands.command(name="set", description="Set a member's balance")
    @app_commands.describe(
        member="Whose balance",
        amount="Chips, such as 0 or 5k",
        reason="Reason (kept in the ledger and shown to the member)",
    )
    async def set(
        self, interaction: discord.Interaction[App], member: discord.User, amount: str, reason: Reason
    ) -> None:
        """Pay the difference, whichever way."""
        _verify_plays(member)
        chips = verify_range(whole_number(own_words(interaction).typed(amount)), 0, MOST)
        bank = self._app.bank
        await self._change(interaction, member, reason, lambda order: bank.set(order, member.id, chips))

    @app_commands.command(name="reset", description="Reset a member or the whole server (asks first)")
    @app_commands.describe(
        reason=("Reason (kept in the ledger and shown to the member)"), member="Who (default: everyone)"
    )
    async def reset(
        self, interaction: discord.Interaction[App], reason: Reason, member: discord.User | None = None
    ) -> None:
        """Say what it would touch, and ask."""
        if member is not None:
            _verify_plays(member)
        await reset.ask(interaction, None if member is None else member.id, clean(reason))

    @app_commands.command(
        name="season", description="Start a season: record the ten best, then reset everyone (asks first)"
    )
    @app_commands.describe(name="Season name")
    async def season(
        self, interaction: discord.Interaction[App], name: app_commands.Range[str, 1, season.LONGEST_NAME]
    ) -> None:
        """Say what it would touch, and ask."""
        await season.ask(interaction, on_one_line(name))

    @app_commands.command(
        name="audit", description="Check where this server's chips are and, with a reason, whose they were"
    )
    @app_commands.rename(first="from", last="to")
    @app_commands.describe(
        reason="Reason for looking at people's chips (kept with your name); without it you see only sums",
        member="Only this member's rows",
        other="With a member: what the two gained from each other, day by day",
        table="Only the table with this number",
        first="The first day, such as 2026-01-31",
        last="The last day, such as 2026-02-28",
    )
    async def audit(
        self,
        interaction: discord.Interaction[App],
        reason: Reason | None = None,
        member: discord.User | None = None,
        other: discord.User | None = None,
        table: int | None = None,
        first: str | None = None,
        last: str | None = None,
    ) -> None:
        """Show the sums; with a reason the ledger, newest first, or what two members had from each other."""
        if reason is None:
            if any(each is not None for each in (member, other, table, first, last)):
                raise IllegalAction("Give a reason to see whose chips moved. Without one there are only sums.")
            await panel.show_books(interaction)
            return
        if other is not None:
            if member is None or member.id == other.id:
                raise IllegalAction("Choose two members to see what they gained from each other.")
            await panel.show_between(interaction, (member.id, other.id), clean(reason))
            return
        since, until = _day(first), _day(last)
        if since is not None and until is not None and since > until:
            raise IllegalAction("The first day, {first}, is after the last, {last}.", first=str(since), last=str(until))
        user_id = None if member is None else member.id
        which = Filter(interaction.guild_id or 0, user_id, table, since, until)
        await panel.show(interaction, which, clean(reason))

    async def _change(
        self,
        interaction: discord.Interaction[App],
        member: discord.User,
        reason: str,
        carry_out: Callable[[BankOrder], Awaitable[BalanceChange]],
    ) -> None:
        """Carry out a change to the balance of `member`, let the server's log say so, and tell what it is now."""
        order = reset.ordered(interaction, f"bank:{interaction.id}", clean(reason))
        await interaction.response.defer(ephemeral=True, thinking=True)
        change = await carry_out(order)
        if change.before != change.after:
            self._app.server_log.note(order.guild, entries.balance_changed(order, member.id, change))
        words, person = own_words(interaction), Person(member.id)
        held = await self._app.economy.chips.at_tables(interaction.guild_id or 0, member.id)
        text = (
            f"{words.counted('{person} has **{count}** chips.', change.before, person=person)} "
            f"{words('Nothing has changed.')}"
            if change.before == change.after
            else words.counted(
                "{person} now has **{count}** chips ({change}, was {before}).",
                change.after,
                person=person,
                change=words.signed(change.after - change.before),
                before=change.before,
            )
        )
        await report(interaction, lines(text, *at_tables_texts(held, words)))


def _verify_plays(member: discord.User) -> None:
    if member.bot:
        raise IllegalAction("{person} is a bot, and bots have no chips.", person=Person(member.id))


def _day(text: str | None) -> date | None:
    """The day that `text` names as YYYY-MM-DD. Raises IllegalAction when it names none."""
    if text is None:
        return None
    try:
        if fullmatch(r"\d{4}-\d\d-\d\d", text.strip(), ASCII):
            return date.fromisoformat(text.strip())
    except ValueError:  # the 30th of February, say
        pass
    raise IllegalAction("Write a day as year, month and day, such as {example}.", example="2026-01-31")


async def setup(app: App) -> None:
    """Add the commands, and the buttons of panels that are still open."""
    app.router.register(RESETS, SEASONS, AUDIT)
    await app.add_cog(BankCog(app))
