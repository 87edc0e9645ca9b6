"""What data.check finds on a PostgreSQL server alone."""

import contextlib

import pytest
from damaged import break_it
from small_bank import Purses, member, opened, pays
from small_evening import found, named
from small_server import ANN, HOUSE, NOON, on_postgres

from data.check import main, open_for_check
from data.store.postgres.migrate import migrations


@on_postgres
@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("ALTER TABLE ledger DISABLE TRIGGER ledger_row_changed", "trigger ledger_row_changed was altered"),
        ("ALTER TABLE moves DISABLE TRIGGER ALL", "table moves was altered"),
        ("DROP INDEX ledger_of_payer", "index ledger_of_payer is missing"),
        ("CREATE INDEX of_somebody_else ON ledger (at)", "index of_somebody_else is not of this version"),
        ("CREATE OR REPLACE FUNCTION refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
         "function refuse_deletion() was altered"),
        ("ALTER TABLE ledger DROP CONSTRAINT ledger_payer_fkey", "table ledger was altered"),
        ("ALTER TABLE accounts ALTER chips TYPE numeric", "table accounts was altered"),
        ("ALTER TABLE accounts ALTER chips DROP NOT NULL", "table accounts was altered"),
        ("ALTER TABLE ledger SET UNLOGGED", "table ledger was altered"),
        ("ALTER TABLE ledger ENABLE ROW LEVEL SECURITY", "table ledger was altered"),
        ("ALTER TABLE accounts DROP CONSTRAINT accounts_check, ADD CONSTRAINT accounts_check CHECK (TRUE)",
         "table accounts was altered"),
        ("UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'ledger_of_payer'::regclass",
         "index ledger_of_payer was altered"),
        ("CREATE RULE nothing AS ON DELETE TO moves DO INSTEAD NOTHING", "rule nothing is not of this version"),
        ("CREATE VIEW rich AS SELECT * FROM accounts WHERE chips > 1000", "view rich is not of this version"),
    ],
)  # fmt: skip
def test_whatever_is_not_as_this_version_makes_it_on_a_server_is_found(evening, statement, said):
    assert found(evening) == []
    break_it(evening, [statement])
    assert said in found(evening)


@on_postgres
def test_what_a_claim_cannot_read_is_said_and_all_others_are_checked(evening):
    break_it(evening, ["UPDATE curves SET points = 'nothing'", "UPDATE accounts SET chips = chips + 1"])
    cannot, *others = sorted(found(evening), key=lambda problem: "can't be checked" not in problem)
    assert cannot == "this can't be checked: invalid input syntax for type json"
    assert others
    assert not any("can't be checked" in problem for problem in others)


@on_postgres
async def test_all_claims_are_about_one_instant_while_the_bot_plays(evening):
    async with opened(evening, now=NOON) as store:
        rows = "SELECT COUNT(*) FROM ledger"
        with contextlib.closing(open_for_check(evening)) as db:
            db.execute("BEGIN")
            before = db.execute(rows).fetchone()
            await Purses(store).post([pays(HOUSE, member(ANN), 7)], NOON)
            assert db.execute(rows).fetchone() == before
            db.execute("ROLLBACK")
            assert db.execute(rows).fetchone() != before


@on_postgres
def test_no_tables_of_this_bot_or_of_another_version_are_one_sentence(evening, postgres, capsys):
    version = migrations()[-1][0]
    break_it(evening, [f"UPDATE schema_version SET version = {version - 1}"])
    for where, said in (
        (evening, f"has version {version - 1}; this check is for version {version}."),
        (postgres.empty(), "has none of the bot's tables."),
    ):
        assert main([named(where)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert err == f"The database {where} {said}\n"
