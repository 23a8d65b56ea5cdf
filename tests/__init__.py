"""The tests. They keep bytecode even where the environment forbids it.

Otherwise a hundred processes would each compile the site and the assertions.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
