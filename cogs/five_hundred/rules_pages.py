"""The rules of Five Hundred for people who have never played it."""

from __future__ import annotations

from datetime import timedelta

from cogs.table.faces import CardText
from cogs.table.parts import lines
from cogs.table.rules_text import HouseRules, RulesPage, hand, paragraphs, shuffle_page
from games.cards import Suit
from games.five_hundred import CALLS, FivePartner, Kind, Options, SixTeams, pack
from games.five_hundred.score import SLAM, TRICK_POINTS
from i18n.words import Words
from tables.five_hundred.absence import GONE_AFTER, GONE_AFTER_SLOW


def pages(rules: HouseRules, words: Words, cards: CardText) -> tuple[RulesPage, ...]:
    """All pages, in the order in which to read them."""
    options: Options = rules.options
    return (
        _game(options, words),
        _cards(words, cards),
        _bidding(options, words),
        _play(words, cards),
        _joker(options, words),
        _score(options, words),
        _players(options, words),
        _leaving(options, words),
        shuffle_page(
            words,
            words(
                "Every deal has a shuffle of its own. The salt is the first press after its seed was fixed. When the "
                "deal is over, all its cards are shown, the kitty too."
            ),
            words("The shuffle of the first deal also decides who deals first, and the seats when they are drawn."),
        ),
    )


def _game(options: Options, words: Words) -> RulesPage:
    return RulesPage(
        words("The game"),
        paragraphs(
            words.counted(
                "A trick-taking game. You bid how many of the ten tricks your side will win, and what is "
                "trumps. The first side to reach {count} points by a contract of its own wins.",
                options.target,
            )
            if options.must_win_contract
            else words.counted(
                "A trick-taking game. You bid how many of the ten tricks your side will win, and what is "
                "trumps. The first side to reach {count} points wins.",
                options.target,
            ),
            words("Four play as two pairs; partners sit opposite. 2, 3, 5 or 6 can play too, see *Players*."),
            words(
                "**A deal**\n"
                "1. Everyone gets ten cards. Three more, face down, are the **kitty**.\n"
                "2. Bid or pass in turn. The highest bid is the **contract**.\n"
                "3. The contractor picks up the kitty and discards any three cards.\n"
                "4. The contractor leads. Ten tricks are played.\n"
                "5. The contract scores, up or down."
            ),
            words(
                "**My hand** shows your cards to you alone. Press a card to play it. *Play forced cards* there plays a "
                "card for you, after a second, when it is the only one you may play."
            ),
            words(
                "When your time runs out, you are played automatically: you pass, discard your three lowest cards, or "
                "play your lowest legal card. A bid is never made for you."
            ),
            words.counted("Everyone puts in {count} chips, and the winning side shares them.", options.ante)
            if options.ante
            else "",
        ),
    )


def _cards(words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Cards"),
        paragraphs(
            lines(
                words("**Trumps, highest first.** With hearts as trumps:"),
                hand(cards, "JOKER JH JD AH KH QH 10H 9H"),
            ),
            words(
                "The joker is the highest. Next comes the **right bower**, the jack of trumps, then the **left "
                "bower**, the other red jack (with black trumps, the other black jack). The left bower belongs to the "
                "trump suit in every way."
            ),
            lines(
                words("**Other suits**: ace, king, queen, jack, 10 and down."),
                hand(cards, "AS KS QS JS 10S 9S"),
            ),
            words(
                "In **no trumps** and in misères there are no bowers: a jack is just a jack, between queen and 10. The "
                "joker has rules of its own."
            ),
            lines(
                words("**Clubs are trumps, and clubs are led.** You hold {hand}.", hand=hand(cards, "JS 9H")),
                words("You must play {card}: it is a club now.", card=hand(cards, "JS")),
            ),
        ),
    )


