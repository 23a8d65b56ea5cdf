"""Pages of logging in by a link in an email."""

from allauth.account.utils import get_login_redirect_url, get_next_redirect_url, perform_login
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.errors import AccountRefused
from accounts.sign_in.allauth_internals import get_entrance_context_data, record_authentication
from accounts.sign_in.mailed_links.forms import LoginLinkForm
from accounts.sign_in.mailed_links.login_links import login_link_find, login_link_send, login_link_use
from accounts.words import account_words

BAD, GONE = 422, 410


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest) -> HttpResponse:
    """Ask for the address."""
    if request.user.is_authenticated:
        return redirect(get_login_redirect_url(request))
    form = LoginLinkForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        login_link_send(request=request, email=form.cleaned_data["email"])
        return redirect("login_link_sent")
    page = {"form": form, **get_entrance_context_data(request)}
    return render(request, "account/login_link_ask.html", page, status=BAD if form.is_bound else None)


@never_cache
@require_safe
def login_link_sent(request: HttpRequest) -> HttpResponse:
    return render(request, "account/login_link_sent.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def login_by_link(request: HttpRequest, key: str) -> HttpResponse:
    """Ask first, because email scanners open links; then go on as after a password."""
    try:
        if request.method != "POST":
            return render(request, "account/login_link.html", {"person": login_link_find(key=key)})
        user = login_link_use(key=key)
    except AccountRefused as refused:
        return render(request, "account/login_link.html", {"refusal": account_words(refused)}, status=GONE)
    if request.user.is_authenticated:
        logout(request)
    record_authentication(request, user, method="code", email=user.email)
    way = get_next_redirect_url(request)
    answer: HttpResponse = perform_login(request, user, email=user.email, redirect_url=way)
    return answer
