"""Encrypts backups for the holders of age keys (age-encryption.org), whose own program decrypts them too."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeAlias

import pyrage
from pyrage import ssh, x25519

from odinsite.backup.errors import BackupRefused

HEADER = b"age-encryption.org/v1\n"

# The library publishes no types.
Recipient: TypeAlias = Any
Identity: TypeAlias = Any


def recipients_read(texts: Sequence[str]) -> list[Recipient]:
    """The holders of these public keys, `age1...` or `ssh-...`. Raises BackupRefused."""
    return [_recipient(text.strip()) for text in texts]


def _recipient(text: str) -> Recipient:
    try:
        return ssh.Recipient.from_str(text) if text.startswith("ssh-") else x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise BackupRefused(f"{text[:20]!r} is no public key for --encrypt-to; age-keygen prints one.") from error


@contextmanager
def encrypted(target: IO[bytes], recipients: Sequence[Recipient]) -> Iterator[IO[bytes]]:
    """A file whose content reaches `target` encrypted; `target` itself without recipients. Nothing plain is stored."""
    if not recipients:
        yield target
        return
    ours, theirs = os.pipe()

    def encrypt() -> None:
        try:
            with open(ours, "rb") as plain:
                pyrage.encrypt_io(plain, target, recipients)
        except pyrage.EncryptError as error:
            raise BackupRefused(f"The encrypted backup cannot be written: {error}.") from error

    with ThreadPoolExecutor(max_workers=1) as threads:
        done = threads.submit(encrypt)
        try:
            # Closing it ends the other thread, also after an error.
            with open(theirs, "wb") as writing:
                yield writing
        except BrokenPipeError:
            # The other thread has ended with the cause.
            done.result()
            raise
        done.result()


@contextmanager
def decrypted(path: Path, identity: Path | None) -> Iterator[IO[bytes]]:
    """The backup's plain content. An encrypted one is decrypted into a file without a name. Raises BackupRefused or
    OSError.
    """
    with open(path, "rb") as file:
        if file.read(len(HEADER)) != HEADER:
            file.seek(0)
            yield file
            return
        if identity is None:
            raise BackupRefused(f"{path} is encrypted. Name the file of its private key: --identity FILE")
        keys = _identities(identity)
        file.seek(0)
        with tempfile.TemporaryFile() as plain:
            _decrypt(path, file, plain, keys)
            plain.seek(0)
            yield plain


def _decrypt(path: Path, file: IO[bytes], plain: IO[bytes], keys: Sequence[Identity]) -> None:
    try:
        pyrage.decrypt_io(file, plain, keys)
    except (pyrage.DecryptError, OSError) as error:
        # The library's own OSError for damage has no number.
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise BackupRefused(f"{path} is encrypted for another key, or it is damaged or cut short.") from error


def _identities(path: Path) -> list[Identity]:
    """The private keys in an age or SSH key's file."""
    try:
        text = path.read_text(encoding="utf-8")
        if "PRIVATE KEY-----" in text:
            return [ssh.Identity.from_buffer(text.encode())]
        lines = [line.strip() for line in text.splitlines()]
        found: list[Identity] = [x25519.Identity.from_str(line) for line in lines if line and not line.startswith("#")]
    except OSError as error:
        raise BackupRefused(f"{path} cannot be read: {error.strerror or error}.") from error
    except (UnicodeDecodeError, pyrage.IdentityError) as error:
        raise BackupRefused(f"{path} has no private key of age that needs no passphrase.") from error
    return found
