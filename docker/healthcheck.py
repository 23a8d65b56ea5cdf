"""Exits with 0 if the process of this container works. Loads nothing of the site, because it runs every minute.

`healthcheck.py` sends a request to the web process.
`healthcheck.py heartbeat` checks the file HEARTBEAT_FILE, which workers and the timetable update every ten seconds.
"""

import http.client
import os
import sys
import time

PATIENCE = 4
SILENT = 60


def main(arguments: list[str]) -> int:
    return 0 if (heart_beats() if arguments == ["heartbeat"] else web_answers()) else 1


def heart_beats() -> bool:
    try:
        return time.time() - os.stat(os.environ["HEARTBEAT_FILE"]).st_mtime <= SILENT
    except FileNotFoundError:
        return False


def web_answers() -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=PATIENCE)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
