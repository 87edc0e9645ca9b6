"""The pieces that tables and panels are drawn from: one container, small print, separate sections, rows of buttons.

A button, a select or a form of a table is nothing but its address: the table, the question it was drawn for, what to
do. All of it is in the custom_id, so they work after a restart as before; presses.py does what it says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from datetime import datetime
from typing import NamedTuple, cast

from discord import ButtonStyle, ui
from discord.utils import escape_markdown, escape_mentions

from cogs.app.replies import components
from cogs.app.replies.components import Component, Form, Layout, soon
from cogs.table.faces import CardText, plain_text
from data.guild.announcement import Announcement, Announcements
from data.people import is_member
from games.core import Button, Phrase
from i18n.words import Words
from tables.clock import Pace
from tables.game import ShoeState
from tables.lobby import ClosedBy, Lobby
from tables.round_in_play import RanOut
from tables.table import Table

MOST_TEXT = 4_000
"""Characters that Discord allows in one message."""
BUTTONS_IN_A_ROW = 5
GOLD = 0xF1C40F
"""A table's colour while the results show something rare."""
WON, LOST = 0x3BA55D, 0xD0453F
"""The colours of what somebody alone sees of a result."""
MOST_IN_STANDINGS = 8
_BETS = Phrase("bets {minimum}–{maximum}")
_PRIMARY, _SECONDARY = ButtonStyle.primary, ButtonStyle.secondary

BUTTON, SELECT, FORM = "b", "s", "f"
"""What comes before the address of a button, a select and a form."""
AGAIN = "again"
"""What comes before the number of a closed table that somebody wants to open again."""
REVIEW = "review"
"""What comes before the numbers of a table and of a round there that the coach looks at."""

PATTERN = (
    r"(?P<table>[0-9]{1,18}):(?P<asked>[0-9]{1,9}\.(?:b|[0-9]{1,6}(?:\.[0-9]{1,6})?)):(?P<verb>[a-z]+)"
    r"(?::(?P<argument>[A-Za-z0-9 -]*))?"
)
"""An address in a custom_id, after the prefix of its kind of control."""


def layout(
    accent: int | None, sections: Sequence[str | Sequence[Component]], controls: Iterable[Sequence[Component]] = ()
) -> Layout:
    """One container: `sections` with lines between them, then the rows of `controls`; empty ones are left out.

    A section that is a row of buttons belongs to the text above it.
    """
    parts: list[Component] = []
    for section in [*sections, *controls]:
        if not isinstance(section, str):
            starts = range(0, len(section), BUTTONS_IN_A_ROW)
            parts += [components.row(*section[start : start + BUTTONS_IN_A_ROW]) for start in starts]
        elif section:
            parts += [components.separator(), components.text(section)] if parts else [components.text(section)]
    return Layout(components.container(accent, parts))


def tint(net: int, usual: int) -> int:
    """The colour of a message in which somebody alone reads that they have won or lost so much."""
    return WON if net > 0 else LOST if net < 0 else usual


def fits(view: Layout) -> bool:
    """Whether all of the text fits in one message."""
    return view.content_length() <= MOST_TEXT


def in_one_message(draw: Callable[[CardText], Layout], cards: CardText) -> Layout:
    """What `draw` makes with `cards` as emojis or, where that is too long for a message, with cards as text."""
    view = draw(cards)
    return view if fits(view) else draw(plain_text)


class Address(NamedTuple):
    """`verb` is something that the table's game or every table can do, `argument` is what it needs for that.

    `question_id` is the question as everybody sees it or, on a private panel, as its owner does
    (`Table.question_id_of`).
    """

    table: int
    question_id: str
    verb: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.table}:{self.question_id}:{self.verb}" + (f":{self.argument}" if self.argument else "")

    def to(self, verb: str, argument: str = "") -> Address:
        """Another thing to do about the same question."""
        return Address(self.table, self.question_id, verb, argument)

    @classmethod
    def of(cls, match: re.Match[str]) -> Address:
        """The address that `PATTERN` found."""
        return cls(int(match["table"]), match["asked"], match["verb"], match["argument"] or "")


def table_button(
    address: Address,
    label: str | None,
    style: ButtonStyle = ButtonStyle.secondary,
    *,
    emoji: Component | None = None,
) -> Component:
    """A button that leads to `address`, with a text, an emoji or both."""
    return components.button(f"{BUTTON}:{address}", label, style, emoji=emoji)


def table_select(address: Address, options: Sequence[Component], placeholder: str) -> Component:
    """A select of `options`, of which one may be chosen."""
    return components.select(f"{SELECT}:{address}", options, placeholder)


class TableForm(Form):
    """A form about one table; `address.verb` names who reads it."""

    def __init__(self, address: Address, title: str, *fields: ui.Label[ui.Modal]) -> None:
        super().__init__(f"{FORM}:{address}", title, *fields)


def button(table: Table, label: str, verb: str, argument: str = "", *, main: bool = False) -> Component:
    """A button about the open question at `table`; the main ones stand out."""
    address = f"{BUTTON}:{table.id}:{table.question_id}:{verb}"
    if argument:
        address += f":{argument}"
    return components.button(address, label, _PRIMARY if main else _SECONDARY)


