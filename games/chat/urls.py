"""Addresses of the chat, blocks and mutes."""

from django.urls import path

from games.chat.views import chat, people

urlpatterns = [
    path("players/<handle:handle>/mark/", people.person_mark, name="person_mark"),
    path("settings/people/", people.people, name="people"),
    path("settings/people/chat/", people.chat, name="people_chat"),
    path("settings/people/kid-mode/", people.kid_mode, name="kid_mode"),
    path("g/<id:public_id>/chat/", chat.chat, name="chat"),
    path("g/<id:public_id>/chat/react/", chat.react, name="chat_react"),
    path("g/<id:public_id>/chat/link/<row:line_id>/<row:number>/", chat.link, name="chat_link"),
    path("g/<id:public_id>/chat/part/", chat.part, name="chat_part"),
    path("g/<id:public_id>/chat/read/", chat.read, name="chat_read"),
]
