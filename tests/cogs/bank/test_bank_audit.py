"""/bank audit: the ledger in words and pages, as a file, and whether the books are right."""

import csv
import importlib
import io
import re
from datetime import timedelta
from itertools import product

import discord

from cogs.bank import panel
from data.ledger.ledger import Account, Posting, post
from data.ledger.reasons import LedgerReason
from data.ledger.sheets import _harmless
from data.people import house_player, house_player_name

MANAGERS_ONLY = "only for managers"
DAY = timedelta(days=1)


def moves(said):
    """The rows without their times, each with the small print under it."""
    lines = said.splitlines()
    rows = [line.rpartition(" · ")[0] for line in lines if " from " in line and not line.startswith("-#")]
    return rows, [line for line in lines if line.startswith("-# balances after: ")]


async def rain(house, guest, count, at=None):
    """`count` single postings, of 1, 2, 3 ... chips."""
    bank, purse = Account.house(house.guild.id), Account.member(house.guild.id, guest.id)
    rows = [Posting(f"rain:{guest.id}:{at}:{n}", bank, purse, n, "daily chips") for n in range(1, count + 1)]
    await house.app.store.write(lambda db: post(db, rows, at or house.env.now()), house.guild.id)


def call(house, guest, nickname):
    """From now on the server shows a member under another name."""
    house.env.backend.get_guild(house.guild.id).members[guest.id].nick = nickname


async def files_of(answer):
    """The rows of every file, by the first word of the file's name."""
    files = {}
    for attached in answer.result.response.attachments:
        data = (await attached.read()).decode()
        assert data.startswith("\ufeff"), "so that a spreadsheet reads it as UTF-8"
        files[attached.filename.partition("-")[0]] = list(csv.DictReader(io.StringIO(data[1:])))
    return files


async def file_of(answer):
    return (await files_of(answer))["ledger"]


async def test_rows_say_who_paid_whom_for_what_and_the_balances_afterwards(house, boss, ana, ben, table):
    abroad = house.env.create_guild("Abroad")
    await house.app.economy.chips.open_member(abroad.id, ana.id, 5, house.env.now())
    house.deal("8S 7D v 9H then KC JH")
    await table.plays("Ana bets 150, Ana Stand")
    await boss.command("bank change", member=ben.member, amount="-1", reason="a **fine**")
    answer = await boss.command("bank audit", reason="somebody *asked*")
    rows, after = moves(answer.said)
    assert rows == [
        "1 from Ben to the house · Taken by a manager",
        "1,000 from the house to Ben · Starting chips",
        "150 from table 1 to the house · Blackjack #1 round 1",
        "150 from Ana to table 1 · Blackjack #1 round 1",
        "1,000 from the house to Ana · Starting chips",
    ]
    assert after[0] == r"-# balances after: 999 and -1,849 · by Boss · a \*\*fine\*\*"
    assert house.texts()[-1:] == [table.text], "nobody else sees it"
    assert "looked into it" not in answer.said
    said = (await boss.command("bank audit", reason="counting", table=3)).said
    assert "Boss viewed it in 0 s: somebody \\asked\\" in said.replace("*", "")
    assert "no such rows" in said


async def test_without_a_reason_there_are_sums_and_nobodys_name(house, boss, ana, ben):
    await ana.chips()
    await boss.command("bank change", member=ben.member, amount="50", reason="a prize")
    said = (await boss.command("bank audit")).said
    assert "Members (2): 2,050" in said
    assert "\nGiven by a manager: -50" in said
    assert not any(name in said for name in ("Ana", "Ben", "prize"))
    for options in ({"member": ana.member}, {"table": 1}, {"from": "2026-01-01"}):
        refused = await boss.command("bank audit", **options)
        assert refused.said == "Give a reason to see whose chips moved. Without one there are only sums."


