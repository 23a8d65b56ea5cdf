/* Learning the policy by playing against itself (policy gradient), and matches between policies. */
#include "kernel.h"

static double gradient[FEATURES];
static Choices choices;

EXPORT("weights_at") double *weights_at(void) { return &weights[0][0]; }
EXPORT("gradient_at") double *gradient_at(void) { return gradient; }

/* A random deal of a deck of so many colours, for each seat nine cards. */
static State new_hand(int seats, int colours, int goat, u64 *chance) {
    Situation all = {.state = {.seats = seats, .owner = -1}};
    all.unseen = (1ull << NUMBERS * colours) - 1;
    if (goat) all.unseen |= GOAT;
    for (int seat = 0; seat < seats; seat++) all.missing[seat] = HAND_SIZE;
    return deal(&all, chance);
}

/* Adds what makes the chosen turn likelier. */
static void add_gradient(int chosen, double *sums) {
    for (int at = 0; at < choices.count; at++) {
        double factor = (at == chosen) - choices.chances[at];
        if (factor < 1e-4 && factor > -1e-4) continue;
        for (int term = 0; term < choices.terms[at]; term++)
            sums[choices.index[at][term]] += factor * (double)choices.value[at][term];
    }
}

/* One hand of the policy against itself; adds up for each seat what makes its turns likelier. Returns the turns. */
static int play_learning(State *now, double sums[SEATS][FEATURES], u64 *chance) {
    int turns = 0;
    choices.described = 1;
    for (; !now->over && turns < MAX_TURNS; turns++) {
        Scene scene = scene_of(now);
        weigh(&scene, &choices);
        int chosen = draw_choice(&choices, chance);
        if (choices.count > 1) add_gradient(chosen, sums[now->acts]);
        take(now, choices.turns[chosen]);
    }
    return turns;
}

/* Plays `hands` hands of the policy against itself, a quarter of them with the goat and, of those for two seats, a
   quarter with all colours. Leaves the gradient of the chance to win, and returns the turns taken. */
EXPORT("learn") int learn(int hands, int seats, u64 chance) {
    static double sums[SEATS][FEATURES];
    int taken = 0;
    for (int at = 0; at < FEATURES; at++) gradient[at] = 0;
    while (hands--) {
        int narrow = seats == 2 && below(&chance, 4);
        State now = new_hand(seats, narrow ? 4 : COLOURS, !below(&chance, 4), &chance);
        for (int seat = 0; seat < seats; seat++)
            for (int at = 0; at < FEATURES; at++) sums[seat][at] = 0;
        taken += play_learning(&now, sums, &chance);
        for (int seat = 0; seat < seats; seat++) {
            double reward = (now.over && !now.held[seat]) - 1.0 / seats;
            for (int at = 0; at < FEATURES; at++) gradient[at] += reward * sums[seat][at];
        }
    }
    return taken;
}

static Turn turn_of(int learned, const State *now) {
    Scene scene = scene_of(now);
    return learned ? learned_turn(&scene) : greedy_turn(now->held[now->acts], now->table);
}

/* Plays `deals` deals of so many colours once for every seat that the policy may have, the others played by `greedy`.
   Returns the hands that the policy won. */
EXPORT("duel") int duel(int deals, int seats, int colours, u64 chance) {
    int won = 0;
    while (deals--) {
        State dealt = new_hand(seats, colours, 0, &chance);
        for (int mine = 0; mine < seats; mine++) {
            State now = dealt;
            for (int turns = 0; !now.over && turns < MAX_TURNS; turns++) take(&now, turn_of(now.acts == mine, &now));
            won += now.over && now.acts == mine;
        }
    }
    return won;
}
