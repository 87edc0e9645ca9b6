"""`practice`: cards in hand by one command, at a table where all other seats are the house's."""

import re
from datetime import timedelta

import pytest

from data.people import house_player_name, is_house_player
from tables.events import Arrange, Close, Leave, Void
from tables.five_hundred import match
from tests.cogs.conftest import SETTLE_SECONDS
from tests.cogs.test_failures import CALLBACK, REFUSALS

pytestmark = pytest.mark.paces(message=timedelta(0), house=SETTLE_SECONDS + 1.0, card=SETTLE_SECONDS + 1.0)
"""House players act only when a test waits, and messages don't wait a second for each other."""


class Practising:
    """A guest's practice table, in whichever message it was shown last."""

    def __init__(self, guest, answer):
        self.guest = guest
        self.answer = answer

    @classmethod
    async def of(cls, guest, game="fivehundred", **options):
        return cls(guest, await guest.command(f"{game} practice", **options))

    @property
    def text(self):
        return self.answer.now

    @property
    def number(self):
        return int(re.search(r"(?:table|match) (\d+)", self.text)[1])

    @property
    def live(self):
        return self.guest.house.app.open_tables.find(self.number)

    async def press(self, label):
        return await self.answer.press(label)


def house_players(table):
    return table.live.table.lobby.house_players


def names(table):
    """Who sits where: house players by their names."""
    return [house_player_name(person) if is_house_player(person) else person for person in table.live.table.lobby.seats]


async def close(house, table):
    """Close the table at once, without a message."""
    with house.as_the_bot():
        await table.live.do(Void(table.guest.id))
    await house.env.settle()


async def test_one_command_brings_the_first_cards_and_the_others_play_by_themselves(house, ana):
    table = await Practising.of(ana)
    assert table.answer.result.response.ephemeral
    assert house.messages() == []
    assert "match 1 · deal 1" in table.text
    assert table.live.table.lobby.seats[0] == ana.id
    assert len(house_players(table)) == 3
    assert "Ana & 🤖" in table.text
    assert table.live.table.salt == str(table.answer.result.response.id), "the number of its message"
    assert len(table.live.table.play.round.view(0).hand) == 10
    await house.wait(20)
    assert table.live.table.people_asked == {ana.id}
    assert "Bids" in table.text


async def test_it_takes_no_room_in_its_channel_and_needs_none(house, ana, ben):
    await house.sets({"tables_per_channel": 1})
    await Practising.of(ana)
    await ana.opens()
    assert (await Practising.of(ben)).live.table.is_playing


async def test_for_as_many_as_they_want(house, ana):
    await house.sets({"tables_per_person": 4})
    for game, usual in (("fivehundred", 4), ("pontoon", 5)):
        assert len(house_players(await Practising.of(ana, game))) == usual - 1
        assert len(house_players(await Practising.of(ana, game, players=3))) == 2


async def play(house, table, presses):
    """The guest presses that many times the first button that answers, as soon as one is there."""
    for _ in range(presses):
        await house.wait(12)
        await table.press(next(label for label in table.answer.buttons if label != "More…"))


async def test_with_another_number_of_players_while_the_first_table_waits(house, ana):
    await house.sets({"tables_per_person": 4})
    first = await Practising.of(ana)
    other = await Practising.of(ana, players=3)
    assert (len(house_players(other)), other.live.table.is_playing) == (2, True)
    assert not first.live.table.is_closed
    assert (await Practising.of(ana, players=4)).number == 1


async def test_shoot_pontoon(house, ana):
    table = await Practising.of(ana, "pontoon", players=3, shoot=True)
    assert "Shoot Pontoon" in table.text


@pytest.mark.thorough
async def test_at_pontoon_no_chips_move_and_none_are_needed(house, ana):
    await house.sets({"starting_chips": 0})
    table = await Practising.of(ana, "pontoon", players=2)
    assert "practice without chips" in table.text
    assert table.live.table.is_playing
    while table.live.table.rounds < 2:
        await play(house, table, 1)
    assert await ana.chips() == 0
    assert [move for move in house.movements() if "Ana" in move] == []


async def play_out(house, table):
    """The deal is played to its end, the guest making the clock's moves."""
    while table.live.table.is_playing:
        await house.wait(12)
        if table.guest.id in table.live.table.people_asked:
            seat = table.live.table.play.setup.seat_of(table.guest.id)
            await house.acts(table.live, table.guest.id, str(table.live.table.play.round.default_action(seat)))


@pytest.mark.parametrize("game", ["fivehundred", "pontoon"])
async def test_nobody_hurries_whoever_practises_and_the_next_deal_takes_one_press(house, ana, game):
    table = await Practising.of(ana, game, players=2)
    await play_out(house, table)
    await house.wait(600)
    assert table.answer.buttons[0] == "Next deal"
    assert not re.search("runs out|Ready|away|Paused", table.text)
    await table.press("Next deal")
    assert table.live.table.rounds == 2


