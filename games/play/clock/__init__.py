"""Time in a running game: deadlines, time-outs, pauses, absences, reminders."""
