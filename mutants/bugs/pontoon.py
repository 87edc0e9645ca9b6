"""The house players of Pontoon: what they may do, reckon with, remember and pay."""

from mutants.bug import Bug

HOUSE_BANK = ("tests/tables/pontoon/test_house_bank.py",)
HOUSE_KITTY = ("tests/tables/pontoon/test_house_kitty.py",)
CHOICES = ("tests/players/test_pontoon_choices.py",)
EXACT = ("tests/players/test_pontoon_exact.py",)

BUGS = (
    Bug(
        "A house player wants to buy after it has twisted",
        "players/pontoon/legal.py",
        "if price.least <= price.most and not has_twisted(hand):",
        "if price.least <= price.most:",
        ("tests/players/test_pontoon_legal.py",),
    ),
    Bug(
        "A house player of Pontoon shoots for more than the others have left in the kitty",
        "players/pontoon/legal.py",
        "most = min(view.kitty - view.shot, box.purse or 0)",
        "most = min(view.kitty, box.purse or 0)",
        CHOICES,
    ),
    Bug(
        "The bank takes every hand for as dear as the others",
        "players/pontoon/position.py",
        "Rival(guess, hand.initial + sum(hand.bought), hand.shot)",
        "Rival(guess, hand.initial, hand.shot)",
        EXACT,
    ),
    Bug(
        "Who reckons what a stake is worth forgets the bank's pontoon",
        "players/pontoon/answering.py",
        "- (1 - outlook.quiet) * (2 * hand.initial + hand.shot)",
        "- (1 - outlook.quiet) * hand.shot",
        EXACT,
    ),
    Bug(
        "A house player forgets everything when the pack has gone round",
        "players/pontoon/position.py",
        "under[max(lacking, 0) :]",
        "(under if lacking <= 0 else [])",
        ("tests/players/test_pontoon_memory.py",),
    ),
    Bug(
        "A house player bids the chips that holding the bank takes",
        "players/pontoon/bank.py",
        "    most = min(price(options, minimum, maximum), purse - needs(options, minimum, maximum, _MOST))\n",
        "    most = min(price(options, minimum, maximum), purse)\n",
        ("tests/players/test_pontoon_bank_worth.py",),
    ),
    Bug(
        "The price of a bank goes by all the deals that it may hold",
        "players/pontoon/bank.py",
        "int(_MARGIN * sure(options, minimum, maximum))",
        "int(_MARGIN * worth(options, minimum, maximum, 1))",
        HOUSE_BANK,
    ),
    Bug(
        "A house player sells its bank for less than it pays for one",
        "players/pontoon/bank.py",
        "    asked = ceil(value / _MARGIN)\n",
        "    asked = ceil(value * _MARGIN * _MARGIN)\n",
        HOUSE_BANK,
    ),
    Bug(
        "A house player buys a bank that it can hold only until more people sit down",
        "players/pontoon/bank.py",
        "    return asked <= min(price(options, minimum, maximum), purse - needs(options, minimum, maximum, _MOST))",
        "    return asked <= min(price(options, minimum, maximum), purse - needs(options, minimum, maximum, players))",
        HOUSE_BANK,
    ),
    Bug(
        "A house player pays for a bank more than the seller may still win from the house",
        "tables/pontoon/house.py",
        "        if offer.price <= winnable.get(banker, offer.price) and worth",
        "        if worth",
        HOUSE_BANK,
    ),
    Bug(
        "A house player bids more than the seller may still win from the house",
        "tables/pontoon/house.py",
        "    if chips is None or chips > winnable.get(auction.seller, chips):",
        "    if chips is None:",
        HOUSE_BANK,
    ),
    Bug(
        "House players bid against each other",
        "tables/pontoon/house.py",
        "(best is not None and is_house_player(best.user_id))",
        "(best is not None and best.user_id == person)",
        HOUSE_BANK,
    ),
    Bug(
        "A house player bids for the bank of somebody who can send it away",
        "tables/pontoon/bank.py",
        "house_bids=not decides",
        "house_bids=True",
        HOUSE_BANK,
    ),
    Bug(
        "A house player pays somebody who can send it away",
        "cogs/pontoon/bank_forms.py",
        "to, price, decides=decides))",
        "to, price))",
        ("tests/cogs/pontoon/test_pontoon_house_bank.py",),
    ),
    Bug(
        "A house player is sent away with the bank that it has just bought",
        "cogs/table/house.py",
        "            if person in lobby.bound and not table.is_playing:\n",
        "            if person == 0:\n",
        ("tests/cogs/pontoon/test_pontoon_house_bank.py",),
    ),
    Bug(
        "A member takes over the seat of a house player who has just bought the bank",
        "tables/lobby.py",
        "for person, heir in self.heirs.items() if person in self.bound}",
        "for person, heir in self.heirs.items() if heir in self.seats}",
        ("tests/tables/test_lobby.py",),
    ),
    Bug(
        "A house player is bound to a bank that it has held for long",
        "tables/pontoon/bank_state.py",
        "        has_come = self.moved is not None and self.moved.to == self.banker\n",
        "        has_come = True\n",
        HOUSE_BANK,
    ),
    Bug(
        "What goes back to the house from a kitty is missing in its banker's purse",
        "tables/pontoon/adapter.py",
        "    return kitty - max(min(back, shot, kitty), 0)\n",
        "    return kitty\n",
        HOUSE_KITTY,
    ),
    Bug(
        "Whoever gets the bank has missed the deals of the banker before",
        "tables/pontoon/bank.py",
        "banker=user_id, seat=seat, offer=None, auction=None, refused=(), absent=0, moved=moved)",
        "banker=user_id, seat=seat, offer=None, auction=None, refused=(), moved=moved)",
        HOUSE_BANK,
    ),
    Bug(
        "Somebody takes a free bank that they can't hold",
        "tables/pontoon/bank.py",
        "    return _sparing(hand_over(lobby, user_id, Why.TAKEN), user_id, needs(terms, lobby, user_id).chips)",
        "    return hand_over(lobby, user_id, Why.TAKEN)",
        ("tests/tables/pontoon/test_player_banked.py",),
    ),
    Bug(
        "Whoever lets the question for a shoot bet pass has missed a turn",
        "tables/pontoon/adapter.py",
        "        return playing.phase is Phase.SHOOT\n",
        "        return False\n",
        ("tests/tables/pontoon/test_player_banked.py",),
    ),
    Bug(
        "An auction that nobody bids in goes on for good",
        "tables/pontoon/bank.py",
        "        return vacate(lobby, Why.UNSOLD, [state.auction.seller])\n",
        "        return lobby\n",
        ("tests/cogs/pontoon/test_pontoon_bank_between_deals.py",),
    ),
)
