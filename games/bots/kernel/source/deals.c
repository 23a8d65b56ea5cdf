/* Turns tried in deals that a seat holds possible. */
#include "kernel.h"

#define MAX_TRIED 64

typedef struct {
    Turn turn;
    u64 points;
} Tried;

static Situation situation;
static Tried tried[MAX_TRIED];

EXPORT("situation_at") Situation *situation_at(void) { return &situation; }
EXPORT("tried_at") Tried *tried_at(void) { return tried; }

/* Deals the unseen cards at random, each seat as many as it misses. */
State deal(const Situation *of, u64 *chance) {
    State dealt = of->state;
    u64 drawn[NUMBERS * COLOURS + 1];
    int total = 0, cards = 0, goat = (of->unseen & GOAT) != 0;
    for (int seat = 0; seat < dealt.seats; seat++) total += of->missing[seat];
    for (u64 rest = of->unseen & ~GOAT; rest; rest &= rest - 1) drawn[cards++] = lowest(rest);
    for (int at = 0; at < total - goat; at++) {
        int from = at + (int)below(chance, (u32)(cards - at));
        u64 card = drawn[from];
        drawn[from] = drawn[at], drawn[at] = card;
    }
    if (goat) {
        int at = (int)below(chance, (u32)total);
        drawn[total - 1] = drawn[at], drawn[at] = GOAT;
    }
    for (int seat = 0, at = 0; seat < dealt.seats; seat++)
        for (int left = of->missing[seat]; left; left--) dealt.held[seat] |= drawn[at++];
    return dealt;
}

/* Plays a hand to its end as `greedy` does; returns the turns taken. */
static int play_out(State *now) {
    int turns = 0;
    for (; !now->over && turns < MAX_TURNS; turns++) take(now, greedy_turn(now->held[now->acts], now->table));
    return turns;
}

/* Tries the first `turns` of `tried` in the same deals, and adds up the points that the seat to act is left with, until
   `deals` deals and `work` turns are played; returns the deals. */
EXPORT("try_out") int try_out(int turns, int deals, int work, u64 chance) {
    int seat = situation.state.acts, dealt = 0;
    for (int played = 0; dealt < deals || played < work; dealt++) {
        State start = deal(&situation, &chance);
        for (int at = 0; at < turns; at++) {
            State now = start;
            take(&now, tried[at].turn);
            played += 1 + play_out(&now);
            tried[at].points += (u64)penalty(now.held[seat]);
        }
    }
    return dealt;
}
