"""A running game's time: deadlines, time-outs, pauses, absences, reminders."""
