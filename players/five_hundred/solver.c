/* Deals of Five Hundred with all hands open, played to the end as well as both sides can.

   Cards are bits as in layout.py: a suit is a run of bits from its lowest card to its highest, trumps lie above the
   other suits and a free joker above all. The contractor's side wants as many tricks as it can get, everybody else wants
   it to have few; in a misere the contractor alone wants none at all. The rules are those of lanes.py.

   The search asks "does the contractor's side get so many tricks?" and remembers the answers. Low cards are all alike to
   it: what it remembers holds for every position in which everybody has as many cards of each suit, and the cards that
   the answer hung on lie in the same hands (a partition search, as M. Ginsberg described it for bridge in 2001). */

#include <stdint.h>
#include <string.h>

typedef uint64_t set;

/* The checksum of this source, by which solving.py knows what it loads. */
const uint32_t version = VERSION;

enum { SEATS = 6, SUITS = 4, ALL_LED = 15, NO_SUIT = -1, BITS = 14, WAYS = 8, PER_OWNER = 3 };

/* What all positions share: who plays after whom, and the cards by suit. */
typedef struct {
    int playing, after[SEATS];
    set suits[SUITS], trump, joker;
    int is_misere, joker_last;
} Game;

/* One deal. `attackers` are seats, as bits; `led` the suits that have been led, where a free joker depends on them.
   `settled` counts how often a card settled a position, by side and whether it was led. */
typedef struct {
    const Game *game;
    set hands[SEATS], in_play;
    int attackers, contractor, led;
    uint32_t number;
    uint8_t owner[64];
    uint32_t settled[2][2][64];
} Deal;

typedef struct {
    set best, follow, wins, laid;
    int winner, count;
} Trick;

/* What is known of positions of one `key`: the attackers get at least `least` and at most `most` tricks wherever the
   cards under `mask` have these `owners`, from the highest of each suit down. */
typedef struct {
    uint64_t key, owners[SUITS], mask[SUITS];
    uint32_t deal;
    uint8_t least, most;
} Entry;

static _Thread_local Entry known[1 << BITS][WAYS];
static _Thread_local uint8_t next_way[1 << BITS];
static _Thread_local uint32_t deals;
static _Thread_local int64_t nodes;

/* `*matters` are the cards whose rank the answer hangs on: of each suit the lowest, and with it all above. */
static int makes(Deal *deal, int leader, int need, int left, set *matters);
static int play(Deal *deal, const Trick *before, int seat, set card, int need, int left, set *matters);

static inline int top(set cards) { return 63 - __builtin_clzll(cards); }
static inline set highest(set cards) { return cards ? (set)1 << top(cards) : 0; }
static inline set lowest(set cards) { return cards & -cards; }
static inline set above(set card) { return -(card << 1); }
static inline int size(set cards) { return __builtin_popcountll(cards); }
static inline int attacks(const Deal *deal, int seat) { return deal->attackers >> seat & 1; }

static inline int suit_of(const Game *game, set card) {
    int suit = 0;
    while (suit < SUITS - 1 && !(card & game->suits[suit])) suit++;
    return suit;
}

/* The lowest of the `count` highest cards of a set, 0 for none. */
static set from_top(set cards, int count) {
    set low = 0;
    while (count-- > 0 && cards) low = highest(cards), cards ^= low;
    return low;
}

/* How many of the highest cards of `suit` in play belong to `own`. */
static int masters(set own, set others, set suit) {
    set over = others & suit ? above(highest(others & suit)) : ~(set)0;
    return size(own & suit & over);
}

/* Tricks that whoever leads takes whatever the others do: trumps from the top, then the highest of the side suits as
   long as those who could trump them must follow. */
