"""Everything that leaves the site over HTTP to addresses that people gave: webhooks and web push."""

from games.outward.delivery import deliver, post
from games.outward.errors import Refused, Undelivered, Unreachable
from games.outward.news import News, news_of, trial_news

__all__ = ["News", "Refused", "Undelivered", "Unreachable", "deliver", "news_of", "post", "trial_news"]
