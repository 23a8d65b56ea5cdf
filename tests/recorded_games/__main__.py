"""`python -m tests.recorded_games` writes all recorded games, equal each time."""

import json
import sys

from games.engine import verify_record
from tests.recorded_games import path_of
from tests.recorded_games.plans import PLANS
from tests.recorded_games.recorder import Recorder


def main() -> int:
    for name, plan in PLANS.items():
        record = json.loads(json.dumps(Recorder(name, plan).recorded()))
        differences = verify_record(record)
        if differences:
            sys.stderr.write(f"{name}: {differences[0]}\n")
            return 1
        path_of(name).write_text(json.dumps(record) + "\n", encoding="utf-8")
        sys.stdout.write(f"{name}: {len(record['hands'])} hands, {record['result']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
