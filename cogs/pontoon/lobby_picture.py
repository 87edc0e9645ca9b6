"""A Pontoon table between two deals as people see it: who is there, what it waits for, and the buttons for that.

Nothing here looks at the pack.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogs.answers.components import Component
from cogs.cards.faces import CardText
from cogs.table.parts import button, lines, mark, more_button, small, soon
from games.cards import parse_cards
from games.pontoon import COVERED
from i18n.words import Person, Words
from tables.pontoon.bank_state import (
    ABSENT_DEALS,
    BankState,
    Moved,
    Stage,
    Why,
    banker_of,
    best_bid,
    kitty_of,
    next_asked,
    offer_of,
    players,
    stage_of,
)
from tables.table import Table

_HELD = (Stage.KITTY, Stage.SHUFFLED, Stage.DEAL)


def drawn_text(table: Table, words: Words, card: CardText) -> str:
    """The draw for the first bank, shown until the first deal is over."""
    state = BankState.of(table.lobby)
    if not state.draw or state.deal:
        return ""
    rounds = [
        " · ".join(f"{words.person(user_id)} {card(parse_cards(text)[0])}" for user_id, text in drawn)
        for drawn in state.draw
    ]
    return lines(*(words("Draw for the bank: {cards}", cards=cards) for cards in rounds))


def invitation(table: Table, words: Words, card: CardText) -> str:
    """Who is at the table, what it waits for, and until when."""
    return lines(
        _people(table, words),
        drawn_text(table, words, card),
        moved_text(table, words),
        _offer(table, words),
        _awaited(table, words),
    )


def moved_text(table: Table, words: Words) -> str:
    """Why the bank is where it is since the last deal, and what came back from the kitty."""
    moved = BankState.of(table.lobby).moved
    if moved is None:
        return ""
    people = {"before": Person(moved.before or 0), "to": Person(moved.to or 0)}
    kitty = words("The kitty of {chips} went back to {before}.", chips=moved.kitty, **people) if moved.kitty else ""
    return f"{_move(moved, people, words)} {kitty}".strip()


def _move(moved: Moved, people: Mapping[str, Person], words: Words) -> str:
    match moved.why:
        case Why.SOLD:
            return words("{to} bought the bank from {before} for {chips}.", chips=moved.chips, **people)
        case Why.GIVEN:
            return words("{before} gave the bank to {to}.", **people)
        case Why.AUCTIONED:
            return words("{to} bought the bank from {before} at auction, for {chips}.", chips=moved.chips, **people)
        case Why.TAKEN:
            return words("{to} took the bank.", **people)
        case Why.PONTOON:
            return words("{to} had a Pontoon and takes the bank.", **people)
        case Why.UP:
            return words("{before} gave up the bank.", **people)
        case Why.LEFT:
            return words("{before} held the bank and has left.", **people)
        case Why.ABSENT:
            return words(
                "{before} let the time run out in {deals} deals and loses the bank.", deals=ABSENT_DEALS, **people
            )
        case Why.DRY:
            return words("{before} put up no kitty, and here the bank is not sold.", **people)
        case Why.SHORT:
            return words(
                "{before} can't hold the bank: everybody's smallest stake takes {chips} of cover, and {before} has "
                "{has}.",
                chips=moved.chips,
                has=moved.has,
                **people,
            )


def controls(table: Table, words: Words) -> Iterator[list[Component]]:
    """The buttons between deals, those that the table waits for first."""
    lobby, stage = table.lobby, stage_of(table.terms, table.lobby)
    yield [
        *_stage_buttons(table, stage, words),
        *([button(table, words("Sit"), "sit", main=stage is Stage.PEOPLE)] if None in lobby.seats else []),
        *(_offer_buttons(table, words) if stage in _HELD else []),
        *([button(table, words("Bank…"), "bank")] if stage in _HELD else []),
        more_button(table, words),
    ]


def last_deal_button(table: Table, words: Words) -> list[Component]:
    """The button back to the results of the last deal, once there is one."""
    return [button(table, words("Last deal"), "last")] if BankState.of(table.lobby).last is not None else []


def _people(table: Table, words: Words) -> str:
    lobby, banker = table.lobby, banker_of(table.lobby)
    rows = []
    for seat, user_id in enumerate(lobby.seats):
        if user_id is None:
            continue
        marks = [
            words("holds the bank") if user_id == banker else "",
            words("away") if lobby.is_away(user_id) else "",
            unable_text(table, words) if user_id in BankState.of(lobby).unable else "",
            words("ready") if user_id in lobby.ready else "",
        ]
        shown = " · ".join(text for text in marks if text)
        rows.append(f"{mark(seat)} <@{user_id}>" + (f"  {shown}" if shown else ""))
    return lines(*rows)


def unable_text(table: Table, words: Words) -> str:
    """Why somebody with too few chips is left out."""
    return words("can't cover the smallest stake, which takes {chips} chips", chips=COVERED * table.terms.minimum)


def _offer(table: Table, words: Words) -> str:
    offer, banker = offer_of(table.lobby), banker_of(table.lobby)
    if offer is None or banker is None:
        return ""
    about = {"banker": Person(banker), "person": Person(offer.to or 0)}
    if not offer.price and offer.to is None:
        return words("{banker} gives the bank away to anybody.", **about)
    if not offer.price:
        return words("{banker} gives the bank away to {person}.", **about)
    if offer.to is None:
        return words("{banker} offers the bank to anybody for **{price}**.", price=offer.price, **about)
    return words("{banker} offers the bank to {person} for **{price}**.", price=offer.price, **about)


def _awaited(table: Table, words: Words) -> str:
    terms, lobby, when = table.terms, table.lobby, soon(table.deadline)
    banker = f"<@{banker_of(lobby)}>"
    match stage_of(terms, lobby):
        case Stage.PEOPLE:
            return lines(
                words("**Take a seat.** Pontoon takes two to eight people; 5 or more play best."),
                small(
                    words(
                        "A seat takes {chips} chips: the smallest stake and its cover.",
                        chips=COVERED * terms.minimum,
                    )
                ),
            )
        case Stage.START:
            return words(
                "**{host} starts the first deal**, or it starts with the eighth person. 5 or more play best. "
                "Everybody draws a card for the bank.",
                host=Person(table.host),
            )
        case Stage.AUCTION:
            return _auction(table, words)
        case Stage.OFFERED:
            return words(
                "**The bank is free.** {person}, do you take it? Time runs out {when}.",
                person=Person(next_asked(lobby) or 0),
                when=when,
            )
        case Stage.FREE:
            return lines(
                words("**Nobody holds the bank.** Whoever takes it is the next banker."),
                small(words("All who are here have said no, or can't cover everybody's smallest stake.")),
            )
        case Stage.KITTY:
            least, most = terms.options.kitty_limits(terms.minimum, terms.maximum)
            return words(
                "**{banker}, put up a kitty** of {least} to {most}. Time runs out {when}; then the bank is auctioned.",
                banker=banker,
                least=least,
                most=most,
                when=when,
            )
        case Stage.SHUFFLED:
            return words(
                "**The cards are mixed anew.** Press Ready: the first press makes the shuffle, and the clock runs."
            )
        case Stage.DEAL:
            return words("**The next deal** comes {when}, or when everybody is ready.", when=when)


def _auction(table: Table, words: Words) -> str:
    """Who sells, the highest bid and the lowest possible next one, and until when."""
    auction, best = BankState.of(table.lobby).auction, best_bid(table.lobby)
    assert auction is not None
    seller = words("**{seller} auctions the bank.**", seller=Person(auction.seller))
    if best is None:
        bids = words("Nobody has bid yet; bid {least} or more.", least=1)
        until = words("Time runs out {when}.", when=soon(table.deadline)) if not auction.quiet else ""
        return " ".join(text for text in (seller, bids, until) if text)
    bids = words(
        "{person} bids {chips}; bid {least} or more.",
        person=Person(best.user_id),
        chips=best.chips,
        least=best.chips + 1,
    )
    return f"{seller} {bids} {words('Sold {when}.', when=soon(table.deadline))}"


def _stage_buttons(table: Table, stage: Stage, words: Words) -> list[Component]:
    lobby, terms = table.lobby, table.terms
    match stage:
        case Stage.START:
            return [button(table, words("Start"), "start", main=True)]
        case Stage.AUCTION:
            row = [button(table, words("Bid"), "bid", main=True)]
            if best_bid(lobby) is None:
                row.append(button(table, words("Kitty ..."), "kitty"))
            return row
        case Stage.OFFERED:
            return [button(table, words("Take the bank"), "take", main=True), button(table, words("No"), "no")]
        case Stage.FREE:
            return [button(table, words("Take the bank"), "take", main=True)]
        case Stage.KITTY:
            least, most = terms.options.kitty_limits(terms.minimum, terms.maximum)
            row = [
                button(table, words("Kitty {chips}", chips=chips), "put", str(chips), main=True)
                for chips in sorted({least, most})
            ]
            return [*row, button(table, words("Kitty ..."), "kitty")]
        case Stage.SHUFFLED | Stage.DEAL:
            return [button(table, words("Ready"), "ready", main=True)]
        case Stage.PEOPLE:
            retry = bool(BankState.of(lobby).unable)
            return [button(table, words("Ready"), "ready")] if retry else []


def _offer_buttons(table: Table, words: Words) -> list[Component]:
    """The answers to an offer of the bank."""
    offer = offer_of(table.lobby)
    if offer is None:
        return []
    name = words("Buy the bank for {price}", price=offer.price) if offer.price else words("Take the bank")
    buy = button(table, name, "buy", f"{banker_of(table.lobby)} {offer.price}", main=True)
    return [buy] if offer.to is None else [buy, button(table, words("No"), "no")]


def bank_buttons(table: Table, words: Words) -> list[Component]:
    """What a banker can do about the bank; empty while a deal or a sale is under way."""
    lobby, terms = table.lobby, table.terms
    if table.is_playing or stage_of(terms, lobby) not in _HELD:
        return []
    row = []
    if offer_of(lobby) is not None:
        row.append(button(table, words("Withdraw the offer"), "withdraw"))
    elif players(lobby):
        row.append(button(table, words("Sell the bank"), "sell"))
    row.append(button(table, words("Give up the bank"), "up"))
    inside = kitty_of(lobby)
    if terms.options.shoot and not inside:
        row.append(button(table, words("Auction the bank"), "auction"))
    elif terms.options.shoot and inside < terms.options.kitty_limits(terms.minimum, terms.maximum)[1]:
        row.append(button(table, words("Add to the kitty"), "kitty"))
    return row
