"""`/chips give`: from one member to another, within what the server allows.

Two gifts need a confirmation first: a taxed one, so that the tax is known before anything moves, and the same gift
within a minute, because the giver may have missed that the first one was made. The question's button carries what was
agreed to, and the command's number as the key under which the gift is made once.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import timedelta

import discord

from cogs.app.bot import App
from cogs.app.replies.components import Buttons
from cogs.app.replies.errors import report, sentence
from cogs.app.replies.readers import own_words, shared_words
from cogs.app.replies.requests import is_private, tried
from cogs.app.router import Route
from cogs.table.parts import lines
from cogs.table.press import Press
from data.ledger.gifts import Gift
from data.ledger.limits import newcomer
from data.people import Person
from games.core import IllegalAction
from tables.settings.amounts import parse_share
from tables.settings.servers import ServerSettings

log = logging.getLogger(__name__)

SAME_AGAIN = timedelta(minutes=1)
MOST = 1_000_000_000
"""The most chips in one gift."""


@dataclass(frozen=True, slots=True)
class GiftPlan:
    """`amount` chips for the Discord id `receiver`, of which `tax` go to the house; `key` is the command's number."""

    key: int
    receiver: int
    amount: int
    tax: int

    def __str__(self) -> str:
        return f"{self.key}:{self.receiver}:{self.amount}:{self.tax}"

    @property
    def kept(self) -> int:
        """What the receiver gets."""
        return self.amount - self.tax


async def _answer(interaction: discord.Interaction[App], match: re.Match[str]) -> None:
    """Make the gift, and announce it where everybody sees it; the question itself loses its buttons."""
    words = own_words(interaction)
    plan = GiftPlan(*(int(match[name]) for name in ("key", "receiver", "amount", "tax")))
    if is_private(interaction) and match["verb"] == "back":
        await interaction.response.edit_message(content=words("Nothing has changed."), view=None)
        return
    settings = interaction.client.servers.of(interaction.guild_id or 0)
    if not is_private(interaction) or plan.tax != _tax(settings, plan.amount):
        raise IllegalAction("Run the command again.")
    await interaction.response.defer()
    await _give(interaction, settings, plan)


ANSWERS = Route(
    "gift",
    r"(?P<verb>go|back):(?P<key>[0-9]{1,20}):(?P<receiver>[0-9]{1,20}):(?P<amount>[0-9]{1,10}):(?P<tax>[0-9]{1,10})",
    _answer,
    "/chips give",
)
"""Agreeing to a gift, or not."""


async def give(interaction: discord.Interaction[App], member: discord.User | discord.Member, amount: str) -> None:
    """Give `amount`, as somebody typed it, to `member`; a taxed gift is confirmed first.

    Raises:
        IllegalAction: The amount isn't valid, or this member can't get chips.
        TransferRefused: The server doesn't allow it.
        InsufficientChips: The giver has less.
    """
    app, words = interaction.client, own_words(interaction)
    guild = interaction.guild_id or 0
    settings = app.servers.of(guild)
    if member.bot:
        raise IllegalAction("{person} is a bot, and bots have no chips.", person=Person(member.id))
    if not isinstance(member, discord.Member):
        raise IllegalAction("{person} isn't in this server.", person=Person(member.id))
    if member.id == interaction.user.id:
        raise IllegalAction("You can't give chips to yourself. Choose someone else.")
    settings.transfer_limits.verify_people(interaction.user.id, member.id, app.now())
    chips = parse_share(words.typed(amount), whole=await app.economy.balance(guild, interaction.user.id), maximum=MOST)
    plan = GiftPlan(interaction.id, member.id, chips, _tax(settings, chips))
    _verify_leaves_something(plan)
    is_again = await app.gifts.was_given(_gift(interaction, settings, plan), app.now() - SAME_AGAIN)
    if not plan.tax and not is_again:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await _give(interaction, settings, plan)
        return
    again = words(
        "You gave {person} {chips} a moment ago. Give another {chips}?", person=Person(member.id), chips=plan.amount
    )
    view = Buttons(
        ANSWERS.button(f"go:{plan}", words("Give {chips}", chips=plan.amount), discord.ButtonStyle.primary),
        ANSWERS.button(f"back:{plan}", words("Back")),
    )
    tax = words.counted(
        "{person} gets {kept} of your {count} chips; the house takes a {percent}% tax ({tax}).",
        plan.amount,
        tax=plan.tax,
        percent=settings.gifts,
        person=Person(plan.receiver),
        kept=plan.kept,
    )
    text = lines(again if is_again else "", tax if plan.tax else "")
    await interaction.response.send_message(text, view=view, ephemeral=True)


def _tax(settings: ServerSettings, amount: int) -> int:
    """The tax on a gift, rounded up."""
    return -(-amount * settings.gifts // 100) if settings.allows_gifts else 0


def _verify_leaves_something(plan: GiftPlan) -> None:
    if plan.kept < 1:
        raise IllegalAction("The tax would take all of that. Give more chips.")


def _gift(interaction: discord.Interaction[App], settings: ServerSettings, plan: GiftPlan) -> Gift:
    return Gift(
        key=f"gift:{plan.key}",
        guild=interaction.guild_id or 0,
        giver=interaction.user.id,
        receiver=plan.receiver,
        amount=plan.amount,
        tax=plan.tax,
        limits=settings.transfer_limits,
        starting=settings.starting_chips,
    )


async def _give(interaction: discord.Interaction[App], settings: ServerSettings, plan: GiftPlan) -> None:
    """Move the chips, then tell everybody; the press or command is already acknowledged. Raises TransferRefused."""
    _verify_leaves_something(plan)
    app = interaction.client
    left = await app.gifts.give(_gift(interaction, settings, plan), app.now())
    words, about = own_words(interaction), {"person": Person(plan.receiver), "left": left}
    await report(
        interaction, words.counted("You gave {person} {count} chips. You have **{left}** left.", plan.kept, **about)
    )
    sides = {"giver": Person(interaction.user.id), "receiver": Person(plan.receiver)}
    told = shared_words(interaction).counted("{giver} gave {receiver} **{count}** chips.", plan.kept, **sides)
    await tried(interaction.followup.send(told), "a gift could not be told to everybody")


async def tell_newcomer(app: App, press: Press) -> None:
    """Tell in private why somebody may not give chips yet, and what they may still lose today, if there is a limit.

    The press is answered already.
    """
    guild, person, now = press.table.guild, press.user_id, app.now()
    limits = app.servers.of(guild).transfer_limits
    if not press.table.terms.mode.uses_chips or not limits.among_members:
        return
    if found := await app.store.read(lambda db: newcomer(db, guild, person, limits, now)):
        told = [each for each in found if limits.gifts or each is found[1]]
        await app.notices.tell(
            press.interaction, lines(*(sentence(each, press.words, press.user_id) or "" for each in told))
        )
