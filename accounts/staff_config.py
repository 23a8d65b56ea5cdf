"""Makes StaffSite the default admin site, which finds its pages itself."""

from django.contrib.admin.apps import SimpleAdminConfig


class StaffAdminConfig(SimpleAdminConfig):
    default_site = "accounts.staff_site.StaffSite"
