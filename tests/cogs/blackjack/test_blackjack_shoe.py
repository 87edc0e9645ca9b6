"""The fair shuffle as people see it: promised before the bets, kept secret while its cards matter, shown afterwards."""

import re
from dataclasses import replace

import pytest

from games.cards import pack52
from games.fair.shoe import commitment, shuffled
from tables.blackjack.state import BlackjackState


@pytest.fixture
def house(house, monkeypatch):
    """Nothing is stacked here: the bot deals from its own shuffle."""
    monkeypatch.undo()
    return house


@pytest.fixture
async def ana(house):
    return house.guest("Ana")


async def play_a_round(ana, table):
    await ana.bets(10, table)
    while "Place your bets" not in table.text:
        await ana.press("No insurance" if "No insurance" in table.buttons else "Stand", table)


def cards_of(table):
    """All cards of the last round in the order in which they were dealt."""
    dealer, hand = (re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b", table.line(start)) for start in ("Dealer", "Ana "))
    return [hand[0], dealer[0], hand[1], *dealer[1:]]


async def test_the_cards_are_those_of_the_promised_seed_and_the_first_bets_salt(house, ana):
    table = await ana.opens()
    promised = re.search(r"shuffle (\w{8})", table.text)[1]
    await play_a_round(ana, table)
    seed, salt = table.live.seed, table.live.salt
    assert commitment(seed).startswith(promised)
    order = [str(card) for card in shuffled(pack52() * 8, seed, salt)]
    assert cards_of(table) == order[: len(cards_of(table))]


async def test_the_salt_is_the_id_that_discord_gave_to_the_first_bet(house, ana):
    ben = house.guest("Ben")
    table = await ana.opens()
    await ben.press("Sit", table)
    placed = await ana.bets(10, table)
    await ben.bets(10, table)
    assert table.live.salt == str(placed.result._interaction.id)  # SimCord gives the id nowhere else


async def test_the_shoe_lasts_from_round_to_round(house, ana):
    table = await ana.opens()
    await play_a_round(ana, table)
    first = cards_of(table)
    assert f"shoe {len(first)} of 416 dealt" in table.text
    await play_a_round(ana, table)
    order = [str(card) for card in shuffled(pack52() * 8, table.live.seed, table.live.salt)]
    assert cards_of(table) == order[len(first) : len(first) + len(cards_of(table))]


async def test_after_the_cut_card_the_shoe_is_shuffled_and_everybody_can_check_the_old_seed(house, ana):
    table = await ana.opens()
    promised = re.search(r"shuffle (\w{8})", table.text)[1]
    await play_a_round(ana, table)
    seed, salt = table.live.seed, table.live.salt
    table.live.lobby = replace(table.live.lobby, game_state=BlackjackState(364))  # as after many more rounds
    await ana.bets(10, table)
    if "Place your bets" not in table.text:  # unless a blackjack ended it at once
        assert "-# The cut card is out: all cards are shuffled after this round." in table.text
        await ana.press("No insurance" if "No insurance" in table.buttons else "Stand", table)
        while "Stand" in table.buttons:
            await ana.press("Stand", table)
    assert seed.hex() not in str([request.json for request in house.env.http_requests])
    order = [str(card) for card in shuffled(pack52() * 8, seed, salt)]
    assert cards_of(table) == order[364 : 364 + len(cards_of(table))]
    assert "shoe 0 of 416 dealt" in table.text
    assert "-# New shoe: all cards have been shuffled." in table.text
    assert commitment(seed).startswith(promised)
    assert promised not in table.text
    await play_a_round(ana, table)
    assert "New shoe" not in table.text


async def test_the_seed_of_the_shoe_in_use_is_never_sent(house, ana):
    table = await ana.opens()
    for _ in range(3):
        await play_a_round(ana, table)
    await ana.press("Rules", table)
    assert table.live.seed.hex() not in str([request.json for request in house.env.http_requests])
