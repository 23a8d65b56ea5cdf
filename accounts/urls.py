"""Addresses of a person's own account pages, under /settings/."""

from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("", views.settings, name="settings"),
    path("sessions/end/", views.sessions_end, name="sessions_end"),
    path("mail/resume/", views.mail_resume, name="mail_resume"),
    path("delete/", views.delete, name="delete"),
]
