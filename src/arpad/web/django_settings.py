"""What the pages ask of Django, besides what `storage` says of database and mail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arpad.storage.settings import OfficeSettings

_HERE = Path(__file__).parent
_HOURS = 3600


def web_settings(office: OfficeSettings) -> dict[str, Any]:
    """Give the settings of the pages of an office: closed unless public, safe cookies, no debug for anybody."""
    return {
        "ROOT_URLCONF": "arpad.web.urls",
        "MIDDLEWARE": [
            "arpad.web.middleware.RequestNumber",
            "django.middleware.security.SecurityMiddleware",
            "arpad.web.middleware.ContentPolicy",
            "arpad.web.middleware.Sessions",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "arpad.web.middleware.ClosedUnlessPublic",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
            "django_htmx.middleware.HtmxMiddleware",
        ],
        "TEMPLATES": [
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "DIRS": [str(_HERE / "templates")],
                "OPTIONS": {
                    "builtins": ["arpad.web.templatetags.office", "django.templatetags.i18n"],
                    "context_processors": [
                        "django.template.context_processors.request",
                        "django.contrib.messages.context_processors.messages",
                        "arpad.web.surroundings.surroundings",
                    ],
                },
            }
        ],
        "AUTHENTICATION_BACKENDS": ["arpad.web.log_ins.OfficeBackend"],
        "LOGIN_URL": "log_in",
        "LOGIN_REDIRECT_URL": "front",
        "MESSAGE_STORAGE": "django.contrib.messages.storage.session.SessionStorage",
        "SESSION_COOKIE_NAME": "office",
        "SESSION_COOKIE_AGE": 12 * _HOURS,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": office.https,
        "CSRF_COOKIE_NAME": "office_form",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SECURE": office.https,
        "CSRF_FAILURE_VIEW": "arpad.web.views.errors.form_too_old",
        "CSRF_TRUSTED_ORIGINS": [f"https://{host}" for host in office.hosts if host != "*"] if office.https else [],
        "SECURE_SSL_REDIRECT": office.https,
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https") if office.https else None,
        "SECURE_REDIRECT_EXEMPT": [r"^health$"],
        "SECURE_HSTS_SECONDS": 365 * 24 * _HOURS if office.https else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": office.https,
        "SECURE_HSTS_PRELOAD": office.https,
        "SECURE_CONTENT_TYPE_NOSNIFF": True,
        "SECURE_REFERRER_POLICY": "same-origin",
        "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
        "X_FRAME_OPTIONS": "DENY",
        "DATA_UPLOAD_MAX_NUMBER_FIELDS": 2000,
        "FILE_UPLOAD_MAX_MEMORY_SIZE": 8 << 20,
        "PASSWORD_RESET_TIMEOUT": _HOURS,
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
             "OPTIONS": {"user_attributes": ("username", "full_name", "email")}},
            {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
            {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
        ],
        "LOCALE_PATHS": [str(_HERE / "locale")],
        "FORMAT_MODULE_PATH": ["arpad.web.formats"],
        "USE_THOUSAND_SEPARATOR": False,
    }  # fmt: skip
