"""`/fair`: what is promised, kept secret as long as it matters, and compared with the cards that were really dealt."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.cards import parse_cards
from games.fair.dealt import read
from games.fair.shoe import commitment
from tests.cogs.five_hundred.house import Match

SCRIPT = Path(__file__).parents[3] / "games/fair/verify.py"


@pytest.fixture
def house(house, monkeypatch):
    """Nothing is stacked here: the bot deals from its own shuffle."""
    monkeypatch.undo()
    return house


@pytest.fixture
def ana(house):
    return house.guest("Ana", manages=True)


async def play(table, *guests):
    """Play the round to its end; whoever's turn it is makes a legal move."""
    guests = {guest.id: guest for guest in guests}
    while (live := table.live).table.is_playing:
        seat = min(live.table.play.to_act)
        action = sorted(map(str, live.table.play.round.legal_actions(seat)))[-1]
        guest = guests[live.table.play.setup.user_id_in(seat)]
        await guest.about_to_press(
            "Rules", table, as_if=f"b:{table.number}:{live.table.question_id}:move:{action}"
        ).press()


async def blackjack(ana, rounds):
    """A table after some rounds of one person."""
    table = await ana.opens()
    for _ in range(rounds):
        await ana.bets(10, table)
        await play(table, ana)
    return table


async def close(house, ana, table):
    await ana.command("table close", table=table.number)
    await house.wait(2)


async def files(answer):
    """The files of an answer, or those behind it, by name."""
    sent = answer.result.response.attachments or (await answer.press("As a file")).result.response.attachments
    return {each.filename: (await each.read()).decode() for each in sent}


async def change(house, sql, *parameters):
    await house.app.store.write(lambda db: db.execute(sql, parameters))


async def rounds_of(house, table):
    return await house.app.store.find("SELECT round, dealt FROM rounds WHERE table_id = ? ORDER BY 1", (table.number,))


# Showing


async def promised(guest, table):
    """What the page *Shuffle* of a table's rules says."""
    rules = await guest.press("Rules", table)
    return (await rules.press("Shuffle")).said


async def test_a_tables_rules_give_the_promise_before_and_after_the_first_bet_in_every_game(house, ana):
    table = await ana.opens()
    said = await promised(ana, table)
    assert said.startswith("### Blackjack · Shuffle\n-# table 1 · hints on\n")
    assert f"Shuffle {table.live.table.commitment[:8]}\n" in said
    assert table.live.table.commitment in said
    assert "There's no salt yet." in said
    assert "No round has been dealt from this shuffle yet." in said
    await ana.bets(10, table)
    await play(table, ana)
    said = await promised(ana, table)
    assert f"The salt is {table.live.table.salt}:" in said
    assert "Round 1 was dealt from this shuffle." in said
    assert f"/fair verify shuffle:{table.live.table.commitment[:8]}" in said
    opened = [table, await ana.opens("pokdeng"), await ana.opens("pontoon")]
    for each in opened:
        assert "The seed is shown when the " in await promised(ana, each)
        assert each.live.table.seed.hex() not in str([request.json for request in house.env.http_requests])
    asked = await ana.press("Rules", table)
    await close(house, ana, table)
    assert "Shuffle" not in (await asked.press("Fair cards")).buttons, "a table that is closed has none in use"


# Verifying


async def test_a_finished_shoe_is_as_promised_and_the_script_computes_the_same(house, ana):
    table = await blackjack(ana, 3)
    mark, seed, salt = table.live.table.commitment[:8], table.live.table.seed.hex(), table.live.table.salt
    await close(house, ana, table)
    answer = await ana.command("fair verify")
    assert f"Shuffle {mark} of table 1 checks out" in answer.said
    assert "The seed is the one that was locked in before the first bet." in answer.said
    assert "All cards of rounds 1 to 3 match the seed (416 cards in the shuffle)." in answer.said
    told = await files(answer)
    assert list(told) == [f"shuffle-1-{mark}.txt", "verify.py"]
    assert told["verify.py"] == SCRIPT.read_text(encoding="utf-8")
    text = told[f"shuffle-1-{mark}.txt"]
    assert f"Seed: {seed}\nSalt: {salt}\n" in text
    command = next(line.strip() for line in text.splitlines() if "python3 verify.py" in line)
    done = run(command)
    assert commitment(bytes.fromhex(seed)) in done.stdout
    order = parse_cards(" ".join(line.split(maxsplit=1)[1] for line in done.stdout.splitlines()[2:]))
    dealt = [stretch for _, kept in await rounds_of(house, table) for stretch in read(kept)]
    assert sum([stretch.cards for stretch in dealt], ()) == order[: sum(len(each.cards) for each in dealt)]


