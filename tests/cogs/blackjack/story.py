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
        await self.ben.press("Sit", self.table)
        await self.ana.press("Sit", self.table)

    async def bets_placed_and_the_window_running(self):
        await self.ana.bets(100, self.table, pair=10)
        await self.cy.bets_behind(2, 50, self.table)
        await self.dee.bets_behind(2, 20, self.table)

    async def all_bets_are_in_and_friends_may_come(self):
        await self.ben.bets(40, self.table)

    async def insurance_half_answered(self):
        self.house.deal("5S 6D", "8S 8D", dealer="AH", then="2C 10C 3D KD 9C")
        await self.ben.press("Deal now", self.table)
        await self.ana.press("Insure", self.table)

    async def in_the_middle_of_a_hand(self):
        await self.ben.press("No insurance", self.table)
        await self.ben.press("Hit", self.table)

    async def a_split_half_followed(self):
        await self.ben.press("Stand", self.table)
        await self.ana.press("Split", self.table)
        await self.cy.press("Follow", self.table)

    async def after_a_split(self):
        await self.dee.press("Keep my bet", self.table)
        await self.ana.press("Stand", self.table)

    async def results_shown(self):
        await self.ana.press("Hit", self.table)
        await self.house.dealer_has_drawn()

    async def some_have_bet_on_the_second_round(self):
        await self.ana.press("Same", self.table)
        await self.cy.press("Same", self.table)
        await self.dee.press("Leave", self.table)

    async def the_second_round_of_a_shoe(self):
        self.house.deal("2S 3D", "10S 7D", dealer="6H", then="2D 3C 5C 10D KH")
        await self.ben.press("Same", self.table)
        await self.ben.press("Deal now", self.table)

    async def somebody_is_late(self):
        await self.house.wait(31)

    async def closing_after_this_round(self):
        await self.ana.command("table close", table=self.table.number)

    async def the_end(self):
        await self.ana.press("Stand", self.table)
        await self.house.dealer_has_drawn()


STEPS = [name for name, step in vars(Story).items() if step is not Story.__init__ and not name.startswith("_")]
