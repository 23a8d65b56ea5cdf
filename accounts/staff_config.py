"""Makes StaffSite the default admin site."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "accounts.staff_site.StaffSite"
