"""verify.py, the script that needs no bot, compared with the bot's own shuffle."""

import subprocess
import sys
from pathlib import Path

import pytest

from games.cards import parse_cards
from games.fair.dealt import new_pack
from games.fair.shoe import commitment, shuffled

SCRIPT = Path(__file__).parents[1] / "games/fair/verify.py"
SEED = bytes(range(200, 232))


def run(*arguments):
    """What the script prints in a Python that sees neither this project nor any package."""
    command = [sys.executable, "-S", "-I", str(SCRIPT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/")


def cards_in(lines):
    return parse_cards(" ".join(line.split(maxsplit=1)[1] for line in lines))


@pytest.mark.sampled
@pytest.mark.parametrize("salt", ["1456074443980800092", "1456074443980800092 3", "1456074443980800092 draw", ""])
@pytest.mark.parametrize("pack", ["52x1", "52x2", "52x8", "500x2", "500x3", "500x4", "500x5", "500x6"])
def test_it_computes_the_bots_own_order(pack, salt):
    done = run(SEED.hex(), salt, pack)
    assert (done.returncode, done.stderr) == (0, "")
    bound, heading, *lines = done.stdout.splitlines()
    assert bound == f"SHA-256 of the seed: {commitment(SEED)}"
    assert heading == f"{len(new_pack(pack))} cards in this order:"
    assert cards_in(lines) == shuffled(new_pack(pack), SEED, salt)
    assert lines[1].split()[0] == "14"


def test_it_shuffles_the_discards_of_a_shoe_that_ran_out():
    done = run(SEED.hex().upper(), "77", "52x1", "40")
    _, after = done.stdout.split("The first 40 of them, shuffled again:\n")
    discards = shuffled(new_pack("52x1"), SEED, "77")[:40]
    assert cards_in(after.splitlines()) == shuffled(discards, SEED, "77/again")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "python3 verify.py SEED SALT PACK"),
        (["00", "1"], "python3 verify.py SEED SALT PACK"),
        (["seed", "1", "52x8"], "SEED is written in hexadecimal"),
        (["00", "1", "52x9"], "There is no pack 52x9."),
        (["00", "1", "500x1"], "There is no pack 500x1."),
        (["00", "1", "52"], "There is no pack 52."),
        (["00", "1", "52x1", "many"], "AGAIN is a number"),
        (["00", "1", "52x1", "53"], "AGAIN is a number from 0 to 52."),
        (["00", "1", "52x1", "-1"], "AGAIN is a number from 0 to 52."),
    ],
)
def test_input_that_it_cannot_read_is_reported_in_a_sentence(arguments, said):
    done = run(*arguments)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
