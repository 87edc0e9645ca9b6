"""What one person alone sees of a Pontoon table: their hand, its totals, what they can do and what it costs.

A pure function of the table and of the person who looks; it asks the round for that seat's view and for nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from cogs.answers.components import Component, Layout
from cogs.cards.faces import CardText
from cogs.pontoon.hands import brought, line_text, stake_text, whole
from cogs.pontoon.lobby_picture import moved_text
from cogs.table.parts import button, closed, layout, lines, small, soon
from games.core import Phrase
from games.pontoon import COVERED, Action, BoxView, HandView, Move, Phase, Pontoon, PontoonView, totals
from i18n.words import Words
from tables.table import Table

BLUE = 0x3B6FB5
_NAMES = {
    Move.STAKE: Phrase("Stake {chips}"),
    Move.BUY: Phrase("Buy {chips}"),
    Move.SHOOT: Phrase("Shoot {chips}"),
    Move.PASS: Phrase("Don't shoot"),
    Move.SPLIT: Phrase("Split"),
    Move.TWIST: Phrase("Twist"),
    Move.STICK: Phrase("Stick"),
    Move.DRAW: Phrase("Draw"),
}
_FORMS = {
    Move.STAKE: Phrase("Stake ..."),
    Move.BUY: Phrase("Buy ..."),
    Move.SHOOT: Phrase("Shoot ..."),
}


def draw(table: Table, user_id: int, words: Words, cards: CardText) -> Layout:
    """The panel of `user_id`, at any moment of the table."""
    if table.is_closed:
        return layout(BLUE, [closed(words)], [])
    play = table.play
    seat = play.setup.seat_of(user_id) if play is not None else None
    if play is None or seat is None:
        return layout(BLUE, [_outside(table, user_id, words)], [])
    seen: PontoonView = play.round.view(seat)
    if play.is_over:
        net = brought(play.nets.get(seat, 0), words)
        return layout(BLUE, [lines(_hands(seen, seat, words, cards), net), moved_text(table, words)], [])
    assert isinstance(play.round, Pontoon)
    actions = list(play.round.legal_actions(seat))
    question = lines(_question(play.round, seen, seat, actions, words), _when(table, actions, words))
    return layout(BLUE, [_hands(seen, seat, words, cards), question], _rows(table, actions, seen, words))


def decisions(table: Table, actions: Sequence[Action], seen: PontoonView, words: Words) -> list[Component]:
    """A button for each of `actions`; for amounts the smallest, the largest, and a form for those in between."""
    return [item for row in _rows(table, actions, seen, words) for item in row]


def _outside(table: Table, user_id: int, words: Words) -> str:
    if user_id not in table.lobby.seats:
        return words("You are not at this table. Press Sit to play.")
    if table.is_playing and table.play is not None:
        if user_id in table.play.setup.body.get("unable", ()):
            needed = COVERED * table.terms.minimum
            return words("You are not in this deal: the smallest stake and its cover take {chips} chips.", chips=needed)
        if user_id in table.play.setup.sat_out:
            return words("You were away when this deal began; the next one deals you in.")
        return words("You are not in this deal; the next one deals you in.")
    return lines(words("No hand right now. Your cards will appear here with the next deal."), moved_text(table, words))


def _hands(seen: PontoonView, seat: int, words: Words, cards: CardText) -> str:
    if seat == seen.banker:
        title = words("**You hold the bank**")
        hidden = words("You may look when everybody has two cards.") if None in seen.bank else ""
        return lines(f"{title}  {whole(seen.bank, cards, words)}", small(hidden))
    box = next(box for box in seen.boxes if box.seat == seat)
    rows = [_hand(seen, box, index, hand, words, cards) for index, hand in enumerate(box.hands)]
    return lines(*rows)


def _hand(seen: PontoonView, box: BoxView, index: int, hand: HandView, words: Words, cards: CardText) -> str:
    several = len(box.hands) > 1
    name = words("**Hand {number}**", number=index + 1) if several else words("**Your hand**")
    pointer = "▶ " if several and seen.turn == (box.seat, index) else ""
    row = f"{pointer}{name}  {whole(hand.cards, cards, words)}"
    if seen.phase is Phase.OVER:
        line = next(line for line in seen.lines if (line.seat, line.hand) == (box.seat, index))
        return f"{row} · {line_text(line, words)}"
    staked = hand.initial + sum(hand.bought)
    if seen.phase is Phase.STAKES and not box.has_staked:
        held = words(
            "the smallest stake, {stake}, is in already, and {stake} more in case you lose double", stake=staked
        )
        return lines(row, small(held))
    stake = words("stake {stake} ({chips} more held until the deal ends)", stake=stake_text(hand, words), chips=staked)
    return lines(row, small(stake))


def _question(round_: Pontoon, seen: PontoonView, seat: int, actions: Sequence[Action], words: Words) -> str:
    """What the player can do, what it costs, and why other things they look for aren't possible."""
    if not actions:
        return words("Others play. Your buttons come here when it is your turn.")
    if seen.phase is Phase.BANKER:
        return words("Draw a card, or stay.")
    box = next(box for box in seen.boxes if box.seat == seat)
    amounts: defaultdict[Move, list[int]] = defaultdict(list)
    for action in actions:
        amounts[action.move].append(action.amount)
    if seen.phase is Phase.STAKES:
        most = max(amounts[Move.STAKE])
        return " ".join(
            [
                words("Stake {least} to {most} on this card.", least=min(amounts[Move.STAKE]), most=most),
                *([_limit(seen, box, words)] if most < seen.limits.most else []),
                words("The same amount is set aside in case you lose double, and comes back if you don't."),
            ]
        )
    if seen.phase is Phase.SHOOT:
        return lines(_shot(seen, words), _kitty_bet(max(amounts[Move.SHOOT], default=0), words))
    if {action.move for action in actions} == {Move.STICK}:
        return words("**21**: this hand takes no more cards. Stick; nobody else learns of it.")
    stick = seen.options.stick_minimum
    return " ".join(
        [
            *([] if amounts[Move.STICK] else [words("Below {stick} you must buy or twist.", stick=stick)]),
            *_prices(round_, seen, box, amounts[Move.BUY], words),
            *_no_split(round_, seen, box, amounts[Move.SPLIT], words),
        ]
    )


