#!/usr/bin/env python
"""Command line of the site. `manage.py up` starts all of it; see README.md."""

import sys

from odinsite.embedded import main

if __name__ == "__main__":
    sys.exit(main(sys.argv))
