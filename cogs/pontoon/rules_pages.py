"""The rules of Pontoon and Shoot Pontoon for people who have never played them."""

from __future__ import annotations

from cogs.cards.faces import CardText
from cogs.game.rules_text import HouseRules, Page, hand, paragraphs, shuffle_page
from cogs.table.parts import lines
from games.pontoon import AWAY_BANKER_STAYS, COVERED, MOST_HANDS, MOST_PEOPLE, Options
from i18n.words import Words
from tables.pontoon.bank_state import ABSENT_DEALS

STAKE = 100
"""The initial stake in all examples, in chips."""


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[Page, ...]:
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
            words("The pack is mixed for the draw for the first bank, and again before every deal.")
            if options.shuffle_every_deal
            else words(
                "The pack is mixed for the draw for the first bank and for the first deal, and again only after a "
                "Pontoon. The seed stays secret as long as its pack goes on."
            ),
            ""
            if options.shuffle_every_deal
            else words(
                "All cards of a deal are seen at its end, so as long as a pack goes on, **whoever takes notes knows "
                "about a third of the next cards**. A server that doesn't want that switches on **Shuffle every "
                "deal**."
            ),
            words(
                "A pack that goes on gets all cards put under it as they are picked up: hands that bust, then the "
                "others from the banker's left, the banker's last."
            ),
            words("The salt is the first press after the seed was fixed, with the number of the deal behind it."),
        ),
    )


def _game(options: Options, words: Words, cards: CardText) -> Page:
    return Page(
        words("The game"),
        paragraphs(
            words(
                "For 2 to {people}; 5 or more play best. **One of you is the banker**, all others play against the "
                "banker. Chips go from player to player, never to the house.",
                people=MOST_PEOPLE,
            ),
            words(
                "Get a better hand than the banker's, and not above 21. **Equal hands are the banker's.** Your cards "
                "are hidden: **My hand** shows them to you alone, with your buttons."
            ),
            lines(
                words(
                    "**What cards count**\nAce 1 or 11, as you like. K, Q, J, 10 count 10, the others their number. "
                    "Suits don't matter."
                ),
            ),
            lines(
                words("**Hands, best first**"),
                words("{hand} **Pontoon**: an ace and a ten-valued card, just these two", hand=hand(cards, "AS KD")),
                words(
                    "{hand} **Five Card Trick**: five cards not above 21; all are equal",
                    hand=hand(cards, "2C 2D 3H 4S 5C"),
                ),
                words("{hand} **21** with three or four cards", hand=hand(cards, "7S 7H 7D")),
                words("{hand} **20 or less**: more is better", hand=hand(cards, "KS QH")),
                words("{hand} **Bust**: above 21, worth nothing", hand=hand(cards, "10S 6H 6D")),
            ),
            words("Two packs are mixed when {people} play.", people=MOST_PEOPLE) if options.two_packs else "",
        ),
    )


def _deal(rules: HouseRules, words: Words) -> Page:
    return Page(
        words("A deal"),
        paragraphs(
            words(
                "1. Everybody gets one card and looks; the banker may not look yet.\n"
                "2. From the banker's left each player **stakes** on that card. The banker does not.\n"
                "3. Everybody gets a second card. A banker with a **Pontoon** shows it at once, and everybody pays "
                "double.\n"
                "4. The players play, one after the other.\n"
                "5. The banker turns up and draws as they like, or stays.\n"
                "6. Hands are settled."
            ),
            words(
                "Stakes here are from {minimum} to {maximum} chips.", minimum=rules.limits[0], maximum=rules.limits[1]
            )
            if rules.limits is not None
            else words("Each table says its lowest and highest stake."),
            words(
                "**Cover**: nobody can owe chips here. Some hands win or lose double, so you put in {times} times your "
                "stake, and the banker covers as much: a stake of {stake} holds {held} of yours. The banker puts in "
                "the most that the deal can need, or all they have, before the cards come. What was not lost comes "
                "back after the deal.",
                times=COVERED,
                stake=STAKE,
                held=COVERED * STAKE,
            ),
            words(
                "When your time runs out, the clock stakes the minimum, sticks when it may, else twists. For a banker "
                "it stays on {stay} or more. It never spends more chips. Who is away sits out the next deal, then "
                "loses the seat.",
                stay=AWAY_BANKER_STAYS,
            ),
        ),
    )


