"""Bring the catalogues of translations up to date with the sources, and compile them.

`python -m tests.words [LANGUAGE ...]`, all of the site's languages if none is named.
"""

import os
import sys

from odinsite.embedded.command import surroundings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "odinsite.settings")

# The settings name the languages; no server is asked for that, as none is by Django's own command for words.
with surroundings(["manage.py", "makemessages"]):
    from tests.words.catalogues import TRANSLATED, update

    for language in sys.argv[1:] or TRANSLATED:
        print(f"{language}: {update(language)} messages wait for a translator")  # noqa: T201 # talks to a terminal
