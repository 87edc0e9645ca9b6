"""The history in /balance: one's own ledger in words, a round in one line, page by page."""

from cogs.chips.reasons import WORDINGS
from data.ledger.ledger import Account, Posting, post
from data.ledger.reasons import BY_HAND, LedgerReason
from tests.cogs.shown import walk

TABS = ["History", "Graph", "Results"]


async def history(guest):
    """Its lines without what stands above and below them, newest first, and the answer."""
    answer = await guest.looks("History")
    return rows(answer.said), answer


def rows(said):
    return [line for line in said.splitlines() if not line.startswith(("###", "-#", "and "))]


def of(said):
    """The same without the times."""
    return [line.rpartition(" · ")[0] for line in rows(said)]


async def posted(house, postings):
    await house.app.store.write(lambda db: post(db, postings, house.env.now()), house.guild.id)


async def rain(house, guest, count, why="daily chips", reason=None):
    """`count` single postings, of 1, 2, 3 ... chips."""
    bank, purse = Account.house(house.guild.id), Account.member(house.guild.id, guest.id)
    await posted(house, [Posting(f"rain:{why}:{n}", bank, purse, n, why, reason=reason) for n in range(1, count + 1)])


async def test_a_newcomer_has_the_starting_chips_with_their_time_in_each_readers_own_discord(house, ana):
    lines, answer = await history(ana)
    assert lines == ["+1,000 Starting chips · in 0 s"]
    assert answer.said.startswith("### You have 1,000 chips\n")
    assert answer.buttons == TABS
    assert house.messages() == [], "nobody else sees it"
    await house.wait(90)
    assert (await history(ana))[0] == ["+1,000 Starting chips · in -90 s"]


async def test_a_round_is_one_line_with_what_it_won_or_lost_and_so_is_a_bet_that_was_taken_back(house, ana, ben, table):
    await ben.press("Sit", table)
    house.deal("8S 7D, 10S 10D v 9H then KC JH")
    await table.plays("Ana bets 150, Ben bets 50")
    above = "### You have 850 chips\nand 150 more on table 1\n"
    assert (await ana.looks("History")).said.startswith(above)
    assert of((await ana.looks("History")).said) == [
        "-150 Blackjack #1 round 1, not over yet",
        "+1,000 Starting chips",
    ]
    await table.plays("Ben Hit, Ana Stand")
    assert of((await ana.looks("History")).said) == ["+150 Blackjack #1 round 1", "+1,000 Starting chips"]
    assert of((await ben.looks("History")).said)[0] == "-50 Blackjack #1 round 1"
    house.deal("10S 9D v 9H then JH")
    await table.plays("Ana Same, Ben Leave, Ana Stand, Ben Sit, Ana Same, Ana Leave")
    await ana.command("daily")
    assert of((await ana.looks("History")).said)[:3] == [
        "+200 Daily chips",
        "0 Blackjack #1 round 3: bet taken back",
        "0 Blackjack #1 round 2: tied",
    ]


async def test_pages_are_turned_by_buttons_that_work_after_a_restart(house, ana, restart):
    await ana.command("balance")
    await rain(house, ana, 24)
    first = await ana.looks("History")
    assert of(first.said) == [f"+{n} Daily chips" for n in range(24, 14, -1)]
    assert first.buttons == ["Older", *TABS]
    await restart()
    second = await first.press("Older")
    assert of(second.said) == [f"+{n} Daily chips" for n in range(14, 4, -1)]
    assert second.buttons == ["Newer", "Older", *TABS]
    third = await second.press("Older")
    assert of(third.said) == [*(f"+{n} Daily chips" for n in range(4, 0, -1)), "+1,000 Starting chips"]
    assert third.buttons == ["Newer", *TABS]
    back = await third.press("Newer")
    assert of(back.said) == of(second.said)
    assert back.said.startswith("### You have 1,300 chips\n")
    newest = await back.press("Newer")
    assert of(newest.said) == of(first.said)
    assert newest.buttons == ["Older", *TABS]


async def test_whoever_presses_sees_their_own_ledger(house, ana, ben):
    await ana.command("balance")
    await ben.command("balance")
    await rain(house, ana, 12)
    page = await ana.looks("History")
    address, *_ = [c["custom_id"] for c in walk(page.result.response.components) if c["type"] == 2]
    assert str(ana.id) not in address
    table = await ben.opens()
    press = ben.about_to_press("Sit", table, as_if=address)
    (answer,) = await house.at_once(press)
    assert of(answer.said) == ["+1,000 Starting chips"]
    assert "Blackjack" in table.text, "what everybody sees stays as it was"


