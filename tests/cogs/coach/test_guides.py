"""Guided deals: the real rules, the same for everybody, all of it in the buttons' addresses."""

import random
import re

import pytest
from discord import ButtonStyle

from cogs.blackjack.blackjack_guide import PRIMER as BLACKJACK
from cogs.coach.introductions import DIGITS, LONGEST, moment_of
from cogs.five_hundred.five_hundred_guide import PRIMER as FIVE_HUNDRED
from cogs.pok_deng.pok_deng_guide import PRIMER as POK_DENG
from cogs.pontoon.pontoon_guide import PRIMER as PONTOON
from cogs.table.faces import plain_text
from games.core import IllegalAction
from games.five_hundred.packs import KITTY
from i18n.words import ENGLISH, Words
from tests.cogs.shown import BUTTON, walk

GUIDES = {
    "blackjack": BLACKJACK,
    "pok_deng": POK_DENG,
    "pontoon": PONTOON,
    "five_hundred": FIVE_HUNDRED,
}
THAI = "\u0e00-\u0e7f"

ALL = pytest.mark.parametrize("guide", GUIDES.values(), ids=GUIDES)


def offers(page):
    return [offer for row in page.rows for offer in row]


def forward(page):
    """The numbers of the offers that lead on: not back to a card that isn't marked, nor past the discard of three."""
    found = offers(page)
    if sum(offer.is_marked for offer in found) == KITTY:
        return [len(found) - 1]
    return [number for number, offer in enumerate(found) if not offer.is_marked]


def played(guide, deal, source, words=ENGLISH):
    """The pages of one deal in which somebody chooses at random."""
    choices, pages = "", []
    while len(pages) <= LONGEST:
        pages.append(page := moment_of(guide, deal, choices).page(words, plain_text))
        if not (onward := forward(page)):
            break
        choices += DIGITS[source.choice(onward)]
    return pages


@pytest.mark.sampled
@ALL
def test_every_deal_comes_to_an_end_whatever_somebody_chooses_and_every_step_has_a_sentence(guide):
    thai = Words.speaking("th")
    for deal in range(40):
        pages = played(guide, deal, random.Random(deal))
        assert len(pages) <= LONGEST
        assert re.search("In (chips|points): ", pages[-1].sections[-1])
        wrong = r"Stake: \*\*(\d+)\*\*\n(?s:.*)\nbust\n\*\*In chips: (?!−\1\*)"
        assert not re.search(wrong, "\n".join(pages[-1].sections))
        for page in pages:
            assert all(page.sections)
            assert page.sections[0].startswith("### A guided deal of ")
            assert sum(map(int, re.findall(r"(?:yours|theirs) (\d+)", page.sections[0]))) <= 10
            assert "Name the suit" not in page.sections[-1] or "🃏" in page.sections[-1]
            assert page.sections[-1].rstrip("*").endswith((".", "?", *"0123456789"))
    for deal in range(20):
        for page in played(guide, deal, random.Random(deal), thai):  # whose sentences have no full stop
            assert not re.search(rf"[{THAI}][^A-Za-z.]*\.(?:\s|$)", "\n".join(page.sections))


@ALL
def test_a_deal_is_the_same_for_everybody_and_takes_only_choices_that_are_offered(guide):
    pages = [played(guide, deal, random.Random(1)) for deal in (0, 0, 1)]
    assert pages[0] == pages[1] != pages[2]
    moment = guide.start(0)
    count = len(offers(moment.page(ENGLISH, plain_text)))
    assert guide is not FIVE_HUNDRED or count > 5, "a pass, and a bid in each suit and in no trumps"
    with pytest.raises(IllegalAction):
        moment.choose(count)
    while onward := forward(moment.page(ENGLISH, plain_text)):
        moment = moment.choose(onward[0])
    with pytest.raises(IllegalAction):
        moment.choose(0)


def test_the_best_move_stands_out_and_its_reason_names_it():
    """Four and nine against a king: below 17, and the dealer draws to 17 or more."""
    page = BLACKJACK.start(0).page(ENGLISH, plain_text)
    assert "4♥ 9♠" in page.sections[0]
    assert [offer.label for offer in offers(page) if offer.is_main] == ["Hit"]
    assert "Hit: 13 usually loses to K♣." in page.sections[1].replace("**", "")


def test_at_pontoon_who_has_11_buys_and_the_others_stick_on_a_good_total():
    page = PONTOON.start(55).choose(0).page(ENGLISH, plain_text)
    assert "**Your hand**: **11** · " in page.sections[0]
    assert "looks too.\n🤖 Biscuit sticks\n**Buy**: " in page.sections[1]


