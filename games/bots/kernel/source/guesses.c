/* Deals that a seat holds possible, found by the turns that others took (Markov chains, by Metropolis and Hastings). */
#include "kernel.h"

/* How likely an odd turn is at least: nobody plays quite like the policy. */
#define ODD 0.02
/* One who plays as `greedy` may take some other turns. How many is not known, so the first tells more against it than the
   next: as if it took other turns with a chance drawn from a beta distribution with these parameters. */
#define OTHER 0.3
#define SAME 10.0
/* What another turn counts while guesses still move freely. */
#define FREE 0.25
/* A guess begins as the likeliest of at most so many random deals. */
#define DRAWN 250

/* How likely a seat's turns are if it plays as `greedy`, and if it plays by the policy. */
typedef struct {
    double greedy, policy;
} Reading;

Seen seen[MAX_SEEN];
Guess guesses[GUESSES];
static Choices choices;
/* The turns seen of each seat, those first that last refused a move, and what the seat was known to hold before each. */
static int turns_of[SEATS][MAX_SEEN], count_of[SEATS];
static u64 known_at[MAX_SEEN];
/* How likely a seat that plays as `greedy` takes so many other turns; at first, and then. */
static double freely[SEATS][MAX_SEEN + 1], strictly[SEATS][MAX_SEEN + 1], (*others)[MAX_SEEN + 1];

EXPORT("seen_at") Seen *seen_at(void) { return seen; }
EXPORT("guesses_at") Guess *guesses_at(void) { return guesses; }

static void weigh_others(int seat) {
    int count = count_of[seat];
    double one = 1, free = 1;
    for (int at = 0; at < count; at++) one *= (SAME + at) / (OTHER + SAME + at);
    for (int other = 0; other <= count; other++) {
        strictly[seat][other] = one, freely[seat][other] = free;
        one *= (OTHER + other) / (SAME + count - other - 1), free *= FREE;
    }
}

/* Goes back from the cards known to be held now. */
static void read_turns(const Situation *of, int turns) {
    u64 held[SEATS];
    for (int seat = 0; seat < SEATS; seat++) held[seat] = of->state.held[seat], count_of[seat] = 0;
    while (turns--) {
        const Seen *one = &seen[turns];
        int seat = one->scene.acts;
        held[seat] = (held[seat] & ~one->turn.pickup) | one->turn.play;
        known_at[turns] = held[seat];
        turns_of[seat][count_of[seat]++] = turns;
    }
    for (int seat = 0; seat < SEATS; seat++) weigh_others(seat);
}

/* How likely the policy takes that turn, holding these cards. */
static double chance_of(Scene scene, u64 held, Turn turn) {
    scene.held = held;
    weigh(&scene, &choices);
    find_chances(&choices);
    worked += WORK_DESCRIBED * (u64)choices.count;
    for (int at = 0; at < choices.count; at++)
        if (is_same(choices.turns[at], turn)) return choices.chances[at] + ODD;
    return ODD;
}

/* How likely the seat's turns are if it holds these cards beside the known ones, or 0 if that is less than `least`. */
static double likelihood(int seat, u64 loose, int quick, double least) {
    double likely = quick ? others[seat][0] : 1;
    int *order = turns_of[seat], other = 0;
    for (int at = 0; at < count_of[seat]; at++) {
        int which = order[at];
        const Seen *one = &seen[which];
        u64 cards = loose | known_at[which];
        if (quick) {
            worked += WORK_FOUND;
            if (!is_same(greedy_turn(cards, one->scene.table), one->turn)) likely = others[seat][++other];
        } else likely *= chance_of(one->scene, cards, one->turn);
        if (likely < least) {
            for (; at; at--) order[at] = order[at - 1];
            order[0] = which;
            return 0;
        }
    }
    return likely;
}

/* A random deal; returns how likely the turns seen are in it, and adds to `readings`
   how likely they are by either way to play. */
static double begin(Guess *guess, const Situation *of, Reading *readings, u64 *chance) {
    double likely = 1;
    *guess = (Guess){.state = deal(of, chance), .apart = of->unseen};
    for (int seat = 0; seat < of->state.seats; seat++) {
        if (seat == of->state.acts) continue;
        u64 loose = guess->loose[seat] = guess->state.held[seat] & ~of->state.held[seat];
        double greedy = likelihood(seat, loose, 1, 0), policy = likelihood(seat, loose, 0, 0);
        guess->apart &= ~loose;
        readings[seat].greedy += greedy, readings[seat].policy += policy;
        likely *= greedy + policy;
    }
    return likely;
}

