"""What people read of their daily chips and of relief, by command and beside what they have too few chips for.

The commands are in cogs/chips/cog.py, and cogs/chips/economy.py says what this server gives; data/ledger/allowances.py
pays it, once a day, and counts the streak. The settings are in tables/settings/general.py.
"""

from __future__ import annotations

from cogs.app.replies.components import soon
from cogs.table.parts import lines
from data.ledger.allowances import LONGEST_STREAK, Daily, Relief
from i18n.words import Words


def daily_text(daily: Daily, words: Words) -> str:
    """What was collected, for how many days in a row, and what comes next."""
    when = soon(daily.next_at)
    if not daily.paid:
        first = words.counted("You've already collected today's chips. You have **{count}** chips.", daily.balance)
    elif daily.bonus:
        first = words.counted(
            "You collected **{count}** daily chips ({bonus} of them for your streak) and now have **{balance}**.",
            daily.paid,
            bonus=daily.bonus,
            balance=daily.balance,
        )
    else:
        first = words.counted(
            "You collected **{count}** daily chips and now have **{balance}**.", daily.paid, balance=daily.balance
        )
    return lines(
        first, _streak(daily, words), words("Come back {when} for {chips}.", when=when, chips=daily.next_chips)
    )


def _streak(daily: Daily, words: Words) -> str:
    """How many days in a row there were; the first one is no streak."""
    if daily.days < 2:
        return ""
    if daily.days > LONGEST_STREAK:
        return words.counted("🔥 More than {count} days in a row", LONGEST_STREAK)
    return words.counted("🔥 {count} days in a row", daily.days)


def relief_text(relief: Relief, words: Words) -> str:
    """What was paid, or why nothing was."""
    if relief.paid:
        return words.counted(
            "You got **{count}** relief chips and now have **{balance}**. You can ask again {when}.",
            relief.paid,
            balance=relief.balance,
            when=soon(relief.next_at),
        )
    if not relief.is_broke:
        return words.counted(
            "Relief is for members with fewer than {count} chips. You have {had}, counting chips at tables and what "
            "you gave away in the last 24 hours.",
            relief.below,
            had=relief.had,
        )
    return words("You can't get relief again yet. Ask again {when}.", when=soon(relief.next_at))
