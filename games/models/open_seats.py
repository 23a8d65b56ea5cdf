"""A trigger that marks seats as open or not when their game's status changes, whichever code changes it."""

import pgtrigger

# Lists of a person's games read the seats of open ones alone, by an index. Seats of new games are open.
OPEN_SEATS = pgtrigger.Trigger(
    name="open_seats",
    when=pgtrigger.After,
    operation=pgtrigger.UpdateOf("status"),  # type: ignore[no-untyped-call]
    condition=pgtrigger.AnyChange("status"),
    declare=[("opens", "boolean = NEW.status NOT IN ('finished', 'cancelled')")],
    func="UPDATE games_seat SET is_open = opens WHERE game_id = NEW.id AND is_open <> opens; RETURN NULL;",
)
