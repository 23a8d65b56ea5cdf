"""Addresses of standing tables."""

from django.urls import path

from games.standing import views

urlpatterns = [
    path("tables/", views.tables, name="standing_tables"),
    path("tables/new/", views.create, name="standing_new"),
    path("t/<id:table_id>/", views.page, name="standing"),
    path("t/<id:table_id>/options/", views.options, name="standing_options"),
    path("t/<id:table_id>/next/", views.begin, name="standing_next"),
    path("t/<id:table_id>/decline/", views.decline, name="standing_decline"),
    path("players/<handle:handle>/table/", views.invite, name="standing_invite"),
    path("t/<id:table_id>/act/", views.act, name="standing_act"),
    path("t/<id:table_id>/members/<row:member_id>/", views.member, name="standing_member"),
    path("j/<id:token>/", views.invited, name="standing_invited"),
    path("j/<id:token>/join/", views.join, name="standing_join"),
    path("j/<id:token>/guest/", views.join_as_guest, name="standing_guest"),
    path("g/<id:public_id>/standing/", views.found, name="standing_found"),
]
