"""The house players of Pontoon: what they may do, reckon with, remember and pay."""

from mutants.bug import Bug

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
        "        purse - needs(options, minimum, maximum, players),\n",
        "        purse,\n",
        ("tests/players/test_pontoon_bank_worth.py",),
    ),
)
