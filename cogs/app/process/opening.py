"""How the bot gets at its database: it waits for what may mend by itself, and no longer than that is worth."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from data.store.errors import Unavailable
from data.store.pauses import growing
from data.store.postgres.url import Where
from data.store.store import Store

log = logging.getLogger(__name__)


async def opened(where: Where, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep) -> Store:
    """The database at `where`, open, tried again after growing pauses while it is only unavailable.

    `sleep` lets seconds pass. Raises StoreError at once for what waiting doesn't mend, and for the rest when it was
    waited for in vain.
    """
    waited = 0.0
    for pause in growing():
        try:
            return await Store.open(where)
        except Unavailable as error:
            if waited + pause > error.worth:
                raise
            log.warning("%s Trying again in %g s.", error, pause)
        await sleep(pause)
        waited += pause
    raise AssertionError  # the pauses have no end
