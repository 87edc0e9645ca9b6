"""`python -m tools.record`: what it prints of a file, and what it says of a line that is wrong."""

import re
from pathlib import Path

import pytest

from tools.record import main

PAGE = (Path(__file__).parents[2] / "docs" / "match-file.md").read_text(encoding="utf-8")
EXAMPLE, SESSION = re.findall(r"```\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def told(tmp_path, capsys):
    """What is printed of a file, and whether it is right."""

    def told(text):
        path = tmp_path / "match-12.txt"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        code = main([str(path)])
        return code == 0, "".join(capsys.readouterr())

    return told


def test_the_example_in_the_documents_is_read_as_they_say(told):
    assert told(EXAMPLE) == (True, SESSION.partition("\n")[2])
    assert told(EXAMPLE.replace("\n", "\r\n")) == (True, SESSION.partition("\n")[2])


def test_a_line_that_is_wrong_is_told_in_one_sentence(told):
    wrong = EXAMPLE.replace("2 9D; won by 2", "2 9S; won by 2")
    assert told(wrong) == (False, "Line 16 is wrong: the rules don't let player 2 do that.\n")
    wrong = EXAMPLE.replace("score: 300 10\n\n", "score: 310 0\n\n")
    assert told(wrong) == (False, "Line 21 is wrong: 'score: 300 10' must stand here.\n")


def test_what_is_no_text_or_no_file_is_refused(told, tmp_path, capsys):
    is_right, said = told(b"\xff\xfe")
    assert not is_right
    assert "can't be read" in said
    assert main([str(tmp_path / "nothing.txt")]) == 1
    assert "can't be read" in capsys.readouterr().err


def test_help_explains_every_line_of_the_example(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    explained = set(re.findall(r"^  ([a-z1 ]+?)  ", capsys.readouterr().out, re.MULTILINE))
    names = {re.sub(r" \d+$", " 1", line.partition(":")[0]) for line in EXAMPLE.splitlines() if line}
    assert names <= explained
    assert len(names) > 12


def test_a_file_that_an_editor_has_marked_as_utf_8_is_read(told):
    assert told(b"\xef\xbb\xbf" + EXAMPLE.encode())[0]
