"""The record of a finished deal: it reads back, plays again, and gives the golden deals in playthroughs/records/.

A golden deal is a comment and the record of a whole deal. Reading it plays it; writing it again must give the same
text, with the same winners and the same end. A golden match is a comment that begins with who wins, and all its deals
as `python -m tools.record --help` explains them, with their points and the score.
"""

import re
from pathlib import Path
from random import Random

import pytest
from five_hundred_table import Table, finished, options_at_random, start_at_random

from games import five_hundred as fh
from tools.record import read_match

RECORDS = Path(__file__).parent / "playthroughs" / "records"
GOLDEN, MATCHES = (sorted(RECORDS.glob(f"{kind}_*.txt")) for kind in ("five_hundred", "match"))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_deals_of_any_contract_read_back_from_their_record_into_equal_deals_by_legal_moves(players):
    calls = set()
    for seed in range(60):
        random = Random(seed)
        deal = finished(random, start_at_random(random, options_at_random(random, players)))
        text = fh.write(deal)
        record = fh.read(text)
        assert record.deal() == deal
        assert fh.write(record.deal()) == text
        if deal.contract:
            calls.add(deal.contract.bid.call)
    assert len(calls) > 10
    step = fh.start(record.options, record.dealer, record.deck)
    for seat, action in record.moves:
        assert action in step.round.legal_actions(seat)
        step = step.round.apply(seat, action)
    assert step.round == deal


def test_a_running_deal_has_no_record():
    with pytest.raises(ValueError, match="only a deal that is over"):
        fh.write(Table().deal)


def thrown_in():
    return fh.write(Table().play("0 look", "0 pass", "1 pass", "2 pass", "3 pass").deal)


def test_a_record_is_short_and_says_who_had_not_looked():
    assert thrown_in().splitlines()[:2] == ["rules: 2", "dealer: 3"]
    assert thrown_in().splitlines()[-2:] == [
        "bids: 0 pass, 1 pass unseen, 2 pass unseen, 3 pass unseen",
        "result: thrown in",
    ]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("rules: 2", "rules: 99", "of rules 99"),
        ("kitty: ", "kitten: ", "incomplete"),
        ("dealer: 3", "dealer: 4", "no such player"),
        ("dealer: 3", "dealer", "no ': ' in 'dealer'"),
        ("JOKER", "AS", "not 3 cards of the pack"),
        ("JOKER", "1S", "no card '1S'"),
        ("0 pass", "0 pas", "no bid 'pas'"),
    ],
)
def test_text_that_is_no_record_is_refused(old, new, problem):
    with pytest.raises(ValueError, match=problem):
        fh.read(thrown_in().replace(old, new, 1))


def test_a_record_that_breaks_the_rules_is_refused():
    with pytest.raises(fh.BadRecord, match="bids: the rules don't let player 2 do that"):
        fh.read(thrown_in().replace("0 pass", "1 pass"))


def test_for_people_seats_are_numbered_from_one_and_nothing_else_changes():
    told = fh.for_people(
        "rules: 2\noptions: players 5, target 300\ndealer: 4\nhand 0: 10H 5C\nkitty: 2H 3H 4H\n"
        "bids: 0 6H, 1 pass unseen, 2 7D, 0 pass, 2 keep\nput aside: 2H 3H 4H\npartner: partner 3\n"
        "joker: nominate H\ntrick 10: 2 JOKER as H, 3 10H, 0 5C; won by 2\nclaim: 1\n"
        "result: 2 with 3 lost 7D; tricks 1 2 5 1 1\n"
    )
    assert told == (
        "rules: 2\noptions: players 5, target 300\ndealer: 5\nhand 1: 10H 5C\nkitty: 2H 3H 4H\n"
        "bids: 1 6H, 2 pass unseen, 3 7D, 1 pass, 3 keep\nput aside: 2H 3H 4H\npartner: partner 4\n"
        "joker: nominate H\ntrick 10: 3 JOKER as H, 4 10H, 1 5C; won by 3\nclaim: 2\n"
        "result: 3 with 4 lost 7D; tricks 1 2 5 1 1\n"
    )
    assert fh.for_people("partner: call AS\nresult: thrown in\n") == "partner: call AS\nresult: thrown in\n"


# Golden deals


def story(text):
    """The comment and the record of a golden deal."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if line.startswith("#")), "".join(
        line for line in lines if not line.startswith("#")
    )


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_deal_comes_out_as_written(path):
    comment, record = story(path.read_text(encoding="utf-8"))
    assert comment
    assert fh.write(fh.read(record).deal()) == record


def test_there_are_golden_deals_for_every_number_of_players():
    told = [fh.read(story(path.read_text(encoding="utf-8"))[1]).options.players for path in GOLDEN]
    assert set(told) == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_the_golden_match_is_over_with_its_last_deal_and_won_by_whom_it_says(path):
    text = path.read_text(encoding="utf-8")
    deals = [played.deal for played in read_match(re.sub(r"^#.*$", "", text, flags=re.MULTILINE))]
    score = fh.Score.new(deals[0].options)
    for deal in deals:
        score = score.after(deal.result)
    winners = [seat + 1 for side in score.winners for seat in score.options.members(side)]
    assert [int(player) for player in re.findall(r"\d", text.partition(" win")[0])] == winners
    assert winners


def test_there_are_golden_matches():
    assert len(MATCHES) >= 3
