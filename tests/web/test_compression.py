"""The site compresses pages and parts, and serves static files precompressed."""

import gzip
from pathlib import Path

from django.http import FileResponse
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from tests.clients import ClientOf
from tests.games_laid import lay_game
from tests.table.tables import game_url, text_of

GZIP = {"Accept-Encoding": "gzip"}


def test_the_tables_part_travels_compressed(alice: User, bob: User, client_of: ClientOf) -> None:
    game = lay_game([alice, bob])
    client = client_of(alice)
    plain = client.get(game_url("table_part", game))
    packed = client.get(game_url("table_part", game), headers=GZIP)
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert len(packed.content) < len(plain.content) / 3
    assert 'id="table"' in gzip.decompress(packed.content).decode()
    assert packed["ETag"] == plain["ETag"]
    assert "Content-Encoding" not in plain
    assert client.get(game_url("table_part", game), headers=GZIP | {"If-None-Match": plain["ETag"]}).status_code == 304
    assert 'id="table"' in text_of(plain)


def test_a_static_file_is_compressed_once(settings: Settings, tmp_path: Path) -> None:
    sheet = b".cloth { color: red }\n" * 200
    (tmp_path / "sheet.css").write_bytes(sheet)
    (tmp_path / "sheet.css.gz").write_bytes(gzip.compress(sheet))
    settings.STATIC_ROOT = str(tmp_path)
    answer = Client().get("/static/sheet.css", headers=GZIP)
    assert isinstance(answer, FileResponse)
    assert answer["Content-Encoding"] == "gzip"
    assert gzip.decompress(b"".join(answer)) == sheet
