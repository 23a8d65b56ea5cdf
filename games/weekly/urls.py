"""Addresses of the weekly hands."""

from django.urls import path

from games.weekly.views import hand, week

urlpatterns = [
    path("weekly/", week.this_weeks_page, name="weekly"),
    path("weekly/past/", week.past, name="weekly_past"),
    path("weekly/<day:week>/", week.week_page, name="weekly_week"),
    path("weekly/<day:week>/<int:number>/", hand.hand_page, name="weekly_hand"),
    path("weekly/<day:week>/<int:number>/record.json", hand.hand_record, name="weekly_record"),
]
