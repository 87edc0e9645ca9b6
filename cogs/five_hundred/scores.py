"""Matches of Five Hundred on paper: their deals in short, one deal's record, and what members have won and lost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.five_hundred.wording import Person, short_bid, side_text, taken_text
from cogs.table.parts import lines, mark, small
from data.tables.matches import DealRow, Ending, MatchRow, Tally
from games.five_hundred import Bid, Contract, Options, Result, for_people
from i18n.words import Words

MOST_TEXT = 2_000
"""Characters that Discord allows in a plain message; of a long match only the latest deals are shown."""


def _holder(match: MatchRow, words: Words) -> Person:
    return lambda seat: words.person(match.seated[seat])


def deals_text(match: MatchRow, options: Options, deals: Sequence[DealRow], words: Words) -> str:
    """The score of a match, and what each of its deals scored."""
    title = words("**Five Hundred · match {match}**", match=str(match.table))
    head = lines(title, standing_text(match, options, words), _won_by_default(match, words))
    rows = [_deal(match, options, deal, words) for deal in deals]
    for shown in range(len(rows), -1, -1):
        left_out = len(rows) - shown
        more = words.counted("{count} deal before these", "{count} deals before these", left_out) if left_out else ""
        if len(text := lines(head, small(more), *rows[left_out:])) <= MOST_TEXT:
            break
    return text


def _won_by_default(match: MatchRow, words: Words) -> str:
    if match.ending is not Ending.DEFAULT:
        return ""
    winners = words.people(player.user_id for player in match.players if player.won)
    return words("Won by default: {people}", people=winners)


def standing_text(match: MatchRow, options: Options, words: Words) -> str:
    """The sides of a match with their points."""
    points = match.points or (0,) * options.sides
    person = _holder(match, words)
    return lines(
        *(f"{side_text(options, side, person)}  **{words.chips(points[side])}**" for side in range(options.sides))
    )


def _deal(match: MatchRow, options: Options, deal: DealRow, words: Words) -> str:
    points = " : ".join(map(words.signed, deal.points))
    if deal.contractor is None or deal.bid is None:
        return words("{deal}. thrown in", deal=deal.deal)
    bid = Bid.parse(deal.bid)
    taken = Result(Contract(deal.contractor, bid, deal.partner), deal.tricks).taken(options)
    said = {
        "deal": deal.deal,
        "who": words.person(_seated(match, deal.deal)[deal.contractor]),
        "bid": short_bid(bid, words),
        "tricks": taken_text(bid, taken, words),
        "points": points,
    }
    if deal.made:
        return words("{deal}. {who} made {bid}: {tricks}  {points}", **said)
    return words("{deal}. {who} lost {bid}: {tricks}  {points}", **said)


def _seated(match: MatchRow, deal: int) -> dict[int, int]:
    """Who played in each seat in that deal."""
    return {player.seat: player.user_id for player in match.players if player.since <= deal}


def running_text(match: MatchRow, options: Options, link: str, words: Words) -> str:
    """A running match, in a list."""
    title = words(
        "**Match {match}** · to {target} · {deals} · {link}",
        match=str(match.table),
        target=options.target,
        deals=words.counted("{count} deal", "{count} deals", match.deals),
        link=link,
    )
    return lines(title, standing_text(match, options, words))


def finished_text(match: MatchRow, options: Options, words: Words) -> str:
    """A finished match, in a list: who won, if anybody, by how much, when."""
    won = {player.seat for player in match.players if player.won}
    sides = sorted({options.side_of(seat) for seat in won})
    who = words.listed(side_text(options, side, _holder(match, words)) for side in sides)
    if not won:
        everybody = words.listed(side_text(options, side, _holder(match, words)) for side in range(options.sides))
        who = words("{people}: ended without a winner", people=everybody)
    points = " : ".join(map(words.chips, match.points))
    when = f"<t:{round(match.ended_at.timestamp())}:d>" if match.ended_at is not None else ""
    about = {"match": str(match.table), "when": when, "who": who, "points": points}
    if match.ending is Ending.DEFAULT:
        return words("**Match {match}** · {when} · {who} · {points} · won by default", **about)
    return words("**Match {match}** · {when} · {who} · {points}", **about)


def tallies_text(tallies: Mapping[int, Tally], words: Words) -> str:
    """What members have won and lost: matches, and contracts."""
    return lines(
        *(
            words(
                "{person}  matches {won} won, {lost} lost · contracts {made} made, {failed} lost",
                person=words.person(user_id),
                won=tally.won,
                lost=tally.lost,
                made=tally.made,
                failed=tally.failed,
            )
            for user_id, tally in tallies.items()
        )
    )


def record_text(match: MatchRow, deal: int, record: str, words: Words) -> str:
    """The record of one deal, and the players of its seats."""
    people = " · ".join(f"{mark(seat)} <@{user_id}>" for seat, user_id in sorted(_seated(match, deal).items()))
    title = words("**Five Hundred · match {match} · deal {deal}**", match=str(match.table), deal=deal)
    return lines(title, people, f"```\n{for_people(record)}```")
