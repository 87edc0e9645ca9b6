"""/mydata: a file with what is kept about somebody, and forgetting them, all while tables are in play."""

import json
import sys
from contextlib import closing

import pytest

from data.check import open_for_check
from data.checks.findings import dialect_of
from data.guild.export import file_of
from data.ledger.gifts import Gift, Gifts


def places_of(house, guest):
    """Every cell of the database that holds the guest's id."""
    with closing(open_for_check(house.app.store.where)) as db:
        return [
            (name, row)
            for name in dialect_of(db).columns(db)
            for row in db.execute(f"SELECT * FROM {name}")
            if any(str(guest.id) in str(cell) for cell in row)
        ]


def remembered_by(house, guest):
    """Whether a live table, or its message, has the guest's id in memory."""
    view_of = house.app.presses.view_of
    return any(
        str(guest.id) in f"{table.lobby} {table.host} {table.play and table.play.setup} {view_of(table).names}"
        for table in house.app.open_tables.tables(house.guild.id)
    )


async def a_round(house, *guests, table):
    house.deal(f"{', '.join(['10S 9D'] * len(guests))} v 10H then 8C")
    for guest in guests:
        await guest.bets(50, table)
    for guest in guests:
        await guest.press("Stand", table)


@pytest.fixture
async def evening(house, ana, ben):
    """Ana's table, where she and Ben have played a round."""
    table = await ana.opens()
    await table.plays("Ana Sit, Ben Sit")
    await a_round(house, ana, ben, table=table)
    return ana, ben, table


async def delete(guest):
    """Ask for it and confirm; returns what the question said."""
    question = await guest.my_data("Delete…")
    answer = await question.press("Delete my data")
    return answer.said or question.now


async def test_the_question_says_what_it_touches_and_works_after_a_restart(house, evening, restart):
    ana, ben, table = evening
    await ana.bets(30, table)
    question = await ana.my_data("Delete…")
    assert "You'll lose your 1,050 chips" in question.said
    assert f"You'll leave your tables: table {table.number}." in question.said
    assert question.buttons == ["Delete my data", "Back"]
    await question.press("Back")
    assert question.now == "nothing changed"
    assert await ana.chips() == 1020
    question = await ana.my_data("Delete…")
    await restart()
    await question.press("Delete my data")
    assert question.now.endswith("1,050 chips to the house")
    await restart()
    assert places_of(house, ana) == []
    assert not remembered_by(house, ana)
    await a_round(house, ben, table=table)
    assert places_of(house, ana) == []


async def test_a_forgotten_member_appears_nowhere_in_this_server_and_the_table_continues(house, evening):
    ana, ben, table = evening
    await house.app.economy.balance(77, ana.id)
    await Gifts(house.app.store).give(Gift("gift:1", house.guild.id, ana.id, ben.id, 10), house.env.now())
    assert remembered_by(house, ana)
    assert await delete(ana) == "forgotten here, 1,040 chips to the house"
    assert {name for name, _row in places_of(house, ana)} == {"accounts", "ledger"}, "of another server"
    assert await house.app.economy.balance(77, ana.id) == 1000
    assert not remembered_by(house, ana)
    assert "someone who left" in table.text
    assert "Ana" not in table.text
    await a_round(house, ben, table=table)
    assert await ben.chips() == 1110
    assert "+10 Gift from someone who left" in (await ben.looks("History")).said
    assert await ana.chips() == 0, "somebody who comes back starts with nothing"
    assert "daily chips collected already" in (await ana.command("daily")).said
    await house.wait(24 * 3600)
    assert "daily chips: 200" in (await ana.command("daily")).said


async def test_nothing_is_deleted_until_a_running_round_is_over(house, evening):
    ana, ben, table = evening
    house.deal("10S 9D, 10S 9D v 10H then 8C")
    await table.plays("Ben bets 50, Ana bets 50")
    question = await ana.my_data("Delete…")
    answer = await question.press("Delete my data")
    assert f"The round at table {table.number} isn't over." in answer.said
    assert places_of(house, ana) != []
    await ben.press("Stand", table)
    assert await ana.chips() == 1100
    await question.press("Delete my data")
    assert places_of(house, ana) == []


# The file


async def exported(guest):
    answer = await guest.my_data("As a file")
    message = answer.result.followups[-1] if answer.result.followups else answer.result.response
    assert message.ephemeral
    (file,) = message.attachments
    return message, json.loads(guest.house.env.backend.cdn.get(file.url))


async def test_the_export_is_private_and_says_what_happened(house, evening):
    ana, _ben, table = evening
    message, held = await exported(ana)
    assert message.attachments[0].filename == "mydata.json"
    assert (held["version"], held["person"], held["balance"]) == (1, str(ana.id), [{"chips": 1050}])
    assert (held["ledger"][0]["why"], held["ledger"][0]["chips"]) == ("starting chips", 1000)
    assert sum(row["chips"] for row in held["ledger"]) == 1050
    assert [(row["table"], row["round"], row["chips"]) for row in held["results"]] == [(table.number, 1, 50)]
    assert [row["game"] for row in held["tables_opened"]] == ["blackjack"]
    assert len(held["rounds"]) == 1
    assert [(row["move"], row["by_the_clock"]) for row in held["moves"]] == [("stand", False)]


async def test_a_file_that_would_be_too_large_says_what_is_left_out(house, evening, monkeypatch):
    ana, _ben, _table = evening
    whole, all_held = await exported(ana)
    most = whole.attachments[0].size - 300
    monkeypatch.setattr(sys.modules["cogs.mydata"], "MOST_BYTES", most)  # every bot loads its extensions again
    message, held = await exported(ana)
    assert message.attachments[0].size <= most
    cut = {name.removesuffix("_rows_left_out"): count for name, count in held.items() if name.endswith("_left_out")}
    missing = sum(cut.values())
    assert missing > 0
    assert all(held[part] == all_held[part][count:] for part, count in cut.items())
    assert f"the {missing} oldest rows of its longest lists are missing" in message.content


@pytest.mark.parametrize(("ledger", "rounds"), [(3000, 10), (10, 3000), (2000, 2500), (1, 1)])
def test_every_part_of_a_file_gives_way_to_the_limit_and_the_newest_rows_stay(ledger, rounds):
    kept = {
        "about": "it",
        "balance": [{"chips": 5}],
        "ledger": [{"at": n, "chips": n, "why": "bet"} for n in range(ledger)],
    }
    kept["rounds"] = [{"round": n, "started_at": n, "ended_at": None, "void": 0} for n in range(rounds)]
    whole = file_of(kept, 10**9, {})
    assert (whole.left_out, len(json.loads(whole.content)["ledger"])) == (0, ledger)
    most = 100_000
    file = file_of(kept, most, {})
    held = json.loads(file.content)
    assert min(len(whole.content), 0.98 * most) <= len(file.content) <= most
    assert held["balance"] == [{"chips": 5}]
    for part in ("ledger", "rounds"):
        left_out = held.get(f"{part}_rows_left_out", 0)
        assert held[part] == json.loads(whole.content)[part][left_out:]
    assert file.left_out == ledger + rounds - len(held["ledger"]) - len(held["rounds"])


async def test_a_new_member_gets_an_empty_file(house):
    held = (await exported(house.guest("Ana")))[1]
    assert held["ledger"] == held["rounds"] == held["balance"] == []
