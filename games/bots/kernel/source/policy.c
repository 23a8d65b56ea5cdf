/* A policy that was learned: a turn's score is a weighted sum of features of what it leaves (learn.c). */
#include "kernel.h"

#define SHAPES (1 << 16)
#define KINDS 7
#define SET_BUCKETS 4
#define SIZE_BUCKETS 5
#define DIGITS 10

/* Where each group of features begins: first those of the cards left, then those of the turn and the other seats. */
enum {
    BY_SETS = 0,
    OF_SHAPE = BY_SETS + 6,
    SETS_COUNT = OF_SHAPE + 9,
    SETS_TOP_1 = SETS_COUNT + SET_BUCKETS * DIGITS,
    SETS_TOP_2 = SETS_TOP_1 + SET_BUCKETS * DIGITS,
    TOP_3 = SETS_TOP_2 + SET_BUCKETS * DIGITS,
    LOOSE = TOP_3 + DIGITS,
    LOOSE_1 = LOOSE + 5,
    LOOSE_2 = LOOSE_1 + DIGITS,
    SETS_BIGGEST = LOOSE_2 + DIGITS,
    SETS_GOAT = SETS_BIGGEST + SET_BUCKETS * KINDS,
    SETS_KIND = SETS_GOAT + SET_BUCKETS,
    SETS_KIND_DIGIT = SETS_KIND + SET_BUCKETS * KINDS,
    LEAST_KIND = SETS_KIND_DIGIT + SET_BUCKETS * KINDS,
    LEAST_KIND_DIGIT = LEAST_KIND + SIZE_BUCKETS * KINDS,
    LEAST_SETS = LEAST_KIND_DIGIT + SIZE_BUCKETS * KINDS,
    LEAST_COUNT = LEAST_SETS + SIZE_BUCKETS * SET_BUCKETS,
    NEXT_OUT = LEAST_COUNT + SIZE_BUCKETS,
    LAST_PASS = NEXT_OUT + KINDS,
    KIND_DIGIT = LAST_PASS + 2 * SET_BUCKETS,
    NEXT_KIND = KIND_DIGIT + KINDS * DIGITS,
    END = NEXT_KIND + SIZE_BUCKETS * KINDS,
};
_Static_assert(END == FEATURES, "the features");

double weights[POLICIES][FEATURES];
static EACH_THREAD Choices choices;

static EACH_THREAD Shape shapes[SHAPES];

static int highest(u32 row) { return row ? 32 - __builtin_clz(row) : 0; }

static void note_group(Shape *shape, int size, int digit) {
    if (size > shape->biggest) shape->biggest = (u8)size;
    for (int at = 0; at < 3 && at < size; at++)
        if (digit > shape->tops[at]) shape->tops[at] = (u8)digit;
}

static void note_loose(Shape *shape, u32 numbers) {
    shape->loose = (u8)popcount(numbers);
    for (int at = 0; at < 2 && numbers; at++, numbers &= numbers - 1) shape->alone[at] = (u8)(1 + __builtin_ctz(numbers));
}

static void find_shape(Shape *shape, u64 cards) {
    u32 once = 0, twice = 0, thrice = 0, loose = 0;
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
        if (!(row & (row - 1))) loose |= row & ~twice;
    }
    note_loose(shape, loose);
}

static int set_bucket(const Shape *shape) { return at_most(SET_BUCKETS, shape->sets) - 1; }

/* Features with their values, `at` of them so far. */
typedef struct {
    int at;
    u16 *index;
    float *value;
} Terms;

static void term(Terms *to, int feature, float value) {
    to->index[to->at] = (u16)feature;
    to->value[to->at++] = value;
}

/* The terms of the cards left. */
static void describe_shape(const Shape *left, Terms *to) {
    int sets = set_bucket(left);
    term(to, BY_SETS + at_most(6, left->sets) - 1, 1);
    term(to, OF_SHAPE, (float)left->count / 9);
    term(to, OF_SHAPE + 1, (float)left->weak / 9);
    if (left->goat) term(to, OF_SHAPE + 2, 1);
    for (int top = 0; top < 3; top++) term(to, OF_SHAPE + 3 + top, (float)left->tops[top] / 9);
    term(to, OF_SHAPE + 6, (float)left->biggest / 5);
    term(to, OF_SHAPE + 7, (float)left->strong / 3);
    term(to, OF_SHAPE + 8, (float)left->loose / 3);
    term(to, SETS_COUNT + DIGITS * sets + at_most(DIGITS, left->count) - 1, 1);
    term(to, SETS_TOP_1 + DIGITS * sets + left->tops[0], 1);
    term(to, SETS_TOP_2 + DIGITS * sets + left->tops[1], 1);
    term(to, TOP_3 + left->tops[2], 1);
    term(to, LOOSE + at_most(4, left->loose), 1);
    term(to, LOOSE_1 + left->alone[0], 1);
    term(to, LOOSE_2 + left->alone[1], 1);
    term(to, SETS_BIGGEST + KINDS * sets + at_most(KINDS, left->biggest) - 1, 1);
    if (left->goat) term(to, SETS_GOAT + sets, 1);
}

