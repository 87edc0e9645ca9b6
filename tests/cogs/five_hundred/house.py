"""Verbs for the tests that play Five Hundred on Discord: known hands, private panels, and whole deals."""

from cogs.five_hundred.wording import AS_TEXT
from games.five_hundred import Phase
from tables.five_hundred import shuffles
from tests.cogs.panel import Hands
from tests.games.five_hundred_table import deck_with
from tests.tables.shoes import Lying

NAMES = "Ana Ben Cy Dee Eve Fay"
HEARTS = "JOKER JH JD AH KH QH 10H 9H 8H 7H"
"""Ten tricks in hearts, with any pack."""
SIGNS = {"Spades": "♠", "Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "No trumps": "NT"}


class Deals:
    """Takes the place of a match's shuffles, and deals the cards that a test names.

    The last seat deals first, so that the first seat bids first. Drawn seats are reversed. A deal that is played again
    gets the same cards.
    """

    def __init__(self):
        self._named = {}
        self._by_shuffle = {}

    def deal(self, text, number=1):
        """Deal `number`: the hands by seat, as far as they are named, and the kitty."""
        self._named[number] = Lying.of(text)

    def stand_in(self, monkeypatch):
        self._mixed = shuffles.mixed
        monkeypatch.setattr(shuffles, "mixed", self.mixed)
        monkeypatch.setattr(shuffles, "first_dealer", lambda players, _shuffle: players - 1)
        monkeypatch.setattr(shuffles, "drawn_seats", lambda people, _shuffle: people[::-1])

    def mixed(self, players, shuffle):
        number = self._by_shuffle.setdefault(shuffle, len(self._by_shuffle) + 1)
        if number not in self._named:
            return self._mixed(players, shuffle)
        lie = self._named[number]
        return deck_with(players, (number - 2) % players, dict(enumerate(lie.hands)), lie.kitty)


class Match(Hands):
    """A table with so many guests, seated in the order of their names, or with those that are given."""

    command = "fivehundred"

    def __init__(self, house, deals, people=4):
        super().__init__(house, house.guests(" ".join(NAMES.split()[:people])) if isinstance(people, int) else people)
        self.deals = deals
        self.ana, self.ben, self.cy, self.dee = (*self.people, None, None)[:4]

    async def sit_down(self, **options):
        """Open a table, and take the seats."""
        return await super().sit_down(players=len(self.people), **options)

    async def start(self, *habits, **options):
        """Sit down, and let Ana start the match; in it everybody has these habits: "Deal my cards face down"."""
        await self.sit_down(**options)
        first = self.house.names[self.ana.id]
        await self.table.plays(", ".join([*(f"all {habit}: off" for habit in habits), f"{first} Start"]))
        return self.table

    @property
    def deal(self):
        """The running deal, as the bot has it."""
        return self.table.live.table.play.round

    @property
    def turn(self):
        """The guest whose turn it is; of several, the first."""
        return self.people[min(self.deal.to_act)]

    @property
    def trick(self):
        """The trick that everyone sees, from whoever led: Ana AC · Ben 8C."""
        rows = [row.split() for row in self.rows]
        first = next(index for index, row in enumerate(rows) if "led" in row)
        return " · ".join(f"{person} {card}" for card, person, *_ in rows[first:] + rows[:first] if card != "▫️")

    @property
    def rows(self):
        """The lines of the trick, in the order of the seats: AC Ana · led 👑."""
        lines = self.table.text.splitlines()
        end = next(index for index, line in enumerate(lines) if line.startswith("-# Trick"))
        return [line.replace(AS_TEXT, "") for line in lines[end - len(self.deal.play.playing) : end]]

    async def all_pass(self):
        """Everybody passes until the deal is over."""
        while self.table.live.table.is_playing:
            await self.press(self.turn, "Pass")

    async def leaves(self, guest):
        """The guest leaves for good; returns the note about it."""
        return await (await guest.press("Leave", self.table)).press("Leave")

    async def bids(self, guest, tricks, suit):
        """The guest looks at the cards, if they are face down, and bids, such as "8 tricks" in "Clubs"."""
        panel, bid = await self.panel(guest), tricks.removesuffix(" tricks") + SIGNS[suit]
        if "Look at my cards" in panel.buttons:
            await panel.press("Look at my cards")
        if not any(label.startswith(f"{bid} ") for label in panel.buttons):
            await panel.press("Higher…")
            bids = panel.choices("Choose a bid")
            await panel.choose("Choose a bid", next(label for label in bids if label.startswith(f"{bid} ")))
            bid = f"Bid {bid}"
        await panel.press(next(label for label in panel.buttons if label.startswith(f"{bid} ")))

    async def declines(self, guest):
        """The guest bids no more: passes, or keeps the winning bid."""
        await self.press(guest, "Keep my bid" if self.deal.phase is Phase.RAISE else "Pass")

    async def puts(self, guest, cards):
        """The guest discards cards: those named, or the last ones in the hand."""
        panel = await self.panel(guest)
        for card in panel.buttons[-3:] if cards == 3 else cards.split():
            await panel.press(card)
        await panel.press(panel.buttons[-1])

    async def contract(self, tricks, suit, put=""):
        """Ana gets that contract; with `put` she discards those cards."""
        await self.bids(self.ana, tricks, suit)
        await self.plays("others Pass")
        if put:
            await self.puts(self.ana, put)

    async def leads(self, tricks="8 tricks", suit="Hearts", **terms):
        """The match begins; Ana plays that, has discarded her last three cards, and leads. Returns her panel."""
        await self.start(**terms)
        await self.contract(tricks, suit)
        await self.puts(self.ana, 3)
        return await self.panel(self.ana)

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
        """Play the first legal card of whoever's turn it is; a joker is left free and names the first suit.

        The last card plays itself.
        """
        if self.table.live.table.forced_move() is not None:
            await self.house.wait(1.05)
            return
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
        number = self.table.live.table.rounds
        while self.table.live.table.is_playing and self.table.live.table.rounds == number:
            if claims and self.deal.play.complete and self.turn is bidder:
                for _ in range(2):
                    await self.press(bidder, "Claim")
                for seat in sorted(self.deal.to_act):
                    await self.people[seat].press("Agree", self.table)
            else:
                await self.play_card()
