"""A checked shuffle in words: a short answer, and a file with every card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cogs.table.parts import joined, lines, small
from data.tables.fairness import DealtRound, OpenShuffle
from games.cards import Card, written
from games.core import Phrase
from games.fair.dealt import Fault, Mixing, Part, Report, RoundFinding, Wrong
from games.fair.shoe import commitment
from i18n.words import Words

MOST_TOLD = 5
"""Faults in the answer; the file has all of them."""
MARK = 8
"""Digits of a commitment that a table shows."""
_IN_A_LINE = 13


class ShuffleReport:
    """One report in the words of one person."""

    def __init__(
        self, shuffle: OpenShuffle, title: Phrase, rounds: Sequence[DealtRound], report: Report, words: Words
    ) -> None:
        """`title` is the game's, and `shuffle` has been revealed."""
        self._shuffle = shuffle
        self._seed = shuffle.seed or b""
        self._title = title
        self._void = frozenset(each.number for each in rounds if each.void)
        self._report = report
        self._words = words

    @property
    def mark(self) -> str:
        """What the table showed of the shuffle."""
        return self._shuffle.commitment[:MARK]

    def answer(self) -> str:
        """The answer in about five lines; long numbers are in the file."""
        return "\n".join(line for line in self._answer() if line)

    def _answer(self) -> Iterator[str]:
        words, shuffle, report = self._words, self._shuffle, self._report
        about = {"mark": self.mark, "table": str(shuffle.table)}
        if report.is_fair:
            heading = words("### ✅ Shuffle {mark} of table {table} checks out", **about)
            yield joined(heading, words.said(self._title))
        else:
            yield words("### ❌ Shuffle {mark} of table {table} doesn't match\nTell the bot's operator.", **about)
        yield self._promise()
        yield self._cards()
        faults = [finding for finding in report.rounds if finding.fault is not None]
        yield from (self._fault(finding.round, finding.fault) for finding in faults[:MOST_TOLD] if finding.fault)
        if len(faults) > MOST_TOLD:
            yield words.counted("And {count} more rounds: see the file.", len(faults) - MOST_TOLD)
        yield self._not_kept()
        yield small(words("The file has every card, and how to check them with your own tools."))

    def _promise(self) -> str:
        if self._report.is_promised:
            return self._words("The seed is the one that was locked in before the first bet.")
        return self._words(
            "The seed's SHA-256 is `{computed}`, but `{promised}` was shown before the first bet.",
            computed=commitment(self._seed),
            promised=self._shuffle.commitment,
        )

    def _cards(self) -> str:
        words, report = self._words, self._report
        compared = [finding.round for finding in report.rounds if finding.kept and finding.fault is None]
        count = sum(len(order.cards) for order in report.orders)
        if not report.rounds:
            return words("No round was dealt from this shuffle.")
        if len(compared) < len(report.rounds) or not compared:
            return words.counted("The shuffle has {count} cards.", count)
        if len(compared) == 1:
            return words("Round {round}: all cards match.", round=compared[0])
        return words.counted(
            "All cards of rounds {first} to {last} match the seed ({count} cards in the shuffle).",
            count,
            first=compared[0],
            last=compared[-1],
        )

    def _not_kept(self) -> str:
        missing = [finding.round for finding in self._report.rounds if not finding.kept]
        if not missing:
            return ""
        return self._words(
            "These rounds can't be compared, because not all of their cards were kept: {rounds}.",
            rounds=self._words.listed(map(str, missing[: 4 * MOST_TOLD])),
        )

    def _fault(self, number: int, fault: Fault) -> str:
        words = self._words
        match fault.wrong:
            case Wrong.CARD if fault.due is not None and fault.dealt is not None:
                return words(
                    "Round {round}: card {number} should have been {due}, but {dealt} was dealt.",
                    round=number,
                    number=fault.number,
                    due=str(fault.due),
                    dealt=str(fault.dealt),
                )
            case Wrong.CARD:
                return words("Round {round}: more cards were dealt than the pack had.", round=number)
            case Wrong.PLACE:
                return words("Round {round} doesn't start where the round before it ended.", round=number)
            case Wrong.PICKED_UP:
                return words("Round {round}: the cards picked up aren't those that were dealt.", round=number)
            case Wrong.UNREADABLE:
                return words("Round {round}: the record of its cards can't be read.", round=number)

    def command(self, order: Mixing) -> str:
        """The line that computes `order` without the bot."""
        again = f" {len(order.again)}" if order.again else ""
        return f'python3 verify.py {self._seed.hex()} "{order.salt}" {order.pack}{again}'

    # The file

    def file(self) -> str:
        """Everything, for a text file."""
        return "\n".join(self._file()) + "\n"

    def _file(self) -> Iterator[str]:
        words, shuffle = self._words, self._shuffle
        yield words(
            "Shuffle {mark} of table {table}, {game}", mark=self.mark, table=str(shuffle.table), game=self._title
        )
        yield ""
        yield words("Shown before the first bet: {commitment}", commitment=shuffle.commitment)
        yield words("SHA-256 of the seed:        {commitment}", commitment=commitment(self._seed))
        yield words("Seed: {seed}", seed=self._seed.hex())
        yield words("Salt: {salt}", salt=shuffle.salt or words("none", "salt"))
        for order in self._report.orders:
            yield from self._order(order)
        for finding in self._report.rounds:
            yield from self._round(finding)
        yield from ("", *self._recipe())

    def _order(self, order: Mixing) -> Iterator[str]:
        words = self._words
        yield ""
        yield words('The cards of {pack}, shuffled with the salt "{salt}":', pack=order.pack, salt=order.salt)
        yield from numbered(order.cards)
        if order.again:
            yield words.counted("The shoe ran out. The first {count} cards were shuffled again:", len(order.again))
            yield from numbered(order.again)
        yield words("To compute it without the bot:")
        yield f"    {self.command(order)}"

    def _round(self, finding: RoundFinding) -> Iterator[str]:
        words = self._words
        yield ""
        if not finding.kept:
            yield (
                words("Round {round} was void, and its cards weren't kept.", round=finding.round)
                if finding.round in self._void
                else words("Round {round}: not all of its cards were kept; it can't be compared.", round=finding.round)
            )
            return
        yield (
            words("Round {round}: all cards match.", round=finding.round)
            if finding.fault is None
            else words("{fault} IT DOESN'T MATCH.", fault=self._fault(finding.round, finding.fault))
        )
        for part in finding.parts:
            yield from self._part(part)

    def _part(self, part: Part) -> Iterator[str]:
        words, stretch = self._words, part.stretch
        about = {"pack": stretch.pack, "salt": f"{self._shuffle.salt or ''}{stretch.salt}"}
        if stretch.dealer is not None:
            yield words(
                'Of {pack}, "{salt}", the hands by seat, seat {seat} dealing, and the kitty:',
                **about,
                seat=stretch.dealer + 1,
            )
            yield from (f"    {written(cards)}" for cards in stretch.hands)
            return
        yield words('Of {pack}, "{salt}", from card {number} on:', **about, number=part.place + 1)
        yield from numbered(stretch.cards, part.place)
        if stretch.under:
            yield words("Picked up and put under the pack, in this order:")
            yield from (
                f"    {written(stretch.under[start : start + _IN_A_LINE])}"
                for start in range(0, len(stretch.under), _IN_A_LINE)
            )

    def _recipe(self) -> Iterator[str]:
        words = self._words
        yield words("How to check a shuffle with tools of your own")
        yield words(" 1. Take the SHA-256 of the seed. It has to be what the table showed before the first bet.")
        yield words(
            " 2. Put a new pack in order: clubs, diamonds, hearts, spades, each from the 2 up to the ace; several "
            "packs one after the other. The packs of Five Hundred are in verify.py."
        )
        yield words(
            " 3. Take HMAC-SHA256 with the seed as the key and the text SALT:0, then SALT:1, SALT:2 and so on. Each "
            "gives eight numbers of four bytes, the highest byte first."
        )
        yield words(" 4. Begin with N = the number of cards, and take the next number.")
        yield words(" 5. Is it 2^32 - (2^32 mod N) or more? Then skip it and take the next.")
        yield words(" 6. Swap the card at place N with the card at place (number mod N) + 1.")
        yield words(" 7. Make N one smaller. As long as it is above 1, take the next number and go back to 5.")
        yield words(" 8. The pack is shuffled. Cards are dealt from the first one on.")
        yield words(
            " 9. When a shoe runs out, shuffle the cards of its earlier rounds, in the order above, with SALT/again."
        )
        yield words("10. When a pack isn't shuffled after a deal, the cards picked up go under its last card.")


