"""An environment that the settings accept for production. It names no server that exists."""

from typing import Final

KEY: Final = "kX3v9Tq7bW1mZ5pR8sN2cF6hJ4gL0dYa"
PRODUCTION: Final = {
    "DATABASE_URL": "postgres://odin:word@database.example/odin",
    "REDIS_URL": "redis://redis.example:6379/0",
    "SECRET_KEY": KEY + KEY,
    "CHAIN_KEY": "9k1Yb0m8wZc2v5LrT7xQe4uJ6sNfHgPdAoRiKtXyBzE=",
    "PUBLIC_URL": "https://odin.example.org",
    "TRUSTED_PROXIES": "10.0.0.0/8",
    "EMAIL_URL": "smtp+tls://user:word@mail.example:587",
}