async def test_the_buttons_of_older_messages_lead_to_the_tabs_of_balance(house, ana):
    message = (await ana.command("balance")).result.response.message
    for address, said in {
        "chips:balance": "### You have 1,000 chips",
        "chips:history": "+1,000 Starting chips",
        "chips:results": "no finished round of yours",
        "history:older:999": "+1,000 Starting chips",
    }.items():
        assert said in (await ana.forges(message, address)).said, address


async def test_reasons_are_shown_as_written_and_a_full_page_of_the_longest_fits(house, ana):
    await ana.command("balance")
    await rain(house, ana, 1, "bank gave", "for **the** raffle {chips} <@1>" + "x" * 300)
    answer = await ana.looks("History")
    shown = next(c["content"] for c in walk(answer.result.response.components) if "raffle" in c.get("content", ""))
    assert "**+1** Given by a manager: for \\*\\*the\\*\\* raffle {chips} <@1>xxx" in shown
    assert len(shown) < 300
    await rain(house, ana, 10, "bank took", "*" * 500)
    assert (await ana.looks("History")).buttons == ["Older", *TABS]


async def test_gifts_antes_and_prices_of_a_bank_name_the_other_person_and_unknown_reasons_stay_as_they_are(
    house, ana, ben, table
):
    """Rows of an older bot, or of a newer one, are not taken for a win, a gift or a deed of the bank."""
    for guest in (ana, ben):
        await guest.command("balance")
    guild = house.guild.id
    purse, other, gone = (Account.member(guild, owner) for owner in (ana.id, ben.id, -7))
    bank, pot = Account.house(guild), Account.table(guild, table.number)
    at = {"table": table.number}
    first = [
        Posting("1", purse, other, 90, "gift"),
        Posting("2", purse, bank, 10, "gift tax"),
        Posting("3", other, purse, 5, "gift"),
        Posting("4", purse, other, 80, "bank sold", **at, round=1),
        Posting("5", other, purse, 70, "bank sold", **at, round=1),
        Posting("6", purse, pot, 25, "ante", **at, round=0),
        Posting("7", pot, purse, 20, "ante back", **at, round=0),
        Posting("8", pot, purse, 5, "antes won", **at, round=0),
        Posting("9", bank, purse, 7, "bank set"),
        Posting("10", purse, bank, 3, "bank took"),
    ]
    await posted(house, first)
    assert of((await ana.looks("History")).said) == [
        "-3 Taken by a manager",
        "+7 Given by a manager",
        "+5 Blackjack #1: Won the match",
        "+20 Blackjack #1: Ante returned",
        "-25 Blackjack #1: Ante",
        "+70 Blackjack #1: Sold the bank to Ben",
        "-80 Blackjack #1: Bought the bank from Ben",
        "+5 Gift from Ben",
        "-10 Tax on a gift",
        "-90 Gift to Ben",
    ]
    then = [
        Posting("11", bank, purse, 9, "raffle_prize"),
        Posting("12", other, purse, 8, "side bet"),
        Posting("13", purse, pot, 7, "late fee", **at, round=0),
        Posting("14", pot, purse, 7, "late fee", **at, round=0),
        Posting("15", bank, gone, 50, "bank gave"),
        Posting("16", gone, purse, 50, "gift"),
        Posting("17", bank, purse, 5, LedgerReason.PRACTICE_RETURN, **at, round=0),
    ]
    await posted(house, then)
    assert of((await ana.looks("History")).said)[:6] == [
        "+5 Blackjack #1: Returned after practice",
        "+50 Gift from someone who left",
        "+7 Blackjack #1: late fee",
        "-7 Blackjack #1: late fee",
        "+8 side bet",
        "+9 raffle\\_prize",
    ]


async def test_a_round_that_a_restart_gave_up_is_shown_as_void(house, ana, restart):
    table = await ana.opens()
    house.deal("5S 6D v 9H")
    await ana.bets(100, table)
    await house.app.store.write(lambda db: db.execute("UPDATE rounds SET rules = rules - 1"))
    await restart()
    assert of((await ana.looks("History")).said)[0] == "0 Blackjack #1 round 1: void"


def test_every_reason_of_the_ledger_has_its_row_in_the_table_of_words():
    assert set(WORDINGS) == set(LedgerReason)
    assert set(BY_HAND) <= {why for why, wording in WORDINGS.items() if wording.books and wording.file}
