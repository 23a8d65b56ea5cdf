"""Decisions, appeals and double accounts in the admin, and on a person's page."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import admin
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.decisions.appeals import appeal_answer, decider_is_alone
from accounts.decisions.cases import decision_case
from accounts.decisions.double_accounts import double_unmark
from accounts.decisions.forms import AppealAnswerForm, LiftForm, ShortenForm
from accounts.decisions.look_alikes import look_alikes
from accounts.decisions.sanctions import sanction_lift, sanction_shorten
from accounts.errors import AccountReason
from accounts.models import Appeal, AuditEntry, DoubleAccount, NetworkTrace, Sanction, User
from accounts.staff.act_words import act_words
from accounts.staff.person_sections import SHOWN, Link, PersonSection, Rows, person_section_add
from accounts.staff.reasons import reasons_named
from accounts.staff.staff_actions import ActionPages, InnerForm, StaffAction
from accounts.staff.staff_pages import people_called
from accounts.words import ACCOUNT_WORDS

PERSON = ("user__handle", "user__erased_at")


class StandsFilter(admin.SimpleListFilter):
    title = _("In force")
    parameter_name = "stands"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Sanction]) -> QuerySet[Sanction]:
        stands = Q(lifted_at=None) & (Q(ends_at=None) | Q(ends_at__gt=timezone.now()))
        match self.value():
            case "yes":
                return queryset.filter(stands)
            case "no":
                return queryset.exclude(stands)
            case _:
                return queryset


class DecisionPages(ActionPages):
    change_form_template = "admin/accounts/decision/page.html"
    act_template = "admin/accounts/decision/act.html"

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id) if self.has_view_permission(request) else None
        more = {}
        if row is not None:
            decision = row.sanction_id if isinstance(row, Appeal) else row.pk
            more = {"case": decision_case(decision, cast(User, request.user))}
        return super().change_view(request, object_id, form_url, {**more, **(extra_context or {})})


@admin.register(Sanction)
class SanctionAdmin(DecisionPages):
    fields = (
        "user", "kind", "reason", "by", "created_at", "ends_at", "seen_at", "lifted_at", "lifted_by", "lift_reason",
        "appeal_link",
    )  # fmt: skip
    list_display = ("__str__", "user", "kind", "by", "created_at", "ends_at", "lifted_at", "seen_at")
    list_filter = ("kind", StandsFilter, ("seen_at", admin.EmptyFieldListFilter))
    related_columns = (
        *PERSON, "by__handle", "by__erased_at", "lifted_by__handle", "lifted_by__erased_at",
    )  # fmt: skip
    person_fields = ("user", "by")
    staff_actions = (
        StaffAction(
            slug="lift",
            label=_("Lift"),
            explanation=_("Ends now. Games and seats already lost don’t come back."),
            permission="accounts.lift_sanction",
            service=sanction_lift,
            form=LiftForm,
            applies=lambda row: row.stands,
        ),
        StaffAction(
            slug="shorten",
            label=_("Shorten"),
            explanation=_("A ban becomes a suspension."),
            permission="accounts.lift_sanction",
            service=sanction_shorten,
            form=ShortenForm,
            applies=lambda row: row.stands and row.kind != Sanction.Kind.WARN,
        ),
    )

    def subject(self, row: Sanction) -> dict[str, Any]:
        return {"sanction_id": row.pk}

    @admin.display(description=_("Appeal"))
    def appeal_link(self, sanction: Sanction) -> str:
        appeal = Appeal.objects.filter(sanction=sanction).only("text", "outcome").first()
        if appeal is None:
            return ""
        return anchor(appeal.get_outcome_display() or gettext("no answer yet"), appeal)


@admin.register(Appeal)
class AppealAdmin(DecisionPages):
    fields = (
        "person", "decision", "decided_by", "decided_because", "text", "created_at", "answered_at", "answered_by",
        "outcome", "answer",
    )  # fmt: skip
    list_display = ("__str__", "person", "decision", "decided_by", "created_at", "answered_at", "outcome")
    list_filter = (("answered_at", admin.EmptyFieldListFilter), "outcome")
    related_columns = (
        *("sanction__kind", "sanction__reason", "sanction__ends_at", "sanction__created_at", "sanction__lifted_at"),
        *("sanction__user__handle", "sanction__user__erased_at", "sanction__by__handle", "sanction__by__erased_at"),
        *("answered_by__handle", "answered_by__erased_at"),
    )
    read_columns = ("sanction",)
    staff_actions = (
        StaffAction(
            slug="answer",
            label=pgettext_lazy("what somebody is told", "Answer"),
            explanation=_("Your answer is final and applies right away."),
            permission="accounts.answer_appeal",
            service=appeal_answer,
            form=AppealAnswerForm,
            applies=lambda row: row.answered_at is None,
        ),
    )

    def subject(self, row: Appeal) -> dict[str, Any]:
        return {"appeal_id": row.pk}

    def search_condition(self, term: str) -> Q:
        """Looks decisions up first, so that the appeals' index is used."""
        people = list(people_called(term).values_list("pk", flat=True))
        return Q(sanction__in=list(Sanction.objects.filter(user__in=people).values_list("pk", flat=True)))

    def note_for(self, request: HttpRequest, row: Any) -> str:
        if row.answered_at is not None or row.sanction.by_id != request.user.pk:
            return ""
        if decider_is_alone(row.sanction):
            return gettext("You made this decision, and nobody else here can answer. The player will read that.")
        return str(ACCOUNT_WORDS[AccountReason.OWN_DECISION])

    def actions_for(self, request: HttpRequest, row: Any) -> list[dict[str, Any]]:
        own = row.sanction.by_id == request.user.pk
        return [] if own and not decider_is_alone(row.sanction) else super().actions_for(request, row)

    @admin.display(description=_("person"))
    def person(self, appeal: Appeal) -> str:
        return anchor(appeal.sanction.user.name, appeal.sanction.user)

    @admin.display(description=_("Decision"))
    def decision(self, appeal: Appeal) -> str:
        return anchor(f"{appeal.sanction.get_kind_display()} ({held(appeal.sanction)})", appeal.sanction)

    @admin.display(description=pgettext_lazy("who did it", "By"))
    def decided_by(self, appeal: Appeal) -> str:
        return str(appeal.sanction.by)

    @admin.display(description=_("Reason"))
    def decided_because(self, appeal: Appeal) -> str:
        return appeal.sanction.reason


