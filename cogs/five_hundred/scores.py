"""Matches of Five Hundred in lists: their deals in short, running and finished ones, what members have won and lost."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.app.bot import App
from cogs.app.replies import components
from cogs.app.replies.components import Layout
from cogs.app.router import Route
from cogs.chips.stats import matches_with_house
from cogs.five_hundred.reckoning import Reckoning, player_in
from cogs.five_hundred.wording import AMBER, Person, dotted, score_text, short_bid, side_text, unrated_text
from cogs.table.parts import MOST_TEXT, layout, lines, small
from data.tables.matches import DealRow, Ending, MatchRow, Tally
from games.five_hundred import Bid, Options
from i18n.words import Words

MOST_LISTED = 25
"""Deals in the list from which a record is chosen; Discord allows no more."""


def _holder(match: MatchRow, words: Words) -> Person:
    return lambda seat: words.person(match.seated[seat])


# One match


def match_view(
    match: MatchRow, options: Options, deals: Sequence[DealRow], records: Route[App], words: Words
) -> Layout:
    """The score of a match, what each of its deals scored, and the list from which `records` opens a deal's record."""
    why = small(unrated_text(match.unrated, words))
    head = lines(match_score_text(match, options, words), _won_by_default(match, words), why)
    title = words("### Match {match}", match=str(match.table))
    rows = fitting([deal_text(match, options, deal, words) for deal in reversed(deals)], len(title) + len(head), words)
    view = layout(AMBER, [title, head, rows])
    if not deals:
        return view
    latest = list(reversed(deals))[:MOST_LISTED]
    choices = [components.option(_label(deal, words), str(deal.deal)) for deal in latest]
    select = records.select(match.table, choices, words("Show a deal record…"))
    return Layout(*view.to_components(), components.row(select))


def _label(deal: DealRow, words: Words) -> str:
    if deal.bid is None:
        return words("Deal {deal}: everyone passed", deal=deal.deal)
    said = {"deal": deal.deal, "bid": short_bid(Bid.parse(deal.bid), words)}
    return words("Deal {deal}: {bid} made", **said) if deal.made else words("Deal {deal}: {bid} lost", **said)


def _won_by_default(match: MatchRow, words: Words) -> str:
    if match.ending is not Ending.DEFAULT:
        return ""
    winners = words.people(player.user_id for player in match.players if player.won)
    return words("Won by default: {people}", people=winners)


def match_score_text(match: MatchRow, options: Options, words: Words) -> str:
    """The sides of a match with their points."""
    points = match.points or (0,) * options.sides
    person = _holder(match, words)
    return lines(*(score_text(options, side, person, points[side], words) for side in range(options.sides)))


def deal_text(match: MatchRow, options: Options, row: DealRow, words: Words) -> str:
    """A deal in one line: who made or lost what, and what each side scored."""
    deal = Reckoning.of(row, options, player_in(match, row.deal, words), words)
    if row.bid is None:
        return words("**Deal {deal}**: everyone passed", deal=row.deal)
    return words("**Deal {deal}**: {what} · {points}", deal=row.deal, what=deal.in_short(), points=deal.points())


# Lists


def list_view(title: str, rows: Sequence[str], words: Words, below: Sequence[str] = ()) -> Layout:
    """As many of `rows` as a message can show beside what stands `below` them."""
    end = lines(*below)
    return layout(AMBER, [title, fitting(rows, len(title) + len(end), words), end])


def fitting(rows: Sequence[str], taken: int, words: Words) -> str:
    """As many of `rows` as fit beside `taken` characters, and how many are left out."""
    for shown in range(len(rows), -1, -1):
        left_out = len(rows) - shown
        more = [small(words("and {count} more", count=left_out))] if left_out else []
        if len(text := "\n".join([*rows[:shown], *more])) <= MOST_TEXT - taken:
            break
    return text


def running_text(match: MatchRow, options: Options, link: str, words: Words) -> str:
    """A running match, in a list."""
    target = words.counted("to {count} point", "to {count} points", options.target)
    deals = words.counted("{count} deal", "{count} deals", match.deals)
    return lines(dotted(_linked(match, link, words), target, deals), match_score_text(match, options, words))


def finished_text(match: MatchRow, options: Options, link: str, words: Words) -> str:
    """A finished match, in a list: who won, if anybody, by how much, when and where."""
    person = _holder(match, words)
    points = match.points or (0,) * options.sides
    sides = [f"{side_text(options, side, person)} **{words.chips(points[side])}**" for side in range(options.sides)]
    when = f"<t:{round(match.ended_at.timestamp())}:d>" if match.ended_at is not None else ""
    why = small(unrated_text(match.unrated, words))
    return lines(dotted(_linked(match, link, words), when), _outcome(match, words), dotted(*sides), why)


def _linked(match: MatchRow, link: str, words: Words) -> str:
    return f"**[{words('Match {match}', match=str(match.table))}]({link})**"


def _outcome(match: MatchRow, words: Words) -> str:
    winners = words.people(player.user_id for player in match.players if player.won)
    if not winners:
        return words("No winner")
    if match.ending is Ending.DEFAULT:
        return words("🏆 {people}, by default", people=winners)
    return f"🏆 {winners}"


def tally_text(user_id: int, tally: Tally, words: Words) -> str:
    """What a member has won and lost: matches, and contracts; matches with house players in a line of their own."""
    matches, contracts = tally.won + tally.lost, tally.made + tally.failed
    among_members = words(
        "{person}: won {matches}, made {contracts}",
        person=words.person(user_id),
        matches=words.counted("{won} of {count} match", "{won} of {count} matches", matches, won=tally.won),
        contracts=words.counted(
            "{made} of {count} contract", "{made} of {count} contracts", contracts, made=tally.made
        ),
    )
    return lines(among_members, matches_with_house(tally, words))