/* Which seats play as `greedy`, drawn by what their turns were like in random deals. */
static u32 draw_quick(const Guess *guess, const Reading *readings, u64 *chance) {
    u32 quick = 0;
    for (int seat = 0; seat < guess->state.seats; seat++)
        if (unit(chance) * (readings[seat].greedy + readings[seat].policy) < readings[seat].greedy) quick |= 1u << seat;
    return quick & ~(1u << guess->state.acts);
}

static u64 any_card(u64 cards, u64 *chance) {
    for (u32 skip = below(chance, (u32)popcount(cards)); skip; skip--) cards &= cards - 1;
    return lowest(cards);
}

static int any_seat(const Guess *guess, u64 *chance) {
    int seats[SEATS], count = 0;
    for (int seat = 0; seat < guess->state.seats; seat++)
        if (guess->loose[seat]) seats[count++] = seat;
    return count ? seats[below(chance, (u32)count)] : -1;
}

static void swap(Guess *guess, int seat, u64 out, u64 in, double likely) {
    guess->loose[seat] = (guess->loose[seat] & ~out) | in;
    guess->state.held[seat] = (guess->state.held[seat] & ~out) | in;
    guess->likely[seat] = likely;
}

/* Tries to swap a card of a seat for one of another's or of nobody's: done if a likelier deal comes of it, else with the
   chance by which it is less likely. The goat is always somebody's. */
void move_guess(Guess *guess, const Situation *of, u64 *chance) {
    int seat = any_seat(guess, chance), with = -1;
    worked++;
    if (seat < 0) return;
    u64 out = any_card(guess->loose[seat], chance), rest = of->unseen & ~guess->loose[seat];
    if (!rest) return;
    u64 in = any_card(rest, chance);
    if (in & guess->apart && out == GOAT) return;
    for (int other = 0; other < guess->state.seats; other++)
        if (guess->loose[other] & in) with = other;
    double needed = unit(chance) * guess->likely[seat] * (with < 0 ? 1 : guess->likely[with]), likely = 1;
    double first = likelihood(seat, (guess->loose[seat] & ~out) | in, guess->quick >> seat & 1, needed);
    if (first < needed || first <= 0) return;
    if (with >= 0) {
        likely = likelihood(with, (guess->loose[with] & ~in) | out, guess->quick >> with & 1, needed / first);
        if (first * likely < needed) return;
        swap(guess, with, in, out, likely);
    } else guess->apart = (guess->apart & ~in) | out;
    swap(guess, seat, out, in, first);
}

/* Lets all guesses move, in turn, until so much work is done. */
static void move_all(const Situation *of, u64 until, u64 *chance) {
    for (int seat = 0; seat < of->state.seats; seat++)
        for (int at = 0; at < GUESSES; at++)
            if (seat != of->state.acts)
                guesses[at].likely[seat] =
                    likelihood(seat, guesses[at].loose[seat], guesses[at].quick >> seat & 1, 0);
    for (int at = 0; worked < until; at++) move_guess(&guesses[at % GUESSES], of, chance);
}

/* Finds guesses by the first `turns` of `seen`, for so much work: the likeliest of random deals, moved freely, then by
   what the turns tell. */
void begin_guesses(const Situation *of, int turns, u64 work, u64 *chance) {
    static Guess drawn;
    Reading readings[SEATS] = {{0, 0}};
    double best[GUESSES];
    u64 start = worked;
    read_turns(of, turns);
    others = strictly;
    for (int at = 0; at < GUESSES || (at < GUESSES * DRAWN && worked < start + work / 4); at++) {
        double likely = begin(&drawn, of, readings, chance);
        if (at < GUESSES || likely > best[at % GUESSES]) best[at % GUESSES] = likely, guesses[at % GUESSES] = drawn;
    }
    for (int at = 0; at < GUESSES; at++) guesses[at].quick = draw_quick(&guesses[at], readings, chance);
    if (!turns) return;
    others = freely;
    move_all(of, start + work * 5 / 8, chance);
    others = strictly;
    move_all(of, start + work, chance);
}