@admin.register(DoubleAccount)
class DoubleAccountAdmin(ActionPages):
    """Pairs of one person's accounts; the page of the account given up merges them."""

    fields = ("first", "second", "by", "created_at", "reason", "merged_at")
    list_display = ("__str__", "first", "second", "by", "created_at", "merged_at")
    list_filter = (("merged_at", admin.EmptyFieldListFilter),)
    related_columns = (
        *("first__handle", "first__erased_at", "second__handle", "second__erased_at", "by__handle", "by__erased_at"),
    )
    person_fields = ("first", "second")
    staff_actions = (
        StaffAction(
            slug="unmark",
            label=_("Remove mark"),
            explanation=_("These accounts belong to different people."),
            permission="accounts.mark_double",
            service=double_unmark,
            # The row is gone: go to one of its people.
            done=lambda row, _none: redirect(admin_page(row.first)),
            form=InnerForm,
            applies=lambda row: row.merged_at is None,
        ),
    )

    def subject(self, row: DoubleAccount) -> dict[str, Any]:
        return {"double_id": row.pk}


def held(sanction: Sanction) -> str:
    if sanction.lifted_at is not None:
        return gettext("lifted")
    if sanction.kind == Sanction.Kind.WARN:
        return pgettext("a warning", "sent")
    if sanction.ends_at is None:
        return gettext("no end date")
    if not sanction.stands:
        return pgettext("a decision", "over")
    days = (sanction.ends_at - timezone.now()).days + 1
    return ngettext("{count} day left", "{count} days left", days).format(count=days)


def admin_page(row: Any) -> str:
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def anchor(words: str, row: Any) -> str:
    return format_html('<a href="{}">{}</a>', admin_page(row), words)


def person_link(person: User) -> Link:
    return Link(person.name, admin_page(person))


