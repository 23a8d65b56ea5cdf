"""The web process, `python -m odinsite.web`: daphne with limits."""