def numbered(cards: Sequence[Card], before: int = 0) -> Iterator[str]:
    """`cards` in lines, each with the number of its first card; `before` cards came earlier."""
    for start in range(0, len(cards), _IN_A_LINE):
        yield f"{before + start + 1:>4}  {written(cards[start : start + _IN_A_LINE])}"


def promised(seed_is_shown: str, shuffle: OpenShuffle, before: OpenShuffle | None) -> list[str]:
    """The promise about the cards of an open table in parts, in English: `shuffle` is in use, `before` is over."""
    words = Words.speaking("en")
    mark = shuffle.commitment[:MARK]
    heading = words("**Shuffle {mark}**", mark=mark)
    seed = words(
        "A secret seed decides all cards. It was locked in {when}; this is its SHA-256:\n`{commitment}`",
        when=f"<t:{round(shuffle.created_at.timestamp())}:R>",
        commitment=shuffle.commitment,
    )
    salt = (
        words(
            "The salt is `{salt}`: the ID that Discord gave to a player's press after that, or to the message of a "
            "practice table, so the bot couldn't know it when it chose the seed.",
            salt=shuffle.salt,
        )
        if shuffle.salt
        else words("There's no salt yet. It will be the ID that Discord gives to the press that starts the play.")
    )
    later = words(
        "Write the SHA-256 down. Later **/fair verify shuffle:{mark}** shows the seed and checks every card.", mark=mark
    )
    earlier = (
        words("The previous shuffle is over: **/fair verify shuffle:{mark}** checks it.", mark=before.commitment[:MARK])
        if before is not None
        else ""
    )
    return [lines(heading, seed), salt, lines(_dealt(shuffle), seed_is_shown), lines(later, earlier)]


def _dealt(shuffle: OpenShuffle) -> str:
    words = Words.speaking("en")
    if shuffle.first is None:
        return words("No round has been dealt from this shuffle yet.")
    if shuffle.first == shuffle.last:
        return words("Round {round} was dealt from this shuffle.", round=shuffle.first)
    return words("Rounds {first} to {last} were dealt from this shuffle.", first=shuffle.first, last=shuffle.last)