def found_list(model: str) -> Any:
    return lambda person: f"{reverse(f'admin:{model}_changelist')}?q={person.handle}"


def _decisions(person: User, reader: User) -> Rows:
    rows = Sanction.objects.filter(user=person).select_related("by", "appeal")[:SHOWN]
    return [
        (
            Link(sanction.get_kind_display(), admin_page(sanction)),
            held(sanction),
            sanction.created_at,
            sanction.by.name,
            sanction.reason,
            _appeal_cell(getattr(sanction, "appeal", None)),
            sanction.seen_at or "",
        )
        for sanction in rows
    ]


def _appeal_cell(appeal: Appeal | None) -> Link | str:
    if appeal is None:
        return ""
    return Link(appeal.get_outcome_display() or gettext("no answer yet"), admin_page(appeal))


def _doubles(person: User, reader: User) -> Rows:
    pairs = DoubleAccount.objects.filter(Q(first=person) | Q(second=person)).select_related("first", "second", "by")
    return [
        (
            person_link(pair.second if pair.first_id == person.pk else pair.first),
            Link(pair.reason, admin_page(pair)),
            pair.by.name,
            pair.created_at,
            pair.merged_at or "",
        )
        for pair in pairs[:SHOWN]
    ]


def _look_alikes(person: User, reader: User) -> Rows:
    return [(person_link(other), other.date_joined) for other in look_alikes(person)]


def _networks(person: User, reader: User) -> Rows:
    """Other accounts on the same networks, most shared first, without the networks."""
    own = NetworkTrace.objects.filter(user=person).values("address")
    shared = (
        NetworkTrace.objects.filter(address__in=own)
        .exclude(user=person)
        .values("user")
        .annotate(addresses=Count("pk"), last=Max("last_seen_at"))
        .order_by("-addresses", "-last")[:SHOWN]
    )
    rows = list(shared)
    people = User.objects.in_bulk([row["user"] for row in rows])
    return [
        (person_link(people[row["user"]]), row["addresses"], row["last"], people[row["user"]].date_joined)
        for row in rows
    ]


def _audit(person: User, reader: User) -> Rows:
    entries = list(AuditEntry.objects.filter(person=person.pk)[:SHOWN])
    actors = User.objects.in_bulk([entry.actor for entry in entries if entry.actor is not None])
    return [
        (
            entry.at,
            Link(act_words(entry.action), admin_page(entry)),
            actors[entry.actor].name if entry.actor in actors else gettext("the site"),
            reason,
        )
        for entry, reason in zip(entries, reasons_named([entry.reason for entry in entries]), strict=True)
    ]


person_section_add(
    PersonSection(
        slug="decisions",
        title=_("Decisions"),
        permission="accounts.view_sanction",
        head=(
            _("Kind"),
            _("In force"),
            _("Decided"),
            pgettext_lazy("who did it", "By"),
            _("Reason"),
            _("Appeal"),
            _("Read"),
        ),
        rows=_decisions,
        rank=10,
        more=found_list("accounts_sanction"),
    )
)
person_section_add(
    PersonSection(
        slug="doubles",
        title=_("Double accounts"),
        permission="accounts.view_doubleaccount",
        head=(_("Account"), _("Reason"), pgettext_lazy("who did it", "By"), _("Marked"), _("Merged")),
        rows=_doubles,
        rank=40,
        more=found_list("accounts_doubleaccount"),
    )
)
person_section_add(
    PersonSection(
        slug="look_alikes",
        title=_("Names that look alike"),
        permission="accounts.view_user",
        head=(_("Account"), _("Joined")),
        rows=_look_alikes,
        rank=39,
    )
)
person_section_add(
    PersonSection(
        slug="networks",
        title=_("Same networks"),
        permission="accounts.view_networktrace",
        head=(_("Account"), _("Shared addresses"), _("Last seen"), _("Joined")),
        rows=_networks,
        rank=41,
    )
)
person_section_add(
    PersonSection(
        slug="audit",
        title=_("Moderation"),
        permission="accounts.view_auditentry",
        head=(_("When"), pgettext_lazy("what was done", "What"), pgettext_lazy("who did it", "By"), _("Reason")),
        rows=_audit,
        rank=90,
    )
)
