"""The tutorial's positions in order, and the rules page's examples."""

from __future__ import annotations

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.learning.questions import Choice, Lay, Option, Question, Which

POSITIONS: Final[tuple[Question, ...]] = (
    Which(
        slug="sets",
        title=_("What makes a set"),
        rule=_("You play sets: one card, or several of the same number or the same colour."),
        ask=_("Which of these are sets?"),
        why="",
        options=("B6R6", "R9B2", "G7G4G2", "P8O8P3", "K5"),
        asks="set",
    ),
    Choice(
        slug="value",
        title=_("What a set is worth"),
        rule=_("For a set’s value, put its digits in a row, largest first, and read them as one number."),
        ask=_("What are black 2, 9 and 4 worth?"),
        why=_("A longer set is always worth more than a shorter one."),
        shown="K2K9K4",
        options=(
            Option("15", _("You don’t add the numbers up.")),
            Option("294", _("Not in the order you hold them: the largest comes first.")),
            Option("942", _("9, then 4, then 2: that’s 942."), right=True),
        ),
    ),
    Lay(
        slug="higher",
        title=_("Beat the set"),
        rule=_("To beat the set on the table, play one with a higher value. Equal isn’t enough."),
        ask=_("Ylva led red 5. Play a card that beats it."),
        why=_("Your set doesn’t have to match: any colour can beat any other."),
        table="R5",
        owner="Ylva",
        hand="O7B5K4G3",
    ),
    Which(
        slug="count",
        title=_("As many, or one more"),
        rule=_("Play as many cards as are on the table, or one more."),
        ask=_("Which of these beat Torstein’s 54?"),
        why=_("One more card always beats it."),
        table="R5R4",
        owner="Torstein",
        hand="K9G7O6B6P5P4G3G2G1",
        options=("O6B6", "P5P4", "K9", "G3G2G1", "G7G3G2G1"),
        asks="play",
    ),
    Lay(
        slug="pick-up",
        title=_("Pick up a card"),
        rule=_("When you beat a set, you pick up one of its cards. You choose which. The rest are discarded."),
        ask=_("Beat Ylva’s 942 and pick up a card."),
        why=_("Pick up a card that makes a set with your others. Everyone sees it."),
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3",
    ),
    Lay(
        slug="pass",
        title=_("Pass"),
        rule=_("If you can’t beat the set, pass. You can also pass if you’d rather wait."),
        ask=_("Torstein played 98. What do you do?"),
        why=_("You can pass now and still play later in the same round."),
        table="B9B8",
        owner="Torstein",
        hand="O9K7R7P2",
        goal="pass",
    ),
    Choice(
        slug="round",
        title=_("The end of a round"),
        rule=_("A round ends when all the other players pass in a row."),
        ask=_("You played 77. Ylva and Torstein pass. What happens now?"),
        why=_("The set is discarded. Everyone keeps their cards."),
        table="B7R7",
        options=(
            Option(_("I have to beat my own 77"), _("You never beat your own set.")),
            Option(
                _("I lead the next round"),
                _("The last to play leads the next round."),
                right=True,
            ),
            Option(_("The hand is over and we count points"), _("A hand goes on until someone runs out of cards.")),
        ),
    ),
    Lay(
        slug="lead",
        title=_("Lead a round"),
        rule=_("When you lead, play exactly one card. You can’t pass."),
        ask=_("You lead. Play a card."),
        why=_("A low card that fits nothing else is a good lead."),
        hand="R7K7O4R3G2",
    ),
    Lay(
        slug="all-at-once",
        title=_("All your cards"),
        rule=_("One exception: if all your cards make one set, you can lead with all of them. That ends the hand."),
        ask=_("You lead, and these are all your cards. End the hand."),
        why=_("This only works when you lead. So keep cards that go together."),
        hand="B8B5B2",
        goal="out",
    ),
    Lay(
        slug="last-cards",
        title=_("Your last cards"),
        rule=_("When you play your last cards, you pick up nothing and the hand is over."),
        ask=_("Torstein led green 4, and these are your last two cards. End the hand."),
        why=_("After a single 6 you’d pick up green 4 and have two cards again."),
        table="G4",
        owner="Torstein",
        hand="R6P6",
        goal="out",
    ),
    Choice(
        slug="points",
        title=_("Points"),
        rule=_("When someone runs out of cards, the others get a point for each card left."),
        ask=_("Ylva plays her last card. How many points do you get?"),
        why=format_lazy(
            "{} {}",
            _("A random player leads the first hand, the next player clockwise the second, and so on."),
            _(
                "All cards are shuffled again for each hand until someone reaches the target, usually 15. "
                "Fewest points win. Ties are shared."
            ),
        ),
        shown="K9K4B1",
        options=(
            Option("14", _("The numbers don’t matter, only how many cards you have.")),
            Option("3", _("Three cards, three points."), right=True),
            Option("1", _("Each card left counts as a point.")),
        ),
    ),
    Which(
        slug="goat",
        title=_("Goat"),
        rule=_("One extra card, number 0. It fits any colour and counts as 5 points if you’re left with it."),
        ask=_("Some games have a goat. Which of these beat Ylva’s pink 4?"),
        why=_("The goat doesn’t fit sets of the same number. Alone it’s worth 0, so you can only lead it."),
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
        title=_("Try it"),
        rule="",
        ask=format_lazy("{}.", _("Choose your cards")),
        why="",
        hand="B6R6K9K4K2G7",
        goal="set",
    ),
    Lay(
        slug="beat",
        title=_("Try it"),
        rule="",
        ask=_("Beat Torstein’s 54."),
        why="",
        table="R5R4",
        owner="Torstein",
        hand="K9O6B6P5P4G3G2G1",
    ),
    Lay(
        slug="take",
        title=_("Try it"),
        rule="",
        ask=_("Beat Ylva’s 942 and pick up a card."),
        why="",
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3R3",
    ),
    Lay(
        slug="lead",
        title=_("Try it"),
        rule="",
        ask=_("You lead, and these are all your cards. End the hand."),
        why="",
        hand="B8B5B2",
        goal="out",
    ),
    Lay(
        slug="goat",
        title=_("Try it"),
        rule="",
        ask=_("Beat Ylva’s pink 4."),
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
