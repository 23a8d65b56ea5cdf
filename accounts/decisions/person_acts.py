"""Staff's acts on a person's page in the admin."""

from functools import partial
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts import services
from accounts.decisions.sanctions import DAYS_MAX, PERMISSIONS
from accounts.models import HANDLE_MAX, Sanction, User
from accounts.staff.roles import LABELS, Role
from accounts.staff.staff_actions import InnerForm, ReasonForm, StaffAction


class ToldForm(ReasonForm):
    """The person is told the reason."""

    reason_help = _("The person reads it, on the site and in a mail. Name nobody who reported.")


class LengthForm(ToldForm):
    days = forms.IntegerField(
        label=_("Days"), min_value=1, max_value=DAYS_MAX, required=False, help_text=_("Empty: without end.")
    )


class SuspendForm(ToldForm):
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=DAYS_MAX)


class MailedForm(ReasonForm):
    """The person, who is shut out, reads the reason by mail alone."""

    reason_help = _("Whom it concerns reads it in a mail. Name nobody who reported.")


class OtherForm(InnerForm):
    handle = forms.CharField(label=_("Handle of the other account"), max_length=HANDLE_MAX)


class MergeForm(MailedForm):
    handle = forms.CharField(label=_("Handle of the other account"), max_length=HANDLE_MAX)


class RoleForm(InnerForm):
    """Roles that the person has (`held`) or lacks, among those the actor may give."""

    held = False
    role = forms.ChoiceField(label=_("Role"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = set(self.row.groups.values_list("name", flat=True))
        field = self.fields["role"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [
            (role.value, LABELS[role])
            for role in Role
            if (role in names) == self.held and (role != Role.ADMINISTRATOR or self.actor.is_superuser)
        ]


class HeldRoleForm(RoleForm):
    held = True


def _unmerged(row: User) -> bool:
    return row.is_person and row.merged_into_id is None


def _no_staff(row: User) -> bool:
    return _unmerged(row) and not row.is_staff and not row.is_superuser


SANCTIONS: Final = (
    StaffAction(
        slug="warn",
        label=_("Warn"),
        explanation=_("Nothing is taken from the person, who reads the reason and may appeal."),
        permission=PERMISSIONS[Sanction.Kind.WARN],
        service=partial(services.sanction_impose, kind=Sanction.Kind.WARN),
        form=ToldForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="mute",
        label=pgettext_lazy("act of a moderator", "Mute"),
        explanation=_("The person reads chats and writes nothing in them."),
        permission=PERMISSIONS[Sanction.Kind.MUTE],
        service=partial(services.sanction_impose, kind=Sanction.Kind.MUTE),
        form=LengthForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="bar",
        label=_("Bar from new games"),
        explanation=_(
            "The person leaves the queue and the games that have not begun, and sits down in no new one. Running games "
            "go on as they are."
        ),
        permission=PERMISSIONS[Sanction.Kind.BAR],
        service=partial(services.sanction_impose, kind=Sanction.Kind.BAR),
        form=LengthForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="suspend",
        label=_("Suspend"),
        explanation=_(
            "The person sees nothing of the site but the decision. A caretaker bot plays their running games, whose "
            "seats they take back when it is over; open games and the queue are left."
        ),
        permission=PERMISSIONS[Sanction.Kind.SUSPEND],
        service=partial(services.sanction_impose, kind=Sanction.Kind.SUSPEND),
        form=SuspendForm,
        applies=_no_staff,
        danger=True,
    ),
    StaffAction(
        slug="ban",
        label=_("Ban"),
        explanation=_(
            "For good: the person sees nothing of the site but the decision, and resigns all running games, which a "
            "later lifting does not bring back."
        ),
        permission=PERMISSIONS[Sanction.Kind.BAN],
        service=partial(services.sanction_impose, kind=Sanction.Kind.BAN),
        form=ToldForm,
        applies=_no_staff,
        danger=True,
    ),
)
ACCOUNTS: Final = (
    StaffAction(
        slug="mark",
        label=_("Mark a double account"),
        explanation=_("Other staff see on both pages that one person seems to hold both accounts. Nothing follows."),
        permission="accounts.mark_double",
        service=services.double_mark,
        form=OtherForm,
        applies=_unmerged,
    ),
    StaffAction(
        slug="merge",
        label=_("Merge into another account"),
        explanation=_(
            "For good: nobody logs in to this account any more. Its running seats and the decisions about it go to the "
            "other one. Its seat is given up in games where the other has sat too, has opened hidden cards or is kept "
            "apart from somebody by a block. Its finished games count on the other’s profile. Both are told by mail."
        ),
        permission="accounts.merge_double",
        service=services.double_merge,
        form=MergeForm,
        applies=_no_staff,
        danger=True,
    ),
    StaffAction(
        slug="role_give",
        label=_("Give a role"),
        explanation=_("The person is on the staff with it, and must log in with a second factor."),
        permission="accounts.give_role",
        service=services.role_give,
        form=RoleForm,
        applies=lambda row: _unmerged(row) and row.is_active,
    ),
    StaffAction(
        slug="role_take",
        label=_("Take a role"),
        explanation=_("With the last role the person leaves the staff."),
        permission="accounts.give_role",
        service=services.role_take,
        form=HeldRoleForm,
        applies=lambda row: row.is_person and row.is_staff,
    ),
    StaffAction(
        slug="close",
        label=_("Close the account"),
        explanation=_(
            "The person cannot log in, resigns all running games, and is told by mail. No answer to broken rules: "
            "whoever is suspended or banned may appeal."
        ),
        permission="accounts.close_person",
        service=services.account_close,
        form=MailedForm,
        applies=lambda row: _no_staff(row) and row.is_active,
        danger=True,
    ),
    StaffAction(
        slug="open",
        label=_("Open the account"),
        explanation=_("The person can log in again. The games that were given up do not come back."),
        permission="accounts.close_person",
        service=services.account_open,
        form=InnerForm,
        applies=lambda row: _unmerged(row) and not row.is_active,
    ),
)
