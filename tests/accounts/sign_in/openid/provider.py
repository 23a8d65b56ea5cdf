"""A small OpenID Connect provider on this machine: it lets everyone in as its `person`."""

from __future__ import annotations

import json
import secrets
import time
from base64 import b64encode, urlsafe_b64encode
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key

CLIENT, SECRET = "odin", "a-secret-of-the-client"
Claims = dict[str, Any]


class Provider(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Pages)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.key = generate_private_key(SECP256R1())
        self.person: Claims = {}
        # Other values for the userinfo.
        self.userinfo: Claims = {}
        self.audience = CLIENT
        # When the browser logged in there; whether the provider asks it to log in again if the client wants that, and
        # says when it did.
        self.logged_in_at = time.time()
        self.asks_again = True
        self.tells_when = True
        self.tokens: dict[str, Claims] = {}
        # For each code: the person, and the values of the request.
        self.codes: dict[str, tuple[Claims, dict[str, str]]] = {}
        Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()

    def close(self) -> None:
        self.shutdown()
        self.server_close()

    def code_for(self, asked: dict[str, str]) -> str:
        code = secrets.token_urlsafe()
        if self.asks_again and asked.get("max_age") == "0" and asked.get("prompt") == "login":
            self.logged_in_at = time.time()
        self.codes[code] = self.person, asked
        return code

    def answer_to(self, form: dict[str, str], basic: str) -> Claims | None:
        """The tokens for a code, once; None for a wrong one."""
        person, asked = self.codes.pop(form.get("code", ""), ({}, {}))
        challenge = urlsafe_b64encode(sha256(form.get("code_verifier", "").encode()).digest()).decode().rstrip("=")
        known = basic == f"Basic {b64encode(f'{CLIENT}:{SECRET}'.encode()).decode()}"
        if not known or asked.get("code_challenge") != challenge or asked["redirect_uri"] != form["redirect_uri"]:
            return None
        access, now = secrets.token_urlsafe(), int(time.time())
        self.tokens[access] = person
        claims = {"iss": self.url, "aud": self.audience, "sub": person["sub"], "iat": now, "exp": now + 60}
        if self.tells_when and "max_age" in asked:
            claims["auth_time"] = int(self.logged_in_at)
        signed = jwt.encode(claims, self.key, algorithm="ES256", headers={"kid": "one"})
        return {"access_token": access, "token_type": "Bearer", "expires_in": 60, "id_token": signed}


class Pages(BaseHTTPRequestHandler):
    server: Provider

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        url = self.server.url
        match parts.path:
            case "/.well-known/openid-configuration":
                ways = {"authorization": "authorize", "token": "token", "userinfo": "userinfo"}
                pages = {f"{name}_endpoint": f"{url}/{path}" for name, path in ways.items()}
                auth = {"token_endpoint_auth_methods_supported": ["client_secret_basic"]}
                self._json({"issuer": url, "jwks_uri": f"{url}/keys", **pages, **auth})
            case "/keys":
                key = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self.server.key.public_key()))
                self._json({"keys": [{**key, "kid": "one", "alg": "ES256", "use": "sig"}]})
            case "/authorize":
                back = urlencode({"code": self.server.code_for(asked), "state": asked["state"]})
                self.send_response(302)
                self.send_header("Location", f"{asked['redirect_uri']}?{back}")
                self.end_headers()
            case "/userinfo":
                person = self.server.tokens.get(self.headers.get("Authorization", "").removeprefix("Bearer "))
                self._json({**person, **self.server.userinfo} if person else {"error": "none"}, 200 if person else 401)
            case _:
                self._json({}, 404)

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"])).decode()
        form = {name: values[0] for name, values in parse_qs(sent).items()}
        answer = self.server.answer_to(form, self.headers.get("Authorization", ""))
        self._json(answer or {"error": "invalid_grant"}, 200 if answer else 400)

    def log_message(self, *_said: object) -> None:
        """Log nothing, so that the tests' output stays clean."""

    def _json(self, said: Claims, status: int = 200) -> None:
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
