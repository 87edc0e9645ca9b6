"""All planted bugs, by what they break."""

from mutants.bugs import (
    books,
    check,
    coach,
    driver,
    fame,
    games,
    house,
    move,
    owner,
    pontoon,
    running,
    servers,
    shards,
    store,
    table,
    thinking,
)

BUGS = (
    *driver.BUGS,
    *store.BUGS,
    *books.BUGS,
    *check.BUGS,
    *coach.BUGS,
    *fame.BUGS,
    *games.BUGS,
    *house.BUGS,
    *move.BUGS,
    *owner.BUGS,
    *pontoon.BUGS,
    *running.BUGS,
    *servers.BUGS,
    *shards.BUGS,
    *table.BUGS,
    *thinking.BUGS,
)
