"""Environment for embedded servers and the data folder."""

import os

from odinsite.embedded.errors import StartError
from odinsite.embedded.folder import Folder


def set_environment(folder: Folder) -> None:
    """Set the variables that are missing. Raises StartError if only one server is named."""
    if os.environ.get("REDIS_URL"):
        raise StartError("REDIS_URL is set and DATABASE_URL is not. Set both, or neither for the embedded servers.")
    os.environ["DATABASE_URL"] = folder.database_url
    os.environ["REDIS_URL"] = folder.redis_url
    os.environ["ODIN_EMBEDDED"] = "1"
    set_secrets_and_folders(folder)


def set_secrets_and_folders(folder: Folder) -> None:
    for name, value in folder.secrets().items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("STATIC_ROOT", str(folder.static))
    os.environ.setdefault("MAIL_DIR", str(folder.mail))
