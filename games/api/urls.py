"""Addresses of the interface, outside the namespace of pages."""

from django.urls import path

from games.api import docs
from games.api.interface import interface

urlpatterns = [
    path("docs", docs.docs, name="api-docs"),
    path("openapi.json", docs.openapi_json, name="api-document"),
    path("asyncapi.json", docs.asyncapi_json, name="api-messages"),
    path("clients/<str:name>", docs.client, name="api-client"),
    path("", interface.urls),
]
