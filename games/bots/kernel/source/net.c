/* A small network that was learned (games/bots/learning/): how likely a turn wins the hand, and what it leaves. It sees all
   that the seat to act does, in inputs that are one or nothing, so that its first layer is a sum of rows. */
#include "kernel.h"

#define CARDS (NUMBERS * COLOURS + 1)
#define OTHERS (SEATS - 1)
#define DIGITS 10
#define HELD_BUCKETS 10
#define WEAK_BUCKETS 21

/* Where each group of inputs begins: cards left after the turn, on the table and gone, what is known of the other seats in
   their order, the turn, and what matters of the cards left. */
enum {
    LEFT = 0,
    TABLE = LEFT + CARDS,
    KNOWN = TABLE + CARDS,
    GONE = KNOWN + OTHERS * CARDS,
    COUNT = GONE + CARDS,
    OWNER = COUNT + OTHERS * HELD_BUCKETS,
    SEAT_COUNT = OWNER + SEATS + 1,
    PASSED = SEAT_COUNT + SEATS - 2,
    LAID = PASSED + OTHERS * TABLES * DIGITS,
    SETS = LAID + 7,
    HELD = SETS + 6,
    WEAK = HELD + HELD_BUCKETS,
    TOPS = WEAK + WEAK_BUCKETS,
    BIGGEST = TOPS + 3 * DIGITS,
    LONE = BIGGEST + 7,
    LOWEST_LONE = LONE + 5,
    DIGIT = LOWEST_LONE + 2 * DIGITS,
    ENDS_ROUND = DIGIT + DIGITS,
    STRONG = ENDS_ROUND + 1,
    USED = STRONG + 5,
};
_Static_assert(USED <= NO_INPUT, "the inputs");

/* Layers, each with as many rows as the one before has units, and then as many offsets as it has. */
#define FIRST 512
#define SECOND 128
#define THIRD 64
enum {
    LAYER_1 = 0,
    LAYER_2 = LAYER_1 + (INPUTS + 1) * FIRST,
    LAYER_3 = LAYER_2 + (FIRST + 1) * SECOND,
    LAYER_4 = LAYER_3 + (SECOND + 1) * THIRD,
    NUMBERS_IN_NET = LAYER_4 + (THIRD + 1) * 2,
};
static union {
    float at[NUMBERS_IN_NET];
    u16 packed[NUMBERS_IN_NET];
} net;

static EACH_THREAD Turn turns[MAX_CHOICES];
static EACH_THREAD Value values[MAX_CHOICES];

EXPORT("net_at") u16 *net_at(void) { return net.packed; }

/* A float of half precision, which has no infinities here. */
static float unpacked(u16 half) {
    union { u32 bits; float number; } one;
    u32 exponent = half >> 10 & 31, digits = half & 1023;
    if (exponent) one.bits = (exponent + 112) << 23 | digits << 13;
    else one.number = (float)digits / (1 << 24);
    one.bits |= (u32)(half & 0x8000) << 16;
    return one.number;
}

/* To be called after the numbers were written, in half precision, to where `net_at` says. They unpack in place. */
EXPORT("unpack_net") void unpack_net(void) {
    for (int at = NUMBERS_IN_NET - 1; at >= 0; at--) net.at[at] = unpacked(net.packed[at]);
}

/* Inputs that are one. */
typedef struct {
    int count;
    u16 at[MAX_ONES];
} Ones;

static void note(Ones *to, int input) { to->at[to->count++] = (u16)input; }

static void note_cards(Ones *to, int from, u64 cards) {
    for (; cards; cards &= cards - 1) note(to, from + __builtin_ctzll(cards));
}

/* What is known of the other seats and gone already, whatever the turn. */
static void note_before(const State *state, const int *sizes, const Public *open, Ones *to) {
    for (int other = 0; other < state->seats - 1; other++) {
        int seat = (state->acts + 1 + other) % state->seats;
        note_cards(to, KNOWN + CARDS * other, open->known[seat]);
        note(to, COUNT + HELD_BUCKETS * other + at_most(HELD_BUCKETS, sizes[seat]) - 1);
        for (int table = 0; table < TABLES; table++)
            if (open->passed[seat][table])
                note(to, PASSED + DIGITS * (TABLES * other + table) + open->passed[seat][table]);
    }
    if (state->seats > 2) note(to, SEAT_COUNT + state->seats - 3);
    note_cards(to, GONE, open->gone);
}

