"""Everything that owners, and whoever they block, read can be translated."""


async def test_every_text_of_the_owners_commands_is_in_the_readers_language(every_text, house, olga, ana):
    table = await ana.opens()
    await olga.command("owner status")
    asked = await olga.command("owner drain")
    await asked.press("Back")
    house.deal("10S 9D v 9H then 8C")
    await ana.bets(100, table)
    drain = await olga.command("owner drain")
    await drain.press("Drain")
    assert (await ana.command("pontoon open")).said
    await drain.press("Cancel")
    announced = await olga.command("owner announce", text="Ana")
    await ana.press("Stand", table)
    await announced.press("Take it back")
    await olga.command("owner announce")
    for what in ({"kind": "person", "id": str(ana.id)}, {"kind": "server", "id": "12345678901234567"}):
        await olga.command("owner block", **what, reason="Ana")
        await olga.command("owner blocks")
        assert (await ana.command("balance")).said
        await olga.command("owner unblock", **what)
        await olga.command("owner unblock", **what)
    await olga.command("owner blocks")
    await olga.command("owner block", kind="person", id="x", reason="Ana")
    assert (await ana.command("owner status")).said
