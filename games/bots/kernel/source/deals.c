/* Deals that a seat holds possible, and those of new hands. */
#include "kernel.h"

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

/* A random deal of a deck of so many colours, for each seat nine cards. */
State new_hand(int seats, int colours, int goat, u64 *chance) {
    Situation all = {.state = {.seats = seats, .owner = -1}};
    all.unseen = (1ull << NUMBERS * colours) - 1;
    if (goat) all.unseen |= GOAT;
    for (int seat = 0; seat < seats; seat++) all.missing[seat] = HAND_SIZE;
    return deal(&all, chance);
}
