"""All planted bugs, by what they break."""

from mutants.bugs import books, driver, games, store, table

BUGS = (*driver.BUGS, *store.BUGS, *books.BUGS, *games.BUGS, *table.BUGS)
