"""A match of Five Hundred that ends early, on Discord: by agreement, by default, by a manager, or when abandoned."""

import pytest

from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.panel import Panel

DAY = 24 * 3600
BACK = "you left this match"


async def one_deal(match, **options):
    """Ana has won the first deal, worth up to 300 points."""
    match.deals.deal(HEARTS)
    table = await match.start(**options)
    await match.play_out(match.ana, "8 tricks", "Hearts", claims=True)
    return table


async def closes(guest, table, **why):
    return (await guest.command("table close", table=table.number, **why)).said


async def test_the_host_of_a_match_asks_everybody_before_it_closes(two):
    table = await one_deal(two, ante=100)
    assert "Close table" not in table.buttons
    assert "Ana and Ben · ⏳ in 40 s\n-# If nobody is ready, the match pauses." in table.text
    assert await closes(two.ana, table) == "match 1: players asked to end it"
    assert "Ana asks to end the match without a winner. Do you agree?" in table.text
    assert await two.purses() == [900, 900]
    await table.plays("Ben No")
    assert "Ana asks" not in table.text
    await (await table.plays("Ana End match")).press("End match")
    await table.plays("Ben Yes")
    assert "\n### no winner, antes back: everyone who was there agreed\n" in table.text
    assert await two.purses() == [1000, 1000]
    said = (await two.ben.command("fivehundred matches")).now
    assert "No winner\nAna 300 · Ben 0" in said


async def test_a_close_button_from_before_the_match_closes_nothing(two):
    table = await two.sit_down(ante=100)
    early = two.ana.about_to_press("Close table", table)
    question = await table.plays("Ana Close table")
    await table.plays("Ana Start")
    said = "match began, all agree by End match"
    assert (await early.press()).said == said
    assert (await question.press("Close table")).said == said
    assert table.live.table.is_playing


@pytest.mark.parametrize(("ante", "audited"), [(100, "by Mia"), (0, "Mia made match 1 void")])
async def test_a_manager_may_void_a_match_with_a_reason_and_the_audit_says_so(two, ante, audited):
    table = await one_deal(two, ante=ante)
    mia = two.house.guest("Mia", manages=True)
    assert await closes(mia, table) == "This match has begun. To void it, give a reason; the antes are returned."
    assert await closes(two.ana, table, reason="I lose") == "Only a manager of this server can void a match."
    assert await two.purses() == [1000 - ante] * 2
    said = await closes(mia, table, reason="Ben played for both")
    assert said.startswith("Match 1 is void")
    assert f"no winner{', antes back' * (ante > 0)}: a manager of this server declared it void\n" in table.text
    assert await two.purses() == [1000, 1000]
    said = (await mia.command("bank audit", reason="looking")).said
    assert "Ben played for both" in said
    assert audited in said


async def test_only_a_manager_removes_somebody_and_that_makes_nobody_play_their_cards(two):
    table = await two.start(ante=100)
    kick = {"table": table.number, "member": two.ben.member}
    said = (await two.ana.command("table kick", **kick)).said
    assert said == "match began, a manager may remove"
    said = (await two.house.guest("Mia", manages=True).command("table kick", **kick)).said
    assert said == "Ben will leave when this round is over."
    assert "Ben will leave when this deal is over" in table.text
    await two.plays("Ana Pass")
    assert "▶ Ben · Bid or pass · ⏳ in 60 s" in table.text
    await two.plays("Ben Pass")
    assert "Ben left seat 2." in table.text
    assert (await table.plays("Ben Seat 2")).said.startswith("A manager of this server has removed you")
    assert "Come back" not in (await table.plays("Ben More…")).buttons


async def test_the_last_side_left_wins_the_match_and_history_and_scores_say_by_default(two):
    table = await one_deal(two, ante=100)
    left = await table.plays("Ben Leave")
    assert "Leave the match?" in left.said
    assert "forfeits 100 unless you return" in left.said
    await left.press("Leave")
    assert "Take the match" in table.buttons
    assert "End match" not in (await table.plays("Ana More…")).buttons
    asked = await table.plays("Ana Take the match")
    assert "you win by default" in asked.said
    await asked.press("Take the match")
    assert "🏆 Ana wins the match and all antes: Ben had left, or stayed away for too long\n" in table.text
    assert "Ana +100 · now 1,100 chips\nBen -100 · now 900 chips" in table.text
    assert await two.purses() == [1100, 900]
    assert "Won by default: Ana" in (await table.plays("Ana Scores")).said
    said = (await two.ana.command("fivehundred matches")).said
    assert "🏆 Won by default: Ana" in said
    assert "nobody on this board" in (await two.ana.command("top", board="five_hundred")).now
    assert (await two.panel(two.ben)).text.startswith("## You lost the match\nBen -100 · now 900 chips\n")
    await table.plays("Ana Leave, 2 s")
    assert table.live.table.lobby.seats == (None, None)
    assert await two.purses() == [1100, 900]


