"""`/play`: who sits where, with a button that sits its reader down or leads there; opening a table, and practice."""

import discord
import pytest

from tables.events import Arrange
from tests.cogs.guest import LatePress
from tests.cogs.settings.test_games_off import switch_off
from tests.cogs.shown import walk

FOUR = ["blackjack", "pok_deng", "pontoon", "five_hundred"]
GAMES = [
    "### Open a table",
    "Blackjack",
    "-# Play Blackjack against the house · 10–500 chips",
    "Pok Deng",
    "-# Play Pok Deng against the house · 10–500 chips",
    "Pontoon",
    "-# Play Pontoon; one of you holds the bank · 10–100 chips",
    "Five Hundred",
    "-# Play Five Hundred (500), in matches of many deals",
    "practice against the house",
]


@pytest.fixture(autouse=True)
async def no_fifth_game(house):
    await switch_off(house, *house.all_but(*FOUR))


def ways(answer):
    """The buttons beside the tables or in an answer: their labels, and where those lead that are links."""
    found = [c for c in walk(answer.result.response.components) if c["type"] == 2]
    besides = ("open:", "practise:", "callme:")
    return [(c["label"], c.get("url", "")) for c in found if not c.get("custom_id", "").startswith(besides)]


def link(table):
    house = table.house
    return f"https://discord.com/channels/{house.guild.id}/{house.channel.id}/{table.message.id}"


async def test_it_shows_who_is_at_each_table_what_is_free_and_what_can_be_opened(ana, ben):
    assert (await ben.command("play")).said.splitlines() == GAMES
    first, second = await ana.opens(), await ben.opens(minimum=20, maximum=60, seats=3)
    await ana.press("Sit", second)
    listed = await ben.command("play")
    assert listed.said.splitlines() == [
        "### 2 open tables",
        "Blackjack · table 1",
        "Nobody yet",
        "-# 10–500 chips · 7 free seats · waiting for players",
        "Blackjack · table 2",
        "Ana",
        "-# 20–60 chips · 2 free seats · waiting for players",
        *GAMES,
    ]
    assert ways(listed) == [("Sit", ""), ("Sit", "")]
    assert ways(await ana.command("play")) == [("Sit", ""), ("Your seat", link(second))]
    assert first.live is not None


async def test_a_match_whose_channel_was_deleted_is_brought_here_by_its_players(house, match_of):
    two = match_of(2)
    table = await two.start(ante=100)
    assert ways(await two.ana.command("play")) == [("Your seat", link(table))]
    gone, house.channel = house.channel, house.guild.create_text_channel("other")
    house.env.backend.delete_channel(gone.id)
    await house.env.settle()
    assert ways(await house.guest("Gus").command("play")) == []
    listed = await two.ana.command("play")
    assert ways(listed) == [("Bring it here", "")]
    await listed.press("Bring it here")
    assert table.live.table.channel == house.channel.id
    assert ways(await two.ben.command("play")) == [("Your seat", link(table))]


async def test_open_opens_a_table_as_the_game_s_command_does_and_says_why_it_cannot(house, ana):
    await house.sets({"tables_per_person": 4})
    asked = await ana.command("play")
    assert asked.left == ["Open"] * 4 + ["Pontoon", "Five Hundred", "Ping me…"]
    for game in FOUR:
        await ana.forges(asked.result.response.message, f"open:{game}")
    shown = [text.splitlines()[0] for text in house.texts()]
    assert [title.split(" · ")[0].removeprefix("### ") for title in shown] == GAMES[1:9:2]
    await house.sets({"openers": "managers"})
    refused = await ana.about_to_press_on(asked, "Open").press()
    assert refused.said == "only managers open tables"


async def test_a_match_whose_ante_its_host_could_not_pay_is_not_opened(house, ana):
    await house.sets({"starting_chips": 50, "five_hundred.ante": 100})
    asked = await ana.command("play")
    assert "ante 100 chips" in asked.said
    refused = await ana.forges(asked.result.response.message, "open:five_hundred")
    assert "too few chips: 50 of 100" in refused.said
    assert house.messages() == []


