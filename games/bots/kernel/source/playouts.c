/* Hands played to their end. */
#include "kernel.h"

static State state;
static Turn turn;
static Scene scene;
static u64 plays[MAX_PLAYS];

EXPORT("state_at") State *state_at(void) { return &state; }
EXPORT("turn_at") Turn *turn_at(void) { return &turn; }
EXPORT("scene_at") Scene *scene_at(void) { return &scene; }
EXPORT("plays_at") u64 *plays_at(void) { return plays; }

EXPORT("plays") int plays_of_state(void) { return list_plays(state.held[state.acts], state.table, plays); }
EXPORT("take") void take_turn(void) { take(&state, turn); }
EXPORT("greedy") void choose_greedy(void) { turn = greedy_turn(state.held[state.acts], state.table); }
EXPORT("learned") void choose_learned(void) { turn = learned_turn(&scene); }

/* Any legal turn, each as likely as the others. */
Turn random_turn(u64 held, u64 table, u64 *chance) {
    static u64 found[MAX_PLAYS];
    u32 count = (u32)list_plays(held, table, found), goes_out = 0;
    if (!table) return (Turn){found[below(chance, count)], 0};
    u32 beaten = (u32)popcount(table);
    for (u32 at = 0; at < count; at++) goes_out |= found[at] == held;
    u32 plain = count - goes_out, drawn = below(chance, 1 + goes_out + plain * beaten);
    if (!drawn) return (Turn){0, 0};
    if (goes_out && drawn == 1) return (Turn){held, 0};
    drawn -= 1 + goes_out;
    u64 rest = table;
    for (u32 skip = drawn % beaten; skip; skip--) rest &= rest - 1;
    for (u32 at = 0, left = drawn / beaten;; at++)
        if (found[at] != held && !left--) return (Turn){found[at], lowest(rest)};
}

/* Plays `hands` hands from the state, at random or as `greedy` does; returns the turns taken. */
EXPORT("playouts") int playouts(int hands, int greedy, u64 seed) {
    int taken = 0;
    while (hands--) {
        State now = state;
        for (int turns = 0; !now.over && turns < MAX_TURNS; turns++, taken++) {
            u64 held = now.held[now.acts];
            take(&now, greedy ? greedy_turn(held, now.table) : random_turn(held, now.table, &seed));
        }
    }
    return taken;
}