async def test_pages_can_be_turned_also_after_a_restart_and_every_press_asks_for_the_permission(house, boss, ana):
    await rain(house, ana, 20)
    answer = await boss.command("bank audit", reason="counting")
    assert first_amounts(answer) == list(range(20, 12, -1))
    assert answer.buttons == ["Older", "As a file", "Check the books"]
    await answer.press("Older")
    await house.restart()
    await answer.press("Older")
    assert first_amounts(answer) == [4, 3, 2, 1]
    assert answer.buttons == ["Newer", "As a file", "Check the books"]
    await answer.press("Newer")
    assert first_amounts(answer) == list(range(12, 4, -1))
    assert answer.buttons == ["Newer", "Older", "As a file", "Check the books"]
    page = answer.said
    house.dismiss(boss)
    for label in answer.buttons:
        assert (await answer.press(label)).said.endswith(MANAGERS_ONLY)
    assert answer.said.startswith(page)


def first_amounts(answer):
    """The chips of each row on the page."""
    return [int(re.match(r"\d+", row)[0]) for row in moves(answer.said)[0]]


async def test_filters_apply_to_all_pages_and_the_file(house, ana, ben, boss):
    now = house.env.now()
    await rain(house, ana, 10, now)
    await rain(house, ben, 3, now)
    await rain(house, ana, 2, now + 2 * DAY)
    day = str(now.date())
    answer = await boss.command("bank audit", reason="counting", member=ana.member, **{"from": day, "to": day})
    assert f"-# newest first · Ana · from {day} · to {day}" in answer.said
    assert len(moves(answer.said)[0]) == 8
    await answer.press("Older")
    assert moves(answer.said)[0] == ["2 from the house to Ana · Daily chips", "1 from the house to Ana · Daily chips"]
    rows = await file_of(await answer.press("As a file"))
    assert [row["amount"] for row in rows] == [str(n) for n in range(10, 0, -1)]
    assert {row["payee"] for row in rows} == {f"member {ana.id}"}
    later = await boss.command("bank audit", reason="counting", **{"from": str((now + DAY).date())})
    assert moves(later.said)[0] == ["2 from the house to Ana · Daily chips", "1 from the house to Ana · Daily chips"]


async def test_two_members_and_what_they_had_from_each_other(house, ana, ben, boss, generous):
    asked = {"reason": "Alts?", "member": ana.member, "other": ben.member}
    assert "Neither had any chips from the other." in (await boss.command("bank audit", **asked)).said
    await ana.command("chips give", member=ben.member, amount="100")
    await ben.command("chips give", member=ana.member, amount="7")
    await house.wait(DAY.total_seconds())
    await ana.command("chips give", member=ben.member, amount="40")
    said = (await boss.command("bank audit", **asked)).said.splitlines()
    assert [said[0], *(line for line in said if " from " in line)] == [
        "### Between Ana and Ben",
        "40 from Ana to Ben · 2026-01-02",
        "100 from Ana to Ben · 2026-01-01",
        "7 from Ben to Ana · 2026-01-01",
    ]
    refused = await boss.command("bank audit", reason="Alts?", other=ben.member)
    assert refused.said == "Choose two members to see what they gained from each other."


async def test_what_happened_at_one_table(house, boss, ana, ben):
    for bet in (100, 50):
        table = await ana.opens()
        await ben.press("Sit", table)
        await ana.bets(bet, table)
    answer = await boss.command("bank audit", reason="counting", table=2)
    assert moves(answer.said)[0] == ["50 from Ana to table 2 · Blackjack #2 round 1"]
    answer = await boss.command("bank audit", reason="counting", table=3)
    assert "no such rows" in (await answer.press("As a file")).said


async def test_text_that_is_no_date_and_days_in_the_wrong_order_are_refused_with_a_sentence(house, boss):
    for day in ("yesterday", "2026-02-30", "01.02.2026", "2026-1-1", "２０２６-01-01", "2026-01-01T00:00"):
        for name in ("from", "to"):
            answer = await boss.command("bank audit", reason="counting", **{name: day})
            assert answer.said == "Write a day as year, month and day, such as 2026-01-31."
    answer = await boss.command("bank audit", reason="counting", **{"from": "2026-02-02", "to": "2026-02-01"})
    assert answer.said == "The first day, 2026-02-02, is after the last, 2026-02-01."


