"""What the bot tells whoever counts: each press and each command once, with its game and what has become of it."""

import pytest

import games.blackjack
from cogs.app.access import MOST
from cogs.app.process.metrics_sink import MetricsSink, command_of, game_of, outcome_of


class Recorder(MetricsSink):
    def __init__(self):
        self.presses = []
        self.commands = []
        self.commits = []

    def pressed(self, interaction):
        self.presses.append(f"{game_of(interaction) or 'elsewhere'}: {outcome_of(interaction)}")

    def commanded(self, interaction):
        self.commands.append(f"{command_of(interaction)}: {outcome_of(interaction)}")

    def committed(self, seconds):
        self.commits.append(seconds)


@pytest.fixture
def metrics(house):
    metrics = house.app.metrics = house.app.access.metrics = Recorder()
    house.app.store.on_commit = metrics.committed
    return metrics


async def test_presses_and_forms_at_a_table_count_for_its_game(metrics, ana):
    blackjack, pontoon = await ana.opens(), await ana.opens("pontoon")
    await ana.press("Sit", blackjack)
    await ana.bets(10, blackjack)
    await ana.press("Sit", pontoon)
    assert metrics.presses == ["blackjack: answered"] * 3 + ["pontoon: answered"]
    assert metrics.commands == ["blackjack open: answered", "pontoon open: answered"]


async def test_what_the_rules_refuse_is_refused(metrics, ana):
    table = await ana.opens()
    await ana.bets(5_000_000, table)
    assert metrics.presses == ["blackjack: answered", "blackjack: refused"]


async def test_a_press_on_a_question_that_is_over_is_stale(house, metrics, ana):
    table, ben = await ana.opens(), house.guest("Ben")
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    await ana.bets(100, table)
    late = ana.about_to_press("Stand", table)
    await ana.press("Stand", table)
    del metrics.presses[:]
    await late.press()
    assert metrics.presses == ["blackjack: stale"]
    assert (await ben.press("Sit", table)).said == ""
    assert metrics.presses[1:] == ["blackjack: answered"]


async def test_a_press_on_an_older_copy_of_the_message_is_stale(house, metrics, ana):
    table = await ana.opens()
    late = ana.about_to_press("Sit", table)
    await house.wait(20)
    await ana.press("Bump", table)
    await house.wait(2)
    del metrics.presses[:]
    await late.press()
    assert metrics.presses == ["blackjack: stale"]


async def test_a_press_at_a_closed_table_is_stale_and_counts_for_no_game(metrics, ana):
    table = await ana.opens()
    late = ana.about_to_press("Sit", table)
    close = await ana.press("Close table", table)
    await close.press("Close table")
    del metrics.presses[:]
    await late.press()
    assert metrics.presses == ["elsewhere: stale"]


async def test_a_fault_of_the_bot_has_failed(house, metrics, ana, monkeypatch):
    def broken(*_):
        raise RuntimeError("a fault in the rules")

    table = await ana.opens()
    house.deal("5S 6D", dealer="9H", then="2C 10D")
    await ana.bets(100, table)
    monkeypatch.setattr(games.blackjack.Blackjack, "apply", broken)
    await ana.press("Hit", table)
    assert metrics.presses[-1] == "blackjack: failed"
    house.expects_faults = True


async def test_what_discord_takes_no_answer_to_is_unanswered(house, metrics, ana):
    table = await ana.opens()
    press = ana.about_to_press("Sit", table)
    house.env.inject_error("POST", "/interactions/*/*/callback", times=None, status=404, code=10062)
    press.dispatch()
    await house.env.settle()
    assert metrics.presses == ["blackjack: unanswered"]


async def test_presses_that_are_at_no_table_count_too(house, metrics):
    manager = house.guest("Max", manages=True)
    asked = await manager.command("bank reset", reason="a new year")
    await asked.press(asked.buttons[0])
    assert metrics.presses == ["elsewhere: answered"]
    assert metrics.commands == ["bank reset: answered"]


async def test_commands_count_once_whatever_becomes_of_them(house, metrics, ana, monkeypatch):
    await ana.command("chips balance")
    await ana.command("table close", table=99)
    monkeypatch.setattr(house.app.economy.chips, "balance", None)
    monkeypatch.setattr(house.app.economy.chips, "open_member", None)
    await ana.command("chips balance")
    assert metrics.commands == ["chips balance: answered", "table close: refused", "chips balance: failed"]
    house.expects_faults = True


async def test_commands_beyond_the_limit_are_refused(metrics, ana):
    for _ in range(MOST + 2):
        await ana.command("chips balance")
    assert metrics.commands == ["chips balance: answered"] * MOST + ["chips balance: refused"] * 2


async def test_what_changes_something_says_how_long_that_took(metrics, ana):
    await ana.chips()
    assert len(metrics.commits) == 1
    assert all(0 < seconds < 60 for seconds in metrics.commits)
    await ana.chips()
    assert len(metrics.commits) == 1
