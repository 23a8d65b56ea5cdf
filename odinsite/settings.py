"""Settings of all processes, from the environment (README.md)."""

from email.utils import formataddr
from pathlib import Path
from ssl import CERT_REQUIRED
from typing import Any
from urllib.parse import urlsplit

from games.bots import REGISTRY
from odinsite.database.pool import CONNECT_S, pool_options
from odinsite.env import (
    admin_path,
    broker_url,
    choice,
    days,
    env,
    fernet_keys,
    hook_secret,
    mail_addresses,
    networks,
    open_id,
    optional_secret,
    public_url,
    required,
    secret,
    site_name,
    static_url,
    vapid_key,
    web_address,
)
from odinsite.files.policy import content_policy
from odinsite.libraries import LIBRARIES
from odinsite.logs.configuration import FORMATS, LEVELS, logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG: bool = env.bool("DEBUG", default=False)
# The name on pages, in emails, in the phone's app and in authenticator apps.
SITE_NAME = site_name("SITE_NAME", default="Odin by web")
SECRET_KEY = secret("SECRET_KEY")
# Newest first; seal the games' chains of seeds.
CHAIN_KEYS = fernet_keys("CHAIN_KEY")
# Signs web push (RFC 8292): 32 bytes in URL-safe base64. Empty: no web push.
VAPID_PRIVATE_KEY = vapid_key("VAPID_PRIVATE_KEY")
# The operator's own networks that webhooks may reach, besides the public internet.
OUTWARD_NETWORKS = networks("OUTWARD_NETWORKS")

# Programs that send the token, or come from these networks without a proxy, may read /metrics. Empty: none may.
METRICS_TOKEN = optional_secret("METRICS_TOKEN")
METRICS_NETWORKS = networks("METRICS_NETWORKS")

# First parts of other addresses, closed to the admin (tests/deploy keeps the list true).
ADMIN_URL_TAKEN = {
    *("accounts", "api", "archive", "bots", "calendar", "challenges", "contact", "daily", "drawing-words", "friends"),
    *("g", "games", "healthz", "hooks", "i", "j", "l", "leaders", "leagues", "learn", "livez", "lj", "m", "mail"),
    *("messages", "metrics", "oembed", "offline", "players", "previews", "privacy", "qr.svg", "r", "readyz"),
    *("records", "report", "rules", "settings", "shortcuts", "static", "stop", "t", "tables", "terms", "version"),
    *("weekly", "ws"),
}
ADMIN_URL = admin_path("ADMIN_URL", ADMIN_URL_TAKEN)
# Days for which networks of accounts are stored; 0: not at all.
NETWORK_DAYS = days("NETWORK_DAYS", default=30)
# Seconds before a bot's turn, so that people can follow.
BOT_PAUSE_S: float = env.float("BOT_PAUSE_S", default=0.7)
# Without it, prepared queries, one-statement turns and caches take the plain way (accounts/fast/README.md).
ODIN_FAST: bool = env.bool("ODIN_FAST", default=True)

EMBEDDED: bool = env.bool("ODIN_EMBEDDED", default=False)

# For links in emails, allowed hosts, CSRF origins and cookies. Without PUBLIC_URL, the address that `manage.py up`
# printed.
_chosen_url: str = env.str("PUBLIC_URL", default="")
PUBLIC_URL = public_url(_chosen_url or env.str("ODIN_ADDRESS", default="") or "http://127.0.0.1:8000")
_public = urlsplit(PUBLIC_URL)
HTTPS = _public.scheme == "https"
ALLOWED_HOSTS: list[str] = sorted(
    {
        _public.hostname or "",
        *env.list("ALLOWED_HOSTS", default=[]),
        *(["localhost", "127.0.0.1"] if EMBEDDED and not _chosen_url else []),
    }
)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
SESSION_ENGINE = "accounts.sign_in.session_store"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_SSL_REDIRECT = HTTPS
# Programs inside ask for it, without TLS.
SECURE_REDIRECT_EXEMPT = [r"^version$"]
# Subdomains and preload lists are the domain owner's choice, at the proxy.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Their X-Forwarded-For and X-Forwarded-Proto are believed.
TRUSTED_PROXIES: list[str] = env.list("TRUSTED_PROXIES", default=[])
# Safe only because TrustedProxyMiddleware drops the header from others.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# If empty, there is no /mail/.
MAILBOX_KEY: str = env.str("MAILBOX_KEY", default="") if EMBEDDED and not _chosen_url else ""

INSTALLED_APPS = [
    "accounts.staff_config.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    # Always there: what is stored of a provider that is no longer set can still be exported and erased.
    "accounts.sign_in.openid.apps.SocialAccountConfig",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "csp",
    "pgtrigger",
    "odinsite",
    "games",
    "accounts",
]

