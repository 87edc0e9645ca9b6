"""The registry of settings, compared with the rules' Options, and what a server has."""

from dataclasses import fields

import pytest

from cogs.blackjack.rules_pages import pair_return
from cogs.pok_deng.rules_pages import SHARES
from games.core import IllegalAction
from i18n.words import ENGLISH
from tables.settings.servers import ServerSettings
from tests.tables.settings.offered import GAMES, SCHEMA
from tools.world.games import found

OPTIONS = {played.game.name: played.game.options for played in found()}


@pytest.mark.parametrize("game", OPTIONS)
def test_every_house_option_of_every_game_can_be_set_and_has_the_rules_default(game):
    defaults = OPTIONS[game]().to_json()
    known = {setting.option: setting.default for setting in GAMES[game].house_options}
    assert known == defaults
    assert set(known) == {field.name for field in fields(OPTIONS[game])}


def test_every_general_setting_is_an_attribute_of_a_servers_settings_and_means_what_is_saved():
    settings = ServerSettings({"gifts": 10, "channels": [7], "relief": False})
    assert (settings.gifts, settings.channels, settings.relief) == (10, (7,), False)
    general = {key: setting for key, setting in SCHEMA.settings.items() if "." not in key}
    assert all(getattr(ServerSettings, key).key == key for key in general)
    said = {key: setting.said(settings.value_of(setting), ENGLISH) for key, setting in general.items()}
    assert (said["gifts"], said["givers"], said["games_off"]) == ("10% tax", "30 days and 20 rounds", "all games")


def test_every_setting_is_in_one_group_and_accepts_and_shows_its_default():
    assert len(SCHEMA.settings) == sum(len(group.settings) for group in SCHEMA.groups.values())
    for setting in SCHEMA.settings.values():
        if setting.default is not None:
            setting.check(setting.default)
        assert setting.said(setting.default, ENGLISH)
        assert not setting.sense or setting.sense.endswith(".")
        assert setting.sense.count(". ") == 0


def test_a_select_has_room_for_all_groups_and_for_all_settings_of_a_group():
    assert len(SCHEMA.groups) <= 25
    assert all(len(group.settings) <= 25 for group in SCHEMA.groups.values())


@pytest.mark.parametrize(
    ("key", "effect"),
    [
        ("surrender_vs_ten", "returns 99.54% of the bets instead of 99.29%"),
        ("double_after_split", "returns 99.41% of the bets instead of 99.29%"),
        ("dealer_hits_soft_17", "returns 99.07% of the bets instead of 99.29%"),
        (
            "blackjack_pays",
            "6:5 is much worse for players: basic strategy returns 97.93% of the bets instead of 99.29%",
        ),
        ("decks", "99.29% of their bets with eight decks, 99.32% with six, 99.55% with two and 99.92% with one."),
    ],
)
def test_the_options_of_blackjack_say_what_the_best_play_returns_with_them(key, effect):
    assert effect in str(SCHEMA.settings[f"blackjack.{key}"].effect)


def test_the_number_of_decks_says_what_bets_return():
    for game in ("blackjack", "pok_deng"):
        said = str(SCHEMA.settings[f"{game}.decks"].effect)
        assert all(f"{100 * float(pair_return(decks)):.2f}%" in said for decks in (8, 1))
    assert all(f"{SHARES[decks][0]:.2f}%" in said for decks in (8, 1))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("starting_chips", -1),
        ("starting_chips", 1.5),
        ("starting_chips", True),
        ("starting_chips", "5"),
        ("starting_chips", 1_000_001),
        ("tables_per_person", 0),
        ("mentions", 1),
        ("mentions", "on"),
        ("gifts", "off"),
        ("gifts", 101),
        ("givers", 30),
        ("givers", [30]),
        ("givers", [30, True]),
        ("givers", [3_651, 20]),
        ("givers", [30, 3_651]),
        ("givers", [-1, 20]),
        ("pontoon.stick_minimum", 17),
        ("pontoon.stick_minimum", True),
        ("channels", 5),
        ("channels", ["5"]),
        ("channels", [5, 5]),
        ("channels", list(range(26))),
        ("opener_role", -1),
        ("blackjack.limits", [5]),
        ("blackjack.limits", [9, 5]),
        ("blackjack.limits", [0, 5]),
        ("blackjack.limits", [1, True]),
    ],
)
def test_other_values_are_refused(key, value):
    with pytest.raises(IllegalAction):
        SCHEMA.settings[key].check(value)


def test_limits_say_what_tables_have_if_nobody_says_anything():
    assert [bool(GAMES[key].usual) for key in ("blackjack", "pok_deng", "pontoon", "five_hundred")] == [1, 1, 1, 0]
    for key, value, said in (
        ("blackjack.limits", [1, 1_000_000], "10 to 500 (a host can choose 1 to 1,000,000)"),
        ("blackjack.limits", [20, 1_000], "20 to 500 (a host can choose 20 to 1,000)"),
        ("blackjack.limits", [20, 80], "20 to 80"),
        ("givers", [0, 20], "20 rounds"),
        ("givers", [0, 0], "everyone"),
    ):
        assert SCHEMA.settings[key].said(value, ENGLISH) == said
    with pytest.raises(IllegalAction):
        SCHEMA.settings["pontoon.kitty_max"].read("many")  # which isn't the table's limit
