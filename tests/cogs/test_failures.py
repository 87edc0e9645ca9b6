"""Discord refuses every kind of request that a table makes: no chip is lost, nothing gets stuck, all is shown later."""

import pytest

pytestmark = pytest.mark.usefixtures("as_users_have_it")

REFUSALS = {
    "broken": {"status": 500},
    "late": {"status": 408},
    "forbidden": {"status": 403, "code": 50013},
    "message gone": {"status": 404, "code": 10008},
    "too fast": {"status": 429},
    "too old": {"status": 400, "code": 30046},
}
PASSING = {"broken", "late", "too fast"}
"""Discord has too much to do, or a proxy before it says so; that is no fault of the bot."""
CALLBACK = ("POST", "/interactions/*/callback")
EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")

refusals = pytest.mark.parametrize("refusal", REFUSALS)


@pytest.fixture
def refuse(house):
    """`refuse(EDIT, "broken")`: Discord refuses the next such request, or the next `times`; None means all of them."""

    def refuse(request, refusal, times=1):
        house.env.inject_error(*request, times=times, **REFUSALS[refusal])

    return refuse


# The answer to a press


@refusals
async def test_what_is_pressed_counts_once_and_is_drawn_soon_whatever_becomes_of_its_answer(
    house, ana, ben, table, refuse, refusal
):
    await ana.comes_to("Bet", table)  # which introduces the game
    refuse(CALLBACK, refusal)
    said = (await ana.press("Bet", table)).said
    assert said == "Something went wrong. Apart from your starting chips, no chips have moved."
    house.expects_faults = refusal not in PASSING
    await ben.press("Sit", table)
    form = await ana.press("Bet", table)
    refuse(CALLBACK, refusal)
    await form.fill(main="100", pair="")
    await house.wait(2)
    assert "2 Ana 100" in table.text
    assert await ana.chips() == 900
    house.deal("10C 8D, 5S 6D v 9H then 2C 3C 8C")
    await ben.bets(50, table)
    refuse(CALLBACK, refusal)
    ana.about_to_press("Hit", table).dispatch()
    await house.env.settle()
    assert (await ana.press("Hit", table)).said == "Ben is to act"
    await ben.press("Stand", table)
    for times, hand in ((1, "5S 6D 2C = 13"), (2, "5S 6D 2C 3C = 16")):
        refuse(CALLBACK, refusal, times=times)  # twice: it can't be answered in another message either
        ana.about_to_press("Hit", table).dispatch()
        await house.wait(2)
        assert table.line("Ana ") == f"{hand} · Ana 100"


@refusals
async def test_a_table_whose_first_message_is_refused_is_not_left_open(house, ana, refuse, refusal):
    refuse(CALLBACK, refusal)
    said = (await ana.command("blackjack open")).said
    assert said == "not shown, so closed"
    house.expects_faults = refusal not in PASSING
    assert (await ana.command("play")).said.startswith("### Open a table")


# Redraws without a press


@refusals
async def test_a_refused_edit_is_made_up_for(house, ana, table, refuse, refusal):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    await house.restart()  # which leaves the bot without anybody's token
    is_forbidden = refusal == "forbidden"
    refuse(EDIT, refusal, times=None if is_forbidden else 1)
    await house.wait(31)
    await house.wait(6)
    await house.dealer_has_drawn()
    if is_forbidden:  # the bot may not edit, so it doesn't try again; the next press shows the change
        assert table.line("Ana ") == "5S 6D = 11 · Ana 100"
        await ana.press("Hit", table)
    assert table.line("Ana ") == "5S 6D 2C = 13 · Ana -100 · now 900 chips"


@refusals
async def test_a_refused_post_is_made_up_for(house, ana, table, refuse, refusal):
    house.deal("2S 3D v 9H then 2C 3C 4C 10D")
    await ana.bets(100, table)
    gone = table.message
    house.env.backend.delete_message(house.channel.id, gone.id)
    refuse(POST, refusal)
    await house.wait(31)
    await house.wait(31)
    await house.wait(6)
    assert table.line("Ana ") == "2S 3D 2C 3C 4C = 14 · Ana -100 · now 900 chips"
    assert table.message.id != gone.id
    assert await ana.chips() == 900


@refusals
async def test_a_press_on_an_old_copy_is_answered_even_when_the_copy_cannot_be_edited(
    house, ana, table, refuse, refusal
):
    await house.wait(20)
    old, late = table.message, ana.about_to_press("Sit", table)
    refuse(EDIT, refusal)
    await ana.press("Bump", table)
    assert table.message.id != old.id
    refuse(CALLBACK, refusal)
    said = (await late.press()).said
    assert said.startswith("Table 1 continues here: https://discord.com/channels/")
    assert str(table.message.id) in said


# Messages and channels that are gone


@pytest.fixture
def lose_channel(house):
    """The table's channel is deleted, and everybody moves to another one."""

    def lose():
        gone, house.channel = house.channel, house.guild.create_text_channel("elsewhere")
        house.env.backend.delete_channel(gone.id)

    return lose


async def test_a_table_without_a_channel_plays_its_round_to_the_end_and_closes(house, ana, ben, table, lose_channel):
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    lose_channel()
    await house.wait(16)
    assert "Blackjack · table 1" in (await ana.command("play")).said
    assert "Blackjack · table 1" not in (await ben.command("play")).said
    await house.wait(16)
    assert (await ben.command("play")).said.startswith("### Open a table")
    assert (await ana.command("balance")).said.startswith("### You have 900 chips\n")


async def test_a_table_that_loses_its_channel_before_the_deal_still_plays_the_bets(
    house, ana, ben, table, lose_channel
):
    await ben.press("Sit", table)
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    lose_channel()
    await house.wait(21)
    await house.wait(31)
    assert (await ben.command("play")).said.startswith("### Open a table")
    assert (await ana.command("balance")).said.startswith("### You have 1,100 chips\n")


async def test_a_table_that_cannot_be_posted_again_closes_and_is_not_posted_over_and_over(
    house, ana, ben, table, refuse
):
    await house.wait(20)
    refuse(POST, "message gone", times=None)
    await table.plays("Ana Bump, 2 s")
    assert (await ben.command("play")).said.startswith("### Open a table")


@refusals
async def test_without_card_faces_the_cards_are_text(house, ana, table, refuse, refusal, restart):
    house.deal("5S 6D v 9H then 2C 10D")
    refuse(("*", "/applications/*/emojis*"), refusal, times=None)
    await restart()
    await ana.bets(100, table)
    assert table.line("Ana ") == "5♠ 6♦ = 11 · Ana 100"
