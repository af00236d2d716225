"""Settings of the room, one file, read from the environment (docs/operations.md lists the variables).

With neither DATABASE_URL nor REDIS_URL the room is *embedded*: SQLite, in-memory channel layer and
cache, one process. With both it is the production shape: PostgreSQL, Redis, Celery, any number of
web processes.
"""

from pathlib import Path

import dj_database_url
from celery.schedules import crontab
from csp.constants import NONE, SELF
from redis.backoff import NoBackoff
from redis.retry import Retry

from pokerroom import environment as env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("ROOM_VAR", str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

DATABASE_URL = env.text("DATABASE_URL")
REDIS_URL = env.text("REDIS_URL")
EMBEDDED = not REDIS_URL
LOCAL = EMBEDDED and not DATABASE_URL
ROOM_NAME = env.text("ROOM_NAME", "Cardroom")

DEBUG = env.flag("DEBUG", default=False)
SECRET_KEY = env.secret("SECRET_KEY", folder=VAR_DIR, required=not LOCAL)
# Newest first; each is hashed to a key, the old ones still open what they closed.
DECK_KEYS = [key for key in env.secret("DECK_KEYS", folder=VAR_DIR, required=not LOCAL).split(",") if key]

# Full origins, scheme and port included: they decide which pages may open a table's socket.
PORT = int(env.text("PORT", "8000"))
ORIGINS = env.words("ORIGINS", f"http://127.0.0.1:{PORT},http://localhost:{PORT}")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", "127.0.0.1,localhost")
CSRF_TRUSTED_ORIGINS = ORIGINS
HTTPS = all(origin.startswith("https://") for origin in ORIGINS)

INSTALLED_APPS = [
    "daphne",
    "pokerroom",
    "tables",
    "cashier",
    "accounts",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "cashier.numbers.NumberStyle",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "pokerroom.urls"
ASGI_APPLICATION = "pokerroom.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.room",
                "cashier.context.balances",
                "tables.context.own_places",
                "cashier.context.number_style",
            ],
        },
    },
]

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
if DATABASE_URL:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_max_age=0)}
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(VAR_DIR / "room.sqlite3")}}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # One writer, WAL, and every commit on disk before it is answered.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;",
    }
    # Tests of races need a file: threads that share a database in memory get errors instead of waiting.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
else:
    # Persistent connections leak under daphne, so a pool hands them out; our backend only live ones.
    DATABASES["default"]["ENGINE"] = "pokerroom.postgresql"
    DATABASES["default"]["OPTIONS"] = {"pool": {"min_size": 4, "max_size": 16, "timeout": 10}}

if EMBEDDED:
    CHANNEL_LAYERS: dict[str, dict[str, object]] = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    # Its default size would throw heartbeats out at random.
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        },
    }
else:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "pokerroom.layer.RoomLayer",
            "CONFIG": {"hosts": [REDIS_URL]},
        },
    }
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": REDIS_URL,
            # The cache is asked while a table's row is locked: one that hangs must not hang the table.
            "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1, "retry": Retry(NoBackoff(), 1)},
        },
    }

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = EMBEDDED
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TIMEZONE = "UTC"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
CELERY_BEAT_SCHEDULE = {
    # Each sweep owns its second; one that could not start in time is worth nothing.
    "tables-sweep": {"task": "tables.sweep", "schedule": 1, "options": {"expires": 2}},
    "accounts-restore-due": {"task": "accounts.restore_due", "schedule": 60, "options": {"expires": 60}},
    "accounts-purge": {"task": "accounts.purge", "schedule": 6 * 3600},
    "cashier-sweep-rake": {"task": "cashier.sweep_rake", "schedule": crontab(hour=0, minute=5)},
    "cashier-send-payouts": {"task": "cashier.send_payouts", "schedule": 60, "options": {"expires": 60}},
    "cashier-write-checkpoint": {"task": "cashier.write_checkpoint", "schedule": 300},
    "cashier-check-after-restart": {
        "task": "cashier.check_after_restart",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "cashier-check-books": {"task": "cashier.check_books", "schedule": crontab(hour=0, minute=20)},
}

AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"

# django-allauth: a name and an e-mail address, either of them signs in. Its limits count in the
# cache, which several processes must share (REDIS_URL).
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.entry_forms.LoginForm",
    "signup": "accounts.entry_forms.SignupForm",
    "reset_password": "accounts.entry_forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.entry_forms.ResetPasswordKeyForm",
    "change_password": "accounts.entry_forms.ChangePasswordForm",
    "add_email": "accounts.entry_forms.AddEmailForm",
    "reauthenticate": "accounts.entry_forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.text("EMAIL_VERIFICATION", "optional")  # or "mandatory"
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{ROOM_NAME}] "
# Nothing tells whether an address has an account: it may be given twice, but only one can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
# Guests may go to the sign-in page; accounts.entry_urls sends everybody else on.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_RATE_LIMITS = {
    "login_failed": "10/m/ip,3/30m/key",
    "reset_password": "20/m/ip,5/h/key",
    "signup": "20/m/ip,60/h/ip",
    "guest": "10/m/ip,60/h/ip",
}
# How many proxies of ours stand before the room and add to X-Forwarded-For.
ALLAUTH_TRUSTED_PROXY_COUNT = int(env.text("TRUSTED_PROXIES", "0"))
PASSWORD_RESET_TIMEOUT = 3600

