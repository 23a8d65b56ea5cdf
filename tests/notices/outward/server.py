"""A TLS server with its own authority, whose paths choose the answers."""

from __future__ import annotations

import ipaddress
import ssl
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DRIP_S = 0.2
LONG = 200_000
SIGNS = x509.KeyUsage(
    key_cert_sign=True,
    crl_sign=True,
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


@dataclass(frozen=True)
class Request:
    path: str
    headers: Message
    body: bytes


class Authority:
    """A certificate authority. `bundle` is the file of its own certificate."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bundle = folder / "authority.pem"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _named("An authority for tests")
        constraint = x509.BasicConstraints(ca=True, path_length=0)
        # Python 3.13 asks for all of these.
        certificate = (
            self._draft(self._name, self._key)
            .add_extension(constraint, critical=True)
            .add_extension(SIGNS, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self._key.public_key()), critical=False)
        )
        self.bundle.write_bytes(_pem(certificate.sign(self._key, hashes.SHA256())))

    def context_for(self, *names: str) -> ssl.SSLContext:
        key = ec.generate_private_key(ec.SECP256R1())
        alternatives = x509.SubjectAlternativeName([_alternative(name) for name in names])
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        draft = (
            self._draft(_named(names[0]), key)
            .add_extension(alternatives, critical=False)
            .add_extension(issuer, critical=False)
        )
        path = self.folder / f"{names[0]}.pem"
        path.write_bytes(_pem(draft.sign(self._key, hashes.SHA256())) + _key_pem(key))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context

    def _draft(self, subject: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
        at = datetime.now(UTC)
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(at - timedelta(days=400))
            .not_valid_after(at + timedelta(days=400))
        )


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


class Server(ThreadingHTTPServer):
    """A server for webhooks. `requests` are complete ones; `statuses` are answers given once each."""

    daemon_threads = True

    def __init__(self, context: ssl.SSLContext) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        self.requests: list[Request] = []
        self.statuses: list[int] = []
        self.stopped = threading.Event()
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    def address(self, path: str, host: str = "localhost") -> str:
        return f"https://{host}:{self.port}{path}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopped.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients hang up on purpose."""


class _Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.requests.append(Request(self.path, self.headers, body))
        match self.path.strip("/").split("?")[0]:
            case "slow-headers":
                self._drip(b"HTTP/1.1 200 OK\r\n" + b"X-Slow: yes\r\n" * 100)
            case "slow-body":
                self._head(200, LONG)
                self._drip(b"." * 100)
            case "large":
                self._head(200, LONG)
                self.wfile.write(b"x" * LONG)
            case "large-headers":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"X-Large: " + b"x" * 10_000 + b"\r\n") * 20 + b"\r\nbody")
            case "endless-headers":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while not self.server.stopped.is_set():
                    self.wfile.write(b"X-Endless: yes\r\n")
            case "endless":
                self._chunks()
            case "nonsense":
                self.wfile.write(b"Good evening.\r\n\r\n")
            case "redirect":
                self._head(302, 0, location=self.server.address("/ok"))
            case _:
                self._head(self.server.statuses.pop(0) if self.server.statuses else 200, 2)
                self.wfile.write(b"ok")

    def _head(self, status: int, length: int, location: str = "") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length))
        if location:
            self.send_header("Location", location)
        self.end_headers()

    def _chunks(self) -> None:
        self.wfile.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while not self.server.stopped.is_set():
            self.wfile.write(b"400\r\n" + b"x" * 0x400 + b"\r\n")

    def _drip(self, text: bytes) -> None:
        for place in range(len(text)):
            if self.server.stopped.wait(DRIP_S):
                return
            self.wfile.write(text[place : place + 1])

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Addresses are secrets."""
