"""Addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from games.views import lobby
from odinsite import health, pwa
from odinsite.embedded import mailbox

# One way in for all, with its limits on guessing and its list of devices; the admin's own form has neither.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", lobby.home, name="home"),
    path("", include("games.urls")),
    path("settings/", include("accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("healthz", health.health, name="health"),
    path("hooks/mail/", include("odinsite.mail_hooks")),
    path("mail/", include(mailbox.urlpatterns)),
    path("admin/", admin.site.urls),
]
