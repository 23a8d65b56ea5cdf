"""HTTP requests to addresses that people gave: webhooks and web push."""

from games.notices.outward.delivery import deliver, post, push_post
from games.notices.outward.errors import DeliveryRefused, Undelivered, Unreachable
from games.notices.outward.payload import News, notice_news, trial_news

__all__ = [
    "DeliveryRefused",
    "News",
    "Undelivered",
    "Unreachable",
    "deliver",
    "notice_news",
    "post",
    "push_post",
    "trial_news",
]
