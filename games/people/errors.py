"""Refusals about one person: their account, blocks and preferences."""

from django.utils.translation import gettext_lazy as _

from games.errors import Reason


class PersonReason(Reason):
    ACCOUNT_CLOSED = "account_closed", 403, _("This account is closed.")
    SUSPENDED = "suspended", 409, _("Your account is suspended. Your settings say why and until when.")
    OUTSIDE_BOT = "outside_bot", 403, _("Bots can’t do this.")
    GUEST = "guest", 403, _("Guests can’t do this. Add your email first.")
    NO_GUESTS = "no_guests", 403, _("No more guests can join with this link. Create an account instead.")
    HANDLE_TAKEN = "handle_taken", 409, _("This username is taken.")
    NO_SUCH_PERSON = "no_such_person", 422, _("No player has this username.")


class BlockReason(Reason):
    SELF = "marks_self", 409, _("That’s you. Choose someone else.")
    BOT = "marks_bot", 409, _("You can’t block or mute bots.")
    TOO_MANY = "too_many_marks", 409, _("You’ve blocked or muted 500 players. Undo one first.")


class FriendReason(Reason):
    CANNOT_ASK = "cannot_ask_friend", 409, _("You can’t add this player.")
    ALREADY = "friends_already", 409, _("You’re already friends.")
    NOT_FRIENDS = "not_friends", 409, _("This request is no longer open.")
    KID = "friends_kid", 409, _("Kid mode is on, so you can’t add friends.")
    TOO_MANY = "too_many_friends", 409, _("You have 500 friends. Remove one first.")
    TOO_MANY_TODAY = "too_many_friend_requests", 429, _("You’ve sent 20 friend requests today. Try again tomorrow.")


class ExportReason(Reason):
    TOO_MANY_TODAY = "too_many_exports", 429, _("You’ve downloaded your data 10 times today. Try again tomorrow.")


class PreferenceReason(Reason):
    WAKING_SHORT = "waking_short", 422, _("Active hours must be at least ten hours a day.")
    QUIET_EMPTY = "quiet_empty", 422, _("Start and end are the same. Clear both for no quiet hours.")
    AVATAR = "avatar", 422, _("Choose one of the pictures.")
    HAND_SORT = "hand_sort", 422, _("Sort cards by number, by colour or in your own order.")
