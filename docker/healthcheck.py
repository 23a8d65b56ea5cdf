"""Exit 0 when the web process in this container can serve. Asks under the public name: others are refused."""

import http.client
import os
import sys
from urllib.parse import urlsplit

PATIENCE = 4


def main() -> int:
    connection = http.client.HTTPConnection("127.0.0.1", 8000, timeout=PATIENCE)
    try:
        connection.request("GET", "/healthz", headers={"Host": urlsplit(os.environ["PUBLIC_URL"]).netloc})
        return 0 if connection.getresponse().status == http.HTTPStatus.OK else 1
    except (OSError, http.client.HTTPException):
        return 1
    finally:
        connection.close()


if __name__ == "__main__":
    sys.exit(main())
