"""A small server whose database has values in every column, with the oddest texts and numbers that a row can hold.

Ann's id stands wherever one may stand, but in `erasures`. Rows of processes, receipts and `curves` it has none.
"""

from small_bank import Purses, bets, pays, step
from small_match import three_matches
from small_server import ANN, BLACKJACK, BOB, GUILD, HOUSE, NOON, OTHER_GUILD

from data.ledger.ledger import Account
from data.store.store import Store
from data.tables.results import RoundResult
from data.tables.saved import MadeBy
from data.tables.tables import MoveRow, RoundStart, Tables

ODD = "a\tb\nc\\n\\.\r 'd' \"e\" \\x00 🤖 \N{RIGHT-TO-LEFT OVERRIDE}{x} %s $1"
"""What COPY, a shell or SQL might take for something else."""
AT = NOON.timestamp()
TABLES = 1_000
"""The number of the last table that was ever opened; its row is gone."""

_MORE = f"""
    INSERT INTO settings (guild, name, value) VALUES ({GUILD}, 'starting_chips', '1000'), ({GUILD}, 'odd', ?);
    INSERT INTO settings_log (guild, name, before, after, actor, at) VALUES ({GUILD}, 'odd', ?, ?, {ANN}, {AT});
    INSERT INTO audits (id, guild, actor, reason, at) VALUES (400, {GUILD}, {ANN}, ? || {ANN}, {AT});
    INSERT INTO blocks (kind, number, reason, blocked_by, at) VALUES
        ('server', {2**63 - 1}, ?, 1, 0.1), ('person', 7, 'Ärger', 1, 1e300);
    INSERT INTO departed (guild, digest, left_at) VALUES ({GUILD}, '0f', {AT});
    INSERT INTO erasures (stand_in, guild, person, account, last) VALUES (-{2**62}, {OTHER_GUILD}, {BOB}, 2, '');
    INSERT INTO guilds_left (guild, left_at) VALUES ({OTHER_GUILD}, {AT});
    INSERT INTO introductions (guild, person, game, at) VALUES ({GUILD}, {ANN}, 'pontoon', {AT});
    INSERT INTO languages (person, language, at) VALUES ({ANN}, 'bn', {AT});
    INSERT INTO switches (person, name, at) VALUES ({ANN}, 'cards_as_text', {AT});
    INSERT INTO openings (guild, person, game, called_at) VALUES ({GUILD}, {ANN}, 'pontoon', {AT});
    INSERT INTO achievements (guild, person, key, at, table_id, round) VALUES ({GUILD}, {ANN}, 'first', {AT}, 1, 1);
    INSERT INTO mistakes (guild, person, table_id, deal, lesson, points, at)
        VALUES ({GUILD}, {ANN}, 1, 1, 'draw trumps', 12.5, {AT});
    INSERT INTO daily_deals (rowid, day, seed, commitment, record) VALUES (9, 19000, x'00ff', 'a', ?);
    INSERT INTO daily_entries (day, person, guild, table_id, points) VALUES (19000, {ANN}, {GUILD}, 1, -120);
    INSERT INTO puzzle_tries (week, number, person, guild, solved, at) VALUES (2700, 1, {ANN}, {GUILD}, 1, {AT});
    INSERT INTO kept_tries (guild, digest, what, until) VALUES ({GUILD}, '0f', 'daily 19000', {AT});
    INSERT INTO daily_posts (guild, day) VALUES ({GUILD}, 18999);
    INSERT INTO evenings (guild, starts, ends, channel, event, since)
        VALUES ({GUILD}, 1641600000, 1641610800, 7, 8, 1);
    INSERT INTO seasons (id, guild, ended_at) VALUES (70, {OTHER_GUILD}, {AT});
    INSERT INTO seasons (guild, name, key, actor, started_at) VALUES ({GUILD}, ? || {ANN}, 's', {ANN}, {AT});
    INSERT INTO season_winners (season, guild, place, person, chips) VALUES (70, {OTHER_GUILD}, 1, {ANN}, 5);
    INSERT INTO tournaments (id, guild, channel, name, plan, prize, host, chance, created_at, starts_at, stage, round)
        VALUES (80, {GUILD}, 5, ? || {ANN}, '', 9, {ANN}, x'00', {AT}, {AT}, 'rounds', 1);
    INSERT INTO tournaments (guild, channel, name, plan, prize, host, chance, created_at, starts_at, stage, message,
        called, event, ended_at, ended_by, why)
        VALUES ({GUILD}, 5, 'x', '', 9, {BOB}, x'00', {AT}, {AT}, 'cancelled', 6, 7, 8, {AT}, {ANN}, ? || {ANN});
    INSERT INTO tournament_players (tournament, guild, person, partner, is_here, entrant, signed_at, gone_from)
        VALUES (80, {GUILD}, {ANN}, {BOB}, 1, 1, {AT}, 2), (80, {GUILD}, {BOB}, {ANN}, 1, 1, {AT}, 2);
    INSERT INTO tournament_tables (tournament, guild, round, number, seating, table_id, thread, deals)
        VALUES (80, {GUILD}, 1, 1, '[1]', 1, 9, '[]');
    INSERT INTO tournament_corrections (tournament, guild, round, entrant, percent, actor, reason, at)
        VALUES (80, {GUILD}, 1, 1, 60, {ANN}, ? || {ANN}, {AT});
    INSERT INTO resets (guild, key, actor, reason, starting, at)
        VALUES ({OTHER_GUILD}, 'k', {ANN}, ? || {ANN}, 100, {AT});
    INSERT INTO flows (rowid, guild, day, payer, payee, chips, unearned) VALUES (60, {GUILD}, -1, 2, 3, 7, 7);
    UPDATE house_days SET rowid = 50;
    UPDATE tables SET message = 11, posted_at = {AT}, deadline = {AT}, mention = 12, lobby = '[{ANN}]' WHERE id = 1;
    UPDATE rounds SET setup = '[{ANN}]' WHERE ended_at IS NOT NULL;
    UPDATE matches SET outcome = 'won', ending = 'agreed', ended_by = {ANN}, reason = ? || {ANN}, unrated = 'left'
        WHERE outcome = 'abandoned';
    UPDATE match_players SET won = 1 - seat, place = 1 + seat WHERE table_id = 3;
    UPDATE match_deals SET partner = 1 WHERE partner IS NULL AND contractor = 0;
    UPDATE shuffles SET seed = x'00ff5c0a0d09', commitment = '', salt = ? WHERE id = 2;
    UPDATE sqlite_sequence SET seq = {TABLES} WHERE name = 'tables'"""


