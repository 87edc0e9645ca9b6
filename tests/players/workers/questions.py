"""Questions of no game, which show what happens to them in a worker process."""

import os
import socket
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from games.core import Phrase
from players.choice import Choice, Option


def said(action, value=0.0):
    return Choice((Option(action, value),), Phrase("That is it."))


@dataclass(frozen=True)
class Roll:
    """Answers with a number of chance, and with the effort that it got."""

    def answer(self, source, effort):
        return said(str(source.randrange(10**9)), effort)


@dataclass(frozen=True)
class Where:
    """Answers with what it finds out about its process."""

    about: str

    def answer(self, _source, _effort):
        match self.about:
            case "pid":
                return said(str(os.getpid()))
            case "modules":
                return said(" ".join({name.partition(".")[0] for name in sys.modules}))
            case "threads":
                return said(Path("/proc/self/status").read_text().partition("Threads:")[2].split()[0])
            case "niceness":
                return said(str(os.nice(0)))
        raise LookupError(self.about)


@dataclass(frozen=True)
class Call:
    """Tells a test which process thinks about it, and answers when the test says so."""

    port: int

    def answer(self, _source, _effort):
        with socket.create_connection(("127.0.0.1", self.port)) as test:
            test.sendall(f"{os.getpid()}\n".encode())
            test.recv(1)
        return said(str(os.getpid()))


@dataclass(frozen=True)
class Deadly:
    """Kills whoever thinks about it."""

    def answer(self, _source, _effort):
        os._exit(3)


@dataclass(frozen=True)
class Printing:
    """Prints before it answers."""

    def answer(self, _source, _effort):
        print("thinking", flush=True)
        return said("done")


@dataclass(frozen=True)
class Faulty:
    """Fails, with words that nobody should read."""

    cards: str

    def answer(self, _source, _effort):
        raise ValueError(self.cards)


@dataclass
class Packed:
    """Notes in which thread it is packed."""

    threads: list

    def __reduce__(self):
        self.threads.append(threading.get_ident())
        return Roll, ()

    def answer(self, _source, _effort):
        raise NotImplementedError


@dataclass(frozen=True)
class Brooding:
    """Computes for ever with more effort than this, and else answers with its effort."""

    effort: float

    def answer(self, _source, effort):
        while effort > self.effort:
            pass
        return said("done", effort)