static double sum_of(const Terms *terms, int from, const double *by) {
    double sum = 0;
    for (int at = from; at < terms->at; at++) sum += by[terms->index[at]] * (double)terms->value[at];
    return sum;
}

static void score_shape(Shape *shape, int which) {
    u16 index[MAX_TERMS];
    float value[MAX_TERMS];
    Terms terms = {0, index, value};
    describe_shape(shape, &terms);
    shape->scores[which] = sum_of(&terms, 0, weights[which]);
    shape->scored |= (u8)(1 << which);
}

const Shape *shape_of(u64 cards, int which) {
    Shape *shape = &shapes[(cards * 0x9e3779b97f4a7c15ull >> 40) & (SHAPES - 1)];
    if (shape->cards != cards) find_shape(shape, cards);
    if (!(shape->scored >> which & 1)) score_shape(shape, which);
    return shape;
}

/* To be called after weights change. */
EXPORT("forget") void forget(void) {
    for (int at = 0; at < SHAPES; at++) shapes[at] = (Shape){0};
    forget_outcomes();
}

static int size_bucket(int size) { return size <= 3 ? size - 1 : size <= 5 ? 3 : 4; }

Scene scene_of(const State *state) {
    Scene scene = {state->held[state->acts], state->table, state->seats, state->acts, state->owner, {0}, 0};
    for (int seat = 0; seat < state->seats; seat++) scene.sizes[seat] = popcount(state->held[seat]);
    return scene;
}

/* What all choices of a scene share. */
typedef struct {
    int which, least, next, table_size, table_digit, last;
} Around;

static Around around_of(const Scene *scene) {
    int next = scene->acts + 1 == scene->seats ? 0 : scene->acts + 1;
    int which = scene->seats > 2 ? 1 : 2 * scene->against;
    Around around = {which, 99, scene->sizes[next], popcount(scene->table), 0, next == scene->owner};
    for (int seat = 0; seat < scene->seats; seat++)
        if (seat != scene->acts && scene->sizes[seat] < around.least) around.least = scene->sizes[seat];
    around.table_digit = leading_digit(scene->table);
    return around;
}

/* Pass over one card, over more; lead one; lay one, two, three, more. */
static int kind_of(const Around *around, int size) {
    if (!size) return around->table_size > 1;
    if (!around->table_size) return 2;
    return size < 4 ? 2 + size : 6;
}

/* The terms of a turn and the other seats. */
static void describe_turn(const Around *around, const Shape *left, u64 play, Terms *to) {
    int size = popcount(play), kind = kind_of(around, size), sets = set_bucket(left);
    int least = size_bucket(around->least), digit = size ? leading_digit(play) : around->table_digit;
    float ninths = (float)digit / 9;
    term(to, SETS_KIND + KINDS * sets + kind, 1);
    term(to, SETS_KIND_DIGIT + KINDS * sets + kind, ninths);
    term(to, LEAST_KIND + KINDS * least + kind, 1);
    term(to, LEAST_KIND_DIGIT + KINDS * least + kind, ninths);
    term(to, LEAST_SETS + SET_BUCKETS * least + sets, 1);
    term(to, LEAST_COUNT + least, (float)left->count / 9);
    term(to, KIND_DIGIT + DIGITS * kind + digit, 1);
    term(to, NEXT_KIND + KINDS * size_bucket(around->next) + kind, 1);
    int lies = size ? size : around->table_size;
    if (around->next == lies || around->next == lies + 1) term(to, NEXT_OUT + kind, 1);
    if (!size && around->last) term(to, LAST_PASS + SET_BUCKETS * kind + sets, 1);
}

static void describe_choice(const Around *around, u64 held, int at, Choices *into) {
    Turn turn = into->turns[at];
    const Shape *shape = shape_of((held & ~turn.play) | turn.pickup, around->which);
    Terms terms = {0, into->index[at], into->value[at]};
    if (into->described) describe_shape(shape, &terms);
    int from = terms.at;
    describe_turn(around, shape, turn.play, &terms);
    into->scores[at] = shape->scores[around->which] + sum_of(&terms, from, weights[around->which]);
    into->terms[at] = terms.at;
}

/* Scores all legal turns; one that goes out is then the only one. */
void weigh(const Scene *scene, Choices *into) {
    Around around = around_of(scene);
    into->count = list_turns(scene->held, scene->table, into->turns);
    if (into->turns[0].play == scene->held) {
        into->terms[0] = 0, into->scores[0] = 0;
        return;
    }
    for (int at = 0; at < into->count; at++) describe_choice(&around, scene->held, at, into);
    worked += WORK_WEIGHED * (u64)into->count;
}

/* e to the x, for x up to 0. */
double power(double x) {
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

/* Finds the chances and draws by them; returns where the turn is. */
int draw_choice(Choices *from, u64 *chance) {
    int at = 0;
    find_chances(from);
    double drawn = unit(chance);
    while (at < from->count - 1 && (drawn -= from->chances[at]) >= 0) at++;
    return at;
}

/* The turn with the highest score, the first of equals. */
Turn learned_turn(const Scene *scene) {
    int best = 0;
    weigh(scene, &choices);
    for (int at = 1; at < choices.count; at++)
        if (choices.scores[at] > choices.scores[best]) best = at;
    return choices.turns[best];
}
