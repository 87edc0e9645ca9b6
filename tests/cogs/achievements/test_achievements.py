"""/achievements: what somebody has, what is left to find, how they learn of it, and what they show to everyone."""

import re

from cogs.achievements.panel import catalogue
from tests.cogs.house import walk
from tests.cogs.mydata.test_mydata_commands import exported
from tests.tables.test_achieved import GAMES

LINE = "🏅 {}: 🃏 Twenty-one at once"


async def blackjack(house, ana):
    """Ana is dealt a blackjack by her own press. The answer to it, and the table."""
    table = await ana.opens(seats=1)
    house.deal("AS KD v 9H then KC")
    return await ana.bets(100, table), table


async def listed(guest):
    """Somebody's list, as text."""
    return (await guest.command("achievements")).said


def public(house):
    """The messages that everybody sees, as text."""
    return [text for text, message in zip(house.texts(), house.messages(), strict=True) if not message.flags.ephemeral]


async def test_at_first_all_are_locked_and_named_with_the_game_where_to_look(house, ana):
    whole, known = await listed(ana), catalogue(house.app)
    assert len(known) == 24
    assert whole.startswith("### 🏅 Your achievements: 0 of 24\n")
    assert whole.count("🔒") == 24
    for each in known.values():
        assert f"-# 🔒 {each.achievement.title} · " in whole
        assert str(each.achievement.deed) not in whole
    assert "🔒 Twenty-one at once · Blackjack" in whole
    assert "🔒 Back from the brink · Anywhere" in whole


async def test_the_results_say_at_once_who_earned_what_and_nobody_is_told_in_private(house, ana, restart):
    answer, table = await blackjack(house, ana)
    assert answer.said == ""
    assert LINE.format("Ana") in table.text.splitlines()
    assert answer.result.followups == []
    await restart()
    await table.plays("Ben More…, Ben Bump")
    assert LINE.format("Ana") in table.text.splitlines()
    house.deal("AS KD v 9H then KC")
    await ana.bets(100, table)
    assert "🏅" not in table.text, "the same again is no news"


async def test_what_somebody_wants_unshown_stands_in_their_list_alone_and_at_every_table_of_every_server(house, ana):
    table = await ana.opens(seats=2)
    more = await (await ana.press("More…", table)).into("My settings…")
    await more.press("Show my achievements: on")
    assert "Show my achievements: off" in more.left
    await table.plays("Ana Sit, Ben Sit")
    house.deal("AS KD, AD KH v 9H then KC")
    await table.plays("Ana bets 100, Ben bets 100, 10 s")
    assert LINE.format("Ben") in table.text
    assert LINE.format("Ana") not in table.text
    assert "🃏 Twenty-one at once · new" in (await listed(ana)).splitlines()
    await more.press("Show my achievements: off")
    assert "Show my achievements: on" in more.left


async def test_a_message_of_an_older_version_still_shows_what_it_told(house, ana, ben):
    _, table = await blackjack(house, ana)
    for forged in ("achievements:one:blackjack", "achievements:one:five_hundred_slam"):
        press = ben.about_to_press("More…", table, as_if=forged)
        assert (await press.press()).said == "achievement not earned"
    assert house.texts() == [table.text]
    await ana.about_to_press("More…", table, as_if="achievements:one:blackjack").press()
    assert house.texts()[-1] == (
        f"🏅 Ana: 🃏 Twenty-one at once\nhad a blackjack.\n-# Blackjack, table {table.number}, {today(house)}"
    )


def today(house):
    """The day as Discord is told to show it."""
    return f"<t:{round(house.env.now().timestamp())}:d>"


async def test_the_list_says_what_when_and_where_and_marks_what_is_new_also_after_a_restart(house, ana, restart):
    _, table = await blackjack(house, ana)
    day = today(house)
    await restart()
    first = (await listed(ana)).splitlines()
    assert first[:3] == [
        "### 🏅 Your achievements: 1 of 24",
        "🃏 Twenty-one at once · new",
        f"-# had a blackjack. Blackjack, table {table.number}, {day}",
    ]
    again = await listed(ana)
    assert again.splitlines()[1] == "🃏 Twenty-one at once"
    assert again.count("🔒") == 23


async def choose(guest, answer, key):
    return await guest.member.select(answer.result.response, [key])


async def test_the_list_shows_one_too_but_not_one_after_the_other(house, ana):
    await blackjack(house, ana)
    answer = await ana.command("achievements")
    await choose(ana, answer, "blackjack")
    assert house.texts()[-1].startswith("🏅 Ana: 🃏 Twenty-one at once\n")
    assert [*house.app.get_cog("achievements")._shown] == [(house.guild.id, ana.id)], "only in this server"
    before = len(public(house))
    again = await choose(ana, answer, "blackjack")
    assert "You have just shown an achievement." in house.say(again.response.content)
    assert len(public(house)) == before
    await house.wait(30)
    await choose(ana, answer, "blackjack")
    assert len(public(house)) == before + 1


async def test_the_list_fits_discords_limits_with_everything_earned(house, ana):
    await ana.command("balance")
    rows = [(house.guild.id, ana.id, key, 10**9, 10**9) for key in (*catalogue(house.app), "of_a_later_version")]

    def earn_all(db):
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.executemany("INSERT INTO achievements (guild, person, key, at) VALUES (?, ?, ?, ?)", [r[:4] for r in rows])

    await house.app.store.write(earn_all)
    answer = await ana.command("achievements")
    select = next(part for part in walk(house.raw(answer.result.response)) if "options" in part)
    assert len(select["options"]) == 24
    found = await listed(ana)
    assert "**" not in found
    assert "🔒" not in found
    assert len(re.findall(" <t:", found)) == 24


def test_every_game_has_some():
    assert all(game.achievable for game in GAMES)


async def test_it_is_in_the_file_of_ones_data_and_gone_when_that_is_deleted(house, ana):
    _, table = await blackjack(house, ana)
    _, held = await exported(ana)
    assert [(row["achievement"], row["table"], row["round"]) for row in held["achievements"]] == [
        ("blackjack", table.number, 1)
    ]
    assert [(row["game"], row["rounds"], row["rounds_in_last_week"]) for row in held["records"]] == [
        ("blackjack", 1, 1)
    ]
    await (await ana.my_data("Delete…")).press("Delete my data")
    assert (await listed(ana)).startswith("### 🏅 Your achievements: 0 of 24\n")