def _bidding(options: Options, words: Words) -> RulesPage:
    special = [
        words("**Misère** ({value}): lose every trick, alone, in no trumps.", value=_value(Kind.MISERE.value))
        if options.allow_misere
        else "",
        words("It may be bid only after someone has bid a 7, and before any bid of 8.")
        if options.allow_misere and options.misere_waits_for_seven
        else "",
        words(
            "**Open Misère** ({value}): the same, and your hand is shown after the first trick.",
            value=_value(Kind.OPEN.value),
        )
        if options.has_open_misere
        else "",
        words("**Blind Misère** ({value}): bid before you look at your cards.", value=_value(Kind.BLIND.value))
        if options.has_blind_misere
        else "",
        words("Your cards stay face down until you look. You may look at any time, and nobody else is told.")
        if options.has_blind_misere
        else "",
        _where_they_rank(options, words),
    ]
    return RulesPage(
        words("Bidding"),
        paragraphs(
            words(
                "Bid 6 to 10 tricks in a suit or in no trumps. Each bid must rank above the last. Once you pass, you "
                "are out of the bidding."
            )
            if not options.single_round_bidding
            else words(
                "Bid 6 to 10 tricks in a suit or in no trumps. Each bid must rank above the last. Everyone bids or "
                "passes once, and the highest bid wins."
            ),
            lines(
                words("**What bids are worth**: ♠ ♣ ♦ ♥, no trumps"),
                *(
                    words(
                        "{tricks}: {spades} {clubs} {diamonds} {hearts} {none}",
                        tricks=tricks,
                        spades=_value(f"{tricks}{Suit.SPADES}"),
                        clubs=_value(f"{tricks}{Suit.CLUBS}"),
                        diamonds=_value(f"{tricks}{Suit.DIAMONDS}"),
                        hearts=_value(f"{tricks}{Suit.HEARTS}"),
                        none=_value(f"{tricks}N"),
                    )
                    for tricks in range(6, 11)
                ),
            ),
            lines(*special),
            words("**Sans kitty**: a bid to play without the kitty. Its rank and value stay the same.")
            if options.sans_kitty
            else "",
            words("When all others have passed, you may raise your own bid once, before you see the kitty.")
            if options.may_raise
            else "",
            words("When everyone passes, nobody scores, and the next player deals."),
        ),
    )


def _where_they_rank(options: Options, words: Words) -> str:
    if options.has_open_misere and options.has_blind_misere:
        return words("Open and Blind Misère rank above 10 diamonds and below 10 hearts. They can be bid at any time.")
    if options.has_open_misere:
        return words("Open Misère ranks above 10 diamonds and below 10 hearts. It can be bid at any time.")
    if options.has_blind_misere:
        return words("Blind Misère ranks above 10 diamonds and below 10 hearts. It can be bid at any time.")
    return ""


def _play(words: Words, cards: CardText) -> RulesPage:
    return RulesPage(
        words("Play"),
        paragraphs(
            words(
                "The contractor leads to the first trick; whoever wins a trick leads to the next. Play goes clockwise."
            ),
            words(
                "**Follow suit** if you can. If you can't, play any card. The highest trump wins the trick; without a "
                "trump, the highest card of the suit that was led."
            ),
            lines(
                words("**Example**: spades are trumps."),
                words(
                    "{led} is led, then {second}, {third} and {last}.",
                    led=hand(cards, "KH"),
                    second=hand(cards, "AH"),
                    third=hand(cards, "5S"),
                    last=hand(cards, "AD"),
                ),
                words("{card} wins: it is the only trump.", card=hand(cards, "5S")),
            ),
            words(
                "**Misère**: the contractor's partner sits out. The contractor loses with the first trick they win, "
                "and the deal stops there."
            ),
            words(
                "**Claim**: if you are certain of all the remaining tricks, offer to end the deal. The others see your "
                "cards, and agree or play on."
            ),
        ),
    )


def _joker(options: Options, words: Words) -> RulesPage:
    return RulesPage(
        words("Joker"),
        paragraphs(
            words("In a suit contract the joker is simply the highest trump."),
            words(
                "**In no trumps and in misères:** a contractor who holds the joker may name its suit before the first "
                "lead. It is then the highest card of that suit and nothing more. They may name a suit of which they "
                "hold no other card."
            ),
            words("Otherwise it belongs to no suit and beats every card, with these limits:"),
            lines(
                words("When someone else leads, you may play it only if you have none of the suit led."),
                words("In a misère you **must** play it then. In no trumps you may keep it."),
                words("It wins the trick it is played to, so a misère contractor loses with it."),
                words(
                    "When you lead it, name a suit for the others to follow: one that has not been led in this deal."
                ),
                words("Once all four suits have been led, it may lead only the last trick."),
            ),
            words("House rule: the joker may lead only the last trick.") if options.joker_lead_last_trick_only else "",
        ),
    )