async def test_a_file_that_is_too_long_is_cut_and_says_so(house, boss, monkeypatch):
    await rain(house, house.guest("Ana"), 50)
    running = importlib.import_module("cogs.bank.panel")  # the running bot's module; earlier bots had their own
    monkeypatch.setattr(running, "MOST_BYTES", 3_000)
    answer = await (await boss.command("bank audit", reason="counting")).press("As a file")
    rows = await file_of(answer)
    assert 5 < len(rows) < 50
    assert rows[0]["amount"] == "50"
    assert (
        f"The newest {len(rows)} of 50 rows; no more fit in one file. Choose fewer days to get the others."
    ) in answer.said


async def test_names_and_texts_by_members_are_no_formulas_in_the_file(house, boss, ana):
    call(house, ana, "=SUM(A1)")
    await boss.command("bank change", member=ana.member, amount="1", reason='=HYPERLINK("x"),1')
    files = await files_of(await (await boss.command("bank audit", reason="=1")).press("As a file"))
    row = files["ledger"][0]
    assert row["reason"] == '\'=HYPERLINK("x"),1'
    assert row["payee_name"] == "'=SUM(A1)"
    assert files["looks"][0]["reason"] == "'=1"
    assert (row["why"], row["payee_after"]) == ("bank gave", "1001")


def test_no_sign_of_a_formula_is_overlooked_nor_one_behind_a_space():
    for sign, before in product(["=", "+", "-", "@", "＝", "＋", "－", "＠"], ["", "\t", "\r", "\n", " ", "\u3000"]):
        assert _harmless(f"{before}{sign}1+1") == f"'{before}{sign}1+1"
    assert _harmless("a=1") == "a=1"


async def test_the_file_gives_everybodys_present_name_beside_their_id_as_text(house, boss, ana, ben, fails_at):
    await ben.chips()
    await boss.command("bank change", member=ana.member, amount="1", reason="a prize")
    call(house, ana, "Señora Ana")
    house.guild.remove_member(ben.member)
    answer = await boss.command("bank audit", reason="counting")
    rows = await file_of(await answer.press("As a file"))
    assert (rows[0]["payee"], rows[0]["payee_name"]) == (f"member {ana.id}", "Señora Ana")
    assert (rows[0]["payer"], rows[0]["payer_name"]) == ("house", "")
    assert (rows[0]["actor"], rows[0]["actor_name"]) == (f"member {boss.id}", "Boss")
    assert {row["payee_name"] for row in rows if row["payee"] == f"member {ben.id}"} == {""}, "nobody here by that id"
    assert not any(cell.isdecimal() and len(cell) > 15 for row in rows for cell in row.values())
    fails_at(discord.Guild, "query_members", TimeoutError)
    rows = await file_of(await answer.press("As a file"))
    assert (rows[0]["payee"], rows[0]["payee_name"]) == (f"member {ana.id}", ""), "Discord gives no names"


async def test_changes_of_settings_and_looks_are_files_too(house, boss):
    role = 10**17 + 1
    await house.app.servers.change(house.guild.id, {"daily_chips": 5}, boss.id, house.env.now())
    await house.app.servers.change(house.guild.id, {"daily_chips": None, "opener_role": role}, boss.id, house.env.now())
    await boss.command("bank audit", reason="somebody asked")
    answer = await (await boss.command("bank audit", reason="counting")).press("As a file")
    files = await files_of(answer)
    assert "ledger" not in files, "nothing has moved"
    assert [(row["setting"], row["before"], row["after"], row["actor_name"]) for row in files["settings"]] == [
        ("opener_role", "default", f"id {role}", "Boss"),
        ("daily_chips", "5", "default", "Boss"),
        ("daily_chips", "default", "5", "Boss"),
    ]
    assert [(row["actor"], row["reason"]) for row in files["looks"]] == [
        (f"member {boss.id}", "counting"), (f"member {boss.id}", "somebody asked"),
    ]  # fmt: skip
    assert answer.said.endswith("0 rows, newest first.\n3 changes to settings.\n2 views of the ledger.")


async def test_right_books_are_confirmed_with_what_the_house_has_won(house, ana, boss):
    table = await ana.opens()
    house.deal("8S 7D v 9H then KC JH")
    await table.plays("Ana bets 150, Ana Stand")
    await boss.command("bank change", member=ana.member, amount="30", reason="a prize")
    said = (await (await boss.command("bank audit", reason="counting")).press("Check the books")).said
    assert re.search(r"All \d+ checks of the chips passed\.", said)
    assert "Members (1): 880\nAt tables: 0\nThe house: -880" in said
    assert said.endswith("Blackjack: +150\nGiven by a manager: -30\nStarting chips: -1,000")


