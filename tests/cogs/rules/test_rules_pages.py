"""The rules pages: short, within Discord's limits, about these options, and every figure is the one in the rules."""

from dataclasses import fields, replace
from itertools import product

import pytest

from cogs.blackjack.rules_pages import insurance_return, pair_return
from cogs.pok_deng.rules_pages import SHARES
from cogs.rules import opened, with_house_rules
from cogs.table.rules_text import HouseRules
from games import blackjack, five_hundred, pok_deng, pontoon
from games.blackjack import BlackjackPays
from games.cards import parse_cards as cards
from games.five_hundred.tricks import CardOrder
from i18n.words import ENGLISH, Words, languages
from tests.cogs.shown import walk
from tests.tables.settings.offered import GAMES, RULES
from tools.odds.pok_deng import count_deals

LIMITS = (10, 500)
EMOJI = "<:queen_of_diamonds:12345678901234567890>"
"""As long as a card can be."""

OPTIONS = {
    "blackjack": [
        blackjack.Options(),
        blackjack.Options(seats=5, decks=1),
        blackjack.Options(
            surrender_vs_ten=True,
            double_after_split=True,
            dealer_hits_soft_17=True,
            blackjack_pays=BlackjackPays.SIX_TO_FIVE,
        ),
    ],
    "pok_deng": [pok_deng.Options(), pok_deng.Options(decks=1, cut_card_depth=20, pair_minimum=1, pair_maximum=7)],
    "pontoon": [
        pontoon.Options(),
        pontoon.Options(shoot=True, split_aces_only=True, stick_minimum=16, kitty_min=5, two_packs=False),
    ],
    "five_hundred": [
        five_hundred.Options(players=players, target=target, no_trick_points_at=490, six_teams=teams)
        for players, target, teams in product(range(2, 7), (250, 1000), five_hundred.SixTeams)
    ]
    + [
        replace(five_hundred.Options(), **{option.name: not getattr(five_hundred.Options(), option.name)})
        for option in fields(five_hundred.Options)
        if option.type == "bool"
    ]
    + [five_hundred.Options(ante=50, five_partner=five_hundred.FivePartner.PLAYER)],
}

OPTIONS |= {game: [settings.options({})] for game, settings in GAMES.items() if game not in OPTIONS}

EVERY = [
    (game, HouseRules(options, limits, table))
    for game, all_options in OPTIONS.items()
    for options in all_options
    for limits, table in [((1, 1_000_000), 123_456), (None, None)]
]


def written(game, options, limits=LIMITS, table=7, cards=lambda card: str(card)):
    return RULES[game](HouseRules(options, limits, table), ENGLISH, cards)


def text(game, options=None, **about):
    pages = written(game, OPTIONS[game][0] if options is None else options, **about)
    return "\n".join(page.text for page in pages).replace("**", "")


def test_every_page_with_any_options_fits_into_one_message_with_the_longest_cards_and_is_no_wall_of_text():
    for game, rules in EVERY:
        written_down = RULES[game](rules, ENGLISH, lambda _card: EMOJI)
        pages = with_house_rules(GAMES[game], rules.options, written_down, ENGLISH)
        for number in range(len(pages)):
            view = opened(game, GAMES[game].title.template, rules.table, pages, number, "")
            parts = list(walk(view.to_components()))
            assert sum(len(part["content"]) for part in parts if part["type"] == 10) <= 4_000
            assert len(parts) <= 40
            assert all(len(part["components"]) <= 5 for part in parts if part["type"] == 1)
            buttons = [part for part in parts if part["type"] == 2]
            assert [button["label"] for button in buttons] == [page.name for page in pages if page is not pages[number]]
            assert all(len(button["custom_id"]) <= 100 and len(button["label"]) <= 20 for button in buttons)
        for page in RULES[game](rules, ENGLISH, lambda card: str(card)):
            assert len(page.text) <= 1_600, (game, page.name)
            for paragraph in page.text.split("\n"):
                assert len(paragraph) <= 330, (game, paragraph)


