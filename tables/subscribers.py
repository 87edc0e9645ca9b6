"""Who wants to know when something happens. Any number may, and none has to know of the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Generic, ParamSpec

P = ParamSpec("P")


class Subscribers(Generic[P]):
    """Those who are told of one event, in the order in which they have subscribed."""

    def __init__(self) -> None:
        self._calls: list[Callable[P, Awaitable[object] | None]] = []

    def subscribe(self, call: Callable[P, Awaitable[object] | None]) -> None:
        """Tell `call` from now on."""
        self._calls.append(call)

    async def tell(self, *arguments: P.args, **named: P.kwargs) -> None:
        """It has happened: tell everybody, one after the other, and wait for what they do about it."""
        for call in self._calls:
            if (answer := call(*arguments, **named)) is not None:
                await answer
