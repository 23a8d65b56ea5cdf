"""Addresses of profiles and leaders."""

from django.urls import path

from games.ratings.views import leaders, profile

urlpatterns = [
    path("players/<handle:handle>/", profile.profile, name="profile"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("leaders/duplicate/", leaders.duplicate, name="duplicate_leaders"),
]