static int sure_to_leader(const Deal *deal, int leader, int left, set *matters) {
    const Game *game = deal->game;
    set own = deal->hands[leader], others = deal->in_play & ~own, killers = game->trump | game->joker;
    int trumps = game->trump ? masters(own, others, game->trump) : 0, tricks = trumps;
    *matters = from_top(own & game->trump, trumps);
    for (int suit = 0; suit < SUITS; suit++) {
        if (game->suits[suit] == game->trump) continue;
        int run = masters(own, others, game->suits[suit]);
        for (int seat = 0; run && seat < SEATS; seat++) {
            if (attacks(deal, seat) == attacks(deal, leader) || size(deal->hands[seat] & killers) <= trumps) continue;
            int length = size(deal->hands[seat] & game->suits[suit]);
            if (length < run) run = length;
        }
        tricks += run;
        *matters |= from_top(own & game->suits[suit], run);
    }
    return tricks < left ? tricks : left;
}

/* Tricks that the best hand of a side takes with trumps from the top, or with a free joker, whoever leads. */
static int sure_to_side(const Deal *deal, int side, set *matters) {
    set killers = deal->game->trump | deal->game->joker, all = deal->in_play & killers;
    int most = 0;
    *matters = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        set own = deal->hands[seat] & killers;
        if (attacks(deal, seat) != side || !own) continue;
        int run = masters(own, all & ~own, killers);
        if (run > most) most = run, *matters = from_top(own, run);
    }
    return most;
}

/* Of each run of cards with no other's card between them the lowest. */
static set different(set cards, set others, const Game *game) {
    set found = cards & game->joker;
    for (int suit = 0; suit < SUITS; suit++) {
        set own = cards & game->suits[suit], rest = others & game->suits[suit];
        while (own) {
            set low = lowest(own), next = rest & above(low);
            found |= low;
            own &= next ? -lowest(next) : 0;
        }
    }
    return found;
}

/* What an answer hangs on for which of each run only the lowest of `cards` was tried: where `matters` cuts a run, all of
   it, as elsewhere another's card may lie between what is above and what is below. */
static set with_whole_runs(set matters, set cards, set others, const Game *game) {
    for (int suit = 0; suit < SUITS; suit++) {
        set low = lowest(matters & game->suits[suit]);
        set card = low ? lowest(cards & game->suits[suit] & -low) : 0;
        if (!card) continue;
        set below = highest(others & game->suits[suit] & (card - 1));
        set run = cards & game->suits[suit] & (card - 1);
        matters |= lowest(below ? run & above(below) : run);
    }
    return matters;
}

/* Cards in the order in which they are tried. */
typedef struct {
    int count;
    set card[64];
    int64_t worth[64];
} Order;

static inline void insert(Order *order, set card, int64_t worth) {
    int at = order->count++;
    for (; at && order->worth[at - 1] < worth; at--) {
        order->card[at] = order->card[at - 1];
        order->worth[at] = order->worth[at - 1];
    }
    order->card[at] = card;
    order->worth[at] = worth;
}

static int follow_on(Deal *deal, const Trick *trick, int seat, int need, int left, set *matters) {
    const Game *game = deal->game;
    set hand = deal->hands[seat], cards = hand & trick->follow;
    if (!cards) cards = game->is_misere && hand & game->joker ? game->joker : hand;
    int mine = attacks(deal, seat), is_last = trick->count == game->playing - 1, must_follow = (cards & trick->follow) != 0;
    int ours = attacks(deal, trick->winner) == mine;
    set over = trick->wins & above(trick->best), others = (deal->in_play & ~hand) | trick->best;
    Order order = {.count = 0};
    for (set rest = different(cards, others, game); rest; rest &= rest - 1) {
        set card = lowest(rest);
        int rank = top(card), worth;
        if (game->is_misere) worth = seat == deal->contractor && !(card & over) ? rank : -rank;
        else if (!(card & over)) worth = (ours ? 3000 : 1000) - rank;
        else if (ours) worth = 1500 - rank;
        else worth = is_last ? 5000 - rank : must_follow ? 4000 + rank : 4000 - rank;
        insert(&order, card, (int64_t)worth * 64 + deal->settled[mine][0][rank]);
    }
    set all = 0;
    for (int at = 0; at < order.count && nodes >= 0; at++) {
        if (play(deal, trick, seat, order.card[at], need, left, matters) == mine) {
            deal->settled[mine][0][top(order.card[at])] += (uint32_t)(left * left);
            return mine;
        }
        all |= *matters;
    }
    *matters = with_whole_runs(all, cards, others, game);
    return !mine;
}

