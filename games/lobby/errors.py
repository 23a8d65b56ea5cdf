"""Refusals of the lobby and its waiting rooms."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class LobbyReason(Reason):
    REMOVED = "removed", 409, _("The host removed you from this game. You need a new invitation to come back.")
    FULL = "full", 409, _("All seats of this game are taken.")
    ALREADY_SEATED = "already_seated", 409, _("You already have a seat in this game.")
    NOT_HOST = "not_host", 403, _("Only the host of the game may do this.")
    NO_SUCH_SEAT = "no_such_seat", 422, _("There is nobody to remove at this seat.")
    ALREADY_ANSWERED = "already_answered", 409, _("Your part of the deal is already fixed.")
    BAD_CONTRIBUTION = "bad_contribution", 422, _("A contribution is 1 to 64 bytes, written in hex.")
    BAD_OPTIONS = "bad_options", 422, _("These options do not go together.")
    TOO_MANY_BOTS = "too_many_bots", 422, _("Name one bot for each empty seat, no more and no fewer.")
    BARRED = "barred", 403, _("You may take no seat in new games for now. Your settings say why, and until when.")
    KEPT_APART = "kept_apart", 409, _("You cannot sit down at this table.")
    UNRELIABLE = "unreliable", 409, _("This table asks for more turns in time than you have taken lately.")


class InvitationReason(Reason):
    CANNOT_INVITE = "cannot_invite", 422, _("This player cannot be invited to this game.")
    TOO_MANY_INVITATIONS = "too_many_invitations", 409, _("This game has sent its 20 invitations.")
    TOO_MANY_TODAY = (
        "too_many_today",
        409,
        _("That is enough invitations for one day. Share the link of the game instead."),
    )


class GameLimitReason(Reason):
    TOO_MANY_OFFERS = "too_many_offers", 409, _("You have 50 open games already. Start or leave one first.")
    TOO_MANY_GAMES = (
        "too_many_games",
        409,
        _("You have 200 games already, with those you gave up. Wait until one is over."),
    )
    TOO_MANY_NEW = "too_many_new", 429, _("You’ve begun 20 games in ten minutes. Wait a little before the next one.")
    TOO_MANY_NEW_TODAY = (
        "too_many_new_today",
        429,
        _("You’ve begun 100 games in 24 hours. Come back later for the next one."),
    )
