"""Five Hundred in words: suits, bids and what just happened, for the public table and for private panels alike.

Only views of the deal and its events come in here, so it can't say anything that its reader may not know. What
everybody reads of a deal is worked out once for each moment of it: the table and all panels say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary

from cogs.table.faces import CardText
from cogs.table.parts import joined, lines, small
from data.tables.daily import noon
from data.tables.matches import Ending
from data.tables.ratings import MOST_A_DAY, Unrated
from games.cards import Card, Suit
from games.core import Counted, Phrase
from games.five_hundred import Bid, Contract, FiveHundredView, Options, Trick
from games.five_hundred import five_hundred_events as ev
from games.five_hundred.bids import SUIT_NAMES
from games.five_hundred.score import OUT_THE_BACK_DOOR
from i18n.words import Words
from tables.accounts import TableAccounts
from tables.five_hundred.match_state import MatchState
from tables.round_in_play import RoundInPlay
from tables.table import Table

AMBER = 0xE0A030

Person = Callable[[int], str]
"""The player of a seat, as a mention."""

AS_TEXT = "\ufe0e"
"""Behind a sign: it is a letter in the colour of the text. The emojis of spades and clubs are dark on dark."""
BID_SIGNS = {
    Suit.SPADES: f"♠{AS_TEXT}",
    Suit.CLUBS: f"♣{AS_TEXT}",
    Suit.DIAMONDS: f"♦{AS_TEXT}",
    Suit.HEARTS: f"♥{AS_TEXT}",
}
"""The suits in short bids."""
SUITS_ON_BUTTONS = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)
"""The suits in the order of buttons and lists."""


def seat_holder(table: Table, words: Words) -> Person:
    """The player in each seat of the match, or of the lobby before it begins."""
    players = MatchState.of(table.lobby).players or table.lobby.seats
    return lambda seat: words.name(players[seat] or 0)


def cards_text(cards: Iterable[Card], card: CardText) -> str:
    """Cards in a row."""
    return " ".join(map(card, cards))


# Suits and bids


def suit_text(suit: Suit, words: Words) -> str:
    """A suit in a sentence."""
    return words.said(SUIT_NAMES[suit])


def suit_label(suit: Suit, words: Words) -> str:
    """A suit on a button or in a select."""
    return f"{BID_SIGNS[suit]} {suit_text(suit, words)}"


def bid_text(bid: Bid, words: Words) -> str:
    """A bid: 8 clubs, Misère sans kitty."""
    return words.said(bid.title)


def short_bid(bid: Bid | None, words: Words) -> str:
    """A bid among others: 8♣, 7NT, pass."""
    if bid is None:
        return words("pass")
    if bid.call.is_misere:
        return bid_text(bid, words)
    trump = bid.call.trump
    called = words("{tricks}NT", tricks=bid.call.tricks) if trump is None else f"{bid.call.tricks}{BID_SIGNS[trump]}"
    return words("{bid} sans", bid=called) if bid.sans else called


def trumps_text(view: FiveHundredView, words: Words) -> str:
    """What the contract does to the cards: which suit is trumps, or where the joker belongs."""
    contract = view.contract
    if contract is None:
        return ""
    trump = contract.bid.call.trump
    if trump is not None:
        return words("{suit} are trumps", suit=suit_text(trump, words))
    if view.nominated is not None:
        joker = words("the joker is one of the {suit}", suit=suit_text(view.nominated, words))
        return joined(words("no trumps"), joker)
    return words("no trumps")


# Sides


def side_text(options: Options, side: int, person: Person) -> str:
    """The players who score together."""
    return " & ".join(map(person, options.members(side)))


def tricks_of(options: Options, side: int, tricks: tuple[int, ...]) -> int:
    """The tricks of a side, from those of its seats."""
    return sum(tricks[seat] for seat in options.members(side))


def contractors_text(contract: Contract, person: Person, words: Words) -> str:
    """Who plays a contract, with whom."""
    if contract.partner is None:
        return person(contract.seat)
    return words("{person} with {partner}", person=person(contract.seat), partner=person(contract.partner))


def contract_text(contract: Contract, person: Person, words: Words) -> str:
    """Who plays what, with whom."""
    who = contractors_text(contract, person, words)
    return words("{person} plays **{bid}**", person=who, bid=bid_text(contract.bid, words))


# Tricks


def trick_text(trick: Trick, person: Person, card: CardText, words: Words) -> str:
    """The cards of a trick in the order played, with the suit that a free joker named."""
    played = joined(*(f"{person(played.seat)} {card(played.card)}" for played in trick.cards))
    if trick.named is None:
        return played
    return words("{cards} ({suit} to follow)", cards=played, suit=suit_text(trick.named, words))


# What just happened


def describe_event(event: object, person: Person, card: CardText, words: Words) -> str:
    """One event of a deal; nothing for what the table shows anyway."""
    match event:
        case ev.Bade(seat, bid):
            return words("{person} bids {bid}", person=person(seat), bid=bid_text(bid, words))
        case ev.Passed(seat):
            return words("{person} passes", person=person(seat))
        case ev.Kept(seat, bid):
            return words("{person} keeps {bid}", person=person(seat), bid=bid_text(bid, words))
        case ev.PutAside(seat):
            return words("{person} picked up the kitty and discarded three cards", person=person(seat))
        case ev.CalledCard(seat, called):
            return words("{person} plays with the holder of {card}", person=person(seat), card=card(called))
        case ev.Nominated(_, suit):
            return words("the joker is one of the {suit}", suit=suit_text(suit, words))
        case ev.Agreed(seat):
            return words("{person} agrees", person=person(seat))
        case ev.PlayedOn(seat):
            return words("{person} would rather play on", person=person(seat))
        case _:
            return ""


# Ratings

_UNRATED = {
    Unrated.HOUSE: Phrase("Doesn't count for the ladder: a house player had a seat."),
    Unrated.PASSED: Phrase(
        "Doesn't count for the ladder: a match needs three deals, with cards played in half of them."
    ),
    Unrated.LEFT: Phrase("Doesn't count for the ladder: someone who played in it has deleted their data."),
    Unrated.NEW: Phrase("Doesn't count for the ladder: someone in it has a new account or has hardly played here."),
    Unrated.OFTEN: Counted(
        "Doesn't count for the ladder: against the same opponents only {count} matches a day do.", MOST_A_DAY
    ),
}


def daily_heading(day: int, words: Words) -> str:
    """Which daily deal it is, by its date as Discord writes it for each reader."""
    return words("### Daily deal of {day}", day=f"<t:{round(noon(day).timestamp())}:D>")


def score_text(options: Options, side: int, person: Person, points: int, words: Words) -> str:
    """A side and its points."""
    return f"{side_text(options, side, person)}  **{words.chips(points)}**"


def unrated_text(why: Unrated | None, words: Words) -> str:
    """Why a match that was won doesn't count for the ladder; nothing when it does."""
    return "" if why is None else words.said(_UNRATED[why])


