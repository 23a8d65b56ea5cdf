"""The queue's processes: timetable, sweeps, heartbeats."""
