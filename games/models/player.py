"""A player: somebody with an email address, a language and a time zone."""

from __future__ import annotations

import re
import unicodedata
import uuid
import zoneinfo
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Language(models.TextChoices):
    """The languages of pages and emails; `settings.LANGUAGES` holds the same."""

    ENGLISH = "en", "English"
    RUSSIAN = "ru", "Русский"
    PORTUGUESE = "pt-br", "Português (Brasil)"


def validate_time_zone(name: str) -> None:
    """Accept a name of the zone database, such as America/Sao_Paulo; raises ValidationError."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no time zone called %(name)s."), "time_zone", {"name": name})


#: The longest name, in characters; the column has room for more.
LONGEST_NAME = 40
#: What an address has, which an email's reader could press: mail programs know one by a dot between letters.
#: Brackets are ours, to tell seats apart by.
_NO_NAME = re.compile(r"@|://|www\.|\w[.。．｡][^\W\d_]{2}|[()]", re.IGNORECASE)
NAME = _(
    "A name has 1 to 40 characters, a letter or figure among them and no brackets; "
    "it is no mail or web address."
)


LONGEST_MATCH_NAME = 60
MATCH_NAME = _(
    "The name of a match has at most 60 characters, a letter or figure among them and no brackets; "
    "it is no email or web address."
)


def read_name(told: str) -> str:
    """Read the name a player wants to be called by; raise ValidationError."""
    if name := _visible(told, LONGEST_NAME):
        return name
    raise ValidationError(NAME, "name")


def read_match_name(told: str) -> str:
    """Read what a host calls a match, which may be nothing; raise ValidationError."""
    name = _visible(told, LONGEST_MATCH_NAME)
    if told.strip() and not name:
        raise ValidationError(MATCH_NAME, "name")
    return name


def _visible(told: str, longest: int) -> str:
    """Give a name without what can't be seen or could be pressed: "" for one that hides or leads away."""
    if len(told) > 2 * longest:  # not looked at: to put accents in order may take long
        return ""
    name = " ".join(unicodedata.normalize("NFC", told).split())
    is_seen = name.isprintable() and any(sign.isalnum() for sign in name)
    return name if is_seen and len(name) <= longest and not _NO_NAME.search(name) else ""


class PlayerManager(BaseUserManager["Player"]):
    def get_by_natural_key(self, email: str | None) -> Player:
        """Find by email address, however it is spelled; raises Player.DoesNotExist."""
        return self.get(email__iexact=email)

    def create_user(self, email: str, password: str | None = None, **facts: object) -> Player:
        """Create a player; without a password one signs in by email only. Raises ValueError."""
        if not email:
            raise ValueError("A player needs a mail address.")
        player = self.model(email=self.normalize_email(email), **facts)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **facts: object) -> Player:
        return self.create_user(email, password, **{**facts, "is_operator": True, "is_superuser": True})


class Player(AbstractBaseUser, PermissionsMixin):
    # Random, so that no address or message tells how many players there are, or who came first.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("mail address"), unique=True)
    display_name = models.CharField(_("name shown to others"), max_length=60, blank=True)
    language = models.CharField(_("language"), max_length=8, choices=Language, default=Language.ENGLISH)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet hours to"), null=True, blank=True)
    free_days = models.JSONField(_("free weekdays"), default=list, blank=True)  # 0 is Monday
    muted = models.BooleanField(_("no mails at all"), default=False)
    digest = models.BooleanField(_("one mail a day instead of one a turn"), default=False)
    # What emails may show of a hand, as it is filled in where a seat is taken; none: asked each time.
    hand_in_mail = models.BooleanField(_("mails show my cards"), null=True, blank=True)
    unwanted = models.JSONField(_("kinds of mails not wanted"), default=list, blank=True)
    beard = models.PositiveSmallIntegerField(_("beard in centimetres"), null=True, blank=True)
    zone_confirmed = models.BooleanField(_("has said where the clock is"), default=False)
    is_moderator = models.BooleanField(_("moderator: cases and acts"), default=False)
    is_operator = models.BooleanField(_("operator: site, mail and keys"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    joined = models.DateTimeField(_("joined"), default=timezone.now, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = (
            models.UniqueConstraint(
                Lower("email"),
                name="player_email_any_case",
                violation_error_message=_("There is already a player with this mail address."),
            ),
        )

    def __str__(self) -> str:
        """Name the player without the address: this ends up on pages and in logs."""
        return self.display_name or f"player {str(self.pk)[:8]}"

    @property
    def is_staff(self) -> bool:
        """Tell whether this is somebody who needs a second factor; Django's pages ask by this name."""
        return self.is_moderator or self.is_operator

    def has_usable_password(self) -> bool:
        """Say no: nobody signs in by a password, whatever a command of Django's has set."""
        return False

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
