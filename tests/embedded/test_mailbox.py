"""`/mail/` shows the embedded mode's emails harmlessly to anyone with the key."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client, override_settings

KEY = "the-key-that-was-printed"
EVIL = "<script>alert(1)</script>"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Iterator[Path]:
    with override_settings(MAILBOX_KEY=KEY, EMAIL_FILE_PATH=str(tmp_path)):
        yield tmp_path


def send(folder: Path, *subjects: str) -> None:
    """Send emails, one file for each connection, as the file backend does."""
    with get_connection("django.core.mail.backends.filebased.EmailBackend", file_path=str(folder)) as connection:
        for subject in subjects:
            mail = EmailMultiAlternatives(
                subject, f"See https://odin.example/g/7/ {EVIL}", to=["bob@example.org"], connection=connection
            )
            mail.attach_alternative(f"<p>Grüße {EVIL}</p>", "text/html")
            mail.send()


@pytest.fixture
def reader(client: Client) -> Client:
    response = client.get(f"/mail/?key={KEY}")
    assert (response.status_code, response.headers["Location"]) == (302, "/mail/")
    return client


@pytest.mark.parametrize("address", ["/mail/", "/mail/?key=", "/mail/?key=wrong", "/mail/20260101-000000-1/0/"])
def test_without_the_key_there_is_no_such_page(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@override_settings(MAILBOX_KEY="")
def test_without_a_key_in_the_settings_nothing_opens_it(client: Client) -> None:
    client.cookies["mailbox"] = ""
    assert client.get("/mail/?key=").status_code == 404


def test_empty_folder(reader: Client) -> None:
    assert "Nothing to show yet" in reader.get("/mail/").content.decode()


def test_lists_all_mails_newest_first(reader: Client, folder: Path) -> None:
    send(folder, "First", "Second")
    page = reader.get("/mail/").content.decode()
    assert 0 < page.index("Second") < page.index("First")
    assert "bob@example.org" in page


def test_shows_text_escaped_with_links(reader: Client, folder: Path) -> None:
    send(folder, f"Your turn {EVIL}")
    (file,) = folder.iterdir()
    response = reader.get(f"/mail/{file.stem}/0/")
    page = response.content.decode()
    assert 'href="https://odin.example/g/7/"' in page
    assert EVIL not in page
    assert "frame-src 'self'" in response.headers["Content-Security-Policy"]


def test_shows_the_html_part_in_a_sandbox(reader: Client, folder: Path) -> None:
    send(folder, "Your turn")
    (file,) = folder.iterdir()
    response = reader.get(f"/mail/{file.stem}/0/html")
    policy = response.headers["Content-Security-Policy"]
    assert "Grüße" in response.content.decode()
    assert policy.startswith("sandbox; default-src 'none'")
    assert "script-src" not in policy
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"


@pytest.mark.parametrize("name", ["20260101-000000-1", "..", "..%2f..%2fsecret_key", "secret_key", "20260101-0-1.log"])
def test_nothing_but_mails_is_to_be_had(reader: Client, folder: Path, name: str) -> None:
    (folder / "secret_key.log").write_text("Subject: no mail\n\n")
    assert reader.get(f"/mail/{name}/0/").status_code == 404
