"""Workers import nothing that only the interface for programs needs, and it takes little memory of web processes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.live.children import ROOT, environment

WORKER = """
from celery.signals import celeryd_init
from odinsite.celery import app
app.loader.import_default_modules()
app.loader.init_worker()
celeryd_init.send(sender="worker@here", instance=None, conf=app.conf, options={})
"""
LINKS = """
from django.urls import reverse
links = [reverse("home"), reverse("games:table", args=["a"]), reverse("admin:index")]
"""
TOLD = """
import json, sys
print(json.dumps([name for name in ("ninja", "pydantic", "pydantic_core") if name in sys.modules]))
"""
WEIGHED = """
import gc, json, psutil, django
django.setup()
from odinsite import page_urls
def weight():
    gc.collect()
    return psutil.Process().memory_info().rss
before = weight()
import ninja, pydantic
print(json.dumps([(weight() - before) / 1e6]))
"""
MOST_MB = 25
LIMIT_S = 120.0


def told(code: str) -> Any:
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False, timeout=LIMIT_S
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_worker_that_writes_links_imports_neither_ninja_nor_pydantic(db: None) -> None:
    assert told(WORKER + LINKS + TOLD) == []


def test_a_web_process_imports_both(db: None) -> None:
    assert "ninja" in told("import odinsite.asgi\n" + LINKS + TOLD)


def test_both_take_little_memory(db: None) -> None:
    [megabytes] = told(WEIGHED)
    assert megabytes < MOST_MB
