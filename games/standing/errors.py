"""Refusals of standing tables."""

from django.utils.translation import gettext_lazy as _

from games.errors import GameError, Reason


class NoSuchTable(GameError):
    """The standing table does not exist, or the person is no member."""

    code = "no_such_table"
    status = 404
    words = _("This standing table doesn’t exist, or you’re not a member.")


class StandingReason(Reason):
    FULL = "standing_full", 409, _("This standing table already has 12 members.")
    KEPT_APART = "standing_kept_apart", 409, _("You can’t join this standing table.")
    NOT_OWNER = "standing_not_owner", 403, _("Only the owner of the table can do this.")
    NO_SUCH_MEMBER = "standing_no_such_member", 422, _("There’s no such member.")
    TOO_FEW = "standing_too_few", 409, _("A game needs two members who are in.")
    MEMBER_ALREADY = "standing_member_already", 409, _("This player is already a member.")
    TOO_MANY_INVITED = "standing_too_many_invited", 409, _("20 invitations to this table wait for an answer already.")
    TOO_MANY_TABLES = "standing_too_many_tables", 409, _("You’re already at 20 standing tables. Leave one first.")
