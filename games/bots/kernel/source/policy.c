/* A policy that was learned: a turn's score is a weighted sum of features of what it leaves (learn.c). */
#include "kernel.h"

#define SHAPES (1 << 15)
#define KINDS 7
#define SET_BUCKETS 4
#define SIZE_BUCKETS 5

/* Where each group of features begins. */
enum {
    BY_SETS = 0,
    OF_SHAPE = BY_SETS + 6,
    SETS_KIND = OF_SHAPE + 9,
    SETS_KIND_DIGIT = SETS_KIND + SET_BUCKETS * KINDS,
    LEAST_KIND = SETS_KIND_DIGIT + SET_BUCKETS * KINDS,
    LEAST_KIND_DIGIT = LEAST_KIND + SIZE_BUCKETS * KINDS,
    LEAST_SETS = LEAST_KIND_DIGIT + SIZE_BUCKETS * KINDS,
    LEAST_COUNT = LEAST_SETS + SIZE_BUCKETS,
    NEXT_OUT = LEAST_COUNT + SIZE_BUCKETS,
    LAST_PASS = NEXT_OUT + KINDS,
    END = LAST_PASS + 2 * SET_BUCKETS,
};
_Static_assert(END == FEATURES, "the features");

double weights[2][FEATURES];
static Choices choices;

/* What matters of some cards held: tops are the highest leading digits of a single, a pair and three. */
typedef struct {
    u64 cards;
    u8 sets, count, weak, goat, tops[3], biggest, strong, loose;
} Shape;
static Shape shapes[SHAPES];

static int highest(u32 row) { return row ? 32 - __builtin_clz(row) : 0; }

static void note_group(Shape *shape, int size, int digit) {
    if (size > shape->biggest) shape->biggest = (u8)size;
    for (int at = 0; at < 3 && at < size; at++)
        if (digit > shape->tops[at]) shape->tops[at] = (u8)digit;
}

static void find_shape(Shape *shape, u64 cards) {
    u32 once = 0, twice = 0, thrice = 0;
    *shape = (Shape){.cards = cards, .sets = (u8)fewest_sets(cards), .count = (u8)popcount(cards),
                     .weak = (u8)weakness(cards), .goat = (cards & GOAT) != 0};
    for (int colour = 0; colour < COLOURS; colour++) {
        u32 row = cards >> NUMBERS * colour & ROW;
        thrice |= twice & row, twice |= once & row, once |= row;
        note_group(shape, popcount(row) + (row && shape->goat), highest(row));
        shape->strong += (u8)popcount(row >> 7);
    }
    note_group(shape, 1, highest(once));
    note_group(shape, 2, highest(twice));
    note_group(shape, 3, highest(thrice));
    for (int colour = 0; colour < COLOURS; colour++) {
        u32 row = cards >> NUMBERS * colour & ROW;
        shape->loose += row && !(row & (row - 1)) && !(row & twice);
    }
}

static const Shape *shape_of(u64 cards) {
    Shape *shape = &shapes[(cards * 0x9e3779b97f4a7c15ull >> 40) & (SHAPES - 1)];
    if (shape->cards != cards) find_shape(shape, cards);
    return shape;
}

static int size_bucket(int size) { return size <= 3 ? size - 1 : size <= 5 ? 3 : 4; }

Scene scene_of(const State *state) {
    Scene scene = {state->held[state->acts], state->table, state->seats, state->acts, state->owner, {0}};
    for (int seat = 0; seat < state->seats; seat++) scene.sizes[seat] = popcount(state->held[seat]);
    return scene;
}

/* What all choices of a scene share. */
typedef struct {
    int least, next, table_size, table_digit, last;
} Around;

static Around around_of(const Scene *scene) {
    int next = scene->acts + 1 == scene->seats ? 0 : scene->acts + 1;
    Around around = {99, scene->sizes[next], popcount(scene->table), 0, next == scene->owner};
    for (int seat = 0; seat < scene->seats; seat++)
        if (seat != scene->acts && scene->sizes[seat] < around.least) around.least = scene->sizes[seat];
    u64 value = set_value(scene->table);
    while (value >= 10) value /= 10;
    around.table_digit = (int)value;
    return around;
}

static int leading_digit(u64 play) {
    u32 numbers = 0;
    for (int colour = 0; colour < COLOURS; colour++) numbers |= play >> NUMBERS * colour & ROW;
    return highest(numbers);
}

/* Pass over one card, over more; lead one; lay one, two, three, more. */
static int kind_of(const Around *around, int size) {
    if (!size) return around->table_size > 1;
    if (!around->table_size) return 2;
    return size < 4 ? 2 + size : 6;
}

