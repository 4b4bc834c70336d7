"""Emails that ask nothing: a match begins or ends, what was done for a player, what became of emails."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.compose import offers
from games.mail.compose.asks import Context, around
from games.mail.compose.email_draft import Button, EmailDraft
from games.models import Door, Outcome, Purpose, Submission
from games.play import history
from games.present.names import readable
from games.present.ranking import ranking, tie_broken

BY_ITSELF = (Door.TIMER, Door.ORDER)


def started(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("The match has begun"),
        "lines": [
            _("You will be asked when it is your turn. Until then nothing has to be done."),
            _("If you like, lay a plan or orders now: they answer for you."),
        ],
        "buttons": [_everything(draft)],
        **_plans_to_lay(draft),
    }


def ahead(draft: EmailDraft) -> Context:
    reason = draft.seat_view.ahead()
    ahead = draft.names.word(f"ahead.{reason}", otherwise=readable(reason)) if reason else ""
    return around(draft) | {
        "title": _("Your plan will stop at your next turn"),
        "lines": [one for one in (ahead,) if one]
        + [_("Nobody waits for you yet. Lay another plan now, and your turn goes on by itself.")],
        "buttons": [_everything(draft)],
        **_plans_to_lay(draft),
    }


def over(draft: EmailDraft) -> Context:
    ranked = ranking(draft.seat_view)
    return around(draft) | {
        "title": _("The match is over"),
        "ranking": ranked,
        "tie": tie_broken(ranked, draft.names),
        "secret": history.secret_of(draft.match).hex(),
        "commitment": draft.match.commitment,
        "buttons": [
            Button(_("Look back at the match"), draft.page),
            Button(_("Again with the same people"), f"{draft.page}again/"),
        ],
    }


def _plans_to_lay(draft: EmailDraft) -> Context:
    return {"plans_title": _("A plan that plays your turns"), "plans": offers.plans(draft)}


def _everything(draft: EmailDraft) -> Button:
    return Button(_("Everything you may do here"), draft.link(Purpose.SEAT))


# --- what the program did


def done(draft: EmailDraft) -> Context:
    """Describe what orders, plans and time-outs did since the last move the player made in person."""
    deeds = Submission.objects.filter(match=draft.match, seat=draft.seat, outcome=Outcome.PLAYED)
    doors = set(
        deeds.filter(door__in=BY_ITSELF, first_event__gt=draft.last_move).values_list("door", flat=True)
    )
    return around(draft) | {
        "title": _("Moved for you"),
        "lines": [why for door, why in _whys().items() if door in doors],
        "buttons": [_everything(draft)],
    }


def _whys() -> dict[str, str]:
    return {
        Door.TIMER: _("Your time was up, so the game answered for you, as it does for whoever is silent."),
        Door.ORDER: _("Your orders or your plan answered for you, as you had laid them."),
    }


def put_off(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("Your plan is off"),
        "lines": [
            _("What it wanted to do could no longer be done, or play went back to an earlier moment."),
            _("Your standing orders stay as they are. From now on your turns are asked again."),
        ],
        "buttons": [_everything(draft)],
        **_plans_to_lay(draft),
    }


def taken_back(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("Your move is taken back"),
        "lines": [_("The table stands as it did before it, and you are asked again.")],
        "buttons": [_everything(draft)],
    }


# --- addresses


def bounced(draft: EmailDraft) -> Context:
    """Tell a player, at another of their addresses, that emails to the main one come back."""
    return {
        "title": _("Mails to you come back to us"),
        "lines": [
            _(
                "The address that your matches are mailed to takes no mails any more, so none are sent "
                "there. Your time runs all the same, and everybody you play with can see that no mail "
                "reaches you."
            ),
            _("On the page you can choose another address, or show that the first one works again."),
        ],
        "buttons": [Button(_("Put that right"), f"{settings.SITE_URL}/mails/sent/")],
    }
