"""Verbs for the tests that play Five Hundred on Discord: known hands, private panels, and whole deals."""

import re
from types import SimpleNamespace

from simcord.enums import ComponentType, InteractionType

from games.cards import parse_cards
from games.five_hundred import Phase, pack
from games.five_hundred.packs import HAND, KITTY, Dealt, chairs, stacked
from tables.five_hundred import shuffles
from tests.cogs.guest import Answer, OnItsWay
from tests.cogs.shown import walk

NAMES = "Ana Ben Cy Dee Eve Fay"
HEARTS = "JOKER JH JD AH KH QH 10H 9H 8H 7H"
"""Ten tricks in hearts, with any pack."""
HINT = "Hint"
SIGNS = {"Spades": "♠", "Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "No trumps": "NT"}


class Deals:
    """Takes the place of a match's shuffles, and deals the cards that a test names.

    The last seat deals first, so that the first seat bids first. Drawn seats are reversed. A deal that is played again
    gets the same cards.
    """

    def __init__(self):
        self._named = {}
        self._by_shuffle = {}

    def deal(self, *hands, kitty="", number=1):
        """Deal `number`: the hands by seat, as far as they are named, and the kitty."""
        self._named[number] = (hands, kitty)

    def stand_in(self, monkeypatch):
        self._mixed = shuffles.mixed
        monkeypatch.setattr(shuffles, "mixed", self.mixed)
        monkeypatch.setattr(shuffles, "first_dealer", lambda players, _shuffle: players - 1)
        monkeypatch.setattr(shuffles, "drawn_seats", lambda people, _shuffle: people[::-1])

    def mixed(self, players, shuffle):
        number = self._by_shuffle.setdefault(shuffle, len(self._by_shuffle) + 1)
        if number not in self._named:
            return self._mixed(players, shuffle)
        return _stacked(pack(players), players, number, *self._named[number])


def _stacked(cards, players, number, hands, kitty):
    known, three = [list(parse_cards(hand)) for hand in hands], list(parse_cards(kitty))
    taken = {card for pile in (*known, three) for card in pile}
    rest = [card for card in cards if card not in taken]
    piles = [*known, *([] for _ in range(chairs(players) - len(known)))]
    for pile, size in [*((pile, HAND) for pile in piles), (three, KITTY)]:
        while len(pile) < size:
            pile.append(rest.pop(0))
    return stacked(players, (number - 2) % players, Dealt(tuple(map(tuple, piles)), tuple(three)))


class Panel:
    """The private panel of a guest as it is now. Cards on it are read as text: JD."""

    def __init__(self, guest, answer):
        self.guest = guest
        self._answer = answer

    @property
    def is_there(self):
        """Whether the message still stands in the channel."""
        return self._answer.result.response is not None

    @property
    def raw(self):
        return self.guest.house.raw(self._answer.result.response)

    @property
    def text(self):
        return self.guest.house.read(self.raw)

    @property
    def buttons(self):
        """The labels of the buttons but the coach's, which has its own tests; cards by their text."""
        return [_label(part) for part in walk(self.raw) if part["type"] == 2 and _label(part) != HINT]

    @property
    def bright(self):
        """The cards that may be played now."""
        return self._cards(style=1)

    @property
    def marked(self):
        """The cards that are chosen for the discard."""
        return self._cards(style=3)

    def _cards(self, style):
        buttons = [part for part in walk(self.raw) if part["type"] == 2 and part["style"] == style]
        return [_label(part) for part in buttons if "emoji" in part]

    def choices(self, placeholder):
        """The options of a list."""
        return [_plain(option["label"]) for option in self._select(placeholder)["options"]]

    async def press(self, label):
        """Press a button, or a card."""
        button = next(part for part in walk(self.raw) if part["type"] == 2 and _label(part) == label)
        message = self._answer.result.response
        return Answer(self.guest, await self.guest.member.click(message, custom_id=button["custom_id"]))

    def about_to_press(self, label, by=None):
        """A press of a button as it is now that reaches the bot later; `by` somebody else, as only a forger could."""
        button = next(part for part in walk(self.raw) if part["type"] == 2 and _label(part) == label)
        return self._later(ComponentType.BUTTON, button["custom_id"], by)

    async def choose(self, placeholder, label):
        """Choose in a list."""
        select = self._select(placeholder)
        value = next(option["value"] for option in select["options"] if _plain(option["label"]) == label)
        message = self._answer.result.response
        return Answer(self.guest, await self.guest.member.select(message, [value], custom_id=select["custom_id"]))

    @property
    def rows(self):
        """The same, row by row."""
        rows = [[_label(part) for part in row["components"]] for row in walk(self.raw) if row["type"] == 1]
        return [found for row in rows if (found := [label for label in row if label != HINT])]

    async def chose_before(self, verb, value):
        """Choose in a list that panels no longer have."""
        leads = next(part["custom_id"] for part in walk(self.raw) if part["type"] == 2)
        way = f"s:{leads.split(':')[1]}:{leads.split(':')[2]}:{verb}"
        return await self._later(ComponentType.STRING_SELECT, way, values=[value]).press()

    def _later(self, kind, custom_id, by=None, **data):
        message = SimpleNamespace(id=self._answer.result.response.id, channel=self.guest.house.channel)
        data |= {"component_type": kind, "custom_id": custom_id}
        return OnItsWay(by or self.guest, InteractionType.MESSAGE_COMPONENT, data, message)

    def _select(self, placeholder):
        return next(part for part in walk(self.raw) if _plain(part.get("placeholder") or "") == placeholder)


def _label(button):
    emoji = button.get("emoji")
    return re.sub(r"_v\d+$", "", emoji["name"]) if emoji else _plain(button["label"])


def _plain(text):
    return re.sub("[⟦⟧⁓\ufe0e]", "", text)


class Match:
    """A table with as many guests as play, seated in the order of their names."""

    def __init__(self, house, deals, people=4):
        self.house = house
        self.deals = deals
        self.people = house.guests(" ".join(NAMES.split()[:people]))
        self.ana, self.ben, self.cy, self.dee = (*self.people, None, None)[:4]
        self.table = None
        self._panels = {}

    async def sit_down(self, **options):
        """Open a table, and take the seats."""
        self.table = await self.ana.opens("fivehundred", players=len(self.people), **options)
        for guest in self.people:
            await guest.press("Sit", self.table)
        return self.table

    async def start(self, **options):
        """Sit down, and let Ana start the match."""
        await self.sit_down(**options)
        await self.ana.press("Start", self.table)
        return self.table

    @property
    def deal(self):
        """The running deal, as the bot has it."""
        return self.table.live.play.round

    @property
    def turn(self):
        """The guest whose turn it is; of several, the first."""
        return self.people[min(self.deal.to_act)]

    @property
    def trick(self):
        """The trick that everyone sees: Ana AC · Ben 8C."""
        cards, (_, *people) = self.table.line("# ").split()[1:], self.table.line("-# Trick").split(" · ")
        return " · ".join(f"{person} {card}" for person, card in zip(people, cards, strict=True))

    async def panel(self, guest):
        """The guest's panel, which stays open until another takes its place."""
        if guest.id not in self._panels or not self._panels[guest.id].is_there:
            answer = await guest.press("My hand", self.table)
            assert answer.result.response.ephemeral
            self._panels[guest.id] = Panel(guest, answer)
        return self._panels[guest.id]

    async def press(self, guest, *labels):
        """Press buttons of the guest's panel."""
        panel = await self.panel(guest)
        for label in labels:
            answer = await panel.press(label)
        return answer

    async def bids(self, guest, tricks, suit):
        """The guest looks at the cards, if they are face down, and bids, such as "8 tricks" in "Clubs"."""
        panel, bid = await self.panel(guest), tricks.removesuffix(" tricks") + SIGNS[suit]
        if "Look at my cards" in panel.buttons:
            await panel.press("Look at my cards")
        if not any(label.startswith(f"{bid} ") for label in panel.buttons):
            await panel.press("Higher…")
            await panel.press(bid)
        await panel.press(next(label for label in panel.buttons if label.removeprefix("Bid ").startswith(f"{bid} ")))

    async def passes(self, *guests):
        """They pass one after the other, with their cards face down."""
        for guest in guests:
            await self.press(guest, "Pass")

    async def declines(self, guest):
        """The guest bids no more: passes, or keeps the winning bid."""
        await self.press(guest, "Keep my bid" if self.deal.phase is Phase.RAISE else "Pass")

    async def puts(self, guest, cards):
        """The guest discards cards: those named, or the last ones in the hand."""
        panel = await self.panel(guest)
        for card in panel.buttons[-3:] if cards == 3 else cards.split():
            await panel.press(card)
        await panel.press("Discard these three")

    async def contract(self, tricks, suit, put=""):
        """Ana gets that contract; with `put` she discards those cards."""
        await self.bids(self.ana, tricks, suit)
        await self.passes(*self.people[1:])
        await self.press(self.ana, "Keep my bid")
        if put:
            await self.puts(self.ana, put)

    # Whole deals

    async def auction(self, bidder, tricks, suit):
        """The bidder makes that bid at the first turn; everybody else passes."""
        while self.deal.phase in (Phase.AUCTION, Phase.RAISE):
            guest = self.turn
            if guest is bidder and not any(spoken.bid for spoken in self.deal.auction.spoken):
                await self.bids(guest, tricks, suit)
            else:
                await self.declines(guest)

    async def play_card(self):
        """Play the first legal card of whoever's turn it is; a joker is left free and names the first suit."""
        panel = await self.panel(self.turn)
        if "Leave it free" in panel.buttons:
            await panel.press("Leave it free")
        await panel.press(panel.bright[0])
        if "Back" in panel.buttons:
            await panel.press(panel.buttons[0])

    async def play_out(self, bidder, tricks, suit, *, claims=False, partner=None):
        """A whole deal: the bidder discards the last cards and leads from the top; the others play any legal card.

        With `claims` the bidder claims the rest after the first trick, and all agree.
        """
        await self.auction(bidder, tricks, suit)
        if self.deal.phase is Phase.KITTY:
            await self.puts(bidder, 3)
        if self.deal.phase is Phase.CALL:
            await self.press(bidder, partner or "Play alone")
        number = self.table.live.rounds
        while self.table.live.is_playing and self.table.live.rounds == number:
            if claims and self.deal.play.complete and self.turn is bidder:
                await self.press(bidder, "Claim", "Claim them")
                for seat in sorted(self.deal.to_act):
                    await self.people[seat].press("Agree", self.table)
            else:
                await self.play_card()

    async def ready(self):
        """Everybody is ready for the next deal."""
        for guest in self.people:
            await guest.press("Ready", self.table)
