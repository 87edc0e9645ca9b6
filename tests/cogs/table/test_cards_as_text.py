"""Cards as text: a switch behind More… for whoever can't see emojis, in all that only they read, in every server."""

import json

import pytest

from cogs.app.replies.components import Layout, button, emoji, row
from cogs.table.emojis import CardEmojis
from data.languages import CARDS_AS_TEXT
from games.cards import Card
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.mydata.test_mydata_commands import delete, exported
from tests.tables.settings.offered import GAMES

OFF, ON = "Cards as text: off", "Cards as text: on"
EMOJI = "_of_"


async def switch(guest, table, label=OFF):
    return await guest.press(label, table)


def sent(house, answer):
    return json.dumps(house.raw(answer.result.response), ensure_ascii=False)


@pytest.fixture
async def cards(house, match_of):
    """A match of two in which everybody has been dealt cards."""
    two = match_of(2)
    two.table = await two.start()
    return two


async def test_cards_are_signs_in_texts_and_on_buttons_of_ones_own_panel_alone(house, cards):
    first = await cards.ana.press("My hand", cards.table)
    assert EMOJI in sent(house, first)
    await switch(cards.ana, cards.table)
    await house.wait(2)
    assert EMOJI not in sent(house, first), "the open panel follows"
    own = sent(house, await cards.ana.press("My hand", cards.table))
    assert EMOJI not in own
    assert any(sign in own for sign in "♠♥♣♦")
    assert EMOJI in sent(house, await cards.ben.press("My hand", cards.table))
    await switch(cards.ana, cards.table, ON)
    assert EMOJI in sent(house, await cards.ana.press("My hand", cards.table))


async def test_everyones_message_keeps_its_cards(house, ana, table):
    await switch(ana, table)
    house.deal("10S 6H v 9D")
    await ana.bets(100, table)
    assert EMOJI in str(house.raw(table.message))


async def test_it_holds_after_a_restart_is_in_ones_data_and_goes_with_it(house, cards, ana, restart):
    table = await ana.opens()
    await switch(ana, table)
    await restart()
    assert ON in (await (await ana.press("More…", table)).into("My settings…")).left
    assert [row["name"] for row in (await exported(ana))[1]["switches"]] == ["cards_as_text"]
    await delete(ana)
    assert OFF in (await (await ana.press("More…", table)).into("My settings…")).left


@pytest.fixture
async def reader(house, ana):
    """Ana, who has switched it on."""
    await house.app.readers.switch(house.guild.id, ana.id, CARDS_AS_TEXT, house.env.now())
    return ana


def verify_text(house, *answers):
    """Each shows cards as they are now, in signs."""
    for answer in answers:
        shown = sent(house, answer)
        assert any(sign in shown for sign in "♠♥♣♦")
        assert not any(name in shown for name in (EMOJI, "face_down"))


@pytest.mark.parametrize("game", GAMES)
async def test_rules_and_guided_deals_are_in_signs(house, reader, ben, game):
    steps = "00" if game == "pok_deng" else "0"

    def leads(guest, answer):
        return guest.forges(answer.result.response.message, f"coach:show:{game}:0:{steps}")

    rules = await reader.command("rules", game=game)
    if game == "five_hundred":
        rules = await rules.press("Play")
    verify_text(house, rules, await leads(reader, await reader.command("play")))
    assert EMOJI in sent(house, await leads(ben, await ben.command("play")))


@pytest.mark.usefixtures("newcomers")
async def test_a_guided_deal_before_the_first_practice_is_in_signs(house, reader):
    first = await reader.command("fivehundred practice")
    assert "guided deal, nothing counts" in first.said
    verify_text(house, first)


async def test_the_record_of_a_deal_is_in_signs_on_every_page(house, match_of, deals, ana):
    deals.deal(HEARTS)
    two = match_of(2)
    table = await two.start()
    await two.play_out(two.ana, "8 tricks", "Hearts", claims=True)
    await switch(two.ana, table)
    record = await two.ana.looks_back("deal:1:1:1")
    verify_text(house, record, await record.press("▶"))
    assert EMOJI in sent(house, await two.ben.looks_back("deal:1:1:1"))


async def test_all_results_at_pok_deng_are_in_signs(house, reader):
    table = await reader.opens("pokdeng")
    await reader.bets_on("P1", 10, table)
    await house.wait(70)
    verify_text(house, await reader.press("All results", table))


async def test_a_hint_stays_in_signs_when_its_exact_figures_come(house, reader):
    table = await reader.opens(seats=1)
    house.deal("10S 6H v 10D")
    await reader.bets(100, table)
    hint = await reader.press("Hint", table)
    await house.wait(5)
    assert "Why" in hint.buttons
    await hint.press("Why")
    verify_text(house, hint)


async def test_only_what_can_be_switched_is(ana, table):
    number = table.number
    forged = ana.about_to_press("More…", table, as_if=f"b:{number}:{table.live.table.question_id}:switch:moon-light")
    assert (await forged.press()).said == "unreadable, press a button"


def test_a_button_with_a_card_says_it_before_its_own_words():
    faces, ace, mention = CardEmojis(), Card.parse("AS"), "<:ace_of_spades:1456074443980800060>"
    faces._there[ace] = mention
    view = Layout(row(button("x", None, emoji=emoji(mention)), button("y", "Keep", emoji=emoji(mention))))
    (read,) = faces.as_text(view).to_components()
    assert [(part["label"], "emoji" in part) for part in read["components"]] == [("A♠", False), ("A♠ Keep", False)]
