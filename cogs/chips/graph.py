"""The graph in `/balance`: one's own balance over time as a picture that only they see.

It is one PNG that is readable on a phone, in the dark theme and in the light one. matplotlib takes a second to load, so
the thread that draws the first picture loads it. It is made for one thread at a time, and draws outside the event
loop. Only its figures are used, never its global state.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

from cogs.app.bot import App
from cogs.table.letters import SCRIPTS
from data.ledger.history import History
from i18n.words import Words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, HEIGHT = 800, 450
"""Pixels; phones show it about half as wide."""
STRETCHES = WIDTH // 2
"""Of time: the line is at least two pixels wide, so more of them could not be seen."""
_INCH = 100  # pixels
_LARGE, _SMALL = 21, 14.5  # points, of which an inch has 72
_BACK, _LINES, _TEXT, _CURVE = "#1e1f22", "#43454b", "#dbdee1", "#f1c40f"
_GOT, _GAVE = "#5dade2", "#ec7063"
_MARGIN = 0.16  # inches
_COMPRESSION = 2
"""Of 9: a tenth larger than with the usual 6, in a third of the time."""
_HOURS = timedelta(days=2)
"""Pictures of less time show hours, of more time days."""
_SHORTEST = timedelta(minutes=10)
_ROOM = 5  # chips above and below, or more

Points = Sequence[tuple[datetime, int]]
Gifts = Sequence[tuple[datetime, int, int]]
"""Each gift: when, what it brought (below 0 it was given away), and the balance after it."""


async def read(app: App, guild: int, user_id: int) -> tuple[Points, Gifts]:
    """What the picture of somebody's chips shows, for `draw`."""
    balance = await app.economy.balance(guild, user_id)
    points = await History(app.store).curve(guild, user_id, STRETCHES) or ((app.now(), balance),)
    return points, [(gift.at, gift.net, gift.after) for gift in await app.gifts.of(guild, user_id)]


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture, and a sentence with its content for people who can't see it."""

    png: bytes
    description: str


def draw(points: Points, gifts: Gifts, now: datetime, words: Words) -> Graph:
    """Draw a balance: `points` say when it became how many chips, oldest first, at least one; the last holds `now`.

    The steps that are gifts have colours of their own, so that none looks like a win or a loss.

    Takes some tenths of a second of a processor; not for the event loop, and not for two threads at once.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.dates import date2num
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    times = [at.astimezone(UTC) for at, _ in points]
    chips = [chips for _, chips in points]
    end = max(now.astimezone(UTC), times[-1], times[0] + _SHORTEST)
    times.append(end)
    chips.append(chips[-1])
    title = words.counted("You have {count} chips", chips[-1])
    extent = words("highest {highest}, lowest {lowest}", highest=max(chips), lowest=min(chips))

    layout = ConstrainedLayoutEngine(w_pad=_MARGIN, h_pad=_MARGIN)
    figure = Figure(figsize=(WIDTH / _INCH, HEIGHT / _INCH), dpi=_INCH, facecolor=_BACK, layout=layout)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_subplot(facecolor=_BACK)
    along = date2num(times)
    axes.plot(along, chips, drawstyle="steps-post", color=_CURVE, linewidth=2.5, clip_on=False)
    axes.fill_between(along, chips, step="post", color=_CURVE, alpha=0.15, linewidth=0)
    _mark_gifts(axes, gifts, words)
    figure.suptitle(title, x=_MARGIN * _INCH / WIDTH, ha="left", **_letters(_LARGE))
    axes.set_title(extent, loc="left", **_letters(_SMALL))
    axes.set_xlim(along[0], along[-1])
    room = max((max(chips) - min(chips)) * 0.05, _ROOM)
    axes.set_ylim(max(min(chips) - room, 0), max(chips) + room)
    _write_scales(axes, end - times[0], words)
    if gifts:  # what their colours mean, above the picture at its right end
        axes.legend(
            loc="lower right",
            bbox_to_anchor=(1, 1),
            ncols=2,
            frameon=False,
            labelcolor=_TEXT,
            prop={"family": _families(), "size": _SMALL * 0.85},
            borderpad=0,
            borderaxespad=0.3,
            handletextpad=0.1,
            columnspacing=1.0,
        )

    file = io.BytesIO()
    extent = " · ".join([extent, *_gift_texts(gifts, words)])
    description = words(
        "Your chips from {since} to {until}: {chips} now, {extent}",
        since=_day(times[0], words),
        until=_day(end, words),
        chips=chips[-1],
        extent=extent,
    )
    metadata = {"Title": title, "Description": description, "Software": None}
    canvas.print_png(file, metadata=metadata, pil_kwargs={"compress_level": _COMPRESSION})
    return Graph(file.getvalue(), description)


def _mark_gifts(axes: Axes, gifts: Gifts, words: Words) -> None:
    from matplotlib.dates import date2num

    got, gave = [gift for gift in gifts if gift[1] > 0], [gift for gift in gifts if gift[1] < 0]
    kinds = (got, _GOT, "^", words("gifts received")), (gave, _GAVE, "v", words("gifts given"))
    for some, colour, marker, label in kinds:
        if some:
            times = [date2num(at.astimezone(UTC)) for at, _, _ in some]
            after = [balance for _, _, balance in some]
            axes.vlines(times, [balance - net for _, net, balance in some], after, color=colour, linewidth=3, zorder=3)
            axes.scatter(times, after, color=colour, marker=marker, s=60, zorder=4, clip_on=False, label=label)


def _gift_texts(gifts: Gifts, words: Words) -> Iterator[str]:
    """The gifts in words, for people who can't see the picture."""
    got, gave = sum(net for _, net, _ in gifts if net > 0), sum(-net for _, net, _ in gifts if net < 0)
    if got:
        yield words("{option}: {value}", option=words("gifts received"), value=got)
    if gave:
        yield words("{option}: {value}", option=words("gifts given"), value=gave)


def _write_scales(axes: Axes, span: timedelta, words: Words) -> None:
    from matplotlib.dates import AutoDateLocator, num2date
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    def moment(number: float, _position: int | None = None) -> str:
        at = num2date(number)
        return _day(at, words) if span > _HOURS else words("{hour}:{minute}", hour=f"{at:%H}", minute=f"{at:%M}")

    axes.xaxis.set_major_locator(AutoDateLocator(minticks=2, maxticks=5))
    axes.xaxis.set_major_formatter(FuncFormatter(moment))
    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda chips, _position: words.chips(round(chips))))
    axes.tick_params(colors=_TEXT, labelsize=_SMALL, length=0, pad=8)
    axes.grid(color=_LINES, linewidth=1)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left", "bottom"):
        axes.spines[side].set_visible(False)
    if span <= _HOURS:
        axes.set_xlabel(words("times in UTC"), loc="right", **_letters(_SMALL))


def _letters(size: float) -> dict[str, Any]:
    return {"fontsize": size, "color": _TEXT, "parse_math": False, "fontfamily": _families()}


@cache
def _families() -> list[str]:
    """The fonts in which a letter is looked for, one after the other."""
    from matplotlib.font_manager import fontManager
    from matplotlib.ft2font import FT2Font

    for font in SCRIPTS.values():
        fontManager.addfont(font)
    return ["DejaVu Sans", *(FT2Font(str(font)).family_name for font in SCRIPTS.values())]


def _day(at: datetime, words: Words) -> str:
    return words("{year}-{month}-{day}", year=f"{at:%Y}", month=f"{at:%m}", day=f"{at:%d}")
