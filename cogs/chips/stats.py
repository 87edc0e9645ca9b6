"""What somebody won and lost in the rounds of each game, and their matches: the results in `/balance`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

import discord

from cogs.app.bot import App
from cogs.app.replies.readers import own_words
from cogs.table.parts import bold, lines
from data.people import Person
from data.tables.matches import Matches, Tally
from data.tables.results import Record, Results
from games.core import Phrase
from i18n.words import Words

NOTHING = Tally(won=0, lost=0, made=0, failed=0)


async def sections(interaction: discord.Interaction[App], person: int) -> list[str]:
    """What `person` won and lost in this server, in paragraphs; none while there is nothing."""
    app, words, guild = interaction.client, own_words(interaction), interaction.guild_id or 0
    records = await Results(app.store).records(guild, person)
    tally = await Matches(app.store).tally(guild, person)
    title = app.open_tables.title
    found = [
        game_text(title(game), of_game, words) for game, of_game in groupby(records, key=lambda record: record.game)
    ]
    if tally != NOTHING:
        found.append(matches_text(tally, words))
    return [words("### {person}'s results", person=Person(person)), *found] if found else []


def game_text(game: Phrase | str, records: Iterable[Record], words: Words) -> str:
    """Somebody's rounds of the game that people call `game`; those with house players in a line of their own."""
    title, among_members, with_house = game if isinstance(game, str) else words.said(game), "", ""
    for record in records:
        net = words.signed(record.net)
        if record.with_house:
            with_house = words.counted(
                "With house players: {count} rounds, won: {won}, net: {net}", record.rounds, won=record.won, net=net
            )
        else:
            among_members = lines(
                words.counted("**{game}** · {count} rounds", record.rounds, game=title),
                words("Won {won}, lost {lost}, tied {tied}", won=record.won, lost=record.lost, tied=record.tied),
                words("Net: {net}, biggest win: {biggest}", net=net, biggest=record.biggest),
            )
    return lines(among_members or bold(title), with_house)


def matches_text(tally: Tally, words: Words) -> str:
    """Somebody's record at Five Hundred, where points count and not chips."""
    matches, contracts = tally.won + tally.lost, tally.made + tally.failed
    if not matches + contracts:
        return lines(f"**{words('Five Hundred')}**", matches_with_house(tally, words))
    return lines(
        words.counted("**Five Hundred** · {count} matches played out", matches),
        words("Won {won}, lost {lost}", won=tally.won, lost=tally.lost),
        words.counted("{made} of {count} contracts", contracts, made=tally.made),
        matches_with_house(tally, words),
    )


def matches_with_house(tally: Tally, words: Words) -> str:
    """What somebody has won and lost in matches with house players; nothing when there was none."""
    won, lost = tally.won_with_house, tally.lost_with_house
    return words("With house players: {won} won, {lost} lost", won=won, lost=lost) if won or lost else ""
