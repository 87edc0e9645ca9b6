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


def shown(house, number=-1):
    """The heading of the table in this message, as Discord stores it."""
    return house.raw(house.messages()[number])[0]["components"][0]["content"].splitlines()[0]


def test_a_regional_language_falls_back_to_the_general_one_and_then_to_english_and_shares_its_words():
    assert [Words.speaking(locale)("Ready") for locale in ("pt-BR", "de", "en-GB")] == ["⟦Ready⟧", "Ready", "Ready"]
    assert Words.speaking("en-US") is Words.speaking("en-GB") is Words.speaking("de") is Words.speaking("en")
    assert Words.speaking("pt-BR") is Words.speaking("pt") is not Words.speaking("en")


async def test_a_table_speaks_its_servers_language_at_once_and_after_a_restart_and_private_answers_the_readers(
    house, ana, ben, table, restart
):
    assert "⟦" not in shown(house)
    await speaks(house, "pt-BR")
    await house.wait(2)
    assert shown(house) == "### ⟦Blackjack⟧⟦ · table ⟧1"
    await ben.press("Sit", table)
    refused = await ben.press("Close table", table)
    assert refused.result.response.content == "Only the table's host or a manager of this server can do that."
    await ana.press("Sit", table)
    house.deal("5S 6D, 8S 9D v 10H")
    await table.plays("Ana bets 100, Ben bets 100")
    await restart()
    await house.wait(16)
    assert shown(house, 0) == "### ⟦Blackjack⟧⟦ · table ⟧1"
    assert "⟦, it's your turn: ⟧" in house.messages()[-1].content
