"""Addresses of messages between friends."""

from django.urls import path

from games.messages import views

urlpatterns = [
    path("messages/", views.conversations, name="messages"),
    path("messages/<handle:handle>/", views.conversation, name="conversation"),
    path("messages/<handle:handle>/link/<row:line_id>/<row:number>/", views.link, name="message_link"),
    path("settings/people/messages/", views.switch, name="messages_switch"),
]
