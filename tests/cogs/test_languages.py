"""Who reads which language: everybody together the server's, and each person in private their own."""

import pytest

from i18n.words import Words


@pytest.fixture(autouse=True)
def brackets(speak_in_brackets):
    """Portuguese is the language of brackets here; English is English."""
    speak_in_brackets("pt")


async def speaks(house, locale):
    """Choose the language of the server, as its owner does."""
    house.env.backend.edit_guild(house.guild.id, {"preferred_locale": locale})
    await house.env.settle()


def shown(house):
    """The heading of the newest table, as Discord stores it."""
    return house.raw(house.messages()[-1])[0]["components"][0]["content"].splitlines()[0]


def test_a_regional_language_falls_back_to_the_general_one_and_then_to_english():
    assert Words.speaking("pt-BR")("Sit") == "⟦Sit⟧"
    assert Words.speaking("de")("Sit") == "Sit"
    assert Words.speaking("en-GB")("Sit") == "Sit"


def test_languages_with_the_same_sentences_share_their_words_so_that_nothing_is_drawn_again_between_them():
    assert Words.speaking("en-US") is Words.speaking("en-GB") is Words.speaking("de") is Words.speaking("en")
    assert Words.speaking("pt-BR") is Words.speaking("pt") is not Words.speaking("en")


async def test_a_table_speaks_its_servers_language_and_private_answers_the_readers(house):
    await speaks(house, "pt-BR")
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens()
    assert shown(house) == "⟦### ⟧⟦Blackjack⟧⟦ · table ⟧1"
    await ben.press("Sit", table)
    assert shown(house) == "⟦### ⟧⟦Blackjack⟧⟦ · table ⟧1"
    refused = await ben.press("Close table", table)
    text = refused.result.response.content
    assert text == "Only the table's host or a manager of this server can close it."


async def test_a_table_is_drawn_again_when_its_server_changes_the_language(house, ana):
    await ana.opens()
    await speaks(house, "pt-BR")
    await house.wait(2)
    assert shown(house) == "⟦### ⟧⟦Blackjack⟧⟦ · table ⟧1"


async def test_a_table_speaks_the_language_of_its_server_after_a_restart(house, restart):
    await speaks(house, "pt-BR")
    ana = house.guest("Ana")
    table = await ana.opens()
    await ana.bets(100, table)
    await restart()
    await house.wait(5)
    assert shown(house) == "⟦### ⟧⟦Blackjack⟧⟦ · table ⟧1"


async def test_the_player_whose_turn_it_is_is_called_in_the_servers_language(house):
    await speaks(house, "pt-BR")
    ana, ben = house.guests("Ana Ben")
    table = await ana.opens()
    await ben.press("Sit", table)
    await ana.press("Sit", table)
    house.deal("5S 6D", "8S 9D", dealer="10H")
    await ana.bets(100, table)
    await ben.bets(100, table)
    await house.wait(16)
    assert "⟦, it's your turn: ⟧" in house.messages()[-1].content
