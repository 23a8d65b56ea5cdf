"""Address of the page of bots."""

from django.urls import path

from games.ladder import views

urlpatterns = [path("bots/", views.bots, name="bots")]