/* What matters of the cards left. */
static void note_shape(const Shape *left, Ones *to) {
    note(to, SETS + at_most(6, left->sets) - 1);
    note(to, HELD + at_most(HELD_BUCKETS, left->count) - 1);
    note(to, WEAK + at_most(WEAK_BUCKETS - 1, left->weak));
    for (int top = 0; top < 3; top++) note(to, TOPS + DIGITS * top + left->tops[top]);
    note(to, BIGGEST + at_most(6, left->biggest));
    note(to, LONE + at_most(4, left->loose));
    for (int lone = 0; lone < 2; lone++) note(to, LOWEST_LONE + DIGITS * lone + left->alone[lone]);
    note(to, STRONG + at_most(4, left->strong));
}

static int ends_round(const State *state, Turn turn) {
    return !turn.play && (state->acts + 1) % state->seats == state->owner;
}

/* What the turn makes of the cards held and the table, and what it sends away. */
static void note_after(const State *state, Turn turn, Ones *to) {
    u64 left = (state->held[state->acts] & ~turn.play) | turn.pickup, table = state->table, gone = 0;
    int owner = state->owner, ends = ends_round(state, turn);
    if (turn.play) gone = table & ~turn.pickup, table = turn.play, owner = state->acts;
    else if (ends) gone = table, table = 0;
    note_cards(to, LEFT, left);
    note_cards(to, TABLE, table);
    note_cards(to, GONE, gone);
    note(to, OWNER + (ends ? SEATS : (owner - state->acts + state->seats) % state->seats));
    note(to, LAID + at_most(6, popcount(turn.play)));
    note(to, DIGIT + leading_digit(turn.play));
    if (ends) note(to, ENDS_ROUND);
    note_shape(shape_of(left, 1), to);
}

/* Keeps what all saw up to date; to be called before the turn is taken. */
void note_turn(Public *open, const State *before, Turn turn) {
    int seat = before->acts;
    if (turn.play) {
        open->known[seat] = (open->known[seat] & ~turn.play) | turn.pickup;
        open->gone |= before->table & ~turn.pickup;
        return;
    }
    u8 *lowest_passed = &open->passed[seat][at_most(TABLES, popcount(before->table)) - 1];
    int digit = leading_digit(before->table);
    if (!*lowest_passed || digit < *lowest_passed) *lowest_passed = (u8)digit;
    if (ends_round(before, turn)) open->gone |= before->table;
}

/* Sums of a layer that are kept in registers while rows are added to them. */
#ifdef __wasm__
#define BLOCK 32
#else
#define BLOCK 64
#endif
#define LANES 16
typedef float Lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
_Static_assert(FIRST % BLOCK == 0 && SECOND % BLOCK == 0 && THIRD % BLOCK == 0, "whole blocks");

/* Adds rows of the first layer to its sums. */
static void add_rows(float *sums, const Ones *ones) {
    for (int at = 0; at < FIRST; at += BLOCK) {
        Lanes block[BLOCK / LANES];
        for (int lane = 0; lane < BLOCK / LANES; lane++) block[lane] = ((Lanes *)&sums[at])[lane];
        for (int one = 0; one < ones->count; one++) {
            const Lanes *row = (const Lanes *)&net.at[LAYER_1 + ones->at[one] * FIRST + at];
            for (int lane = 0; lane < BLOCK / LANES; lane++) block[lane] += row[lane];
        }
        for (int lane = 0; lane < BLOCK / LANES; lane++) ((Lanes *)&sums[at])[lane] = block[lane];
    }
}

/* Where the units are that are positive; the others count as zero. Without a branch, as it would be unpredictable. */
static int list_active(const float *units, int count, u16 *active) {
    int found = 0;
    for (int unit = 0; unit < count; unit++) {
        active[found] = (u16)unit;
        found += units[unit] > 0;
    }
    return found;
}

