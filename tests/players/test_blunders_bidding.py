"""Bids that a partner can live with."""

import pytest

from tests.players.blunders import always, by_each_player, never, table

THE_JOKER_ALONE = "JOKER 10S 7S 8C 6C 9D 5D 10H 8H 4H"
NOTHING = "9S 7S 8C 6C 9D 7D 5D 10H 5H 4H"
BARELY_SIX = "10S 9S 8S 7S 6S 9H 6H 10C 9D 5D"
AD_AND_JS = "6C 5C AD 9D 6D 4D JS 10S 8S 6S"
EIGHT_HEARTS = "JOKER JH JD AH KH QH 10H AS KS 5C"
NINE = ("bid 9", "bid 10")
EIGHT = ("bid 8", *NINE)
SEVEN = ("bid 7", *EIGHT)
MISERE = ("bid misere", "bid open-misere")


def bid(claim, hand, said, blunders, *, quick=False):
    """A case: the hand of the seat that is asked after that was said, and what it must not say."""
    return pytest.param(hand, said, blunders, id=claim, marks=[] if quick else [pytest.mark.thorough])


@by_each_player
@pytest.mark.parametrize(
    ("hand", "said", "blunders"),
    [
        # Overbids.
        bid("the joker alone is no bid of seven", THE_JOKER_ALONE, "", SEVEN, quick=True),
        bid("nor competes with 7H", THE_JOKER_ALONE, "0 bid 7H", ("bid",)),
        bid("a partner's suit is not raised with nothing", NOTHING, "0 bid 6H, 1 bid 7D", SEVEN),
        bid("nor a partner's eight", NOTHING, "0 bid 8H, 1 pass", NINE),
        bid("nor a partner's seven", NOTHING, "0 bid 7H, 1 pass", EIGHT),
        bid("no ten without the joker: trumps", "JH JD AH KH QH 10H 9H AS KS 5C", "", ("bid 10",)),
        bid("no ten without the joker: black", "JS JC AS KS QS 10S 9S AH KH QD", "", ("bid 10",)),
        bid("no ten without the joker: high cards", "AS KS QS AH KH QH AD KD AC KC", "", ("bid 10",)),
        # Signals, and no end.
        bid("the joker alone is no seven without trumps", "JOKER 10S 9S 8S 7S 6S 7C 9D 7D 5D", "", ("bid 7N",)),
        bid("what has been told is not bid again", BARELY_SIX, "0 bid 6S, 1 pass, 2 bid 8S, 3 pass", NINE, quick=True),
        bid("nor raised", BARELY_SIX, "0 bid 7S, 1 pass, 2 pass, 3 pass", EIGHT),
        bid("6N shows the joker", "AH KH AS KS AD KD 5C 6C 7C 8C", "", ("bid 6N",)),
        bid("a six shows a good suit", "AH KH 9H AS KS 7S AD KD 9D 5C", "", ("bid 6H", "bid 6D", "bid 6C")),
        bid("no bid over 9H with six spades", "JS AS KS 9S 7S KH 8H 9C 8D 5D", "0 bid 9H", ("bid",)),
        # A contract is taken from the partner for a misère that may fail.
        bid("no misère over a partner's 7H with AD JS", AD_AND_JS, "0 bid 7H, 1 pass", MISERE, quick=True),
        bid("nor over a partner's 7N", AD_AND_JS, "0 bid 7N, 1 pass", MISERE),
        # Passes too much.
        bid("eight tricks are not passed", EIGHT_HEARTS, "", ("pass",)),
        bid("nor over 7N", EIGHT_HEARTS, "0 bid 7N", ("pass",)),
        bid("nor without trumps", "JOKER AH KH QH JH AS KS AD KD 5C", "", ("pass",)),
        # Unsafe misères: an unguarded high card in a long suit.
        bid("no misère with AH QH", "AH QH 10H 8H KD JD 9D 5S 6S 5C", "0 bid 7S", MISERE, quick=True),
        bid("no misère with KC QC", "KC QC 10C 9C AS QS 10S 4H 6H 5D", "0 bid 7S", MISERE),
        bid("no misère with KC over one card", "5H 4H KC 5C QD 9D 5D 8S 7S 6S", "0 bid 7H", MISERE),
        bid("no misère with two aces", "7H 5H 8C AD 6D 4D AS 9S 6S 5S", "0 pass", MISERE, quick=True),
        bid("no open misère with JH 10H 8H", "JH 10H 8H 6H 4H 7C 5C 9D 4D 7S", "0 pass", ("bid open-misere",)),
        bid("no misère with AD JD", "AD JD 9D 8D KS JS 9S 8S 4H 5C", "0 bid 7S", MISERE),
    ],
)
def test_bids_that_a_partner_can_live_with(player, hand, said, blunders):
    spoken = [each for each in said.split(", ") if each]
    seat = len(spoken) % 4
    never(player, table({seat: hand}).play(*spoken), *blunders)


SUPPORT = "JOKER QH 9H 5C QD 7D 6D 5D 7S 5S"


@by_each_player
def test_who_has_three_trumps_and_the_joker_raises_the_suit_of_its_partner(player):
    always(player, table({2: SUPPORT}).play("0 bid 6H", "1 pass"), "7H")


@by_each_player
def test_among_five_an_even_chance_is_enough_for_a_six_though_the_partner_is_still_to_be_found(player):
    always(player, table({0: "JH AH 7H 6C 5H KC KD QS QC 3S"}, players=5), "6H")