async def fill(path):
    """Make a database at `path` with rows in every table but `curves`, and close it."""
    store = await Store.open(path)
    tables = Tables(store)
    await three_matches(Purses(store), tables)
    await _play(tables)

    def more(db):
        for sql in _MORE.split(";"):
            db.execute(sql, (ODD,) * sql.count("?"))

    await store.write(more)
    await store.set_meta("odd", ODD)
    await store.close()


async def _play(tables):
    """A round of Blackjack that Ann loses, while the next one has begun."""
    saved = await tables.create(BLACKJACK, NOON)
    bet, result = bets(ANN, saved.id, 50, 1).keyed(f"bet of {ANN}", ANN, f"{ODD} {ANN}"), RoundResult(ANN, -50, -50)
    saved = await step(tables, saved, started=RoundStart(1, "{}"), postings=(bet,), moves=_moves(1))
    lost = pays(Account.table(GUILD, saved.id), HOUSE, 50, "lose", round=1)
    saved = await step(tables, saved, ended=True, postings=(lost,), results=(result,), dealt="[]")
    await step(tables, saved, started=RoundStart(1, "{}"), postings=(bets(ANN, saved.id, 10, 2),), moves=_moves(2))


def _moves(number):
    return MoveRow(number, 1, ODD), MoveRow(number, 1, "stand", MadeBy.CLOCK)
