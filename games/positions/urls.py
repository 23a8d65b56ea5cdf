"""Addresses of positions of the day."""

from django.urls import path

from games.positions.views import day

urlpatterns = [
    path("daily/position/", day.today_page, name="position"),
    path("daily/position/past/", day.past_page, name="position_past"),
    path("daily/position/<day:day>/", day.day_page, name="position_day"),
]
