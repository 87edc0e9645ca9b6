"""What one person alone sees of a Pontoon table: the own hand, its totals, what may be done and what it costs.

A pure function of the table and of who looks; it asks the round for that seat's view and for nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from discord import ui

from cogs.render.cards import CardText
from cogs.render.parts import button, closed, layout, lines, small, soon
from cogs.render.pontoon_hands import line_text, stake_text, whole
from cogs.table.controls import TableButton
from cogs.table.table import Table
from cogs.words import Words
from games.core import Phrase
from games.pontoon import Action, BoxView, HandView, Move, Phase, PontoonView, totals

BLUE = 0x3B6FB5
_NAMES = {
    Move.STAKE: Phrase("Stake {chips}"),
    Move.BUY: Phrase("Buy {chips}"),
    Move.SHOOT: Phrase("Shoot {chips}"),
}
_FORMS = {
    Move.STAKE: Phrase("Stake ..."),
    Move.BUY: Phrase("Buy ..."),
    Move.SHOOT: Phrase("Shoot ..."),
}


def draw(table: Table, person: int, words: Words, cards: CardText) -> ui.LayoutView:
    """The panel of `person`, at any moment of the table."""
    if table.is_closed:
        return layout(BLUE, [closed(words)], [])
    play = table.play
    seat = play.setup.seat_of(person) if play is not None else None
    if play is None or seat is None:
        return layout(BLUE, [_outside(table, person, words)], [])
    seen: PontoonView = play.round.view(seat)
    if play.is_over:
        net = words("This deal brought you {net}.", net=words.signed(play.nets.get(seat, 0)))
        return layout(BLUE, [lines(_hands(seen, seat, words, cards), net)], [])
    actions = list(play.round.legal_actions(seat))
    asked = lines(_question(seen, actions, words), _when(table, actions, words))
    return layout(BLUE, [_hands(seen, seat, words, cards), asked], _rows(table, actions, seen, words))


def decisions(table: Table, actions: Sequence[Action], seen: PontoonView, words: Words) -> list[TableButton]:
    """A button for each of `actions`; of amounts the smallest, the largest, and a form for those between."""
    return [item for row in _rows(table, actions, seen, words) for item in row]


def _outside(table: Table, person: int, words: Words) -> str:
    if person not in table.lobby.seats:
        return words("You are not at this table. Press Sit to play.")
    if table.is_playing:
        return words("You are not in this deal; the next one deals you in.")
    return words("No cards are out. Your hand comes with the next deal.")


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
    stake = words("stake {stake} ({chips} more held until the deal ends)", stake=stake_text(hand, words), chips=staked)
    return lines(row, small(stake))


def _question(seen: PontoonView, actions: Sequence[Action], words: Words) -> str:
    """What may be done, and what it costs."""
    if not actions:
        return words("Others play. Your buttons come here when it is your turn.")
    amounts = {move: [action.amount for action in actions if action.move is move] for move in Move}
    if seen.phase is Phase.STAKES:
        return words(
            "Stake {least} to {most} on this card. As much again is held as cover.",
            least=min(amounts[Move.STAKE]),
            most=max(amounts[Move.STAKE]),
        )
    if seen.phase is Phase.SHOOT:
        return words(
            "Shoot for the kitty with up to {most}, or don't. A better hand than the banker's wins as much.",
            most=max(amounts[Move.SHOOT], default=0),
        )
    if seen.phase is Phase.BANKER:
        return words("Draw a card, or stay.")
    if {action.move for action in actions} == {Move.STICK}:
        return words("**21**: this hand takes no more cards. Stick; nobody else learns of it.")
    sticks = bool(amounts[Move.STICK])
    stick = seen.options.stick_minimum
    rows = ["" if sticks else words("Below {stick} you must buy or twist.", stick=stick)]
    if buys := amounts[Move.BUY]:
        rows.append(
            words("The next card costs {least}.", least=min(buys))
            if min(buys) == max(buys)
            else words("The next card costs {least} to {most}.", least=min(buys), most=max(buys))
        )
    else:
        rows.append(words("Nothing can be bought on this hand now; a twist is free."))
    return " ".join(row for row in rows if row)


def _when(table: Table, actions: Sequence[Action], words: Words) -> str:
    return words("Your turn · {when}", when=soon(table.deadline)) if actions else ""


def _rows(table: Table, actions: Sequence[Action], seen: PontoonView, words: Words) -> Iterator[list[TableButton]]:
    row: list[TableButton] = []
    for move in Move:
        found = [action for action in actions if action.move is move]
        if not found:
            continue
        if move in _NAMES:
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
            label = {
                Move.PASS: words("Don't shoot"),
                Move.SPLIT: words("Split"),
                Move.TWIST: words("Twist"),
                Move.STICK: words("Stick"),
                Move.DRAW: words("Draw"),
            }[move]
            row.append(button(table, label, "move", str(move), main=move is Move.STICK))
    if row:
        yield row