async def test_whoever_practises_chooses_how_fast_the_house_plays_once_for_all_tables(house, ana):
    await house.sets({"tables_per_person": 4})

    async def seconds_of_a_turn(table):
        if table.live.table.people_asked == {ana.id}:
            await table.press("Pass")
        question = table.live.table.question_id
        for waited in range(20):
            if table.live.table.question_id != question:
                return waited / 2
            await house.wait(0.5)
        raise AssertionError("the house does nothing")

    more = await (await (await Practising.of(ana)).press("More…")).into("My settings…")
    more = await more.press("House players: normal")
    quick = await seconds_of_a_turn(await Practising.of(ana, players=2))
    more = await (await (await Practising.of(ana, players=3)).press("More…")).into("My settings…")
    more = await more.press("House players: quick")
    slow = await seconds_of_a_turn(await Practising.of(ana, players=6))
    assert slow > 3 * quick
    assert "House players: normal" in (await more.press("House players: slow")).left


async def test_it_ends_a_day_after_the_last_press_and_says_nothing(house, ana):
    table = await Practising.of(ana, show="publicly")
    live, posted = table.live, [message.id for message in house.messages()]
    await house.wait(24 * 3600 + 60)
    assert live.table.is_closed
    assert [message.id for message in house.messages()] == posted


async def test_the_command_given_again_shows_the_same_table_and_everyone_has_one_of_their_own(ana, ben):
    first = await Practising.of(ana)
    assert (await Practising.of(ana)).number == 1
    assert first.answer.result.response is None
    other = await Practising.of(ana, players=6)
    assert (other.number, len(house_players(other))) == (2, 5)
    bens = await Practising.of(ben)
    assert (bens.number, bens.live.table.host) == (3, ben.id)
    assert (await Practising.of(ana, players=4)).number == 1


async def test_everyone_sees_one_that_is_shown_publicly_and_nobody_puts_in_an_ante(house, ana, ben):
    await house.sets({"five_hundred.ante": 100})
    table = await Practising.of(ana, show="publicly")
    assert "match 1 · deal 1" in house.texts()[0]
    assert "1 open table" in (await ben.command("play")).said
    assert table.live.table.terms.options.ante == 0
    assert await ana.chips() == 1000


async def test_whoever_may_open_no_table_may_practise_alone_but_not_where_house_players_are_off(house, ana):
    await house.sets({"house_players": "off"})
    for show in ("privately", "publicly"):
        said = (await ana.command("fivehundred practice", show=show)).said
        assert said == "house players are off"
    assert house.app.open_tables.tables(house.guild.id) == []
    await house.sets({"house_players": None, "openers": "managers"})
    refusal = "only managers open tables"
    assert (await ana.command("fivehundred practice", show="publicly")).said == refusal
    assert (await Practising.of(ana)).number == 1


async def test_it_goes_on_after_a_restart_and_play_shows_it_first(ana, ben, house, restart):
    await ben.opens()
    table = await Practising.of(ana)
    await restart()
    await house.wait(20)
    assert "Bids" not in table.text  # there is no way to the message until somebody asks for it
    listed = await ana.command("play")
    assert re.match(r"### 2 open tables\nFive Hundred · table 2\n-# only you see it", listed.said)
    table = Practising(ana, await listed.press("Continue"))
    assert "Bids" in table.text


async def test_after_a_restart_a_button_that_asks_for_something_else_brings_the_table_along(ana, house, restart):
    table = await Practising.of(ana)
    await restart()
    assert ana.id not in table.live.table.people_asked
    (more,) = (await table.press("More…")).result.followups
    assert "My settings…" in str(house.raw(more))
    await house.wait(20)
    assert "Bids" in table.text, "it follows the table again"
    assert (await table.press("More…")).result.followups == []


async def test_a_message_too_old_to_follow_the_table_follows_it_again_from_the_next_press_on(ana, house):
    table = await Practising.of(ana)
    await house.wait(15 * 60)
    assert "Bids" in table.text
    assert len((await table.press("More…")).result.followups) == 1
    await house.acts(table.live, ana.id, "pass")
    assert "Ana passes" in table.text


async def test_one_that_discord_refuses_is_closed(house, ana):
    house.expects_faults = True
    house.env.inject_error(*CALLBACK, times=1, **REFUSALS["forbidden"])
    said = (await ana.command("fivehundred practice")).said
    assert said == "not shown, so closed"
    assert house.app.open_tables.tables(house.guild.id) == []


async def test_two_commands_at_once_show_one_table(house, ana):
    answers = await house.at_once(*[ana.about_to_command("fivehundred practice") for _ in range(2)])
    assert all("match 1" in answer.said for answer in answers if answer.result.response)
    assert len(house.app.open_tables.tables(house.guild.id)) == 1


# The first time


