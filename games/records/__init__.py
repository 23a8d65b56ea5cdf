"""Game records in and out: games that were played elsewhere, shown as replays."""
