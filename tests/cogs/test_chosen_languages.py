"""`/language`: a person's own language, whatever their Discord says."""

import pytest

from cogs.app.replies.readers import READ_AGAIN_AFTER
from data.languages import Chosen, Languages
from tests.cogs.guest import Answer
from tests.cogs.mydata.test_mydata_commands import exported

BRACKETS = "pt-BR"
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
    assert [row["language"] for row in (await exported(ana))[1]["language"]] == [BRACKETS]
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
