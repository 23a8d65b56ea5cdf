/* Search: turns tried in deals that a seat holds possible, everybody playing on by the policy. */
#include "kernel.h"

#define MAX_TRIED 2048
#define MAX_SEEN 40
#define POOL 4096
#define LEAST_POOL 16
#define LEAST_DEALS 4
/* So many deals share the weight at least, or half of the pool (see `effective`). */
#define EFFECTIVE 40
/* Only so many turns, those that the policy likes best, are tried. */
#define LIMIT 10
/* How likely an odd turn is at least: nobody plays quite like the policy. */
#define ODD 0.02
/* How likely one that plays as `greedy` takes another turn. */
#define NOT_GREEDY 0.05
/* What a point costs beside a hand won. */
#define POINT 0.02
/* The work of a turn that the policy weighs, and of one by `greedy`, most of which are remembered. */
#define WEIGHED 4
#define GREEDY 1

typedef struct {
    Turn turn;
    u64 deals, points, wins;
    double score;
} Tried;

/* A turn that another seat took, and what all saw when it did. */
typedef struct {
    Scene scene;
    Turn turn;
} Seen;

/* How likely a seat's turns are if it plays by the policy, and if it plays as `greedy`. */
typedef struct {
    double policy, greedy;
} Reading;

static Situation situation;
static Tried tried[MAX_TRIED];
static Seen seen[MAX_SEEN];
/* Summed over the deals of the pool. */
static Reading readings[SEATS];
static State pool[POOL];
static double reached[POOL];
static Choices choices;

EXPORT("situation_at") Situation *situation_at(void) { return &situation; }
EXPORT("tried_at") Tried *tried_at(void) { return tried; }
EXPORT("seen_at") Seen *seen_at(void) { return seen; }
EXPORT("readings_at") Reading *readings_at(void) { return readings; }

/* How likely the policy took that turn, holding these cards. */
static double likelihood(Scene scene, u64 held, Turn turn) {
    scene.held = held;
    weigh(&scene, &choices);
    find_chances(&choices);
    for (int at = 0; at < choices.count; at++)
        if (choices.turns[at].play == turn.play && choices.turns[at].pickup == turn.pickup)
            return choices.chances[at] + ODD;
    return ODD;
}

/* How likely the turns seen are in this deal, going back from the cards that are held now. */
static double deal_weight(const State *dealt, int turns) {
    u64 held[SEATS];
    Reading by[SEATS];
    double weight = 1;
    for (int seat = 0; seat < dealt->seats; seat++) held[seat] = dealt->held[seat], by[seat] = (Reading){1, 1};
    while (turns--) {
        const Seen *one = &seen[turns];
        u64 *cards = &held[one->scene.acts];
        *cards = (*cards & ~one->turn.pickup) | one->turn.play;
        Turn greedy = greedy_turn(*cards, one->scene.table);
        int same = greedy.play == one->turn.play && greedy.pickup == one->turn.pickup;
        by[one->scene.acts].policy *= likelihood(one->scene, *cards, one->turn);
        by[one->scene.acts].greedy *= same ? 1 : NOT_GREEDY;
    }
    for (int seat = 0; seat < dealt->seats; seat++) {
        readings[seat].policy += by[seat].policy, readings[seat].greedy += by[seat].greedy;
        weight *= by[seat].policy + by[seat].greedy;
    }
    return weight;
}

/* How many deals of the same weight would tell as much: the square of the sum by the sum of squares. */
static double effective(const double *worth, int deals) {
    double sum = 0, squares = 0;
    for (int at = 0; at < deals; at++) sum += worth[at], squares += worth[at] * worth[at];
    return squares > 0 ? sum * sum / squares : 0;
}

/* Fills the pool with deals, and notes how far their weights reach when laid end to end; returns how many. Where few
   deals have nearly all the weight, chance chose them: the weights then become more alike. */
static int fill_pool(int turns, int work, u64 *chance) {
    int deals = work / (turns + 1);
    if (deals < LEAST_POOL) deals = LEAST_POOL;
    if (deals > POOL) deals = POOL;
    for (int seat = 0; seat < SEATS; seat++) readings[seat] = (Reading){0, 0};
    for (int at = 0; at < deals; at++) {
        pool[at] = deal(&situation, chance);
        reached[at] = deal_weight(&pool[at], turns);
    }
    int shared = deals / 2 < EFFECTIVE ? deals / 2 : EFFECTIVE;
    while (effective(reached, deals) < shared)
        for (int at = 0; at < deals; at++) reached[at] = __builtin_sqrt(reached[at]);
    for (int at = 1; at < deals; at++) reached[at] += reached[at - 1];
    return deals;
}

