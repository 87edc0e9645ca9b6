"""How did I play? at Pontoon: each decision of the deal that is over, with what it cost exactly."""

from tests.cogs.pontoon.house import a_deal, begun


async def played(five):
    """Ben twists with 17 and is bust, Cy sticks, and the others do what they must."""
    table = await a_deal(five, "10C 7D, 8H 9C, 10H KD, 7S KH v 10S 7C then 9S")
    await five.plays("Ben Twist, Cy Stick, Dee Stick, Eve Stick")
    await table.plays("Ana Pay 18 and up")
    return table


async def test_each_sees_their_own_decisions_with_their_own_cards(five):
    table = await played(five)
    answer = await table.plays("Ben How did I play?")
    assert answer.said.startswith("### Pontoon · table 1\n")
    pages = [answer.said]
    while "▶" in answer.buttons:
        await answer.press("▶")
        pages.append(answer.said)
    twist = next(page for page in pages if "You: Twist" in page)
    assert "10C 7D" in twist
    assert "\nBetter: Stick\n" in twist
    assert not any(card in "".join(pages) for card in ("8H", "KD", "10S"))
    await answer.press("Why")
    assert ": costs " in answer.said or "on average" in answer.said


async def test_the_banker_decides_too(five):
    table = await played(five)
    answer = await table.plays("Ana How did I play?")
    assert "You hold the bank: 17" in answer.said
    assert answer.said.count("BACK BACK · 10\n") == 3, answer.said
    assert "9S" not in answer.said, "Ben was bust"
    assert "\nyou did well: Stay" in answer.said


async def test_an_amount_of_ones_own_is_weighed_like_any_other(five):
    table = await begun(five)
    await five.plays("Ben Stake 20, Cy Minimum 10, Dee Minimum 10, Eve Minimum 10")
    await five.plays("Ben Stick, Cy Stick, Dee Stick, Eve Stick")
    await table.plays("Ana Pay 18 and up")
    answer = await table.plays("Ben How did I play?")
    assert "\nYou: Stake 20" in answer.said


async def test_what_was_played_automatically_is_nobodys_decision(five):
    table = await played(five)
    await five.house.app.store.write(lambda db: db.execute("UPDATE moves SET clock = 1"))
    said = (await table.plays("Ben How did I play?")).said
    assert said == ("### Pontoon · table 1\nwell played\n-# only you see this")
