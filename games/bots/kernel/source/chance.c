/* Chance from a seed, the same on every machine (splitmix64). */
#include "kernel.h"

u64 next_random(u64 *chance) {
    u64 mixed = *chance += 0x9e3779b97f4a7c15ull;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9ull;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebull;
    return mixed ^ mixed >> 31;
}

u32 below(u64 *chance, u32 limit) { return (u32)((next_random(chance) >> 32) * limit >> 32); }

/* From 0 to 1. */
double unit(u64 *chance) { return (double)(next_random(chance) >> 11) / (double)(1ull << 53); }

/* Which sources this was compiled from (build.py). */
EXPORT("source_digest") u64 source_digest(void) { return SOURCE_DIGEST; }
