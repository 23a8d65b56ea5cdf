/* Many hands at once, to learn the net from (games/bots/learning/). They play on to the net's next choices, whose turns it
   then values in one batch. Each thread has a lot of hands of its own. */
#include "kernel.h"

#define MOST_HANDS 1024
#define MOST_ROWS (1 << 16)
#define MOST_ENDED (1 << 14)
/* Of a hand, later choices are not learned from. */
#define MOST_NOTED 96

/* Who plays for a seat: the net, `greedy` or the policy. */
enum { NET, GREEDY, POLICY, PLAYERS };

/* `mixed`: whether others play beside the net. `ended`: whether its rows were handed over. `first`, `asked`: where the rows
   of its next choice are, and how many. `seat`, `row`: those that chose so far, and what they chose. */
typedef struct {
    State now;
    Public open;
    int players[SEATS];
    int mixed, ended, turns, first, asked, noted;
    u64 chance;
    u8 seat[MOST_NOTED];
    Row row[MOST_NOTED];
} Hand;

/* What became of a choice: whether its seat won, and its points / 9. */
typedef struct {
    float won, points;
} Target;

/* Rows asked for and rows of ended hands that the last call left; seats and wins in mixed hands, by player, which only
   the reader sets back. */
typedef struct {
    int rows, ended, seats[PLAYERS], wins[PLAYERS];
} Report;

static EACH_THREAD struct { int hands, seats, others; } lot;
static EACH_THREAD Hand hands[MOST_HANDS];
static EACH_THREAD Row rows[MOST_ROWS], ended[MOST_ENDED];
static EACH_THREAD Turn turns[MOST_ROWS];
static EACH_THREAD float values[MOST_ROWS];
static EACH_THREAD Target targets[MOST_ENDED];
static EACH_THREAD Report report;
static EACH_THREAD Turn choices[MAX_CHOICES];

EXPORT("hands_at") Hand *hands_at(void) { return hands; }
EXPORT("rows_at") Row *rows_at(void) { return rows; }
EXPORT("values_at") float *values_at(void) { return values; }
EXPORT("ended_at") Row *ended_at(void) { return ended; }
EXPORT("targets_at") Target *targets_at(void) { return targets; }
EXPORT("report_at") Report *report_at(void) { return &report; }

/* In half of the hands the net plays for all, in the others for one seat at least. */
static void draw_players(Hand *hand) {
    int nets = 0, seats = hand->now.seats;
    hand->mixed = (int)below(&hand->chance, 2);
    for (int seat = 0; seat < seats; seat++) {
        u32 drawn = below(&hand->chance, 100);
        hand->players[seat] = !hand->mixed || drawn < 40 ? NET : drawn < 82 ? GREEDY : POLICY;
        nets += hand->players[seat] == NET;
    }
    if (!nets) hand->players[below(&hand->chance, (u32)seats)] = NET;
}

/* The net plays for one seat, the lot's other player for the rest. */
static void draw_seat(Hand *hand) {
    hand->mixed = 1;
    for (int seat = 0; seat < hand->now.seats; seat++) hand->players[seat] = lot.others;
    hand->players[below(&hand->chance, (u32)hand->now.seats)] = NET;
}

static void begin_hand(Hand *hand) {
    static const int drawn_seats[] = {4, 4, 4, 4, 4, 4, 2, 2, 3, 3, 5, 6};
    u64 *chance = &hand->chance;
    int seats = lot.seats ? lot.seats : drawn_seats[below(chance, 12)];
    int narrow = seats == 2 && (lot.seats || below(chance, 4)), goat = !lot.seats && !below(chance, 6);
    hand->now = new_hand(seats, narrow ? NARROW : COLOURS, goat, chance);
    hand->now.acts = (int)below(chance, (u32)seats);
    hand->open = (Public){.gone = narrow ? ALL_COLOURS << NUMBERS * NARROW & ALL_COLOURS : 0};
    hand->ended = hand->turns = hand->asked = hand->noted = 0;
    if (lot.seats) draw_seat(hand);
    else draw_players(hand);
}

/* Begins so many hands. With `seats`, it is a match: all are for so many, the net plays for one of them and the player
   `others` for the rest, and no hand follows one that ended. */
