"""High Card at a table, as tables/high_card/ would hold it: its settings, the adapter, and how people bet."""

from collections.abc import Mapping

from games.cards import pack52
from games.core import IllegalAction, Phrase, Step
from games.fair.dealt import Stretch, write
from games.fair.shoe import shuffled
from tables.game import Game, Terms
from tables.lobby import Bet, GameState, Lobby
from tables.modes import Shuffle
from tables.round_in_play import Setup
from tables.settings.kinds import Switch
from tables.settings.schema import GameSettings, bet_limits, rows
from tests.high_card import rules
from tests.high_card.rules import HighCard, Options


class _Settings:
    limits = bet_limits(10, 100)
    tie_returns = Switch(
        "Ties give the bet back",
        "A card of the house's rank gives the bet back; when it is off, it loses.",
        effect=Phrase("It lifts the return from 94.12% of the bets to 100%."),
    )


HIGH_CARD = GameSettings(
    key="high_card",
    title=Phrase("High Card"),
    settings=rows(_Settings),
    options=Options.from_json,
)


class HighCardState(GameState, frozen=True):
    """What outlasts a round: its cards as text, the house's as the last."""

    cards: str = ""


class HighCardGame(Game[Options, HighCard]):
    """The adapter; it has no state of its own. What each part is for says `tables.game.Game`."""

    parse = staticmethod(rules.parse)
    name, title = HIGH_CARD.key, HIGH_CARD.title
    rules, options, state = rules.RULES, Options, HighCardState

    def seats(self, options: Options) -> int:
        """How many can play."""
        return 6

    def setup(self, terms: Terms, lobby: Lobby, purses: Mapping[int, int]) -> Setup:
        bets = lobby.staked()
        idle = tuple(user_id for user_id in lobby.seats if user_id is not None and user_id not in bets)
        return Setup(people=tuple(bets), body={"bets": list(bets.values())}, sat_out=idle)

    def start(self, terms: Terms, setup: Setup, shuffle: Shuffle) -> Step[HighCard]:
        return rules.start(terms.options, setup.body["bets"], shuffled(pack52(), shuffle.seed, shuffle.salt))

    def after_round(self, terms: Terms, lobby: Lobby, setup: Setup, played: HighCard, nets: Mapping[int, int]) -> Lobby:
        state = HighCardState(" ".join(map(str, played.cards)))
        return lobby.round_over(nets=nets, game_state=state, sat_out=setup.sat_out)

    def dealt(self, terms: Terms, setup: Setup, shuffle: Shuffle, played: HighCard) -> str:
        return write([Stretch("52x1", played.cards)])


def bet(terms: Terms, lobby: Lobby, user_id: int, chips: int) -> Lobby:
    """Bet in the place of an earlier bet; takes the first free seat when standing. Raises IllegalAction."""
    if not terms.minimum <= chips <= terms.maximum:
        raise IllegalAction("Bet {minimum} to {maximum}.", minimum=terms.minimum, maximum=terms.maximum)
    lobby = lobby if user_id in lobby.seats else lobby.sit(user_id)
    return lobby.place(user_id, [Bet(user_id, lobby.seats.index(user_id), "main", chips)])
