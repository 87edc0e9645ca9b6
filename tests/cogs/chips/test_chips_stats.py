"""One's own results and others' in /balance: rounds won and lost by game, bets behind, and matches."""

from types import SimpleNamespace

from data.ledger.ledger import Account, Posting
from data.ledger.reasons import LedgerReason
from data.people import house_player, house_player_name
from data.tables.matches import DealRow, MatchChange, MatchOutcome
from data.tables.tables import Change, NewTable, RoundResult, RoundStart


async def stats(guest, of=None):
    """What the panel says, line by line."""
    if of is None:
        return (await guest.looks("Results")).said.splitlines()
    said = (await guest.command("balance", member=of.member)).said.splitlines()
    return [line for line in said if not line.endswith(" chips.")]


async def test_rounds_won_lost_and_tied_are_counted_by_game_in_each_server(house, ana, ben, table):
    await ana.command("daily")
    assert await stats(ana) == ["no finished round of yours"]
    for hand, dealer in (("10S 10D", "9H"), ("10S 8D", "9H"), ("10S 9D", "9H"), ("10S QD", "9H")):
        house.deal(f"{hand} v {dealer} then 10C")
        await table.plays("Ana bets 100, Ana Stand")
    house.deal("AS KD v 9H then KC")
    await ana.bets(200, table)
    panel = ["### Ana's results", "Blackjack · 5 rounds", "Won 3, lost 1, tied 1", "Net: +400, biggest win: 300"]
    assert await stats(ana) == panel
    assert await stats(ben, of=ana) == panel, "anybody may look"
    crowd = await ana.opens("pokdeng")
    house.deal("KH 9H v 4H 8C")
    await crowd.plays("Ana bets 50 on P1, Ana Ready")
    assert [line for line in await stats(ana) if "round" in line] == ["Blackjack · 5 rounds", "Pok Deng · 1 round"]
    elsewhere = house.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("tables")
    abroad = elsewhere.add_member(ana.member.user)
    answer = await abroad.click((await abroad.slash(channel, "balance")).response, label="Results")
    assert house.read(answer.response.components) == "no finished round of yours"


async def test_a_running_round_and_a_bet_that_is_taken_back_do_not_count_but_bets_behind_do(house, ana, ben, cy, table):
    await table.plays("Ben Sit, Ana bets 100, Ana Leave")
    house.deal("5S 6D v 9H then KC 10C")
    await cy.bets_behind("1", 70, table)
    await ben.bets(100, table)
    for guest in (ana, ben, cy):
        assert await stats(guest) == ["no finished round of yours"]
    await ben.press("Hit", table)
    for guest, won in ((ben, 100), (cy, 70)):
        assert (await stats(guest))[1:] == [
            "Blackjack · 1 round", "Won 1, lost 0, tied 0", f"Net: +{won}, biggest win: {won}"
        ]  # fmt: skip
    assert await stats(ana) == ["no finished round of yours"]


async def test_rounds_with_house_players_are_a_line_of_their_own(house, ana, ben):
    await ana.command("daily")
    await with_a_house_player(house, ana, 40, -30, 30)
    assert await stats(ana) == ["### Ana's results", "Pontoon", "rounds against the house: 3, won 2, net +40"]
    await with_a_house_player(house, ana, -41, game="blackjack")
    table = await ana.opens()
    house.deal("10S 10D v 9H then 10C")
    await table.plays("Ana bets 100, Ana Stand")
    assert await stats(ana) == [
        "### Ana's results",
        "Blackjack · 1 round", "Won 1, lost 0, tied 0", "Net: +100, biggest win: 100",
        "rounds against the house: 1, won 0, net -41",
        "Pontoon", "rounds against the house: 3, won 2, net +40",
    ]  # fmt: skip
    assert "won" not in (await ben.command("top")).said
    history = (await ana.looks("History")).said
    assert "+30 Pontoon #1 round 3 (with house players) · " in history
    assert "+100 Blackjack #3 round 1 · " in history


async def with_a_house_player(house, player, *nets, game="pontoon"):
    """Rounds at a table of their own in which the player won or lost these chips."""
    tables, now, guild = house.app.tables, house.env.now(), house.guild.id
    new = NewTable(
        guild=guild, channel=house.channel.id, game=game, host=player.id, options="{}", minimum=1, maximum=1,
        pace="normal", lobby="{}", seed=bytes(32), commitment="",
    )  # fmt: skip
    table = (await tables.create(new, now)).id
    opponent, own = Account.member(guild, house_player(table, 0)), Account.member(guild, player.id)
    purse = Posting(f"purse:{table}", Account.house(guild), opponent, 500, LedgerReason.HOUSE_PURSE, table)
    await tables.commit(Change(table, guild, 0, 0, postings=(purse,)), now)
    for number, net in enumerate(nets, 1):
        payer, payee = (opponent, own) if net > 0 else (own, opponent)
        paid = Posting(f"round:{table}:{number}", payer, payee, abs(net), "win", table, number)
        results = (RoundResult(player.id, net, from_house=net), RoundResult(opponent.owner, -net))
        begun = RoundStart(1, "{}")
        what = {"started": begun, "ended": True, "postings": (paid,), "results": results}
        await tables.commit(Change(table, guild, number, number - 1, **what), now)
    await tables.commit(Change(table, guild, len(nets) + 1, len(nets), closed=True, purses_back=(opponent,)), now)


async def test_matches_count_wins_losses_and_contracts_and_those_with_house_players_apart(house, ana, ben):
    biscuit = SimpleNamespace(id=house_player(1, 0))
    apart = "against the house: 2 won, 1 lost"
    for winners in ((0,), (0,), (1,)):
        await match(house, ana, biscuit, contracts=((0, True), (0, False), (1, True)), winners=winners)
    assert await stats(ana) == ["### Ana's results", "Five Hundred", apart]
    for winners in ((0,), (0,), (1,)):
        await match(house, ana, ben, contracts=((0, True), (0, False), (1, True)), winners=winners)
    assert (await stats(ana))[1:] == [
        "Five Hundred: 3 matches", "Won 2, lost 1", "3 of 6 contracts", apart
    ]  # fmt: skip
    assert (await stats(ana, of=ben))[1:] == [
        "Five Hundred: 3 matches", "Won 1, lost 2", "3 of 3 contracts"
    ]  # fmt: skip
    said = (await ana.command("fivehundred matches")).said
    assert f"🏆 🤖 {house_player_name(biscuit.id)}\n" in said


async def match(house, *players, contracts, winners):
    """A match that was played to its end, as the database has it."""
    tables, now = house.app.tables, house.env.now()
    new = NewTable(
        guild=house.guild.id, channel=house.channel.id, game="five_hundred", host=players[0].id,
        options='{"players": 2}', minimum=1, maximum=1, pace="normal", lobby="{}", seed=bytes(32), commitment="",
    )  # fmt: skip
    table = (await tables.create(new, now)).id

    async def commits(**what):
        saved = await tables.get(table)
        await tables.commit(Change(table, house.guild.id, saved.version, saved.round, **what), now)

    seated = tuple((seat, player.id) for seat, player in enumerate(players))
    await commits(match=MatchChange(starts=True, players=seated))
    for number, (contractor, made) in enumerate(contracts, 1):
        deal = DealRow(number, 0, contractor, None, "7H", made, (6, 4), (140, 40), "")
        last = {"outcome": MatchOutcome.WON, "winners": winners} if number == len(contracts) else {}
        await commits(started=RoundStart(1, "{}"))
        await commits(ended=True, match=MatchChange(deal=deal, **last))
    await commits(closed=True)
