"""A person's account pages, under /settings/."""

from django.urls import path

from accounts import views
from accounts.decisions import views as decision_views
from accounts.site import views as site_views
from accounts.tokens import views as token_views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("language/", site_views.language, name="language"),
    path("sessions/end/", views.sessions_end, name="sessions_end"),
    path("sessions/<int:session_id>/end/", views.session_end, name="session_end"),
    path("mail/resume/", views.mail_resume, name="mail_resume"),
    path("keep/", views.keep, name="keep"),
    path("delete/", views.delete, name="delete"),
    path("programs/", token_views.tokens, name="tokens"),
    path("programs/new/", token_views.token_new, name="token_new"),
    path("programs/<int:token_id>/revoke/", token_views.token_end, name="token_end"),
    path("decisions/", decision_views.decisions, name="decisions"),
    path("decisions/read/", decision_views.decisions_read, name="decisions_read"),
    path("decisions/<int:sanction_id>/", decision_views.decisions, name="decision"),
    path("decisions/<int:sanction_id>/appeal/", decision_views.appeal, name="appeal"),
]
