"""The tests' own authority keeps the rules that Python requires from 3.13 on."""

import socket
import ssl

from tests.notices.outward.server import Authority, Server


def test_its_certificates_pass_strict_checks(authority: Authority) -> None:
    strict = ssl.create_default_context(cafile=str(authority.bundle))
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    with (
        Server(authority.context_for("localhost")) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=5) as plain,
        strict.wrap_socket(plain, server_hostname="localhost") as connection,
    ):
        assert connection.version() == "TLSv1.3"
