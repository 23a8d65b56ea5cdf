"""Bring the catalogues of translations up to date with the sources, compile them, and check all words.

`python -m tests.words [LANGUAGE ...]`, all of the site's languages if none is named. Exits with 1 if a message waits
for a translator or a check finds a fault.
"""

import os
import sys

from odinsite.embedded.command import surroundings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

# The settings name the languages; no server is asked for that, as none is by Django's own command for words.
with surroundings(["manage.py", "makemessages"]):
    from tests.words.catalogues import TRANSLATED
    from tests.words.report import report

    sys.exit(report(sys.argv[1:] or TRANSLATED))
