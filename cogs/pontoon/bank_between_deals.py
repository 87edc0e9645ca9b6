"""The bank between two deals, sold, given up, taken and auctioned, and the kitty of Shoot: what people read and press.

Everything goes through `arrange`: a change from tables/pontoon/bank.py, made under the table's lock and written with
its chips. What a person clearly can't pay is refused here in advance; the ledger has the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

import discord
from discord import ui

from cogs.app.bot import App
from cogs.app.replies.components import Component
from cogs.app.replies.errors import sentence
from cogs.pontoon.own_hands import BLUE
from cogs.pontoon.stakes import chips_field, filled
from cogs.table.house import HouseSeats
from cogs.table.parts import TableForm, button, joined, layout, lines, small, table_button, time_left
from cogs.table.press import Handler, Press
from data.ledger.flows import Flow
from data.ledger.limits import TransferRefused
from data.people import Person, is_house_player, is_member
from games.core import Counted, IllegalAction
from i18n.words import Words
from tables.draft import StaleClick
from tables.events import Arrange
from tables.game import Terms
from tables.lobby import Lobby
from tables.pontoon import bank
from tables.pontoon.bank_state import (
    ABSENT_DEALS,
    BankMove,
    BankStage,
    BankState,
    Why,
    after_press,
    banker_of,
    best_bid,
    kitty_of,
    offer_of,
    players,
    present,
    price_of,
    stage_of,
)
from tables.settings.amounts import parse_amount, whole_number
from tables.table import Table

ANYBODY = "anybody"
HELD = (BankStage.KITTY, BankStage.SHUFFLED, BankStage.DEAL)


# What everybody reads


def moved_text(table: Table, words: Words) -> str:
    """Why the bank is where it is since the last deal, and what came back from the kitty."""
    moved = BankState.of(table.lobby).moved
    if moved is None:
        return ""
    people = {"before": words.name(moved.before or 0), "to": words.name(moved.to or 0)}
    kitty = words("The kitty of {chips} went back to {before}.", chips=moved.kitty, **people) if moved.kitty else ""
    waits = {"before": people["before"], "person": people["to"]}
    unpaid = words("{before} gets the chips when {person} deals.", **waits) if price_of(table.lobby) else ""
    return " ".join(filter(None, (_move(moved, people, words), unpaid, kitty)))


def _move(moved: BankMove, people: Mapping[str, str], words: Words) -> str:
    match moved.why:
        case Why.SOLD | Why.AUCTIONED:
            return words.counted("{to} bought the bank from {before} for {count} chips.", moved.chips, **people)
        case Why.GIVEN:
            return words("{before} gave the bank to {to}.", **people)
        case Why.TAKEN:
            return words("{to} took the bank.", **people)
        case Why.PONTOON:
            return words("{to} had a pontoon and takes the bank.", **people)
        case Why.UP | Why.DRY:
            return words("{before} gave up the bank.", **people)
        case Why.LEFT:
            return words("{before} held the bank and has left.", **people)
        case Why.ABSENT:
            return words.counted(
                "{before} let time run out in {count} deals and loses the bank.", ABSENT_DEALS, **people
            )
        case Why.UNSOLD:
            return words("Nobody bid for the bank of {before}.", **people)
        case Why.SHORT:
            return words.counted(
                "{before} can't hold the bank: it needs {count} chips, and {before} has {has}.",
                moved.chips,
                has=moved.has,
                **people,
            )


def is_asked(table: Table) -> bool:
    """Whether somebody has to decide about the bank or its kitty before anything else."""
    asked = (BankStage.AUCTION, BankStage.OFFERED, BankStage.FREE, BankStage.KITTY)
    return not table.is_closed and stage_of(table.terms, table.lobby) in asked


def offer_text(table: Table, words: Words) -> str:
    """To whom the bank is offered, and for how much."""
    offer, banker = offer_of(table.lobby), banker_of(table.lobby)
    if offer is None or banker is None:
        return ""
    about = {"banker": Person(banker), "person": Person(offer.to or 0)}
    if offer.to is None:
        return words.counted("{banker} offers the bank to anyone for **{count} chips**.", offer.price, **about)
    return words.counted("{banker} offers the bank to {person} for **{count} chips**.", offer.price, **about)


def auction_text(table: Table, words: Words) -> str:
    """Who sells, the highest bid and the lowest possible next one, and until when."""
    auction, best = BankState.of(table.lobby).auction, best_bid(table.lobby)
    assert auction is not None
    seller = words("**{seller} auctions the bank.**", seller=words.name(auction.seller))
    if best is None:
        bids = words("Nobody has bid yet; bid {least} or more.", least=1)
    else:
        bids = words.counted(
            "{person} bids {count} chips; bid {least} or more.",
            best.chips,
            person=words.name(best.user_id),
            least=best.chips + 1,
        )
    return joined(f"{seller} {bids}", time_left(table))


def kitty_text(table: Table, words: Words) -> str:
    """Until when the banker may put up a kitty, and what is in it then."""
    terms, banker = table.terms, banker_of(table.lobby)
    least, most = terms.options.kitty_limits(terms.minimum, terms.maximum)
    asked = words(
        "**{banker}, put up a kitty** of {least} to {most}", banker=Person(banker or 0), least=least, most=most
    )
    otherwise = words("Without an answer, the kitty is {least}.", least=least)
    meaning = words("The others can bet against these chips.")
    return lines(joined(asked, time_left(table)), small(meaning, otherwise if table.deadline is not None else ""))


# Buttons


def offer_buttons(table: Table, words: Words) -> list[Component]:
    """The answers to an offer of the bank; one that not everybody may accept isn't in the way of those who can't."""
    offer = offer_of(table.lobby)
    if offer is None:
        return []
    name = words("Buy the bank for {price}", price=offer.price) if offer.price else words("Take the bank")
    is_for_all = offer.to is None and not offer.price
    buy = button(table, name, "buy", f"{banker_of(table.lobby)} {offer.price}", main=is_for_all)
    return [buy] if offer.to is None else [buy, button(table, words("No"), "no")]


def bank_buttons(table: Table, words: Words) -> Iterator[list[Component]]:
    """What a banker can do about the bank, in rows; nothing while a deal or a sale is under way."""
    lobby, terms = table.lobby, table.terms
    if table.is_playing or stage_of(terms, lobby) not in HELD:
        return
    row = []
    if offer_of(lobby) is not None:
        row.append(button(table, words("Withdraw the offer"), "withdraw"))
    elif players(lobby):
        row.append(button(table, words("Sell the bank…"), "sell"))
    row.append(button(table, words("Give up the bank"), "up"))
    inside = kitty_of(lobby)
    if terms.options.shoot and not inside:
        row.append(button(table, words("Auction the bank"), "auction"))
    elif terms.options.shoot and inside < terms.options.kitty_limits(terms.minimum, terms.maximum)[1]:
        row.append(button(table, words("Add to the kitty…"), "kitty"))
    yield row


# Presses


class BankForms:
    """Reads buttons and forms."""

    def __init__(self, app: App, house: HouseSeats) -> None:
        self._app, self._house = app, house
        self.buttons: Mapping[str, Handler] = {
            "bank": self.bank,
            "sell": self.open_sell,
            "withdraw": self._changes(lambda _terms, lobby, who: bank.withdraw(lobby, who)),
            "buy": self.ask_to_buy,
            "buyyes": self.buy,
            "no": self._changes(bank.decline),
            "up": self.ask_to_give_up,
            "upyes": self._changes(bank.give_up),
            "take": self.take,
            "kitty": self.open_kitty,
            "put": self.put_up,
            "auction": self.auction,
            "bid": self.open_bid,
        }
        self.forms: Mapping[str, Handler] = {"sell": self.sell, "kitty": self.kitty, "bid": self.bid}

    # The bank

    async def open_sell(self, press: Press) -> None:
        """Ask the banker for a price, and who may buy."""
        lobby, words, names = press.table.lobby, press.words, press.view.names
        bank.offer(press.table.terms, lobby, press.user_id, None, 0)  # so that a refusal comes now and not after typing
        others = [user_id for user_id in lobby.seats if user_id is not None and user_id != press.user_id]
        options = [discord.SelectOption(label=words("Anyone at the table"), value=ANYBODY, default=True)]
        for user_id in others:
            label = names.get(user_id) or words("Seat {seat}", seat=lobby.seats.index(user_id) + 1)
            options.append(discord.SelectOption(label=label[:100], value=str(user_id)))
        whom: ui.Select[ui.Modal] = ui.Select(custom_id="to", options=options)
        free, highest = words("0: banks can only be given away here"), bank.highest_price(press.table.terms)
        price = words("Up to {highest}, or 0 to give it away", highest=highest) if highest else free
        to = ui.Label[ui.Modal](text=words("To whom?"), component=whom)
        form = TableForm(press.address, words("Sell the bank"), to, chips_field(words("Price"), price))
        await form.open(press.interaction)

    async def sell(self, press: Press) -> None:
        """Offer the bank as a form says."""
        highest, text = max(bank.highest_price(press.table.terms), 1), press.words.typed(filled(press, "chips"))
        price = whole_number(text)
        if price is None:
            price = parse_amount(text, balance=highest, minimum=1, maximum=highest)
        chosen, seats = filled(press, "to"), press.table.lobby.seats
        to = next((user_id for user_id in seats if str(user_id) == chosen), None)
        if to is None and chosen != ANYBODY:
            raise IllegalAction("Choose someone at the table, or anyone.")
        terms, decides = press.table.terms, self._house.may_decide(press)
        bank.offer(terms, press.table.lobby, press.user_id, to, price, decides=decides)
        await self._verify_is_bought(press, to, price, decides=decides)
        await arrange(press, lambda lobby: bank.offer(terms, lobby, press.user_id, to, price, decides=decides))

    async def ask_to_buy(self, press: Press) -> None:
        """Ask first, because the bank costs chips and takes more to hold; a bank that is given away is taken."""
        seller, price = await self._verify_buys(press)
        if not price:
            await self._buy(press, seller, price)
            return
        words, left = press.words, await self._balance(press) - price
        needed = bank.needs(press.table.terms, press.table.lobby, press.user_id)
        question = words("**Buy the bank for {price}?**", price=price)
        what = words(
            "{seller} gets the chips, and you would have {left} left. The bank needs {cover} of them to cover "
            "everyone's minimum stake.",
            seller=Person(seller),
            left=left,
            cover=needed.cover,
        )
        kitty = words("{option}: {value}", option=words("Minimum kitty"), value=words.chips(needed.kitty))
        await press.ask(
            lines(question, what, small(kitty) if needed.kitty else ""),
            table_button(press.address.to("buyyes", press.address.argument), words("Yes"), discord.ButtonStyle.primary),
            table_button(press.address.to("stay"), words("No")),
        )

    async def buy(self, press: Press) -> None:
        """Buy the bank at the price on the button, from the person who offered it."""
        await self._buy(press, *await self._verify_buys(press))

    async def _buy(self, press: Press, seller: int, price: int) -> None:
        await arrange(press, lambda lobby: bank.buy(press.table.terms, lobby, press.user_id, seller, price))

    async def _verify_buys(self, press: Press) -> tuple[int, int]:
        """The seller and the price on the button. Raises IllegalAction for whoever can't buy the bank like that."""
        seller, price = press.numbers(2)
        if press.address.question_id != press.table.question_id:
            raise StaleClick
        if price:
            await self._verify_may_pay(press, seller, price)
        bank.buy(press.table.terms, press.table.lobby, press.user_id, seller, price)
        await self._verify_holds(press, price)
        return seller, price

    async def take(self, press: Press) -> None:
        """Take a bank that nobody holds."""
        await self._verify_holds(press, 0)
        await arrange(press, lambda lobby: bank.take(press.table.terms, lobby, press.user_id))

    async def bank(self, press: Press) -> None:
        """Show the banker what to do about the bank."""
        table, words = press.table, press.words
        bank.verify_banker(table.terms, table.lobby, press.user_id)
        if not (rows := list(bank_buttons(table, words))):
            raise StaleClick
        where = joined(words("**You hold the bank**"), words("table {table}", table=str(table.id)))
        await press.show(layout(BLUE, [where], rows))

    async def ask_to_give_up(self, press: Press) -> None:
        """Ask first, because nobody pays for a bank that is given up."""
        lobby, words = press.table.lobby, press.words
        bank.give_up(press.table.terms, lobby, press.user_id)
        kitty = words("The kitty of {chips} comes back to you.", chips=kitty_of(lobby)) if kitty_of(lobby) else ""
        question = words("Give up the bank? It goes to the next player who wants it, and nobody pays you.")
        await press.ask(
            f"{question} {kitty}".strip(),
            table_button(press.address.to("upyes"), words("Give up the bank"), discord.ButtonStyle.danger),
            table_button(press.address.to("stay"), words("Back")),
        )

    # Shoot

    async def open_kitty(self, press: Press) -> None:
        """Ask the banker for the chips of the kitty."""
        terms, words = press.table.terms, press.words
        least, most = _kitty_limits(press)
        bank.put_up(terms, press.table.lobby, press.user_id, least)
        await self._verify_covers(press, least)
        limits = words("From {least} to {most}", least=least, most=min(most, await self._most_kitty(press)))
        form = TableForm(press.address, words("Kitty"), chips_field(words("Chips"), limits))
        await form.open(press.interaction)

    async def kitty(self, press: Press) -> None:
        """Put a form's chips into the kitty."""
        least, most = _kitty_limits(press)
        text = press.words.typed(filled(press, "chips"))
        await self._verify_covers(press, chips := whole_number(text) or least)
        if not whole_number(text):
            most = min(max(most, least), await self._most_kitty(press))
            chips = parse_amount(text, balance=most, minimum=least, maximum=most)
        await self._put(press, chips)

    async def put_up(self, press: Press) -> None:
        """Put up the kitty on the button."""
        await self._verify_covers(press, chips := press.numbers(1)[0])
        await self._put(press, chips)

    async def auction(self, press: Press) -> None:
        """Let people bid for a bank whose kitty is empty."""
        terms, decides = press.table.terms, self._house.may_decide(press)
        bank.auction(terms, press.table.lobby, press.user_id)
        await self._verify_is_bought(press, None, 1, decides=decides)
        await arrange(press, lambda lobby: bank.auction(terms, lobby, press.user_id, decides=decides))

    async def open_bid(self, press: Press) -> None:
        """Ask for a bid."""
        table, best, words = press.table, best_bid(press.table.lobby), press.words
        least = best.chips + 1 if best is not None else 1
        auctioned = bank.bid(table.terms, table.lobby, press.user_id, least)
        await self._verify_may_pay(press, _seller(auctioned), least)
        await self._verify_holds(press, least)
        most = min(await self._most(press), bank.highest_price(table.terms))
        limits = words("From {least} to {most}", least=least, most=most)
        form = TableForm(press.address, words("Bid"), chips_field(words("Chips"), limits))
        await form.open(press.interaction)

    async def bid(self, press: Press) -> None:
        """Bid a form's chips."""
        best, text = best_bid(press.table.lobby), press.words.typed(filled(press, "chips"))
        least = best.chips + 1 if best is not None else 1
        await self._verify_holds(press, chips := whole_number(text) or least)
        if not whole_number(text):
            most = min(await self._most(press), bank.highest_price(press.table.terms))
            chips = parse_amount(text, balance=most, minimum=least, maximum=max(most, least))
        await self._verify_may_pay(press, _seller(press.table.lobby), chips)
        await arrange(press, lambda lobby: bank.bid(press.table.terms, lobby, press.user_id, chips))

    # Small parts

    def _changes(self, change: Callable[[Terms, Lobby, int], Lobby]) -> Handler:
        """What answers a button by a change that depends on nothing but who has pressed."""
        return lambda press: arrange(press, lambda lobby: change(press.table.terms, lobby, press.user_id))

    async def _put(self, press: Press, chips: int) -> None:
        await arrange(press, lambda lobby: bank.put_up(press.table.terms, lobby, press.user_id, chips))

    async def _balance(self, press: Press) -> int:
        return await self._app.economy.balance(press.table.guild, press.user_id)

    async def _most(self, press: Press) -> int:
        """The most that the person can pay for the bank and still hold it; chips in their own bid count."""
        lobby = press.table.lobby
        mine = sum(bet.chips for bet in lobby.bets_of(press.user_id))
        return await self._balance(press) + mine - bank.needs(press.table.terms, lobby, press.user_id).chips

    async def _most_kitty(self, press: Press) -> int:
        """The most that the person can put into the kitty and still cover everybody's smallest stake."""
        return await self._balance(press) - bank.needs(press.table.terms, press.table.lobby, press.user_id).cover

    async def _verify_covers(self, press: Press, chips: int) -> None:
        """Refuse the kitty of a banker who couldn't cover everybody's smallest stake after putting in `chips`."""
        cover = bank.needs(press.table.terms, press.table.lobby, press.user_id).cover
        most = await self._most_kitty(press)
        if chips > most:
            raise IllegalAction.saying(_too_few_left(max(most, 0) + cover, chips, cover))

    async def _verify_may_pay(self, press: Press, seller: int, price: int) -> None:
        """Refuse a sale that the server would not allow as a gift, and say that it is one.

        The ledger has the last word when it is paid.
        """
        try:
            await self._verify_price(press, press.user_id, seller, price)
        except TransferRefused as refusal:
            why = sentence(refusal, press.words, press.user_id) or ""
            raise IllegalAction("The price of a bank counts as a gift. {why}", why=why) from refusal

    async def _verify_is_bought(self, press: Press, to: int | None, price: int, *, decides: bool) -> None:
        """Refuse an offer that neither `to` nor, for None, anybody there may pay by the server's rules for gifts.

        What others have given already is nobody else's business. The price is held against the limits again when it is
        paid; a house player pays whoever doesn't decide which of them stay.
        """
        buyers = [to] if to is not None else [user for user in present(press.table.lobby) if user != press.user_id]
        if not price or (not decides and any(map(is_house_player, buyers))):
            return
        for buyer in filter(is_member, buyers):
            with suppress(TransferRefused):
                await self._verify_price(press, buyer, press.user_id, price)
                return
        if to is None:
            raise IllegalAction(
                "Nobody here can pay you {price} for the bank: the price counts as a gift. Offer it for less, or "
                "for 0.",
                price=price,
            )
        raise IllegalAction(
            "{person} can't pay you {price} for the bank: the price counts as a gift. Offer it for less, or for 0.",
            person=Person(to),
            price=price,
        )

    async def _verify_price(self, press: Press, buyer: int, seller: int, price: int) -> None:
        """Raise TransferRefused for a price that the server would not allow as a gift."""
        guild, app = press.table.guild, self._app
        await app.gifts.verify(guild, Flow(buyer, seller, price), app.servers.of(guild).transfer_limits, app.now())

    async def _verify_holds(self, press: Press, price: int) -> None:
        """Refuse the bank to somebody who couldn't hold it after paying `price` for it.

        This gives the reason in words; the change itself checks again that nobody has less when it is paid.
        """
        needed, most = bank.needs(press.table.terms, press.table.lobby, press.user_id), await self._most(press)
        if price <= most:
            return
        if most < 0:
            raise IllegalAction(
                "You can't hold the bank: you need {needed}, and you have {chips}.",
                needed=needed.chips,
                chips=most + needed.chips,
            )
        raise IllegalAction.saying(_too_few_left(most + needed.chips, price, needed.chips))


async def arrange(press: Press, change: Callable[[Lobby], Lobby], *, anytime: bool = False) -> None:
    """Change the lobby; the press salts the next shuffle. With `anytime` during a deal too."""
    question_id = None if anytime else press.address.question_id
    await press.live.do(
        Arrange(press.user_id, lambda lobby: change(after_press(lobby)), question_id=question_id, salt=press.salt)
    )
    await press.answer()


def _too_few_left(free: int, chips: int, needed: int) -> Counted:
    """Why a banker who has `free` chips, and needs so many, can't spend `chips`."""
    return Counted("That would leave you {count} chips; you must keep {needed}.", max(free - chips, 0), needed=needed)


def _seller(lobby: Lobby) -> int:
    """Who sells the bank in an auction. Raises IllegalAction."""
    auction = BankState.of(lobby).auction
    if auction is None:
        raise IllegalAction("There is no auction for the bank now.")
    return auction.seller


def _kitty_limits(press: Press) -> tuple[int, int]:
    terms, inside = press.table.terms, kitty_of(press.table.lobby)
    least, most = terms.options.kitty_limits(terms.minimum, terms.maximum)
    return (1, most - inside) if inside else (least, most)
