/* What a hand's end is worth for the whole game: the share of the victory that the searching seat can expect then. The
   coming hands are drawn from hands that the policy played against itself, as if all seats were equally strong. */
#include "kernel.h"

#define OUTCOMES 256
/* Games that are played on from one hand's end, and ends that are remembered. */
#define GAMES 100
#define REMEMBERED 4096
#define MAX_HANDS 200
/* A seat has at most 13 points of a hand, with the goat. */
#define BITS_A_SEAT 4
/* Where the game goes on, its hand counts so much for itself, as the coming hands are a guess; where the game is over, a
   trace, so that a seat which cannot change who wins still plays well. */
#define HAND_WEIGHS 0.15
#define TRACE 0.001
/* What counts where the hand is the whole game. */
#define HAND_ALONE {0, 1, 0.02}

static const Stakes hand_alone = HAND_ALONE;
Stakes stakes = HAND_ALONE;

/* Each seat's points of hands that begin alike, from the leader on. */
typedef struct {
    int played;
    u8 points[OUTCOMES][SEATS];
} Outcomes;

/* By seats, without and with the goat, with fewer and with all colours. */
static Outcomes outcomes[SEATS + 1][2][2];
static Outcomes *usual;

/* What ends are worth, by the points that they give to each seat; `key` is 0 where none is remembered. */
static struct {
    u32 key;
    double worth;
} remembered[REMEMBERED];

static const Situation *asked;
static int seats;

static u64 deck(void) {
    u64 cards = asked->unseen | asked->open.gone | asked->state.table;
    for (int seat = 0; seat < seats; seat++) cards |= asked->state.held[seat];
    return cards;
}

/* Takes some 10 ms when such hands are first asked for, which does not count as work. */
static void find_usual(void) {
    u64 cards = deck(), chance = 1;
    int goat = (cards & GOAT) != 0, wide = popcount(cards & ALL_COLOURS) > NUMBERS * NARROW;
    usual = &outcomes[seats][goat][wide];
    if (usual->played) return;
    for (int hand = 0; hand < OUTCOMES; hand++) {
        State state = new_hand(seats, wide ? COLOURS : NARROW, goat, &chance);
        for (int taken = 0; !state.over && taken < MAX_TURNS; taken++) {
            Scene scene = scene_of(&state);
            take(&state, learned_turn(&scene));
        }
        for (int seat = 0; seat < seats; seat++) usual->points[hand][seat] = (u8)penalty(state.held[seat]);
    }
    usual->played = 1;
}

void forget_outcomes(void) {
    for (int at = 0; at < (SEATS + 1) * 4; at++) (&outcomes[0][0][0])[at].played = 0;
}

static void add_outcome(int hand, int leader, int *points) {
    const u8 *more = usual->points[hand];
    for (int seat = 0; seat < seats; seat++) points[seat] += more[(seat - leader + seats) % seats];
}

static int is_over(const int *points) {
    for (int seat = 0; seat < seats; seat++)
        if (points[seat] >= asked->target) return 1;
    return 0;
}

/* Seats with the fewest points share the victory. */
static double share_of(const int *points) {
    int alike = 0, mine = points[asked->state.acts];
    for (int seat = 0; seat < seats; seat++) {
        if (points[seat] < mine) return 0;
        alike += points[seat] == mine;
    }
    return 1.0 / alike;
}

static double play_game(int *points, u64 *chance) {
    for (int hand = 1; hand < MAX_HANDS && !is_over(points); hand++)
        add_outcome((int)below(chance, OUTCOMES), (asked->leader + hand) % seats, points);
    return share_of(points);
}

/* All ends meet the same chance in each game, so that luck does not tell them apart. */
static double share_after(const int *points) {
    double sum = 0;
    for (int game = 0; game < GAMES; game++) {
        u64 chance = (u64)game;
        int totals[SEATS];
        for (int seat = 0; seat < seats; seat++) totals[seat] = points[seat];
        sum += play_game(totals, &chance);
    }
    return sum / GAMES;
}

static double worth_alone(int points) { return points ? -hand_alone.point * points : hand_alone.won; }

/* After a hand that gave the seat `mine` of its points. */
static double worth_in_game(const int *points, int mine) {
    if (is_over(points)) return share_of(points) + TRACE * worth_alone(mine);
    worked += WORK_GAMES;
    return (1 - HAND_WEIGHS) * share_after(points) + HAND_WEIGHS * worth_alone(mine);
}

/* By the points that a hand gives to each seat. */
static double worth_of_points(const int *more) {
    u32 key = 1;
    int points[SEATS];
    for (int seat = 0; seat < seats; seat++) {
        key = key << BITS_A_SEAT | (u32)more[seat];
        points[seat] = asked->points[seat] + more[seat];
    }
    u32 at = key * 2654435761u >> 20;
    if (remembered[at].key != key) {
        remembered[at].key = key;
        remembered[at].worth = worth_in_game(points, more[asked->state.acts]);
    }
    return remembered[at].worth;
}

double worth_of_end(const State *end) {
    int more[SEATS];
    if (!asked->target) return worth_alone(penalty(end->held[asked->state.acts]));
    for (int seat = 0; seat < seats; seat++) more[seat] = penalty(end->held[seat]);
    return worth_of_points(more);
}

/* The straight line that comes closest to what outcomes are worth, by the hand won and, if lost, by the seat's points. */
static void find_stakes(void) {
    double wins = 0, won = 0, losses = 0, lost = 0, points = 0, squares = 0, products = 0;
    for (int hand = 0; hand < OUTCOMES; hand++) {
        int more[SEATS] = {0};
        add_outcome(hand, asked->leader, more);
        double worth = worth_of_points(more), mine = more[asked->state.acts];
        if (mine > 0) losses++, lost += worth, points += mine, squares += mine * mine, products += mine * worth;
        else wins++, won += worth;
    }
    stakes.point = -(losses * products - points * lost) / (losses * squares - points * points);
    stakes.lost = (lost + stakes.point * points) / losses;
    stakes.won = won / wins - stakes.lost;
}

/* To be called before a search. */
void begin_game(const Situation *of) {
    asked = of, seats = of->state.seats;
    stakes = hand_alone;
    if (!of->target) return;
    find_usual();
    for (int at = 0; at < REMEMBERED; at++) remembered[at].key = 0;
    find_stakes();
}