_WHY_ENDED = {
    Ending.AGREED.value: Phrase("everyone who was there agreed"),
    Ending.LEFT.value: Phrase("everyone had left"),
    Ending.VOID.value: Phrase("a manager of this server declared it void"),
    Ending.IDLE.value: Phrase("nobody played for a while"),
}


def why_over(
    ending: str, points: Sequence[int], winners: Collection[int], options: Options, person: Person, words: Words
) -> str:
    """Why a match is over: its `ending`, or what its winners, by side, reached or others fell to."""
    if ending or not winners:
        return words.said(_WHY_ENDED[ending]) if ending in _WHY_ENDED else ""
    out = [side for side in range(options.sides) if points[side] <= OUT_THE_BACK_DOOR]
    if out:
        losers = " & ".join(side_text(options, side, person) for side in out)
        return words("{people} fell to {lowest} or less", people=losers, lowest=OUT_THE_BACK_DOOR)
    return words.counted("they reached {count} points", options.target)


# A deal in play


class DealTexts:
    """One moment of a deal, in one language."""

    def __init__(self, play: RoundInPlay, words: Words, card: CardText) -> None:
        self.play = play
        self.words = words
        self.card = card
        self.view: FiveHundredView = play.round.view(None)
        self.person = tuple([words.name(who or 0) for who in play.setup.people]).__getitem__
        """The player of a seat, by name where it is known."""

    @cached_property
    def title(self) -> str:
        """The heading of a hand: whose it is, and what is trumps."""
        return joined(self.words("**Your hand**"), trumps_text(self.view, self.words))

    @cached_property
    def contract(self) -> str:
        """Who plays what; nothing before there is a contract."""
        view = self.view
        return contract_text(view.contract, self.person, self.words) if view.contract is not None else ""

    @cached_property
    def exposed(self) -> str:
        """The exposed hand in Open Misère."""
        view, words = self.view, self.words
        if not view.exposed or view.contract is None:
            return ""
        whose = words("The open hand of {person}:", person=self.person(view.contract.seat))
        return lines(small(whose), f"## {cards_text(view.exposed, self.card)}")


_TEXTS: WeakKeyDictionary[TableAccounts, DealTexts] = WeakKeyDictionary()
"""The latest texts of each table."""


def deal_texts(table: Table, words: Words, card: CardText) -> DealTexts:
    """What everybody reads of the deal at `table` as it is now."""
    play, last = table.play, _TEXTS.get(table.accounts)
    assert play is not None
    if last is None or last.play is not play or last.words is not words or last.card != card:
        last = _TEXTS[table.accounts] = DealTexts(play, words, card)
    return last
