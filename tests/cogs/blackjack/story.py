"""One table of Blackjack from its opening to its closing, through every phase that a table can be in."""


class Story:
    """Ben and Ana play, Cy and Dee bet behind Ana."""

    def __init__(self, house):
        self.house = house
        self.ben, self.ana, self.cy, self.dee = self.people = house.guests("Ben Ana Cy Dee")
        self.table = None

    async def an_empty_lobby(self):
        self.table = await self.ana.opens()

    async def seated_without_bets(self):
        await self.table.plays("Ben Sit, Ana Sit")

    async def bets_placed_and_the_window_running(self):
        await self.table.plays("Ana bets 100 pair 10, Cy bets 50 behind 2, Dee bets 20 behind 2")

    async def insurance_half_answered(self):
        self.house.deal("5S 6D, 8S 8D v AH then 2C 10C 3D KD 9C")
        await self.table.plays("Ben bets 40, Ana Insure")

    async def in_the_middle_of_a_hand(self):
        await self.table.plays("Ben No insurance, Ben Hit")

    async def a_split_half_followed(self):
        await self.table.plays("Ben Stand, Ana Split, Cy Follow")

    async def after_a_split(self):
        await self.table.plays("Dee Keep my bet, Ana Stand")

    async def results_shown(self):
        await self.table.plays("Ana Hit")
        await self.house.dealer_has_drawn()

    async def some_have_bet_on_the_second_round(self):
        await self.table.plays("Ana Same, Cy Same, Dee Leave")

    async def the_second_round_of_a_shoe(self):
        self.house.deal("2S 3D, 10S 7D v 6H then 2D 3C 5C 10D KH")
        await self.table.plays("Ben Same, 20 s")

    async def somebody_is_late(self):
        await self.house.wait(31)

    async def closing_after_this_round(self):
        await self.ana.command("table close", table=self.table.number)

    async def the_end(self):
        await self.table.plays("Ana Stand")
        await self.house.dealer_has_drawn()


STEPS = [name for name in vars(Story) if not name.startswith("_")]
