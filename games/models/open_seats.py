"""A trigger that marks seats as open or not, and with the game's end, when their game's status changes, whichever code
changes it.
"""

import pgtrigger

# Lists of a person's games read the seats of open ones alone, and the newest of ended ones, by indexes. Seats of new
# games are open.
OPEN_SEATS = pgtrigger.Trigger(
    name="open_seats",
    when=pgtrigger.After,
    operation=pgtrigger.UpdateOf("status", "ended_at"),  # type: ignore[no-untyped-call]
    condition=pgtrigger.AnyChange("status", "ended_at"),
    declare=[("opens", "boolean = NEW.status NOT IN ('finished', 'cancelled')")],
    func="UPDATE games_seat SET is_open = opens, ended_at = NEW.ended_at WHERE game_id = NEW.id "
    "AND (is_open <> opens OR ended_at IS DISTINCT FROM NEW.ended_at); RETURN NULL;",
)
