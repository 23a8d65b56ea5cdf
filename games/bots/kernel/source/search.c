/* Search: turns tried in deals that a seat holds possible, everybody playing on as their turns tell. */
#include "kernel.h"

#define MAX_TRIED 2048
#define LEAST_DEALS 4
/* Only so many turns, those that the policy likes best, are tried. */
#define LIMIT 10
/* What a point costs beside a hand won. */
#define POINT 0.02
/* Of all work, what goes to finding guesses at first, with two seats and with more; of the rest, what goes to moving them
   on. */
#define FINDING_BY_TWO 0.2
#define FINDING 0.35
#define MOVING 0.5

typedef struct {
    Turn turn;
    u64 deals, points, wins;
    double score;
} Tried;

u64 worked;
static Situation situation;
static Tried tried[MAX_TRIED];
static Choices choices;

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

/* Takes the turn and plays the hand to its end, the seats of `quick` as `greedy` and the others by the policy. */
static void try_once(Tried *one, State now, u32 quick, u64 *chance) {
    int seat = now.acts, turns = 1, against = is_against(quick);
    for (take(&now, one->turn); !now.over && turns < MAX_TURNS; turns++) {
        u64 held = now.held[now.acts];
        take(&now, quick >> now.acts & 1 ? greedy_turn(held, now.table) : drawn_turn(&now, against, chance));
    }
    one->deals++;
    one->points += (u64)penalty(now.held[seat]);
    one->wins += !now.held[seat];
}

static void sort_tried(int count) {
    for (int at = 1; at < count; at++)
        for (int to = at; to && tried[to - 1].score < tried[to].score; to--) {
            Tried moved = tried[to];
            tried[to] = tried[to - 1], tried[to - 1] = moved;
        }
}

/* Sorts `tried` by what the policy thinks of the turns. */
static void sort_by_policy(int count) {
    Scene scene = scene_of(&situation.state);
    int against = 0;
    for (int at = 0; at < GUESSES; at++) against += is_against(guesses[at].quick);
    scene.against = 2 * against > GUESSES;
    for (int seat = 0; seat < scene.seats; seat++) scene.sizes[seat] += situation.missing[seat];
    weigh(&scene, &choices);
    for (int at = 0; at < count; at++) {
        tried[at] = (Tried){.turn = tried[at].turn, .score = -1e9};
        for (int found = 0; found < choices.count; found++)
            if (is_same(choices.turns[found], tried[at].turn)) tried[at].score = choices.scores[found];
    }
    sort_tried(count);
}

/* Tries the first of `tried` for so much work, in the same deals. */
static void try_in_deals(int count, u64 work, u64 *chance) {
    u64 start = worked, moving = 0;
    for (int dealt = 0; dealt < LEAST_DEALS || worked - start < work; dealt++) {
        Guess *guess = &guesses[dealt % GUESSES];
        do {
            u64 before = worked;
            move_guess(guess, &situation, chance);
            moving += worked - before;
        } while ((double)moving < MOVING * (double)(worked - start));
        for (int at = 0; at < count; at++) try_once(&tried[at], guess->state, guess->quick, chance);
    }
    for (int at = 0; at < count; at++) {
        double good = (double)tried[at].wins - POINT * (double)tried[at].points;
        tried[at].score = good / (double)tried[at].deals;
    }
    sort_tried(count);
}

/* Searches among the first `count` turns of `tried`, in deals that are likelier where the first `past` turns of `seen` are.
   Half of the turns are given up in each step until two are left. Does about so much work. Leaves those that were tried
   first in `tried`, best first, and returns how many. */
EXPORT("search") int search(int count, int past, u64 work, u64 chance) {
    u64 finding = (u64)((situation.state.seats > 2 ? FINDING : FINDING_BY_TWO) * (double)work);
    begin_guesses(&situation, past, finding, &chance);
    sort_by_policy(count);
    int live = count < LIMIT ? count : LIMIT, found = live, steps = 1;
    while (1 << steps < live) steps++;
    for (int step = 0; step < steps; step++) {
        try_in_deals(live, (work - finding) / (u64)steps, &chance);
        if (live > 2) live = live > 4 ? (live + 1) / 2 : 2;
    }
    return found;
}
