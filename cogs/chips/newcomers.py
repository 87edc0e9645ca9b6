"""What somebody reads who may lose only so much to other members for now: when they sit down to play for chips."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.table.parts import lines
from cogs.table.press import Press
from data.ledger.limits import TransferLimits, allowed
from i18n.words import Words


async def tell_newcomer(app: App, press: Press, ante: int = 0) -> None:
    """Tell in private what may still be lost today, if there is a limit, and whether the `ante` is above that.

    The press is answered already.
    """
    guild, person, now = press.table.guild, press.user_id, app.now()
    limits = app.servers.of(guild).transfer_limits
    if not press.table.terms.house.moves_chips or not limits.lost:
        return
    found = await app.store.read(lambda db: allowed(db, guild, [person], limits, now))
    if person in found.among_members:
        left, words = found.among_members[person], press.words
        text = _text(limits, left, words, is_too_new=limits.is_too_new(person, now))
        is_above = words("The ante is more, so no match with other members can start with you.") if ante > left else ""
        await app.unasked.tell(press.interaction, lines(text, is_above))


def _text(limits: TransferLimits, left: int, words: Words, *, is_too_new: bool) -> str:
    about = {"most": limits.lost, "left": left}
    if is_too_new:
        return words.counted(
            "Until your Discord account is {count} days old, your losses to others are limited to {most} a day. "
            "Today you can lose {left} more, and win as much from them.",
            limits.days,
            **about,
        )
    return words.counted(
        "Until you have played {count} rounds for chips here, your losses to others are limited to {most} a day. "
        "Today you can lose {left} more, and win as much from them.",
        limits.rounds,
        **about,
    )
