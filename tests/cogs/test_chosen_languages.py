"""`/language`: a person's own language, whatever their Discord says."""

from types import SimpleNamespace

import pytest

from cogs.app.replies.readers import READ_AGAIN_AFTER
from data.languages import Chosen, Languages
from tests.cogs.guest import Answer
from tests.cogs.mydata.test_mydata_commands import exported

BRACKETS = "pt-BR"
QUESTION = "Show tables here in Português (Brasil)? Everyone will see them in that language."
READS, READS_ENGLISH = "You have 1.000 chips", "You have 1,000 chips"


@pytest.fixture(autouse=True)
def brackets(speak_in_brackets):
    """Brazilian Portuguese is the language of brackets here; English is English."""
    speak_in_brackets("pt_BR")


async def choose(guest, language):
    """Choose in the list of `/language`."""
    asked = await guest.command("language")
    return Answer(guest, await guest.member.select(asked.result.response, [language], custom_id="language:own"))


async def reads(guest):
    """How somebody reads their balance."""
    return (await guest.command("balance")).said


async def test_whoever_chooses_a_language_reads_it_in_every_server_and_tables_and_others_keep_theirs(
    house, ana, ben, restart
):
    table = await ana.opens()
    await choose(ana, "en")
    await choose(ana, BRACKETS)
    assert READS in await reads(ana)
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    abroad = elsewhere.add_member(ana.member.user)
    assert "1.000" in house.read((await abroad.slash(channel, "balance")).response.components)
    await ben.press("Sit", table)
    assert "⟦" not in str(house.raw(table.message))
    assert READS_ENGLISH in await reads(ben)
    await restart()
    assert READS in await reads(ana)
    now = house.env.now().isoformat()
    assert (await exported(ana))[1]["language"] == [{"language": BRACKETS, "chosen_at": now}]
    await choose(ana, "discord")
    assert READS_ENGLISH in await reads(ana)
    assert await Languages(house.app.store).of(ana.id) == Chosen()
    forged = await ana.about_to_press("Close table", table, as_if="language:own").press()
    assert forged.said == "The bot doesn't speak this language."


async def test_the_setting_of_a_server_decides_what_its_tables_say(house, ana):
    await house.sets({"language": BRACKETS})
    table = await ana.opens()
    assert "⟦" in str(house.raw(table.message))
    await house.sets({"language": None})
    other = await ana.opens()
    assert "⟦" not in str(house.raw(other.message))
    assert READS_ENGLISH in await reads(ana)


async def test_a_choice_made_in_another_process_is_read_a_few_minutes_later(house, ana):
    assert READS_ENGLISH in await reads(ana)
    await Languages(house.app.store).choose(house.guild.id, ana.id, BRACKETS, house.app.now())
    assert READS_ENGLISH in await reads(ana)
    await house.wait(READ_AGAIN_AFTER + 1)
    assert READS in await reads(ana)


async def test_whoever_deletes_their_data_is_answered_in_the_language_of_their_discord_from_then_on(house, ana):
    await choose(ana, BRACKETS)
    asked = await ana.my_data("Delete…")
    await asked.press("Delete my data")
    assert await Languages(house.app.store).of(ana.id) == Chosen()
    answer = await ana.command("balance")
    assert "You have 0 chips" in answer.said
    assert "⟦" not in answer.result.response.content


async def test_a_private_sentence_names_a_button_as_it_stands_on_the_table(house, ana, ben):
    table = await ana.opens()
    await choose(ben, BRACKETS)
    refused = await table.plays("Cy Sit, Ben bets 20, Ana ×2")
    assert refused.said == "You haven't bet at this table yet. Press Bet… first."
    await choose(ana, BRACKETS)
    refused = await ana.press("×2", table)
    assert raw(refused) == "⟦You haven't bet at this table yet. Press ⟧Bet…⟦ first.⟧"
    await house.sets({"language": BRACKETS})
    refused = await ana.press("×2", table)
    assert raw(refused) == "⟦You haven't bet at this table yet. Press ⟧⟦Bet…⟧⟦ first.⟧"


def raw(answer):
    """What Discord shows of a private sentence, brackets and all."""
    return answer.result.response.content


async def test_while_a_server_has_chosen_no_language_a_table_is_in_its_openers(house, ana, ben, restart):
    await choose(ana, BRACKETS)
    hers, his = await ana.opens(), await ben.opens()
    await restart()
    await hers.plays("Ben Sit")
    await his.plays("Ana Sit")
    assert ["⟦" in str(house.raw(table.message)) for table in (hers, his)] == [True, False]
    await house.sets({"language": "en"})
    await house.wait(2)
    assert "⟦" not in str(house.raw(hers.message))
    await house.sets({"language": None})
    house.env.backend.edit_guild(house.guild.id, {"preferred_locale": "de"})
    await house.env.settle()
    assert "⟦" not in str(house.raw((await ana.opens()).message))


async def test_a_manager_is_asked_once_whether_all_tables_shall_be_in_the_language_of_theirs(
    house, ana, boss, newcomers, restart
):
    await choose(ana, BRACKETS)
    await choose(boss, BRACKETS)
    assert QUESTION not in (await ana.command("blackjack open")).said
    question = asked(await boss.command("blackjack open"))
    await restart()
    assert QUESTION not in (await boss.command("pokdeng open")).said
    forged = await ana.forges(question.result.response.message, "spoken:pt-BR")
    assert "Manage Server" in forged.said
    assert "⟦" not in str(house.raw((await opened_in_english(house)).message))
    assert (await question.press("Yes")).left == []
    assert house.app.servers.of(house.guild.id).language == BRACKETS
    assert "⟦" in str(house.raw((await opened_in_english(house)).message))


async def test_a_manager_who_says_no_leaves_each_table_to_its_opener(house, boss, newcomers):
    await choose(boss, BRACKETS)
    question = asked(await boss.command("blackjack open"))
    await question.press("No")
    assert not house.app.servers.of(house.guild.id).language
    assert QUESTION not in (await boss.command("blackjack open")).said


def asked(answer):
    """The question for the language of all tables."""
    (message,) = answer.result.followups
    assert answer.guest.house.read(message.components) == QUESTION
    return Answer(answer.guest, SimpleNamespace(response=message, followups=[], acknowledged=True))


def opened_in_english(house):
    """A table of somebody who has chosen no language."""
    return house.guest("Cy").opens()
