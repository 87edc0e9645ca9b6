import pytest

from games.core import Phrase
from games.five_hundred import Phase
from players.choice import Choice, Option
from players.five_hundred import Question
from players.five_hundred.legal import plays
from players.five_hundred.rules_of_thumb import RulesOfThumb


@pytest.fixture(autouse=True)
def quick_house(instead_of):
    """The house bids by rules of thumb and plays any card, at once."""

    def answer(_answer, question, source, _effort):
        view = question.view
        if view.phase is Phase.PLAY:
            best = Option(str(source.choice(plays(view))), 0.5)
        else:
            best = Option(str(RulesOfThumb(view, question.seat, question.score).action()), 0.5)
        return Choice((best,), Phrase("It is better."))

    instead_of(Question, "answer", answer)