EMAIL_BACKEND = env.text(
    "EMAIL_BACKEND",
    "django.core.mail.backends.console.EmailBackend" if EMBEDDED else "django.core.mail.backends.smtp.EmailBackend",
)
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = int(env.text("EMAIL_PORT", "25"))
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", default=False)
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL", default=False)
EMAIL_TIMEOUT = 15
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "room@localhost")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "pokerroom.staticfiles.ModuleManifestStorage"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF, *(origin.replace("http", "ws", 1) for origin in ORIGINS)],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 12 * 3600
# Under HTTPS no other host of the domain may set them for us.
SESSION_COOKIE_NAME = "__Host-sessionid" if HTTPS else "sessionid"
CSRF_COOKIE_NAME = "__Host-csrftoken" if HTTPS else "csrftoken"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# Whoever watches a process asks it directly, not through the proxy that speaks HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^healthz/"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
if HTTPS:
    # The proxy must set this header itself and drop the client's.
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024

# Looking for a fault with every logger at DEBUG must show nobody's cards: of a variable that is not there Django's
# templates log the whole context, hands and all.
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "loggers": {"django.template": {"level": "INFO"}},
}

# How long a guest, who has no password, can come back by the same browser.
GUEST_DAYS = 30
# Disconnect all-ins in any 24 hours, and how often support may give them back without a manager.
ALL_IN_ALLOWANCE = 2
ALL_IN_RESETS_PER_30_DAYS = 3

# The room's own: play money a new account starts with and may refill to, in minor units.
PLAY_MONEY_GRANT = 200_000
PLAY_MONEY_REFILL_TO = 100_000
# Signed checkpoints of the books, outside the database; newest key first, the old ones still verify.
LEDGER_CHECKPOINTS = env.text("LEDGER_CHECKPOINTS", str(VAR_DIR / "checkpoints.jsonl"))
LEDGER_SIGNING_KEYS = [
    key for key in env.secret("LEDGER_SIGNING_KEYS", folder=VAR_DIR, required=False).split(",") if key
]
# Which currencies the nightly proof of the books freezes when it finds a fault in them.
LEDGER_FREEZES = env.words("LEDGER_FREEZES")
REAL_CURRENCY = env.text("REAL_CURRENCY", "EUR")
REAL_MONEY_ENABLED = env.flag("REAL_MONEY_ENABLED", default=False)
REAL_MONEY_NEEDS_VERIFIED_EMAIL = env.flag("REAL_MONEY_NEEDS_VERIFIED_EMAIL", default=False)
# The version of the terms a player must have accepted; a new one asks everybody again.
REAL_MONEY_TERMS = env.text("REAL_MONEY_TERMS", "1")
# Ways money comes in and goes out (cashier/providers); the demo one confirms at once.
CASHIER_PROVIDERS = ["cashier.providers.manual.Manual", *(["cashier.providers.demo.Demo"] if LOCAL else [])]
# Above this amount (minor units) two people must approve a request or an adjustment.
TWO_APPROVALS_ABOVE = 100_000
