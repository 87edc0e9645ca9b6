"""Opening tables under a server's settings: who may, where, how many, with which limits and house options."""

from dataclasses import replace

from games.five_hundred import Options
from tables.settings.kinds import MOST_CHIPS
from tests.cogs.guest import Answer

MANY = {"tables_per_person": 25, "tables_per_channel": 25}


async def said(guest, game="blackjack", **options):
    """What the bot tells a guest in private who tries to open a table."""
    return (await guest.command(f"{game} open", **options)).said


async def opens_in(guest, channel):
    """Open a Blackjack table in another channel."""
    return Answer(guest, await guest.member.slash(channel, "blackjack open"))


# Limits, pace and house options


async def test_without_limits_in_the_command_the_usual_ones_apply_within_the_servers(house, ana):
    await house.sets(MANY)
    for game, limits in (("blackjack", "10–500"), ("pokdeng", "10–500"), ("pontoon", "10–100")):
        assert f"s {limits}" in (await ana.opens(game)).text
    for limits, shown in (
        ([20, 100], "20–100"), ([1, 5], "5–5"), ([600, 900], "600–600"), ([1, MOST_CHIPS], "10–500")
    ):  # fmt: skip
        await house.sets({"pok_deng.limits": limits})
        assert f"bets {shown}\n" in (await ana.opens("pokdeng")).text


async def test_limits_outside_the_servers_are_refused_with_a_sentence_that_names_the_servers(house, ana):
    await house.sets({"blackjack.limits": [20, 100]})
    for chosen in ({"minimum": 10}, {"maximum": 500}, {"minimum": 19, "maximum": 101}):
        assert await said(ana, **chosen) == "Blackjack bets only from 20 to 100"
    assert house.messages() == []


async def test_a_table_takes_the_house_options_and_the_pace_of_its_server_unless_the_command_says_others(house, ana):
    elsewhere = house.env.create_guild("elsewhere")
    await house.sets(MANY)
    await house.sets({"openers": "managers", "blackjack.decks": 6}, guild=elsewhere)
    await house.sets({"blackjack.blackjack_pays": "6:5", "blackjack.decks": 2, "pace": "quick", "pontoon.shoot": True})
    table = await ana.opens()
    assert (table.live.table.terms.options.decks, table.live.table.terms.options.blackjack_pays.value) == (2, "6:5")
    assert table.live.table.terms.pace.value == "quick"
    assert (await ana.opens(pace="relaxed")).live.table.terms.pace.value == "relaxed"
    assert (await ana.opens("pontoon")).text.startswith("### Shoot Pontoon · table")
    assert (await ana.opens("pontoon", shoot=False)).text.startswith("### Pontoon · table")


async def test_a_match_is_opened_by_a_preset_whatever_the_server_has_set_and_keeps_it(house, ana):
    await house.sets(MANY | {"five_hundred.no_trick_points_at": 490, "five_hundred.target": 300})
    usual = (await ana.opens("fivehundred")).live.table.terms.options
    assert (usual.no_trick_points_at, usual.single_round_bidding) == (490, False)
    table = await ana.opens("fivehundred", rules="American", players=2)
    await house.sets({"five_hundred.sans_kitty": True, "five_hundred.slam_bonus": False})
    american = table.live.table.terms.options
    assert (american.no_trick_points_at, american.single_round_bidding, american.slam_bonus) == (None, True, True)
    assert (american.sans_kitty, american.has_blind_misere, american.must_win_contract) == (False, False, False)
    assert (american.players, american.target) == (2, 300)
    assert "Rules: American\nPlayers: 2\nTarget: 300" in (await ana.press("Rules", table)).said
    australian = (await ana.opens("fivehundred", rules="Australian")).live.table.terms.options
    assert australian == replace(Options(), target=300)


async def test_a_command_that_contradicts_the_servers_options_is_refused_with_the_rules_sentence(house, ana):
    await house.sets({"blackjack.decks": 1, "blackjack.seats": 5})
    refusal = "one deck: 5 seats, not 6"
    assert await said(ana, seats=6) == refusal
    await house.sets({"blackjack.decks": None, "blackjack.seats": None, "blackjack.blackjack_pays": "6:5"})
    refusal = "no multiple of 10 between these limits"
    assert await said(ana, minimum=11, maximum=19) == refusal
    await house.sets({"pok_deng.pair_minimum": 300})
    assert await said(ana, "pokdeng", maximum=200) == "Pair bet: minimum 300 above maximum 200"
    await house.sets({"pontoon.kitty_min": 80})
    assert await said(ana, "pontoon", maximum=50) == "Kitty: minimum 80 above maximum 50"
    assert house.messages() == []


