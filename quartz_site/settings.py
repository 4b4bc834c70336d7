"""All settings, from the environment. `.env.example` lists what may be set and why."""

from __future__ import annotations

from pathlib import Path

import dj_email_url
from csp.constants import NONE, SELF

from quartz_site import broker
from quartz_site.databases import database_settings
from quartz_site.environment import NO_BROKER, read_environment
from quartz_site.logs import logging_settings

BASE_DIR = Path(__file__).resolve().parent.parent
TITLES = BASE_DIR / "games" / "titles"
ENV = read_environment(BASE_DIR)

DEBUG = ENV.debug
PRODUCTION = ENV.production
# Anyone may sign in as one of the demo players: only for one's own machine.
DEMO = ENV.demo
SECRET_KEY = ENV.secret_key
SECRET_KEY_FALLBACKS = list(ENV.secret_key_fallbacks)
SITE_URL = ENV.site_url
ALLOWED_HOSTS = ENV.allowed_hosts
CSRF_TRUSTED_ORIGINS = [SITE_URL]
CSRF_FAILURE_VIEW = "games.web.site.csrf_failure.csrf_failure"
# Whom to tell about a security problem, for security.txt; empty if nobody is named.
SECURITY_CONTACT = ENV.security_contact

INSTALLED_APPS = [
    "quartz_site.apps.RoomsConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "anymail",
    "csp",
    "django_htmx",
    "games",
    "quartz_site.apps.SiteConfig",
]
MIDDLEWARE = [
    "quartz_site.middleware.access_log",
    "quartz_site.timings.timed",
    "quartz_site.traces.traced",
    "quartz_site.middleware.no_index",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # After the files, which are kept compressed. It adds random bytes: sizes give no secret away.
    "django.middleware.gzip.GZipMiddleware",
    "quartz_site.middleware.personal_pages",
    "quartz_site.middleware.readable_cookies",
    # Before sessions: no cookie says who a program acts for.
    "games.api.middleware.for_programs",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "quartz_site.middleware.small_forms",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "games.web.site.middleware.DatabaseAway",
    "games.web.site.middleware.Reader",
    # Whoever may do more than play shows more than a code from an email.
    "games.web.site.middleware.SecondFactor",
    "games.web.site.middleware.SignedOut",
    # Closed by default: what is open says so with @login_not_required.
    "games.web.site.middleware.LoginRequired",
    # A session alone changes nothing about who can sign in.
    "games.web.site.middleware.Guard",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "quartz_site.urls"
WSGI_APPLICATION = "quartz_site.wsgi.application"
CONTEXT_OF_PAGES = [
    "django.contrib.auth.context_processors.auth",
    "django.contrib.messages.context_processors.messages",
    "games.web.site.about.host",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates", TITLES],  # a game's own pages are <slug>/board.html and the like
        "OPTIONS": {
            "environment": "games.templating.environment.environment",
            "context_processors": CONTEXT_OF_PAGES,
        },
    },
    {
        # The staff's area, which extends Django's admin.
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "games" / "staff" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request", *CONTEXT_OF_PAGES],
            "builtins": ["games.templatetags.staff"],
        },
    },
]

# No ATOMIC_REQUESTS: each story function opens its own transaction and takes its own lock.
DATABASES = {"default": database_settings(ENV.database_url, BASE_DIR, pooled=ENV.database_pooler)}
# Whether a pooler gives each transaction another session: then no lock may belong to a session.
DATABASE_POOLER = ENV.database_pooler
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "games.Player"
LOGIN_URL = "/accounts/login/"
LOGIN_REDIRECT_URL = "/"
# Sessions name the backend that let them in, so Django's own stays for those that began with it.
AUTHENTICATION_BACKENDS = ["games.players.signed_in.Known", "django.contrib.auth.backends.ModelBackend"]
SESSION_ENGINE = "games.players.signed_in"
# People sign in with a code that is emailed and typed, so there is no link for a mail scanner to press. The
# codes are ours (games/players/codes.py), and the database counts requests and tries (LIMITS).
ACCOUNT_ADAPTER = "games.web.account.allauth_adapter.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION = "none"  # typing the code proves the address
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_RATE_LIMITS = False
# Beside the code, required for staff and optional for players: a passkey, or codes from an app.
MFA_ADAPTER = "games.web.account.allauth_adapter.MfaAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RATE_LIMITS = False
MFA_FORMS = {
    "add_webauthn": "games.web.account.second_factor.NewKeyForm",
    "authenticate_webauthn": "games.web.account.second_factor.KeyForm",
    "login_webauthn": "games.web.account.second_factor.PasskeyForm",
    "reauthenticate_webauthn": "games.web.account.second_factor.KeyAgainForm",
}
# Browsers treat http:// as a secure origin on one's own machine only.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not ENV.production
# A service that people of a club sign in with, by OpenID Connect; none if it isn't named.
SOCIALACCOUNT_ADAPTER = "games.web.account.openid_adapter.SocialAdapter"
OIDC_ISSUER, OIDC_NAME = ENV.oidc_issuer, ENV.oidc_name
OIDC_CLIENT_ID, OIDC_CLIENT_SECRET = ENV.oidc_client_id, ENV.oidc_client_secret
# For players who ask to be remembered; everyone else is signed out when the browser closes.
SESSION_COOKIE_AGE = 90 * 24 * 3600
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("ru", "Русский"), ("pt-br", "Português (Brasil)")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
# Browsers load only what is in a game's static/, so its code and texts are never served.
# What `manage.py emblem` draws comes before the program's own files.
OWN_FILES = BASE_DIR / "var" / "emblem"
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [OWN_FILES] if OWN_FILES.is_dir() else []
STATICFILES_DIRS += [(f"titles/{files.parent.name}", files) for files in sorted(TITLES.glob("*/static"))]
# On a developer's machine files are served from where they are written, in production from a build
# with hashed names (`manage.py collectstatic`).
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not ENV.production
_STATIC = (
    "whitenoise.storage.CompressedManifestStaticFilesStorage"
    if ENV.production
    else "django.contrib.staticfiles.storage.StaticFilesStorage"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _STATIC},
}

