"""Addresses of a game's page."""

from django.urls import path

from games.table.views import clock, drawing, hand, missed, orders, table, text, undo

urlpatterns = [
    path("shortcuts/", hand.shortcuts, name="shortcuts"),
    path("drawing-words/<str:language>/<str:digest>/", drawing.words, name="drawing_words"),
    path("g/<id:public_id>/", table.table, name="table"),
    path("g/<id:public_id>/part/", table.table_part, name="table_part"),
    path("g/<id:public_id>/since/", missed.since, name="since"),
    path("g/<id:public_id>/sound/", hand.sound, name="sound"),
    path("g/<id:public_id>/text/", table.text_table, name="text_table"),
    path("g/<id:public_id>/text/part/", table.text_part, name="text_part"),
    path("g/<id:public_id>/text/switch/", text.text_switch, name="text_switch"),
    path("g/<id:public_id>/turn/", table.turn, name="turn"),
    path("g/<id:public_id>/orders/", orders.orders, name="orders"),
    path("g/<id:public_id>/orders/up/", orders.up, name="orders_up"),
    path("g/<id:public_id>/orders/cancel/", orders.cancel, name="orders_cancel"),
    path("g/<id:public_id>/undo/", undo.undo, name="undo"),
    path("g/<id:public_id>/sprint/", clock.sprint, name="sprint"),
    path("g/<id:public_id>/pause/", clock.pause, name="pause"),
    path("g/<id:public_id>/more-time/", clock.more_time, name="more_time"),
    path("g/<id:public_id>/return/", clock.return_to_seat, name="return"),
    path("g/<id:public_id>/resign/", table.resign, name="resign"),
    path("g/<id:public_id>/rematch/", table.rematch, name="rematch"),
    path("g/<id:public_id>/sort/", hand.sort, name="sort"),
    path("g/<id:public_id>/order/", hand.order, name="order"),
]