static int play(Deal *deal, const Trick *before, int seat, set card, int need, int left, set *matters) {
    const Game *game = deal->game;
    Trick trick = *before;
    if (card & trick.wins && card > trick.best) trick.best = card, trick.winner = seat;
    trick.count++;
    trick.laid |= card;
    deal->hands[seat] ^= card;
    deal->in_play ^= card;
    int made = 0;
    *matters = 0;
    if (trick.count < game->playing) {
        made = follow_on(deal, &trick, game->after[seat], need, left, matters);
    } else {
        if (!game->is_misere) made = makes(deal, trick.winner, need - attacks(deal, trick.winner), left - 1, matters);
        else if (trick.winner != deal->contractor) made = makes(deal, trick.winner, need, left - 1, matters);
        set beaten = trick.laid & ~trick.best & game->suits[suit_of(game, trick.best)];
        if (beaten && trick.best != game->joker) *matters |= trick.best;
    }
    deal->hands[seat] ^= card;
    deal->in_play ^= card;
    return made;
}

/* Lead `card`, to which `suit` must be followed, if any. */
static int lead(Deal *deal, int leader, set card, int suit, int need, int left, set *matters) {
    const Game *game = deal->game;
    int led = deal->led;
    Trick trick = {.follow = suit == NO_SUIT ? 0 : game->suits[suit], .winner = leader};
    trick.wins = trick.follow | game->trump | game->joker | card;
    if (game->joker && suit != NO_SUIT) deal->led |= 1 << suit;
    int made = play(deal, &trick, leader, card, need, left, matters);
    deal->led = led;
    return made;
}

/* Lead a free joker, which names a suit that has not been led while there is one. */
static int lead_joker(Deal *deal, int leader, int need, int left, set *matters) {
    set joker = deal->game->joker, all = 0;
    int mine = attacks(deal, leader);
    if (deal->led == ALL_LED) return lead(deal, leader, joker, NO_SUIT, need, left, matters);
    for (int suit = 0; suit < SUITS; suit++) {
        if (deal->led >> suit & 1) continue;
        if (lead(deal, leader, joker, suit, need, left, matters) == mine) return mine;
        all |= *matters;
    }
    *matters = all;
    return !mine;
}