def _turn(options: Options, words: Words, cards: CardText) -> Page:
    return Page(
        words("Your turn"),
        paragraphs(
            words(
                "**Stick**: take no more. Only from {stick} on; below that you must buy or twist.",
                stick=options.stick_minimum,
            ),
            words(
                "**Buy**: a card face down, for more stake. The third card costs one to two times your first stake; "
                "a later one at least your first stake, and no more than the card before it cost."
            ),
            words("**Twist**: a card face up, for nothing. After a twist this hand can't buy any more."),
            words(
                "**Split**: two aces, to play them as two hands, each with your first stake. No other cards may be "
                "split here. At most {hands} hands.",
                hands=MOST_HANDS,
            )
            if options.split_aces_only
            else words(
                "**Split**: two cards of one rank become two hands, each with your first stake. {pair} yes, {mixed} "
                "never. At most {hands} hands.",
                pair=hand(cards, "QS QH"),
                mixed=hand(cards, "KS QH"),
                hands=MOST_HANDS,
            ),
            words(
                "A Pontoon is shown by itself. Five cards end your hand. With 21, every ace being 1, it takes no more "
                "cards, and you stick: nobody sees what you have. **Bust**: your hand is shown, and its stake is the "
                "banker's."
            ),
            lines(
                words("**Example**, first stake {stake}", stake=STAKE),
                words("{hand} = 13: you must buy or twist.", hand=hand(cards, "9C 4D")),
                words(
                    "You buy for {most}, the most there is, and get {card}: 15.", most=2 * STAKE, card=hand(cards, "2H")
                ),
                words(
                    "You buy again, for {least} to {most}. You take {price} and get {card}: 18.",
                    least=STAKE,
                    most=2 * STAKE,
                    price=STAKE + STAKE // 2,
                    card=hand(cards, "3S"),
                ),
                words(
                    "{total} lie on your hand. You stick, or hope for a Five Card Trick.",
                    total=STAKE + 2 * STAKE + STAKE + STAKE // 2,
                ),
            ),
        ),
    )


def _settling(words: Words, cards: CardText) -> Page:
    return Page(
        words("Who wins what"),
        paragraphs(
            words("Your whole stake counts: the first one and what you bought for."),
            lines(
                words("**The banker stays on 20 or less**"),
                words("A better hand wins its stake."),
                words("A Pontoon or a Five Card Trick wins double."),
                words("An equal or worse hand loses its stake."),
            ),
            lines(
                words("**The banker has 21 with three or four cards**"),
                words("A Pontoon or a Five Card Trick wins double; all others lose."),
            ),
            lines(
                words("**The banker has a Five Card Trick**"),
                words("A Pontoon wins double; all others lose **double**."),
            ),
            lines(
                words("**The banker has a Pontoon**"),
                words("Everybody loses double the first stake, a Pontoon too."),
            ),
            lines(
                words("**The banker is bust**"),
                words("Every hand that is not bust wins; a Pontoon or a Five Card Trick wins double."),
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
                "Nobody has worked out the odds of Pontoon: they hang on how everybody plays. Equal hands make the "
                "bank the better place."
            ),
        ),
    )


def _bank(words: Words) -> Page:
    return Page(
        words("The bank"),
        paragraphs(
            words("**First banker**: everybody draws a card; the highest banks, the ace being high."),
            words(
                "**A Pontoon takes the bank**: a player who made one in an unsplit hand is the next banker; of several "
                "the first from the banker's left. A banker's own Pontoon keeps it."
            ),
            words(
                "**Selling**: between deals the banker may offer the bank to one person or to anyone, for a price, or "
                "give it to somebody for nothing. **Giving up** costs nothing; it goes to the next who wants it."
            ),
            words(
                "A price counts as a gift to the seller, within the server's limits for gifts. Where members may give "
                "each other nothing, the bank is only given away."
            ),
            words(
                "Who takes or buys the bank must have enough left to cover everybody's smallest stake. A bank that "
                "can't is given up. A banker for whom the clock has to draw or stay in {deals} deals loses the bank.",
                deals=ABSENT_DEALS,
            ),
        ),
    )


def _shoot(rules: HouseRules, words: Words) -> Page:
    options: Options = rules.options
    limits = options.kitty_limits(*rules.limits) if rules.table is not None and rules.limits is not None else None
    return Page(
        words("Shoot"),
        paragraphs(
            words("In **Shoot Pontoon** there is a **kitty** beside the stakes, and you may bet against it."),
            words("The banker puts up the kitty before the deal."),
            words("Here it is from {least} to {most} chips.", least=limits.least, most=limits.most)
            if limits is not None
            else "",
            words(
                "**When**: before your second card, and before your fourth. On a split hand once more. Never at the "
                "third or fifth card."
            ),
            words(
                "**How much**: all live bets together are never more than the kitty. The first to be asked may take "
                "it all."
            ),
            words(
                "**Who wins**: a better hand than the banker's takes its bet back and as much from the kitty, never "
                "double. Equal, worse or bust: the bet goes into the kitty, and so it does when the banker has a "
                "Pontoon."
            ),
            words(
                "**Example**: the kitty has {kitty}. Ana shoots {first}, so {second} are left for Ben, and he shoots "
                "them. Ana busts: the kitty has {grown}. Ben beats the banker and takes {second} from it: {left} "
                "are left.",
                kitty=200,
                first=120,
                second=80,
                grown=320,
                left=240,
            ),
            words(
                "When the kitty is empty, the banker puts up a new one, or the bank goes to the highest bidder, who "
                "pays the old banker. When the bank changes hands, the old banker keeps the kitty."
            ),
        ),
    )