FILE_UPLOAD_HANDLERS = ["quartz_site.uploads.NoFiles"]

# Either a mail server, or a provider's API, whose settings come as ANYMAIL_….
ANYMAIL = {**ENV.anymail, "REQUESTS_TIMEOUT": 10, "WEBHOOK_SECRET": list(ENV.webhook_secrets)}
MAIL_PROVIDER = ENV.email_provider
# How replies and bounces arrive, and at which domains: empty if nobody would read them. Emails show reply
# codes only if REPLY_DOMAIN is set.
INBOUND = ENV.inbound
REPLY_DOMAIN = ENV.reply_domain
BOUNCE_DOMAIN = ENV.bounce_domain
IMAP_URL = ENV.imap_url
# The only mail server we believe about who wrote an email.
AUTHSERV_ID = ENV.authserv_id
# A provider that hangs must not block a worker; the URL may set another time (?timeout=20).
vars().update(
    {"EMAIL_TIMEOUT": 10} | {k: v for k, v in dj_email_url.parse(ENV.email_url).items() if v is not None}
)
if ENV.email_url.startswith("file:"):
    EMAIL_BACKEND = "quartz_site.mail_files.EmailBackend"
if ENV.email_url.startswith("console:") and ENV.demo:
    EMAIL_BACKEND = "quartz_site.mail_lines.EmailBackend"
if ENV.email_provider:
    EMAIL_BACKEND = f"anymail.backends.{ENV.email_provider}.EmailBackend"
DEFAULT_FROM_EMAIL = SERVER_EMAIL = ENV.mail_from
# Who may sign up with an address; see SIGNUP in .env.example.
SIGNUP = ENV.signup
# What it is called, and how it greets visitors, if not as it does by itself.
SITE_NAME, FRONT_TEXT = ENV.site_name, ENV.front_text
# Who runs this site, and what they say about it: in the footer, on /about/, and below every email.
HOST_NAME, HOST_CONTACT = ENV.host_name, ENV.host_contact
PRIVACY_TEXT, IMPRINT_TEXT = ENV.privacy_text, ENV.imprint_text
# Who is told when a fault stops a match. Django doesn't email them: a traceback may hold hands.
ADMINS = [("", address) for address in ENV.admins]

