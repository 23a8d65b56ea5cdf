/* Hands to learn the net from (games/bots/learning/), played to their ends. Each thread plays hands of its own. */
#include "kernel.h"

#define MOST_ROWS (1 << 15)
/* Of a hand, later choices are not learned from. */
#define MOST_NOTED 96
/* What a choice is judged by mixes, in this share, what the seat's next choice is judged by with what the net expects
   there. That takes out some of the luck of later turns. */
#define LAMBDA 0.8
/* Who plays for a seat: the net, `greedy` or the policy. */
enum { NET, GREEDY, POLICY, PLAYERS };

/* What becomes of a choice: the chance that its seat wins, and its points / 9. */
typedef struct {
    float won, points;
} Target;

/* A choice among several turns. `expected`: what the net says of its best turn. `odd`: whether it was left to chance. */
typedef struct {
    Row row;
    Target expected;
    int seat, odd;
} Noted;

/* `taken`: the turns so far. */
typedef struct {
    State dealt, now;
    Public open;
    int players[SEATS];
    int turns, noted;
    Turn taken[MAX_TURNS];
} Hand;

/* Choices that the last call left; seats and wins in mixed hands, by player, which only the reader sets back. */
typedef struct {
    int rows, seats[PLAYERS], wins[PLAYERS];
} Report;

/* Of 10,000 choices, `odd` are left to chance. `by_policy`: whether the policy chooses for the net. */
typedef struct {
    int odd, by_policy;
} Manner;

static EACH_THREAD struct { int seats, others; u64 chance; } lot;
static EACH_THREAD Hand hand;
static EACH_THREAD Noted noted[MOST_NOTED];
static EACH_THREAD Row rows[MOST_ROWS];
static EACH_THREAD Target targets[MOST_ROWS];
static EACH_THREAD Report report;
static EACH_THREAD Turn choices[MAX_CHOICES];

EXPORT("hand_at") Hand *hand_at(void) { return &hand; }
EXPORT("rows_at") Row *rows_at(void) { return rows; }
EXPORT("targets_at") Target *targets_at(void) { return targets; }
EXPORT("report_at") Report *report_at(void) { return &report; }

/* Half of the hands are mixed: each seat's player is drawn, the net for one of them at least. In the others it has all. */
static int draw_players(void) {
    int nets = 0, seats = hand.now.seats, mixed = (int)below(&lot.chance, 2);
    for (int seat = 0; seat < seats; seat++) {
        u32 drawn = below(&lot.chance, 100);
        hand.players[seat] = !mixed || drawn < 40 ? NET : drawn < 82 ? GREEDY : POLICY;
        nets += hand.players[seat] == NET;
    }
    if (!nets) hand.players[below(&lot.chance, (u32)seats)] = NET;
    return mixed;
}

/* The net plays for one seat, the lot's other player for the rest. */
static int draw_seat(void) {
    for (int seat = 0; seat < hand.now.seats; seat++) hand.players[seat] = lot.others;
    hand.players[below(&lot.chance, (u32)hand.now.seats)] = NET;
    return 1;
}

/* Returns whether it is mixed. */
static int begin_hand(void) {
    static const int drawn_seats[] = {4, 4, 4, 4, 4, 4, 2, 2, 3, 3, 5, 6};
    u64 *chance = &lot.chance;
    int seats = lot.seats ? lot.seats : drawn_seats[below(chance, 12)];
    int narrow = seats == 2 && (lot.seats || below(chance, 4)), goat = !lot.seats && !below(chance, 6);
    hand.dealt = new_hand(seats, narrow ? NARROW : COLOURS, goat, chance);
    hand.dealt.acts = (int)below(chance, (u32)seats);
    hand.now = hand.dealt;
    hand.open = (Public){.gone = narrow ? ALL_COLOURS << NUMBERS * NARROW & ALL_COLOURS : 0};
    hand.turns = hand.noted = 0;
    return lot.seats ? draw_seat() : draw_players();
}

