"""Proof of who a logged-in person is by the provider, which must ask them to log in again.

Our page asks for that by `prompt=login` and `max_age=0`; with the latter, the token must say when the person logged in
(OpenID Connect Core 3.1.2.1). Providers may ignore both, and people may take both away, so the time counts.
"""

import logging
import time
from typing import Any, Final

from allauth.socialaccount.models import SocialLogin
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext

from accounts.sign_in.allauth_internals import record_authentication
from accounts.sign_in.proof.ways import proves_without_password

logger = logging.getLogger(__name__)

# How far the provider's clock may differ from ours.
SKEW_S: Final = 60
# In the session: when the browser left for the provider.
SESSION_KEY: Final = "left_for_proof_at"


def proof_begin(request: HttpRequest) -> None:
    request.session[SESSION_KEY] = time.time()


def login_time_note(sociallogin: SocialLogin, said: dict[str, Any]) -> None:
    """Keep what the token says of the time, for `proof_take` in the same request."""
    sociallogin.logged_in_at = (said.get("id_token") or {}).get("auth_time")


def proof_take(request: HttpRequest, sociallogin: SocialLogin) -> None:
    """Record the proof, or say why it is none. The person stays in this session."""
    user, left_at = sociallogin.user, request.session.pop(SESSION_KEY, None)
    provider = {"provider": sociallogin.provider.name}
    if not sociallogin.is_existing or user != request.user or not user.can_log_in:
        messages.error(request, gettext("This %(provider)s login doesn’t belong to your account.") % provider)
    elif not _logged_in_since(left_at, sociallogin.logged_in_at):
        logger.warning("The OpenID Connect provider sent no auth_time since max_age=0 was asked of it.")
        words = gettext("%(provider)s didn’t say that you’ve just logged in there. Log out here and log in again.")
        messages.error(request, words % provider)
    elif proves_without_password(user):
        record_authentication(request, user, method="socialaccount", reauthenticated=True)


def _logged_in_since(left_at: float | None, logged_in_at: object) -> bool:
    if left_at is None or not isinstance(logged_in_at, int | float):
        return False
    return left_at - SKEW_S <= logged_in_at <= time.time() + SKEW_S
