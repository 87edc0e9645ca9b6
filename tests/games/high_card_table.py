"""What test_contract can't know of High Card: which cards are hidden."""

from cards_in import with_one_exchanged


def with_unseen_swapped(round_, _seat, random):
    """The round with one of the cards exchanged that nobody has turned up; the house's is the last."""
    down = [round_.cards[seat] for seat in round_.to_act]
    return with_one_exchanged(round_, [*down, round_.cards[-1]] if down else [], random)