@pytest.mark.usefixtures("without_substitutes")
async def test_somebody_who_left_by_mistake_comes_back_from_their_own_panel(match_of):
    four = match_of(4)
    table = await four.start()
    panel, asked = await four.panel(four.ben), await table.plays("Ben Leave")
    await asked.press("Leave")
    assert BACK in asked.now
    assert asked.left == ["Come back"]
    assert "Ben has left and is played automatically until this deal is over." in table.text
    assert panel.buttons == ["Come back"]
    await four.plays("Ana Pass")
    assert "Ben" not in table.line("Cy")  # his turn is over already
    again = await Panel.of(four.ben, table)
    await again.press("Come back")
    assert "Ben has left" not in table.text
    assert "Your hand" in again.text
    await four.plays("Cy Pass, Dee Pass")
    assert table.live.table.lobby.seats == tuple(guest.id for guest in four.people)


@pytest.mark.thorough
@pytest.mark.parametrize("substitutes", [True, False])
async def test_somebody_who_left_between_deals_comes_back_from_the_panel_while_the_seat_is_free(two, substitutes):
    await two.house.sets({"substitutes": substitutes})
    table = await one_deal(two, ante=1000)
    await two.leaves(two.ben)
    left = "Ben left seat 2. seat 2 is played until taken" if substitutes else "Ben left seat 2."
    assert left in table.text
    assert "forfeit" not in table.text
    if substitutes:
        await table.plays("Ana Ready")
        assert table.live.table.is_playing
    panel = await two.panel(two.ben)
    assert substitutes or BACK in panel.text
    await panel.press("Come back")
    assert "Ben has left" not in table.text
    assert table.live.table.lobby.seat_of(two.ben.id) == 1
    if not substitutes:
        await table.plays("Ana Continue")
    assert table.live.table.is_playing


@pytest.mark.usefixtures("without_substitutes")
async def test_an_away_player_is_shown_and_comes_back_with_any_press(two):
    table = await two.start()
    panel = await two.panel(two.ben)
    await two.bids(two.ana, "8 tricks", "Hearts")
    await two.house.wait(61)
    assert "Ben is away and is played automatically. 🕒 " in table.text
    assert "Can be replaced: in 539 s" in table.text  # of ten minutes, 61 seconds were waited
    assert "Can be replaced: in 539 s" in panel.text
    assert "You're away and are played automatically until you press anything." in panel.text
    await panel.press("I'm back")
    assert "Ben is away" not in table.text
    assert "not your turn yet, wait here" in panel.text


@pytest.mark.parametrize("days", [14, 3])
async def test_an_abandoned_match_ends_and_frees_its_channel(two, days):
    await two.house.sets({"tables_per_channel": 1} | ({} if days == 14 else {"untouched_days": days}))
    table = await one_deal(two, ante=100)
    cy = two.house.guest("Cy")
    assert "channel full with 1 tables" in (await cy.command("blackjack open")).said
    await two.house.wait(days * DAY - 60)
    assert "If nobody presses anything, the match ends and the antes are returned. ⏳ " in table.text
    await two.house.wait(120)
    assert table.live is None
    assert "antes back: nobody played for a while\n" in two.house.texts()[-1]
    assert await two.purses() == [1000, 1000]
    await cy.opens("blackjack")


@pytest.mark.thorough
async def test_a_match_that_never_began_says_so_when_its_table_closes(two):
    table = await two.ana.opens("fivehundred", players=2, pace="slow")
    for _ in range(5):
        await table.plays("Ana Sit")
        await two.house.wait(DAY / 5 + 1)
        if table.live is not None:
            await table.plays("Ana Leave")
    assert table.live is None
    assert "closed as nobody played" in two.house.texts()[-1]
