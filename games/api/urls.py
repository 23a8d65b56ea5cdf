"""Addresses of the interface, outside the namespace of pages."""

from django.urls import path

from games.api import docs
from games.api.cross_origin import all_open_to_scripts, open_to_scripts
from games.api.interface import interface

_operations = interface.urls
all_open_to_scripts(_operations[0])

urlpatterns = [
    path("docs", docs.docs, name="api-docs"),
    path("openapi.json", open_to_scripts(docs.openapi_json), name="api-document"),
    path("asyncapi.json", open_to_scripts(docs.asyncapi_json), name="api-messages"),
    path("clients/<str:name>", docs.client, name="api-client"),
    path("", _operations),
]