def test_of_every_decision_one_answer_or_more_stands_out():
    """Wherever the learner follows the advice."""
    for guide in GUIDES.values():
        for deal in range(12):
            moment = guide.start(deal)
            while onward := forward(page := moment.page(ENGLISH, plain_text)):
                moment = moment.choose(next(number for number in onward if offers(page)[number].is_main))


def test_the_learner_of_five_hundred_can_play_only_what_the_rules_allow():
    """A trick that the learner doesn't lead: the cards of the suit led are offered and no others."""
    guide, seen = FIVE_HUNDRED, 0
    for deal in range(12):
        moment = guide.start(deal)
        while onward := forward(page := moment.page(ENGLISH, plain_text)):
            found = offers(page)
            view, text = moment.deal.view(0), "\n".join(page.sections)
            assert ("\n## " in text, "🤖 Biscuit" in text) == (True, False), "their own hand, in no house player's seat"
            if view.trick is not None:
                order = moment.deal.order
                led = order.suit_led(view.trick)
                suited = [plain_text(card) for card in view.hand if order.suit_of(card) is led]
                assert not suited or [offer.label for offer in found] == suited
                seen += bool(suited)
            moment = moment.choose(next(number for number in onward if found[number].is_main))
    assert seen > 20


def test_a_split_pair_is_played_as_two_hands():
    guide = BLACKJACK
    pairs = [
        deal
        for deal in range(300)
        if any(
            offer.label == "Split" and offer.is_main for offer in offers(guide.start(deal).page(ENGLISH, plain_text))
        )
    ]
    labels = [offer.label for offer in offers(guide.start(pairs[0]).page(ENGLISH, plain_text))]
    page = guide.start(pairs[0]).choose(labels.index("Split")).page(ENGLISH, plain_text)
    assert "Bet: 20" in page.sections[0]
    assert page.sections[0].count(" = ") == 3


# On Discord


COMMANDS = pytest.mark.parametrize("command", ["blackjack open", "pokdeng open", "pontoon open", "fivehundred open"])


async def shown(guest, command):
    """Come to a game for the first time and press Show me; the message that guides from then on."""
    game = command.split()[0]
    told = await guest.comes_to("Bet" if game in ("blackjack", "pokdeng") else "Sit", await guest.opens(game))
    await told.press("Show me")
    return told.result.response


def buttons(house, message):
    return [part["custom_id"] for part in walk(house.raw(message)) if "custom_id" in part]


@COMMANDS
async def test_show_me_plays_a_deal_in_the_same_message_and_offers_another_even_after_a_restart(
    house, ana, newcomers, restart, command
):
    message = await shown(ana, command)
    tables = [table.id for table in house.app.open_tables.tables(house.guild.id)]
    before = house.texts()
    await restart()
    moment_of.cache_clear()
    while len(addresses := buttons(house, message)) != 2 or ":known" not in addresses[1].replace("coach", ""):
        await ana.member.click(message, custom_id=max(reversed(addresses), key=len))
    assert re.search("In (chips|points): ", house.read(house.raw(message)))
    await ana.member.click(message, label="Next deal")
    assert buttons(house, message)[0].startswith("coach:show:")
    assert ":1:" in buttons(house, message)[0]
    assert house.texts() == before
    assert [table.id for table in house.app.open_tables.tables(house.guild.id)] == tables
    assert await ana.chips() == 1000


async def test_an_address_that_no_message_has_is_refused_in_private(ana, newcomers, table):
    for address in ("coach:show:blackjack:0:zzzz", "coach:show:blackjack:999999:99", "coach:show:chess:0:"):
        answer = await ana.about_to_press("More…", table, as_if=address).press()
        assert answer.said.startswith("unreadable")


async def test_the_discard_of_a_guided_deal_is_marked_taken_back_and_named_as_at_a_table(house, ana, newcomers):
    message = await shown(ana, "fivehundred open")
    for number in (6, 0, 10, 11, 12, 0):  # the bid, then the joker, the three of the kitty, and the joker back
        await ana.member.click(message, custom_id=buttons(house, message)[number])
    parts = [part for part in walk(house.raw(message)) if part["type"] == BUTTON]
    assert [part["style"] == ButtonStyle.success.value for part in parts] == [False] * 10 + [True] * 3 + [False]
    assert house.say(parts[13]["label"]) == "Discard K♥ 4♦ 5♠"
    await ana.member.click(message, custom_id=buttons(house, message)[13])
    assert len(buttons(house, message)) == 10


@pytest.mark.usefixtures("every_text")
@COMMANDS
async def test_everything_can_be_translated(house, ana, newcomers, command):
    message = await shown(ana, command)
    for _ in range(4):
        await ana.member.click(message, custom_id=buttons(house, message)[0])
