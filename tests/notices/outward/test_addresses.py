"""Addresses that messages are sent to, and refusals of others."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest
from pytest_django.fixtures import Settings

from games.notices.outward.address_check import ADDRESS_MAX, check_port, is_global, parse_address
from games.notices.outward.errors import DeliveryRefused, Unreachable
from games.notices.outward.http_client import send

NOT_GLOBAL = """
0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.254 127.0.0.1 127.8.9.10 169.254.169.254
172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.7
203.0.113.9 224.0.0.1 239.1.2.3 240.0.0.1 255.255.255.255
:: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1
64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1:: 2001:10::1 2001:20::1
2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1 5f00::1 fc00::1 fd12:3::4 fd00:ec2::254 fe80::1 fec0::1
ff02::1 ff0e::1
"""


@pytest.mark.parametrize("ip", NOT_GLOBAL.split())
def test_what_is_no_servers_place_on_the_open_net_is_refused(ip: str) -> None:
    assert not is_global(ip_address(ip))
    with pytest.raises(DeliveryRefused, match="private network"):
        check_port(ip_address(ip), 443)


@pytest.mark.parametrize(
    "ip",
    ["8.8.8.8", "100.63.255.255", "100.128.0.1", "172.32.0.1", "192.0.1.1", "2606:4700::1111", "2001:4860:4860::8888",
     "2a00:1450:4001::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8"],
)  # fmt: skip
def test_servers_on_the_open_net_are_not(ip: str) -> None:
    assert is_global(ip_address(ip))
    check_port(ip_address(ip), 443)


def test_an_operator_may_open_networks(settings: Settings) -> None:
    settings.OUTWARD_NETWORKS = [ip_network("10.1.0.0/16"), ip_network("fd00::/8")]
    for ip in ("10.1.2.3", "::ffff:10.1.2.3", "fd00::7"):
        check_port(ip_address(ip), 8443)
    for ip in ("10.2.0.1", "127.0.0.1", "::1"):
        with pytest.raises(DeliveryRefused):
            check_port(ip_address(ip), 443)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a full web address"),
        ("hooks.example.org/x", "https://"),
        ("http://hooks.example.org/x", "https://"),
        ("ftp://hooks.example.org/x", "https://"),
        ("file:///etc/passwd", "https://"),
        ("https:///x", "a full web address"),
        ("https://", "a full web address"),
        ("https://user:word@hooks.example.org/", "username"),
        ("https://@hooks.example.org/", "username"),
        ("https://hooks.example.org\\@127.0.0.1/", "a full web address"),
        ("https://hooks.example.org/\r\nHost: other", "a full web address"),
        ("https://hooks.example.org/a b", "a full web address"),
        ("https://hooks.example\t.org/", "a full web address"),
        ("https://höoks.example.org/", "a full web address"),
        ("https://hooks.example.org/" + "x" * ADDRESS_MAX, "a full web address"),
        ("https://a..b/", "a full web address"),
        (f"https://{'a' * 64}.example/", "a full web address"),
        ("https://[::1", "a full web address"),
        ("https://[::1]/", "private network"),
        ("https://[fe80::1%25eth0]/", "a full web address"),
        ("https://[::ffff:127.0.0.1]/", "private network"),
        ("https://127.0.0.1/", "private network"),
        ("https://169.254.169.254/latest", "private network"),
        ("https://hooks.example.org:8443/", "port"),
        ("https://hooks.example.org:22/", "port"),
        ("https://hooks.example.org:99999/", "a full web address"),
        ("https://8.8.8.8:8443/", "port"),
        ("https://hooks.example.org:0/", "port"),
    ],
)
def test_nonsense_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(DeliveryRefused, match=words):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "host", "path", "origin"),
    [
        ("https://Hooks.Example.org/a/b?c=d#e", "hooks.example.org", "/a/b?c=d", "https://hooks.example.org"),
        ("https://hooks.example.org.:443", "hooks.example.org", "/", "https://hooks.example.org"),
        ("https://[2606:4700::1111]/x", "2606:4700::1111", "/x", "https://[2606:4700::1111]"),
        ("HTTPS://xn--hoks-5qa.example/?q", "xn--hoks-5qa.example", "/?q", "https://xn--hoks-5qa.example"),
    ],
)
def test_an_address_is_read(text: str, host: str, path: str, origin: str) -> None:
    address = parse_address(text)
    assert (address.host, address.path, address.origin) == (host, path, origin)
    shown = repr(address) + str(address)
    assert "a/b" not in shown
    assert "c=d" not in shown


def test_a_number_in_other_clothes_is_checked_once_it_is_resolved() -> None:
    # The system's resolver reads these as 127.0.0.1.
    for host in ("2130706433", "0x7f.1", "127.1", "017700000001"):
        with pytest.raises(Unreachable, match="no public server"):
            send(f"https://{host}/", body=b"", headers={})