MIDDLEWARE = [
    "odinsite.logs.middleware.RequestLogMiddleware",
    "odinsite.web.proxies.TrustedProxyMiddleware",
    "odinsite.health.ProbesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "odinsite.files.serving.StaticFiles",
    # Every turn sends the table again. This middleware's random bytes, and a fresh mask of each page's token, protect
    # compressed pages against BREACH.
    "django.middleware.gzip.GZipMiddleware",
    "games.api.edge.ProgramsMiddleware",
    "odinsite.web.shared_caches.SharedCachesMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.PreferencesMiddleware",
    "games.middleware.CountingMiddleware",
    "accounts.sign_in.networks.NetworkMiddleware",
    "odinsite.web.maintenance.ClosedSiteMiddleware",
    "accounts.bans.middleware.BannedNetworkMiddleware",
    "accounts.middleware.SuspensionMiddleware",
    "accounts.middleware.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "games.web.refusals.RefusalMiddleware",
]

ROOT_URLCONF = "odinsite.urls"
ASGI_APPLICATION = "odinsite.asgi.application"

_loaders = ["django.template.loaders.filesystem.Loader", "django.template.loaders.app_directories.Loader"]
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": _loaders if DEBUG else [("django.template.loaders.cached.Loader", _loaders)],
            "builtins": ["odinsite.web.site_name"],
            "libraries": LIBRARIES,
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.context_processors.waiting",
                "odinsite.context.site",
            ],
        },
    },
]

DATABASES = {"default": {**env.db_url_config(required("DATABASE_URL")), "CONN_MAX_AGE": 0, "ATOMIC_REQUESTS": False}}
# Planning took longer than execution, and compiling a plan much longer.
DATABASES["default"].setdefault("OPTIONS", {}).update(
    {"server_side_binding": True, "prepare_threshold": 5, "options": "-c jit=off"}
)
# Under ASGI each request has its own thread, so only a pool keeps connections.
if _pool_size := env.int("DB_POOL_SIZE", default=0):
    DATABASES["default"]["ENGINE"] = "odinsite.database.engine"
    # A restarted server has forgotten its connections.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"]["pool"] = pool_options(_pool_size)
    # An attempt at a machine that answers nothing fails, too.
    DATABASES["default"]["OPTIONS"].setdefault("connect_timeout", CONNECT_S)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = required("REDIS_URL")
REDIS_CACHE_URL = env.str("REDIS_CACHE_URL", default="") or REDIS_URL
REDIS_CHANNELS_URL = env.str("REDIS_CHANNELS_URL", default="") or REDIS_URL
# Pages must not wait long.
REDIS_TIMEOUTS = {"socket_connect_timeout": 2.0, "socket_timeout": 2.0}
CACHES = {"default": {"BACKEND": "odinsite.redis.cache.LastingCache", "LOCATION": REDIS_CACHE_URL}}
CHANNEL_LAYERS = {"default": {"BACKEND": "odinsite.redis.layer.Layer", "CONFIG": {"hosts": [REDIS_CHANNELS_URL]}}}

CELERY_BROKER_URL = broker_url(REDIS_URL)
# Without it, only the queue's client would take any certificate.
CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": CERT_REQUIRED} if REDIS_URL.startswith("rediss://") else None
# Seconds until a lost worker's tasks come back; must exceed the time limit below. Queues are served in the order given,
# not in turn.
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300, "queue_order_strategy": "priority", **REDIS_TIMEOUTS
}  # fmt: skip
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CONSUMER = "odinsite.queue.consumer:FairConsumer"
# Tasks for which a process keeps its database connection (odinsite.queue.connections).
CELERY_DB_REUSE_MAX = 1000
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# Its own processes log as LOGGING says (odinsite.celery).
CELERY_WORKER_REDIRECT_STDOUTS = False
# No limit: workers and beat wait for Redis, even for days.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BEAT_SCHEDULER = "odinsite.queue.heartbeats:BeatingScheduler"
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
# A stuck task must not hold a worker; sweeps repeat its work.
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90