def priced(label: str, prices: Set[str]) -> str:
    """A button's `label` with its price in chips, where that is the same for all who are asked.

    One with a sign is added to what they have staked, or lost of it.
    """
    return " ".join([label, *prices]) if len(prices) == 1 else label


def leading(address: Address, label: str, *, main: bool = False) -> Component:
    """A button that leads to `address`."""
    return table_button(address, label, _PRIMARY if main else _SECONDARY)


def private_address(table: Table, user_id: int) -> Address:
    """The question as only `user_id` is asked it; buttons on a private panel lead from there."""
    return Address(table.id, table.question_id_of(user_id), "")


def has_room(table: Table) -> bool:
    """Whether anyone who reads this may have a seat: a free one, or a house player's."""
    mode = table.terms.mode
    is_fixed = mode.keeps_seats or (mode.private and table.host in table.lobby.seats)
    return (None in table.lobby.seats or table.gives_way) and not is_fixed


def bystanders_buttons(table: Table, words: Words, *others: Component) -> list[Component]:
    """The buttons for everybody during a round; `others` are the game's own."""
    sit = [button(table, words("Join"), "sit")] if has_room(table) else []
    return [*sit, *others, more_button(table, words)]


def more_button(table: Table, words: Words) -> Component:
    """The button to the rarely pressed ones (cogs/table/press.py)."""
    return button(table, words("More…"), "more")


def news(table: Table, words: Words, describe: Callable[[object], str]) -> str:
    """What just happened, in one line; `describe` says one event in words, or nothing."""
    texts = [describe(event) for event in table.play.events] if table.play is not None else []
    return small(_ran_out(table, words), *[text for text in texts if text][-3:])


def too_late(table: Table, words: Words) -> str:
    """Whose time has just run out, where the results show what was played for them."""
    return small(_ran_out(table, words))


def _ran_out(table: Table, words: Words) -> str:
    play = table.play
    late = [] if play is None else [event.seat for event in play.events if isinstance(event, RanOut)]
    if play is None or not late:
        return ""
    people = words.listed(words.name(play.setup.user_id_in(seat)) for seat in late)
    return words("{people} ran out of time", people=people)


_SENTENCE_ENDS = (".", "!", "?", "।")


def joined(*parts: str) -> str:
    """The parts with dots between them, but after a whole sentence; empty ones are left out."""
    shown = ""
    for part in filter(None, parts):
        ends = shown.rstrip("*").endswith(_SENTENCE_ENDS)
        shown += f"{' ' if ends else ' · '}{part}" if shown else part
    return shown


def bold(text: str) -> str:
    """In bold letters."""
    return f"**{text}**"


def small(*parts: str) -> str:
    """Small print; empty parts are left out."""
    shown = joined(*parts)
    return f"-# {shown}" if shown else ""


def lines(*parts: str) -> str:
    """The lines one below the other; empty ones are left out."""
    return "\n".join(filter(None, parts))


def crowd(texts: Sequence[str], words: Words, named: int | None, between: str = ", ") -> str:
    """The texts about several people; only the first `named` when there are too many."""
    others = len(texts) - len(texts[:named])
    more = [words.counted("{count} others", others)] if others else []
    return between.join([*texts[:named], *more])


def mark(seat: int) -> str:
    """The number by which people know a seat."""
    return f"`{seat + 1}`"


def is_new_shoe(table: Table) -> bool:
    """Whether the cards have been shuffled since the last round at a table with a shoe."""
    state = table.lobby.game_state
    return table.was_voided or (isinstance(state, ShoeState) and state.position == 0)


def heading(table: Table, words: Words, name: str | None = None) -> str:
    """The table's game, or the `name` of the kind that is played there, and its number; of a tournament its title."""
    if title := table.terms.mode.title:
        return f"### {escape_mentions(escape_markdown(title))}"
    return f"### {words('{game} · table {table}', game=name or table.game.title, table=str(table.id))}"


def head(table: Table, words: Words, *more: str, name: str | None = None, bets: Phrase = _BETS) -> str:
    """The table's name, what one may bet there, `more`, how many may come, and how fast it plays."""
    terms = table.terms
    limits = words.said(bets, minimum=terms.minimum, maximum=terms.maximum) if terms.maximum else ""
    free = 0 if terms.mode.private else table.lobby.seats.count(None)
    seats = words.counted("{count} free seats", free) if free else ""
    return lines(heading(table, words, name), small(limits, *more, seats, pace(terms.pace, words)))


def pace(pace: Pace, words: Words) -> str:
    """How fast a table plays, if not at the usual pace."""
    match pace:
        case Pace.QUICK:
            return words("quick")
        case Pace.NORMAL:
            return ""
        case Pace.RELAXED:
            return words("relaxed")
        case Pace.SLOW:
            return words("slow: a day for each turn")


def promise(table: Table, words: Words, *more: str) -> str:
    """The shuffle's published hash, before the first bet on its cards, after `more` about them: the last line."""
    is_open = not (table.is_playing or table.is_closed or table.lobby.bets or _dealt(table))
    return small(*more, words("shuffle {mark}", mark=table.commitment[:8])) if is_open else ""


