"""allauth's addresses, one transaction per request, including emails."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.views import password_set
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts.registration.views import link_opened, waiting_page
from accounts.sign_in.mailed_links.address_views import AddressConfirm, address_back
from accounts.sign_in.mailed_links.login_views import login_by_link, login_link, login_link_sent
from accounts.sign_in.openid.adapter import PROVIDER
from accounts.sign_in.openid.views import callback, connection, signup, start
from accounts.sign_in.passkeys.views import passkey_add, passkey_again, passkey_login, second_step
from accounts.sign_in.proof.views import proof, proof_asked
from accounts.sign_in.unconfirmed.views import claim_change, confirmation_again, go_on, waiting, waiting_state

# Replaced below, or not wanted: a passkey keeps its name.
UNUSED = {
    *("account_set_password", "mfa_authenticate", "mfa_add_webauthn", "mfa_edit_webauthn"),
    *("mfa_login_webauthn", "mfa_reauthenticate_webauthn"),
    *("account_request_reauthentication_code", "account_confirm_reauthentication_code"),
}
# The addresses of allauth.urls, without other sites' accounts: the openid room's own views replace those.
LIBRARY = (
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
    path("sessions/", include("allauth.usersessions.urls")),
)
View = Callable[..., HttpResponseBase]


def in_one_transaction(view: View) -> View:
    """Decorates views so that requests that may change something run in a transaction; errors undo all."""

    @wraps(view)
    def whole(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return view(request, *args, **kwargs)
        with transaction.atomic():
            return view(request, *args, **kwargs)

    return whole


def _whole(pattern: URLPattern | URLResolver) -> URLPattern | URLResolver:
    if isinstance(pattern, URLPattern):
        return URLPattern(pattern.pattern, in_one_transaction(pattern.callback), pattern.default_args, pattern.name)
    inner = [_whole(inside) for inside in pattern.url_patterns if getattr(inside, "name", "") not in UNUSED]
    return URLResolver(pattern.pattern, inner, pattern.default_kwargs, pattern.app_name, pattern.namespace)


urlpatterns: list[URLPattern | URLResolver] = [
    # odinsite.logs hides tokens.
    path("address-back/<str:token>/", in_one_transaction(address_back), name="address_back"),
    path("confirm-email/", waiting, name="account_email_verification_sent"),
    path("confirm-email/state/", waiting_state, name="confirmation_state"),
    path("confirm-email/go-on/", in_one_transaction(go_on), name="confirmation_go_on"),
    path("confirm-email/address/", in_one_transaction(claim_change), name="claim_change"),
    path("confirm-email/again/", in_one_transaction(confirmation_again), name="confirmation_again"),
    re_path(
        r"^confirm-email/(?P<key>[-:\w]+)/$", in_one_transaction(AddressConfirm.as_view()), name="account_confirm_email"
    ),
    path("invitation/<str:token>/", link_opened, name="registration_link"),
    path("waiting/", waiting_page, name="registration_waiting"),
    path("login/link/", in_one_transaction(login_link), name="login_link"),
    path("login/link/sent/", login_link_sent, name="login_link_sent"),
    path("login/link/<str:key>/", in_one_transaction(login_by_link), name="login_by_link"),
    path("2fa/authenticate/", in_one_transaction(second_step), name="mfa_authenticate"),
    path("2fa/webauthn/login/", in_one_transaction(passkey_login), name="mfa_login_webauthn"),
    path("2fa/webauthn/reauthenticate/", in_one_transaction(passkey_again), name="mfa_reauthenticate_webauthn"),
    path("2fa/webauthn/add/", in_one_transaction(passkey_add), name="mfa_add_webauthn"),
    path("password/set/", in_one_transaction(proof_asked(password_set)), name="account_set_password"),
    path("reauthenticate/mail/", in_one_transaction(proof), name="account_reauthenticate_mail"),
    path("oidc/", in_one_transaction(connection), name="socialaccount_connections"),
    path("oidc/login/", start, {"provider_id": PROVIDER}, name="openid_connect_login"),
    path("oidc/callback/", callback, {"provider_id": PROVIDER}, name="openid_connect_callback"),
    path("oidc/signup/", in_one_transaction(signup), name="socialaccount_signup"),
    *(_whole(pattern) for pattern in LIBRARY),
]
