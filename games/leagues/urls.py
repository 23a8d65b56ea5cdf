"""Addresses of leagues."""

from django.urls import path

from games.leagues import views

urlpatterns = [
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/new/", views.create, name="league_new"),
    path("l/<id:league_id>/", views.page, name="league"),
    path("l/<id:league_id>/act/", views.act, name="league_act"),
    path("lj/<id:token>/", views.invited, name="league_invited"),
    path("lj/<id:token>/join/", views.join, name="league_join"),
]
