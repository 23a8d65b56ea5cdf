"""A phone that holds a passkey, as a program."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from fido2.cose import ES256
from fido2.utils import websafe_decode, websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAGS = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


@dataclass
class Phone:
    """A phone with a passkey. `origin` and `frame` are what its browser reports about the page."""

    origin: str
    frame: Mapping[str, Any] = field(default_factory=dict)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential_id: bytes = field(default_factory=lambda: os.urandom(16))
    user_handle: str = ""

    def add(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `creation_options`."""
        asked = options["publicKey"]
        self.user_handle = asked["user"]["id"]
        numbers = self.key.public_key().public_numbers()
        parts = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        made = AttestedCredentialData.create(bytes(16), self.credential_id, ES256({1: 2, 3: -7, -1: 1, **parts}))
        data = AuthenticatorData.create(_hash(asked["rp"]["id"]), FLAGS | AuthenticatorData.FLAG.AT, 0, made)
        response = {"attestationObject": websafe_encode(AttestationObject.create("none", data, {}))}
        return self._credential(self._client_data("webauthn.create", asked), response)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """The answer to `request_options`."""
        asked = options["publicKey"]
        data = AuthenticatorData.create(_hash(asked["rpId"]), FLAGS, 1)
        client_data = self._client_data("webauthn.get", asked)
        signature = self.key.sign(data + sha256(client_data).digest(), ec.ECDSA(SHA256()))
        response = {"authenticatorData": data, "signature": signature, "userHandle": websafe_decode(self.user_handle)}
        return self._credential(client_data, {name: websafe_encode(part) for name, part in response.items()})

    def _client_data(self, kind: str, asked: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(kind, asked["challenge"], self.origin, **self.frame)

    def _credential(self, client_data: bytes, response: dict[str, str]) -> dict[str, Any]:
        name = websafe_encode(self.credential_id)
        said = {**response, "clientDataJSON": websafe_encode(client_data)}
        return {"id": name, "rawId": name, "type": "public-key", "response": said, "clientExtensionResults": {}}


def _hash(rp_id: str) -> bytes:
    return sha256(rp_id.encode()).digest()