static const State *draw(int deals, u64 *chance) {
    double at = unit(chance) * reached[deals - 1];
    int low = 0, high = deals - 1;
    while (low < high) {
        int middle = (low + high) / 2;
        if (reached[middle] > at) high = middle;
        else low = middle + 1;
    }
    return &pool[low];
}

static Turn drawn_turn(const State *now, u64 *chance) {
    Scene scene = scene_of(now);
    weigh(&scene, &choices);
    return choices.turns[draw_choice(&choices, chance)];
}

/* Takes the turn and plays the hand to its end, the seats of `quick` as `greedy` and the others by the policy. Returns the
   work. */
static int try_once(Tried *one, State now, u32 quick, u64 *chance) {
    int seat = now.acts, work = WEIGHED, turns = 1;
    for (take(&now, one->turn); !now.over && turns < MAX_TURNS; turns++) {
        int greedy = quick >> now.acts & 1;
        take(&now, greedy ? greedy_turn(now.held[now.acts], now.table) : drawn_turn(&now, chance));
        work += greedy ? GREEDY : WEIGHED;
    }
    one->deals++;
    one->points += (u64)penalty(now.held[seat]);
    one->wins += !now.held[seat];
    return work;
}

/* Which seats play as `greedy`, drawn by what their turns were like; the seat to act never does. */
static u32 draw_quick(u64 *chance) {
    u32 quick = 0;
    for (int seat = 0; seat < situation.state.seats; seat++) {
        const Reading *of = &readings[seat];
        if (unit(chance) * (of->policy + of->greedy) < of->greedy) quick |= 1u << seat;
    }
    return quick & ~(1u << situation.state.acts);
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
    for (int seat = 0; seat < scene.seats; seat++) scene.sizes[seat] += situation.missing[seat];
    weigh(&scene, &choices);
    for (int at = 0; at < count; at++) {
        tried[at] = (Tried){.turn = tried[at].turn, .score = -1e9};
        for (int found = 0; found < choices.count; found++)
            if (choices.turns[found].play == tried[at].turn.play && choices.turns[found].pickup == tried[at].turn.pickup)
                tried[at].score = choices.scores[found];
    }
    sort_tried(count);
}

/* Tries the first of `tried` for so much work in the same deals, out of so many of the pool or, if 0, dealt anew. */
static void try_in_deals(int count, int deals, int work, u64 *chance) {
    for (int played = 0, dealt = 0; dealt < LEAST_DEALS || played < work; dealt++) {
        State start = deals ? *draw(deals, chance) : deal(&situation, chance);
        u32 quick = draw_quick(chance);
        for (int at = 0; at < count; at++) played += try_once(&tried[at], start, quick, chance);
    }
    for (int at = 0; at < count; at++) {
        double good = (double)tried[at].wins - POINT * (double)tried[at].points;
        tried[at].score = good / (double)tried[at].deals;
    }
    sort_tried(count);
}

/* Searches among the first `count` turns of `tried`, with two seats in deals that are likelier where the first `past`
   turns of `seen` are; among three and more these only tell who plays as `greedy`. Half of the turns are given up in each step until two are left. As long is spent as it takes to
   weigh `work` turns. Leaves those that were tried first in `tried`, best first, and returns how many. */
EXPORT("search") int search(int count, int past, int work, u64 chance) {
    sort_by_policy(count);
    int live = count < LIMIT ? count : LIMIT, found = live, steps = 1;
    while (1 << steps < live) steps++;
    int crowd = situation.state.seats > 2, pooled = work / (crowd ? 8 : 3), deals = fill_pool(past, pooled, &chance);
    for (int step = 0; step < steps; step++) {
        try_in_deals(live, crowd ? 0 : deals, (work - pooled) * WEIGHED / steps, &chance);
        if (live > 2) live = live > 4 ? (live + 1) / 2 : 2;
    }
    return found;
}