async def test_join_takes_a_seat_and_says_where(house, ana, ben, table):
    await ana.press("Sit", table)
    listed = await ben.command("play")
    answers = await house.at_once(*(ben.about_to_press_on(listed, "Sit") for _ in range(2)))
    assert [answer.said for answer in answers] == ["seated: 2 at table 1"] * 2
    assert ways(answers[0]) == [("Go to the table", link(table))]
    await house.wait(2)
    assert table.line("2 Ben") == "2 Ben –"
    assert table.live.table.lobby.seats.count(ben.id) == 1
    crowd = await ana.opens("pokdeng")
    assert ("Sit", link(crowd)) in ways(await ana.command("play")), "it has no seats"


@pytest.mark.parametrize("game", ["pontoon", "fivehundred"])
async def test_join_works_at_other_games_with_seats(ana, ben, game):
    table = await ana.opens(game)
    answer = await (await ben.command("play")).press("Sit")
    assert answer.said == "seated: 1 at table 1"
    assert table.live.table.lobby.seat_of(ben.id) == 0


async def test_where_the_last_seat_or_the_table_is_gone_meanwhile_join_says_so(ana, ben):
    table = await ana.opens(seats=1)
    listed = await ben.command("play")
    await ana.press("Sit", table)
    assert (await listed.press("Sit")).said == "no seat left"
    assert ways(await ben.command("play")) == [("Watch", link(table))]
    await ana.command("table close", table=1)
    assert (await listed.press("Sit")).said == "this table closed. closed by its host."


async def test_tables_elsewhere_come_after_those_here_and_name_their_channel(house, ana, ben):
    await ana.opens()
    here, house.channel = house.channel, house.guild.create_text_channel("casino")
    await ana.opens()
    said = (await ben.command("play")).said
    assert said.index("table 2\n") < said.index(f"table 1 <#{here.id}>")


async def test_a_long_list_has_pages(house, ana, ben):
    await house.sets({"tables_per_person": 25, "tables_per_channel": 25})
    for _ in range(20):
        await ana.opens(minimum=100_000, maximum=1_000_000)
    listed = await ben.command("play")
    shown = list(walk(listed.result.response.components))
    assert len(shown) <= 40
    assert ("table 4\n" in listed.said, "table 5\n" in listed.said) == (True, False)
    for _ in range(4):
        await listed.press("Next")
    assert "table 20\n" in listed.said
    assert "Next" not in listed.left
    await house.wait(61)  # thirty commands a minute are allowed
    for number in range(5, 21):
        await ana.command("table close", table=number)
    await listed.press("Previous")
    assert "### 4 open tables" in listed.said


async def test_a_table_in_a_channel_that_somebody_does_not_see_is_not_listed_and_not_joined(house, ana, ben):
    hidden = house.guild.create_text_channel(
        "hidden",
        overwrites={
            house.guild.default_role: discord.PermissionOverwrite(view_channel=False),
            ana.member: discord.PermissionOverwrite(view_channel=True),
            house.guild.me: discord.PermissionOverwrite(view_channel=True),
        },
    )
    await ana.member.slash(hidden, "blackjack open")
    assert (await ben.command("play")).said.splitlines() == GAMES
    assert ways(await ana.command("play")) == [("Sit", "")]
    cy = house.guest("Cy")
    with house.as_the_bot():
        await house.app.open_tables.find(1).do(Arrange(cy.id, lambda lobby: lobby.sit(cy.id)))
    assert [label for label, _ in ways(await cy.command("play"))] == ["Your seat"]
    assert ways(await house.guest("Boss", manages=True).command("play")) == [("Sit", "")]
    await ben.opens()
    listed = await ben.command("play")
    forged = LatePress(ben, listed.result.response.message, "Sit", "join:1")
    assert (await forged.press()).said == "no open table 1"
    assert house.app.open_tables.find(1).table.lobby.seat_of(ben.id) is None
