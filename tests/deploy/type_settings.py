"""The settings as mypy reads them, so that `mypy` needs no environment."""

import os

from tests.deploy.production import PRODUCTION

os.environ.update(PRODUCTION)

from odinsite.settings import *  # noqa: F403
