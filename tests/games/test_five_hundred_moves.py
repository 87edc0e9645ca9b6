"""The moves of Five Hundred as text: each reads back as it was written, and no other text is read."""

import pytest

from games import five_hundred as fh
from games.core import IllegalAction


def test_actions_are_written_as_they_are_read():
    for text in (
        "look",
        "bid 7H",
        "bid 7H sans",
        "bid misere",
        "bid open-misere",
        "bid blind-misere",
        "pass",
        "put 4S 5S 6C",
        "nominate H",
        "nominate none",
        "call AS",
        "partner 3",
        "alone",
        "play JD",
        "play JOKER",
        "play JOKER H",
        "claim",
        "agree",
        "play on",
    ):
        assert str(fh.parse(text)) == text
    assert fh.parse("put 6C 4S 5S") == fh.parse("put 4S 5S 6C")


@pytest.mark.parametrize(
    "text", ["bid", "bid 5S", "bid 7X", "bid 7H sans kitty", "play", "play 1S", "partner x", "put x"]
)
def test_text_that_is_no_action_is_refused(text):
    with pytest.raises(IllegalAction, match="There is no move"):
        fh.parse(text)
