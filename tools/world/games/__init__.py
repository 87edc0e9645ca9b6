"""The bot's games as they can be played at random, without Discord.

A game is found by its line in cogs/extensions.py: tables/<game>/<game>_adapter.py has its adapter and its settings.
For every game there are random house options and bets, and each round says which moves are legal. What suits a game
better, or what people do there besides, is in tools/world/games/<game>.py, in functions that bear the names of the
fields of `Played`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from cogs.extensions import GAMES as EXTENSIONS
from games.core import IllegalAction, Round, Step
from tables.clock import Pace
from tables.game import AnyGame, Game, Terms
from tables.lobby import Bet, Lobby
from tables.modes import EASY, STRONG, USUAL, Chips, Mode, Practice, Shuffle
from tables.round_in_play import Setup
from tables.settings.kinds import Choice, Setting, Switch, Whole
from tables.settings.schema import GameSettings

LIMITS = 10, 100
"""Of all tables, in chips."""
OWN = ("options", "bet", "sit", "choose", "add_house_player")
"""What of `Played` a game can have of its own."""
_TRIES = 1_000
"""How often people bet before a round has to begin."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game, some of its options, a bet that a person might make, and how one takes a seat; both may be refused.

    In a game without bets, `bet` is what people do between two rounds.
    """

    game: AnyGame
    settings: GameSettings
    options: Callable[[Random], Any]
    bet: Callable[[Random, Terms, Lobby, int], Lobby]
    sit: Callable[[Lobby, int], Lobby] = Lobby.sit
    choose: Callable[[Random, Terms, list[Any]], Any] = lambda random, _terms, moves: random.choice(moves)
    """Chooses one of the legal moves."""
    add_house_player: Callable[[Lobby, int], Lobby] = Lobby.add_house_player
    """Gives a free seat at a table with this number to a house player."""


def mode(random: Random) -> Mode:
    """For practice or for chips, most often with substitutes."""
    cls = Practice if random.random() < 0.25 else Chips
    return cls(
        substitutes=random.random() < 0.7,
        remembers=random.random() < 0.5,
        level=random.choice((EASY, USUAL, STRONG)),
        conventions=random.random() < 0.7,
    )


def telling(game: AnyGame, tell: Callable[[str, str, str], None]) -> AnyGame:
    """`game`, which then reports each deal with `tell`: the seed, what else the round begins with, and the options.

    A server may change a table's options between two rounds, and the database stores only the present ones.
    """
    start = game.start

    def told(terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[Round[Any]]:
        tell(shuffle.seed.hex(), json.dumps(setup.body), game.write_options(terms.options))
        return start(terms, setup, shuffle)

    vars(game)["start"] = told
    return game


VOID_EVERY = 8
"""Every so many runs all running rounds are void, because the rules have another number from then on."""


def rules_in(game: AnyGame, run: int) -> int:
    """The number of the rules of `game` in a run; a round that began under another one is void."""
    return type(game).rules + run // VOID_EVERY


def options_at_random(settings: GameSettings, random: Random) -> Any:
    """House options that a server can set, with which a game can be played."""
    for _ in range(_TRIES):
        values = {each.option: _value(each, random) for each in settings.house_options}
        with suppress(IllegalAction):
            options = settings.options(values)
            settings.verify(options, *LIMITS)
            return options
    return settings.options({})


def _value(setting: Setting, random: Random) -> Any:
    match setting:
        case Switch():
            return random.random() < 0.5
        case Choice():
            return random.choice(list(setting.choices))
        case Whole():
            return random.choice([setting.default, random.randint(setting.least, setting.most)])
    return setting.default


def bet_at_random(random: Random, terms: Terms, lobby: Lobby, person: int) -> Lobby:
    """Sit down and bet on one's own seat, within the table's limits."""
    lobby = lobby if person in lobby.seats else lobby.sit(person)
    chips = random.randint(terms.minimum, terms.maximum)
    return lobby.place(person, [Bet(person, lobby.seats.index(person), "main", chips)])


def deal(played: Played, random: Random) -> Step[Round[Any]]:
    """A round for some people, as a table would begin it. Raises ValueError when they never bet enough for one."""
    game, terms = played.game, Terms(*LIMITS, played.options(random), Pace.NORMAL)
    shuffle = Shuffle(random.randbytes(32), "salt")
    people = range(1, 1 + random.randint(1, max(game.seats(terms.options), 1)))
    lobby, purses = Lobby((None,) * game.seats(terms.options)), dict.fromkeys(people, 10**6)
    for person in people:
        with suppress(IllegalAction):
            lobby = played.sit(lobby, person)
    for _ in range(_TRIES):
        for person in people:
            with suppress(IllegalAction):
                lobby = played.bet(random, terms, lobby, person)
        lobby = game.after_change(terms, lobby, shuffle)
        if game.can_begin(terms, lobby):
            lobby = game.before_round(terms, lobby, purses, shuffle)
            return game.start(terms, game.setup(terms, lobby, purses), shuffle)
    raise ValueError(f"nobody can begin a round of {game.name} with the bets of tools/world/games")


def found(extensions: Iterable[str] = EXTENSIONS) -> Iterator[Played]:
    """The games with these extensions, in their order."""
    for extension in extensions:
        module = extension.replace("cogs.", "tables.", 1).removesuffix("spec") + "adapter"
        values = vars(adapter := import_module(module)).values()
        classes = (each for each in values if isinstance(each, type) and issubclass(each, Game))
        (game,) = (each for each in classes if each.__module__ == adapter.__name__)
        (settings,) = (each for each in values if isinstance(each, GameSettings))
        usual: dict[str, Any] = {"options": partial(options_at_random, settings), "bet": bet_at_random}
        yield Played(game(), settings, **(usual | _own(settings.key)))


def _own(game: str) -> dict[str, Any]:
    name = f"{__name__}.{game}"
    own = vars(import_module(name)) if find_spec(name) else {}
    return {field: own[field] for field in OWN if field in own}


GAMES = tuple(found())
