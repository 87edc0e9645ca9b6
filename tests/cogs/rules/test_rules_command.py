"""`/rules` and the Rules button: the house's own rules, in private, page by page, also after a restart."""

import pytest

from tests.tables.settings.offered import GAMES


@pytest.fixture
def ana(house):
    return house.guest("Ana", manages=True)


async def turn(answer, label):
    """Press the button of another page; that page appears in the same private message."""
    turned = await answer.press(label)
    assert turned.result.response.id == answer.result.response.id
    return turned


@pytest.mark.sampled
@pytest.mark.parametrize("game", GAMES)
async def test_every_page_of_every_game_can_be_reached_and_nobody_else_sees_it(house, ana, game):
    answer = await ana.command("rules", game=game)
    title = GAMES[game].title.template
    names = answer.buttons
    assert answer.said.startswith(f"### {title} · The game\n")
    for name in names:
        answer = await turn(answer, name)
        assert answer.said.startswith(f"### {title} · {name}\n")
    answer = await turn(answer, "The game")
    assert answer.buttons == names
    assert house.messages() == []


async def test_the_rules_are_the_servers_own(house, ana):
    await house.sets({"blackjack.surrender_vs_ten": True, "blackjack.limits": [20, 400]})
    answer = await ana.command("rules", game="blackjack")
    assert "house rules that differ:\nSurrender" in answer.said
    answer = await turn(answer, "Your turn")
    assert "can't surrender" not in answer.said
    assert "99.539%" in (await turn(answer, "Odds")).said
    assert "bets from 20 to 400" in (await turn(answer, "Bets")).said
    await house.sets({"blackjack.surrender_vs_ten": None})
    assert "You can't surrender against a 10, J, Q or K." in (await turn(answer, "Your turn")).said
    assert "house rules that differ" not in (await turn(answer, "The game")).said


async def test_the_rules_button_of_a_table_shows_that_tables_rules(house, ben, ana):
    table = await ana.opens(minimum=50, maximum=80)
    answer = await ben.press("Rules", table)
    assert answer.said.startswith("### Blackjack · The game\n-# table 1 · hints on\n")
    assert "bets from 50 to 80\nBets are multiples of 2," in (await turn(answer, "Bets")).said
    await ben.bets(50, table)  # until these bets are played the table keeps its rules
    await house.sets({"blackjack.surrender_vs_ten": True})
    assert "You can't surrender against a 10, J, Q or K." in (await turn(answer, "Your turn")).said


async def test_pages_can_be_turned_after_a_restart_and_when_the_table_is_closed(house, ana, restart):
    table = await ana.opens("pontoon", minimum=30, maximum=90, shoot=True)
    answer = await ana.press("Rules", table)
    await restart()
    answer = await turn(answer, "A deal")
    assert "stakes from 30 to 90" in answer.said
    before = table.text
    forged = await ana.about_to_press("Sit", table, as_if="r:pontoon:1:1").press()
    assert forged.said.startswith("### Pontoon · "), "in private, though its address was on a public message"
    assert table.text == before
    await ana.command("table close", table=1)
    assert "kitty from 30 to 90" in (await turn(answer, "Shoot")).said


async def test_other_servers_tables_and_missing_pages_are_refused_with_a_sentence(house, ana):
    table = await ana.opens()
    with house.as_the_bot():
        other = await house.app.open_tables.open(
            table.live.table.game, guild=5, channel=6, host=7, terms=table.live.table.terms
        )
    for address in (f"r:blackjack:{other.table.id}:0", "r:blackjack:99:0", "r:pontoon:1:0", "r:bridge:0:0"):
        refused = await ana.about_to_press("Rules", table, as_if=address).press()
        assert refused.said == "no such rules"
