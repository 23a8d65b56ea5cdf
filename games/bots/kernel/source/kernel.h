/* What the files of the kernel share. Cards are bits: 9 * colour + number - 1, the goat is bit 54 (engine/cards.py). */
#ifndef KERNEL_H
#define KERNEL_H

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/* Says that each thread has its own: learning plays in several of them (games/bots/learning/). */
#ifndef EACH_THREAD
#define EACH_THREAD
#endif

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name) __attribute__((visibility("default")))
#endif
#define COLOURS 6
#define NUMBERS 9
#define ROW 511u
#define GOAT (1ull << 54)
#define ALL_COLOURS ((1ull << NUMBERS * COLOURS) - 1)
/* The colours left in a deck for two without two of them. */
#define NARROW 4
#define SEATS 6
#define HAND_SIZE 9
/* Tables of one card, two, three and more. */
#define TABLES 4
/* More than any hand allows: 9 cards of a colour hold 126 sets of four and 126 of five. */
#define MAX_PLAYS 2048
#define MAX_CHOICES 2048
#define MAX_TURNS 600

#define popcount(x) __builtin_popcountll(x)
#define lowest(x) ((x) & -(x))
#define at_most(most, number) ((number) < (most) ? (number) : (most))

/* A hand between two turns. `owner` is -1 at a lead. After the hand `acts` stays at the seat that ended it. */
typedef struct {
    u64 held[SEATS];
    u64 table;
    int seats, acts, owner, over;
} State;

/* A play and its pick-up; a pass has neither. */
typedef struct {
    u64 play, pickup;
} Turn;

/* What all saw of a hand: the cards that each seat is known to hold, those that left the hand, and the lowest leading
   digit that each seat passed over on tables of one card, two, three and more, 0 for none. */
typedef struct {
    u64 known[SEATS], gone;
    u8 passed[SEATS][TABLES];
} Public;
/* What a seat knows: in `state` the cards known to be held, and beside it those that may be anywhere. A goat among
   these is dealt to somebody, as all goats are. `open`: what all know. `points`: those of the game so far; `target`: the
   points that end it, 0 where it is this hand alone; `leader`: the hand's first. */
typedef struct {
    State state;
    Public open;
    u64 unseen;
    int missing[SEATS], points[SEATS], target, leader;
} Situation;

/* The work done so far. A unit is about 300 instructions, on average: what is done depends on what earlier
   searches left to remember, what is counted does not, so that a seed has one answer. */
extern EACH_THREAD u64 worked;
/* A turn of `greedy` that is probably remembered, or not. */
#define WORK_LOOKED_UP 1
#define WORK_FOUND 10
/* Each choice that the policy weighs, of cards that are probably remembered, or not. */
#define WORK_WEIGHED 3
#define WORK_DESCRIBED 5

/* sets.c */
u64 set_value(u64 cards);
int list_plays(u64 cards, u64 table, u64 *found);
int list_turns(u64 held, u64 table, Turn *found);
int leading_digit(u64 set);
int is_same(Turn one, Turn other);
void take(State *state, Turn turn);
int penalty(u64 cards);

/* chance.c */
u64 next_random(u64 *chance);
u32 below(u64 *chance, u32 limit);
double unit(u64 *chance);

/* greedy.c */
int fewest_sets(u64 cards);
int weakness(u64 cards);
Turn greedy_turn(u64 held, u64 table);

/* policy.c */
#define FEATURES 473
#define MAX_TERMS 32

/* What the seat to act sees that matters to the policy. */
typedef struct {
    u64 held, table;
    int seats, acts, owner, sizes[SEATS];
    /* With two seats, whether the other plays as `greedy`: there are weights of their own for that. */
    int against;
} Scene;

/* The turns of a scene with their scores, how likely the policy takes each and, if `described`, all features that the
   scores come from. */
typedef struct {
    int count, described, terms[MAX_CHOICES];
    Turn turns[MAX_CHOICES];
    double scores[MAX_CHOICES], chances[MAX_CHOICES];
    u16 index[MAX_CHOICES][MAX_TERMS];
    float value[MAX_CHOICES][MAX_TERMS];
} Choices;

/* For two seats, for more, and for two against `greedy`. */
#define POLICIES 3
extern double weights[POLICIES][FEATURES];

/* What matters of some cards held: tops are the highest leading digits of a single, a pair and three, `alone` the lowest
   numbers of cards without another of their colour or number. `scores`: what this adds to a turn's, by policy, of the
   policies in `scored`. */
typedef struct {
    u64 cards;
    double scores[POLICIES];
    u8 scored, sets, count, weak, goat, tops[3], biggest, strong, loose, alone[2];
} Shape;

const Shape *shape_of(u64 cards, int which);
double power(double x);
Scene scene_of(const State *state);
void weigh(const Scene *scene, Choices *choices);
void find_chances(Choices *choices);
int draw_choice(Choices *choices, u64 *chance);
Turn learned_turn(const Scene *scene);

/* net.c */
#define WORK_VALUED 120

/* How likely a turn wins the hand, and the points that it is expected to leave. */
typedef struct {
    double chance, points;
} Value;

/* The net's inputs, and the last of them, which is never one. */
#define INPUTS 832
#define NO_INPUT (INPUTS - 1)
/* More than any turn has: each card is in one place at most, and there are few other inputs. */
#define MAX_ONES 96

/* The inputs that are one for a turn, then NO_INPUT. */
typedef struct {
    u16 ones[MAX_ONES];
} Row;

double worth(Value value);
void note_turn(Public *open, const State *before, Turn turn);
void value_turns(const State *state, const int *sizes, const Public *open, const Turn *turns, int count, Value *values);
int choose_by_net(const State *state, const Public *open, Turn *turn, Value *value);
void write_row(const State *state, const int *sizes, const Public *open, Turn turn, Row *row);

/* game.c */
/* Games played on from an end that this search did not meet before. */
#define WORK_GAMES 60

/* What a hand lost is worth, what it adds to win it, and what each point takes. */
typedef struct {
    double lost, won, point;
} Stakes;

extern Stakes stakes;
void begin_game(const Situation *of);
double worth_of_end(const State *end);
void forget_outcomes(void);

/* playouts.c */
Turn random_turn(u64 held, u64 table, u64 *chance);

/* deals.c */
State deal(const Situation *situation, u64 *chance);
State new_hand(int seats, int colours, int goat, u64 *chance);

/* guesses.c */
#define MAX_SEEN 40
#define GUESSES 4

/* A turn that another seat took, and what all saw when it did. */
typedef struct {
    Scene scene;
    Turn turn;
} Seen;

/* A deal that may be. `loose`: the cards that each other seat holds in it beside the known ones; `apart`: those that
   nobody holds. `quick`: the seats that play as `greedy`, the others by the policy. `likely`: how likely each seat's turns
   then are. */
typedef struct {
    State state;
    u64 loose[SEATS], apart;
    double likely[SEATS];
    u32 quick;
} Guess;

extern Guess guesses[GUESSES];
void begin_guesses(const Situation *of, int turns, u64 work, u64 *chance);
void move_guess(Guess *guess, const Situation *of, u64 *chance);

#endif
