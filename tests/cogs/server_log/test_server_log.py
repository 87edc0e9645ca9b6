"""The log channel of a server: what is posted there, in which words, and what happens when the bot can't write."""

import discord
import pytest

from cogs.server_log.server_log import MOST_WAITING
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.settings.test_settings_panel import Panel

POST = ("POST", "/channels/*/messages")


class Log:
    """A log channel, as people read it."""

    def __init__(self, house, name):
        self.house = house
        self.channel = house.guild.create_text_channel(name)
        self.id = self.channel.id

    @property
    def messages(self):
        """Its texts, oldest first."""
        found = sorted(self.channel.history(), key=lambda message: message.id)
        tables = f"<#{self.house.channel.id}>"
        return [self.house.say(message.content.replace(tables, "#tables")) for message in found]

    async def new(self):
        """The lines posted since the last time, once the bot has had time to post them."""
        await self.house.wait(4)
        found = [line for text in self.messages for line in text.splitlines()]
        new, self._read = found[getattr(self, "_read", 0) :], len(found)
        return new


@pytest.fixture
async def log(house):
    log = Log(house, "log")
    await house.sets({"log_channel": log.id})
    await log.new()
    return log


# What is posted


async def test_a_change_of_a_setting_is_told_with_who_what_from_and_to(house, boss, log):
    await (await (await Panel.of(boss)).open("starting_chips")).type(value="2.5k")
    assert await log.new() == ["Boss set Chips · Starting chips from 1,000 to 2,500"]
    await (await (await Panel.of(boss)).open("blackjack.decks")).type(value="6")
    assert await log.new() == ["Boss set Blackjack · Decks from 8 to 6"]
    await (await (await Panel.of(boss)).open("blackjack.decks")).type(value="6")
    assert await log.new() == []


async def test_chips_that_managers_give_take_set_or_reset_are_told_with_the_reason(boss, ana, log):
    for verb, amount, reason in (
        ("change", "500", "won the *quiz* @everyone"), ("change", "-all", "cheated"), ("set", "70", "sorry"),
        ("set", "70", "again"), ("change", "-99", "too much"),
    ):  # fmt: skip
        await boss.command(f"bank {verb}", member=ana.member, amount=amount, reason=reason)
    await (await boss.command("bank reset", member=ana.member, reason="enough")).press("Reset this member")
    await (await boss.command("bank reset", reason="spring")).press("Back")
    await (await boss.command("bank reset", reason="spring")).press("Reset the whole server")
    await (await boss.command("bank season", name="Spring _26_")).press("Start the season")
    assert await log.new() == [
        r"Boss changed Ana from 1,000 to 1,500: won the \*quiz\* @everyone",
        "Boss changed Ana from 1,500 to 0: cheated",
        "Boss changed Ana from 0 to 70: sorry",
        "Boss reset Ana to 1,000 chips: enough",
        "Boss reset everyone to 1,000 (0 changed): spring",
        r"Boss started the season Spring \_26\_; everyone has 1,000 chips.",
    ]


async def test_tables_that_managers_close_and_people_whom_they_remove_are_told_once(house, boss, ana, ben, log):
    first, table = await ana.opens(), await ana.opens()
    await first.plays("Ben Sit")
    await ana.command("table kick", table=1, member=ben.member)
    await table.plays("Ben Sit")
    house.deal("10C 8D, 10S 9D v 9H then 8C")
    await table.plays("Ana bets 100, Ben bets 100")
    await boss.command("table close", table=1)
    for _ in range(2):
        await boss.command("table kick", table=2, member=ana.member)
        await boss.command("table close", table=2)
    assert await log.new() == [
        "Boss closed Blackjack table 1 in #tables.",
        "Boss removed Ana from Blackjack 2 in #tables",
        "Boss closes Blackjack table 2 in #tables after the round in play.",
    ]
    await ben.press("Stand", table)
    assert table.live is None
    assert await log.new() == []


