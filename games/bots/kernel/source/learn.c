/* Learning the policy by playing against itself (policy gradient), and matches between policies. */
#include "kernel.h"

static double gradient[FEATURES];
static Choices choices;

EXPORT("weights_at") double *weights_at(void) { return &weights[0][0]; }
EXPORT("gradient_at") double *gradient_at(void) { return gradient; }

/* Adds what makes the chosen turn likelier. */
static void add_gradient(int chosen, double *sums) {
    for (int at = 0; at < choices.count; at++) {
        double factor = (at == chosen) - choices.chances[at];
        if (factor < 1e-4 && factor > -1e-4) continue;
        for (int term = 0; term < choices.terms[at]; term++)
            sums[choices.index[at][term]] += factor * (double)choices.value[at][term];
    }
}

/* One hand of the policy against itself or, on one seat alone, against `greedy`; adds up for each seat what makes its turns
   likelier. */
static void play_learning(State *now, int against, int alone, double sums[SEATS][FEATURES], u64 *chance) {
    choices.described = 1;
    for (int turns = 0; !now->over && turns < MAX_TURNS; turns++) {
        if (against && now->acts != alone) {
            take(now, greedy_turn(now->held[now->acts], now->table));
            continue;
        }
        Scene scene = scene_of(now);
        scene.against = against;
        weigh(&scene, &choices);
        int chosen = draw_choice(&choices, chance);
        if (choices.count > 1) add_gradient(chosen, sums[now->acts]);
        take(now, choices.turns[chosen]);
    }
}

/* Plays `hands` hands of the policy against itself or, on a seat drawn for each, against `greedy`; a quarter of them with
   the goat and, of those for two seats, three quarters without two colours. `usual`: the share that a seat is expected to
   win, in thousandths. Leaves the gradient of the chance to win. */
EXPORT("learn") void learn(int hands, int seats, int against, int usual, u64 chance) {
    static double sums[SEATS][FEATURES];
    for (int at = 0; at < FEATURES; at++) gradient[at] = 0;
    while (hands--) {
        int narrow = seats == 2 && below(&chance, 4), alone = against ? (int)below(&chance, (u32)seats) : -1;
        State now = new_hand(seats, narrow ? 4 : COLOURS, !below(&chance, 4), &chance);
        for (int seat = 0; seat < seats; seat++)
            for (int at = 0; at < FEATURES; at++) sums[seat][at] = 0;
        play_learning(&now, against, alone, sums, &chance);
        for (int seat = 0; seat < seats; seat++) {
            double reward = (now.over && !now.held[seat]) - usual / 1000.0;
            for (int at = 0; at < FEATURES; at++) gradient[at] += reward * sums[seat][at];
        }
    }
}

/* Who plays a duel: the policy for everybody, the one against `greedy`, or the net. */
enum { FOR_ANYBODY, AGAINST_GREEDY, BY_NET };

static Turn turn_of(int who, const State *now, const Public *open) {
    Turn turn;
    Value value;
    Scene scene = scene_of(now);
    if (who == BY_NET) {
        choose_by_net(now, open, &turn, &value);
        return turn;
    }
    scene.against = who == AGAINST_GREEDY;
    return learned_turn(&scene);
}

/* Whether the seat that plays so wins the hand, the others played by `greedy`. */
static int wins(int mine, int who, State now) {
    Public open = {{0}, 0, {{0}}};
    for (int turns = 0; !now.over && turns < MAX_TURNS; turns++) {
        Turn turn = now.acts == mine ? turn_of(who, &now, &open) : greedy_turn(now.held[now.acts], now.table);
        note_turn(&open, &now, turn);
        take(&now, turn);
    }
    return now.over && now.acts == mine;
}

/* Plays `deals` deals of so many colours once for every seat that the one who plays may have. Returns the hands won. */
EXPORT("duel") int duel(int deals, int seats, int colours, int who, u64 chance) {
    int won = 0;
    while (deals--) {
        State dealt = new_hand(seats, colours, 0, &chance);
        for (int mine = 0; mine < seats; mine++) won += wins(mine, who, dealt);
    }
    return won;
}
