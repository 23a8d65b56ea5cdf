"""Addresses of today's hand and of challenges."""

from django.urls import path

from games.daily.views import challenge, day, past

urlpatterns = [
    path("daily/", day.today_page, name="daily"),
    path("daily/news/", day.news, name="daily_news"),
    path("daily/past/", past.days, name="daily_days"),
    path("daily/<day:day>/", day.day_page, name="daily_day"),
    path("daily/<day:day>/record.json", day.day_record, name="daily_record"),
    path("g/<id:public_id>/challenge/", challenge.challenge_new, name="challenge_new"),
    path("challenges/<id:public_id>/", challenge.challenge, name="challenge"),
]
