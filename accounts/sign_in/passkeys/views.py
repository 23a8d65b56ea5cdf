"""allauth's passkey pages, which show a refusal on the page where it happened."""

from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base.views import AuthenticateView
from allauth.mfa.webauthn.views import AddWebAuthnView, LoginWebAuthnView, ReauthenticateWebAuthnView
from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse

from accounts.sign_in.allauth_internals import WebAuthn, begin_registration
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.sign_in.passkeys.forms import AgainForm, LoginForm, PasskeyForm, StepForm

BAD = 422


class PasskeyAddView(AddWebAuthnView):
    """Adds a passkey. Asks for the password first, if that is long ago."""

    form_class = PasskeyForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        page: dict[str, Any] = super().get_context_data(**kwargs)
        page["js_data"] = {"creation_options": begin_registration(self.request.user, passwordless=True)}
        return page

    def form_valid(self, form: PasskeyForm) -> HttpResponse:
        """Add the passkey, and notify the person by email too."""
        user = self.request.user
        WebAuthn.add(user, form.cleaned_data["name"], form.cleaned_data["credential"])
        get_adapter().add_message(self.request, messages.SUCCESS, "mfa/messages/webauthn_added.txt")
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        return redirect("mfa_list_webauthn")

    def form_invalid(self, form: Form) -> HttpResponse:
        return _refusing(super().form_invalid(form))


class PasskeyLoginView(LoginWebAuthnView):
    form_class = LoginForm

    def form_invalid(self, form: Form) -> HttpResponse:
        """Lead back to the login, which leads on to the wanted page."""
        super().form_invalid(form)
        return HttpResponseRedirect(with_wanted(reverse("account_login"), get_next_redirect_url(self.request)))


class PasskeyAgainView(ReauthenticateWebAuthnView):
    form_class = AgainForm

    def form_invalid(self, form: Form) -> HttpResponse:
        return _refusing(self.render_to_response(self.get_context_data(form=form)))


class SecondStepView(AuthenticateView):
    webauthn_form_class = StepForm

    def form_invalid(self, form: Form) -> HttpResponse:
        page = super().form_invalid(form)
        return _refusing(page) if form is self.webauthn_form else page


def _refusing(page: HttpResponse) -> HttpResponse:
    page.status_code = BAD
    return page


passkey_add = PasskeyAddView.as_view()
passkey_login = PasskeyLoginView.as_view()
passkey_again = PasskeyAgainView.as_view()
second_step = SecondStepView.as_view()