static int try_leads(Deal *deal, int leader, int need, int left, set *matters) {
    const Game *game = deal->game;
    set hand = deal->hands[leader], others = deal->in_play & ~hand, foes = 0, friends = 0, all = 0;
    int mine = attacks(deal, leader), is_contractor = leader == deal->contractor;
    for (int seat = 0; seat < SEATS; seat++)
        if (seat != leader) *(attacks(deal, seat) == mine ? &friends : &foes) |= deal->hands[seat];
    Order order = {.count = 0};
    for (set rest = different(hand & ~game->joker, others, game); rest; rest &= rest - 1) {
        set card = lowest(rest), suit = game->suits[suit_of(game, card)];
        int rank = top(card), worth;
        if (game->is_misere) {
            set theirs = (is_contractor ? foes : deal->hands[deal->contractor]) & suit;
            worth = size(theirs & above(card));
            worth += is_contractor ? -4 * size(theirs & (card - 1)) : (theirs ? 0 : -50) + (theirs & (card - 1) ? 0 : 40);
        } else if (suit == game->trump) {
            worth = !(foes & suit) ? 100 : card < highest(others & suit) ? 500 - rank : mine ? 5000 : 1500;
        } else if (card > highest(others & suit)) {
            worth = foes & game->trump ? 3500 : 4000;
        } else if (highest(friends & suit) > highest(foes & suit)) {
            worth = 3000 - rank;
        } else {
            worth = (!(friends & suit) && friends & game->trump ? 2500 : 1000) - rank;
        }
        insert(&order, card, (int64_t)worth * 64 + deal->settled[mine][1][rank]);
    }
    int may_lead_joker = left == 1 || (!game->joker_last && deal->led != ALL_LED);
    if (hand & game->joker && may_lead_joker)
        insert(&order, game->joker, 64 * (!game->is_misere ? 2000 : is_contractor ? -9999 : 100));
    for (int at = 0; at < order.count && nodes >= 0; at++) {
        set card = order.card[at];
        int made = card == game->joker ? lead_joker(deal, leader, need, left, matters)
                                       : lead(deal, leader, card, suit_of(game, card), need, left, matters);
        if (made == mine) {
            deal->settled[mine][1][top(card)] += (uint32_t)(left * left);
            return mine;
        }
        all |= *matters;
    }
    *matters = with_whole_runs(all, hand, others, game);
    return !mine;
}

static uint64_t mixed(uint64_t key) {
    key = (key ^ key >> 31) * 0x9E3779B97F4A7C15u;
    return (key ^ key >> 29) * 0xBF58476D1CE4E5B9u;
}

/* What alike positions share: who leads, the suits led, and how many cards of each suit everybody holds. `owners` become
   those of all cards, from the highest of each suit down. */
static uint64_t likeness(const Deal *deal, int leader, uint64_t owners[SUITS]) {
    const Game *game = deal->game;
    uint64_t key = mixed((uint64_t)(leader << SUITS | deal->led)); /* else it would be one with seat 0's lengths */
    for (int seat = 0; seat < SEATS; seat++) {
        uint64_t lengths = (deal->hands[seat] & game->joker) != 0;
        for (int suit = 0; suit < SUITS; suit++) lengths = lengths << 5 | (uint64_t)size(deal->hands[seat] & game->suits[suit]);
        key = mixed(key ^ lengths);
    }
    for (int suit = 0; suit < SUITS; suit++) {
        owners[suit] = 0;
        set cards = deal->in_play & game->suits[suit];
        for (int at = 0; cards; at += PER_OWNER) {
            int rank = top(cards);
            owners[suit] |= (uint64_t)deal->owner[rank] << at;
            cards ^= (set)1 << rank;
        }
    }
    return key;
}

static uint64_t mask_of(int cards) { return PER_OWNER * cards >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << PER_OWNER * cards) - 1; }
static int depth_of(uint64_t mask) { return (size(mask) + PER_OWNER - 1) / PER_OWNER; }

/* Whether the attackers take `need` of the `left` tricks that remain, or in a misere whether the contractor takes none;
   `leader` leads to the next. Nothing is said when `nodes` has run out. */