EXPORT("begin_lot") void begin_lot(int count, int seats, int others, u64 seed) {
    lot.hands = at_most(MOST_HANDS, count), lot.seats = seats, lot.others = others;
    report = (Report){0};
    for (int at = 0; at < lot.hands; at++) {
        hands[at].chance = next_random(&seed);
        begin_hand(&hands[at]);
    }
}

static void take_turn(Hand *hand, Turn turn) {
    note_turn(&hand->open, &hand->now, turn);
    take(&hand->now, turn);
    hand->turns++;
}

/* Of the rows that a hand asked for, the most valuable. */
static int best_of(const Hand *hand) {
    int best = hand->first;
    for (int at = best; at < hand->first + hand->asked; at++)
        if (values[at] > values[best]) best = at;
    return best;
}

static int policy_choice(const Hand *hand) {
    Scene scene = scene_of(&hand->now);
    Turn turn = learned_turn(&scene);
    for (int at = hand->first; at < hand->first + hand->asked; at++)
        if (is_same(turns[at], turn)) return at;
    return hand->first;
}

/* Takes a turn of those that the hand asked for. */
static void choose(Hand *hand, int odd, int by_policy) {
    int chosen = by_policy ? policy_choice(hand) : best_of(hand);
    if ((int)below(&hand->chance, 10000) < odd) chosen = hand->first + (int)below(&hand->chance, (u32)hand->asked);
    if (hand->noted < MOST_NOTED) {
        hand->seat[hand->noted] = (u8)hand->now.acts;
        hand->row[hand->noted++] = rows[chosen];
    }
    hand->asked = 0;
    take_turn(hand, turns[chosen]);
}

/* Asks for the values of the turns of the seat to act. Where they no longer fit, the hand waits for the next call. */
static void ask(Hand *hand, int count) {
    int sizes[SEATS];
    if (report.rows + count > MOST_ROWS) return;
    for (int seat = 0; seat < hand->now.seats; seat++) sizes[seat] = popcount(hand->now.held[seat]);
    write_rows(&hand->now, sizes, &hand->open, choices, count, &rows[report.rows]);
    for (int at = 0; at < count; at++) turns[report.rows + at] = choices[at];
    hand->first = report.rows, hand->asked = count;
    report.rows += count;
}

/* Hands over what was chosen and what became of it; where that no longer fits, with the next call. */
static void end_hand(Hand *hand) {
    int winner = hand->now.over ? hand->now.acts : -1;
    if (report.ended + hand->noted > MOST_ENDED) return;
    for (int at = 0; at < hand->noted; at++, report.ended++) {
        int seat = hand->seat[at];
        ended[report.ended] = hand->row[at];
        targets[report.ended] = (Target){seat == winner, (float)penalty(hand->now.held[seat]) / HAND_SIZE};
    }
    for (int seat = 0; hand->mixed && seat < hand->now.seats; seat++) {
        report.seats[hand->players[seat]]++;
        report.wins[hand->players[seat]] += seat == winner;
    }
    hand->ended = 1;
}

/* Plays on to the net's next choice or to the hand's end. A single legal turn is no choice. */
static void play_hand(Hand *hand) {
    State *now = &hand->now;
    while (!now->over && hand->turns < MAX_TURNS) {
        int player = hand->players[now->acts];
        Scene scene = scene_of(now);
        if (player == GREEDY) take_turn(hand, greedy_turn(scene.held, scene.table));
        else if (player == POLICY) take_turn(hand, learned_turn(&scene));
        else {
            int count = list_turns(scene.held, scene.table, choices);
            if (count > 1) {
                ask(hand, count);
                return;
            }
            take_turn(hand, choices[0]);
        }
    }
    end_hand(hand);
}

/* Takes the most valuable turn of each hand, or the policy's, but in `odd` of 10,000 choices any; then plays on. A hand
   that ended in the previous call is followed by another. Returns how many rows want values. */
EXPORT("play_on") int play_on(int odd, int by_policy) {
    for (int at = 0; at < lot.hands; at++)
        if (hands[at].asked) choose(&hands[at], odd, by_policy);
    report.rows = report.ended = 0;
    for (int at = 0; at < lot.hands; at++) {
        if (hands[at].ended && !lot.seats) begin_hand(&hands[at]);
        if (!hands[at].ended) play_hand(&hands[at]);
    }
    return report.rows;
}
