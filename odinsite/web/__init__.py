"""The web process: `python -m odinsite.web`, which is daphne with limits on what clients may send."""
