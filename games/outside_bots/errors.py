"""Refusals of bots from outside, and of those who invite them."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class OutsideBotReason(Reason):
    ALREADY = "bot_already", 409, _("This account is already a bot.")
    NO_BOT = "no_bot", 409, _("This account isn’t a bot.")
    HAS_PLAYED = "bot_has_played", 409, _("This account has games or friends. Create a new one for your bot.")
    STAFF = "bot_is_staff", 409, _("Accounts of the site team can’t become bots.")
    BAD_AUTHOR = "bad_author", 422, _("Enter the author’s name, 40 characters at most.")
    TAKES_NOTHING = "bot_takes_nothing", 422, _("Choose at least one number of seats, one target and one pace.")
    NOT_ASKED = "bot_not_asked", 409, _("Bots can only join people’s games if they’re invited.")
    INVITES_PEOPLE = "bot_invites_people", 409, _("Bots can only invite other bots.")
    RATED = "bot_rated", 409, _("Bots play rated games only with other authors’ bots. Make the game unrated.")
    SEATS = "bot_seats", 409, _("This bot doesn’t play with this number of seats.")
    TARGET = "bot_target", 409, _("This bot doesn’t play to this target.")
    GOAT = "bot_goat", 409, _("This bot doesn’t play with the goat.")
    PACE = "bot_pace", 409, _("This bot doesn’t play at this pace.")
    BUSY = "bot_busy", 409, _("This bot is in too many games. Try again later.")
    TOO_MANY_GAMES = "bot_too_many_games", 409, _("You already have 50 games, the most for a bot. Finish one first.")
    TOO_FAST = "bot_too_fast", 429, _("Bots can take 120 turns a minute. Wait a little.")
