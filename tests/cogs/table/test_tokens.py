"""Pictures that follow a press go by its token, which takes nothing of the bot's requests a second."""

import pytest

from tables.events import Arrange
from tests.cogs.table.test_message import wire as wire

EXPIRED = {"status": 401, "code": 50027}
REFUSALS = {"expired": EXPIRED, "unknown": {"status": 404, "code": 10015}, "too fast": {"status": 429, "code": 0}}
BY_TOKEN = ("PATCH", "/webhooks/*/*/messages/@original")


@pytest.fixture
def ways(house):
    """`ways()`: how the pictures went that the bot has sent without a press since the last time: token, bot."""
    seen = [0]

    def ways():
        sent, seen[0] = house.env.http_requests[seen[0] :], len(house.env.http_requests)
        edits = [request.path for request in sent if request.method == "PATCH" and "/messages/" in request.path]
        return ["token" if "webhooks" in path else "bot" for path in edits]

    return ways


@pytest.fixture
def unseen(house, table):
    """`await unseen(ben, "sit")`: somebody sits down or leaves without a press, and the table is drawn."""

    async def change(guest, verb):
        with house.as_the_bot():
            await table.live.do(Arrange(guest.id, lambda lobby: getattr(lobby, verb)(guest.id)))
        await house.wait(2)

    return change


async def test_the_picture_after_a_press_goes_by_its_token(ana, ben, table, unseen, ways):
    await ana.press("Sit", table)
    ways()
    await unseen(ben, "sit")
    assert ways() == ["token"]
    assert table.line("2") == "2 Ben –"


async def test_the_picture_after_the_command_that_opened_the_table_goes_by_its_token(ben, table, unseen, ways):
    ways()
    await unseen(ben, "sit")
    assert ways() == ["token"]
    assert table.line("1") == "1 Ben –"


async def test_after_a_restart_the_bot_has_no_token_until_the_next_press(house, ana, ben, table, unseen, ways):
    await house.restart()
    ways()
    await unseen(ben, "sit")
    assert ways() == ["bot"]
    await ana.press("Sit", table)
    await unseen(ben, "leave")
    assert ways() == ["token"]


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
async def test_a_refused_token_gives_way_to_the_one_before_and_in_the_end_to_the_bots_own(
    house, ana, ben, table, unseen, ways, refusal
):
    await ana.press("Sit", table)
    ways()
    house.env.inject_error(*BY_TOKEN, **refusal)
    await unseen(ben, "sit")
    assert (ways(), table.line("2")) == (["token", "token"], "2 Ben –")
    await unseen(ben, "leave")
    assert ways() == ["token"], "what was refused isn't tried again"
    house.env.inject_error(*BY_TOKEN, **refusal)
    await unseen(ben, "sit")
    assert (ways(), table.line("2")) == (["token", "bot"], "2 Ben –")
    await unseen(ben, "leave")
    assert ways() == ["bot"]


async def test_a_token_without_an_answer_gives_way_to_the_bots_own(house, ana, ben, table, unseen, ways):
    await ana.press("Sit", table)
    ways()
    house.env.inject_error(*BY_TOKEN, status=502)
    await unseen(ben, "sit")
    assert (ways(), table.line("2")) == (["token", "bot"], "2 Ben –")


async def test_no_token_is_used_after_fourteen_minutes(house, ana, ben, table, unseen, ways):
    await ana.press("Sit", table)
    used = []
    for minute in range(16):
        ways()
        await unseen(ben, "leave" if minute % 2 else "sit")
        used += ways()
        await house.wait(58)
    assert used == ["token"] * 14 + ["bot"] * 2


async def test_an_older_copy_is_not_drawn_by_its_token_once_the_table_was_posted_again(
    house, ana, ben, cy, table, unseen, ways
):
    await table.plays("Ana Sit, 20 s")
    old = table.message
    await table.plays("Ana Bump, 2 s")
    assert table.message.id != old.id
    ways()
    await unseen(ben, "sit")
    assert ways() == ["bot"]
    assert table.line("2") == "2 Ben –"
    assert [c["type"] for c in house.raw(old)] == [10], "the old copy says only where the table continues"
    await cy.press("Sit", table)
    await unseen(ben, "leave")
    assert ways()[-1] == "token"


async def test_a_press_that_was_answered_in_private_or_with_a_form_lends_no_token(house, ana, ben, table, unseen, ways):
    await house.restart()
    question = await ana.press("Close table", table)
    form = await ana.press("Bet", table)
    ways()
    await unseen(ben, "sit")
    await form.fill(main="100", pair="")
    await unseen(ben, "leave")
    assert set(ways()) == {"bot"}
    assert "close table 1?" in question.said
