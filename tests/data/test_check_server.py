"""What data.check finds on a PostgreSQL server alone."""

import pytest
from damaged import break_it
from small_bank import on_postgres
from small_evening import found


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
        ("CREATE RULE nothing AS ON DELETE TO moves DO INSTEAD NOTHING", "rule nothing is not of this version"),
        ("CREATE VIEW rich AS SELECT * FROM accounts WHERE chips > 1000", "view rich is not of this version"),
    ],
)  # fmt: skip
def test_whatever_is_not_as_this_version_makes_it_on_a_server_is_found(evening, statement, said):
    assert found(evening) == []
    break_it(evening, [statement])
    assert said in found(evening)
