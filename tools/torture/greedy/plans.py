"""Short stories by which somebody might get chips, by game: done several times, with other people, tables and amounts.

A deed is of person A or B: a button's verb, pressed whether it is shown or not, or a command. After `&` it is on its
way while the next deed begins. A `#` is a house player's seat; they `wait` some seconds, or until the deal is `over`.
What can't be done is left out. A is most often whoever opened the table.
"""

WAIT, OVER = "wait", "over"
PLANS = {
    "pontoon": (
        "over; A sell; wait; A outhouse:#; A addhouse; A take",
        "over; A sell; wait; over; A upyes; A take; A shut",
        "over; A sell; B buy; B buyyes; B sell; A buy; A buyyes",
        "over; A auction; B bid; wait; A outhouse:#; A addhouse; A take",
        "over; A sell; wait; A shut; A /pontoon open; A sit; A addhouse; A start; wait",
        "A addhouse; A ready; wait; over; A /chips give",
        "B sit; A ready; B ready; wait; over",
    ),
    "fivehundred": (
        "A /fivehundred open players:2 ante:9; A sit; B sit; A start&; B leave; A move:pass; over; A taken",
        "A /fivehundred open players:2 ante:9; A sit; B sit; A start&; A /table kick; A move:pass; over; A taken",
        "A /fivehundred open players:2 ante:9; A sit; B sit; A start&; A shut; A move:pass; over; over",
        "A /fivehundred open players:2 ante:9; A sit; A addhouse; A start&; A outhouse:#; A taken",
        "A /fivehundred open players:2 ante:500; A sit; B sit; A start; B go:forfeits; A taken",
        "A over; B yes; A taken",
        "B go:forfeits; A taken; B /chips relief",
        "B move:bid 10N; A move:pass; A move:bid 10N; B move:pass; over; wait",
        "A move:pass; B move:pass; A move:pass; A ready; B ready; wait",
        "over; B sit; A ready; B ready",
        "A /fivehundred practice; wait; A /chips give",
    ),
    "": (
        "A /chips give; A /chips relief",
        "A /chips give; B /chips give",
        "A minimum; B minimum; A /chips relief",
    ),
}
