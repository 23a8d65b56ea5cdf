"""Why a service refuses. The pages turn the reasons into words (games/words.py)."""

from enum import StrEnum

from games.engine import Refusal


class LobbyReason(StrEnum):
    """Refusals before and around the play."""

    STALE_VERSION = "stale_version"
    NOT_OPEN = "not_open"
    REMOVED = "removed"
    FULL = "full"
    ALREADY_SEATED = "already_seated"
    NOT_HOST = "not_host"
    NO_SUCH_SEAT = "no_such_seat"
    NO_SUCH_BOT = "no_such_bot"
    NO_SUCH_PERSON = "no_such_person"
    CANNOT_INVITE = "cannot_invite"
    TOO_MANY_BOTS = "too_many_bots"
    TOO_MANY_OFFERS = "too_many_offers"
    TOO_MANY_GAMES = "too_many_games"
    TOO_MANY_NEW = "too_many_new"
    TOO_MANY_NEW_TODAY = "too_many_new_today"
    TOO_MANY_INVITATIONS = "too_many_invitations"
    TOO_MANY_TODAY = "too_many_today"
    ALREADY_ANSWERED = "already_answered"
    BAD_CONTRIBUTION = "bad_contribution"
    BAD_OPTIONS = "bad_options"
    NOT_RUNNING = "not_running"
    NOT_FINISHED = "not_finished"
    ALREADY_RESIGNED = "already_resigned"
    NOT_HANDED_OVER = "not_handed_over"
    BAD_ORDER = "bad_order"
    YOUR_TURN = "your_turn"
    NOTHING_TO_BEAT = "nothing_to_beat"
    ACCOUNT_CLOSED = "account_closed"
    ABSENCE_PAST = "absence_past"
    ABSENCE_BACKWARDS = "absence_backwards"
    ABSENCE_TOO_FAR = "absence_too_far"
    ABSENCE_OVERLAPS = "absence_overlaps"
    ABSENCE_OVER = "absence_over"
    NO_SUCH_ABSENCE = "no_such_absence"
    NO_VACATION_LEFT = "no_vacation_left"
    SEAT_NOT_HELD = "seat_not_held"
    NO_MORE_TIME = "no_more_time"
    OWN_TIME = "own_time"
    BOT_TO_ACT = "bot_to_act"
    ALREADY_GRANTED = "already_granted"
    BARRED = "barred"
    MARKS_SELF = "marks_self"
    MARKS_BOT = "marks_bot"
    TOO_MANY_MARKS = "too_many_marks"
    CHAT_NOT_SEATED = "chat_not_seated"
    CHAT_MUTED = "chat_muted"
    CHAT_KID = "chat_kid"
    CHAT_OFF = "chat_off"
    CHAT_LOCKED = "chat_locked"
    CHAT_TOO_FAST = "chat_too_fast"
    CHAT_EMPTY = "chat_empty"
    CHAT_TOO_LONG = "chat_too_long"
    CHAT_NO_LINE = "chat_no_line"
    CHAT_HIDDEN_ALREADY = "chat_hidden_already"
    CHAT_NOT_HIDDEN = "chat_not_hidden"
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 # a reason
    OWN_GAME = "own_game"
    OWN_CASE = "own_case"
    REPORT_OWN = "report_own"
    REPORT_BOT = "report_bot"
    REPORT_WHOM = "report_whom"
    REPORT_TEXT = "report_text"
    REPORT_TOO_LONG = "report_too_long"
    REPORT_TWICE = "report_twice"
    REPORT_TOO_MANY = "report_too_many"
    NO_SUCH_REPORT = "no_such_report"
    REPORT_JUDGED = "report_judged"
    REPORT_CLAIMED = "report_claimed"
    REPORT_NOT_CLAIMED = "report_not_claimed"
    REPORT_OUTCOME = "report_outcome"
    REPORT_NAMES = "report_names"
    REPORT_NOBODY = "report_nobody"
    REPORT_ANSWER = "report_answer"
    REPORT_NOTE = "report_note"
    NO_SUCH_SIGNAL = "no_such_signal"
    SIGNAL_ASIDE = "signal_aside"
    PAUSE_HELD = "pause_held"
    ACT_BAD_DAYS = "act_bad_days"
    ACT_BAD_HOURS = "act_bad_hours"
    ACT_NOT_PAUSED = "act_not_paused"
    ACT_NO_SEAT = "act_no_seat"
    ACT_NOT_ITS_TURN = "act_not_its_turn"
    ACT_SEAT_OF_BOT = "act_seat_of_bot"
    ACT_SEAT_RESIGNED = "act_seat_resigned"
    ACT_ALREADY = "act_already"
    ACT_SITS_HERE = "act_sits_here"
    ACT_CARDS_SEEN = "act_cards_seen"
    ACT_CANNOT_SIT = "act_cannot_sit"
    ACT_HAND_OVER = "act_hand_over"
    ACT_NO_TURN = "act_no_turn"
    ACT_OVER = "act_over"
    ACT_NOT_RATED = "act_not_rated"
    ACT_OWN_SEAT = "act_own_seat"
    KEPT_APART = "kept_apart"
    UNRELIABLE = "unreliable"
    UNDO_OFF = "undo_off"
    UNDO_NONE = "undo_none"
    UNDO_OFTEN = "undo_often"
    UNDO_LATE = "undo_late"
    NOTE_LONG = "note_long"
    NOTE_CHANGED = "note_changed"
    SUSPENDED = "suspended"


