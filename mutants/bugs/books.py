"""Chips: the ledger, purses, gifts, chips at tables, and people who were forgotten."""

from mutants.bug import Bug

LEDGER = ("tests/data/test_ledger.py",)
GIFTS = ("tests/data/test_gifts.py",)
RATINGS = ("tests/data/test_ratings.py",)
HOUSE_PLAYERS = ("tests/data/test_house_players.py",)
WITH_HOUSE = ("tests/data/test_with_house.py",)
DEPARTURES = ("tests/data/test_departures.py", "tests/data/test_traces.py")
PAYMENTS = ("tests/tables/test_accounts.py",)

BUGS = (
    Bug(
        "A repeated posting is passed over without a word",
        "data/ledger/ledger.py",
        "            raise AlreadyPosted(posting.key)\n",
        "            continue\n",
        LEDGER,
    ),
    Bug(
        "A member can pay one chip more than they have",
        "data/ledger/ledger.py",
        "payer.chips < posting.amount:",
        "payer.chips < posting.amount - 1:",
        LEDGER,
    ),
    Bug(
        "Somebody who is forgotten in between collects daily chips twice a day",
        "data/ledger/allowances.py",
        "    return not is_back and not is_posted(",
        "    return not is_posted(",
        DEPARTURES,
    ),
    Bug(
        "Somebody who was forgotten and comes back gets the starting chips again",
        "data/ledger/chips.py",
        "    if departed_at(db, guild, user_id, now) is not None:",
        "    if departed_at(db, guild, user, now) == now:",
        DEPARTURES,
    ),
    Bug(
        "A gift's tax stays with the giver",
        "data/ledger/gifts.py",
        "        if self.tax:\n",
        "        if not self.tax:\n",
        GIFTS,
    ),
    Bug(
        "Gifts of all days count towards today's limit",
        "data/ledger/limits.py",
        "AND l.at >= ?4",
        "AND ?4 > 0",
        GIFTS,
    ),
    Bug(
        "A member is reset while they have chips at a table",
        "data/ledger/bank.py",
        "    if held := _held(db, order.guild, user_id):\n",
        "    if user_id is None and (held := _held(db, order.guild, user_id)):\n",
        ("tests/data/test_bank.py",),
    ),
    Bug(
        "A reset of a server stops when a slice runs out of time",
        "data/ledger/bank.py",
        " or (owners and behind != owners[-1])",
        "",
        ("tests/data/test_bank.py",),
    ),
    Bug(
        "An order is carried out twice",
        "data/ledger/bank.py",
        "            if is_posted(db, order.key):\n                raise AlreadyPosted(order.key)\n            before",
        "            before",
        ("tests/data/test_bank.py",),
    ),
    Bug(
        "The purse of a forgotten member keeps its chips",
        "data/guild/forget_member.py",
        "    if chips := balance_of(db, member) or 0:\n",
        "    if (chips := balance_of(db, member) or 0) < 0:\n",
        DEPARTURES,
    ),
    Bug(
        "A running round still names a forgotten player",
        "data/guild/forget_member.py",
        "    _rewrite_setups(db, guild, user_id, stand_in)\n    _remember",
        "    _remember",
        ("tests/tables/test_forgetting.py", "tests/data/test_departures.py"),
    ),
    Bug(
        "A bet that was paid is paid again when the round takes its stake",
        "tables/accounts.py",
        "                amount -= covered\n",
        "",
        PAYMENTS,
    ),
    Bug(
        "A bet that is not staked stays at the table",
        "tables/accounts.py",
        "                yield self.give_back(user_id, chips, LedgerReason.BET_BACK)\n\n    def for_void",
        "                continue\n\n    def for_void",
        PAYMENTS,
    ),
    Bug(
        "The house keeps the chips of a void round",
        "tables/accounts.py",
        "            yield self.give_back(user_id, chips, LedgerReason.ROUND_VOID)",
        "            yield Payment(self.own, self.house, chips, LedgerReason.ROUND_VOID)",
        PAYMENTS,
    ),
    Bug(
        "When several people get a void round back, the last one's chips go to the house",
        "tables/accounts.py",
        "        for user_id, chips in owed.items():\n"
        "            yield self.give_back(user_id, chips, LedgerReason.ROUND_VOID)",
        "        for user_id, chips in owed.items():\n            if user_id == max(owed):\n"
        "                yield Payment(self.own, self.house, chips, LedgerReason.ROUND_VOID)\n            else:\n"
        "                yield self.give_back(user_id, chips, LedgerReason.ROUND_VOID)",
        kills=12,
    ),
    Bug(
        "Chips that go to a forgotten player end up where nobody can reach them",
        "tables/draft.py",
        "for account, chips in left.items() if chips > 0)",
        "for account, chips in left.items() if chips < 0)",
        ("tests/tables/test_forgetting.py",),
    ),
    Bug(
        "A seed is shown before its shuffle is over",
        "data/tables/fairness.py",
        "CASE WHEN s.revealed_at IS NOT NULL THEN s.seed END",
        "s.seed",
        ("tests/data/test_fairness.py",),
    ),
    Bug(
        "A seed is revealed when a round begins with it",
        "data/tables/tables.py",
        "    db.execute(_START, (table, current,",
        "    db.execute(_REVEAL, (at, table))\n    db.execute(_START, (table, current,",
        kills=6,
    ),
    Bug(
        "The losers of a match rise on the ladder",
        "data/tables/skill.py",
        "ranks=[float(place) for place in places]",
        "ranks=[-float(place) for place in places]",
        RATINGS,
    ),
    Bug(
        "A match is rated as if its players were newcomers",
        "data/tables/ratings.py",
        "    known = {row[2]: Skill(*row[3:]) for row in players if row[3] is not None}\n",
        "    known: dict[int, Skill] = {}\n",
        RATINGS,
    ),
    Bug(
        "A forgotten player's rating keeps their id",
        "data/guild/forget_member.py",
        "    db.execute(_FORGET_RATING, row)\n",
        "",
        RATINGS,
    ),
    Bug(
        "A house player who leaves keeps its purse",
        "data/tables/tables.py",
        "for account, chips in purses if chips)",
        "for account, chips in purses if not chips)",
        HOUSE_PLAYERS,
    ),
    Bug(
        "A bank that a house player sells is a gift",
        "data/tables/tables.py",
        "    if flow.is_among_members:\n",
        "    if flow.chips:\n",
        HOUSE_PLAYERS,
    ),
    Bug(
        "What is won from house players never begins at nothing again",
        "data/tables/house_wins.py",
        "CASE WHEN excluded.day > house_days.day THEN 0 ELSE house_days.won END",
        "house_days.won",
        WITH_HOUSE,
    ),
    Bug(
        "A bank sold to a house player brings nothing that counts in a day",
        "data/tables/tables.py",
        "    count_sale(db, sale, seconds(now))\n",
        "",
        WITH_HOUSE,
    ),
    Bug(
        "A match with a house player is rated",
        "data/tables/ratings.py",
        "    if with_house:\n        return Unrated.HOUSE\n",
        "",
        WITH_HOUSE,
    ),
    Bug(
        "A match in which everyone passed is rated",
        "data/tables/ratings.py",
        "    if not is_played:\n        return Unrated.PASSED\n",
        "",
        RATINGS,
    ),
    Bug(
        "One opponent's matches are rated any number of times a day",
        "data/tables/ratings.py",
        "met[meeting] >= MOST_A_DAY",
        "met[meeting] > 10 * MOST_A_DAY",
        RATINGS,
    ),
    Bug(
        "Another partner makes other opponents",
        "data/tables/ratings.py",
        "frozenset(other for theirs, other in known if theirs != side)",
        "frozenset(other for _, other in known)",
        RATINGS,
    ),
)