def _prices(round_: Pontoon, seen: PontoonView, box: BoxView, prices: Sequence[int], words: Words) -> Iterator[str]:
    """What the next card costs, or why none can be bought."""
    hand = _in_turn(seen, box)
    if not prices:
        refusal = round_.refusal(box.seat, Action(Move.BUY, hand.initial))
        if refusal is not None:
            yield words("No card can be bought.")
            yield words.said(refusal.phrase)
        yield words("A twist is free.")
        return
    least, most = min(prices), max(prices)
    yield (
        words("The next card costs {least}.", least=least)
        if least == most
        else words("The next card costs {least} to {most}.", least=least, most=most)
    )
    if most < (hand.bought[-1] if hand.bought else 2 * hand.initial):
        yield _limit(seen, box, words)


def _no_split(round_: Pontoon, seen: PontoonView, box: BoxView, splits: Sequence[int], words: Words) -> Iterator[str]:
    """Why a pair can't be split."""
    cards = [card for card in _in_turn(seen, box).cards if card is not None]
    if splits or len(cards) != 2 or cards[0].rank is not cards[1].rank:
        return
    refusal = round_.refusal(box.seat, Action(Move.SPLIT))
    if refusal is not None:
        yield words("You can't split.")
        yield words.said(refusal.phrase)


def _in_turn(seen: PontoonView, box: BoxView) -> HandView:
    assert seen.turn is not None
    return box.hands[seen.turn.hand]


def _limit(seen: PontoonView, box: BoxView, words: Words) -> str:
    """Whose chips set the limit."""
    if box.purse is not None and box.purse // COVERED <= seen.covers:
        return words("You have {chips} chips left for it.", chips=box.purse)
    return words("The bank can't cover more.")


def _shot(seen: PontoonView, words: Words) -> str:
    """Which shoot bet it is."""
    match seen.pending:
        case Move.SPLIT:
            return words("**A shoot bet on your new hand**, before its second card.")
        case Move.BUY:
            return words("**You have bought a fourth card.** Before it comes: the last shoot bet on this hand.")
        case Move.TWIST:
            return words("**You twist a fourth card.** Before it comes: the last shoot bet on this hand.")
        case _:
            return words("**A shoot bet** before your second card.")


def _kitty_bet(most: int, words: Words) -> str:
    return words(
        "Bet up to {most} against the kitty, or skip it. If you beat the banker, you win the same amount from the "
        "kitty.",
        most=most,
    )


def _when(table: Table, actions: Sequence[Action], words: Words) -> str:
    return words("Your turn · time runs out {when}", when=soon(table.deadline)) if actions else ""


def _rows(table: Table, actions: Sequence[Action], seen: PontoonView, words: Words) -> Iterator[list[Component]]:
    row: list[Component] = []
    for move, alike in groupby(actions, attrgetter("move")):
        found = list(alike)
        if move in _FORMS:
            for action in found:
                name = words.said(_NAMES[move], chips=action.amount)
                row.append(button(table, name, "move", str(action), main=True))
            if found[-1].amount - found[0].amount > 1:
                row.append(button(table, words.said(_FORMS[move]), "amount", move.value))
        elif move is Move.STAY:
            best = totals([card for card in seen.bank if card is not None]).best
            label = words("Stay, pay {points}", points=best + 1) if best < 21 else words("Stay")
            row.append(button(table, label, "move", str(move), main=True))
        else:
            row.append(button(table, words.said(_NAMES[move]), "move", str(move), main=move is Move.STICK))
    if row:
        yield row
