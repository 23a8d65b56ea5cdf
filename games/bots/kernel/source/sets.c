/* Sets, their values, the plays over a table, and what a turn does (games/engine/plays.py and rules.py). */
#include "kernel.h"

static EACH_THREAD u32 row_values[ROW + 1];

/* The digits of a row's cards, largest first, as one number. */
static u32 row_value(u32 row) {
    if (row && !row_values[row]) {
        u32 value = 0;
        for (int number = NUMBERS; number; number--)
            if (row >> (number - 1) & 1) value = value * 10 + (u32)number;
        row_values[row] = value;
    }
    return row_values[row];
}

static u64 column(u64 cards, int number) {
    u64 rows = 1ull | 1ull << 9 | 1ull << 18 | 1ull << 27 | 1ull << 36 | 1ull << 45;
    return cards & rows << (number - 1);
}

/* The digits of a set, largest first, as one number. */
u64 set_value(u64 cards) {
    static const u32 repeated[] = {0, 1, 11, 111, 1111, 11111, 111111};
    u64 coloured = cards & ~GOAT;
    if (!coloured) return 0;
    int first = __builtin_ctzll(coloured), shift = first / NUMBERS * NUMBERS;
    if (coloured & ~((u64)ROW << shift)) return repeated[popcount(cards)] * (u64)(first - shift + 1);
    u64 value = row_value(cards >> shift & ROW);
    return cards & GOAT ? value * 10 : value;
}

/* Whether all cards are of one colour, the goat with any, or of one number. */
static int is_set(u64 cards) {
    u64 coloured = cards & ~GOAT;
    if (!coloured) return cards == GOAT;
    int first = __builtin_ctzll(coloured);
    if (!(coloured & ~((u64)ROW << first / NUMBERS * NUMBERS))) return 1;
    return coloured == cards && column(cards, first % NUMBERS + 1) == cards;
}

static int lead_plays(u64 cards, u64 *found) {
    int count = 0;
    for (u64 rest = cards; rest; rest &= rest - 1) found[count++] = lowest(rest);
    if (count > 1 && is_set(cards)) found[count++] = cards;
    return count;
}

/* Sets of one colour, the goat with them if `goat` has it. */
static int row_plays(u32 row, int shift, u64 goat, int size, u64 value, u64 *found) {
    int count = 0, with = goat != 0;
    if (popcount(row) + with < size) return 0;
    for (u32 some = row; some; some = (some - 1) & row) {
        int cards = popcount(some) + with;
        if (cards != size && cards != size + 1) continue;
        u64 worth = goat ? row_value(some) * 10ull : row_value(some);
        if (cards > size || worth > value) found[count++] = (u64)some << shift | goat;
    }
    return count;
}

/* Sets of two or more of one number: all its digits are alike, so one value stands for all of a size. */
static int column_plays(u64 cards, int number, int size, u64 value, u64 *found) {
    int count = 0, held = popcount(cards);
    u64 worth = 0;
    for (int digit = 0; digit < size; digit++) worth = worth * 10 + (u64)number;
    if (held < size) return 0;
    for (u64 some = cards; some; some = (some - 1) & cards) {
        int chosen = popcount(some);
        if (chosen > 1 && (chosen == size + 1 || (chosen == size && worth > value))) found[count++] = some;
    }
    return count;
}

/* All sets of `cards` that beat `table`, or may be led if it is 0; returns how many. */
int list_plays(u64 cards, u64 table, u64 *found) {
    if (!table) return lead_plays(cards, found);
    int count = 0, size = popcount(table);
    u64 value = set_value(table);
    u32 once = 0, twice = 0;
    for (int colour = 0; colour < COLOURS; colour++) {
        int shift = NUMBERS * colour;
        u32 row = cards >> shift & ROW;
        if (!row) continue;
        count += row_plays(row, shift, 0, size, value, found + count);
        if (cards & GOAT) count += row_plays(row, shift, GOAT, size, value, found + count);
        twice |= once & row;
        once |= row;
    }
    for (int number = 1; twice >> (number - 1); number++)
        if (twice >> (number - 1) & 1) count += column_plays(column(cards, number), number, size, value, found + count);
    return count;
}

/* All legal turns, at most MAX_CHOICES; one that goes out is then the only one. */
int list_turns(u64 held, u64 table, Turn *found) {
    u64 plays[MAX_PLAYS];
    int laid = list_plays(held, table, plays), count = 0;
    if (table) found[count++] = (Turn){0, 0};
    for (int at = 0; at < laid; at++) {
        u64 beaten = table;
        if (plays[at] == held) {
            found[0] = (Turn){held, 0};
            return 1;
        }
        do {
            if (count < MAX_CHOICES) found[count++] = (Turn){plays[at], lowest(beaten)};
            beaten &= beaten - 1;
        } while (beaten);
    }
    return count;
}

/* The highest number of a set, which leads its value. */
int leading_digit(u64 set) {
    u32 numbers = 0;
    for (int colour = 0; colour < COLOURS; colour++) numbers |= set >> NUMBERS * colour & ROW;
    return numbers ? 32 - __builtin_clz(numbers) : 0;
}

int is_same(Turn one, Turn other) { return one.play == other.play && one.pickup == other.pickup; }

/* Applies a legal turn. */
void take(State *state, Turn turn) {
    u64 *held = &state->held[state->acts];
    if (turn.play) {
        *held = (*held & ~turn.play) | turn.pickup;
        state->table = turn.play;
        state->owner = state->acts;
        if (!*held) {
            state->over = 1;
            return;
        }
    }
    state->acts = state->acts + 1 == state->seats ? 0 : state->acts + 1;
    if (state->acts == state->owner && !turn.play) {
        state->table = 0;
        state->owner = -1;
    }
}

EXPORT("penalty") int penalty(u64 cards) { return popcount(cards) + (cards & GOAT ? 4 : 0); }
