"""Headers of emails."""

from collections.abc import Sequence

from games.models import Notice
from games.notices.mail.message_ids import host, mail_id, thread_id


def mail_headers(notices: Sequence[Notice], stop: str) -> dict[str, str]:
    """The headers of an email. `stop`: the link that stops emails of this kind, or "". A retry keeps its Message-ID; a
    game's emails make one thread. One-click unsubscription (RFC 8058) needs https.
    """
    first = notices[0]
    headers = {
        "Message-ID": first.message_id or mail_id(first),
        "Auto-Submitted": "auto-generated",
        "Content-Language": first.user.language,
    }
    if stop:
        headers["List-Id"] = f"<games.{host()}>"
    if first.game_id is not None and len({notice.game_id for notice in notices}) == 1:
        thread = thread_id(first.game_id)
        headers |= {"In-Reply-To": thread, "References": thread}
    if stop.startswith("https:"):
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    return headers
