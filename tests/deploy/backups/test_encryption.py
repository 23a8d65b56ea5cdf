"""`backup --encrypt-to` writes a file that only its key opens, in `restore` and in age's own format."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pyrage
import pytest
from django.core.management import CommandError, call_command
from pyrage import x25519

from odinsite.backup.archive import reading
from odinsite.backup.encryption import encrypted as encrypting
from odinsite.backup.encryption import recipients_read
from odinsite.backup.errors import BackupRefused
from tests.deploy.backups.databases import backup_of, digests, verify_all
from tests.deploy.backups.world import World, assert_refused, restore

pytestmark = [pytest.mark.whole, pytest.mark.django_db(transaction=True)]


@dataclass(frozen=True)
class Key:
    public: str
    file: Path


def key_make(folder: Path, name: str) -> Key:
    """A key as age-keygen writes it."""
    identity = x25519.Identity.generate()
    file = folder / name
    file.write_text(f"# created: today\n# public key: {identity.to_public()}\n{identity}\n")
    return Key(str(identity.to_public()), file)


@pytest.fixture
def key(tmp_path: Path) -> Key:
    return key_make(tmp_path, "key.txt")


def encrypted(folder: Path, *keys: Key) -> Path:
    file = folder / "secret.zip"
    call_command("backup", str(file), encrypt_to=[key.public for key in keys], verbosity=0)
    return file


def test_any_of_its_keys_opens_a_backup_and_nothing_plain_is_stored(site: World, tmp_path: Path, key: Key) -> None:
    other = key_make(tmp_path, "other.txt")
    file = encrypted(tmp_path, key, other)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.read_bytes().startswith(b"age-encryption.org/v1\n")
    assert b"games_move" not in file.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["key.txt", "other.txt", "secret.zip"]
    plain = digests(backup_of(tmp_path))
    for each in (key, other):
        with reading(file, each.file) as backup:
            assert {part.table: part.sha256 for part in backup.manifest.parts} == plain


def test_age_itself_decrypts_it(site: World, tmp_path: Path, key: Key) -> None:
    identity = x25519.Identity.from_str(key.file.read_text().splitlines()[-1])
    plain = tmp_path / "plain.zip"
    plain.write_bytes(pyrage.decrypt(encrypted(tmp_path, key).read_bytes(), [identity]))
    assert digests(plain) == digests(backup_of(tmp_path))


def test_it_is_restored_with_its_key(site: World, tmp_path: Path, key: Key) -> None:
    file = encrypted(tmp_path, key)
    restore(file, "--replace", "--yes", "--identity", str(key.file))
    assert verify_all() > 0


def test_without_its_key_it_is_refused_and_nothing_changes(site: World, tmp_path: Path, key: Key) -> None:
    file, other = encrypted(tmp_path, key), key_make(tmp_path, "other.txt")
    broken = tmp_path / "broken.zip"
    broken.write_bytes(file.read_bytes()[:-100])
    no_key = tmp_path / "no key"
    no_key.write_text("what is this?\n")
    for words, *options in (
        ("Name the file of its private key", file),
        ("is encrypted for another key", file, "--identity", str(other.file)),
        ("damaged or cut short", broken, "--identity", str(key.file)),
        ("has no private key", file, "--identity", str(no_key)),
        ("cannot be read", file, "--identity", str(tmp_path / "missing")),
    ):
        target, *rest = options
        assert isinstance(target, Path)
        assert_refused(words, target, "--replace", "--yes", *map(str, rest))


def test_a_wrong_public_key_is_refused_and_leaves_no_file(site: World, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="is no public key"):
        call_command("backup", str(tmp_path / "secret.zip"), encrypt_to=["age1wrong"])
    assert list(tmp_path.iterdir()) == []


class FullDisk(io.BytesIO):
    def write(self, _data: object) -> int:
        raise OSError(28, "No space left on device")


def test_a_full_disk_ends_it_with_a_sentence(key: Key) -> None:
    recipients = recipients_read([key.public])
    with pytest.raises(BackupRefused, match="No space left"), encrypting(FullDisk(), recipients) as plain:
        plain.write(bytes(1 << 20))
