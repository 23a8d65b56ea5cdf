"""Refusals in words that name the rule."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine import Refusal
from games.errors import (
    ChannelReason,
    ChannelRefused,
    GameError,
    LinkReason,
    LinkRefused,
    LobbyReason,
    LobbyRefused,
    NoSuchHand,
    PreferencesReason,
    PreferencesRefused,
    TurnRefused,
)

TURN_WORDS: dict[Refusal, Promise] = {
    Refusal.MALFORMED: _("That is not a turn. Write one like R6B6<R5, or “pass”."),
    Refusal.HAND_OVER: _("This is over: there is nothing left to play here."),
    Refusal.STALE_VERSION: _("The game has moved on since you looked. Nothing was played; look again and choose."),
    Refusal.NOT_YOUR_TURN: _("It is not your turn."),
    Refusal.MUST_LEAD: _("You lead this round, so you cannot pass: lay one card, or all of yours if they make a set."),
    Refusal.DUPLICATE_CARD: _("The same card is named twice."),
    Refusal.NOT_YOUR_CARD: _("You do not hold one of these cards."),
    Refusal.NOT_A_SET: _("Cards laid together must share their number or their colour."),
    Refusal.WRONG_COUNT: _(
        "Wrong number of cards: over a table you lay as many cards as lie there, or one more; "
        "at a lead one card, or all of yours if they make a set."
    ),
    Refusal.TOO_LOW: _("Too low: the value must be higher than that of the table."),
    Refusal.PICKUP_MISSING: _("Choose which card of the beaten set you pick up."),
    Refusal.PICKUP_NOT_ON_TABLE: _("The card you pick up must be one of the set you beat."),
    Refusal.PICKUP_NOT_ALLOWED: _("There is nothing to pick up: you lead, or you lay your last cards."),
}

LOBBY_WORDS: dict[LobbyReason, Promise] = {
    LobbyReason.STALE_VERSION: _("This table has changed since you looked. Nothing was done; look again and choose."),
    LobbyReason.REMOVED: _("The host has taken you from this table. Only a new invitation lets you back."),
    LobbyReason.NOT_OPEN: _("This game has already started or is over."),
    LobbyReason.FULL: _("All seats of this game are taken."),
    LobbyReason.ALREADY_SEATED: _("You already have a seat in this game."),
    LobbyReason.NOT_HOST: _("Only the host of the game may do this."),
    LobbyReason.NO_SUCH_SEAT: _("There is nobody to remove at this seat."),
    LobbyReason.NO_SUCH_BOT: _("There is no such bot."),
    LobbyReason.NO_SUCH_PERSON: _("Nobody here has this handle."),
    LobbyReason.CANNOT_INVITE: _("This player cannot be invited to this game."),
    LobbyReason.TOO_MANY_BOTS: _("Name one bot for each empty seat, no more and no fewer."),
    LobbyReason.TOO_MANY_OFFERS: _("You have 50 open games already. Start or leave one first."),
    LobbyReason.TOO_MANY_GAMES: _("You have 200 games already, with those you gave up. Wait until one is over."),
    LobbyReason.TOO_MANY_NEW: _("You’ve begun 20 games in ten minutes. Wait a little before the next one."),
    LobbyReason.TOO_MANY_NEW_TODAY: _("You’ve begun 100 games in 24 hours. Come back later for the next one."),
    LobbyReason.TOO_MANY_INVITATIONS: _("This game has sent its 20 invitations."),
    LobbyReason.TOO_MANY_TODAY: _("That is enough invitations for one day. Share the link of the game instead."),
    LobbyReason.ALREADY_ANSWERED: _("Your part of the deal is already fixed."),
    LobbyReason.BAD_CONTRIBUTION: _("A contribution is 1 to 64 bytes, written in hex."),
    LobbyReason.BAD_OPTIONS: _("These options do not go together."),
    LobbyReason.NOT_RUNNING: _("This game is not running."),
    LobbyReason.NOT_FINISHED: _("This game is not over yet."),
    LobbyReason.ALREADY_RESIGNED: _("You have already resigned."),
    LobbyReason.NOT_HANDED_OVER: _("You hold this seat already."),
    LobbyReason.BAD_ORDER: _("There is no such standing order."),
    LobbyReason.YOUR_TURN: _("It is your turn now. Play the cards instead of leaving them as an order."),
    LobbyReason.NOTHING_TO_BEAT: _("Cards can wait for your turn only while somebody else’s set lies on the table."),
    LobbyReason.ACCOUNT_CLOSED: _("This account is closed."),
    LobbyReason.ABSENCE_PAST: _("An absence begins today or later."),
    LobbyReason.ABSENCE_BACKWARDS: _("The last day of an absence cannot come before its first."),
    LobbyReason.ABSENCE_TOO_FAR: _("An absence begins within a year from now."),
    LobbyReason.ABSENCE_OVERLAPS: _("You are already away on some of these days."),
    LobbyReason.ABSENCE_OVER: _("This absence is over, or ends today anyway."),
    LobbyReason.NO_SUCH_ABSENCE: _("There is no such absence."),
    LobbyReason.NO_VACATION_LEFT: _("You do not have that many days of absence left."),
    LobbyReason.UNDO_OFF: _("Turns are not taken back in this game."),
    LobbyReason.UNDO_NONE: _("There is no turn of yours that can be taken back: something else has happened since."),
    LobbyReason.UNDO_OFTEN: _("You have taken back three turns in this hand. No more until the next one."),
    LobbyReason.UNDO_LATE: _("The time for that turn is up, so it stands."),
    LobbyReason.NOTE_CHANGED: _(
        "Your note was changed elsewhere meanwhile, and has not been written over. Keep it again to replace it."
    ),
    LobbyReason.NOTE_LONG: _("A note has up to 4000 letters."),
    LobbyReason.SEAT_NOT_HELD: _("A caretaker bot holds your seat. Take it back first."),
    LobbyReason.NO_MORE_TIME: _("More time is given at paces of 8 hours and more only."),
    LobbyReason.OWN_TIME: _("You cannot give more time to yourself. The others can."),
    LobbyReason.BOT_TO_ACT: _("A bot is to act. It needs no more time."),
    LobbyReason.ALREADY_GRANTED: _("More time has been given for this turn already."),
    LobbyReason.BARRED: _("You may take no seat in new games for now. Your settings say why, and until when."),
    LobbyReason.MARKS_SELF: _("That is you. Choose somebody else."),
    LobbyReason.MARKS_BOT: _("This player is a bot. Bots write nothing, and you choose yourself where they sit."),
    LobbyReason.TOO_MANY_MARKS: _("You have blocked or muted 500 players. Take one back first."),
    LobbyReason.CHAT_NOT_SEATED: _("Only who sits at the table may write there."),
    LobbyReason.CHAT_MUTED: _("A moderator has muted you: you cannot write in chats for now."),
    LobbyReason.CHAT_KID: _("Kid mode is on: there is no chat."),
    LobbyReason.CHAT_OFF: _("You have switched chats off. You can switch them on in your settings."),
    LobbyReason.CHAT_LOCKED: _("A moderator has locked the chat of this table."),
    LobbyReason.CHAT_TOO_FAST: _("That was a lot at once. Wait a minute before you write again."),
    LobbyReason.CHAT_EMPTY: _("Write something first."),
    LobbyReason.CHAT_TOO_LONG: _("This is too long: a line has 500 characters at most."),
    LobbyReason.CHAT_NO_LINE: _("There is no such line, or its text was erased."),
    LobbyReason.CHAT_HIDDEN_ALREADY: _("This line is hidden already."),
    LobbyReason.CHAT_NOT_HIDDEN: _("This line is not hidden."),
    LobbyReason.WRONG_PASSWORD: _("This is not your password."),
    LobbyReason.OWN_GAME: _("You have a seat in this game: another moderator has to decide."),
    LobbyReason.OWN_CASE: _("This concerns yourself: somebody else has to decide."),
    LobbyReason.REPORT_OWN: _("You cannot report yourself."),
    LobbyReason.REPORT_BOT: _("Bots play by their rules and cannot be reported."),
    LobbyReason.REPORT_WHOM: _("Choose whom it is about."),
    LobbyReason.REPORT_TEXT: _("Say in a few words what happened."),
    LobbyReason.REPORT_TOO_LONG: _("That is too long: 2,000 characters at most."),
    LobbyReason.REPORT_TWICE: _("You have reported this already. It waits for an answer."),
    LobbyReason.REPORT_TOO_MANY: _("That is enough reports for one day. Those you sent are being looked at."),
    LobbyReason.NO_SUCH_REPORT: _("There is no such report."),
    LobbyReason.REPORT_JUDGED: _("This report has its answer already."),
    LobbyReason.REPORT_CLAIMED: _("Somebody else has claimed this report."),
    LobbyReason.REPORT_NOT_CLAIMED: _("Nobody has claimed this report."),
    LobbyReason.REPORT_OUTCOME: _("A decision about a person, or a line hidden, goes with “we acted on it” alone."),
    LobbyReason.REPORT_NAMES: _("The accused reads this reason: it must not name who reported."),
    LobbyReason.REPORT_NOBODY: _("This report names nobody whom a decision could be about."),
    LobbyReason.REPORT_ANSWER: _("Write an answer for the reporter, or choose one."),
    LobbyReason.REPORT_NOTE: _("Write something, 2,000 characters at most."),
    LobbyReason.NO_SUCH_SIGNAL: _("There is no such signal."),
    LobbyReason.SIGNAL_ASIDE: _("This signal has been put aside already."),
    LobbyReason.PAUSE_HELD: _("A moderator has paused this game, and lets it go on."),
    LobbyReason.ACT_BAD_DAYS: _("A pause lasts 1 to 365 days, or until a moderator ends it."),
    LobbyReason.ACT_BAD_HOURS: _("Give 1 to 1440 hours."),
    LobbyReason.ACT_NOT_PAUSED: _("This game is not paused."),
    LobbyReason.ACT_NO_SEAT: _("This game has no such seat."),
    LobbyReason.ACT_NOT_ITS_TURN: _("It is not this seat’s turn, or not any more."),
    LobbyReason.ACT_SEAT_OF_BOT: _("A bot has this seat for good."),
    LobbyReason.ACT_SEAT_RESIGNED: _("This seat was given up for good."),
    LobbyReason.ACT_ALREADY: _("That is so already."),
    LobbyReason.ACT_SITS_HERE: _("This person already has a seat in this game."),
    LobbyReason.ACT_CARDS_SEEN: _(
        "Who has seen hidden cards of this game neither takes a seat in it nor decides how it goes on: it has to be "
        "somebody else."
    ),
    LobbyReason.ACT_CANNOT_SIT: _("This person cannot take a seat at this table."),
    LobbyReason.ACT_HAND_OVER: _("This hand is over and its deal is shown: nothing in it can be taken back."),
    LobbyReason.ACT_NO_TURN: _("There is no such turn, or none after it that stands."),
    LobbyReason.ACT_OVER: _("This game is over."),
    LobbyReason.ACT_NOT_RATED: _("This is no ended rated game of which that could be done, or it is so already."),
    LobbyReason.ACT_OWN_SEAT: _("Moderators do not give seats to themselves: enter somebody else’s handle."),
    LobbyReason.KEPT_APART: _("You cannot sit down at this table."),
    LobbyReason.UNRELIABLE: _("This table asks for more turns in time than you have taken lately."),
    LobbyReason.SUSPENDED: _("Your account is suspended. Your settings say why, and until when."),
}

PREFERENCES_WORDS: dict[PreferencesReason, Promise] = {
    PreferencesReason.WAKING_SHORT: _("Waking hours are at least ten hours a day, so that the others need not wait."),
    PreferencesReason.QUIET_EMPTY: _("These quiet hours end as they begin. Empty both times for none."),
    PreferencesReason.HAND_ORDER: _("You do not hold one of these cards. Nothing was laid anew; look again."),
    PreferencesReason.HAND_SORT: _("Cards are sorted by number, by colour, or as you lay them."),
}

LINK_WORDS: dict[LinkReason, Promise] = {
    LinkReason.UNKNOWN: _("We do not know this link. It may have been cut off on its way, or it is very old."),
    LinkReason.ACCOUNT_CLOSED: _("The account that this link was made for is closed."),
    LinkReason.SUSPENDED: _("The account that this link was made for is suspended. Log in to read why."),
    LinkReason.ACCOUNT_CHANGED: _("The account’s password or address has changed since, so this link has lapsed."),
    LinkReason.SWITCHED_OFF: _("Playing from mails is switched off in the account’s settings."),
    LinkReason.SPENT: _("You have played this turn already."),
    LinkReason.GAME_OVER: _("This game is over."),
    LinkReason.HANDED_OVER: _("Somebody else plays this seat’s cards now."),
    LinkReason.TURN_OVER: _("This turn is over: it was played on the site or taken back, or its time ran out."),
    LinkReason.EXPIRED: _("Links work for 7 days, and this one is older. The turn still waits for you at the table."),
    LinkReason.PAUSED: _("The game is paused. Come back to this page when it goes on."),
}

CHANNEL_WORDS: dict[ChannelReason, Promise] = {
    ChannelReason.BAD_ADDRESS: _("This is not a web address."),
    ChannelReason.TOO_MANY_WEBHOOKS: _("You have 5 webhooks already. Remove one first."),
    ChannelReason.TOO_MANY_DEVICES: _("Ten of your devices show notices already. Switch one of them off first."),
    ChannelReason.KNOWN_ALREADY: _("You have entered this address already."),
    ChannelReason.NO_SUCH_CHANNEL: _("This webhook or device is not yours, or was removed meanwhile."),
    ChannelReason.TESTED_LATELY: _("This webhook was tested a moment ago. Try again in a minute."),
    ChannelReason.NO_PUSH: _("This site cannot send notices to devices: whoever runs it has not set it up."),
    ChannelReason.BAD_SUBSCRIPTION: _("The browser sent something that is no subscription. Try again."),
}


def words_for(error: GameError) -> str:
    """Why a service refused, for people."""
    if isinstance(error, TurnRefused):
        return str(TURN_WORDS[error.reason])
    if isinstance(error, LobbyRefused):
        return str(LOBBY_WORDS[error.reason])
    if isinstance(error, PreferencesRefused):
        return str(PREFERENCES_WORDS[error.reason])
    if isinstance(error, ChannelRefused):
        return error.words or str(CHANNEL_WORDS[error.reason])
    if isinstance(error, LinkRefused):
        return str(LINK_WORDS[error.reason])
    if isinstance(error, NoSuchHand):
        return str(_("This game has no such hand."))
    return str(_("There is no such game, or you may not see it."))
