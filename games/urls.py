"""Addresses of games."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.chat.views import chat, people
from games.chat.views import people as marks
from games.history.views import figures, notes, replay, review
from games.history.views import record as record_views
from games.learning.views import learn, rules
from games.lobby.views import lobby, room
from games.lobby.views import lobby as waiting
from games.moderation import views
from games.notices.views import calendar, channels, preferences, sent, turn_links
from games.notices.views import devices as push
from games.notices.views import unsubscribe as unsubscribing
from games.people.views import export
from games.people.views import table as table_settings
from games.play.views import absences as hours
from games.ratings.views import leaders, profile
from games.table.views import clock, hand, missed, orders, table
from games.table.views import hand as sound
from games.table.views import text as text_table


class IdConverter(StringConverter):
    """A game's public id or an invitation's token."""

    regex = "[A-Za-z0-9_-]{1,64}"


class HandleConverter(StringConverter):
    """A handle; the database takes no control characters."""

    regex = r"[^/\x00-\x1f]{1,64}"


class CalendarConverter(StringConverter):
    """The secret part of a calendar's address: an account's number and a hash."""

    regex = "[0-9]{1,18}-[0-9a-f]{64}"


class TokenConverter(StringConverter):
    """A signed value as django.core.signing writes it."""

    regex = "[A-Za-z0-9_:.-]{1,200}"


register_converter(IdConverter, "id")
register_converter(CalendarConverter, "calendar")
register_converter(HandleConverter, "handle")
register_converter(TokenConverter, "token")

app_name = "games"

urlpatterns = [
    path("games/", lobby.open_games, name="open"),
    path("games/new/", lobby.create, name="create"),
    path("games/play-now/", lobby.play_now, name="play_now"),
    path("games/queue/", lobby.queue, name="queue"),
    path("games/queue/leave/", lobby.queue_leave, name="queue_leave"),
    path("games/waiting/", waiting.waiting, name="waiting"),
    path("i/<id:token>/", room.invited, name="invited"),
    path("m/<id:token>/", turn_links.mail_turn, name="mail_turn"),
    path("stop/<token:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
    path("calendar/<calendar:token>.ics", calendar.calendar, name="calendar"),
    path("players/<handle:handle>/", profile.profile, name="profile"),
    path("players/<handle:handle>/versus/", figures.opponents, name="opponents"),
    path("players/<handle:handle>/versus/<handle:other>/", figures.against, name="versus"),
    path("players/<handle:handle>/mark/", marks.person_mark, name="person_mark"),
    path("shortcuts/", hand.shortcuts, name="shortcuts"),
    path("leaders/", leaders.leaders, name="leaders"),
    path("rules/", rules.rules, name="rules"),
    path("learn/", learn.index, name="learn"),
    path("learn/game/", learn.game, name="learn_game"),
    path("learn/<slug:slug>/", learn.position, name="learn_position"),
    path("settings/notices/", preferences.notices, name="notices"),
    path("settings/hours/", hours.hours, name="hours"),
    path("settings/hours/absences/", hours.absence_add, name="absence_add"),
    path("settings/hours/absences/<int:absence_id>/end/", hours.absence_end, name="absence_end"),
    path("settings/push/on/", push.push_subscribe, name="push_subscribe"),
    path("settings/push/off/", push.push_unsubscribe, name="push_unsubscribe"),
    path("settings/channels/", channels.channels, name="channels"),
    path("settings/channels/webhooks/", channels.webhook_add, name="webhook_add"),
    path("settings/channels/webhooks/<int:webhook_id>/test/", channels.webhook_test, name="webhook_test"),
    path("settings/channels/webhooks/<int:webhook_id>/remove/", channels.webhook_remove, name="webhook_remove"),
    path("settings/channels/devices/<int:subscription_id>/remove/", channels.device_remove, name="device_remove"),
    path("settings/channels/calendar/renew/", channels.calendar_renew, name="calendar_renew"),
    path("settings/channels/calendar/drop/", channels.calendar_drop, name="calendar_drop"),
    path("settings/people/", people.people, name="people"),
    path("settings/people/chat/", people.chat, name="people_chat"),
    path("settings/people/kid-mode/", people.kid_mode, name="kid_mode"),
    path("settings/table/", table_settings.table, name="table_settings"),
    path("settings/export/", export.export, name="export"),
    path("settings/sent/", sent.sent, name="sent"),
    path("settings/reports/", views.reports, name="reports"),
    path("report/", views.report, name="report"),
    path("g/<id:public_id>/", table.table, name="table"),
    path("g/<id:public_id>/part/", table.table_part, name="table_part"),
    path("g/<id:public_id>/since/", missed.since, name="since"),
    path("g/<id:public_id>/sound/", sound.sound, name="sound"),
    path("g/<id:public_id>/text/", table.text_table, name="text_table"),
    path("g/<id:public_id>/text/part/", table.text_part, name="text_part"),
    path("g/<id:public_id>/text/switch/", text_table.text_switch, name="text_switch"),
    path("g/<id:public_id>/turn/", table.turn, name="turn"),
    path("g/<id:public_id>/chat/", chat.chat, name="chat"),
    path("g/<id:public_id>/chat/part/", chat.part, name="chat_part"),
    path("g/<id:public_id>/chat/read/", chat.read, name="chat_read"),
    path("g/<id:public_id>/orders/", orders.orders, name="orders"),
    path("g/<id:public_id>/orders/cancel/", orders.cancel, name="orders_cancel"),
    path("g/<id:public_id>/review/", review.review, name="review"),
    path("g/<id:public_id>/note/", notes.note, name="note"),
    path("g/<id:public_id>/undo/", clock.undo, name="undo"),
    path("g/<id:public_id>/pause/", clock.pause, name="pause"),
    path("g/<id:public_id>/more-time/", clock.more_time, name="more_time"),
    path("g/<id:public_id>/return/", clock.take_back, name="return"),
    path("g/<id:public_id>/resign/", table.resign, name="resign"),
    path("g/<id:public_id>/rematch/", table.rematch, name="rematch"),
    path("g/<id:public_id>/sort/", hand.sort, name="sort"),
    path("g/<id:public_id>/order/", hand.order, name="order"),
    path("g/<id:public_id>/replay/", replay.replay, name="replay"),
    path("g/<id:public_id>/replay/frames.json", replay.frames, name="replay_frames"),
    path("g/<id:public_id>/figures/", figures.figures, name="figures"),
    path("g/<id:public_id>/record.json", record_views.record, name="record"),
    path("g/<id:public_id>/join/", room.join, name="join"),
    path("g/<id:public_id>/leave/", room.leave, name="leave"),
    path("g/<id:public_id>/contribute/", room.contribute, name="contribute"),
    path("g/<id:public_id>/start/", room.start, name="start"),
    path("g/<id:public_id>/remove/", room.remove, name="remove"),
    path("g/<id:public_id>/invite/", room.invite, name="invite"),
    path("g/<id:public_id>/decline/", room.decline, name="decline"),
]
