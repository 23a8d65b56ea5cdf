"""Addresses of active hours and absences."""

from django.urls import path

from games.play.views import absences

urlpatterns = [
    path("settings/hours/", absences.hours, name="hours"),
    path("settings/hours/absences/", absences.absence_add, name="absence_add"),
    path("settings/hours/absences/<int:absence_id>/end/", absences.absence_end, name="absence_end"),
]
