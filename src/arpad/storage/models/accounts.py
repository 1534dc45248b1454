"""People who work in an office: accounts, the roles granted to them, invitations, second factors, log-ins.

Elsewhere people stand by the number of their record, as a plain whole number: what they did outlives every account.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import Q

from arpad.storage.models.together import together


class Account(AbstractBaseUser):
    """The account of a person; it may be closed, and is never deleted."""

    record = models.BigAutoField(primary_key=True)
    username = models.CharField(max_length=80, unique=True)
    full_name = models.CharField(max_length=200, blank=True, default="")
    email = models.CharField(max_length=254, blank=True, default="")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.BigIntegerField(null=True, blank=True)
    fide_id = models.BigIntegerField(null=True, blank=True, unique=True)
    """The number by which events name the person as arbiter, organiser or player."""

    objects = BaseUserManager()

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints: ClassVar = [together("account_closed_by_at", "closed_by", "closed_at")]

    def __str__(self) -> str:
        return self.username

    @property
    def is_active(self) -> bool:  # type: ignore[override] # a closed account logs in nowhere
        """Tell whether the account is open."""
        return self.closed_at is None


class RoleGrant(models.Model):
    """A role that a person holds, for a federation or for the whole office; ended, never deleted."""

    account = models.ForeignKey(Account, models.PROTECT, related_name="grants")
    role = models.CharField(max_length=40)
    federation = models.CharField(max_length=3, blank=True, default="")
    """Empty for the whole office."""
    granted_at = models.DateTimeField()
    granted_by = models.BigIntegerField()
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.BigIntegerField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            together("grant_ended_by_at", "ended_by", "ended_at"),
            models.UniqueConstraint(
                fields=["account", "role", "federation"], condition=Q(ended_at__isnull=True), name="grant_held_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} {self.federation}".rstrip()


class Invitation(models.Model):
    """A link by which somebody opens an account; it ends, and is used once. Only a hash of it is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    email = models.CharField(max_length=254, blank=True, default="")
    full_name = models.CharField(max_length=200, blank=True, default="")
    role = models.CharField(max_length=40)
    federation = models.CharField(max_length=3, blank=True, default="")
    invited_at = models.DateTimeField()
    invited_by = models.BigIntegerField()
    ends_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    account = models.ForeignKey(Account, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        constraints: ClassVar = [together("invitation_used_by_at", "account", "used_at")]

    def __str__(self) -> str:
        return f"{self.role} {self.federation}".rstrip()


class SecondFactor(models.Model):
    """The secret from which a person's device makes its six digits."""

    account = models.OneToOneField(Account, models.PROTECT, related_name="second_factor")
    secret = models.CharField(max_length=200)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    last_step = models.BigIntegerField(default=0)
    """The last step of time whose digits were used; digits are used once."""

    def __str__(self) -> str:
        return str(self.account_id)


class RecoveryCode(models.Model):
    """A code for whoever has no device at hand; used once. Only a hash of it is kept."""

    account = models.ForeignKey(Account, models.PROTECT, related_name="recovery_codes")
    code_hash = models.CharField(max_length=200)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return str(self.account_id)


class LogIn(models.Model):
    """A log-in that is open, or was."""

    account = models.ForeignKey(Account, models.PROTECT, related_name="log_ins")
    session_key = models.CharField(max_length=40, db_index=True)
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)
    agent = models.CharField(max_length=300, blank=True, default="")

    def __str__(self) -> str:
        return str(self.account_id)


class FailedLogIn(models.Model):
    """An attempt to log in that failed, so that many are slowed down."""

    name = models.CharField(max_length=80)
    address = models.CharField(max_length=60)
    at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["name", "at"], name="failed_by_name"),
            models.Index(fields=["address", "at"], name="failed_by_address"),
        ]

    def __str__(self) -> str:
        return self.name
