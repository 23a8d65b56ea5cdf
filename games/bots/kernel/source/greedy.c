/* The bot `greedy` (games/bots/greedy.py), with its costs in tenths of a set. */
#include "kernel.h"

#define COSTS (1 << 15)
#define CHOICES (1 << 14)

static EACH_THREAD struct { u64 cards; int cost; } costs[COSTS];
static EACH_THREAD struct { u64 held, table; Turn turn; } choices[CHOICES];

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

/* Finds the colour a number, moving colours that have one; `of` has the colour of each number, or -1. Numbers
   in `tried` are not asked again. */
static int find_number(const u32 *rows, int colour, int *of, u32 *taken, u32 *tried) {
    u32 open = rows[colour] & ~*taken;
    if (open) {
        of[__builtin_ctz(open)] = colour;
        *taken |= lowest(open);
        return 1;
    }
    for (u32 left; (left = rows[colour] & ~*tried);) {
        int number = __builtin_ctz(left);
        *tried |= lowest(left);
        if (find_number(rows, of[number], of, taken, tried)) {
            of[number] = colour;
            return 1;
        }
    }
    return 0;
}

/* The smallest cover without the goat: as many sets as colours can have a number each for itself (Koenig's theorem). */
static int cover(const u32 *rows, int count) {
    int of[NUMBERS], found = 0;
    u32 taken = 0;
    for (int colour = 0; colour < count; colour++) {
        u32 tried = 0;
        found += find_number(rows, colour, of, &taken, &tried);
    }
    return found;
}

/* The smallest cover: for each choice of colours played by number, their numbers and all other colours. */
static int cover_with_goat(const u32 *rows, int count) {
    u32 numbers[1 << COLOURS] = {0};
    int best = count;
    for (u32 chosen = 1; chosen < 1u << count; chosen++) {
        u32 one = numbers[chosen] = numbers[chosen & (chosen - 1)] | rows[__builtin_ctz(chosen)];
        int sets = count - popcount(chosen) + popcount(one), all = chosen + 1 == 1u << count;
        if (all && !has_single(rows, count, one)) sets++;
        if (sets < best) best = sets;
    }
    return best;
}

int fewest_sets(u64 cards) {
    u32 rows[COLOURS];
    int count = 0;
    if (cards == GOAT) return 1;
    for (u64 rest = cards & ~GOAT; rest; count++) {
        int shift = __builtin_ctzll(rest) / NUMBERS * NUMBERS;
        rows[count] = rest >> shift & ROW;
        rest &= ~((u64)ROW << shift);
    }
    return cards & GOAT ? cover_with_goat(rows, count) : cover(rows, count);
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
    worked += WORK_LOOKED_UP;
    if (choices[at].held != held || choices[at].table != table) {
        choices[at].turn = find_turn(held, table);
        choices[at].held = held;
        choices[at].table = table;
    }
    return choices[at].turn;
}