async def test_a_removed_member_and_a_voided_match_are_told(match_of, deals, boss, log):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start(ante=100)
    await boss.command("table kick", table=table.number, member=two.ben.member)
    again = await boss.command("table kick", table=table.number, member=two.ben.member)
    assert again.said == "Ben has been removed already."
    await boss.command("table close", table=table.number, reason="a joke")
    assert await log.new() == [
        "Boss removed Ben from Five Hundred 1 in #tables",
        "Boss voided Five Hundred match 1 in #tables: a joke",
    ]


async def test_a_reset_tells_of_the_tables_that_it_closes(house, boss, ana, log):
    table = await ana.opens()
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    await (await boss.command("bank reset", reason="spring")).press("Reset the whole server")
    assert await log.new() == [
        "Boss voided the round at Blackjack table 1 in #tables.",
        "Boss reset everyone to 1,000 (0 changed): spring",
    ]


async def test_tables_that_close_by_themselves_are_told_with_why(house, ana, log):
    await ana.opens()
    await house.wait(601)
    assert await log.new() == ["Blackjack table 1 in #tables closes. closed as nobody played."]
    await ana.opens("pontoon")
    await house.sets({"games_off": ["pontoon"]})
    on = ENGLISH.listed(spec.title.template for game, spec in house.app.games.items() if game != "pontoon")
    assert await log.new() == [
        f"someone who left set Tables · Games from all games to {on}",
        "Pontoon table 2 in #tables closes. its game is off.",
    ]


async def test_a_table_whose_channel_is_gone_is_told(house, ana, log):
    table = await ana.opens()
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    gone = f"<#{house.channel.id}>"
    house.env.backend.delete_channel(house.channel.id)
    house.channel = house.guild.create_text_channel("elsewhere")
    await house.wait(62)
    assert await log.new() == [f"Blackjack table 1 in {gone} closes. The bot can no longer post in its channel."]


@pytest.mark.thorough
async def test_what_hosts_do_at_their_own_tables_is_not_told(house, ana, boss, log):
    await ana.opens()
    await ana.command("table close", table=1)
    table = await boss.opens()
    await ana.press("Sit", table)
    await boss.command("table kick", table=2, member=ana.member)
    await boss.command("table close", table=2)
    await ana.command("pontoon practice")
    await house.sets({"games_off": ["pontoon"]})
    assert [line for line in await log.new() if "table" in line] == []


# How it is posted


async def test_what_happens_in_a_moment_is_one_message_that_calls_nobody(house, boss, ana, log):
    before = len(log.messages)
    with house.as_the_bot():
        for number in range(3):
            await house.app.servers.change(house.guild.id, {"daily_chips": number}, boss.id, house.env.now())
    await log.new()
    assert len(log.messages) == before + 1
    assert len(log.messages[-1].splitlines()) == 3
    sent = [request.json for request in house.env.http_requests if request.path == f"/channels/{log.id}/messages"]
    assert all(message["allowed_mentions"] == {"parse": []} for message in sent)
    flags = discord.MessageFlags(suppress_embeds=True, suppress_notifications=True).value
    assert all(message["flags"] == flags for message in sent)


async def test_lines_that_do_not_fit_in_a_message_come_in_the_next_and_far_too_many_are_left_out(house, ana, log):
    before = len(log.messages)
    with house.as_the_bot():
        for number in range(MOST_WAITING + 50):
            house.app.server_log.note(house.guild.id, lambda _words, number=number: f"{number} " + "x" * 96)
    found = await log.new()
    for _ in range(8):
        found += await log.new()
    assert [line.split()[0] for line in found[:-1]] == [str(number) for number in range(MOST_WAITING)]
    assert found[-1].startswith("-# More happened than fits here.")
    assert len(log.messages) - before == 6
    assert max(map(len, log.messages)) <= 2_000


async def test_the_log_speaks_the_language_of_the_server(house, boss, log, speak_in_brackets):
    speak_in_brackets("pt")
    house.env.backend.edit_guild(house.guild.id, {"preferred_locale": "pt-BR"})
    await house.env.settle()
    await house.sets({"mentions": False})
    await house.wait(4)
    new = max(log.channel.history(), key=lambda message: message.id)
    assert "⟦ changed **⟧⟦Tables⟧" in new.content


