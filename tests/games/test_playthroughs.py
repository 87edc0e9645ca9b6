"""Golden playthroughs: whole rounds as text, in playthroughs/, to be read like a story.

Lines at the margin are the script: the game, its options, the cards in order, the bets or the people, and then what
each person does (`says nothing` lets the clock answer). Indented lines are how the table looked afterwards, and must
come out the same; where somebody whose turn it is sees more than the public, they say that too. After an intended
change, write them again and read the difference:

    PYTHONPATH=. python tests/games/test_playthroughs.py tests/games/playthroughs/*.txt
"""

import sys
from collections import Counter
from pathlib import Path

import pytest

from games import blackjack, pok_deng, pontoon
from games.cards import parse_cards
from games.core import IllegalAction, Pot
from games.fair.shoe import Shoe

STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def told(script):
    """The whole story for the lines of a script: the same lines, each followed by its result."""
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
    lines = public = list(look(step.round.view(None)))
    for seat in sorted(step.round.to_act):
        lines = lines + [f"{seat} sees {line}" for line in look(step.round.view(seat)) if line not in public]
        lines += [f"{seat} may: {', '.join(map(str, step.round.legal_actions(seat)))}"]
    if not step.round.to_act:
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
    return f"{' '.join(map(str, hand.cards))} = {', '.join(map(str, [hand.value, *hand.terms]))}"


# Pontoon.


def start_pontoon(setup):
    options, purses, cards, limits, kitty = {}, {}, (), (10, 200), 0
    for line in setup:
        word, *rest = line.split()
        match word:
            case "option":
                options[rest[0]] = {"on": True}.get(rest[1]) or int(rest[1])
            case "limits":
                limits = (int(rest[0]), int(rest[1]))
            case "player" | "banker":
                purses[int(rest[0])] = int(rest[1])
            case "kitty":
                kitty = int(rest[0])
            case "cards":
                cards += parse_cards(" ".join(rest))
            case _:
                raise ValueError(line)
    *players, banker = purses
    return pontoon.start(pontoon.Options.from_json(options), players, banker, cards, *limits, purses, kitty)


def look_at_pontoon(view):
    if view.options.shoot:
        yield f"kitty {view.kitty}, {view.shot} shot"
    yield f"{'> ' if view.phase is pontoon.Phase.BANKER else ''}banker {view.banker}: {seen_text(view.bank)}"
    for box in view.boxes:
        for index, hand in enumerate(box.hands):
            turn = "> " if view.turn == (box.seat, index) else ""
            more = "".join(f" +{price}" for price in hand.bought)
            shot = f", shot {hand.shot}" if hand.shot else ""
            end = f", {hand.end.value}" if hand.end else ""
            yield f"{turn}{box.seat}: {seen_text(hand.cards)}, {hand.initial}{more}{shot}{end}"
    for line in view.lines:
        shot = f", shooting {line.shot_net:+}" if line.shot else ""
        times = f"{line.outcome.value} {line.times} times {line.staked}"
        yield f"{line.seat} hand {line.hand + 1}: {times}, {line.net:+}{shot}"
    yield f"pack: {view.cards_left}"


def seen_text(cards):
    text = " ".join("--" if card is None else str(card) for card in cards)
    if None in cards:
        return text
    low, best = pontoon.totals(cards)
    return f"{text} = {low}" if low == best else f"{text} = {low} or {best}"


GAMES = {
    "blackjack": (start_blackjack, blackjack.parse, look_at_blackjack),
    "pok_deng": (start_pok_deng, pok_deng.parse, look_at_pok_deng),
    "pontoon": (start_pontoon, pontoon.parse, look_at_pontoon),
}


def script_of(story):
    return [line for line in story.splitlines() if line and not line.startswith((" ", "#"))]


def comment_of(story):
    return "".join(f"{line}\n" for line in story.splitlines() if line.startswith("#"))


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_the_story_comes_out_as_written(path):
    story = path.read_text(encoding="utf-8")
    assert comment_of(story) + told(script_of(story)) == story


def test_there_are_at_least_five_stories():
    assert len(STORIES) >= 5


if __name__ == "__main__":
    for name_ in sys.argv[1:]:
        old = Path(name_).read_text(encoding="utf-8")
        Path(name_).write_text(comment_of(old) + told(script_of(old)), encoding="utf-8")
