"""Addresses of pictures of previews, of QR codes, and of oEmbed."""

from django.urls import path

from games.previews import views

urlpatterns = [
    path("qr.svg", views.qr, name="qr"),
    path("oembed/", views.oembed, name="oembed"),
    path("previews/<str:language>/site/<id:digest>.png", views.site, name="preview_site"),
    path("previews/<str:language>/i/<id:token>/<id:digest>.png", views.invitation, name="preview_invitation"),
    path("previews/<str:language>/g/<id:public_id>/room/<id:digest>.png", views.room, name="preview_room"),
    path("previews/<str:language>/g/<id:public_id>/<id:digest>.png", views.game, name="preview_game"),
    path(
        "previews/<str:language>/g/<id:public_id>/<row:hand>/<row:turn>/<id:digest>.png",
        views.replay,
        name="preview_replay",
    ),
    path(
        "previews/<str:language>/r/<id:token>/<row:hand>/<row:turn>/<id:digest>.png",
        views.published,
        name="preview_published",
    ),
    path("previews/<str:language>/players/<handle:handle>/<id:digest>.png", views.profile, name="preview_profile"),
]