def run(command):
    """What the line that people paste prints in a Python without packages."""
    python, script, seed, salt, *rest = re.findall(r'"[^"]*"|\S+', command)
    assert (python, script) == ("python3", "verify.py")
    arguments = [sys.executable, "-S", "-I", str(SCRIPT), seed, salt.strip('"'), *rest]
    return subprocess.run(arguments, capture_output=True, text=True, check=True, cwd="/")


@pytest.mark.thorough
async def test_in_every_game_all_cards_come_from_the_shuffle(house, ana):
    """Pok Deng with its burned cards; Pontoon with the draw for the bank, over deals of an unshuffled pack."""
    people = [ana, *house.guests("Ben Cy")]
    table = await ana.opens("pokdeng")
    for _ in range(3):
        await table.plays("Ana bets 10 on P1 & P2 Pair, Ana Ready, 20 s")
    await close(house, ana, table)
    said = (await ana.command("fair verify")).said
    assert "All cards of rounds 1 to 3 match the seed" in said
    kept = [stretch for _, text in await rounds_of(house, table) for stretch in read(text)]
    assert len(kept[0].cards) == 1 + kept[0].cards[0].rank.pips + 13
    table = await pontoon(people, deals=8)
    await close(house, ana, table)
    sql = "SELECT commitment FROM shuffles WHERE table_id = ? AND salt > ''"
    for (shown,) in await house.app.store.find(sql, (table.number,)):
        answer = await ana.command("fair verify", shuffle=shown[:8])
        assert "checks out" in answer.said
        text = (await files(answer))[f"shuffle-{table.number}-{shown[:8]}.txt"]
        for command in re.findall(r"    (python3 .*)", text):
            order = run(command).stdout.splitlines()[2:]
            assert "\n".join(order) in text
    assert any(stretch.salt == " draw" for _, text in await rounds_of(house, table) for stretch in read(text))
    assert any(stretch.at is None for _, text in await rounds_of(house, table) for stretch in read(text))


async def pontoon(people, deals):
    table = await people[0].opens("pontoon")
    for guest in people:
        await guest.press("Sit", table)
    await people[0].press("Start", table)
    for _ in range(deals):
        await play(table, *people)
        for guest in people:
            if not table.live.table.is_playing:
                await guest.press("Ready", table)
    await play(table, *people)
    return table


@pytest.mark.sampled
@pytest.mark.parametrize("players", [2, 4, 5])
async def test_a_deal_of_five_hundred_is_compared_with_its_hands_and_kitty(house, players):
    match = Match(house, None, players)
    table = await match.start()
    for speaks in ("bid 6S", *["pass"] * (players - 1)):
        seat = min(table.live.table.play.to_act)
        if "look" in map(str, table.live.table.play.round.legal_actions(seat)):
            await house.acts(table.live, table.live.table.play.setup.user_id_in(seat), "look")
        await house.acts(table.live, table.live.table.play.setup.user_id_in(seat), speaks)
    while (live := table.live).table.is_playing:
        seat = min(live.table.play.to_act)
        await house.acts(live, live.table.play.setup.user_id_in(seat), str(live.table.play.round.default_action(seat)))
    answer = await match.ana.command("fair verify")
    assert "Round 1: all cards match." in answer.said
    text = next(iter((await files(answer)).values()))
    hands, kitty = live.table.play.round.dealt
    for cards in (*hands, kitty):
        assert f"    {' '.join(map(str, cards))}\n" in text
    sql = "UPDATE rounds SET dealt = replace(dealt, ?, ?)"
    one, other = str(hands[0][0]), str(hands[1][0])
    for before, after in ((f" {one} ", " X "), (f'"{one} ', '"X '), (f" {other} ", f" {one} "), ("X", other)):
        await change(house, sql, before, after)
    assert "doesn't match" in (await match.ana.command("fair verify")).said


async def test_the_seed_and_cards_of_a_pack_in_use_stay_secret(house, ana):
    people = [ana, *house.guests("Ben Cy")]
    table = await people[0].opens("pontoon")
    for guest in people:
        await guest.press("Sit", table)
    await ana.press("Start", table)
    first = table.live.table.commitment
    await play(table, *people)
    while table.live.table.commitment != first:  # after a Pontoon the pack is shuffled
        first = table.live.table.commitment
        for guest in people:
            if not table.live.table.is_playing:
                await guest.press("Ready", table)
        await play(table, *people)
    assert table.live.table.lobby.game_state.pack
    said = (await ana.command("fair verify", shuffle=first[:8])).said
    assert said == f"Shuffle {first[:8]} of table 1 is still in play. Its seed stays secret until it is over."
    sent = str([request.json for request in house.env.http_requests])
    assert table.live.table.seed.hex() not in sent
    assert table.live.table.lobby.game_state.pack not in sent


