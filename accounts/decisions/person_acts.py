"""Staff's acts on a person's page in the admin."""

from functools import partial
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.decisions.account_closing import account_close, account_open
from accounts.decisions.double_accounts import double_mark, double_merge
from accounts.decisions.forms import READ_BY_PERSON
from accounts.decisions.members import role_give, role_take
from accounts.decisions.sanctions import DAYS_MAX, PERMISSIONS, sanction_impose
from accounts.models import HANDLE_MAX, Sanction, User
from accounts.staff.roles import LABELS, Role
from accounts.staff.staff_actions import InnerForm, ReasonForm, StaffAction


class ToldForm(ReasonForm):
    """A form whose reason the person reads."""

    reason_help = READ_BY_PERSON


class LengthForm(ToldForm):
    days = forms.IntegerField(
        label=_("Days"), min_value=1, max_value=DAYS_MAX, required=False, help_text=_("Leave empty for no end date.")
    )


class SuspendForm(ToldForm):
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=DAYS_MAX)


class OtherForm(InnerForm):
    handle = forms.CharField(label=_("Other account"), max_length=HANDLE_MAX)


class MergeForm(ToldForm):
    handle = forms.CharField(label=_("Other account"), max_length=HANDLE_MAX)


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
        explanation=_("The person reads the reason and can appeal."),
        permission=PERMISSIONS[Sanction.Kind.WARN],
        service=partial(sanction_impose, kind=Sanction.Kind.WARN),
        form=ToldForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="mute",
        label=pgettext_lazy("act of a moderator", "Mute"),
        explanation=_("They can read chats but not write."),
        permission=PERMISSIONS[Sanction.Kind.MUTE],
        service=partial(sanction_impose, kind=Sanction.Kind.MUTE),
        form=LengthForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="bar",
        label=_("Bar from new games"),
        explanation=_("They leave games that haven’t started, and can’t find or join new ones."),
        permission=PERMISSIONS[Sanction.Kind.BAR],
        service=partial(sanction_impose, kind=Sanction.Kind.BAR),
        form=LengthForm,
        applies=_no_staff,
    ),
    StaffAction(
        slug="suspend",
        label=_("Suspend"),
        explanation=_(
            "They only see the decision and leave games that haven’t started. A stand-in bot plays their running games."
        ),
        permission=PERMISSIONS[Sanction.Kind.SUSPEND],
        service=partial(sanction_impose, kind=Sanction.Kind.SUSPEND),
        form=SuspendForm,
        applies=_no_staff,
        danger=True,
    ),
    StaffAction(
        slug="ban",
        label=pgettext_lazy("act of a moderator", "Ban"),
        explanation=_("They see only the decision and resign all running games. Lifting it doesn’t undo that."),
        permission=PERMISSIONS[Sanction.Kind.BAN],
        service=partial(sanction_impose, kind=Sanction.Kind.BAN),
        form=ToldForm,
        applies=_no_staff,
        danger=True,
    ),
)
ACCOUNTS: Final = (
    StaffAction(
        slug="mark",
        label=_("Mark double account"),
        explanation=_("Both accounts’ pages say so. Nothing else changes."),
        permission="accounts.mark_double",
        service=double_mark,
        form=OtherForm,
        applies=_unmerged,
    ),
    StaffAction(
        slug="merge",
        label=_("Merge into another account"),
        explanation=_(
            "Closes this account and moves its games and decisions to the other. Seats that can’t move are lost."
        ),
        permission="accounts.merge_double",
        service=double_merge,
        form=MergeForm,
        applies=_no_staff,
        danger=True,
    ),
    StaffAction(
        slug="role_give",
        label=_("Give a role"),
        explanation=_("They join the site team and need two-factor login."),
        permission="accounts.give_role",
        service=role_give,
        form=RoleForm,
        applies=lambda row: _unmerged(row) and row.is_active,
    ),
    StaffAction(
        slug="role_take",
        label=_("Remove a role"),
        explanation=_("Without any role they leave the site team."),
        permission="accounts.give_role",
        service=role_take,
        form=HeldRoleForm,
        applies=lambda row: row.is_person and row.is_staff,
    ),
    StaffAction(
        slug="close",
        label=_("Close account"),
        explanation=_("They can’t log in and resign all running games. For broken rules, suspend or ban instead."),
        permission="accounts.close_person",
        service=account_close,
        form=ToldForm,
        applies=lambda row: _no_staff(row) and row.is_active,
        danger=True,
    ),
    StaffAction(
        slug="open",
        label=_("Reopen account"),
        explanation=_("They can log in again. Games they resigned don’t come back."),
        permission="accounts.close_person",
        service=account_open,
        form=InnerForm,
        applies=lambda row: _unmerged(row) and not row.is_active,
    ),
)
