"""What the seats of a game are called, the same on every page and in every mail."""

from collections.abc import Sequence

from games.models import Seat


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """The name to show for each of a game's seats, which come in order and with their accounts.

    A bot that holds several seats is "Fenrir" at the first and "Fenrir 2" at the next.
    """
    names: list[str] = []
    for seat in seats:
        same = sum(other.user_id == seat.user_id for other in seats[: len(names)])
        names.append(f"{seat.user.name} {same + 1}" if same else seat.user.name)
    return names
