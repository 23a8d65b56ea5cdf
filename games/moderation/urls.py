"""Addresses of reports."""

from django.urls import path

from games.moderation import views

urlpatterns = [
    path("settings/reports/", views.reports, name="reports"),
    path("report/", views.report, name="report"),
]
