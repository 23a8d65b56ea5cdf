"""Refusals of the lobby and its waiting rooms."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class LobbyReason(Reason):
    REMOVED = "removed", 409, _("The host removed you from this game. You need a new invitation to come back.")
    FULL = "full", 409, _("This game is full.")
    ALREADY_SEATED = "already_seated", 409, _("You’re already in this game.")
    NOT_HOST = "not_host", 403, _("Only the host can do this.")
    NO_SUCH_SEAT = "no_such_seat", 422, _("There’s no player to remove from this seat.")
    ALREADY_ANSWERED = "already_answered", 409, _("Your random data is already fixed.")
    BAD_CONTRIBUTION = "bad_contribution", 422, _("Random data must be 1 to 64 bytes in hex.")
    BAD_OPTIONS = "bad_options", 422, _("These options don’t go together.")
    TOO_MANY_BOTS = "too_many_bots", 422, _("The seats have changed. Choose a bot for each free seat.")
    BARRED = "barred", 403, _("You can’t join new games for now. Your settings say why and until when.")
    KEPT_APART = "kept_apart", 409, _("You can’t join this game.")
    UNRELIABLE = "unreliable", 409, _("You need more turns on time to join this game.")


class InvitationReason(Reason):
    CANNOT_INVITE = "cannot_invite", 422, _("You can’t invite this player.")
    TOO_MANY_INVITATIONS = "too_many_invitations", 409, _("This game has used all 20 of its invitations.")
    TOO_MANY_GUESTS = "too_many_guests", 409, _("No more guests can join with this link. Create an account instead.")
    TOO_MANY_TODAY = "too_many_today", 429, _("Too many invitations today. Share the link instead.")


class GameLimitReason(Reason):
    TOO_MANY_OFFERS = "too_many_offers", 409, _("You already have 50 open games. Start or leave one.")
    TOO_MANY_GAMES = "too_many_games", 409, _("You already have 200 games, resigned ones included. Finish one first.")
    TOO_MANY_NEW = "too_many_new", 429, _("You’ve started 20 games in ten minutes. Wait a little.")
    TOO_MANY_NEW_TODAY = "too_many_new_today", 429, _("You’ve started 100 games in 24 hours. Come back later.")
