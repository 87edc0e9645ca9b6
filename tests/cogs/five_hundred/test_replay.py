"""A finished deal trick by trick: what each step shows, to whom, and that it fits."""

from datetime import UTC, datetime
from random import Random

import pytest

from cogs.app.router import Route
from cogs.five_hundred.record_pages import DealRecord
from cogs.five_hundred.replay_pages import Replay
from cogs.table.faces import plain_text
from data.tables.matches import DealRow, MatchOutcome, MatchRow, PlayerRow
from games import five_hundred as fh
from i18n.words import ENGLISH
from tests.cogs.five_hundred.house import HEARTS
from tests.cogs.shown import TEXT, walk
from tests.games.five_hundred_table import finished, options_at_random, start_at_random

STEPS, PAGES = Route("replay", ".*", None, ""), Route("deal", ".*", None, "")


@pytest.fixture
def played(match_of, deals):
    """A match of so many whose first deal Ana has won, all ten tricks in hearts."""

    async def played(people=3, *, claims=False):
        deals.deal(f"{HEARTS} kitty AS AC AD")
        match = match_of(people)
        await match.start()
        await match.play_out(match.ana, "8 tricks", "Hearts", claims=claims)
        return match

    return played


async def replayed(guest, address="deal:1:1:0"):
    """The first trick of a deal, opened below its record."""
    answer = await guest.looks_back(address)
    await answer.press("Replay")
    return answer


async def test_those_who_played_step_through_a_deal_trick_by_trick(played):
    three = await played()
    beside = await three.table.plays("Ben Replay")
    answer = await replayed(three.ben)
    assert beside.said == answer.now
    first = answer.now
    assert first.startswith(
        "### Match 1 · deal 1\nBidding\nAna bids 8♥ · Ben passes · Cy passes\nAna keeps 8♥\n"
        "Kitty: AC AD AS\nDiscarded: "
    )
    assert "\nAna plays 8 hearts · hearts are trumps\nTrick 1\nJOKER Ana 👑\n" in first
    hands = first.partition("Hands before this trick\n-# tricks: 0 of 8, 10 to play\n")[2].splitlines()
    assert [line for line in hands if " " in line and len(line) < 6] == ["1 Ana", "2 Ben", "3 Cy"]
    assert [len(line.split()) for line in hands[1::2]] == [10, 10, 10]
    assert hands[1].startswith("JOKER JH JD AH")
    assert answer.left == ["◀", "▶", "Deal record"]
    await answer.press("▶")
    second = answer.now
    assert "Bidding" not in second
    assert "Trick 2\nJH Ana 👑\n" in second
    assert "-# tricks: 1 of 8, 9 to play" in second
    assert "JOKER" not in second
    for _ in range(8):
        await answer.press("▶")
    last = answer.now
    assert "Trick 10\n" in last
    assert "Ana made 8♥ (10 tricks) · +300" in last
    await answer.press("◀")
    assert "Trick 9\n" in answer.now
    await answer.press("Deal record")
    assert "Page 1 of 3" in answer.now


async def test_others_can_read_the_record_but_not_replay_the_deal(house, played):
    await played()
    gus = house.guest("Gus")
    assert "Replay" not in (await gus.looks_back("deal:1:1:0")).buttons
    assert (await gus.looks_back("replay:1:1:0")).said == "only for players of the match"


async def test_a_replay_goes_on_after_a_restart(played):
    three = await played()
    answer = await replayed(three.cy)
    await three.house.restart()
    await answer.press("▶")
    assert "Trick 2\n" in answer.now
    assert (await three.cy.looks_back("replay:1:2:0")).said == "match 1 has no deal 2, only 1"


async def test_a_claim_has_a_step_of_its_own_after_the_tricks_that_were_played(played):
    two = await played(2, claims=True)
    answer = await replayed(two.ben)
    assert "Ana claimed" not in answer.now
    await answer.press("▶")
    text = answer.now
    assert "Trick" not in text
    assert "Ana claimed the rest, all agreed\nAna made 8♥ (10 tricks) · +300\n" in text
    assert "The remaining cards\n-# tricks: 1 of 8, 9 to play\n1 Ana\nJH JD AH" in text


async def test_a_deal_that_was_thrown_in_or_is_of_older_rules_has_no_replay(match_of):
    two = match_of(2)
    await two.start()
    await two.all_pass()
    answer = await two.ana.looks_back("deal:1:1:0")
    assert answer.buttons == ["▶", "How did I play?", "Check this deal"]
    said = (await two.ana.looks_back("replay:1:1:0")).said
    assert said == "all passed, no score"
    await two.house.app.store.write(lambda db: db.execute("UPDATE match_deals SET record = 'rules: 1'"))
    assert (await two.ana.looks_back("deal:1:1:0")).buttons == answer.buttons
    said = (await two.ana.looks_back("replay:1:1:0")).said
    assert said == "played by older rules"


# Any deal


def emoji(card):
    """As long as a face is in a message."""
    return f"<:{'x' * 18}:1234567890123456789>" if card is not None else ""


def record_of(deal):
    now, players = datetime(2026, 1, 5, tzinfo=UTC), deal.options.players
    people = tuple(PlayerRow(seat, 1, 10**18 + seat, None) for seat in range(players))
    match = MatchRow(1, 1, 1, "", now, now, MatchOutcome.WON, people, 1, (0,) * deal.options.sides)
    contract, result = deal.contract, deal.result
    row = DealRow(
        1,
        deal.auction.dealer,
        contract.seat,
        contract.partner,
        str(contract.bid),
        result.made(deal.options),
        result.tricks,
        result.points(deal.options, (0,) * deal.options.sides),
        fh.write(deal),
    )
    return DealRecord(match, [row], row, deal.options, ENGLISH)


def text_of(view):
    return "\n".join(part["content"] for part in walk(view.to_components()) if part["type"] == TEXT)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_every_step_of_any_deal_fits_and_shows_the_hands_of_that_moment(players):
    for seed in range(30):
        random = Random(seed)
        deal = finished(random, start_at_random(random, options_at_random(random, players)))
        if deal.play is None:
            continue
        replay = Replay.of(record_of(deal))
        for step, trick in enumerate(deal.play.tricks):
            view = replay.view(step, STEPS, PAGES, emoji)
            assert view.content_length() <= 4_000
            assert len(list(walk(view.to_components()))) <= 40
            table, _, hands = text_of(replay.view(step, STEPS, PAGES, str)).partition("**Hands before this trick**\n")
            assert "\n".join(f"{card} <@{10**18 + seat}>" for seat, card in trick.cards) in table.replace(" 👑", "")
            assert [trick.named is not None] == [" to follow" in table]
            assert [step < len(deal.play.winners)] == [f"<@{10**18 + deal.play.order.winner(trick)}> 👑" in table]
            for seat, held in enumerate(hands.splitlines()[2::2]):
                later = {card for each in deal.play.tricks[step:] for who, card in each.cards if who == seat}
                assert set(held.split()) == {*map(str, deal.hands[seat]), *map(str, later)}


def test_a_step_with_faces_too_long_for_a_message_shows_letters():
    deal = finished(Random(3), start_at_random(Random(3), fh.Options(players=6)))
    assert deal.play is not None
    replay = Replay.of(record_of(deal))
    shown = text_of(replay.view(0, STEPS, PAGES, lambda card: emoji(card) * 2))
    assert shown == text_of(replay.view(0, STEPS, PAGES, plain_text))
