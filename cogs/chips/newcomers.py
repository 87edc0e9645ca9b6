"""What somebody reads who may lose only so much to other members for now: when they sit down to play for chips."""

from __future__ import annotations

from cogs.app.bot import App
from cogs.app.replies.errors import sentence
from cogs.table.parts import lines
from cogs.table.press import Press
from data.ledger.limits import newcomer


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
        await app.unasked.tell(
            press.interaction, lines(*(sentence(each, press.words, press.user_id) or "" for each in told))
        )
