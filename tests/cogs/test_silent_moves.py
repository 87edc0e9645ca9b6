"""A player's move that nobody else is told of leaves everything public unchanged, in every game.

Leaving the joker free, or looking at one's own cards, would give the player away if the clock started again, if the
news disappeared, or if a button's address counted the move.
"""

import json
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from cogs.blackjack import picture as blackjack
from cogs.five_hundred import match_table as five_hundred
from cogs.pok_deng import picture as pok_deng
from cogs.pok_deng.road import plain_mark
from cogs.pontoon import pontoon_table as pontoon
from cogs.table.faces import plain_text
from games.blackjack import Bet, start
from games.blackjack import Options as BlackjackOptions
from games.fair.shoe import Shoe
from games.five_hundred import Options
from i18n.words import ENGLISH
from tables.blackjack.blackjack_adapter import BlackjackGame
from tables.five_hundred.match_state import MatchState
from tables.pok_deng.pok_deng_adapter import PokDengGame
from tables.round_in_play import RoundInPlay, Setup
from tables.table import Table
from tests.cogs.five_hundred.offline_table import Paper as Match
from tests.cogs.paper import NOW, table_of
from tests.cogs.pontoon.offline_table import Paper as Pontoon
from tests.games.pok_deng_table import start_at_random as pok_deng_at_random

PEOPLE = tuple(range(901, 921))
SOME = 40
"""How many legal moves of one player are tried; there are hundreds of possible discards."""


class Shown(Struct, frozen=True):
    """A game, a table of it with a round dealt at random, and its public picture."""

    table: Table
    draw: Any

    def public(self):
        """The public message, byte for byte: texts, addresses, the moment at which time runs out."""
        return json.dumps(self.draw(self.table).to_components(), ensure_ascii=False)


def blackjack_at_random(random):
    """Three seats and two people behind them."""
    bets = [Bet(0, 0, 10), Bet(1, 1, 50, 10), Bet(2, 2, 20), Bet(7, 0, 10), Bet(8, 1, 10)]
    return start(BlackjackOptions(), bets, Shoe.fresh(8, random.randbytes(32), "salt"))


def of_the_house(game, start_at_random, draw):
    """Blackjack or Pok Deng, with as many people as the round has."""

    def dealt(random):
        step = start_at_random(random)
        table = table_of(game, step.round.options, PEOPLE[: game.seats(step.round.options)], minimum=1, maximum=500)
        return Shown(replace(table, play=RoundInPlay.begin(1, Setup(PEOPLE, {}), step)), draw)

    return dealt


def a_deal_of_pontoon(random):
    paper = Pontoon(random, shoot=random.random() < 0.5)
    while not paper.begin():
        pass
    return Shown(paper.table, lambda table: pontoon.draw(table, ENGLISH, plain_text))


def a_deal_of_a_match(random):
    """Its players have their cards dealt face down, and look at them when they like."""
    paper = Match(random, Options(players=random.randint(2, 6), allow_blind_misere=random.random() < 0.7))
    state = MatchState.of(paper.table.lobby)
    paper.becomes(lobby=replace(paper.table.lobby, game_state=replace(state, face_down=state.players)))
    paper.begin()
    return Shown(paper.table, lambda table: five_hundred.draw(table, ENGLISH, plain_text))


DEALT = {
    "blackjack": of_the_house(
        BlackjackGame(),
        blackjack_at_random,
        lambda table: blackjack.draw(table, ENGLISH, plain_text, 0),
    ),
    "pok_deng": of_the_house(
        PokDengGame(),
        pok_deng_at_random,
        lambda table: pok_deng.draw(table, ENGLISH, plain_text, plain_mark, 0),
    ),
    "pontoon": a_deal_of_pontoon,
    "five_hundred": a_deal_of_a_match,
}
SILENT = {"five_hundred": 300}
"""How many silent moves a game must have shown at least, so that the test can't pass without any."""


def is_untold(before, step):
    """Whether nobody but the player is told of it."""
    after = step.round
    same_sight = after.view(None) == before.view(None) and after.to_act == before.to_act
    return same_sight and not step.events and not step.transfers


def played(shown, random):
    """A random move of somebody whose turn it is; bids are few and without trumps, where the joker may be left free."""
    round_ = shown.table.play.round
    seat = random.choice(sorted(round_.to_act))
    actions = list(round_.legal_actions(seat))
    bids = [action for action in actions if str(action).startswith("bid")]
    without_trumps = [bid for bid in bids if str(bid) in ("bid 6N", "bid 7N", "bid open-misere")]
    if without_trumps and random.random() < 0.5:
        return seat, random.choice(without_trumps)
    return seat, random.choice([action for action in actions if action not in bids])


@pytest.mark.sampled
@pytest.mark.parametrize("name", DEALT)
def test_a_silent_move_changes_no_byte_of_the_public_message(name):
    silent = 0
    for seed in range(60):
        random = Random(f"silent {name} {seed}")
        shown = DEALT[name](random)
        shown = replace(shown, table=replace(shown.table, acts_at=NOW))
        game, first, log = shown.table.game, shown.table.play, []
        while not shown.table.play.is_over:
            table, play, public = shown.table, shown.table.play, shown.public()
            for seat in range(len(play.setup.people)):
                for action in islice(play.round.legal_actions(seat), SOME):
                    step = play.round.apply(seat, action)
                    if not is_untold(play.round, step):
                        continue
                    silent += 1
                    after, who = replace(table, play=play.then(seat, step)), play.setup.user_id_in(seat)
                    assert replace(shown, table=after).public() == public
                    assert after.question_id == table.question_id
                    assert after.play.events == play.events
                    assert after.question_id_of(who) != table.question_id_of(who)
                    assert game.seconds(table.terms, after.play.round) == game.seconds(table.terms, play.round)
            seat, action = played(shown, random)
            log.append((seat, str(action)))
            after = play.then(seat, play.round.apply(seat, action))
            shown = replace(shown, table=replace(table, play=after))
        assert again(game, first, log) == shown.table.play
    assert silent >= SILENT.get(name, 0)


def again(game, first, log):
    """What a restart makes of the log."""
    play = first
    for seat, text in log:
        play = play.then(seat, play.round.apply(seat, game.parse(text)))
    return play
