"""The coach: who is told what, when, and by whom else it could be seen."""

from tools.mutants.bug import Bug

INTRODUCED = ("tests/cogs/coach/test_introductions.py",)
PANELS = ("tests/cogs/coach/test_hints_on_panels.py",)
PRACTICE = ("tests/cogs/lobby/test_practice.py",)
GUIDES = ("tests/cogs/coach/test_guides.py",)
REVIEW = ("tests/cogs/five_hundred/test_five_hundred_review.py",)

BUGS = (
    Bug(
        "A review names the choice of a partner a bid",
        "cogs/five_hundred/review.py",
        'return words("Partner") if is_call else words("Bidding")',
        'return words("Bidding")',
        REVIEW,
    ),
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
        "max(COSTLY, CLEARLY * done.behind_error)",
        "CLEARLY * done.behind_error",
        REVIEW,
    ),
    Bug(
        "A review shows a difference that may be chance",
        "cogs/five_hundred/review.py",
        "max(COSTLY, CLEARLY * done.behind_error)",
        "COSTLY",
        REVIEW,
    ),
    Bug(
        "A review blames what is as good as the coach's choice",
        "cogs/five_hundred/review.py",
        "if done is None or done.is_equal:",
        "if done is None:",
        REVIEW,
    ),
    Bug(
        "A hint calls best what its figures can't tell from the next",
        "cogs/five_hundred/advice.py",
        "elif others[0].is_equal:",
        "elif others[0].action == first.action:",
        PANELS,
    ),
    Bug(
        "Against a misère a hint counts tricks",
        "cogs/five_hundred/advice.py",
        "defends=defends) if is_misere else",
        "defends=defends) if is_misere and not defends else",
        PANELS,
    ),
    Bug(
        "In an own misère a hint says how often it catches",
        "cogs/five_hundred/advice.py",
        "contract.seat != table.play.setup.seat_of(user_id)",
        "contract.seat >= 0",
        PANELS,
    ),
    Bug(
        "The clock of a practice match runs while its player is shown around",
        "cogs/coach/introductions.py",
        "if not deal and not choices:",
        "if table is not None and deal:",
        PRACTICE,
    ),
    Bug(
        "Every step of a guided deal stops the match again",
        "cogs/coach/introductions.py",
        "if not deal and not choices:",
        "if True:",
        PRACTICE,
    ),
    Bug(
        "Show me stops a match that isn't for practice",
        "cogs/coach/introductions.py",
        "table.game.name == spec.key and table.terms.house.practice",
        "table.game.name == spec.key",
        PRACTICE,
    ),
    Bug(
        "The way back leads to a match that stays paused",
        "cogs/coach/introductions.py",
        "        if pauses is not None:\n            with suppress(IllegalAction, TableClosed):  # it goes on already",
        "        if pauses is None:\n            with suppress(IllegalAction, TableClosed):  # it goes on already",
        PRACTICE,
    ),
    Bug(
        "Whoever is forgotten in one server is a newcomer in all",
        "cogs/coach/introductions.py",
        "if who[:2] != (guild, user_id)}",
        "if who[1] != user_id}",
        INTRODUCED,
    ),
    Bug(
        "Hints are forgotten in all servers at once",
        "cogs/coach/hints.py",
        "            if table.guild == guild:\n                asked.pop",
        "            if table.guild:\n                asked.pop",
        PANELS,
    ),
)
