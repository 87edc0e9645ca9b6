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
    for chips in (5_000_000, 10):
        await ana.bets(chips, blackjack)
    await ana.press("Sit", pontoon)
    assert [press.removeprefix("blackjack: ") for press in metrics.presses] == [
        *("answered", "answered", "refused", "answered", "answered"),
        "pontoon: answered",
    ]
    assert metrics.commands == ["blackjack open: answered", "pontoon open: answered"]


async def test_a_press_on_what_is_over_an_older_copy_or_a_closed_table_is_stale(house, metrics, ana, ben, table):
    copy = ana.about_to_press("Sit", table)
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    over = ana.about_to_press("Stand", table)
    await ana.press("Stand", table)
    del metrics.presses[:]
    await over.press()
    assert (await ben.press("Sit", table)).said == ""
    assert metrics.presses == ["blackjack: stale", "blackjack: answered"]
    await table.plays("20 s, Ana Bump, 2 s")
    late = ana.about_to_press("Sit", table)
    del metrics.presses[:]
    await copy.press()
    assert metrics.presses == ["blackjack: stale"]
    await ana.command("table close", table=1)
    await late.press()
    assert metrics.presses[1:] == ["elsewhere: stale"], "it counts for no game"


async def test_a_fault_of_the_bot_has_failed(house, metrics, ana, fails_at):
    table = await ana.opens()
    house.deal("5S 6D v 9H then 2C 10D")
    await ana.bets(100, table)
    fails_at(games.blackjack.Blackjack, "apply")
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


async def test_commands_count_once_whatever_becomes_of_them(house, metrics, ana, fails_at):
    await ana.command("balance")
    await ana.command("table close", table=99)
    chips = house.app.economy.chips
    with fails_at(chips, "balance"), fails_at(chips, "open_member"):
        await ana.command("balance")
    assert metrics.commands == ["balance: answered", "table close: refused", "balance: failed"]
    house.expects_faults = True
    for _ in range(MOST):
        await ana.command("balance")
    assert metrics.commands[3:] == ["balance: answered"] * (MOST - 3) + ["balance: refused"] * 3


async def test_what_changes_something_says_how_long_that_took(metrics, ana):
    await ana.chips()
    assert len(metrics.commits) == 1
    assert all(0 < seconds < 60 for seconds in metrics.commits)
    await ana.chips()
    assert len(metrics.commits) == 1