@pytest.mark.sampled
@pytest.mark.parametrize("language", languages())
def test_every_page_has_its_own_name_and_room_for_its_text_in_every_language(language):
    words = Words.speaking(language)
    for game, rules in EVERY:
        pages = with_house_rules(GAMES[game], rules.options, RULES[game](rules, words, lambda _card: EMOJI), words)
        names = [page.name for page in pages]
        assert sorted(set(names)) == sorted(names), game
        for page in pages:
            assert len(page.text) <= 3_800, page.name


def test_the_address_of_a_removed_page_leads_to_the_first():
    pages = written("blackjack", blackjack.Options())
    first, gone = (opened("blackjack", "Blackjack", None, pages, number, "") for number in (0, len(pages)))
    assert gone.to_components() == first.to_components()


# Figures


def test_the_limits_are_the_tables_and_a_server_without_its_own_limits_names_none():
    for game in ("blackjack", "pok_deng", "pontoon"):
        assert "from 10 to 500 chips" in text(game)
        for limits in (None, (10, 500)):
            assert "Each table has its own minimum and maximum." in text(game, limits=limits, table=None)
        assert "Each table has" not in text(game)


def test_what_blackjack_pays_is_what_the_rules_pay():
    for pays in BlackjackPays:
        said = text("blackjack", blackjack.Options(blackjack_pays=pays))
        assert f"It pays {pays.value}" in said
        assert f"{100 + pays.winnings(100)}: a blackjack" in said
    said = text("blackjack", blackjack.Options(blackjack_pays=BlackjackPays.SIX_TO_FIVE))
    assert "only 6:5 here, which is much worse for you than 3:2: that alone costs you 1.36%" in said
    assert "much worse" not in text("blackjack")


def test_the_examples_of_blackjack_are_right():
    pages = {page.name: page.text for page in written("blackjack", blackjack.Options())}
    assert "8C 5D = 13" in pages["The game"]
    assert blackjack.total(cards("8C 5D")).best == 13
    assert "AS 6H = 17, or 7" in pages["The game"]
    assert blackjack.total(cards("AS 6H")) == (17, True)
    assert "KD 9S 5H = 24" in pages["The game"]
    assert blackjack.total(cards("KD 9S 5H")).best == 24
    assert "6C 5H, doubled, then KH: 21 against 20. You bet 200 and get 400 back." in pages["What it pays"]
    assert blackjack.total(cards("6C 5H KH")).best == 21


def test_the_odds_of_blackjack_are_the_exact_ones():
    usual = "99.287% of your bets with basic strategy\n"
    assert usual in text("blackjack")
    assert usual in text("blackjack", blackjack.Options(seats=3))
    assert "With the usual rules" not in text("blackjack")
    for options, percent in (
        ({"surrender_vs_ten": True}, "99.539"),
        ({"double_after_split": True}, "99.407"),
        ({"surrender_vs_ten": True, "double_after_split": True}, "99.659"),
        ({"dealer_hits_soft_17": True}, "99.071"),
        ({"blackjack_pays": BlackjackPays.SIX_TO_FIVE}, "97.929"),
        ({"decks": 1, "seats": 5}, "99.920"),
    ):
        said = text("blackjack", blackjack.Options(**options))
        assert f"{percent}% of your bets with basic strategy\nWith the usual rules it is 99.287%." in said
    for said in (
        "89.64% of Pair bets",
        "92.53% of insurance",
        "less than 0.003%",
        "1,200: a Pair bet",
        "150: insurance",
    ):
        assert said in text("blackjack")
    assert (float(pair_return(8)), float(insurance_return(8))) == (372 / 415, 384 / 415)
    assert "With 6, weighing every single card" in text("blackjack", blackjack.Options(decks=6))


def test_the_pages_say_who_keeps_a_seat_and_when_a_round_is_void():
    for game, sentences in {
        "blackjack": (
            "Everyone has one seat at most.",
            "If you have a seat and don't bet on a round, you lose your seat.",
            "as long as they still sit there",
            "Then every bet is returned, and all cards are shuffled again.",
        ),
        "pok_deng": (
            "You don't need a seat",
            "Then every bet is returned, and all cards are shuffled again.",
            "opened with one card face up, which the table shows.",
        ),
    }.items():
        assert [sentence for sentence in sentences if sentence not in text(game)] == []
    assert "shuffled after every round" in text("blackjack", blackjack.Options(decks=1, seats=5))


