"""A match as a text file: whatever is written reads back to the same deals, and a damaged file is refused."""

from dataclasses import replace
from itertools import accumulate
from random import Random

import pytest

from games import five_hundred as fh
from tests.games.five_hundred_table import deal_at_random, finished, options_at_random, start_at_random
from tools.record import BadFile, read_match


def match_at_random(seed, players, count=3, *, is_of_tournament=False, **given):
    """The file of up to so many deals of a match with random options; a match ends with the deal that wins it."""
    random = Random(seed)
    barred = random.choice([None, 480, 490])
    options = replace(options_at_random(random, players), no_trick_points_at=barred, **given)
    begin, dealer = [deal_at_random, start_at_random], random.randrange(players)
    standing, deals, points = fh.Score.new(options), [], []
    while len(deals) < count and not standing.is_over:
        deals.append(finished(random, random.choice(begin)(random, options, dealer)))
        points.append(deals[-1].result.points(options, standing.points))
        dealer = options.next_dealer(dealer)
        standing = standing if is_of_tournament else standing.after(deals[-1].result)
    return deals, points, text_of(deals, points, is_of_tournament=is_of_tournament)


def text_of(deals, points, *, is_of_tournament=False):
    rows = [(fh.write(deal), gained) for deal, gained in zip(deals, points, strict=True)]
    return fh.write_match(7, rows, is_of_tournament=is_of_tournament)


def added(one, other):
    return tuple(map(sum, zip(one, other, strict=True)))


def problem(text):
    """The line that is wrong, and why."""
    with pytest.raises(BadFile) as refusal:
        read_match(text)
    return refusal.value.number, refusal.value.problem


@pytest.mark.parametrize("is_of_tournament", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_match_reads_back_to_the_same_deals_with_their_points_and_scores(players, is_of_tournament):
    counted = 0
    for seed in range(12):
        deals, points, text = match_at_random(seed, players, is_of_tournament=is_of_tournament)
        played = read_match(text)
        assert [each.deal for each in played] == deals
        assert [each.points for each in played] == points
        assert [each.score for each in played] == list(accumulate(points, added))
        counted += len(deals)
    assert counted == 36 if is_of_tournament else counted > 15


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
                ["AS", "0", "9", "99", "x", "-1", "pass", "²", "1,", "", "1_2", "١", "9" * 4300, "AS\f"]
            )
            damaged[number] = " ".join(words)
        case _:
            other = random.randrange(len(lines))
            damaged[number], damaged[other] = lines[other], lines[number]
    return damaged


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_damaged_file_is_refused_with_a_line_and_a_sentence_unless_every_line_is_true_again(players):
    refused = []
    for seed in range(6):
        random = Random(seed)
        lines = match_at_random(seed, players, 2)[2].splitlines()
        for _ in range(25):
            damaged = damage(random, lines)
            try:
                played = read_match("\n".join(damaged))
            except BadFile as error:
                refused.append((error.number <= len(damaged) + 1, error.problem))
            else:  # an empty line, the number of the match, or a trick before a claim
                written = text_of([each.deal for each in played], [each.points for each in played]).splitlines()
                assert [line for line in written if line][2:] == [line for line in damaged if line][2:]
    assert len(refused) > 120
    assert all(is_a_line and said for is_a_line, said in refused)


def a_file():
    """Four players, one deal that Ana makes with all her hearts."""
    heading = "five hundred: 1\nmatch: 7\n\ndeal: 1\nrules: 2\ndealer: 4\n"
    hands = (
        "hand 1: JOKER JH JD AH KH QH 10H 9H 8H 7H\nhand 2: AC KC QC JC 10C 9C 8C 7C 6C 5C\n"
        "hand 3: AD KD QD 10D 9D 8D 7D 6D 5D 4D\nhand 4: AS KS QS JS 10S 9S 8S 7S 6S 5S\nkitty: 4H 5H 6H\n"
    )
    bids = "bids: 1 10H, 2 pass, 3 pass, 4 pass, 1 keep\nput aside: 4H 5H 6H\n"
    first, second = "trick 1: 1 JOKER, 2 5C, 3 4D, 4 5S; won by 1\n", "trick 2: 1 JH, 2 6C, 3 5D, 4 6S; won by 1\n"
    result = "claim: 1\nresult: 1 made 10H; tricks 10 0 0 0\n"
    return f"{heading}{hands}{bids}{first}{second}{result}points: 500 0\nscore: 500 0\n"


