"""Pages of mailed links: confirms an address, again on request; brings a changed one back."""

from allauth.account.forms import default_token_generator
from allauth.account.internal.flows.email_verification import send_verification_email_at_login
from allauth.account.stages import EmailVerificationStage, LoginStageController
from allauth.account.utils import user_pk_to_url_str
from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import services
from accounts.errors import AccountRefused
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.words import account_words

GONE = 410


class AddressConfirm(ConfirmEmailView):  # type: ignore[misc] # untyped
    """allauth's page, which in other browsers than that of the sign-up forgets what the person wanted."""

    def get_redirect_url(self) -> str:
        """By way of the login where no one is logged in."""
        url = str(super().get_redirect_url())
        wanted = self.get_next_url()
        return url if self.request.user.is_authenticated else with_wanted(reverse("account_login"), wanted)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address_back(request: HttpRequest, token: str) -> HttpResponse:
    """Ask first, as mail scanners open links; then ask for a new password, as the intruder may know the old one."""
    try:
        if request.method != "POST":
            user, address = services.address_return_find(token=token)
            return render(request, "accounts/address_back.html", {"person": user, "address": address})
        user = services.address_return(token=token)
    except AccountRefused as refused:
        return render(request, "accounts/address_back.html", {"refusal": account_words(refused)}, status=GONE)
    logout(request)
    messages.success(request, gettext("You have your address back. Now choose a new password."))
    key = default_token_generator.make_token(user)
    return redirect("account_reset_password_from_key", uidb36=user_pk_to_url_str(user), key=key)


@require_POST
def confirmation_again(request: HttpRequest) -> HttpResponse:
    """Once in three minutes, to the address of the sign-up or login that waits in this session; the library tells. The
    answer is the same for an address that has an account already.
    """
    stage = LoginStageController.enter(request, EmailVerificationStage.key)
    if stage is None:
        return redirect("account_login")
    if not send_verification_email_at_login(request, stage.login):
        messages.error(request, gettext("We’ve just sent an email. Wait three minutes before another."))
    return redirect("account_email_verification_sent")
