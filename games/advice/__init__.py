"""The turn that the strongest bot would take in a seat's place, and why."""

from games.advice.advice import Advice, advise, expected_words
from games.advice.reasons import reason_words

__all__ = ["Advice", "advise", "expected_words", "reason_words"]
