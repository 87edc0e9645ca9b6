"""The coach: who is told what, when, and by whom else it could be seen."""

from mutants.bug import Bug

INTRODUCED = ("tests/cogs/coach/test_introductions.py",)
PANELS = ("tests/cogs/coach/test_hints_on_panels.py",)
GUIDES = ("tests/cogs/coach/test_guides.py",)
REVIEW = ("tests/cogs/five_hundred/test_five_hundred_review.py",)

BUGS = (
    Bug(
        "A game is introduced again after a restart",
        "data/guild/introductions.py",
        "return await self._store.write(lambda db: db.execute(_MEET, (*mine, seconds(now))).rowcount == 1, guild)",
        "return now is not None",
        INTRODUCED,
    ),
    Bug(
        "A game is introduced to whoever only looks on",
        "cogs/coach/introductions.py",
        "if table is not None and _takes_part(table, interaction.user.id):",
        "if table is not None:",
        INTRODUCED,
    ),
    Bug(
        "A guided deal takes a choice that is not offered",
        "cogs/five_hundred/guide.py",
        "        if number >= len(offered := self._offered):\n            raise no_such_choice()\n",
        "        offered = self._offered\n",
        GUIDES,
    ),
    Bug(
        "A hint stays on the panel when the question is over",
        "cogs/coach/hints.py",
        "return asked if asked is not None and asked.question_id == table.question_id_of(user_id) else None",
        "return asked",
        PANELS,
    ),
    Bug(
        "A match with an ante has hints",
        "cogs/coach/hints.py",
        'return table.terms.house.practice or not getattr(table.terms.options, "ante", 0)',
        "return True",
        PANELS,
    ),
    Bug(
        "A review is about everybody's decisions",
        "cogs/five_hundred/review.py",
        "if who == seat and _is_weighed(deal, seat, action):",
        "if _is_weighed(deal, seat, action):",
        REVIEW,
    ),
    Bug(
        "A review shows what cost less than ten points",
        "cogs/five_hundred/review.py",
        "each.done.behind >= COSTLY",
        "each.done.behind > 0",
        REVIEW,
    ),
)
