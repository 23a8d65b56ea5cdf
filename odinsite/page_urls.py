"""The addresses of pages and files: all that workers write into messages, without what the interface imports."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from accounts.site import views
from games.lobby.views import lobby
from odinsite import pwa, version, well_known
from odinsite.embedded import mailbox

urlpatterns = [
    path("", lobby.home, name="home"),
    path("", include("games.urls")),
    path("settings/", include("accounts.urls")),
    path("accounts/", include("accounts.sign_in.library_urls")),
    path("manifest.webmanifest", pwa.manifest, name="manifest"),
    path("sw.js", pwa.worker, name="worker"),
    path("offline/", pwa.offline, name="offline"),
    path("robots.txt", well_known.robots, name="robots"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("terms/", views.page, {"slug": "terms"}, name="terms"),
    path("privacy/", views.page, {"slug": "privacy"}, name="privacy"),
    path("contact/", views.page, {"slug": "contact"}, name="contact"),
    path("version", version.version, name="version"),
    path("hooks/mail/", include("odinsite.mail_hooks")),
    path("mail/", include(mailbox.urlpatterns)),
    path(settings.ADMIN_URL, admin.site.urls),
]