def test_the_values_of_pok_deng_are_the_rules_own():
    said = text("pok_deng")
    named = ["AS KS", "5C 5D", "QC JH", "10D JS", "9D AD"]
    values = [pok_deng.Hand.of(*cards(hand)).value for hand in named]
    assert [value for value in pok_deng.Value if value.combination] == sorted(values)
    for hand, value in zip(named, values, strict=True):
        assert f"{value} {hand}" in said
    for hand in ("KH 9S", "6C 7S", "8D 2C"):
        assert str(pok_deng.Hand.of(*cards(hand)).value) == said.split(f"{hand} = ")[1].split("\n")[0][-1]


def test_the_examples_of_pok_deng_are_right():
    bet = pok_deng.Bet(0, 0, main=100)
    for hand, banker in (("QC JC", "QC 10C"), ("9D 6C", "8C JC"), ("5C 5C", "2H 4H"), ("KH 9H", "9D 7C")):
        mine, bankers = pok_deng.Hand.of(*cards(hand)), pok_deng.Hand.of(*cards(banker))
        returned = bet.taken + pok_deng.compare(mine, bankers).net(100)
        line = next(line for line in text("pok_deng").splitlines() if line.startswith(f"{hand} ") and banker in line)
        assert f"{returned} back" in line
        assert f"{hand} {mine.value}" in line
        assert f"{banker} {bankers.value}" in line


@pytest.mark.thorough
@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_odds_of_pok_deng_are_the_counted_ones(decks):
    count = count_deals(decks)
    said = text("pok_deng", pok_deng.Options(decks=decks))
    assert f"{100 * float(count.returned):.2f}% of the chips put in" in said
    assert f"{100 * float(count.pair_returned):.2f}% of Pair bets" in said
    assert SHARES[decks][0] == round(100 * float(count.returned), 4)
    for name, net in (("wins double", 2), ("wins", 1), ("ties", 0), ("loses", -1), ("loses double", -2)):
        assert f"\n{name}: {100 * count.nets[net] / count.deals:.2f}%" in said


def test_with_more_packs_a_bet_of_pok_deng_returns_a_little_less():
    returned = [share for share, *_ in SHARES.values()]
    assert "\n89.64% of Pair bets" in text("pok_deng")
    assert list(SHARES) == list(range(1, 9))
    assert returned == sorted(returned, reverse=True)
    assert all(sum(ends) == pytest.approx(100, abs=0.02) for _, *ends in SHARES.values())


def test_the_ranking_of_pontoon_hands_is_right():
    said = text("pontoon")
    ranked = ["AS KD", "2C 2D 3H 4S 5C", "7S 7H 7D", "KS QH"]
    worths = [pontoon.worth(cards(hand)) for hand in ranked]
    assert worths == sorted(worths, reverse=True)
    assert [said.index(hand) for hand in ranked] == sorted(said.index(hand) for hand in ranked)
    assert pontoon.totals(cards("10S 6H 6D")).low > 21
    for hand, best in (("9C 4D", 13), ("9C 4D 2H", 15), ("9C 4D 2H 3S", 18), ("10S 7C", 17), ("9C 9D", 18)):
        assert pontoon.totals(cards(hand)).best == best
    assert pontoon.totals(cards("2C 3D 4H AS 5C")).best == 15
    assert "Only on 15 or more" in said
    assert "Only on 16 or more" in text("pontoon", pontoon.Options(stick_minimum=16))


def test_shoot_bets_have_a_page_only_where_they_are_played():
    def names(*about):
        return [page.name for page in written("pontoon", *about)]

    assert "Shoot" not in names(pontoon.Options())
    assert "Shoot" in names(pontoon.Options(shoot=True))
    assert "Shoot" in names(pontoon.Options(), None, None)
    assert "A kitty here is 10 to 500 chips." in text("pontoon", pontoon.Options(shoot=True))
    assert "A kitty here is 20 to 500 chips." in text("pontoon", pontoon.Options(shoot=True, kitty_min=20))


