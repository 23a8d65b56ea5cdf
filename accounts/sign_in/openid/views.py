"""Pages of logging in with the provider: 404 without one."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.decorators import rate_limit
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.views import ConnectionsView, SignupView
from django.conf import settings
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.sign_in.openid.proof import proof_begin

View = Callable[..., HttpResponse]
# The provider did not answer, or not as OpenID Connect requires.
BROKEN = (OSError, KeyError, TypeError, ValueError)


def _library() -> Any:
    """Load allauth's views, only if a provider is set: the code for requests to it costs each process a tenth of its
    start.
    """
    from allauth.socialaccount.providers.openid_connect import views

    return views


def _where_set(view: View) -> View:
    @wraps(view)
    def found(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if settings.OIDC is None:
            raise Http404
        return view(request, *args, **kwargs)

    return never_cache(found)


@_where_set
@require_POST
@rate_limit(action="login")  # type: ignore[untyped-decorator]
def start(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Leave by a page that redirects immediately, because our policy lets no form lead to another site. Sends a request
    to the provider.
    """
    if request.POST.get("process") == AuthProcess.REDIRECT:
        proof_begin(request)
    try:
        answer: HttpResponse = _library().login(request, provider_id)
    except BROKEN as error:
        return _failed(request, error)
    if isinstance(answer, HttpResponseRedirect) and urlsplit(answer.url).netloc:
        return render(request, "socialaccount/leaving.html", {"link": answer.url})
    return answer


@_where_set
@require_safe
def callback(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Log in a person who comes back from the provider. Requests their identity there; writes in one transaction."""
    try:
        with transaction.atomic():
            answer: HttpResponse = _library().callback(request, provider_id)
    except BROKEN as error:
        return _failed(request, error)
    return answer


def _failed(request: HttpRequest, error: Exception) -> HttpResponse:
    answer: HttpResponse = render_authentication_error(request, None, exception=error)
    return answer


class ProviderSignup(SignupView):
    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The context, with the page that the person wanted, such as an invitation, for the email that confirms the
        address.
        """
        page: dict[str, Any] = super().get_context_data(**kwargs)
        return {**page, "wanted": self.sociallogin.get_redirect_url(self.request)}


signup = _where_set(rate_limit(action="signup")(ProviderSignup.as_view()))


class Connection(ConnectionsView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Lead guests to the page that adds an address, because logins need one."""
        if getattr(request.user, "is_guest", False):
            return redirect("accounts:keep")
        answer: HttpResponse = super().dispatch(request, *args, **kwargs)
        return answer


connection = _where_set(Connection.as_view())
