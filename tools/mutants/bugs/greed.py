"""Bugs by which somebody gets chips; a greedy ring must find the way."""

from tools.mutants.bug import Bug

MINUTES = 10
LIMITS, FLOWS = "data/ledger/limits.py", "data/ledger/flows.py"

BUGS = (
    Bug(
        "Each gift alone is held against the giving limit",
        LIMITS,
        "        if given + transfer.paid > limits.given:\n",
        "        if transfer.paid > limits.given:\n",
        greedy=MINUTES,
    ),
    Bug(
        "Somebody gives chips before the rounds that it takes",
        LIMITS,
        "< limits.rounds:\n        raise TooFewRounds",
        "< 0:\n        raise TooFewRounds",
        greedy=MINUTES,
    ),
    Bug(
        "A new account may get chips",
        LIMITS,
        "        for person in (giver, receiver):\n",
        "        for person in (giver,):\n",
        greedy=MINUTES,
    ),
    Bug(
        "Chips can be given where gifts are off",
        LIMITS,
        "        if not self.gifts:\n            raise GiftsOff\n",
        "",
        greedy=MINUTES,
    ),
    Bug(
        "The tax on a gift is rounded down",
        "cogs/chips/give.py",
        "    return -(-amount * settings.transfer_tax // 100)\n",
        "    return amount * settings.transfer_tax // 100\n",
        greedy=MINUTES,
    ),
    Bug(
        "Everybody may give themselves chips from the bank",
        "cogs/bank/cog.py",
        "        verify_manages(interaction)\n        return True\n",
        "        return True\n",
        greedy=MINUTES,
    ),
    Bug(
        "Relief is for the rich too",
        "data/ledger/allowances.py",
        "    if found.next_at is not None or not found.is_broke:\n",
        "    if found.next_at is not None:\n",
        greedy=MINUTES,
    ),
    Bug(
        "Relief is for those whose chips are all at tables",
        "data/ledger/allowances.py",
        "    had = balance + at_all_tables + given_since(db, member, now - STILL_HAD)\n",
        "    had = balance + given_since(db, member, now - STILL_HAD)\n",
        greedy=MINUTES,
    ),
    Bug(
        "An ante that is won without play is nobody's gift",
        FLOWS,
        "    stays = [_as_gift(flow, given, received) if flow.unearned else flow.chips for flow in flows]\n",
        "    stays = [flow.chips for flow in flows]\n",
        greedy=MINUTES,
    ),
    Bug(
        "The most that can be won from house players in a day is never given back",
        FLOWS,
        "        for person, most in allowed.from_house.items():\n",
        "        for person, most in ():\n",
        greedy=MINUTES,
    ),
    Bug(
        "House players keep what they have when they leave",
        "data/tables/tables.py",
        "    post(db, (_purse_back(change, account, chips) for account, chips in purses if chips), now)\n",
        "",
        greedy=MINUTES,
    ),
    Bug(
        "Several tables at once give the day's most from house players each",
        "data/tables/within_limits.py",
        "        if returned(won, allowed) != back:\n",
        "        if not back and returned(won, allowed) and not allowed.from_house:\n",
        greedy=MINUTES,
    ),
    Bug(
        "Somebody can bet what they don't have",
        "data/ledger/ledger.py",
        "        if posting.payer.kind is not Kind.HOUSE and payer.chips < posting.amount:\n",
        "        if posting.payer.kind is Kind.TABLE and payer.chips < posting.amount:\n",
        greedy=MINUTES,
    ),
)