def _score(options: Options, words: Words) -> RulesPage:
    return RulesPage(
        words("Score"),
        paragraphs(
            lines(
                words("**Made**: the contractor's side scores the value of the bid. Extra tricks add nothing."),
                words(
                    "**Slam**: with all ten tricks the contract scores at least {slam}.",
                    slam=SLAM,
                )
                if options.slam_bonus
                else "",
                words("**Lost**: the contractor's side loses the value of the bid."),
                words(
                    "**The others** score {points} for each trick they win, but not in misères.", points=TRICK_POINTS
                ),
            ),
            words("A side with {points} or more scores nothing for tricks.", points=options.no_trick_points_at)
            if options.no_trick_points_at is not None
            else "",
            lines(
                words("**Examples**"),
                words("6♠, made with 6: +40, the others +40"),
                words("6♠, all ten tricks: +250") if options.slam_bonus else words("6♠, all ten tricks: +40"),
                words("8♥, made with 9: +300, the others +10"),
                words("9 no trumps, only 7 tricks: -420, the others +30"),
                words("Misère made: +250; lost: -250; the others 0") if options.allow_misere else "",
            ),
            words(
                "**The end**: reach {target} by a contract of your own. Points for tricks may carry you past it, but "
                "they don't win the match. A side at -500 or less loses at once.",
                target=options.target,
            )
            if options.must_win_contract
            else words("**The end**: reach {target}. A side at -500 or less loses at once.", target=options.target),
        ),
    )


def _players(options: Options, words: Words) -> RulesPage:
    six = (
        words.counted(
            "**6** ({count} cards): two sides of three, seated in turn. In a misère both partners sit out.",
            len(pack(6)),
        )
        if options.six_teams is SixTeams.TEAMS
        else words.counted(
            "**6** ({count} cards): three pairs, partners opposite. Each defending pair scores its own tricks.",
            len(pack(6)),
        )
    )
    five = (
        words.counted(
            "**5** ({count} cards): the contractor calls a card or plays alone. Whoever holds that "
            "card is the partner, in secret until it is played.",
            len(pack(5)),
        )
        if options.five_partner is FivePartner.CARD
        else words.counted("**5** ({count} cards): the contractor chooses a partner, or plays alone.", len(pack(5)))
    )
    share = (
        words("Contractor and partner each score the whole value.")
        if options.five_full_value
        else words("Contractor and partner each score half the value; a contractor who plays alone scores it all.")
    )
    limits = words(
        "Any card may be called except the joker and the two bowers. If the contractor holds that card, or has "
        "discarded it, they play alone in secret."
    )
    return RulesPage(
        words("Players"),
        paragraphs(
            words.counted(
                "**2** ({count} cards): each alone. A third hand is dealt, and nobody sees it.", len(pack(2))
            ),
            words.counted(
                "**3** ({count} cards): each alone, but the two defenders play together. Misère needs no 7 first.",
                len(pack(3)),
            ),
            words.counted("**4** ({count} cards): two pairs, partners opposite.", len(pack(4))),
            lines(five, share),
            limits if options.five_partner is FivePartner.CARD else "",
            six,
            lines(
                words("**The packs**, each with the joker:"),
                words("2 and 3 players: 7 to ace in every suit."),
                words("4 players: 4 to ace in hearts and diamonds, 5 to ace in clubs and spades."),
                words("5 players: 2 to ace in every suit."),
            ),
            words("The pack for 6 has an 11 and a 12 in every suit, and a 13 of hearts and of diamonds."),
        ),
    )


def _leaving(options: Options, words: Words) -> RulesPage:
    minutes, hours = GONE_AFTER // timedelta(minutes=1), GONE_AFTER_SLOW // timedelta(hours=1)
    return RulesPage(
        words("Leaving"),
        paragraphs(
            words(
                "Once a match has begun, it ends early only if everyone who is there agrees. **Pause** stops the "
                "clock when everyone agrees, for days if you like."
            ),
            words(
                "**Away**: if your time runs out, you are played automatically until that deal is over or you press "
                "anything, and after two deals in a row until you press anything. At a slow pace a deal begins without "
                "you only then."
            ),
            words(
                "**Who can be replaced**: a player for whom the others have waited without a turn, *Ready* or "
                "*Continue*, for {short}. At a slow pace, and after a pause that everyone agreed to: {long}.",
                short=words.counted("{count} minutes", minutes),
                long=words.counted("{count} hours", hours),
            ),
            words(
                "**Leave** is for good, but you can come back until the deal is over, and then until someone else "
                "takes your seat. When someone has left or can be replaced, the others may agree to replace them or to "
                "end the match. If only one side is still there, it may take the match: it wins by default."
            ),
            words(
                "Anyone who has left or can be replaced forfeits their ante to the other sides. The antes go back only "
                "when everyone has left, or when the match ends by itself because nobody has done anything for days."
            )
            if options.ante
            else "",
        ),
    )


def _value(text: str) -> int:
    return next(call.value for call in CALLS if str(call) == text)
