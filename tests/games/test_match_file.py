"""A match as a text file: whatever is written reads back to the same deals, and a damaged file is refused."""

from itertools import accumulate
from random import Random

import pytest

from games import five_hundred as fh
from tests.games.five_hundred_table import deal_at_random, finished, options_at_random, start_at_random


def match_at_random(seed, players, count=3):
    """Finished deals of a match with random options, and what each brought."""
    random = Random(seed)
    options = options_at_random(random, players)
    begin = [deal_at_random, start_at_random]
    deals = [finished(random, random.choice(begin)(random, options)) for _ in range(count)]
    score, points = (0,) * options.sides, []
    for deal in deals:
        points.append(deal.result.points(options, score))
        score = added(score, points[-1])
    return deals, points


def added(one, other):
    return tuple(map(sum, zip(one, other, strict=True)))


def rows(deals, points, first=1):
    return [
        (number, fh.write(deal), gained) for number, (deal, gained) in enumerate(zip(deals, points, strict=True), first)
    ]


def problem(text):
    """The line that is wrong, and why."""
    with pytest.raises(fh.BadFile) as refusal:
        fh.read_match(text)
    return refusal.value.line.number, refusal.value.problem


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_match_reads_back_to_the_same_deals_with_their_points_and_scores(players):
    for seed in range(12):
        deals, points = match_at_random(seed, players)
        played = fh.read_match(fh.write_match(7, rows(deals, points)))
        assert [each.number for each in played] == [1, 2, 3]
        assert [each.deal for each in played] == deals
        assert [each.points for each in played] == points
        assert [each.score for each in played] == list(accumulate(points, added))


@pytest.mark.parametrize("players", [2, 5])
def test_one_deal_from_the_middle_of_a_match_brings_the_score_before_it(players):
    deals, points = match_at_random(3, players)
    before = added(points[0], points[1])
    text = fh.write_match(7, rows(deals[2:], points[2:], 3), before)
    (played,) = fh.read_match(text)
    assert (played.number, played.deal) == (3, deals[2])
    assert played.score == added(before, points[2])


def damage(random, lines):
    """The lines with one taken out, twice, with another word, or in the place of another."""
    number, damaged = random.randrange(len(lines)), list(lines)
    words = lines[number].split(" ")
    match random.randrange(4):
        case 0:
            del damaged[number]
        case 1:
            damaged.insert(number, lines[number])
        case 2:
            words[random.randrange(len(words))] = random.choice(
                ["AS", "0", "9", "99", "x", "-1", "pass", "²", "1,", ""]
            )
            damaged[number] = " ".join(words)
        case _:
            other = random.randrange(len(lines))
            damaged[number], damaged[other] = lines[other], lines[number]
    return damaged


def rewritten(played):
    """The lines of a file of these deals, without the empty ones."""
    text = fh.write_match(7, [(each.number, fh.write(each.deal), each.points) for each in played])
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_damaged_file_is_refused_with_a_line_and_a_sentence_unless_every_line_is_true_again(players):
    refused = []
    for seed in range(6):
        random = Random(seed)
        lines = fh.write_match(7, rows(*match_at_random(seed, players, 2))).splitlines()
        for _ in range(25):
            damaged = damage(random, lines)
            try:
                played = fh.read_match("\n".join(damaged))
            except fh.BadFile as error:
                refused.append((error.line.number <= len(damaged) + 1, error.problem))
            else:  # an empty line, the number of the match, or a trick before a claim
                assert rewritten(played)[2:] == [line for line in damaged if line][2:]
    assert len(refused) > 120
    assert all(is_a_line and said for is_a_line, said in refused)


def a_file():
    """Four players, one deal that Ana makes with all her hearts, and one that was thrown in."""
    heading = "five hundred: 1\nmatch: 7\n\ndeal: 1\nrules: 2\ndealer: 4\n"
    hands = (
        "hand 1: JOKER JH JD AH KH QH 10H 9H 8H 7H\nhand 2: AC KC QC JC 10C 9C 8C 7C 6C 5C\n"
        "hand 3: AD KD QD 10D 9D 8D 7D 6D 5D 4D\nhand 4: AS KS QS JS 10S 9S 8S 7S 6S 5S\nkitty: 4H 5H 6H\n"
    )
    bids = "bids: 1 10H, 2 pass, 3 pass, 4 pass, 1 keep\nput aside: 4H 5H 6H\n"
    play = "trick 1: 1 JOKER, 2 5C, 3 4D, 4 5S; won by 1\nclaim: 1\nresult: 1 made 10H; tricks 10 0 0 0\n"
    return f"{heading}{hands}{bids}{play}points: 500 0\nscore: 500 0\n"


def test_a_file_is_read_as_people_write_seats():
    (played,) = fh.read_match(a_file())
    assert played.deal.contract.seat == 0
    assert played.score == (500, 0)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("five hundred: 1", "five hundred: 2", 1, "the format is 2, and this program reads 1"),
        ("match: 7\n", "", 3, "a line that begins with 'match: ' must stand here"),
        ("rules: 2", "rules: 1", 5, "the record is of rules 1, these are 2"),
        ("dealer: 4", "dealer: 5", 6, "there is no such player"),
        ("dealer: 4", "dealer: 0", 6, "there is no player 0"),
        ("KC QC", "KC 1C", 8, "there is no card '1C'"),
        ("AD KD", "AD AC", 9, "these are not 10 cards of the pack that nobody else has"),
        ("4 5S; won", "4 5H; won", 14, "the rules don't let player 4 do that"),
        ("won by 1", "won by 2", 14, "'trick 1: 1 JOKER, 2 5C, 3 4D, 4 5S; won by 1' must stand here"),
        ("claim: 1\n", "", 15, "the deal isn't over after that"),
        ("result: 1 made 10H; tricks 10 0", "result: 1 made 10H; tricks 9 1", 16, "must stand here"),
        ("points: 500", "points: 520", 17, "it must be 'points: 500 0'"),
        ("score: 500", "score: 520", 18, "it must be 'score: 500 0'"),
        ("deal: 1", "deal: one", 4, "whole numbers"),
    ],
)
def test_the_line_that_is_wrong_is_named(old, new, line, said):
    number, why = problem(a_file().replace(old, new, 1))
    assert (number, said in why) == (line, True), why


def test_deals_are_numbered_one_after_the_other_and_have_the_same_options():
    deals, points = match_at_random(5, 4, 2)
    text = fh.write_match(7, rows(deals, points))
    assert problem(text.replace("deal: 2", "deal: 3"))[1] == "deals must be numbered one after the other"
    other = rows(*match_at_random(5, 3, 1))[0]
    text = fh.write_match(7, [rows(deals, points)[0]]) + fh.write_match(7, [(2, *other[1:])]).partition("\n\n")[2]
    assert problem(text)[1] == "all deals of a match must have the same options"


@pytest.mark.parametrize("text", ["", "\n\n", "rules: 2\n", "five hundred: 1\nmatch: 7\n"])
def test_a_file_without_a_deal_is_refused(text):
    assert "must stand here" in problem(text)[1]
