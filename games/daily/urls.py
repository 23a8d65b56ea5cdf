"""Addresses of today's hand."""

from django.urls import path

from games.daily.views import day, past

urlpatterns = [
    path("daily/", day.today_page, name="daily"),
    path("daily/past/", past.days, name="daily_days"),
    path("daily/<day:day>/", day.day_page, name="daily_day"),
]