async def test_the_bot_says_itself_from_where_to_where_a_number_of_a_command_goes(house, boss):
    options = [each for command in house.app.tree.walk_commands() for each in getattr(command, "parameters", ())]
    assert not [each for each in options if each.type.name == "integer" and each.max_value]
    for command, wanted, limits in (
        ("blackjack open", {"seats": 8}, "8 is too much. The maximum is 7."),
        ("pontoon practice", {"players": 0}, "0 is too little. The minimum is 2."),
        ("tournament open", {"name": "Cup", "start": "1h", "deals": 1}, "1 is too little. The minimum is 2."),
    ):
        assert (await boss.command(command, **wanted)).said == limits


# Who


async def test_only_managers_or_a_role_open_tables_where_the_server_says_so(house, ana, boss):
    role = house.guild.create_role("croupiers")
    await house.sets({"openers": "managers"})
    assert await said(ana) == "only managers open tables"
    await house.sets({"openers": "role", "opener_role": role.id})
    assert await said(ana) == f"only <@&{role.id}> opens tables"
    await boss.opens()
    croupier = house.guild.add_member(house.env.create_user("cy"), roles=[role])
    assert (await croupier.slash(house.channel, "blackjack open")).response.components


# Where


async def test_tables_open_only_in_the_channels_that_the_server_chose_and_in_their_threads(house, ana, boss):
    allowed = house.guild.create_text_channel("casino")
    thread, own = thread_in(house, house.channel), thread_in(house, allowed)
    await house.sets({"channels": [allowed.id]})
    refusal = f"no tables in this channel, try <#{allowed.id}>"
    assert [await said(ana), await said(boss), (await opens_in(ana, thread)).said] == [refusal] * 3
    assert [(await opens_in(ana, where)).said for where in (allowed, own)] == ["", ""]


async def test_age_restricted_channels_only(house, ana):
    await house.sets({"adults_only": True})
    refusal = "only age-restricted channels"
    thread = thread_in(house, house.channel)
    assert await said(ana) == (await opens_in(ana, thread)).said == refusal
    house.app.get_channel(house.channel.id).nsfw = True  # SimCord has no age restriction
    assert (await opens_in(ana, thread)).said == ""
    await ana.opens()


def thread_in(house, channel):
    """A thread that somebody made in `channel`."""
    env = house.env
    made = env.backend.create_thread(channel.id, "aside", owner_id=env.bot.user.id)
    return next(thread for thread in channel.threads if thread.id == made.id)


# How many


async def test_one_person_and_one_channel_have_only_so_many_tables(house, ana, boss):
    await house.sets({"tables_per_person": 2})
    first, _ = await ana.opens(), await ana.opens("pontoon")
    refusal = await said(ana)
    assert refusal.startswith("you opened 2 tables already")
    assert f"/{first.message.id} " in refusal
    await ana.command("table close", table=first.number)
    await ana.opens()
    await house.sets({"tables_per_channel": 2})
    refusal = await said(boss)
    assert refusal.startswith("channel full with 2 tables")
    assert f"/{house.messages()[-1].id}" in refusal
    elsewhere = house.guild.create_text_channel("casino")
    assert (await opens_in(boss, elsewhere)).said == ""


async def test_two_commands_at_once_open_one_table_where_there_is_room_for_one(house, ana):
    await house.sets({"tables_per_person": 1})
    answers = await house.at_once(ana.about_to_command("blackjack open"), ana.about_to_command("pontoon open"))
    assert sorted(answer.said == "" for answer in answers) == [False, True]
    assert len(house.app.open_tables.tables(house.guild.id)) == 1


# What else the server decides


async def test_nobody_is_called_where_the_server_wants_no_mentions(house, ana, table):
    await house.sets({"mentions": False})
    house.deal("10S 2D v 9H then 10C")
    await table.plays("Ana bets 100, 16 s")
    assert not [text for text in house.texts() if "it's your turn: " in text]
