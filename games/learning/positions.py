"""The tutorial's positions in order, and the rules page's examples."""

from __future__ import annotations

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.learning.questions import Question

POSITIONS: Final[tuple[Question, ...]] = (
    Question(
        slug="sets",
        title=_("What makes a set"),
        rule=_("You play sets: one card, or several of the same number or the same colour."),
        ask=_("Play a set of three cards."),
        why="",
        hand="G7R7G4B4G2",
        goal="set",
        count=3,
    ),
    Question(
        slug="value",
        title=_("What a set is worth"),
        rule=_("For a set’s value, put its digits in a row, largest first, and read them as one number."),
        ask=_("Play the set that’s worth most."),
        why=_("A longer set is always worth more than a shorter one."),
        hand="B9R9K4K3K2",
        goal="most",
    ),
    Question(
        slug="higher",
        title=_("Beat the set"),
        rule=_("To beat the set on the table, play one with a higher value. Equal isn’t enough."),
        ask=_("Ylva led red 5. Play a card that beats it."),
        why=_("Your set doesn’t have to match: any colour can beat any other."),
        table="R5",
        owner="Ylva",
        hand="O7B5K4G3",
    ),
    Question(
        slug="count",
        title=_("As many, or one more"),
        rule=_("Play as many cards as are on the table, or one more."),
        ask=_("Torstein led black 8. Beat it."),
        why=_("One more card always beats it."),
        table="K8",
        owner="Torstein",
        hand="B7O4P4B2B1",
    ),
    Question(
        slug="pick-up",
        title=_("Pick up a card"),
        rule=_("When you beat a set, you pick up one of its cards. You choose which. The rest are discarded."),
        ask=_("Beat Ylva’s 942 and pick up a card."),
        why=_("Pick up a card that makes a set with your others. Everyone sees it."),
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3",
    ),
    Question(
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
    Question(
        slug="round",
        title=_("The end of a round"),
        rule=format_lazy(
            "{} {}",
            _("A round ends when all the other players pass in a row."),
            _("The last to play leads the next round."),
        ),
        ask=_("You played 77, and Ylva and Torstein passed. Lead with one card."),
        why=_("The set is discarded. Everyone keeps their cards."),
        discarded="B7R7",
        hand="B8G8K4R2",
    ),
    Question(
        slug="lead",
        title=_("Lead a round"),
        rule=_("When you lead, play exactly one card. You can’t pass."),
        ask=_("You lead. Play a card."),
        why=_("A low card that fits nothing else is a good lead."),
        hand="R7K7O4R3G2",
    ),
    Question(
        slug="all-at-once",
        title=_("All your cards"),
        rule=_("One exception: if all your cards make one set, you can lead with all of them. That ends the hand."),
        ask=_("You lead, and these are all your cards. End the hand."),
        why=_("This only works when you lead. So keep cards that go together."),
        hand="B8B5B2",
        goal="out",
    ),
    Question(
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
    Question(
        slug="points",
        title=_("Points"),
        rule=_("When someone goes out (plays their last card), the others get a point for each card left."),
        ask=_("Ylva has one card left. Beat Torstein’s 3 and keep as few cards as you can."),
        why=format_lazy(
            "{} {}",
            _("A random player leads the first hand, the next player clockwise the second, and so on."),
            _(
                "All cards are shuffled again for each hand until someone reaches the target, usually 15. "
                "Fewest points win. Ties are shared."
            ),
        ),
        table="R3",
        owner="Torstein",
        hand="K9K4B1",
        goal="few",
    ),
    Question(
        slug="goat",
        title=_("Goat"),
        rule=_("One extra card, number 0. It fits any colour and counts as 5 points if you’re left with it."),
        ask=_("Some games have a goat. Beat Ylva’s pink 4 with yours."),
        why=_(
            "The goat doesn’t fit sets of the same number. On its own it’s worth 0, so you can only play it as a lead."
        ),
        table="P4",
        owner="Ylva",
        hand="B5R5K3K2X0",
        goal="goat",
    ),
)

EXAMPLES: Final[tuple[Question, ...]] = (
    Question(
        slug="set",
        title=_("Try it"),
        rule="",
        ask=format_lazy("{}.", _("Choose your cards")),
        why="",
        hand="B6R6K9K4K2G7",
        goal="set",
    ),
    Question(
        slug="beat",
        title=_("Try it"),
        rule="",
        ask=_("Beat Torstein’s 54."),
        why="",
        table="R5R4",
        owner="Torstein",
        hand="K9O6B6P5P4G3G2G1",
    ),
    Question(
        slug="take",
        title=_("Try it"),
        rule="",
        ask=_("Beat Ylva’s 942 and pick up a card."),
        why="",
        table="K9K4K2",
        owner="Ylva",
        hand="P9O8P6G5P3R3",
    ),
    Question(
        slug="lead",
        title=_("Try it"),
        rule="",
        ask=_("You lead, and these are all your cards. End the hand."),
        why="",
        hand="B8B5B2",
        goal="out",
    ),
    Question(
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
    """The question with this slug. Raises KeyError."""
    return _BY_SLUG[slug]


_BY_SLUG: Final = {position.slug: position for position in POSITIONS}
