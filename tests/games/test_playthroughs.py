"""Golden playthroughs: whole rounds as text, in playthroughs/, to be read like a story.

Lines at the margin are the script: the game, its options, the shoe's cards in order, the bets, and then what each
person does (`says nothing` is the clock's answer). Indented lines are what the table looked like after it, and
have to come out the same. After a change that is meant, write them anew and read the difference:

    PYTHONPATH=. python tests/games/test_playthroughs.py tests/games/playthroughs/*.txt
"""

import sys
from collections import Counter
from pathlib import Path

import pytest

from games import blackjack, pok_deng
from games.cards import parse_cards
from games.core import IllegalAction, Pot
from games.shoe import Shoe

STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def told(script):
    """The whole story for the lines of a script: the same lines, each followed by what came of it."""
    start, parse, look = GAMES[script[0].removeprefix("game ")]
    setup = script[: script.index("deal") + 1]
    step = start(setup[1:-1])
    chips = Counter()
    story = [*setup, *shown(step, look, chips)]
    for line in script[len(setup) :]:
        seat, _, move = line.partition(" ")
        story += ["", line]
        try:
            action = step.round.default_action(int(seat)) if move == "says nothing" else parse(move)
            step = step.round.apply(int(seat), action)
        except IllegalAction as refusal:
            story.append(f"  refused: {refusal}")
        else:
            story += shown(step, look, chips)
    return "\n".join(story) + "\n"


def shown(step, look, chips):
    for moved in step.transfers:
        chips[moved.payer] -= moved.amount
        chips[moved.payee] += moved.amount
    lines = list(look(step.round.view(None)))
    if step.round.to_act:
        lines += [f"{seat} may: {', '.join(step.round.legal_actions(seat))}" for seat in sorted(step.round.to_act)]
    else:
        lines += [f"chips: {', '.join(f'{name(account)} {change:+}' for account, change in in_order(chips))}"]
    return [f"  {line}" for line in lines]


def name(account):
    return account.value if isinstance(account, Pot) else account


def in_order(chips):
    return sorted(chips.items(), key=lambda item: (isinstance(item[0], Pot), str(name(item[0]))))


# Blackjack.


def start_blackjack(setup):
    options, bets, shoe = {}, [], None
    for line in setup:
        word, *rest = line.split()
        match word:
            case "option":
                options[rest[0]] = {"on": True}.get(rest[1]) or (int(rest[1]) if rest[1].isdigit() else rest[1])
            case "cards":
                shoe = Shoe.stacked(parse_cards(" ".join(rest)))
            case "bet":
                seat, main = int(rest[0]), int(rest[1])
                extra = dict(zip(rest[2::2], map(int, rest[3::2]), strict=True))
                bets.append(blackjack.Bet(seat, extra.get("behind", seat), main, extra.get("pair", 0)))
            case _:
                raise ValueError(line)
    return blackjack.start(blackjack.Options.from_json(options), bets, shoe)


def look_at_blackjack(view):
    yield f"dealer {hand_text(view.dealer)}"
    for box in view.boxes:
        insured = f", insured {box.insurance}" if box.insurance else ""
        for index, hand in enumerate(box.hands):
            turn = "> " if view.turn == (box.seat, index) else ""
            yield f"{turn}{box.seat}: {hand_text(hand.cards)}, {hand.stake}{insured}"
        for behind in box.behind:
            yield f"{box.seat} behind: {behind.seat} with {' and '.join(map(str, behind.stakes))}"
    for line in view.lines:
        which = f" hand {line.hand + 1}" if line.kind is blackjack.LineKind.HAND else f" {line.kind.value}"
        yield f"{line.seat} on {line.box}{which}: {line.outcome.value}, {line.net:+}"


def hand_text(cards):
    best, soft = blackjack.total(cards)
    return f"{' '.join(map(str, cards))} = {'soft ' if soft else ''}{best}"


# Pok Deng.


def start_pok_deng(setup):
    cards, bets, place, cut = [], [], 0, 0
    for line in setup:
        word, *rest = line.split()
        match word:
            case "cards":
                cards += parse_cards(" ".join(rest))
            case "dealt":
                place = int(rest[0])
            case "cut":
                cut = int(rest[0])
            case "bet":
                chips = dict(zip(rest[1::2], map(int, rest[2::2]), strict=True))
                bets.append(pok_deng.Bet(int(rest[0]), chips["player"] - 1, chips.get("main", 0), chips.get("pair", 0)))
            case _:
                raise ValueError(line)
    shoe = Shoe.stacked(cards, cut).at(place)
    return pok_deng.start(pok_deng.Options(), bets, shoe, opening=place == 0)


def look_at_pok_deng(view):
    opening = f"opening card {view.opening}, " if view.opening else ""
    yield f"{opening}{view.burned} burned"
    for number, (hand, verdict) in enumerate(zip(view.hands, view.verdicts, strict=True), 1):
        odds = f" {verdict.odds}:1" if verdict.odds else ""
        yield f"Player {number}: {two_cards_text(hand)}: {verdict.result.value}{odds}, {verdict.reason.value}"
    yield f"Banker: {two_cards_text(view.banker)}"
    for line in view.lines:
        which = "" if line.kind is pok_deng.BetKind.MAIN else " Pair"
        yield (
            f"{line.seat} on Player {line.hand + 1}{which}: {line.outcome.value}, "
            f"took {line.taken}, back {line.returned}, {line.net:+}"
        )
    last = ", the shoe's last round" if view.last_round else ""
    yield f"shoe: {view.dealt} of {view.shoe_size}{last}"


def two_cards_text(hand):
    return f"{' '.join(map(str, hand.cards))} = {', '.join([str(hand.value), *hand.terms])}"


GAMES = {
    "blackjack": (start_blackjack, blackjack.parse, look_at_blackjack),
    "pok_deng": (start_pok_deng, pok_deng.parse, look_at_pok_deng),
}


def script_of(story):
    return [line for line in story.splitlines() if line and not line.startswith((" ", "#"))]


def comment_of(story):
    return "".join(f"{line}\n" for line in story.splitlines() if line.startswith("#"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_story_comes_out_as_it_is_told(path):
    story = path.read_text(encoding="utf-8")
    assert comment_of(story) + told(script_of(story)) == story


def test_there_are_stories_to_tell():
    assert len(STORIES) >= 5


if __name__ == "__main__":
    for name_ in sys.argv[1:]:
        old = Path(name_).read_text(encoding="utf-8")
        Path(name_).write_text(comment_of(old) + told(script_of(old)), encoding="utf-8")
