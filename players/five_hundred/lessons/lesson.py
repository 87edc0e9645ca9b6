"""The lessons that a decision can teach, each in a sentence that stands by itself."""

from __future__ import annotations

from enum import Enum

from games.core import Phrase


class Lesson(Enum):
    """What to do next time; the value is its name in the database."""

    # Before the play
    BID_MORE = "bid more"
    BID_LESS = "bid less"
    BETTER_SUIT = "better suit"
    SUPPORT = "support"
    PARTNERS_BID = "partner's bid"
    GUARDED_MISERE = "guarded misere"
    DISCARD = "discard"
    # Leading
    DRAW_TRUMPS = "draw trumps"
    TRUMPS_FIRST = "trumps first"
    FROM_THE_TOP = "from the top"
    TRUMPS_ARE_GONE = "trumps are gone"
    LONG_SUIT = "long suit"
    CASH_WINNER = "cash winner"
    # Following
    PARTNERS_TRICK = "partner's trick"
    CHEAPEST = "cheapest"
    SECOND_HAND = "second hand"
    THIRD_HAND = "third hand"
    TAKE_IT = "take it"
    RUFF = "ruff"
    RUFF_HIGH = "ruff high"
    PLAY_LOW = "play low"
    # Keeping
    SAVE_JOKER = "save joker"
    JOKER_IN_TIME = "joker in time"
    KEEP_GUARD = "keep guard"
    KEEP_WINNER = "keep winner"
    # Misères
    DUCK_HIGH = "duck high"
    THROW_DANGER = "throw danger"
    SAFE_LEAD = "safe lead"
    LEAVE_IT = "leave it"
    KEEP_LOW = "keep low"
    LEAD_LOW = "lead low"

    @property
    def sentence(self) -> Phrase:
        """The lesson as a player says it."""
        return _SENTENCES[self]


_SENTENCES = {
    Lesson.BID_MORE: Phrase("Your hand was good for more."),
    Lesson.BID_LESS: Phrase("You bid more than your hand can make."),
    Lesson.BETTER_SUIT: Phrase("Bid the suit in which you have the most trumps."),
    Lesson.SUPPORT: Phrase("Your partner bid that suit and you can help: raise it."),
    Lesson.PARTNERS_BID: Phrase("The highest bid is your partner's: your side plays it already."),
    Lesson.GUARDED_MISERE: Phrase("In a misère, every high card needs low ones beside it."),
    Lesson.DISCARD: Phrase("Keep trumps and aces, and get rid of a short suit, so that you can trump it later."),
    Lesson.DRAW_TRUMPS: Phrase("Draw trumps before you cash your aces."),
    Lesson.TRUMPS_FIRST: Phrase("Draw trumps first: the opponents can ruff your other suits."),
    Lesson.FROM_THE_TOP: Phrase("Draw trumps from the top."),
    Lesson.TRUMPS_ARE_GONE: Phrase("Their trumps are gone: keep yours and lead another suit."),
    Lesson.LONG_SUIT: Phrase("Without trumps, lead a long suit and not a single card."),
    Lesson.CASH_WINNER: Phrase("Lead a card that is the highest left of its suit before you give up the lead."),
    Lesson.PARTNERS_TRICK: Phrase("Your partner is winning the trick, so play low."),
    Lesson.CHEAPEST: Phrase("Win with the lowest card that is enough."),
    Lesson.SECOND_HAND: Phrase("Second hand plays low."),
    Lesson.THIRD_HAND: Phrase("Third hand high: don't let the opponents win your partner's lead cheaply."),
    Lesson.TAKE_IT: Phrase("When you play last, win the opponents' trick if you can."),
    Lesson.RUFF: Phrase("You can't follow suit, so trump it."),
    Lesson.RUFF_HIGH: Phrase("When you trump, trump high enough that nobody can trump higher."),
    Lesson.PLAY_LOW: Phrase("When you don't win the trick, play the lowest card that you can spare."),
    Lesson.SAVE_JOKER: Phrase("Save the joker for a trick that nothing else wins."),
    Lesson.JOKER_IN_TIME: Phrase("Without trumps, play the joker in time and not last of all."),
    Lesson.KEEP_GUARD: Phrase("Keep a small card beside your king, or it falls to the ace."),
    Lesson.KEEP_WINNER: Phrase("Don't throw away a card that can still win a trick."),
    Lesson.DUCK_HIGH: Phrase("In a misère, play the highest card that still stays below."),
    Lesson.THROW_DANGER: Phrase("You can't win this trick, so throw your most dangerous card."),
    Lesson.SAFE_LEAD: Phrase("In a misère, lead a card that somebody must beat."),
    Lesson.LEAVE_IT: Phrase("Against a misère, leave the contractor the trick they are winning."),
    Lesson.KEEP_LOW: Phrase("Against a misère, get rid of high cards and keep the low ones."),
    Lesson.LEAD_LOW: Phrase("Against a misère, lead low so that the contractor must win."),
}
