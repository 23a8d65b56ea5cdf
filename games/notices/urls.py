"""Addresses of notification settings, devices, webhooks, the calendar feed and links in emails."""

from django.urls import path

from games.notices.views import calendar, channels, deliveries, devices, preferences, sent, turn_links, unsubscribe

urlpatterns = [
    path("m/<id:token>/", turn_links.mail_turn, name="mail_turn"),
    path("stop/<token:token>/", unsubscribe.unsubscribe, name="unsubscribe"),
    path("calendar/<calendar:token>.ics", calendar.calendar, name="calendar"),
    path("settings/notices/", preferences.notices, name="notices"),
    path("settings/notices/custom/", preferences.notices_custom, name="notices_custom"),
    path("settings/push/on/", devices.push_subscribe, name="push_subscribe"),
    path("settings/push/off/", devices.push_unsubscribe, name="push_unsubscribe"),
    path("settings/push/later/", devices.push_offer, name="push_offer"),
    path("settings/channels/", channels.channels, name="channels"),
    path("settings/channels/webhooks/", channels.webhook_add, name="webhook_add"),
    path("settings/channels/webhooks/<int:webhook_id>/test/", channels.webhook_test, name="webhook_test"),
    path("settings/channels/webhooks/<int:webhook_id>/remove/", channels.webhook_remove, name="webhook_remove"),
    path("settings/channels/webhooks/<int:webhook_id>/", deliveries.webhook_deliveries, name="webhook_deliveries"),
    path(
        "settings/channels/webhooks/<int:webhook_id>/<int:notice_id>/again/",
        deliveries.delivery_resend,
        name="delivery_resend",
    ),
    path("settings/channels/devices/<int:subscription_id>/remove/", channels.device_remove, name="device_remove"),
    path("settings/channels/calendar/renew/", channels.calendar_renew, name="calendar_renew"),
    path("settings/channels/calendar/drop/", channels.calendar_drop, name="calendar_drop"),
    path("settings/sent/", sent.sent, name="sent"),
]
