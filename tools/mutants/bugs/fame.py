"""Leaderboards and achievements: what is counted, who is told, and what everybody sees."""

from tools.mutants.bug import Bug

RANKING = ("tests/data/test_ranking.py",)
WITH_HOUSE = ("tests/data/test_with_house.py",)
KEPT = ("tests/data/test_achievements.py",)
ACHIEVED = ("tests/tables/test_achieved.py",)
SHOWN = ("tests/cogs/achievements/test_achievements.py",)
BOARDS = ("tests/cogs/chips/test_boards.py",)
SEASON = ("tests/cogs/bank/test_bank_season.py",)

BUGS = (
    Bug(
        "A banker whose cover takes all chips has staked the last one",
        "data/tables/achievements.py",
        "                AND l.why <> '{_COVER}'\n",
        "",
        ACHIEVED,
    ),
    Bug(
        "Nobody is told that a new season has taken their chips",
        "cogs/bank/season.py",
        "view=standings_view(hall, order.starting, shared_words(interaction))",
        "view=standings_view(hall, hall.running is None, shared_words(interaction))",
        SEASON,
    ),
    Bug(
        "The rounds of last week count in this week too",
        "data/tables/results.py",
        "week_rounds = CASE WHEN excluded.week > records.week THEN 0 ELSE records.week_rounds END",
        "week_rounds = records.week_rounds",
        RANKING,
    ),
    Bug(
        "A round after a clock was set back counts in a week that is over",
        "data/tables/results.py",
        "CASE WHEN excluded.week >= records.week THEN ?4 ELSE 0 END",
        "?4",
        RANKING,
    ),
    Bug(
        "A week begins on Thursday",
        "data/tables/results.py",
        "datetime(1969, 12, 29, tzinfo=UTC)",
        "datetime(1970, 1, 1, tzinfo=UTC)",
        RANKING,
    ),
    Bug(
        "Rounds with house players count on the board of a game",
        "data/ledger/ranking.py",
        "r.game = :game AND r.with_house = 0",
        "r.game = :game",
        WITH_HOUSE,
    ),
    Bug(
        "Rounds with house players count among the hundred",
        "data/tables/achievements.py",
        "WHERE r.account = x.account AND r.with_house = 0)",
        "WHERE r.account = x.account)",
        WITH_HOUSE,
    ),
    Bug(
        "A win counts as one with the last chips whatever was left",
        "data/tables/achievements.py",
        "AND l.payer_after = 0\n",
        "AND l.payer_after >= 0\n",
        KEPT,
    ),
    Bug(
        "Last chips that were taken back before the cards count",
        "data/tables/achievements.py",
        "AND b.at < r.started_at",
        "AND b.at < 0",
        KEPT,
    ),
    Bug(
        "Chips for somebody whose own are at a table count as help",
        "data/ledger/gifts.py",
        " and not at_tables(db, gift.guild, gift.receiver)",
        "",
        KEPT,
    ),
    Bug(
        "Four winning hands and a tie are a clean sweep",
        "tables/pok_deng/achievements.py",
        "if won == PLAYERS",
        "if won >= PLAYERS - 1",
        ACHIEVED,
    ),
    Bug(
        "A side that is ahead makes its slam from behind",
        "tables/five_hundred/achievements.py",
        "            if behind > 0:\n",
        "            if behind > -50:\n",
        ACHIEVED,
    ),
    Bug(
        "Anybody can show what they have not earned",
        "cogs/achievements/cog.py",
        "        row = next((row for row in await self._rows(interaction) if row.key == key), None)\n",
        "        row = Achieved(key, self._app.now(), None, None, None, is_new=False)\n",
        SHOWN,
    ),
    Bug(
        "An achievement is told again at every press",
        "cogs/achievements/notices.py",
        "            await self._achievements.see(*who, new)\n",
        "            self._waiting.add(who)\n",
        SHOWN,
    ),
    Bug(
        "Others turn the leaderboard of whoever asked for it",
        "cogs/chips/top.py",
        '        if is_private(interaction) or int(match["asker"]) == interaction.user.id:\n',
        "        if True:\n",
        BOARDS,
    ),
    Bug(
        "Something is achieved beside house players",
        "tables/change.py",
        "achieved(state.terms, draft.lobby, play.setup, play.round) if is_among_members else {}",
        "achieved(state.terms, draft.lobby, play.setup, play.round)",
        ("tests/tables/test_achieved.py",),
    ),
)
