"""People at random tables who do random things: whatever Discord's buttons allow, by the same ways.

Each person is a task with their own random numbers. Some doze until the clock plays for them, some press twice at once,
some press what is not theirs to press.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from random import Random

from cogs.chips.economy import Economy
from data.guild.forget_member import Departures
from data.ledger.bank import BalanceChange, Bank, BankOrder, ChipsAtTables, Reset
from data.ledger.gifts import Gift, Gifts
from data.ledger.ledger import AlreadyPosted, InsufficientChips
from data.ledger.limits import TransferLimits, TransferRefused
from data.tables.fairness import Fairness
from games.core import IllegalAction
from tables.clock import Pace
from tables.driver import LiveTable
from tables.events import Act, Arrange, Close, Leave, Void
from tables.game import Terms
from tables.lobby import Lobby
from tables.modes import FOR_CHIPS
from tables.open_tables import OpenTables
from tables.pontoon.bank_state import best_bid
from tables.settings.servers import Servers
from tables.table import Table
from tools.torture.claims import Claim
from tools.torture.journal import Journal
from tools.torture.watch import Watch
from tools.world.games import GAMES, Played, mode

MOST_TABLES = 6
"""Open at the same time in one server."""
PACES = tuple(pace for pace in Pace if pace is not Pace.SLOW)
PAUSE = 0.4
"""Seconds of the fast time between two deeds of a person, on average."""
LIMITS = TransferLimits(among_members=150)
"""Chips that one person may give away in a day."""
SOLD = "bank sold"
PLAYED: Mapping[str, Played] = {played.game.name: played for played in GAMES}


@dataclass(frozen=True, slots=True)
class House:
    """What the people share: the open tables, the chips, the journal."""

    open_tables: OpenTables
    economy: Economy
    gifts: Gifts
    bank: Bank
    departures: Departures
    servers: Servers
    fairness: Fairness
    now: Callable[[], datetime]
    journal: Journal
    watch: Watch
    guilds: Sequence[int]
    """The servers in which people play."""


class Guest:
    """One person in one server."""

    def __init__(self, house: House, guild: int, person: int, random: Random) -> None:
        self.house = house
        self.guild = guild
        self.person = person
        self.random = random

    async def stay(self) -> None:
        """Do one thing after another, for ever."""
        await self.come()
        while True:
            await asyncio.sleep(self.random.expovariate(1 / PAUSE))
            await self.do_something()

    async def come(self) -> int:
        """The chips in their purse; new members get the starting chips first."""
        with self.house.journal.trying("start", self.guild, self.person, refused_by=()):
            chips: int = await self.house.economy.balance(self.guild, self.person)
        return chips

    async def do_something(self) -> None:
        """Do anything at random."""
        lives = list(self.house.open_tables.in_guild(self.guild))
        others = [live for live in lives if not self.house.watch.is_alone(live.table)]
        if not others or (len(lives) < MOST_TABLES and self._sometimes(0.1)):
            await self.open()
        elif self._sometimes(0.02):
            await self.daily()
        elif self._sometimes(0.04):
            await self.give()
        elif self._sometimes(0.03):
            await self.order()
        elif self._sometimes(0.02):
            await self.change_settings()
        else:
            asking = [live for live in others if is_asked(live.table, self.person)]
            await self.visit(self.random.choice(asking or others))

    async def visit(self, live: LiveTable) -> None:
        """Do something at one table."""
        if is_asked(live.table, self.person) or self._sometimes(0.03):
            await self.decide(live)
        elif self._sometimes(0.015):
            await self.close(live)
        elif self._sometimes(0.004):
            await self.void(live)
        elif self._sometimes(0.02):
            await self.ask_about_shuffles(live)
        elif self._sometimes(0.05):
            await self.leave(live)
        elif self._sometimes(0.1):
            await self.sit(live)
        elif self._sometimes(0.1) and None in live.table.lobby.seats:
            await self.add_house_player(live)
        elif self._sometimes(0.03):
            await self.send_house_player_away(live)
        elif not live.table.is_playing or self._sometimes(0.05):
            await self.bet(live)

    async def decide(self, live: LiveTable) -> None:
        """Play a legal move, now and then twice at once; or doze and let the clock play."""
        play = live.table.play
        if play is None or play.is_over:
            return
        seat = play.setup.seat_of(self.person)
        moves = list(play.round.legal_actions(seat)) if seat in play.round.to_act and seat is not None else []
        text = str(PLAYED[live.table.game.name].choose(self.random, live.table.terms, moves)) if moves else "stand"
        if self._sometimes(0.05):
            await asyncio.sleep(live.table.terms.pace.times.turn)
            return
        presses = 2 if self._sometimes(0.1) else 1
        question_id = live.table.question_id_of(self.person)
        await asyncio.gather(*(self._move(live, question_id, text) for _ in range(presses)))

    async def _move(self, live: LiveTable, question_id: str, text: str) -> None:
        trying = self.house.journal.trying
        with trying("sit", live.table.id, self.person), trying("move", live.table.id, question_id, self.person, text):
            await live.do(Act(self.person, question_id, text))

    async def bet(self, live: LiveTable) -> None:
        """Place a bet. Its cost is known only under the table's lock, so it is announced there."""
        bet, salt = PLAYED[live.table.game.name].bet, str(self.random.getrandbits(60))

        def change(lobby: Lobby) -> Lobby:
            after = bet(self.random, live.table.terms, lobby, self.person)
            more = after.staked().get(self.person, 0) - lobby.staked().get(self.person, 0)
            if live.table.terms.mode.is_practice:
                return after
            if more > 0:  # a smaller bet is refunded, in a posting that others can cause too
                attempt.announce("bet", live.table.id, live.table.rounds + 1, self.person, more)
            for paid in (paid for paid in after.payments if paid.why == SOLD):
                attempt.announce("sale", live.table.id, paid.payer, paid.payee, paid.amount)
            best = best_bid(after)
            if best is not None and best.user_id == self.person:
                attempt.announce("bid", live.table.id, self.person, best.chips)
            return after

        with self.house.journal.trying() as attempt:
            await live.do(Arrange(self.person, change, question_id=live.table.question_id, salt=salt))

    async def sit(self, live: LiveTable) -> None:
        """Take a seat without a bet."""
        sit = PLAYED[live.table.game.name].sit
        with self.house.journal.trying("sit", live.table.id, self.person):
            await live.do(Arrange(self.person, lambda lobby: sit(lobby, self.person)))

    async def leave(self, live: LiveTable) -> None:
        """Give up seat and bets, and let the clock play a running round to its end."""
        with self.house.journal.trying("leave", live.table.id, self.person):
            await live.do(Leave(self.person))

    async def add_house_player(self, live: LiveTable) -> None:
        """Give a free seat to a house player, as is possible until a match begins."""
        add = PLAYED[live.table.game.name].add_house_player
        if live.table.game.has_house_players:
            with self.house.journal.trying("add", live.table.id):
                salt, number = str(self.random.getrandbits(60)), live.table.id
                added = Arrange(self.person, lambda lobby: add(_before_match(live.table, lobby), number), salt=salt)
                await live.do(added)

    async def send_house_player_away(self, live: LiveTable) -> None:
        """Let a house player go, as is possible until a match begins."""
        if there := live.table.lobby.house_players:
            person = self.random.choice(there)
            with self.house.journal.trying("send away", live.table.id, person):
                await live.do(Arrange(self.person, lambda lobby: _sent_away(live.table, lobby, person)))

    async def close(self, live: LiveTable) -> None:
        """Close the table, as its host can."""
        with self.house.journal.trying("close", live.table.id):
            await live.do(Close(self.person))

    async def void(self, live: LiveTable) -> None:
        """Close the table at once, as a manager of the server can; its round does not count."""
        with self.house.journal.trying("close", live.table.id):
            await live.do(Void(self.person))

    async def ask_about_shuffles(self, live: LiveTable) -> None:
        """Ask what everybody may know about the latest shuffles, and report which seeds were shown."""
        for shuffle in await self.house.fairness.latest(self.guild, live.table.id, 3, self.house.now()):
            if shuffle.seed is not None:
                self.house.journal.say("shown", live.table.id, shuffle.commitment, shuffle.seed.hex())

    async def open(self) -> None:
        """Open a table for any of the games."""
        played = self.random.choice(GAMES)
        agreed = mode(self.random) if played.game.has_house_players else FOR_CHIPS
        terms = Terms(10, 100, played.options(self.random), self.random.choice(PACES), agreed)
        live = await self.house.open_tables.open(
            played.game, guild=self.guild, channel=1, host=self.person, terms=terms
        )
        self.house.journal.say("opened", live.table.id)
        if played.game.has_house_players and self._sometimes(0.7):
            await self.sit(live)
            for _ in range(self.random.randint(1, len(live.table.lobby.seats) - 1)):
                await self.add_house_player(live)
            await self.bet(live)

    async def daily(self) -> None:
        """Collect the daily chips; asking again is answered, but pays nothing."""
        day = self.house.now().date().isoformat()
        with self.house.journal.trying("daily", self.guild, self.person, day, refused_by=()) as attempt:
            attempt.is_done = (await self.house.economy.daily(self.guild, self.person)).paid > 0

    async def give(self) -> None:
        """Give somebody chips, taxed or not; now and then with two presses at once."""
        amount, tax = self.random.randint(10, 90), self.random.choice((0, 0, 3))
        receiver = self.person - self.person % 1000 + (self.person + self.random.randint(1, 7)) % 8
        gift = Gift(f"gift:{self.random.getrandbits(60)}", self.guild, self.person, receiver, amount, tax, LIMITS, 1000)
        presses = 2 if self._sometimes(0.3) else 1
        await asyncio.gather(*(self._give(gift) for _ in range(presses)))

    async def _give(self, gift: Gift) -> None:
        claim = ("gift", gift.key, gift.guild, gift.giver, gift.receiver, gift.amount - gift.tax, gift.tax)
        refused_by = (InsufficientChips, TransferRefused, AlreadyPosted)
        with self.house.journal.trying(*claim, refused_by=refused_by):
            await self.house.gifts.give(gift, self.house.now())

    async def order(self) -> None:
        """Move chips by hand, as a manager of the server can; now and then with two presses at once."""
        person = self.person - self.person % 1000 + self.random.randrange(8)
        starting = self.house.servers.of(self.guild).starting_chips
        key, now = f"order:{self.random.getrandbits(60)}", self.house.now()
        order = BankOrder(key, self.guild, self.person, "torture", now, starting)
        amount = self.random.randint(1, 200)
        bank = self.house.bank
        presses: Sequence[tuple[Claim, Callable[[], Awaitable[BalanceChange | Reset]]]] = (
            (("given", key, self.guild, person, amount), lambda: bank.give(order, person, amount)),
            (("given", key, self.guild, person, -amount), lambda: bank.take(order, person, amount)),
            (("set", key, self.guild, person, 900 + amount), lambda: bank.set(order, person, 900 + amount)),
            (("set", f"{key}:0", self.guild, person, starting), lambda: bank.reset(order, person)),
        )
        claim, press = self.random.choice(presses)
        times = 2 if self._sometimes(0.3) else 1
        await asyncio.gather(*(self._order(claim, press) for _ in range(times)))

    async def _order(self, claim: Claim, press: Callable[[], Awaitable[BalanceChange | Reset]]) -> None:
        refused_by = (InsufficientChips, AlreadyPosted, ChipsAtTables)
        with self.house.journal.trying(*claim, refused_by=refused_by) as attempt:
            done = await press()
            # An order that changes nothing has no row in the ledger.
            attempt.is_done = done.members > 0 if isinstance(done, Reset) else done.before != done.after

    async def change_settings(self) -> None:
        """Change some house options of a game; its tables adopt them as soon as they can."""
        played = self.random.choice(GAMES)
        wanted = played.options(self.random).to_json()
        offered = [setting for setting in played.settings.house_options if not setting.at_opening]
        chosen = self.random.sample(offered, min(2, len(offered)))
        values = {setting.key: wanted[setting.option] for setting in chosen}
        with suppress(IllegalAction):  # two options may contradict each other
            await self.house.servers.change(self.guild, values, self.person, self.house.now())

    def _sometimes(self, chance: float) -> bool:
        return self.random.random() < chance


def _before_match(table: Table, lobby: Lobby) -> Lobby:
    """`lobby`, unless a match has begun meanwhile, whose house players hold seats with antes."""
    if table.is_kept:
        raise IllegalAction("This match has begun.")
    return lobby


def _sent_away(table: Table, lobby: Lobby, person: int) -> Lobby:
    _before_match(table, lobby)
    return lobby.leave_after_round(person) if table.is_in_round(person) else lobby.leave(person)


def is_asked(table: Table, person: int) -> bool:
    """Whether `table` waits for a decision of `person`."""
    return table.is_playing and table.play is not None and person in table.play.people_to_act
