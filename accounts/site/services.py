"""Staff acts about pages, banner, maintenance."""

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.errors import AccountReason, AccountRefused
from accounts.models import Registration, SitePage, SiteState, User
from accounts.site.state import SiteNow, site_keep
from accounts.staff.audit import Fact, audit_write
from accounts.staff.permission import staff_check
from accounts.transactions.after_commit import after_commit
from accounts.visible_text import text_written


@transaction.atomic(durable=True)
def site_page_write(*, actor: User, slug: str, language: str, body: str, reason: str) -> None:
    """Write a page. An empty text brings the site's own text back."""
    staff_check(actor, "accounts.edit_site_page", reason)
    if slug not in SitePage.Slug.values or language not in dict(settings.LANGUAGES):
        raise AccountRefused(AccountReason.NO_SUCH_PAGE)
    now = timezone.now()
    text = text_written(body.replace("\r\n", "\n"))
    if text:
        values = {"body": f"{text}\n", "changed_at": now, "changed_by": actor}
        SitePage.objects.update_or_create(slug=slug, language=language, defaults=values)
    else:
        SitePage.objects.filter(slug=slug, language=language).delete()
    facts: dict[str, Fact] = {"language": language, "letters": len(text)}
    audit_write(actor=actor, action="site.page", reason=reason, about=f"page {slug}", facts=facts, at=now)


@transaction.atomic(durable=True)
def banner_set(*, actor: User, text: str, reason: str) -> None:
    """Set the banner. An empty text removes it."""
    state = _locked(actor, reason)
    state.banner = " ".join(text_written(text).split())
    _keep(actor, state, "site.banner", reason, letters=len(state.banner))


@transaction.atomic(durable=True)
def site_close(*, actor: User, words: str, reason: str) -> None:
    """Close the site. `words`: for visitors, "" for the site's own."""
    state = _locked(actor, reason)
    if state.maintenance:
        raise AccountRefused(AccountReason.SITE_CLOSED)
    state.maintenance, state.maintenance_words = True, " ".join(text_written(words).split())
    _keep(actor, state, "site.close", reason)


@transaction.atomic(durable=True)
def site_open(*, actor: User, reason: str) -> None:
    state = _locked(actor, reason)
    if not state.maintenance:
        raise AccountRefused(AccountReason.SITE_OPEN)
    state.maintenance, state.maintenance_words = False, ""
    _keep(actor, state, "site.open", reason)


@transaction.atomic(durable=True)
def registration_set(*, actor: User, registration: str, guests_join: bool, reason: str) -> None:
    """Choose who may make an account, and whether guests may join by a member's link. Accounts that wait for the site
    team go on waiting.
    """
    state = _locked(actor, reason)
    if (state.registration, state.guests_join) == (registration, guests_join):
        raise AccountRefused(AccountReason.SAME_REGISTRATION)
    state.registration, state.guests_join = Registration(registration), guests_join
    _keep(actor, state, "site.registration", reason, registration=registration, guests=guests_join)


def _locked(actor: User, reason: str) -> SiteState:
    staff_check(actor, "accounts.edit_site_state", reason)
    SiteState.objects.get_or_create(pk=1, defaults={"changed_at": timezone.now()})
    return SiteState.objects.select_for_update().get(pk=1)


def _keep(actor: User, state: SiteState, action: str, reason: str, **facts: Fact) -> None:
    state.changed_at = timezone.now()
    state.save()
    audit_write(actor=actor, action=action, reason=reason, facts=facts, at=state.changed_at)
    after_commit(site_keep, SiteNow.of(state))
