"""Deals solved: how many tricks the contractor's side takes when all hands lie open and both sides play their best.

The search is solver.c, which `python -m players.five_hundred.solving` compiles where there is a C compiler; `make` does
that before anything is started. Without it nothing is solved, and the house players do with playouts.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy as np

from players.five_hundred.lanes import Lanes
from players.five_hundred.layout import Bits

SOURCE = Path(__file__).with_name("solver.c")
COMPILED = Path(__file__).with_name("solver.compiled")
_SEATS, _SUITS = 6, 4
_LANES_AT_LEAST = 20
"""One lane gets no more than this part of all positions that may be looked at."""


class _Game(ctypes.Structure):
    """`Game` in solver.c."""

    _fields_ = (
        ("playing", ctypes.c_int),
        ("after", ctypes.c_int * _SEATS),
        ("suits", ctypes.c_uint64 * _SUITS),
        ("trump", ctypes.c_uint64),
        ("joker", ctypes.c_uint64),
        ("is_misere", ctypes.c_int),
        ("joker_last", ctypes.c_int),
    )


def build(source: Path = SOURCE, compiled: Path = COMPILED) -> bool:
    """Compile the solver; False where that isn't possible, as without a C compiler."""
    whole = compiled.with_suffix(f".{os.getpid()}")
    version = f"-DVERSION={crc32(source.read_bytes())}u"
    command = [os.environ.get("CC", "cc"), "-O3", "-shared", "-fPIC", version, "-o", str(whole), str(source)]
    try:
        subprocess.run(command, check=True, capture_output=True)
        whole.replace(compiled)
    except (OSError, subprocess.CalledProcessError):
        whole.unlink(missing_ok=True)
        return False
    return True


@cache
def _library() -> ctypes.CDLL | None:
    """The compiled solver; None without one of just this source."""
    try:
        library = ctypes.CDLL(str(COMPILED))
        is_current = ctypes.c_uint32.in_dll(library, "version").value == crc32(SOURCE.read_bytes())
    except (OSError, ValueError):
        return None
    return library if is_current else None


def can_solve() -> bool:
    """Whether the solver has been compiled."""
    return _library() is not None


def solved(state: Lanes, options: int, most: int) -> Bits:
    """The tricks that the contractor's side takes from here, by lane; in a misère 1 where it is caught.

    `state` has the same worlds `options` times, side by side. The search goes from world to world and looks at `most`
    positions altogether, at a small part of them for one lane; -1 stands where it found no answer. Raises RuntimeError
    without a compiled solver.
    """
    library = _library()
    if library is None:
        raise RuntimeError("the solver has not been compiled")
    layout, size = state.layout, state.size
    after = (ctypes.c_int * _SEATS)(*state.after.tolist())
    suits = (ctypes.c_uint64 * _SUITS)(*layout.suits)
    game = _Game(
        len(state.playing), after, suits, layout.trump, layout.joker, layout.order.is_misere, layout.order.joker_last
    )
    attackers = state.friends[state.contractor, state.index]
    trick = (state.best, state.winner, state.follow, state.wins)
    none, taken = np.zeros(size, np.int64), np.zeros(size, np.int64)
    columns = (
        *(np.ascontiguousarray(each) for each in (state.hands, attackers, state.contractor, state.turn, state.led)),
        *(np.ascontiguousarray(each) if state.count else none for each in trick),
    )
    library.solve(
        ctypes.byref(game),
        *map(ctypes.c_int64, (size // options, options, state.hands.shape[0])),
        *(ctypes.c_void_p(each.ctypes.data) for each in columns),
        *map(ctypes.c_int64, (state.count, state.left, max(most // _LANES_AT_LEAST, 1), most)),
        ctypes.c_void_p(taken.ctypes.data),
    )
    return taken


if __name__ == "__main__":
    if not build():
        print("No C compiler: at Five Hundred house players and the coach do without their solver.", file=sys.stderr)