static int makes(Deal *deal, int leader, int need, int left, set *matters) {
    const Game *game = deal->game;
    *matters = 0;
    if (--nodes < 0) return 0;
    if (game->is_misere) {
        if (!left) return 1;
    } else {
        if (need <= 0) return 1;
        if (need > left) return 0;
        int mine = attacks(deal, leader), own = sure_to_leader(deal, leader, left, matters);
        if (mine ? own >= need : left - own < need) return mine;
        int theirs = sure_to_side(deal, !mine, matters);
        if (mine ? left - theirs < need : theirs >= need) return !mine;
        if (left == 1) return try_leads(deal, leader, need, left, matters);
    }
    uint64_t owners[SUITS], key = likeness(deal, leader, owners);
    Entry *entries = known[key >> (64 - BITS)];
    for (int way = 0; way < WAYS; way++) {
        const Entry *at = &entries[way];
        if (at->deal != deal->number || at->key != key || (at->least < need && at->most >= need)) continue;
        uint64_t differs = 0;
        for (int suit = 0; suit < SUITS; suit++) differs |= (owners[suit] ^ at->owners[suit]) & at->mask[suit];
        if (differs) continue;
        *matters = 0;
        for (int suit = 0; suit < SUITS; suit++)
            *matters |= from_top(deal->in_play & game->suits[suit], depth_of(at->mask[suit]));
        return at->least >= need;
    }
    int made = try_leads(deal, leader, need, left, matters);
    if (nodes < 0) return 0;
    Entry *at = &entries[next_way[key >> (64 - BITS)]++ % WAYS];
    *at = (Entry){.key = key, .deal = deal->number, .least = made ? (uint8_t)need : 0, .most = made ? (uint8_t)left : (uint8_t)(need - 1)};
    for (int suit = 0; suit < SUITS; suit++) {
        set low = lowest(*matters & game->suits[suit]);
        at->mask[suit] = low ? mask_of(size(deal->in_play & game->suits[suit] & -low)) : 0;
        at->owners[suit] = owners[suit];
    }
    return made;
}

static int reaches(Deal *deal, const Trick *trick, int turn, int need, int left) {
    set matters;
    if (trick->count) return follow_on(deal, trick, turn, need, left, &matters);
    return makes(deal, turn, need, left, &matters);
}

/* Solve `worlds` deals `options` times each. Lane number is option * worlds + world, and the options of a world share
   what is found. `hands` are by seat and lane; of the trick in progress `count` cards lie. `taken` become the tricks that
   the attackers take from here, in a misere 1 where the contractor takes one; -1 after `each` positions without an answer,
   and once the search has looked at a `whole` number of them. */
void solve(const Game *game, int64_t worlds, int64_t options, int64_t seats, const int64_t *hands,
           const int64_t *attackers, const int64_t *contractor, const int64_t *turn, const int64_t *led,
           const int64_t *best, const int64_t *winner, const int64_t *follow, const int64_t *wins, int64_t count,
           int64_t left, int64_t each, int64_t whole, int64_t *taken) {
    int64_t lanes = worlds * options;
    memset(next_way, 0, sizeof next_way); /* so that the same deals take the same search */
    for (int64_t world = 0; world < worlds; world++) {
        if (!++deals) memset(known, 0, sizeof known), deals = 1;
        int guess = (int)(left + 1) / 2;
        for (int64_t lane = world; lane < lanes; lane += worlds) {
            Deal deal = {.game = game, .contractor = (int)contractor[lane], .led = (int)led[lane], .number = deals};
            deal.attackers = game->is_misere ? 1 << deal.contractor : (int)attackers[lane];
            for (int64_t seat = 0; seat < seats; seat++) {
                set hand = deal.hands[seat] = (set)hands[seat * lanes + lane];
                deal.in_play |= hand;
                for (; hand; hand &= hand - 1) deal.owner[top(lowest(hand))] = (uint8_t)seat;
            }
            Trick trick = {.winner = (int)winner[lane], .count = (int)count};
            if (count) trick.best = (set)best[lane], trick.wins = (set)wins[lane], trick.follow = (set)follow[lane];
            int at = (int)turn[lane], low = 0, high = game->is_misere ? 1 : (int)left;
            int64_t given = nodes = whole < each ? whole : each;
            if (game->is_misere) {
                low = !reaches(&deal, &trick, at, 1, (int)left);
            } else {
                for (int need = guess < 1 ? 1 : guess; low < high && nodes >= 0;) {
                    if (reaches(&deal, &trick, at, need, (int)left)) low = need;
                    else high = need - 1;
                    need = low >= need ? low + 1 : high;
                }
                guess = low;
            }
            taken[lane] = nodes < 0 ? -1 : low;
            whole -= nodes < 0 ? given : given - nodes;
        }
    }
}
