"""The fair shuffle as people see it: promised before the bets, kept secret while its cards matter, shown afterwards."""

import re

import pytest
from msgspec.structs import replace

from games.cards import pack52
from games.fair.shoe import commitment, shuffled
from tables.blackjack.state import BlackjackState


@pytest.fixture
async def table(house, monkeypatch):
    """Nothing is stacked here: the bot deals from its own shuffle."""
    monkeypatch.undo()
    return await house.guest("Ana").opens()


async def play_a_round(table):
    await table.plays("Ana bets 10")
    while table.live.table.is_playing:
        await table.plays("Ana No insurance" if "No insurance" in table.buttons else "Ana Stand")


def cards_of(table):
    """All cards of the last round in the order in which they were dealt."""
    dealer, hand = (re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b", table.line(start)) for start in ("Dealer", "Ana "))
    return [hand[0], dealer[0], hand[1], *dealer[1:]]


def order(table):
    """The cards of its shoe."""
    return [str(card) for card in shuffled(pack52() * 8, table.live.table.seed, table.live.table.salt)]


def sent(house):
    return str([request.json for request in house.env.http_requests])


async def test_the_cards_are_those_of_the_promised_seed_and_the_first_bets_salt_from_round_to_round(house, table):
    promised = re.search(r"shuffle (\w{8})", table.text)[1]
    await play_a_round(table)
    assert commitment(table.live.table.seed).startswith(promised)
    first = cards_of(table)
    assert first == order(table)[: len(first)]
    rules = (await table.plays("Ana Rules")).said
    assert f"-# table 1 · cards dealt: {len(first)} of 416 · hints on\n" in rules
    assert "shuffle" not in table.text
    await play_a_round(table)
    assert cards_of(table) == order(table)[len(first) : len(first) + len(cards_of(table))]
    await table.plays("Ana Rules")
    assert table.live.table.seed.hex() not in sent(house)


async def test_the_salt_is_the_id_that_discord_gave_to_the_first_bet(table):
    placed = await table.plays("Ben Sit, Ana bets 10")
    await table.plays("Ben bets 10")
    assert table.live.table.salt == str(placed.result._interaction.id)  # SimCord gives the id nowhere else


async def test_after_the_cut_card_the_shoe_is_shuffled_and_everybody_can_check_the_old_seed(house, table):
    promised = re.search(r"shuffle (\w{8})", table.text)[1]
    await play_a_round(table)
    seed, cards = table.live.table.seed, order(table)
    table.live.table = replace(
        table.live.table, lobby=replace(table.live.table.lobby, game_state=BlackjackState(364))
    )  # as after many more rounds
    await table.plays("Ana bets 10")
    if table.live.table.is_playing:  # unless a blackjack ended it at once
        assert "-# The cut card is out: all cards are shuffled after this round." in table.text
        await table.plays("Ana No insurance" if "No insurance" in table.buttons else "Ana Stand")
        while "Stand" in table.buttons:
            await table.plays("Ana Stand")
    assert seed.hex() not in sent(house)
    assert cards_of(table) == cards[364 : 364 + len(cards_of(table))]
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert commitment(seed).startswith(promised)
    assert promised not in table.text
    await play_a_round(table)
    assert "new shoe" not in table.text
