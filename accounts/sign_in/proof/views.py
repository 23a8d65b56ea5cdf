"""The page that asks people without a password for a proof, and the pages that ask for one first."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from allauth.account.adapter import get_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.mixins import NextRedirectMixin
from allauth.core.exceptions import ReauthenticationRequired
from allauth.decorators import rate_limit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.generic.edit import FormView

from accounts.models import User
from accounts.sign_in.allauth_internals import record_authentication, resume_request
from accounts.sign_in.mailed_links.addresses import with_wanted
from accounts.sign_in.proof.forms import MailedCodeForm
from accounts.sign_in.proof.mailed_code import code_forget, code_send, code_was_sent
from accounts.sign_in.proof.ways import WAY, has_provider, proof_address, proves_without_password

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)
BAD = 422


def proof_asked(
    view: Callable[Concatenate[HttpRequest, P], Answer],
) -> Callable[Concatenate[HttpRequest, P], Answer | HttpResponseRedirect]:
    """Decorates pages that ask for the password themselves: people without one give another proof before the page. The
    library would store a form for after the proof, with the password in it.
    """
    proved = reauthentication_required(view)

    @wraps(view)
    def guarded(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> Answer | HttpResponseRedirect:
        user = request.user
        if not isinstance(user, User) or user.has_usable_password():
            return view(request, *args, **kwargs)
        try:
            answer: Answer = proved(request, *args, **kwargs)
        except ReauthenticationRequired:
            way = get_adapter().get_reauthentication_methods(user)[0]["url"]
            return HttpResponseRedirect(with_wanted(way, request.path))
        return answer

    return guarded


@method_decorator([never_cache, login_required, rate_limit(action="reauthenticate")], name="dispatch")
class ProofView(NextRedirectMixin, FormView):  # type: ignore[type-arg] # Django's has no argument
    """Emails a code on request and checks it, or leads to the provider."""

    form_class = MailedCodeForm
    template_name = "account/reauthenticate_mail.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Redirects people with a password or an app to their own way. Raises PermissionDenied without any way."""
        user = cast(User, request.user)
        if proves_without_password(user):
            return super().dispatch(request, *args, **kwargs)
        ways = get_adapter().get_reauthentication_methods(user)
        if not ways:
            raise PermissionDenied
        return HttpResponseRedirect(self.passthrough_next_url(ways[0]["url"]))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "send" not in request.POST:
            answer: HttpResponse = super().post(request, *args, **kwargs)
            return answer
        user = cast(User, request.user)
        if proof_address(user) and not code_send(request, user):
            messages.error(request, gettext("Too many emails. Wait an hour, or log in again."))
        return HttpResponseRedirect(self.passthrough_next_url(request.path))

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request, "user": self.request.user}

    def form_valid(self, form: MailedCodeForm) -> HttpResponse:
        code_forget(self.request)
        record_authentication(self.request, form.user, method="mailed_code", reauthenticated=True)
        answer: HttpResponse = resume_request(self.request) or super().form_valid(form)
        return answer

    def get_default_success_url(self) -> str:
        return str(get_adapter().get_login_redirect_url(self.request))

    def form_invalid(self, form: MailedCodeForm) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=BAD)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = cast(User, self.request.user)
        page = super().get_context_data(**kwargs)
        ways = get_adapter().get_reauthentication_methods(user)
        others = [{**way, "url": self.passthrough_next_url(way["url"])} for way in ways if way["id"] != WAY]
        return {
            **page,
            "reauthentication_alternatives": others,
            "address": proof_address(user),
            "sent": code_was_sent(self.request, user),
            # Its pages are closed to suspended people.
            "with_provider": has_provider(user) and not user.is_suspended,
        }


proof = ProofView.as_view()