@pytest.fixture(params=["fivehundred", "pontoon"])
async def guided(request, ana, newcomers):
    """Ana's first practice: the guided deal that answered her command, and the table that waits behind it."""
    answer = await ana.command(f"{request.param} practice", players=2)
    (live,) = ana.house.app.open_tables.in_guild(ana.house.guild.id)
    return answer, live


async def test_the_first_time_a_guided_deal_comes_first_and_one_press_leads_to_the_table(house, ana, guided):
    answer, live = guided
    assert "guided deal, nothing counts" in answer.said
    assert answer.result.followups == []
    await house.wait(600)
    assert live.table.rounds == 0
    await answer.press("Go to the table")
    assert live.table.is_playing
    assert f"{live.table.id}" in answer.now.splitlines()[0]


async def test_the_second_time_cards_come_at_once(house, ana, guided):
    _, live = guided
    again = await ana.command(f"{'fivehundred' if live.table.game.match else 'pontoon'} practice")
    assert live.table.is_playing
    assert "guided deal, nothing counts" not in again.said


async def test_who_comes_back_from_a_guided_deal_to_no_table_reads_so(house, ana, guided):
    answer, live = guided
    with house.as_the_bot():
        await live.do(Leave(ana.id))
        if not live.table.is_closed:
            await live.do(Close(ana.id))
    assert (await answer.press("Go to the table")).said == "practice over"


async def test_before_the_first_deal_one_line_says_what_one_is(ana):
    text = (await Practising.of(ana)).text
    assert re.search(r"You play with .+ against .+ and .+\.", text)
    text = (await Practising.of(ana, "pontoon", players=2)).text
    assert re.search(
        r"You hold the bank: everyone plays against you|holds the bank: you and the others each play", text
    )


@pytest.mark.usefixtures("newcomers")
async def test_show_me_leads_back_to_no_table_that_isnt_for_practice(house, ana):
    first, second = await ana.opens("fivehundred", players=2), await ana.opens("fivehundred", players=2)
    told = await ana.comes_to("Sit", first)
    await ana.comes_to("Sit", second)
    assert second.live.table.lobby.seat_of(ana.id) == 0
    await told.press("Show me")
    assert "Go to the table" not in str(house.raw(told.result.response))


async def test_nobody_opens_the_private_table_of_somebody_else_again(house, ana, ben):
    await close(house, await Practising.of(ana))
    for address in ("again:1", "rematch:1"):
        forged = await ben.about_to_press("More…", await ben.opens(), as_if=address).press()
        assert forged.said in (
            "can't be opened again",
            "only for players of the match",
        )


# Once more


@pytest.fixture
async def over(house, ana):
    """A private match of three that has ended."""
    table = await Practising.of(ana, players=3)
    with house.as_the_bot():
        await table.live.do(Arrange(ana.id, lambda lobby: match.ask_end(lobby, ana.id)))
    await house.env.settle()
    assert "no winner: everyone" in table.text
    return table


async def test_the_command_given_again_after_the_match_begins_a_new_one(over, ana):
    again = await Practising.of(ana)
    assert again.number == over.number + 1
    assert again.live.table.is_playing


async def test_a_rematch_deals_at_once_with_the_same_house_players_and_is_never_drawn_over(house, over, ana):
    again = Practising(ana, await over.press("Rematch"))
    assert "match 2 · deal 1" in again.text
    assert again.live.table.is_playing
    assert names(again) == names(over)
    assert again.live.table.salt == str(again.answer.result.response.id)
    await house.wait(601)
    assert house.app.open_tables.find(1) is None
    assert "match 2 · deal 1" in again.text
    assert "match 1" in over.text


async def test_one_that_is_opened_again_deals_at_once_too(house, ana):
    for number, game in ((1, "pontoon"), (3, "fivehundred")):
        table = await Practising.of(ana, game, players=3)
        before = names(table)
        await close(house, table)
        again = Practising(ana, await table.press("Open again" if game == "pontoon" else "Rematch"))
        assert again.number == number + 1
        assert again.live.table.is_playing
        assert names(again) == before


@pytest.mark.thorough
async def test_a_table_nobody_pressed_anything_at_is_opened_again_with_its_house_players(house, ana):
    table = await Practising.of(ana, "pontoon", players=4, show="publicly")
    before, live = names(table), table.live
    await house.wait(24 * 3600 + 60)
    assert live.table.is_closed
    again = Practising(ana, await table.press("Open again"))
    assert {name for name in names(again) if isinstance(name, str)} == {
        name for name in before if isinstance(name, str)
    }


async def test_practice_begins_with_one_press_for_its_reader_alone(house, ana):
    asked = await ana.command("play")
    await asked.press("Five Hundred")
    (table,) = house.app.open_tables.tables(house.guild.id)
    assert (table.terms.mode.private, table.terms.options.ante, table.is_playing) == (True, 0, True)
    assert house.messages() == []
    await house.sets({"house_players": "off"})
    asked = await ana.command("play")
    assert "Practice" not in asked.said
