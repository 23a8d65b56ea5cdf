"""Pages of links in emails: they confirm an address, or take a changed one back."""

from enum import StrEnum
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress
from allauth.account.utils import perform_login, user_pk_to_url_str
from allauth.account.views import ConfirmEmailView
from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.errors import AccountRefused
from accounts.models import User
from accounts.sign_in.addresses import address_is_closed
from accounts.sign_in.mailed_links.address_returns import address_return, address_return_find
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.sign_in.unconfirmed.forms import OwnerForm
from accounts.sign_in.unconfirmed.openers import opened_account
from accounts.sign_in.unconfirmed.services import account_take_over, is_confirmed
from accounts.words import account_words

BAD, GONE = 422, 410


class Proof(StrEnum):
    """The proof that a browser must give to confirm an address for an account."""

    NONE = "none"
    PASSWORD = "password"  # noqa: S105 # not one
    LOGIN = "login"


def proof_wanted(request: HttpRequest, person: User) -> Proof:
    """The proof to ask for: none in the account's own session or the one that opened it. Elsewhere the reader of the
    email may be another person: the first address asks for the password, a further one and one of staff for a login.
    """
    opened = opened_account(request)
    if request.user.pk == person.pk or (opened is not None and opened.user == person):
        return Proof.NONE
    keeps_account = is_confirmed(person) or person.is_staff or person.is_superuser
    return Proof.LOGIN if keeps_account else Proof.PASSWORD


class AddressConfirm(ConfirmEmailView):  # type: ignore[misc] # untyped
    """allauth's page, which would confirm an address for anyone who has the link."""

    http_method_names = ("get", "head", "post")

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            self.object = self.get_object()
        except Http404:
            self.object = None
        return self._form_page()

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Confirm, or, without the password of an account's opener, take the account over."""
        self.object = self.get_object()
        claim: EmailAddress = self.object.email_address
        match proof_wanted(request, claim.user):
            case Proof.LOGIN:
                # The session is another account's, and would lead on past the login.
                logout(request)
                return redirect(with_wanted(reverse("account_login"), request.get_full_path()))
            case Proof.PASSWORD if "take_over" in request.POST or not claim.user.has_usable_password():
                return self._take_over(claim)
            case Proof.PASSWORD:
                form = OwnerForm(claim.user, request.POST)
                if not form.is_valid():
                    return self._form_page(form=form, status=BAD)
        if self.object.confirm(request) is None:
            return self._form_page(status=GONE)
        return self._go_on(claim.user)

    def _go_on(self, person: User) -> HttpResponse:
        if self.request.user.pk == person.pk:
            return redirect(self.get_redirect_url())
        opened = opened_account(self.request)
        if self.request.user.is_authenticated:
            # A visitor's session goes on, with what they learnt.
            logout(self.request)
        wanted = self.get_next_url() or (opened.wanted if opened is not None else None)
        answer: HttpResponse = perform_login(self.request, person, redirect_url=wanted)
        return answer

    def _take_over(self, claim: EmailAddress) -> HttpResponse:
        user = account_take_over(request=self.request, claim=claim)
        if user is None:
            return self._form_page(status=GONE)
        logout(self.request)
        messages.success(self.request, gettext("The account is yours alone. Now choose a new password."))
        return new_password_page(user, self.get_next_url())

    def _form_page(self, form: OwnerForm | None = None, status: int = 200) -> HttpResponse:
        page = self.get_context_data()
        if page["can_confirm"]:
            person = self.object.email_address.user
            page["can_confirm"] = not address_is_closed(email=self.object.email_address.email, to=person)
            page |= {"person": person, "proof": proof_wanted(self.request, person), "form": form or OwnerForm(person)}
        answer: HttpResponse = self.render_to_response(page, status=status)
        return answer


def new_password_page(user: User, wanted: str | None = None) -> HttpResponse:
    """Leads to the choice of a new password, as a link in an email does."""
    key = default_token_generator.make_token(user)
    link = reverse("account_reset_password_from_key", kwargs={"uidb36": user_pk_to_url_str(user), "key": key})
    return redirect(with_wanted(link, wanted))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def address_back(request: HttpRequest, token: str) -> HttpResponse:
    """Ask first, because email scanners open links; then ask for a new password, because the intruder may know the old
    one.
    """
    try:
        if request.method != "POST":
            user, address = address_return_find(token=token)
            return render(request, "accounts/address_back.html", {"person": user, "address": address})
        user = address_return(token=token)
    except AccountRefused as refused:
        return render(request, "accounts/address_back.html", {"refusal": account_words(refused)}, status=GONE)
    logout(request)
    messages.success(request, gettext("You have your address back. Now choose a new password."))
    return new_password_page(user)
