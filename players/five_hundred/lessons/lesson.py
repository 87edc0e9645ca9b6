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
    BID_LESS = "bid less", Phrase("You bid more than your hand can make.")
    BETTER_SUIT = "better suit", Phrase("Bid the suit in which you have the most trumps.")
    SUPPORT = "support", Phrase("Your partner bid that suit and you can help: raise it.")
    PARTNERS_BID = "partner's bid", Phrase("The highest bid is your partner's: your side plays it already.")
    GUARDED_MISERE = "guarded misere", Phrase("In a misère, every high card needs low ones beside it.")
    DISCARD = "discard", Phrase("Keep trumps and aces, and get rid of a short suit, so that you can trump it later.")
    # Leading
    DRAW_TRUMPS = "draw trumps", Phrase("Draw trumps before you cash your aces.")
    TRUMPS_FIRST = "trumps first", Phrase("Draw trumps first: the opponents can ruff your other suits.")
    FROM_THE_TOP = "from the top", Phrase("Draw trumps from the top.")
    TRUMPS_ARE_GONE = "trumps are gone", Phrase("Their trumps are gone: keep yours and lead another suit.")
    LONG_SUIT = "long suit", Phrase("Without trumps, lead a long suit and not a single card.")
    CASH_WINNER = "cash winner", Phrase("Lead a card that is the highest left of its suit before you give up the lead.")
    # Following
    PARTNERS_TRICK = "partner's trick", Phrase("Your partner is winning the trick, so play low.")
    CHEAPEST = "cheapest", Phrase("Win with the lowest card that is enough.")
    SECOND_HAND = "second hand", Phrase("Second hand plays low.")
    THIRD_HAND = "third hand", Phrase("Third hand high: don't let the opponents win your partner's lead cheaply.")
    TAKE_IT = "take it", Phrase("When you play last, win the opponents' trick if you can.")
    RUFF = "ruff", Phrase("You can't follow suit, so trump it.")
    RUFF_HIGH = "ruff high", Phrase("When you trump, trump high enough that nobody can trump higher.")
    PLAY_LOW = "play low", Phrase("When you don't win the trick, play the lowest card that you can spare.")
    # Keeping
    SAVE_JOKER = "save joker", Phrase("Save the joker for a trick that nothing else wins.")
    JOKER_IN_TIME = "joker in time", Phrase("Without trumps, play the joker in time and not last of all.")
    KEEP_GUARD = "keep guard", Phrase("Keep a small card beside your king, or it falls to the ace.")
    KEEP_WINNER = "keep winner", Phrase("Don't throw away a card that can still win a trick.")
    # Misères
    DUCK_HIGH = "duck high", Phrase("In a misère, play the highest card that still stays below.")
    THROW_DANGER = "throw danger", Phrase("You can't win this trick, so throw your most dangerous card.")
    SAFE_LEAD = "safe lead", Phrase("In a misère, lead a card that somebody must beat.")
    LEAVE_IT = "leave it", Phrase("Against a misère, leave the contractor the trick they are winning.")
    KEEP_LOW = "keep low", Phrase("Against a misère, get rid of high cards and keep the low ones.")
    LEAD_LOW = "lead low", Phrase("Against a misère, lead low so that the contractor must win.")
