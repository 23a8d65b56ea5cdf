"""Sounds at the table, which a person has everywhere or nowhere."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from games.people.preferences import sound_switch
from games.views.table_response import answered
from games.web.posting import posted
from games.web.viewer import person


@posted
def sound(request: HttpRequest, public_id: str) -> HttpResponse:
    """Have sounds (`on` is 1), or none."""
    on = request.POST.get("on") == "1"
    sound_switch(user=person(request), on=on)
    return answered(request, public_id, gettext("Sounds are on.") if on else gettext("Sounds are off."))
