"""The lessons that a decision can teach, each in a sentence that stands by itself."""

from __future__ import annotations

from enum import Enum

from games.core import Phrase


class Lesson(Enum):
    """What to do next time, in the `sentence` that a player says; the value is its name in the database."""

    sentence: Phrase

    def __new__(cls, name: str, sentence: Phrase) -> Lesson:
        """The lesson of that name."""
        lesson = object.__new__(cls)
        lesson._value_, lesson.sentence = name, sentence
        return lesson

    # Before the play
    BID_MORE = "bid more", Phrase("Your hand was good for more.")
    BID_LESS = "bid less", Phrase("Bid less or pass: the points weren't worth the risk.")
    BETTER_SUIT = "better suit", Phrase("Bid the suit in which you have the most trumps.")
    SUPPORT = "support", Phrase("Your partner bid that suit and you can help: raise it.")
    PARTNERS_BID = "partner's bid", Phrase("The highest bid is your partner's: your side plays it already.")
    SACRIFICE = "sacrifice", Phrase("A bid that may fail can cost less than letting the others play.")
    LOW_ENOUGH = "low enough", Phrase("Your cards are low enough to lose every trick.")
    GUARDED_MISERE = "guarded misere", Phrase("In a misère, every high card needs low ones beside it.")
    DISCARD = "discard", Phrase("Keep trumps and aces, and get rid of a short suit, so that you can trump it later.")
    # Leading
    TRUMPS_FIRST = "trumps first", Phrase("Draw trumps first: the opponents can ruff your other suits.")
    FROM_THE_TOP = "from the top", Phrase("Draw trumps from the top.")
    KEEP_TRUMPS = "keep trumps", Phrase("Keep your trumps and lead another suit.")
    CASH_WINNER = "cash winner", Phrase("Lead a card that is the highest left of its suit before you give up the lead.")
    WHICH_SUIT = "which suit", Phrase("Before you lead, think which suit gives away least.")
    # Following
    PARTNERS_TRICK = "partner's trick", Phrase("Your partner is winning the trick, so play low.")
    CHEAPEST = "cheapest", Phrase("Win with the lowest card that is enough, and lose with your lowest.")
    SECOND_HAND = "second hand", Phrase("Second hand plays low.")
    TAKE_IT = "take it", Phrase("Take the opponents' trick when you can.")
    HIGH_ENOUGH = "high enough", Phrase("Play high enough that the opponents can't win the trick cheaply.")
    RUFF = "ruff", Phrase("You can't follow suit, so trump it.")
    # Keeping
    SAVE_JOKER = "save joker", Phrase("Save the joker for a trick that nothing else wins.")
    JOKER_IN_TIME = "joker in time", Phrase("Without trumps, play the joker in time and not last of all.")
    KEEP_WINNER = "keep winner", Phrase("Keep what can still win a trick, and the small cards that guard it.")
    # Misères
    STAY_BELOW = (
        "stay below",
        Phrase("In a misère, stay below the others and get rid of your high cards."),
    )
    STAY_UNDER = "stay under", Phrase("Against a misère, stay under the contractor and get rid of your high cards.")