static int describe(const Around *around, const Shape *left, u64 play, u8 *index, float *value) {
    int at = 0, size = popcount(play), kind = kind_of(around, size);
    int sets = left->sets < SET_BUCKETS ? left->sets - 1 : SET_BUCKETS - 1, least = size_bucket(around->least);
    float digit = (float)(size ? leading_digit(play) : around->table_digit) / 9;
#define TERM(where, what) (index[at] = (u8)(where), value[at++] = (what))
    TERM(BY_SETS + (left->sets < 6 ? left->sets : 6) - 1, 1);
    TERM(OF_SHAPE, (float)left->count / 9);
    TERM(OF_SHAPE + 1, (float)left->weak / 9);
    if (left->goat) TERM(OF_SHAPE + 2, 1);
    for (int top = 0; top < 3; top++) TERM(OF_SHAPE + 3 + top, (float)left->tops[top] / 9);
    TERM(OF_SHAPE + 6, (float)left->biggest / 5);
    TERM(OF_SHAPE + 7, (float)left->strong / 3);
    TERM(OF_SHAPE + 8, (float)left->loose / 3);
    TERM(SETS_KIND + KINDS * sets + kind, 1);
    TERM(SETS_KIND_DIGIT + KINDS * sets + kind, digit);
    TERM(LEAST_KIND + KINDS * least + kind, 1);
    TERM(LEAST_KIND_DIGIT + KINDS * least + kind, digit);
    TERM(LEAST_SETS + least, (float)left->sets / 5);
    TERM(LEAST_COUNT + least, (float)left->count / 9);
    int lies = size ? size : around->table_size;
    if (around->next == lies || around->next == lies + 1) TERM(NEXT_OUT + kind, 1);
    if (!size && around->last) TERM(LAST_PASS + SET_BUCKETS * kind + sets, 1);
#undef TERM
    return at;
}

static void add_choice(const Around *around, u64 left, Turn turn, const double *by, Choices *into) {
    int at = into->count++;
    u8 *index = into->index[at];
    float *value = into->value[at];
    double score = 0;
    int terms = describe(around, shape_of(left), turn.play, index, value);
    for (int term = 0; term < terms; term++) score += by[index[term]] * (double)value[term];
    into->terms[at] = terms;
    into->turns[at] = turn;
    into->scores[at] = score;
}

/* Scores all legal turns; one that goes out is then the only one. */
void weigh(const Scene *scene, const double *by, Choices *into) {
    u64 plays[MAX_PLAYS];
    int count = list_plays(scene->held, scene->table, plays);
    Around around = around_of(scene);
    into->count = 0;
    for (int at = 0; at < count; at++)
        if (plays[at] == scene->held) {
            into->count = 1, into->turns[0] = (Turn){plays[at], 0};
            into->terms[0] = 0, into->scores[0] = 0;
            return;
        }
    if (scene->table) add_choice(&around, scene->held, (Turn){0, 0}, by, into);
    for (int at = 0; at < count; at++) {
        u64 left = scene->held & ~plays[at], beaten = scene->table;
        do {
            u64 pickup = lowest(beaten);
            if (into->count < MAX_CHOICES) add_choice(&around, left | pickup, (Turn){plays[at], pickup}, by, into);
            beaten &= beaten - 1;
        } while (beaten);
    }
}

/* e to the x, for x up to 0. */
static double power(double x) {
    union { u64 bits; double number; } two;
    if (x < -40) return 0;
    int whole = (int)(x * 1.4426950408889634 - 0.5);
    double rest = x - whole * 0.6931471805599453, sum = 1, term = 1;
    for (int at = 1; at < 10; at++) sum += term *= rest / at;
    two.bits = (u64)(whole + 1023) << 52;
    return sum * two.number;
}

void find_chances(Choices *of) {
    double best = of->scores[0], sum = 0;
    for (int at = 1; at < of->count; at++)
        if (of->scores[at] > best) best = of->scores[at];
    for (int at = 0; at < of->count; at++) sum += of->chances[at] = power(of->scores[at] - best);
    for (int at = 0; at < of->count; at++) of->chances[at] /= sum;
}

/* The turn with the highest score, the first of equals. */
Turn learned_turn(const Scene *scene) {
    int best = 0;
    weigh(scene, weights[scene->seats > 2], &choices);
    for (int at = 1; at < choices.count; at++)
        if (choices.scores[at] > choices.scores[best]) best = at;
    return choices.turns[best];
}