def test_a_file_is_read_as_people_write_seats():
    (played,) = read_match(a_file())
    assert played.deal.contract.seat == 0
    assert played.score == (500, 0)


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("five hundred: 1", "five hundred: 2", 1, "'five hundred: 1' must stand here"),
        ("match: 7\n", "", 3, "'match: ' and its number must stand here"),
        ("match: 7", "match: 1_2", 2, "'match: ' and its number must stand here"),
        ("match: 7", "match: -5", 2, "'match: ' and its number must stand here"),
        ("match: 7", "match: ١٢", 2, "'match: ' and its number must stand here"),
        ("match: 7\n", "match: 7\nscore before: 1 2\n", 3, "a line 'score before' can't stand here"),
        ("rules: 2", "rules: 1", 5, "the record is of rules 1, these are 2"),
        ("dealer: 4", "dealer: 5", 6, "there is no such player"),
        ("dealer: 4", "dealer: 0", 6, "there is no player 0"),
        ("KC QC", "KC 1C", 8, "there is no card '1C'"),
        ("AD KD", "AD AC", 9, "these are not 10 cards of the pack that nobody else has"),
        ("hand 4: AS KS QS JS 10S 9S 8S 7S 6S 5S\n", "", 10, "a line that begins with 'hand 4: ' must stand here"),
        ("kitty: 4H 5H 6H\n", "", 11, "a line that begins with 'kitty: ' must stand here"),
        ("bids: 1", "bids: " + "9" * 4300, 12, "no line is so long"),
        ("4 5S; won", "4 5H; won", 14, "the rules don't let player 4 do that"),
        ("won by 1", "won by 2", 14, "'trick 1: 1 JOKER, 2 5C, 3 4D, 4 5S; won by 1' must stand here"),
        ("5S; won by 1", "5S; won by 1\f", 14, "has such characters"),
        ("trick 1: 1 JOKER, 2 5C, 3 4D, 4 5S; won by 1\n", "", 14, "begins with 'trick 1: ' must stand here"),
        ("claim: 1\n", "", 16, "the deal isn't over before this"),
        ("result: 1 made 10H; tricks 10 0", "result: 1 made 10H; tricks 9 1", 17, "must stand here"),
        ("points: 500", "points: 520", 18, "'points: 500 0' must stand here"),
        ("score: 500", "score: 520", 19, "'score: 500 0' must stand here"),
        ("score: 500 0\n", "", 19, "a line that begins with 'score: ' must stand here"),
        ("deal: 1", "deal: one", 4, "'deal: 1' must stand here"),
        ("deal: 1", "deal: 3", 4, "'deal: 1' must stand here"),
    ],
)
def test_the_line_that_is_wrong_is_named(old, new, line, said):
    number, why = problem(a_file().replace(old, new, 1))
    assert (number, said in why) == (line, True), why


def test_the_deals_of_a_match_follow_each_other_and_have_the_same_options():
    deals, points, text = match_at_random(5, 4, 2, target=1000)
    assert len(deals) == 2
    assert problem(text.replace("deal: 2", "deal: 3"))[1] == "'deal: 2' must stand here"
    assert problem(text_of(deals[:1] * 2, points[:1] * 2))[1] == "these cards were dealt before"
    other, won, _ = match_at_random(5, 4, 1, target=900)
    wrong = text_of([deals[0], *other], [points[0], *won])
    assert problem(wrong)[1] == "all deals of a match must have the same options"
    again = finished(Random(1), deal_at_random(Random(1), deals[0].options, deals[0].auction.dealer))
    dealer = deals[0].options.next_dealer(deals[0].auction.dealer) + 1
    wrong = text_of([deals[0], again], [points[0], again.result.points(again.options, points[0])])
    assert problem(wrong)[1] == f"player {dealer} must deal"


def test_a_match_ends_with_the_deal_that_wins_it_and_a_tournaments_table_plays_on():
    (first,) = read_match(a_file())
    deals = [first.deal, finished(Random(2), deal_at_random(Random(2), first.deal.options, 0))]
    points = [first.points, deals[1].result.points(first.deal.options, (0, 0))]
    assert problem(text_of(deals, points)) == (21, "the match was over before this deal")
    played = read_match(text_of(deals, points, is_of_tournament=True))
    assert played[-1].score == added(*points)


@pytest.mark.parametrize("text", ["", "\n\n", "rules: 2\n", "five hundred: 1\nmatch: 7\n", "five hundred: 1\n"])
def test_a_file_without_a_deal_is_refused(text):
    assert "must stand here" in problem(text)[1]
