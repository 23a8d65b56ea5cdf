"""The tutorial's positions in order, and the rules page's examples."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.learning.questions import Choice, Lay, Option, Question, Which

POSITIONS: Final[tuple[Question, ...]] = (
    Which(
        slug="sets",
        title=_("What makes a set"),
        rule=_(
            "You lay cards as a set. One card is a set; several are one if all share their number, or all share "
            "their colour."
        ),
        ask=_("Which of these are sets?"),
        why=_("Number or colour: one of the two has to be the same on every card of the set."),
        options=("B6R6", "R9B2", "G7G4G2", "P8O8P3", "K5"),
        asks="set",
    ),
    Choice(
        slug="value",
        title=_("What a set is worth"),
        rule=_("To get a set’s value, put its digits in a row, the largest first, and read them as one number."),
        ask=_("What are black 2, black 9 and black 4 worth together?"),
        why=_(
            "So a longer set is always worth more than a shorter one, and among equals the largest card decides first."
        ),
        shown="K2K9K4",
        options=(
            Option("15", _("The numbers are not added up.")),
            Option("294", _("The order in which you hold them does not count: the largest digit comes first.")),
            Option("942", _("9, then 4, then 2: that makes 942."), right=True),
        ),
    ),
    Lay(
        slug="higher",
        title=_("Beat the table"),
        rule=_("A set on the table is beaten by a set of a higher value. An equal value is not enough."),
        ask=_("Ylva has led red 5. Lay a card that beats it."),
        why=_("Your set need not look like the one on the table: any colour beats any other."),
        table="R5",
        owner="Ylva",
        hand="O7B5K4G3",
    ),
    Which(
        slug="count",
        title=_("As many, or one more"),
        rule=_("You lay as many cards as lie on the table, or one more. Never fewer, and never two more."),
        ask=_("Torstein’s 54 lies on the table. Which of these can you play?"),
        why=_("With one card more you always beat it, for your value has one digit more."),
        table="R5R4",
        owner="Torstein",
        hand="K9G7O6B6P5P4G3G2G1",
        options=("O6B6", "P5P4", "K9", "G3G2G1", "G7G3G2G1"),
        asks="play",
    ),
    Lay(
        slug="pick-up",
        title=_("Take one card with you"),
        rule=_(
            "Whoever beats a set takes exactly one of its cards. Which one is your choice; taking none is not. "
            "The others leave the game until the next hand."
        ),
        ask=_("Beat Ylva’s 942, and choose the card that you take."),
        why=_("Everybody sees what you took. Take what makes a set with the cards you keep."),
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3",
    ),
    Lay(
        slug="pass",
        title=_("When nothing fits"),
        rule=_("Who cannot beat the table passes, and so may anybody else who would rather wait."),
        ask=_("Torstein’s 98 lies on the table. What do you do?"),
        why=_("A pass binds you to nothing: if your turn comes round again in this round, you may play."),
        table="B9B8",
        owner="Torstein",
        hand="O9K7R7P2",
        goal="pass",
    ),
    Choice(
        slug="round",
        title=_("The end of a round"),
        rule=_("A round goes on until everybody else has passed, one after the other, on the last set."),
        ask=_("You have laid 77. Ylva passes, and Torstein passes. What happens now?"),
        why=_("The cleared set is out of the game until the next hand. The cards in hand stay where they are."),
        table="B7R7",
        options=(
            Option(_("I have to beat my own 77"), _("Nobody answers their own set.")),
            Option(
                _("The table is cleared, and I lead the next round"),
                _("Who played last leads the next round."),
                right=True,
            ),
            Option(
                _("The hand is over, and everybody counts points"), _("A hand goes on until somebody has no card left.")
            ),
        ),
    ),
    Lay(
        slug="lead",
        title=_("Lead a round"),
        rule=_("When the table is empty, you lead: you lay exactly one card, and you may not pass."),
        ask=_("It is your lead. Lay a card."),
        why=_("A low card that fits nothing else is a good lead: it gets you rid of it."),
        hand="R7K7O4R3G2",
    ),
    Lay(
        slug="all-at-once",
        title=_("Everything at once"),
        rule=_(
            "There is one exception for the leader: if all your cards make one set, you may lay them all. That "
            "ends the hand at once."
        ),
        ask=_("You lead, and these are all your cards. End the hand."),
        why=_("It works only with all your cards, and only when you lead. So keep cards that belong together."),
        hand="B8B5B2",
        goal="out",
    ),
    Lay(
        slug="last-cards",
        title=_("Your last cards"),
        rule=_("Who lays the last of their cards takes nothing from the table: the hand is over."),
        ask=_("Torstein has laid green 4, and two cards are all you have. End the hand."),
        why=_(
            "Two cards over one: one more is allowed. With a single 6 you would have taken the green 4, and had "
            "two cards again."
        ),
        table="G4",
        owner="Torstein",
        hand="R6P6",
        goal="out",
    ),
    Choice(
        slug="points",
        title=_("Points"),
        rule=_(
            "As soon as somebody has no card left, everybody else gets a point for each card still held. Points "
            "are bad."
        ),
        ask=_("Ylva lays her last card, and you still hold these. How many points is that for you?"),
        why=_(
            "Then all cards are shuffled and dealt anew, and the next player clockwise leads. When a hand brings "
            "somebody to 15, the fewest points win; equal players share the victory."
        ),
        shown="K9K4B1",
        options=(
            Option("14", _("The numbers do not count, only how many cards there are.")),
            Option("3", _("Three cards, three points."), right=True),
            Option("1", _("Each card costs a point.")),
        ),
    ),
    Which(
        slug="goat",
        title=_("The goat"),
        rule=_(
            "Some games have a goat among the cards: a 0 that joins a set of any colour. It joins no set of equal "
            "numbers."
        ),
        ask=_("Ylva’s pink 4 lies on the table. Which of these can you play?"),
        why=_(
            "Left in your hand at the end, the goat costs five points instead of one. A table may play with it or "
            "without."
        ),
        table="P4",
        owner="Ylva",
        hand="B5R5K3K2X0",
        options=("X0", "B5", "B5X0", "B5R5X0"),
        asks="play",
    ),
)

EXAMPLES: Final[tuple[Lay, ...]] = (
    Lay(
        slug="set",
        title=_("Try it: what is a set worth?"),
        rule="",
        ask=_("Choose one card or several."),
        why="",
        hand="B6R6K9K4K2G7",
        goal="set",
    ),
    Lay(
        slug="beat",
        title=_("Try it: beat 54"),
        rule="",
        ask=_("Choose what you would lay over Torstein’s set."),
        why="",
        table="R5R4",
        owner="Torstein",
        hand="K9O6B6P5P4G3G2G1",
    ),
    Lay(
        slug="take",
        title=_("Try it: beat 942 and take a card"),
        rule="",
        ask=_("Lay a set, and say which of Ylva’s cards you take."),
        why="",
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3R3",
    ),
    Lay(
        slug="lead",
        title=_("Try it: lead"),
        rule="",
        ask=_("The table is empty, and it is your lead."),
        why="",
        hand="B8B5B2",
    ),
    Lay(
        slug="goat",
        title=_("Try it: play with the goat"),
        rule="",
        ask=_("Choose what you would lay over Ylva’s pink 4."),
        why="",
        table="P4",
        owner="Ylva",
        hand="B5R5K3K2X0",
    ),
)

SLUGS: Final = tuple(position.slug for position in POSITIONS)


def position_named(slug: str) -> Question:
    """Raises KeyError."""
    return _BY_SLUG[slug]


_BY_SLUG: Final = {position.slug: position for position in POSITIONS}