/* Begins a lot of hands. With `seats`, they are a match: all are for so many, the net plays for one of them and the player
   `others` for the rest. */
EXPORT("begin_lot") void begin_lot(int seats, int others, u64 seed) {
    static const Situation hand_alone;
    lot.seats = seats, lot.others = others, lot.chance = seed;
    report = (Report){0};
    begin_game(&hand_alone);
}

static void note_choice(Turn turn, Value expected, int odd) {
    if (hand.noted == MOST_NOTED) return;
    int sizes[SEATS];
    Noted *to = &noted[hand.noted++];
    for (int seat = 0; seat < hand.now.seats; seat++) sizes[seat] = popcount(hand.now.held[seat]);
    write_row(&hand.now, sizes, &hand.open, turn, &to->row);
    to->expected = (Target){(float)expected.chance, (float)expected.points / HAND_SIZE};
    to->seat = hand.now.acts, to->odd = odd;
}

/* A turn of the net, or of the policy in its place. A single legal turn is no choice. */
static Turn choose(const Scene *scene, Manner manner) {
    Value expected = {0, 0};
    int count = list_turns(scene->held, scene->table, choices);
    Turn turn = choices[0];
    if (count == 1) return turn;
    if (manner.by_policy) turn = learned_turn(scene);
    else choose_by_net(&hand.now, &hand.open, &turn, &expected);
    int odd = (int)below(&lot.chance, 10000) < manner.odd;
    if (odd) turn = choices[below(&lot.chance, (u32)count)];
    note_choice(turn, expected, odd);
    return turn;
}

static Turn turn_of(int player, Manner manner) {
    Scene scene = scene_of(&hand.now);
    if (player == GREEDY) return greedy_turn(scene.held, scene.table);
    if (player == POLICY) return learned_turn(&scene);
    return choose(&scene, manner);
}

/* What a choice is judged by, from the seat's next one and what that is judged by. Where the next was left to chance,
   only what the net expected there counts. */
static Target judged(const Noted *next, Target later) {
    float share = next->odd ? 0 : (float)LAMBDA;
    return (Target){next->expected.won + share * (later.won - next->expected.won),
                    next->expected.points + share * (later.points - next->expected.points)};
}

/* Hands over the choices and what each is judged by. Goes backwards, as that needs the seat's next choice. */
static void hand_over(int winner, Manner manner) {
    Target later[SEATS];
    const Noted *next[SEATS] = {0};
    for (int seat = 0; seat < hand.now.seats; seat++)
        later[seat] = (Target){seat == winner, (float)penalty(hand.now.held[seat]) / HAND_SIZE};
    for (int at = hand.noted - 1; at >= 0; at--) {
        int seat = noted[at].seat;
        if (next[seat] && !manner.by_policy) later[seat] = judged(next[seat], later[seat]);
        next[seat] = &noted[at];
        if (report.rows == MOST_ROWS) continue;
        rows[report.rows] = noted[at].row;
        targets[report.rows++] = later[seat];
    }
}

static void play_hand(Manner manner) {
    int mixed = begin_hand();
    while (!hand.now.over && hand.turns < MAX_TURNS) {
        Turn turn = turn_of(hand.players[hand.now.acts], manner);
        note_turn(&hand.open, &hand.now, turn);
        take(&hand.now, turn);
        hand.taken[hand.turns++] = turn;
    }
    int winner = hand.now.over ? hand.now.acts : -1;
    hand_over(winner, manner);
    for (int seat = 0; mixed && seat < hand.now.seats; seat++) {
        report.seats[hand.players[seat]]++;
        report.wins[hand.players[seat]] += seat == winner;
    }
}

/* Plays so many hands. The net takes the most valuable turn, or the policy's in its place, but in `odd` of 10,000 choices
   any. Returns how many choices there are to learn from; those that no longer fit are left out. */
EXPORT("play_hands") int play_hands(int count, int odd, int by_policy) {
    report.rows = 0;
    while (count--) play_hand((Manner){odd, by_policy});
    return report.rows;
}
