"""The download of a person's data."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters

from accounts.forms import PasswordForm
from accounts.privacy.export import FILENAME, JSON, export_json
from accounts.sign_in.proof.views import proof_asked
from accounts.streaming import stream
from games.errors import Refused
from games.people.exports import export_count
from games.people.preference_selectors import preferences_of
from games.people.views.settings import settings_page
from games.web.posting import BAD
from games.web.viewer import logged_in_user


@sensitive_post_parameters("password")
@settings_page
@proof_asked
def export(request: HttpRequest) -> HttpResponseBase:
    """Ask for the password, so that a login left open is not enough, and send the file."""
    user = logged_in_user(request)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    status = BAD if form.is_bound else None
    if form.is_valid():
        try:
            export_count(user=user)
        except Refused as refused:
            form.add_error(None, str(refused.words))
            status = refused.status
        else:
            return stream(request, export_json(user), content_type=JSON, filename=FILENAME.format(handle=user.handle))
    context = {"form": form, "choice": preferences_of(user).archive}
    return render(request, "games/people/settings/export.html", context, status=status)