async def test_shuffles_in_use_unknown_or_of_another_server_are_refused_with_a_sentence(house, ana):
    table = await blackjack(ana, 1)
    mark = table.live.table.commitment[:8]
    for options, start in (
        ({}, "No table in this channel has finished a shuffle yet."),
        ({"shuffle": mark.upper()}, f"Shuffle {mark} of table 1 is still in play."),
        ({"shuffle": "%%%%"}, "There was no shuffle %%%% here."),
    ):
        assert (await ana.command("fair verify", **options)).said.startswith(start)
    assert table.live.table.seed.hex() not in str([request.json for request in house.env.http_requests])
    await close(house, ana, table)
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    stranger = house.guest("Eve", guild=elsewhere).member
    for options, said in (({}, "has finished a shuffle yet"), ({"shuffle": mark}, "There was no shuffle")):
        assert said in (await stranger.slash(channel, "fair verify", **options)).response.content


async def test_it_checks_ones_own_last_shuffle_and_any_of_the_server_by_eight_letters(house, ana):
    ben, cy = house.guests("Ben Cy")
    tables = [await blackjack(ana, 1), await blackjack(ben, 1)]
    mark = tables[0].live.table.commitment[:8]
    for table in tables:
        await close(house, ana, table)
    for guest, options, number in ((ana, {}, 1), (ben, {}, 2), (cy, {}, 2), (cy, {"shuffle": mark}, 1)):
        assert f"of table {number} checks out" in (await guest.command("fair verify", **options)).said


# Tampering


async def test_whatever_somebody_has_changed_in_the_database_is_found(house, ana):
    """Three rounds of Blackjack; after each look everything is put back."""
    table = await blackjack(ana, 3)
    await close(house, ana, table)
    (shuffle,) = await house.app.store.find("SELECT seed, commitment, salt FROM shuffles")
    dealt = await rounds_of(house, table)
    other = commitment(b"other")
    for sql, found in (
        ("UPDATE shuffles SET seed = zeroblob(32)", rf"The seed's SHA-256 is {commitment(bytes(32))}, but "),
        ("UPDATE shuffles SET seed = zeroblob(32)", r"Round 1: card \d should have been "),
        (f"UPDATE shuffles SET commitment = '{other}'", f", but {other} was shown before the first bet."),
        ("UPDATE shuffles SET salt = '5'", "should have been"),
        (
            'UPDATE rounds SET dealt = replace(dealt, \'"cards":"\', \'"cards":"JOKER \') WHERE round = 2',
            r"Round 2: card 1 should have been \w+, but JOKER was dealt\.",
        ),
        (
            "UPDATE rounds SET dealt = replace(dealt, '\"at\":', '\"at\":1') WHERE round = 2",
            r"Round 2 doesn't start where the round before it ended\.",
        ),
        ("UPDATE rounds SET dealt = 'nothing' WHERE round = 3", r"Round 3: the record of its cards can't be read\."),
    ):
        await change(house, sql)
        said = (await ana.command("fair verify")).said
        assert "doesn't match" in said
        assert "as computed" not in said
        assert re.search(found, said)
        await change(house, "UPDATE shuffles SET seed = ?, commitment = ?, salt = ?", *shuffle)
        for number, kept in dealt:
            await change(house, "UPDATE rounds SET dealt = ? WHERE round = ?", kept, number)
    assert "checks out" in (await ana.command("fair verify")).said


async def test_rounds_whose_cards_were_not_kept_are_named_and_the_others_compared(house, ana):
    table = await blackjack(ana, 3)
    await close(house, ana, table)
    await change(house, "UPDATE rounds SET dealt = NULL WHERE round = 2")
    answer = await ana.command("fair verify")
    assert "checks out" in answer.said
    assert "not all of their cards were kept: 2." in answer.said
    text = "".join((await files(answer)).values())
    assert "Round 2: not all of its cards were kept; it can't be compared." in text
    assert "Round 3: all cards match." in text


async def test_a_table_without_a_round_has_nothing_to_compare(house, ana):
    table = await ana.opens()
    await close(house, ana, table)
    said = (await ana.command("fair verify")).said
    assert "checks out" in said
    assert "No round was dealt from this shuffle." in said
