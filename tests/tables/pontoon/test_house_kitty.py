"""Shoot Pontoon with house players, where a banker may win no more from the house: what was shot goes back."""

from data.ledger.limits import TransferLimits
from games.core import Phrase
from games.pontoon import Move, Options
from players.choice import Choice, Option
from players.pontoon.legal import moves
from tables.clock import Pace
from tables.game import Terms
from tables.modes import Chips
from tables.pontoon import bank
from tables.pontoon.bank_state import kitty_of
from tables.pontoon.pontoon_adapter import PontoonGame
from tests.tables.pontoon.test_house_players import SOON, Hall
from tests.tables.room import ANA, BEN, CY

TERMS = Terms(10, 100, Options(shoot=True, kitty_max=1000), Pace.NORMAL, Chips(substitutes=True))


async def reckless(question, _seed):
    """Stakes the least, shoots for all there is, and twists."""
    may = moves(question.view, question.seat)
    move = next(move for move in (Move.SHOOT, Move.STAKE, Move.TWIST) if move in may)
    amount = may[move].most if move is Move.SHOOT else may[move].least
    return Choice((Option(f"{move} {amount}" if amount else str(move), 1.0),), Phrase("So."))


class Kitty:
    """Ana holds the bank against a house player, and may win one chip from the house today."""

    def __init__(self, room, packs):
        self.room = room
        self.hall = Hall(room, reckless)
        self.hall.limits = TransferLimits(from_house=1)
        packs.draw("AS 2S 3S")

    async def opens(self, *others, kitty):
        self.live = await self.room.open(TERMS, PontoonGame())
        await self.says(ANA, lambda lobby: lobby.sit(ANA).add_house_player(self.live.table.id))
        for other in others:
            await self.says(other, lambda lobby, other=other: lobby.sit(other))
        await self.says(ANA, bank.start)
        await self.says(ANA, lambda lobby: bank.put_up(TERMS, lobby, ANA, kitty))
        for person in (ANA, *others):
            await self.says(person, lambda lobby, person=person: bank.ready(TERMS, lobby, person))

    async def says(self, person, change):
        await self.hall.says(self.live, person, change)

    async def plays(self, moves):
        """The deal to its end; members make these moves, one after the other."""
        left = {person: iter(texts) for person, texts in moves.items()}
        while self.live.table.is_playing:
            (person,) = self.live.table.people_asked
            if person in left:
                await self.room.act(self.live, person, next(left[person]))
            else:
                await self.room.pass_time(self.live, SOON)

    async def sound(self):
        self.room.sound()
        assert not self.live.table.was_voided


async def test_a_kitty_that_won_from_the_house_gives_it_back_even_if_its_banker_has_nothing_else(room, packs):
    kitty = Kitty(room, packs)
    packs.deal("10C 9D v 10S 7C then 5H")
    await kitty.opens(kitty=980)
    assert await room.balances(ANA) == [0]
    await kitty.plays({ANA: ["stay"]})
    assert await room.balances(ANA) == [21]
    assert kitty_of(kitty.live.table.lobby) == 980
    assert set((await kitty.hall.purses(kitty.live)).values()) == {1999}
    await kitty.sound()


async def test_what_a_bust_hand_shot_and_others_won_never_was_the_bankers_to_give_back(room, packs):
    kitty = Kitty(room, packs)
    packs.draw("AS 2S 3S 4S")
    packs.deal("10C 9D, 2C 3C, 2H 3H v 10S 7C then 5H 4C 10H 4H 10D", number=1)
    await kitty.opens(BEN, CY, kitty=900)
    moves = ["stake 10", "twist", "twist", "shoot 900", "stick"]
    await kitty.plays({ANA: ["stay"], BEN: moves, CY: moves})
    assert kitty_of(kitty.live.table.lobby) == 0
    assert await room.balances(ANA, BEN, CY) == [1000 - 900 - 20 + 1, 1000 + 10 + 1, 1000 + 10 + 900]
    await kitty.sound()