async def test_a_server_without_a_log_channel_hears_nothing_and_neither_does_another_server(house, boss, ana, log):
    other = house.env.create_guild("elsewhere")
    await house.sets({"mentions": False}, guild=other)
    assert await log.new() == []
    await house.sets({"log_channel": None})
    await log.new()
    await house.sets({"mentions": False})
    assert await log.new() == []


async def test_a_log_that_moves_says_so_in_both_channels(house, boss, log):
    other = Log(house, "other-log")
    panel = await (await Panel.of(boss)).open("log_channel")
    await panel.choose("c:channel", other.channel)
    line = f"Boss set Managers · Log channel from <#{log.id}> to <#{other.id}>"
    assert (await log.new(), await other.new()) == ([line], [line])
    await house.sets({"mentions": False})
    assert (len(await log.new()), len(await other.new())) == (0, 1)


async def test_the_last_lines_are_lost_when_the_bot_stops_and_the_database_has_them(house, boss, log):
    with house.as_the_bot():
        await house.app.servers.change(house.guild.id, {"daily_chips": 5}, boss.id, house.env.now())
        await house.app.close()
        await house.app.servers.change(house.guild.id, {"mentions": False}, boss.id, house.env.now())
    await house.restart()
    assert await log.new() == []
    assert [each.name for each in await house.app.servers.log(house.guild.id, 2)] == ["mentions", "daily_chips"]
    await house.sets({"daily_chips": 6})
    assert len(await log.new()) == 1


# When the bot can't write


async def test_a_channel_in_which_the_bot_cannot_write_is_refused(house, boss):
    log = Log(house, "log")
    house.may_write(log.channel, False)
    panel = await (await Panel.of(boss)).open("log_channel")
    said = (await panel.choose("c:channel", log.channel)).said
    assert said == (f"can't write in <#{log.id}>")
    assert house.app.servers.of(house.guild.id).log_channel == 0


async def test_a_log_that_can_no_longer_be_written_stops_nobody_and_the_panel_says_so(house, boss, ana, log):
    warning = f"⚠ can't write in <#{log.id}>"
    assert warning not in (await Panel.of(boss)).text
    house.may_write(log.channel, False)
    await house.env.settle()
    await boss.command("bank change", member=ana.member, amount="500", reason="a quiz")
    await house.sets({"mentions": False})
    assert await log.new() == []
    assert await ana.chips() == 1_500
    panel = await Panel.of(boss)
    assert warning in panel.text
    await panel.open("daily_chips")
    assert warning in panel.text
    other = Log(house, "other-log")
    await panel.open("log_channel")
    await panel.choose("c:channel", other.channel)
    assert warning not in panel.text
    await house.sets({"log_channel": log.id})
    await house.wait(4)
    assert warning in (await Panel.of(boss)).text
    house.may_write(log.channel, True)
    await house.env.settle()
    assert warning not in (await Panel.of(boss)).text
    await log.new()
    await house.sets({"mentions": True})
    assert len(await log.new()) == 1
    house.env.backend.delete_channel(log.id)
    await house.env.settle()
    await house.sets({"mentions": False})
    await house.wait(4)
    assert warning in (await Panel.of(boss)).text, "it has been deleted"


async def test_only_a_refusal_that_stays_is_told_and_a_channel_that_is_chosen_again_is_trusted(house, boss, log):
    for refusal, is_told in (({"status": 500}, False), ({"status": 403, "code": 50013}, True)):
        house.env.inject_error(*POST, times=20, **refusal)
        await house.sets({"mentions": is_told})
        await house.wait(40)
        assert ("⚠ can't write" in (await Panel.of(boss)).text) == is_told
        house.env.backend.faults.clear()
    await house.sets({"log_channel": None})
    await house.sets({"log_channel": log.id})
    assert "⚠" not in (await Panel.of(boss)).text
