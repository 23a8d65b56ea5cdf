"""The page on which a staff member chooses emails and push messages about new cases."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import StaffAlerts, User
from accounts.staff.staff_actions import BAD
from accounts.staff_site import StaffSite
from games.moderation.staff_alerts import KINDS, alert_devices, alerts_choose, kinds_for

TITLE = _("Notifications about new cases")


class AlertsForm(forms.Form):
    """A choice for each kind that the person may answer, and of push if one of their devices gets it."""

    def __init__(self, user: User, data: Any = None) -> None:
        super().__init__(data)
        row = StaffAlerts.objects.filter(user=user).first()
        for name in kinds_for(user):
            self.fields[name] = forms.ChoiceField(
                label=str(KINDS[name].label),
                choices=[(when.value, capfirst(when.label)) for when in StaffAlerts.When],
                initial=getattr(row, name, StaffAlerts.When.NEVER),
                widget=forms.RadioSelect,
            )
        if self.fields and alert_devices(user):
            self.fields["push"] = forms.BooleanField(
                label=_("Push notifications too, for cases as they come"),
                help_text=_("On your devices with push, outside your quiet hours."),
                initial=getattr(row, "push", False),
                required=False,
            )


def alerts_page(request: HttpRequest) -> HttpResponse:
    """Show the choice, and store it. 403 for staff who may answer nothing."""
    user = cast(User, request.user)
    form = AlertsForm(user, request.POST if request.method == "POST" else None)
    if not form.fields:
        raise PermissionDenied
    if form.is_valid():
        alerts_choose(user=user, **form.cleaned_data)
        messages.success(request, gettext("Saved."))
        return redirect("admin:staff_alerts")
    page = {**admin.site.each_context(request), "title": TITLE, "form": form, "mailed": user.gets_mail}
    return TemplateResponse(request, "admin/alerts.html", page, status=BAD if form.is_bound else None)


assert isinstance(admin.site, StaffSite)
admin.site.page_add("alerts/", alerts_page, "staff_alerts")
