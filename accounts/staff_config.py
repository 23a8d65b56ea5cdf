"""Makes our admin site the one that `django.contrib.admin.site` stands for."""

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "accounts.staff_site.StaffSite"