AUTH_USER_MODEL = "accounts.User"
# Related rows, of apps above, loaded with an account.
LOADED_WITH_ACCOUNTS = ("preferences",)
AUTHENTICATION_BACKENDS = [
    "accounts.sign_in.backends.PersonBackend",
    "accounts.sign_in.backends.EmailOrHandleBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "accounts.sign_in.passwords.NotPersonal",
        "OPTIONS": {"user_attributes": ["handle", "email"]},
    },
    {"NAME": "accounts.sign_in.passwords.Long"},
    {"NAME": "accounts.sign_in.passwords.Uncommon"},
    {"NAME": "accounts.sign_in.passwords.NotNumeric"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

ACCOUNT_USER_MODEL_USERNAME_FIELD = "handle"
# An account's address is written once it is confirmed (accounts.sign_in.addresses), not by the library.
ACCOUNT_USER_MODEL_EMAIL_FIELD = None
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SESSION_REMEMBER = True
# Strict: many accounts may claim an address.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# The email says so too; a username is free again after this time (accounts.sign_in.unconfirmed).
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 1
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# They speak for the site; only `manage.py make_admin` gives them.
OPERATOR_HANDLES = ["admin", "administrator", "moderator", "odin", "operator", "root", "staff", "support", "webmaster"]
# Refused at sign-up: those, and bots' (accounts.sign_in.adapter refuses look-alikes).
ACCOUNT_USERNAME_BLACKLIST = [
    *OPERATOR_HANDLES, "caretaker", "nobody", "system", *(bot.label for bot in REGISTRY.values()),
]  # fmt: skip
ACCOUNT_ADAPTER = "accounts.sign_in.adapter.AccountAdapter"
# Programs that fill it in are promised an email that is never sent.
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.forms.SignupExtras"
ACCOUNT_FORMS = {
    "signup": "accounts.sign_in.signup_forms.SignupForm",
    "add_email": "accounts.sign_in.signup_forms.AddressForm",
    "change_password": "accounts.sign_in.guarded_forms.ChangePasswordForm",
    "user_token": "accounts.sign_in.mailed_links.forms.ResetTokenForm",
    "reset_password": "accounts.sign_in.mailed_links.forms.NewPasswordForm",
}
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "accounts.sign_in.mailed_links.tokens.ResetTokens"  # noqa: S105 # a class
# A stolen session must not change the address.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# Without the library's emailed code, which people with a password could use instead of it. The last two are those of
# accounts.sign_in.proof, for people without one.
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", "mailed_code", "socialaccount"]
# accounts.sign_in.login_limits counts passwords and codes, and accounts.sign_in.mailed_links.mail_limits emails. The
# others count by network: a stolen session must not use up an account's count.
ACCOUNT_RATE_LIMITS = {
    "login_failed": None, "reauthenticate": "10/m/ip", "change_password": "10/m/ip", "manage_email": "10/m/ip",
    "request_login_code": "20/m/ip", "reset_password": "20/m/ip", "confirm_email": None,
}  # fmt: skip

# Optional for people, required for staff (accounts.sign_in.two_factor).
MFA_ADAPTER = "accounts.sign_in.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.sign_in.guarded_forms.CodeForm",
    "reauthenticate": "accounts.sign_in.guarded_forms.CodeAgainForm",
}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
# The previous and the next code are valid too, because clocks differ.
MFA_TOTP_TOLERANCE = 1
# Logins need a confirmed address, so no one can lock its owner out.
MFA_ALLOW_UNVERIFIED_EMAIL = True

# The OpenID Connect provider that people may log in with (accounts.sign_in.openid), or None.
OIDC = open_id()
SOCIALACCOUNT_ADAPTER = "accounts.sign_in.openid.adapter.OpenIdAdapter"
SOCIALACCOUNT_FORMS = {"signup": "accounts.sign_in.openid.forms.ProviderSignupForm"}
# A username is chosen, never taken over.
SOCIALACCOUNT_AUTO_SIGNUP = False
# The adapter says which account may be found by its address; accounts.sign_in.openid.connecting connects it.
SOCIALACCOUNT_EMAIL_AUTHENTICATION_AUTO_CONNECT = False

DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default=formataddr((SITE_NAME, "odin@localhost")))
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "
# A dead mail server must not hold a worker.
EMAIL_TIMEOUT = 20
if env.str("EMAIL_URL", default=""):
    vars().update(env.email_url("EMAIL_URL"))
else:
    # `manage.py up` names a folder; elsewhere emails must not vanish into one.
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = required("MAIL_DIR", "EMAIL_URL")

# Email providers send the secret (odinsite.mail_hooks), or sign with a key, such as MAILGUN_WEBHOOK_SIGNING_KEY=...;
# without the secret there are no hooks.
MAIL_HOOK_SECRET = hook_secret("MAIL_HOOK_SECRET")
ANYMAIL: dict[str, Any] = {"WEBHOOK_SECRET": [MAIL_HOOK_SECRET], **env.dict("MAIL_HOOK_KEYS", default={})}

LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGES = [
    ("en", "English"),
    ("ca", "Català"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
]
LOCALE_PATHS = [BASE_DIR / "odinsite" / "locale"]
TIME_ZONE = "UTC"
USE_I18N = USE_TZ = True
FORMAT_MODULE_PATH = ["odinsite.formats"]

# A path, or the address of a CDN that fetches from this site.
STATIC_URL = static_url("STATIC_URL")
STATIC_ROOT: str = env.str("STATIC_ROOT", default=str(BASE_DIR / ".data" / "static"))
# Other sites need none of our files, but with a CDN pages are another site.
WHITENOISE_ALLOW_ALL_ORIGINS = not STATIC_URL.startswith("/")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "odinsite.storage.HashedStaticFiles"},
}

CONTENT_SECURITY_POLICY = content_policy(PUBLIC_URL, STATIC_URL)

# The addresses that get emails of errors and alarms, and the webhook that gets alarms (odinsite.alarms).
ADMINS = [("", address) for address in mail_addresses("ODIN_ADMINS")]
ALARM_URL = web_address("ALARM_URL")
SENTRY_DSN = web_address("SENTRY_DSN")
# The folder of the nightly backups, if there are any.
BACKUP_DIR: str = env.str("BACKUP_DIR", default="")

LOGGING = logging_settings(
    level=choice("LOG_LEVEL", LEVELS, default="INFO"),
    shape=choice("LOG_FORMAT", FORMATS, default="lines"),
    mails=bool(ADMINS),
    sentry=bool(SENTRY_DSN),
)
