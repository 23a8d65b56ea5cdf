"""Addresses of ended games."""

from django.urls import path

from games.history.views import deal, figures, notes, published, record, replay, review

urlpatterns = [
    path("players/<handle:handle>/versus/", figures.opponents, name="opponents"),
    path("players/<handle:handle>/versus/<handle:other>/", figures.against, name="versus"),
    path("g/<id:public_id>/review/", review.review, name="review"),
    path("g/<id:public_id>/note/", notes.note, name="note"),
    path("g/<id:public_id>/replay/", replay.replay, name="replay"),
    path("g/<id:public_id>/replay/frames.json", replay.frames, name="replay_frames"),
    path("g/<id:public_id>/publish/", published.publish, name="publish"),
    path("r/<id:token>/", published.published, name="published"),
    path("g/<id:public_id>/figures/", figures.figures, name="figures"),
    path("g/<id:public_id>/deal/", deal.deal, name="deal"),
    path("i/<id:token>/deal/", deal.invited, name="invited_deal"),
    path("g/<id:public_id>/record.json", record.record, name="record"),
]
