"""An English server with a reader of another language: what everybody reads is English, what one reads alone is not.

The evenings are those of every sentence. The readers' language is that of brackets; a sentence for one of them names a
button as it stands on the table, in English.
"""

import pytest

from cogs.app.replies.readers import ReaderLanguages
from data.people import HOUSE_PLAYER_NAMES
from tests.cogs import pseudo
from tests.cogs.five_hundred.test_every_sentence_of_a_match import (  # noqa: F401 - the same evenings, held to other rules
    four,
    test_a_deal_played_to_the_end_and_the_next,
    test_pauses_leavers_and_ends,
)
from tests.cogs.test_every_sentence_of_rounds import test_blackjack, test_pok_deng, test_pontoon  # noqa: F401 - as above

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("each_in_their_own")]

MESSAGE, FORM = 4, 9
"""The kinds of answers to a press."""
PRIVATE = 64


@pytest.fixture
def each_in_their_own(speak_in_brackets, house, instead_of):
    speak_in_brackets("pt")
    instead_of(ReaderLanguages, "_own_language", lambda *_: "pt")
    instead_of(ReaderLanguages, "opens_in", lambda *_: "")
    yield
    sent = [(readers(sending), list(pseudo.texts(sending))) for sending in house.env.http_requests]
    assert {who for who, texts in sent if texts} == {"one", "all", "as before"}
    english = [game.seed_is_shown for game in house.app.games.values()]  # with the rest of the page about a shuffle
    commands = [game.command for game in house.app.games.values()]
    buttons = {label for sending in house.env.http_requests for label in english_labels(sending.json)}
    names = [*english, *house.names.values(), *HOUSE_PLAYER_NAMES, *commands, *buttons]
    for who, texts in sent:
        is_theirs = who == "one" or (who == "as before" and any("⟦" in text for text in texts))
        wrong = [text for text in texts if (pseudo.strays(text, names) if is_theirs else "⟦" in text)]
        assert not wrong, f"read by {who}"


def readers(sending):
    """Who reads it: one person, all, or whoever read the message that it changes."""
    said = sending.json if isinstance(sending.json, dict) else {}
    if sending.path.endswith("/callback"):
        if said["type"] == FORM:
            return "one"
        if said["type"] != MESSAGE:
            return "as before"
        said = said["data"]
    elif sending.method == "PATCH" and "/webhooks/" in sending.path:
        return "as before"
    return "one" if said.get("flags", 0) & PRIVATE else "all"


def english_labels(part):
    """What buttons say that aren't in brackets."""
    if isinstance(part, dict):
        label = part.get("label")
        if isinstance(label, str) and "⟦" not in label:
            yield label
        part = list(part.values())
    for each in part if isinstance(part, list) else ():
        yield from english_labels(each)
