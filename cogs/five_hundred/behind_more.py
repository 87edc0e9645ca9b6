"""The buttons of Five Hundred behind *More…*: scores, a pause, and in groups what changes a match or is personal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogs.app.bot import App
from cogs.app.replies.components import Component
from cogs.five_hundred.absent import come_back_button, ending_buttons, has_left
from cogs.five_hundred.between_deals import MAY_END
from cogs.five_hundred.wording import AMBER
from cogs.table.parts import button, layout, lines, small, switch_label
from cogs.table.press import SWITCH, Handler, Press
from data.languages import EASY_HOUSE, STRONG_HOUSE
from games.core import Phrase
from games.five_hundred import FiveHundredView
from i18n.words import Words
from tables.events import Arrange
from tables.five_hundred import match
from tables.five_hundred.match_state import Habit, MatchStage, MatchState, stage_of
from tables.modes import EASY, STRONG, USUAL
from tables.settings.general import HouseSettings
from tables.table import Table

HABITS = {"facedown": Habit.FACE_DOWN, "raising": Habit.RAISES, "forced": Habit.PLAYS_FORCED}
"""The personal switches by what their addresses say."""
BIDS = "housebids"
"""The verb of the button that shows what the bids of the house mean."""
CONVENTIONS = (
    Phrase("**6 no trumps** as a first bid shows the joker."),
    Phrase("**A first six** in a suit shows four cards of it, or a bower."),
    Phrase("**Raising the partner's suit** shows support: three cards of it, or the joker or a bower."),
    Phrase("**A pass** shows nothing. **Misères** say what they are."),
)
"""What house players say and hear, as players/five_hundred/conventions.py has it."""
_NEXT = {USUAL: EASY_HOUSE, EASY: STRONG_HOUSE, STRONG: STRONG_HOUSE}
"""The switch whose press leads to the next level; pressed once more, it is off."""


def more_buttons(press: Press) -> list[Component]:
    """The rarely pressed buttons of a match for one person: the scores; for players a pause, for others the trick."""
    table, words, plays = press.table, press.words, press.user_id in press.table.lobby.seats
    state, runs_by_itself = MatchState.of(table.lobby), table.terms.mode.runs_by_itself
    is_out = has_left(table, press.user_id)
    view: FiveHundredView | None = table.play.round.view(None) if table.play is not None and table.is_playing else None
    has_trick = view is not None and view.last_trick is not None and not (plays or is_out)
    goes_on = (table.is_playing or stage_of(table.lobby) is MatchStage.BETWEEN) and not (state.proposal or state.paused)
    may_pause = goes_on and plays and not (table.waits_for_one(table.lobby) or runs_by_itself)
    return [
        *([come_back_button(table, words)] if is_out else []),
        *([button(table, words("Last trick"), "last")] if has_trick else []),
        *([button(table, words("Scores"), "scores")] if state.deal and not runs_by_itself else []),
        *([button(table, words("Pause"), "pause")] if may_pause else []),
    ]


def table_buttons(press: Press) -> list[Component]:
    """What changes a match or is about it: the last deal, its seats, its end, and how the house bids there."""
    table, words = press.table, press.words
    state, stage = MatchState.of(table.lobby), stage_of(table.lobby)
    draws = stage is MatchStage.GATHERING and press.manages and not table.terms.mode.runs_by_itself
    has_record = state.deal and not (table.is_playing or table.terms.mode.runs_by_itself)
    may_end = stage in MAY_END or (table.is_playing and state.paused)
    waits = may_end and press.user_id in table.lobby.seats and not table.terms.mode.runs_by_itself
    bids = table.terms.mode.conventions and table.lobby.house_players
    return [
        *(_draw_button(table, words) if draws else []),
        *([button(table, words("Deal record"), "record", str(state.deal))] if has_record else []),
        *(ending_buttons(table, words) if waits else []),
        *([button(table, words("How the house bids"), BIDS)] if bids else []),
    ]


def switches(press: Press, level: str) -> Iterator[Component]:
    """The personal switches, each with what is so now, and the `level` of the house for those who practise alone."""
    table, words, person = press.table, press.words, press.user_id
    state, options = MatchState.of(table.lobby), table.terms.options
    labels = {
        Habit.FACE_DOWN: words("Deal my cards face down"),
        Habit.RAISES: words("Ask me to raise my bid"),
        Habit.PLAYS_FORCED: words("Play forced cards"),
    }
    is_last = bool(table.terms.mode.day)  # these two are about later deals
    useless = {Habit.FACE_DOWN: is_last or not options.has_blind_misere, Habit.RAISES: is_last or not options.may_raise}
    for verb, habit in (
        HABITS.items() if person in table.lobby.seats and stage_of(table.lobby) is not MatchStage.OVER else ()
    ):
        if not useless.get(habit):
            is_on = person in state.with_habit(habit)
            yield button(table, switch_label(labels[habit], is_on, words), verb, "off" if is_on else "on")
    if table.waits_for_one(table.lobby) and not table.terms.mode.is_duplicate:
        setting = HouseSettings.house_level
        label = words("{option}: {value}", option=setting.title, value=setting.said(level, words))
        yield button(table, label, SWITCH, _NEXT[level].replace("_", "-"))


def _draw_button(table: Table, words: Words) -> list[Component]:
    """The host's switch for drawn seats; two players face each other wherever they sit."""
    is_on = MatchState.of(table.lobby).random
    label = switch_label(words("Random seats"), is_on, words)
    return [button(table, label, "draw", "off" if is_on else "on")] if len(table.lobby.seats) > 2 else []


async def _show_bids(press: Press) -> None:
    """What the bids of the house mean."""
    words = press.words
    text = lines(f"### {words('How the house bids')}", *(f"- {words.said(each)}" for each in CONVENTIONS))
    note = small(words("House players bid this way, and read their partner's bids the same way."))
    await press.show(layout(AMBER, [text, note]))


def buttons(app: App) -> Mapping[str, Handler]:
    """What these buttons do; nobody else is told of a personal switch."""

    def switches_to(habit: Habit) -> Handler:
        async def switch(press: Press) -> None:
            who, on = press.user_id, press.address.argument == "on"
            await press.live.do(Arrange(who, lambda lobby: match.change_habit(lobby, who, habit, on), quietly=True))
            await app.presses.common["more"](press)

        return switch

    return {BIDS: _show_bids, **{verb: switches_to(habit) for verb, habit in HABITS.items()}}
