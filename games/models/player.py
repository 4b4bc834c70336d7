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

from games.models.address import folded


class Language(models.TextChoices):
    """The languages of pages and emails; must match `settings.LANGUAGES`."""

    ENGLISH = "en", "English"
    RUSSIAN = "ru", "Русский"
    PORTUGUESE = "pt-br", "Português (Brasil)"


def validate_time_zone(name: str) -> None:
    """Accept a name from the zone database, such as America/Sao_Paulo; raise ValidationError."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("There is no time zone called %(name)s."), "time_zone", {"name": name})


#: The longest name, in characters; the column has room for more.
LONGEST_NAME = 40
#: What looks like an address and could be clicked in an email: mail programs go by a dot between letters.
#: Brackets are ours, for telling seats apart.
_NO_NAME = re.compile(r"@|://|www\.|\w[.。．｡][^\W\d_]{2}|[()]", re.IGNORECASE)
NAME = _(
    "A name has 1 to 40 characters, including at least one letter or digit, and no brackets. "
    "It can't be an email or web address."
)


LONGEST_MATCH_NAME = 60
MATCH_NAME = _(
    "The name of a match has at most 60 characters, including at least one letter or digit, "
    "and no brackets. It can't be an email or web address."
)


LONGEST_GREETING = 160
GREETING = _(
    "Your line has at most 160 characters, including at least one letter or digit, and no brackets. "
    "It can't hold an email or web address."
)


def read_greeting(told: str) -> str:
    """Read the line a host adds to an invitation, which may be empty; raise ValidationError."""
    line = visible(told, LONGEST_GREETING)
    if told.strip() and not line:
        raise ValidationError(GREETING, "greeting")
    return line


def read_name(told: str) -> str:
    """Read the name a player wants to go by; raise ValidationError."""
    if name := visible(told, LONGEST_NAME):
        return name
    raise ValidationError(NAME, "name")


def read_match_name(told: str) -> str:
    """Read the name a host gives a match, which may be empty; raise ValidationError."""
    name = visible(told, LONGEST_MATCH_NAME)
    if told.strip() and not name:
        raise ValidationError(MATCH_NAME, "name")
    return name


def visible(told: str, longest: int) -> str:
    """Tidy the spaces in a name; return "" if it is too long, invisible or could be clicked."""
    if len(told) > 2 * longest:  # not even read: normalizing accents may take long
        return ""
    name = " ".join(unicodedata.normalize("NFC", told).split())
    is_seen = name.isprintable() and any(sign.isalnum() for sign in name)
    return name if is_seen and len(name) <= longest and not _NO_NAME.search(name) else ""


class PlayerManager(BaseUserManager["Player"]):
    def get_by_natural_key(self, email: str | None) -> Player:
        """Find by email address, however it is spelled; raises Player.DoesNotExist."""
        return self.get(email__lower=folded(email or ""))

    def create_user(self, email: str, password: str | None = None, **facts: object) -> Player:
        """Create a player; without a password they sign in by email only. Raise ValueError."""
        if not email:
            raise ValueError("A player needs an email address.")
        player = self.model(email=self.normalize_email(email), **facts)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, email: str, password: str | None = None, **facts: object) -> Player:
        return self.create_user(email, password, **{**facts, "is_operator": True, "is_superuser": True})


class Player(AbstractBaseUser, PermissionsMixin):
    # Random, so that no address or message reveals how many players there are, or who came first.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("email address"), unique=True)
    display_name = models.CharField(_("name shown to others"), max_length=60, blank=True)
    language = models.CharField(_("language"), max_length=8, choices=Language, default=Language.ENGLISH)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[validate_time_zone]
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_to = models.TimeField(_("quiet hours to"), null=True, blank=True)
    free_days = models.JSONField(_("free weekdays"), default=list, blank=True)  # 0 is Monday
    muted = models.BooleanField(_("no email at all"), default=False)
    digest = models.BooleanField(_("one email a day instead of one per turn"), default=False)
    # Whether emails may show a hand, as the default when taking a seat; None: ask each time.
    hand_in_mail = models.BooleanField(_("emails show my cards"), null=True, blank=True)
    unwanted = models.JSONField(_("kinds of email turned off"), default=list, blank=True)
    # By channel, the topics it carries; a channel that isn't here carries those of `channels.USUAL`.
    channels = models.JSONField(_("what goes by which channel"), default=dict, blank=True)
    # Minutes until an email follows a push notice that nobody opened; 0: both at once.
    email_after = models.PositiveSmallIntegerField(_("minutes until an email follows"), default=60)
    silent_until = models.DateTimeField(_("no notices until"), null=True, blank=True)
    beard = models.PositiveSmallIntegerField(_("beard in centimetres"), null=True, blank=True)
    hides_figures = models.BooleanField(_("my figures are hidden from others"), default=False)
    rated_since = models.DateTimeField(_("takes part in the site's ratings since"), null=True, blank=True)
    zone_confirmed = models.BooleanField(_("time zone confirmed"), default=False)
    # Set only before the first match, so that a result always says what it was reached by.
    is_robot = models.BooleanField(_("played by a program"), default=False)
    is_moderator = models.BooleanField(_("moderator: cases and decisions"), default=False)
    is_operator = models.BooleanField(_("operator: site, email and keys"), default=False)
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
                violation_error_message=_("A player with this email address already exists."),
            ),
        )
        indexes = (
            models.Index(fields=["id"], condition=models.Q(digest=True), name="digest_readers"),
            models.Index(fields=["id"], condition=models.Q(is_moderator=True), name="moderators"),
        )

    def __str__(self) -> str:
        """Name the player without the address, because this appears on pages and in logs."""
        return self.display_name or f"player {str(self.pk)[:8]}"

    @property
    def is_staff(self) -> bool:
        """Tell whether this person needs a second factor; Django's own pages ask for this name."""
        return self.is_moderator or self.is_operator

    def has_usable_password(self) -> bool:
        """Return False: nobody signs in with a password, even if a command of Django's has set one."""
        return False

    def clean(self) -> None:
        super().clean()
        self.email = type(self).objects.normalize_email(self.email)
