"""A disk whose fdatasync fails for one thread: Linux itself refuses the call, as it does when a disk is broken."""

import ctypes
import errno
import platform
import struct
import sys

import pytest

_NUMBERS = {"x86_64": (0xC000003E, (74, 75)), "aarch64": (0xC00000B7, (82, 83))}
"""The architecture as the kernel names it, and its numbers of fsync and fdatasync."""
_NO_NEW_PRIVILEGES, _SET_SECCOMP, _FILTER = 38, 22, 2
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000


def fails_to_sync(_db=None):
    """From now on this thread can't sync any file. As a store's work, it breaks the thread of the writer."""
    if sys.platform != "linux" or platform.machine() not in _NUMBERS:
        pytest.skip("only Linux can be asked to refuse a call")
    architecture, calls = _NUMBERS[platform.machine()]
    code = [
        (0x20, 0, 0, 4),  # the architecture
        (0x15, 0, 3, architecture),
        (0x20, 0, 0, 0),  # the number of the call
        (0x15, 2, 0, calls[0]),
        (0x15, 1, 0, calls[1]),
        (0x06, 0, 0, _ALLOW),
        (0x06, 0, 0, _ERRNO | errno.EIO),
    ]
    program = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *each) for each in code))
    filter_ = struct.pack("HxxxxxxP", len(code), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    if libc.prctl(_SET_SECCOMP, _FILTER, filter_, 0, 0):
        pytest.skip("this machine does not let itself be asked")
