"""Whether a session has shown an app's code, or a passkey instead; staff need one."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_used
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import urlencode

from accounts.models import User
from accounts.sign_in.sessions import sessions_end

# The session's key for the id of the authenticator.
SESSION_KEY = "second_factor"


def is_verified(request: HttpRequest) -> bool:
    """Whether this session used or set up the account's present two-factor login. One query a request."""
    shown = request.session.get(SESSION_KEY)
    if shown is None or not request.user.is_authenticated:
        return False
    # The admin calls this several times per page.
    answers: dict[tuple[int | None, object], bool] = vars(request).setdefault("two_factor_answers", {})
    asked = request.user.pk, shown
    if asked not in answers:
        answers[asked] = _of_apps(request.user.pk).filter(pk=shown).exists()
    return answers[asked]


def has_app(user: User) -> bool:
    return bool(_of_apps(user.pk).exists())


def leads_to_two_factor(request: HttpRequest) -> HttpResponseRedirect:
    """Redirect to the page that asks for a code and leads back, or, without an app, to its set-up."""
    if not _of_apps(request.user.pk).exists():
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
    back = urlencode({REDIRECT_FIELD_NAME: get_next_redirect_url(request) or request.get_full_path()})
    return HttpResponseRedirect(f"{reverse('mfa_reauthenticate')}?{back}")


def connect() -> None:
    authenticator_used.connect(_note, dispatch_uid="accounts.two_factor.used")
    authenticator_added.connect(_added, dispatch_uid="accounts.two_factor.added")
    authenticator_removed.connect(_removed, dispatch_uid="accounts.two_factor.removed")


def _note(sender: object, request: HttpRequest, user: User, **_more: Any) -> None:
    request.session[SESSION_KEY] = _of_apps(user.pk).values_list("pk", flat=True).first()


def _added(sender: object, request: HttpRequest, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Count this session as verified, and end sessions made with the password alone."""
    _note(sender, request, user)
    if authenticator.type == Authenticator.Type.TOTP:
        sessions_end(user=user, keep=request.session.session_key or "")


def _removed(sender: object, user: User, authenticator: Authenticator, **_more: Any) -> None:
    """Delete recovery codes together with the app; the library would keep them while there is a passkey."""
    if authenticator.type == Authenticator.Type.TOTP:
        Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).delete()


def _of_apps(user_id: int | None) -> Any:
    return Authenticator.objects.filter(user_id=user_id, type=Authenticator.Type.TOTP)