/* A layer's sums. */
static void add_layer(const float *before, int units, int layer, int to, float *sums) {
    u16 active[FIRST];
    int count = list_active(before, units, active);
    for (int at = 0; at < to; at += BLOCK) {
        Lanes block[BLOCK / LANES];
        for (int lane = 0; lane < BLOCK / LANES; lane++)
            block[lane] = ((const Lanes *)&net.at[layer + units * to + at])[lane];
        for (int one = 0; one < count; one++) {
            const Lanes *row = (const Lanes *)&net.at[layer + active[one] * to + at];
            float by = before[active[one]];
            for (int lane = 0; lane < BLOCK / LANES; lane++) block[lane] += by * row[lane];
        }
        for (int lane = 0; lane < BLOCK / LANES; lane++) ((Lanes *)&sums[at])[lane] = block[lane];
    }
}

static void add_last(const float *before, float *sums) {
    sums[0] = net.at[LAYER_4 + 2 * THIRD], sums[1] = net.at[LAYER_4 + 2 * THIRD + 1];
    for (int unit = 0; unit < THIRD; unit++) {
        float by = before[unit] > 0 ? before[unit] : 0;
        sums[0] += by * net.at[LAYER_4 + 2 * unit], sums[1] += by * net.at[LAYER_4 + 2 * unit + 1];
    }
}

static Value value_of(const float *first) {
    float second[SECOND], third[THIRD], last[2];
    add_layer(first, FIRST, LAYER_2, SECOND, second);
    add_layer(second, SECOND, LAYER_3, THIRD, third);
    add_last(third, last);
    double lost = last[0] > 0 ? power(-(double)last[0]) : 1, won = last[0] > 0 ? 1 : power((double)last[0]);
    return (Value){won / (won + lost), HAND_SIZE * (double)last[1]};
}

double worth(Value value) { return stakes.lost + stakes.won * value.chance - stakes.point * value.points; }

/* What turns of the seat to act are worth. Another seat holds as many cards as `sizes` says. */
void value_turns(const State *state, const int *sizes, const Public *open, const Turn *turns, int count, Value *values) {
    float same[FIRST], first[FIRST];
    Ones before = {0, {0}};
    note_before(state, sizes, open, &before);
    for (int unit = 0; unit < FIRST; unit++) same[unit] = net.at[LAYER_1 + INPUTS * FIRST + unit];
    add_rows(same, &before);
    for (int at = 0; at < count; at++) {
        Ones after = {0, {0}};
        /* The net never saw one that goes out. */
        if (turns[at].play == state->held[state->acts]) {
            values[at] = (Value){1, 0};
            continue;
        }
        for (int unit = 0; unit < FIRST; unit++) first[unit] = same[unit];
        note_after(state, turns[at], &after);
        add_rows(first, &after);
        values[at] = value_of(first);
    }
    worked += WORK_VALUED * (u64)count;
}

/* The inputs of a turn of the seat to act, for learning. */
void write_row(const State *state, const int *sizes, const Public *open, Turn turn, Row *row) {
    Ones all = {0, {0}};
    note_before(state, sizes, open, &all);
    note_after(state, turn, &all);
    for (int one = 0; one < MAX_ONES; one++) row->ones[one] = one < all.count ? all.at[one] : NO_INPUT;
}

/* Finds the best turn of the seat to act and its value. Returns whether there is a choice; if not, there is no value. */
int choose_by_net(const State *state, const Public *open, Turn *turn, Value *value) {
    int best = 0, sizes[SEATS], count = list_turns(state->held[state->acts], state->table, turns);
    *turn = turns[0];
    if (count == 1) return 0;
    for (int seat = 0; seat < state->seats; seat++) sizes[seat] = popcount(state->held[seat]);
    value_turns(state, sizes, open, turns, count, values);
    for (int at = 1; at < count; at++)
        if (worth(values[at]) > worth(values[best])) best = at;
    *turn = turns[best], *value = values[best];
    return 1;
}
