"""The rules of Pontoon and Shoot Pontoon for people who have never played them."""

from __future__ import annotations

from cogs.table.faces import CardText
from cogs.table.parts import lines
from cogs.table.rules_text import HouseRules, RulesPage, hand, paragraphs, shuffle_page
from games.pontoon import AWAY_BANKER_STAYS, COVERED, MOST_HANDS, MOST_PEOPLE, Options
from i18n.words import Words
from tables.pontoon.bank_state import ABSENT_DEALS

STAKE = 100
"""The initial stake in all examples, in chips."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """All pages, in the order in which to read them; the one about shoot bets only where they are played."""
    options: Options = rules.options
    can_shoot = options.shoot or rules.table is None
    return (
        _game(options, words, cards),
        _deal(rules, words),
        _turn(options, words, cards),
        _settling(words, cards),
        _bank(words),
        *([_shoot(rules, words)] if can_shoot else []),
        shuffle_page(
            words,
            words("The cards are shuffled for the draw for the first bank, and again before every deal.")
            if options.shuffle_every_deal
            else words(
                "The cards are shuffled for the draw for the first bank and for the first deal, and then only after a "
                "pontoon. The seed stays secret until the next shuffle."
            ),
            ""
            if options.shuffle_every_deal
            else words(
                "All cards of a deal are shown at its end, so between two shuffles **anyone who takes notes knows "
                "about a third of the next cards**. A server that doesn't want that switches on **Shuffle every "
                "deal**."
            ),
            words(
                "Without a shuffle, all cards go under the pack in the order in which they are picked up: first hands "
                "that went bust, then the others from the banker's left, the banker's last."
            ),
            words("The salt is the first press after the seed was fixed, followed by the number of the deal."),
        ),
    )


def _game(options: Options, words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("The game"),
        paragraphs(
            words(
                "For 2 to {people}, best with 5 or more. **One of you is the banker**, and everyone else plays against "
                "the banker. Chips go from player to player, never to the house.",
                people=MOST_PEOPLE,
            ),
            words(
                "Get a better hand than the banker's without going over 21. **The banker wins ties.** Your cards are "
                "hidden: press **My hand** to see them, with your buttons. Nobody else can."
            ),
            lines(
                words(
                    "**Card values**\nAn ace counts 1 or 11, as you like. J, Q and K count 10, all other cards as "
                    "numbered. Suits don't matter."
                ),
            ),
            lines(
                words("**Hands, best first**"),
                words("{hand} **Pontoon**: an ace and a ten-valued card, and no other", hand=hand(cards, "AS KD")),
                words(
                    "{hand} **Five-card trick**: five cards of 21 or less; all are equal",
                    hand=hand(cards, "2C 2D 3H 4S 5C"),
                ),
                words("{hand} **21** with three or four cards", hand=hand(cards, "7S 7H 7D")),
                words("{hand} **20 or less**: the higher the better", hand=hand(cards, "KS QH")),
                words("{hand} **Bust**: over 21, worth nothing", hand=hand(cards, "10S 6H 6D")),
            ),
            words.counted("With {count} players, two packs are shuffled together.", MOST_PEOPLE)
            if options.two_packs
            else "",
        ),
    )


def _deal(rules: HouseRules, words: Words) -> RulesPage:
    return RulesPage(
        words("A deal"),
        paragraphs(
            words(
                "1. Everyone gets one card and looks at it, except for the banker, who has to wait.\n"
                "2. From the banker's left, each player **stakes** on that card. The banker doesn't.\n"
                "3. Everyone gets a second card. A banker with a **pontoon** shows it at once, and everyone pays "
                "double.\n"
                "4. The players play one after the other.\n"
                "5. The banker's cards are turned up. The banker draws as many as they like, or stays.\n"
                "6. Hands are settled."
            ),
            words.counted("Stakes here are from {minimum} to {count} chips.", rules.limits[1], minimum=rules.limits[0])
            if rules.limits is not None
            else words("Each table says its lowest and highest stake."),
            words.counted(
                "**Set aside**: nobody can owe chips. Some hands lose double, so you put in {count} "
                "times your stake: with a stake of {stake}, {held} of your chips are in. The banker puts "
                "in the most that the deal can cost them, or all they have, before the cards are dealt. "
                "What you don't lose comes back afterwards.",
                COVERED,
                stake=STAKE,
                held=COVERED * STAKE,
            ),
            words(
                "When your time runs out, you're played automatically: the minimum is staked, and your hand sticks if "
                "it can and twists if not. A banker stays on {stay} or more. No other chips are spent. Nobody waits "
                "for you in that deal until you press anything. After two deals in a row with no press you sit out "
                "the next one and lose your seat.",
                stay=AWAY_BANKER_STAYS,
            ),
        ),
    )


def _turn(options: Options, words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Your turn"),
        paragraphs(
            words(
                "**Stick**: take no more cards. Only on {stick} or more; below that you must buy or twist.",
                stick=options.stick_minimum,
            ),
            words(
                "**Buy**: take a card face down and add to your stake. The third card costs one to two times your "
                "first stake; a later one at least your first stake, and no more than the card before it."
            ),
            words("**Twist**: take a card face up for nothing. After a twist you can't buy any more on this hand."),
            words.counted(
                "**Split**: two aces become two hands, each with your first stake. No other cards can be "
                "split here. At most {count} hands.",
                MOST_HANDS,
            )
            if options.split_aces_only
            else words.counted(
                "**Split**: two cards of one rank become two hands, each with your first stake. {pair} "
                "yes, {mixed} never. At most {count} hands.",
                MOST_HANDS,
                pair=hand(cards, "QS QH"),
                mixed=hand(cards, "KS QH"),
            ),
            words(
                "A pontoon is shown automatically. Five cards end your hand. A hand of 21 with every ace as 1 takes no "
                "more cards: press Stick, and nobody knows what you have. **Bust**: your hand is shown, and the banker "
                "wins its stake."
            ),
            lines(
                words("**Example**, first stake {stake}", stake=STAKE),
                words("{hand} = 13: you must buy or twist.", hand=hand(cards, "9C 4D")),
                words(
                    "You buy for {most}, the highest price, and get {card}: 15.", most=2 * STAKE, card=hand(cards, "2H")
                ),
                words(
                    "You can buy again for {least} to {most}. You pay {price} and get {card}: 18.",
                    least=STAKE,
                    most=2 * STAKE,
                    price=STAKE + STAKE // 2,
                    card=hand(cards, "3S"),
                ),
                words(
                    "Your stake is {total} now. You stick, or try for a five-card trick.",
                    total=STAKE + 2 * STAKE + STAKE + STAKE // 2,
                ),
            ),
        ),
    )


def _settling(words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Who wins what"),
        paragraphs(
            words("Your whole stake counts: the first one and what your bought cards cost."),
            lines(
                words("**The banker stays on 20 or less**"),
                words("A better hand wins its stake."),
                words("A pontoon or a five-card trick wins double."),
                words("An equal or worse hand loses its stake."),
            ),
            lines(
                words("**The banker has 21 with three or four cards**"),
                words("A pontoon or a five-card trick wins double; all others lose."),
            ),
            lines(
                words("**The banker has a five-card trick**"),
                words("A pontoon wins double; all others lose **double**."),
            ),
            lines(
                words("**The banker has a pontoon**"),
                words("Everyone loses double the first stake, even with a pontoon."),
            ),
            lines(
                words("**The banker is bust**"),
                words("Every hand that isn't bust wins; a pontoon or a five-card trick wins double."),
            ),
            lines(
                words("**Examples**"),
                words(
                    "Banker {bank} = 17, you {hand} = 18 with {stake}: you win {stake}.",
                    bank=hand(cards, "10S 7C"),
                    hand=hand(cards, "9C 9D"),
                    stake=STAKE,
                ),
                words(
                    "Banker 17, you {hand} = 15 in five cards with {stake}: you win {double}.",
                    hand=hand(cards, "2C 3D 4H AS 5C"),
                    stake=3 * STAKE,
                    double=6 * STAKE,
                ),
            ),
            words(
                "Pontoon has no fixed odds: they depend on how everyone plays. The bank wins ties, so it has the edge."
            ),
        ),
    )


def _bank(words: Words) -> RulesPage:
    return RulesPage(
        words("The bank"),
        paragraphs(
            words("**First banker**: everyone draws a card, and the highest is the banker. Aces are high."),
            words(
                "**A pontoon takes the bank**: a player who gets one without splitting is the next banker; of several, "
                "the first from the banker's left. A banker with a pontoon keeps the bank."
            ),
            words(
                "**Selling**: between deals the banker can press **Bank…** and offer the bank to one player or to "
                "anyone, for a price or for nothing. **Giving up** costs nothing; the bank goes to the next player who "
                "wants it."
            ),
            words(
                "The price counts as a gift to the seller, within this server's limits for gifts. Where members can't "
                "give each other chips, the bank can only be given away."
            ),
            words.counted(
                "Anyone who takes or buys the bank needs enough chips to cover everyone's smallest "
                "stake. A banker who no longer has them gives it up. A banker who lets time run out in "
                "{count} deals in a row loses the bank.",
                ABSENT_DEALS,
            ),
        ),
    )


def _shoot(rules: HouseRules, words: Words) -> RulesPage:
    options: Options = rules.options
    limits = options.kitty_limits(*rules.limits) if rules.table is not None and rules.limits is not None else None
    return RulesPage(
        words("Shoot"),
        paragraphs(
            words("In **Shoot Pontoon** there is a **kitty** beside the stakes, and you can bet against it."),
            words("The banker puts up the kitty before the deal."),
            words.counted("Here it is from {least} to {count} chips.", limits.most, least=limits.least)
            if limits is not None
            else "",
            words(
                "**When**: before your second card and before your fourth, and once more on each split hand. Never "
                "before the third or fifth card."
            ),
            words(
                "**How much**: all bets against the kitty together are never more than it holds. The first to be asked "
                "can shoot for all of it."
            ),
            words(
                "**Who wins**: a better hand than the banker's gets its bet back and the same amount from the kitty, "
                "never double. With an equal or worse hand, or bust, the bet goes into the kitty, and so it does when "
                "the banker has a pontoon."
            ),
            words(
                "**Example**: the kitty holds {kitty}. Ana shoots {first}, so {second} are left for Ben, who shoots "
                "them all. Ana goes bust: the kitty holds {grown}. Ben beats the banker and wins {second} from it: "
                "{left} are left.",
                kitty=200,
                first=120,
                second=80,
                grown=320,
                left=240,
            ),
            words(
                "When the kitty is empty, the banker puts up a new one, or the bank is auctioned, and the highest "
                "bidder pays the old banker. When the bank changes hands, the old banker gets the kitty back."
            ),
        ),
    )