# Browsers accept a __Host- cookie only over TLS, with Secure, for the path / and without a domain.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENV.tls
SESSION_COOKIE_NAME = "__Host-session" if ENV.tls else "session"
CSRF_COOKIE_NAME = "__Host-csrf" if ENV.tls else "csrf"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = ENV.tls
# Health checks come from the same network, without TLS. A program or provider that forgot the s is told so
# instead of led on: its token or password went over the wire in clear (games/infra/in_clear.py).
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^api/v1/", r"^mail/[^/]+/(inbound_mime|tracking)/$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if ENV.tls else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
# Preloading binds a whole domain for years: its owner decides that, not this program.
SECURE_HSTS_PRELOAD = False
SILENCED_SYSTEM_CHECKS = ["security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENV.behind_proxy else None
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logging_settings(json=ENV.production, quiet=ENV.demo)

# These settings of the broker were tested as a set, with workers killed at random: don't change one alone.
# Empty if only `manage.py sweep --forever` does what is due.
CELERY_BROKER_URL = "" if ENV.redis_url == NO_BROKER else ENV.redis_url
CELERY_BROKER_TRANSPORT_OPTIONS = broker.transport_options(broker.WEB_SOCKET_TIMEOUT)
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": broker.VISIBILITY_TIMEOUT}
CELERY_VISIBILITY_TIMEOUT = broker.VISIBILITY_TIMEOUT
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_TASK_RETRY_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = broker.SOFT_TIME_LIMIT
CELERY_TASK_TIME_LIMIT = broker.TIME_LIMIT
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 20
CELERY_TIMEZONE = "UTC"
# Kept in memory: every entry is short and harmless to repeat, and a kill can corrupt a file.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "tick": {
        "task": "games.tasks.tick",
        "schedule": broker.TICK_SECONDS,
        "options": {"expires": broker.TICK_EXPIRES},
    },
    # Tried every hour, done once a day, so that an hour of downtime doesn't cost a day.
    "prune": {
        "task": "games.tasks.prune",
        "schedule": broker.PRUNE_SECONDS,
        "options": {"expires": broker.PRUNE_SECONDS},
    },
}
# Every email waits this long after a move: quick moves share one email, and there is time to undo.
SEND_AFTER = 90
# A match that waits for players is closed after this many days without activity.
LOBBY_DAYS = ENV.lobby_days
# How many in how many seconds. Refusals beyond that leave no record. A valid move is never held up, but
# orders are: each version is kept for good. Sign-in counts both the client's address and the email address,
# whether or not it has an account.
LIMITS = {
    "refusals of a seat": (20, 60),
    "refusals of an address": (60, 60),
    "orders of a seat": (30, 600),
    "orders of an address": (120, 600),
    "acts of a seat": (20, 60),
    "talk of a seat": (20, 600),
    "notes of a player": (60, 600),
    # Each emails every address of the account, and sends the open questions of all its seats again.
    "moves of a player": (10, 600),
    "cases of a player": (10, 86400),
    "words of a player about cases": (30, 3600),
    "mails to the table": (6, 900),
    "tables of a player": (20, 86400),
    "circles of a player": (5, 86400),
    "circles joined by a player": (20, 86400),
    "circle invitations of a player": (30, 86400),
    "seats taken by a player": (30, 86400),
    "seats asked for from an address": (10, 3600),
    "invitations of a player": (20, 86400),
    "invitations of a player to an address": (3, 86400),
    # Beyond these, the inviter isn't told: the invitation waits for the next day.
    "invitations to an address": (3, 86400),
    # Emails beyond these are noted without their content, and never read.
    "mails to one mail's address": (30, 600),
    "unproven mails to one mail's address": (30, 600),
    "mails to nobody": (300, 600),
    "word of unread mails": (1, 3600),
    "answers to replies": (6, 3600),
    "answers to unproven replies": (6, 3600),
    "codes asked from an address": (20, 600),
    "codes asked by a player": (20, 3600),
    "codes for a mail address": (10, 3600),
    # Requests beyond these share one code, emailed every ten minutes: that is ten emails an hour at most in
    # all, and strangers can't lock anybody out.
    "codes to sign in with an address": (4, 3600),
    "codes tried from an address": (50, 600),
    "second factors of a player": (10, 600),
    # Each leaves a session behind for a while.
    "passkeys asked from an address": (30, 600),
    "refused acts of a player": (60, 600),
    "sign-ins by a service from an address": (30, 600),
    # Each leaves a row that is kept for good.
    "tries of an address at the rooms of staff": (200, 86400),
    "devices of a player": (20, 3600),
    "test notices of a player": (10, 600),
    "tokens of a player": (20, 86400),
    "uses of a token": (300, 60),
    "refused tokens from an address": (60, 60),
    "chats of a player": (20, 86400),
    # Each asks another server while somebody waits for the page.
    "chat tests of a player": (10, 600),
    "exports of a player": (5, 3600),
    "checks of a player": (20, 3600),
}
# How many proxies in front of us add to X-Forwarded-For. Nobody else is believed.
PROXY_HOPS = ENV.proxy_hops
# What browsers know this site's push notices by. Without it there are none.
VAPID_PRIVATE_KEY = ENV.vapid_private_key
# Loopback ports that tests may send to (games/infra/outgoing.py). Everything else there is refused.
OUTGOING_TEST_PORTS = frozenset(map(int, ENV.outgoing_test_ports))
# Who shows it may read the figures at /metrics; nobody if it is empty.
METRICS_TOKEN = ENV.metrics_token
# Who collects traces, and errors; nobody if they are empty.
OTLP_URL, SENTRY_DSN = ENV.otlp_url, ENV.sentry_dsn
# If the last sweep or tick is older than this, nobody does what is due.
BEAT_MAX_AGE = 30
