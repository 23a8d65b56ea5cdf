/* The bot `greedy` (games/bots/greedy.py), with its costs in tenths of a set. */
#include "kernel.h"

#define COSTS (1 << 15)
#define CHOICES (1 << 14)

static struct { u64 cards; int cost; } costs[COSTS];
static struct { u64 held, table; Turn turn; } choices[CHOICES];

static u64 place(u64 key, int size) { return (key * 0x9e3779b97f4a7c15ull >> 40) & (u64)(size - 1); }

/* Whether one of the sets by number is a single card, which the goat may join. */
static int has_single(const u32 *rows, int count, u32 numbers) {
    u32 once = 0, twice = 0;
    for (int at = 0; at < count; at++) {
        twice |= once & rows[at];
        once |= rows[at];
    }
    return (numbers & once & ~twice) != 0;
}

/* The smallest cover: for each choice of colours played by number, their numbers and all other colours. */
int fewest_sets(u64 cards) {
    u32 rows[COLOURS], numbers[1 << COLOURS];
    int count = 0, best;
    for (u64 rest = cards & ~GOAT; rest; count++) {
        int shift = __builtin_ctzll(rest) / NUMBERS * NUMBERS;
        rows[count] = rest >> shift & ROW;
        rest &= ~((u64)ROW << shift);
    }
    best = count, numbers[0] = 0;
    for (u32 chosen = 1; chosen < 1u << count; chosen++) {
        u32 one = numbers[chosen] = numbers[chosen & (chosen - 1)] | rows[__builtin_ctz(chosen)];
        int sets = count - popcount(chosen) + popcount(one), all = chosen + 1 == 1u << count;
        if (cards & GOAT && all && !has_single(rows, count, one)) sets++;
        if (sets < best) best = sets;
    }
    return cards == GOAT ? 1 : best;
}

/* How far low cards without a neighbour are below 7. */
int weakness(u64 cards) {
    u32 once = 0, twice = 0;
    int weak = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        u32 row = cards >> NUMBERS * colour & ROW;
        twice |= once & row;
        once |= row;
    }
    for (int colour = 0; colour < COLOURS; colour++) {
        u32 row = cards >> NUMBERS * colour & ROW;
        if (row && !(row & (row - 1)) && !(row & twice) && row < 1 << 6) weak += 6 - __builtin_ctz(row);
    }
    return weak;
}

EXPORT("cost") int cost(u64 cards) {
    u64 at = place(cards, COSTS);
    if (costs[at].cards != cards) {
        int sets = fewest_sets(cards);
        costs[at].cost = 10 * sets + 2 * popcount(cards) + weakness(cards);
        costs[at].cost += (cards & GOAT ? 5 : 0) - (sets == 1 ? 6 : 0);
        costs[at].cards = cards;
    }
    return costs[at].cost;
}

/* Equal costs go to the lowest value, then to the lowest cards as bits; a pass ranks behind an equal play. */
static Turn find_turn(u64 held, u64 table) {
    u64 plays[MAX_PLAYS], worth = ~0ull;
    Turn best = {0, 0};
    int least = table ? cost(held) : 1 << 30, count = list_plays(held, table, plays);
    for (int at = 0; at < count; at++) {
        u64 play = plays[at], left = held & ~play, beaten = table;
        if (!left) return (Turn){play, 0};
        u64 value = set_value(play);
        do {
            u64 pickup = lowest(beaten);
            int price = cost(left | pickup);
            if (price < least || (price == least && (value < worth || (value == worth && play < best.play)))) {
                least = price, worth = value;
                best = (Turn){play, pickup};
            }
            beaten &= beaten - 1;
        } while (beaten);
    }
    return best;
}

Turn greedy_turn(u64 held, u64 table) {
    u64 at = place(held ^ table * 31, CHOICES);
    if (choices[at].held != held || choices[at].table != table) {
        choices[at].turn = find_turn(held, table);
        choices[at].held = held;
        choices[at].table = table;
    }
    return choices[at].turn;
}