def cards_dealt(table: Table, words: Words) -> str:
    """How many cards of the shoe are dealt, if any are."""
    if (dealt := _dealt(table)) == 0:
        return ""
    return words("cards dealt: {dealt} of {size}", dealt=dealt, size=52 * table.terms.options.decks)


def _dealt(table: Table) -> int:
    state = table.lobby.game_state
    return state.position if isinstance(state, ShoeState) else 0


def time_left(table: Table) -> str:
    """Until when the table waits, as each reader's Discord counts down to it; empty while it waits with no limit."""
    return f"⏳ {soon(table.deadline)}" if table.deadline is not None else ""


def unready_text(lobby: Lobby, words: Words) -> str:
    """Who has still to press *Ready* for the next deal."""
    people = [words.name(who) for who in lobby.seats if who is not None and who not in lobby.ready and is_member(who)]
    return words("Press {ready} for the next deal: **{people}**", people=words.listed(people), ready=Button("Ready"))


def announced(view: Layout, table: Table, announcements: Announcements, now: Callable[[], datetime]) -> Layout:
    """`view` with what the bot's owner announces, as a line below the name of the table.

    Without it when there is no room for it. A closed table would show it for ever.
    """
    if announcements.latest is None or table.is_closed or (announcement := announcements.shown_at(now())) is None:
        return view
    shown = _with_line(view, announcement_line(announcement), below=1)
    return shown if fits(shown) else view


def announcement_line(announcement: Announcement) -> str:
    """The text as it is shown: what somebody typed is no Markdown, and mentions nobody."""
    return bold(f"📣 {escape_mentions(escape_markdown(announcement.text))}")


def with_chips(view: Layout, chips: int, words: Words) -> Layout:
    """`view`, what somebody alone sees of a table, with the `chips` that they have beside those on it."""
    return _with_line(view, small(words.counted("You have {count} chips", chips)))


def _with_line(view: Layout, line: str, below: int | None = None) -> Layout:
    """`view` with `line` in its first text, `below` so many lines of it, or all."""
    (box,) = view.to_components()
    first, *others = cast("list[Component]", box["components"])
    rows = str(first["content"]).split("\n")
    rows[below or len(rows) :] = [line, *rows[below or len(rows) :]]
    return Layout(box | {"components": [first | {"content": "\n".join(rows)}, *others]})


def closing(table: Table, words: Words) -> str:
    """That the table is closed, or closes after its round."""
    if table.is_closed:
        return words("Table {table} is closed.", table=str(table.id))
    return words("Table {table} closes when its round is over.", table=str(table.id))


def closed(words: Words) -> str:
    """The text of a closed table."""
    return f"{words('This table is closed.')} {words('All chips have been returned.')}"


def farewell(table: Table, words: Words) -> str:
    """The same for everybody, with the reason, and what everyone has won or lost there in several rounds."""
    why = f"{closed_because(table.lobby.closed_by, words)} {words('All chips have been returned.')}"
    if table.rounds <= 1 or not table.lobby.standings:
        return why
    ranked = sorted(table.lobby.standings.items(), key=lambda each: -each[1])
    nets = [bold(f"{words.name(user_id)} {words.signed(net)}") for user_id, net in ranked]
    heading = words.counted("**After {count} rounds:**", table.rounds)
    return lines(f"{heading} {crowd(nets, words, MOST_IN_STANDINGS, ' · ')}", why)


def closed_because(by: ClosedBy, words: Words) -> str:
    """That a table is closed, and who or what has closed it."""
    return " ".join(filter(None, [bold(words("This table is closed.")), why_closed(by, words)]))


_WHY_CLOSED = {
    ClosedBy.HOST: Phrase("Its host closed it."),
    ClosedBy.MANAGER: Phrase("A manager of this server closed it."),
    ClosedBy.VOID: Phrase("A manager of this server closed it; its last round doesn't count."),
    ClosedBy.IDLE: Phrase("Nobody played for a while."),
    ClosedBy.BLOCKED: Phrase("The bot's operator has blocked this server."),
    ClosedBy.SWITCHED_OFF: Phrase("Its game is switched off in this server."),
    ClosedBy.CHANNEL: Phrase("The bot can no longer post in its channel."),
}


def why_closed(by: ClosedBy, words: Words) -> str:
    """Who or what has closed a table."""
    return words.said(_WHY_CLOSED[by]) if by in _WHY_CLOSED else ""


def switch_label(switch: str, is_on: bool, words: Words) -> str:
    """What stands on a switch: what it is, and how it is now."""
    return words("{option}: {value}", option=switch, value=words("on") if is_on else words("off"))


def again_button(table: int, words: Words) -> Component:
    """The button that opens another table with the terms of the closed one with this number."""
    return components.button(f"{AGAIN}:{table}", words("Open again"))


def review_button(table: int, number: int, words: Words) -> Component:
    """The button that shows whoever presses what the coach thinks of their part in a round that is over."""
    return components.button(f"{REVIEW}:{table}:{number}", words("How did I play?"))