class PreferencesReason(StrEnum):
    """Refusals of what a person would choose about notices, hours and the table."""

    WAKING_SHORT = "waking_short"
    QUIET_EMPTY = "quiet_empty"
    HAND_ORDER = "hand_order"
    HAND_SORT = "hand_sort"


class LinkReason(StrEnum):
    """Why a mail's link plays nothing (any more)."""

    UNKNOWN = "unknown"
    ACCOUNT_CLOSED = "account_closed"
    SUSPENDED = "suspended"
    ACCOUNT_CHANGED = "account_changed"
    SWITCHED_OFF = "switched_off"
    SPENT = "spent"
    GAME_OVER = "game_over"
    HANDED_OVER = "handed_over"
    TURN_OVER = "turn_over"
    EXPIRED = "expired"
    PAUSED = "paused"


class ChannelReason(StrEnum):
    """Refusals of webhooks and of devices that want push."""

    BAD_ADDRESS = "bad_address"
    TOO_MANY_WEBHOOKS = "too_many_webhooks"
    TOO_MANY_DEVICES = "too_many_devices"
    KNOWN_ALREADY = "known_already"
    NO_SUCH_CHANNEL = "no_such_channel"
    TESTED_LATELY = "tested_lately"
    NO_PUSH = "no_push"
    BAD_SUBSCRIPTION = "bad_subscription"


class GameError(Exception):
    """A service refused; nothing was changed."""


class NoSuchGame(GameError):
    """There is no such game, or this account may not know of it."""


class NoSuchHand(GameError):
    """The game has no hand of that number."""


class TurnRefused(GameError):
    """A turn was refused for a reason of the rules (INTERFACES, Reasons for a refusal)."""

    def __init__(self, reason: Refusal) -> None:
        super().__init__(reason.value)
        self.reason = reason


class ChainLost(GameError):
    """The secret of a game's deals cannot be read: the game cannot go on and is cancelled."""


class LobbyRefused(GameError):
    """A request around the play was refused."""

    def __init__(self, reason: LobbyReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class PreferencesRefused(GameError):
    """A choice about notices or hours was refused."""

    def __init__(self, reason: PreferencesReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class LinkRefused(GameError):
    """A mail's link plays nothing (any more); `public_id` is its game's, empty where the link is not known."""

    def __init__(self, reason: LinkReason, public_id: str = "") -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.public_id = public_id


class ChannelRefused(GameError):
    """A webhook or a device was refused. `words` say what is wrong with an address; empty for other reasons."""

    def __init__(self, reason: ChannelReason, words: str = "") -> None:
        super().__init__(reason.value)
        self.reason = reason
        self.words = words