async def test_the_ledger_and_the_books_name_house_players_those_who_left_and_unknown_reasons(house, boss, ana, table):
    guild, player = house.guild.id, house_player(1, 0)
    name = f"🤖 {house_player_name(player)}"
    bank, gone = Account.house(guild), Account.member(guild, -7)
    purse, own = Account.member(guild, player), Account.member(guild, ana.id)
    rows = [
        Posting("1", bank, own, 9, "raffle_prize"),
        Posting("2", bank, gone, 5, "bank gave"),
        Posting("3", gone, bank, 5, "left"),
        Posting("purse", bank, purse, 300, LedgerReason.HOUSE_PURSE, table=1),
        Posting("back", purse, bank, 60, LedgerReason.HOUSE_PURSE_BACK, table=1),
        Posting("practice", bank, own, 5, LedgerReason.PRACTICE_RETURN, table=1, round=0),
    ]
    await house.app.store.write(lambda db: post(db, rows, house.env.now()), guild)
    answer = await boss.command("bank audit", reason="counting")
    rows, _ = moves(answer.said)
    assert [*rows[:4], rows[5]] == [
        "5 from the house to Ana · Blackjack #1: Returned after practice",
        f"60 from {name} to the house · Blackjack #1: What a house player had left",
        f"300 from the house to {name} · Blackjack #1: Chips for a house player",
        "5 from someone who left to the house · chips of somebody forgotten",
        "9 from the house to Ana · raffle\\_prize",
    ]
    (first, second, *_) = await file_of(await answer.press("As a file"))
    payer = second["payer"], house.say(second["payer_name"])
    assert (first["why"], *payer) == ("practice return", f"house player {player}", name)
    said = (await answer.press("Check the books")).said
    assert "At tables: 0\nHouse players: 240\nThe house: -" in said
    for line in ("House players: -245", "Raffle\\_prize: -9", "Chips of somebody forgotten: +5"):
        assert f"\n{line}" in said


async def test_wrong_books_are_reported_here_and_explained_in_the_log(house, ana, boss, caplog):
    await ana.chips()
    abroad = house.env.create_guild("Abroad")
    await house.app.economy.chips.open_member(abroad.id, ana.id, 5, house.env.now())
    answer = await boss.command("bank audit", reason="counting")
    await _steal(house, abroad.id, 1)
    assert "checks of the chips passed." in (await answer.press("Check the books")).said, "another server's books"
    await _steal(house, abroad.id, -1)
    await _steal(house, house.guild.id, 1)
    said = (await answer.press("Check the books")).said
    assert "2 checks of the chips failed. Tell the bot's operator: the log says which." in said
    assert "has 999 chips, its rows add up to 1000" in caplog.text
    house.expects_faults = True
    await _steal(house, house.guild.id, -1)


async def _steal(house, guild, chips):
    sql = "UPDATE accounts SET chips = chips - ? WHERE guild = ? AND kind = 'member'"
    await house.app.store.write(lambda db: db.execute(sql, (chips, guild)))


async def test_a_full_page_of_the_longest_rows_fits(ana, boss):
    for _ in range(10):
        await boss.command("bank set", member=ana.member, amount="1000m", reason="*" * 200)
        await boss.command("bank change", member=ana.member, amount="-all", reason="*" * 200)
    await boss.command("bank audit", reason="*" * 200)
    answer = await boss.command("bank audit", reason="*" * 200, member=ana.member)
    assert len(moves(answer.said)[0]) == panel.PAGE


async def test_a_made_up_address_shows_nothing_to_others(boss, ana, table):
    for verb in ("newer", "older", "csv", "books"):
        forged = f"audit:{verb}:0:{ana.id}:0:9999999:9999999"
        assert (await ana.about_to_press("Sit", table, as_if=forged).press()).said == MANAGERS_ONLY
        assert (await boss.about_to_press("Sit", table, as_if=forged).press()).said
        assert "Blackjack" in table.text
