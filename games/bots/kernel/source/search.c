/* Search: turns tried in deals that a seat holds possible, everybody playing on as their turns tell. With more than two
   seats the net (net.c) proposes turns and values what comes of them. */
#include "kernel.h"

#define MAX_TRIED 2048
#define LEAST_DEALS 4
/* Only so many turns, the most promising ones, are tried. */
#define LIMIT 10
/* Of all work, what goes to finding guesses at first, with two seats and with more; of the rest, what goes to moving them
   on. */
#define FINDING_BY_TWO 0.2
#define FINDING 0.35
#define MOVING 0.5
/* What the net thinks of a turn counts as much as so many deals. */
#define PRIOR_DEALS 20

typedef struct {
    Turn turn;
    u64 deals;
    double points, worth, prior, score;
} Tried;

EACH_THREAD u64 worked;
static Situation situation;
static Tried tried[MAX_TRIED];
static Choices choices;
static Turn turns[MAX_CHOICES];
static Value values[MAX_CHOICES];

EXPORT("situation_at") Situation *situation_at(void) { return &situation; }
EXPORT("tried_at") Tried *tried_at(void) { return tried; }

static Turn drawn_turn(const State *now, int against, u64 *chance) {
    Scene scene = scene_of(now);
    scene.against = against;
    weigh(&scene, &choices);
    return choices.turns[draw_choice(&choices, chance)];
}

/* Whether there are two seats and the other plays as `greedy`. */
static int is_against(u32 quick) { return situation.state.seats == 2 && quick; }

static int is_by_net(void) { return situation.state.seats > 2; }

static void note_result(Tried *one, double points, double worth) {
    one->deals++;
    one->points += points;
    one->worth += worth;
}

static void note_end(Tried *one, const State *end) {
    note_result(one, penalty(end->held[situation.state.acts]), worth_of_end(end));
}

/* Takes the turn and plays on up to the seat's next choice, which the net values; the seats of `quick` play as `greedy`. */
static void try_by_net(Tried *one, State now, u32 quick, u64 *chance) {
    int seat = now.acts;
    Public open = situation.open;
    Turn turn = one->turn;
    Value value;
    for (int taken = 0; taken < MAX_TURNS; taken++) {
        note_turn(&open, &now, turn);
        take(&now, turn);
        if (now.over) break;
        if (quick >> now.acts & 1) turn = greedy_turn(now.held[now.acts], now.table);
        else if (now.acts != seat) turn = drawn_turn(&now, 0, chance);
        else if (choose_by_net(&now, &open, &turn, &value)) {
            note_result(one, value.points, worth(value));
            return;
        }
    }
    note_end(one, &now);
}

/* Takes the turn and plays the hand to its end, the seats of `quick` as `greedy` and the others by the policy. */
static void try_to_end(Tried *one, State now, u32 quick, u64 *chance) {
    int taken = 1, against = is_against(quick);
    for (take(&now, one->turn); !now.over && taken < MAX_TURNS; taken++) {
        u64 held = now.held[now.acts];
        take(&now, quick >> now.acts & 1 ? greedy_turn(held, now.table) : drawn_turn(&now, against, chance));
    }
    note_end(one, &now);
}

static void sort_tried(int count) {
    for (int at = 1; at < count; at++)
        for (int to = at; to && tried[to - 1].score < tried[to].score; to--) {
            Tried moved = tried[to];
            tried[to] = tried[to - 1], tried[to - 1] = moved;
        }
}

/* What the policy thinks of the turns. */
static void score_by_policy(Scene scene, int count) {
    int against = 0;
    for (int at = 0; at < GUESSES; at++) against += is_against(guesses[at].quick);
    scene.against = 2 * against > GUESSES;
    weigh(&scene, &choices);
    for (int at = 0; at < count; at++) {
        tried[at].score = -1e9;
        for (int found = 0; found < choices.count; found++)
            if (is_same(choices.turns[found], tried[at].turn)) tried[at].score = choices.scores[found];
    }
}

/* What the net thinks of them. */
static void score_by_net(const int *sizes, int count) {
    for (int at = 0; at < count; at++) turns[at] = tried[at].turn;
    value_turns(&situation.state, sizes, &situation.open, turns, count, values);
    for (int at = 0; at < count; at++) tried[at].prior = tried[at].score = worth(values[at]);
}

/* Sorts `tried`, the most promising turns first. */
static void sort_by_promise(int count) {
    Scene scene = scene_of(&situation.state);
    for (int seat = 0; seat < scene.seats; seat++) scene.sizes[seat] += situation.missing[seat];
    for (int at = 0; at < count; at++) tried[at] = (Tried){.turn = tried[at].turn};
    if (is_by_net()) score_by_net(scene.sizes, count);
    else score_by_policy(scene, count);
    sort_tried(count);
}

static double score_of(const Tried *one) {
    double prior = is_by_net() ? PRIOR_DEALS : 0, deals = prior + (double)one->deals;
    return (one->worth + prior * one->prior) / deals;
}

/* Tries the first of `tried` for so much work, in the same deals. The net values what comes of them, but where all others
   are taken for `greedy`, hands are played to their ends. */
static void try_in_deals(int count, u64 work, u64 *chance) {
    u64 start = worked, moving = 0;
    u32 others = ((1u << situation.state.seats) - 1) & ~(1u << situation.state.acts);
    for (int dealt = 0; dealt < LEAST_DEALS || worked - start < work; dealt++) {
        Guess *guess = &guesses[dealt % GUESSES];
        do {
            u64 before = worked;
            move_guess(guess, &situation, chance);
            moving += worked - before;
        } while ((double)moving < MOVING * (double)(worked - start));
        for (int at = 0; at < count; at++)
            if (is_by_net() && guess->quick != others) try_by_net(&tried[at], guess->state, guess->quick, chance);
            else try_to_end(&tried[at], guess->state, guess->quick, chance);
    }
    for (int at = 0; at < count; at++) tried[at].score = score_of(&tried[at]);
    sort_tried(count);
}

/* Searches among the first `count` turns of `tried`, in deals that are likelier where the first `past` turns of `seen` are.
   Half of the turns are given up in each step until two are left. Does about so much work. Leaves those that were tried
   first in `tried`, best first, and returns how many. */
EXPORT("search") int search(int count, int past, u64 work, u64 chance) {
    u64 finding = (u64)((situation.state.seats > 2 ? FINDING : FINDING_BY_TWO) * (double)work);
    begin_game(&situation);
    begin_guesses(&situation, past, finding, &chance);
    sort_by_promise(count);
    int live = count < LIMIT ? count : LIMIT, found = live, steps = 1;
    while (1 << steps < live) steps++;
    for (int step = 0; step < steps; step++) {
        try_in_deals(live, (work - finding) / (u64)steps, &chance);
        if (live > 2) live = live > 4 ? (live + 1) / 2 : 2;
    }
    return found;
}
