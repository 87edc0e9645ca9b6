"""Short stories by which somebody might get chips, by game: done several times, with other people, tables and amounts.

A deed is of person A or B: a button's verb, pressed whether it is shown or not, or a command. After `&` it is on its
way while the next deed begins. A `#` is any seat, and `wait` some seconds. What can't be done is left out. A is most
often whoever opened the table.
"""

WAIT = "wait"
PLANS = {
    "pontoon": (
        "A sell; wait; A outhouse:#; A take; A addhouse",
        "A sell; wait; A upyes; A take; A sell; A shut",
        "A sell; B buy; B buyyes; B sell; A buy; A buyyes",
        "A auction; B bid; wait; A outhouse:#; A take",
        "A sell&; A shut; A /pontoon open; A sit; A addhouse; A start; wait",
        "A addhouse; A ready; wait; wait; A /chips give",
        "A ready; B ready; wait; wait; A /chips give",
    ),
    "fivehundred": (
        "A /fivehundred open; A sit; B sit; A start&; B leave; A taken",
        "A /fivehundred open; A sit; B sit; A start&; A /table kick; A taken",
        "A /fivehundred open; A sit; B sit; A start&; A shut; wait; wait; wait; wait",
        "A /fivehundred open; A sit; A addhouse; A start&; A outhouse:#; A taken",
        "A /fivehundred open; A sit; B sit; A start; B go:forfeits; A taken",
        "A over; B yes; A taken",
        "B go:forfeits; A taken; B /chips relief",
        "B move:bid 10N; A move:pass; A move:bid 10N; B move:pass; wait; wait; wait; wait",
        "A move:pass; B move:pass; A move:pass; A ready; B ready; wait",
        "A move:pass; wait; A ready; wait; B sit; B seat:#; A leave; A go:forfeits",
        "A /fivehundred practice; wait; A /chips give",
    ),
    "": (
        "A /chips give; A /chips relief",
        "A /chips give; B /chips give",
        "A minimum; B minimum; A /chips relief",
    ),
}
