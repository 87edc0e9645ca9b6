"""What a player at Pontoon says about its choice."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Phrase
from games.pontoon import Action, Move, parse
from players.choice import Option

_DO = {
    Move.STICK: Phrase("Stick"),
    Move.TWIST: Phrase("Twist"),
    Move.SPLIT: Phrase("Split"),
    Move.DRAW: Phrase("Draw"),
    Move.STAY: Phrase("Stay", "banker"),
}


def _do(action: Action) -> Phrase:
    return Phrase("Buy for {chips}", chips=action.amount) if action.move is Move.BUY else _DO[action.move]


def of_moves(options: Sequence[Option], staked: float) -> Phrase:
    """Why the first of `options` is the best, in chips for a hundred of the `staked` ones."""
    best = parse(options[0].action)
    each = 100 / staked if staked else 0
    value = round(options[0].value * each, 1)
    other = next((option for option in options[1:] if parse(option.action).move is not best.move), None)
    if other is None:
        return Phrase("{best}: {value} per 100 chips.", best=_do(best), value=value)
    return Phrase(
        "{best}: {value} per 100 chips; {other}: {worse}.",
        best=_do(best),
        value=value,
        other=_do(parse(other.action)),
        worse=round(other.value * each, 1),
    )


def of_forced(option: Option) -> Phrase:
    """The only thing to do."""
    action = parse(option.action)
    if action.move is Move.STICK:
        return Phrase("Stick: this hand takes no more cards.")
    return Phrase("{best}: there is nothing else to do.", best=_do(action))


def of_stakes(options: Sequence[Option]) -> Phrase:
    """Why to stake so much."""
    chips = parse(options[0].action).amount
    if len(options) == 1:
        return Phrase("Stake {chips}: there is no other stake.", chips=chips)
    return Phrase(
        "Stake {chips}: {value} on average; with {other}: {worse}.",
        chips=chips,
        value=round(options[0].value, 1),
        other=parse(options[1].action).amount,
        worse=round(options[1].value, 1),
    )


def of_shots(options: Sequence[Option], often: float) -> Phrase:
    """Why to shoot or not: `often` is the chance to beat the bank."""
    best, chance = parse(options[0].action), round(100 * often)
    if best.move is Move.PASS:
        return Phrase("Don't shoot: you'd beat the bank only {chance}% of the time.", chance=chance)
    return Phrase("Shoot {chips}: you beat the bank {chance}% of the time.", chips=best.amount, chance=chance)
