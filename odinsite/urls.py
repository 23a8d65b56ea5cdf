"""The site's addresses."""

from django.urls import include, path

from odinsite import page_urls

urlpatterns = [path("api/v1/", include("games.api.urls")), *page_urls.urlpatterns]

handler400 = "odinsite.web.error_pages.bad_request"
handler403 = "odinsite.web.error_pages.permission_denied"
handler404 = "odinsite.web.error_pages.page_not_found"
handler500 = "odinsite.web.error_pages.server_error"