def test_the_values_of_five_hundred_are_the_rules_own():
    said = text("five_hundred")
    for tricks in range(6, 11):
        values = [call.value for call in five_hundred.CALLS if call.tricks == tricks]
        assert f"{tricks}: {' '.join(map(str, values))}" in said
    trumps = CardOrder.of(five_hundred.Bid.parse("6H").call).as_held(five_hundred.pack(4))
    assert f"Trumps, highest first. With hearts as trumps:\n{' '.join(map(str, trumps[:8]))}" in said
    assert "Misère (250)" in said
    assert "Open Misère (500)" in said
    assert "Blind Misère (500)" in said
    assert "8♥, made with 9: +300, the others +10" in said
    for players, count in ((2, 33), (3, 33), (4, 43), (5, 53), (6, 63)):
        assert f"{players} ({count} cards)" in said


def test_the_first_page_names_every_option_that_differs():
    for game, all_options in OPTIONS.items():
        usual, *others = all_options[:1] if game != "five_hundred" else [five_hundred.Options()], *all_options[1:]
        for options in others:
            first = with_house_rules(GAMES[game], options, written(game, options), ENGLISH)[0].text
            values, default = options.to_json(), usual[0].to_json()
            changed = [name for name, value in values.items() if value != default[name]]
            rows = first.partition("House rules here** that differ from the usual ones:\n")[2].splitlines()
            named = [row for row in rows if row == "Rules: American"]
            assert len(rows) == len(changed) or (named and len(rows) < len(changed)), (first, changed)
        pages = written(game, usual[0])
        assert with_house_rules(GAMES[game], usual[0], pages, ENGLISH) == pages


def test_five_hundred_explains_the_houses_rules_and_leaves_out_what_is_not_played():
    said = text("five_hundred", five_hundred.Options(allow_misere=False, sans_kitty=False, target=750))
    assert "Misère (250)" not in said
    assert "Sans kitty" not in said
    assert "reach 750. A side at −500 or less loses at once.\nA side wins only through its own contract" in said
    assert "It can be bid only after someone has bid a 7" in text("five_hundred")
    assert "It can be bid only after" not in text("five_hundred", five_hundred.Options(misere_needs_seven=False))
    assert "at least 250" in text("five_hundred")
    assert "Slam" not in text("five_hundred", five_hundred.Options(slam_bonus=False))
    assert "Everyone puts in 50 chips" in text("five_hundred", five_hundred.Options(ante=50))
    assert "Everyone puts in" not in said


def test_five_hundred_says_which_cards_each_pack_has():
    said = text("five_hundred")
    assert "2 and 3 players: 7 to ace in every suit." in said
    assert "4 players: 4 to ace in hearts and diamonds, 5 to ace in clubs and spades." in said
    assert "5 players: 2 to ace in every suit." in said
    for players, lowest in ((2, "7H 7S"), (4, "4H 4D 5C 5S"), (5, "2H 2S")):
        held = set(map(str, five_hundred.pack(players)))
        assert set(lowest.split()) <= held
        assert len(held) == {2: 33, 4: 43, 5: 53}[players]


def test_five_hundred_says_what_a_joker_can_do_which_cards_may_be_called_and_what_the_panels_switch_does():
    said = text("five_hundred")
    assert "It can be a suit of which they hold no other card." in said
    assert "It wins the trick it is played to, so a misère contractor loses with it." in said
    assert "when it is the only one you can play" in said
    limits = "Any card can be called except the joker and the two bowers."
    assert limits in text("five_hundred", five_hundred.Options(players=5))
    chosen = five_hundred.Options(players=5, five_partner=five_hundred.FivePartner.PLAYER)
    assert limits not in text("five_hundred", chosen)
    assert "you can raise your own bid once" in said
    assert "raise" not in text("five_hundred", five_hundred.Options(single_round_bidding=True))


def test_five_hundred_says_where_open_and_blind_misere_rank_if_they_are_played():
    ranks = "\nIt ranks above 10 diamonds and below 10 hearts"
    assert text("five_hundred").count(ranks) == 2
    for one in (five_hundred.Options(allow_blind_misere=False), five_hundred.Options(allow_open_misere=False)):
        assert text("five_hundred", one).count(ranks) == 1
    none = text("five_hundred", five_hundred.Options(allow_misere=False))
    assert ranks not in none
    assert "Blind Misère" not in none
