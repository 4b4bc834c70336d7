"""Emails that ask nothing: a match begins or ends, what was done for a player, what became of emails."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from games.mail.compose import beginning, of_series, offers
from games.mail.compose.asks import Context, around
from games.mail.compose.email_draft import Button, EmailDraft
from games.models import Door, Outcome, Purpose, Submission
from games.play import history
from games.present.ceremony import headline, turning_points
from games.present.names import readable
from games.present.ranking import ranking, tie_broken

BY_ITSELF = (Door.TIMER, Door.ORDER)
NO_BRACKETS = str.maketrans("[]", "()")  # mail programs thread by what follows the last one


def started(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("The match has begun"),
        "lines": [_("We'll email you when it's your turn. Until then, you don't have to do anything.")],
        "buttons": [_everything(draft)],
        **beginning.explained(draft),
        **offers.plans_or_tip(draft, _("Plans for your next turns")),
    }


def ahead(draft: EmailDraft) -> Context:
    reason = draft.seat_view.ahead()
    ahead = draft.names.word(f"ahead.{reason}", otherwise=readable(reason)) if reason else ""
    return around(draft) | {
        "title": _("Your plan will stop at your next turn"),
        "lines": [one for one in (ahead,) if one]
        + [_("Nobody is waiting for you yet. Save another plan now, and it plays your next turn.")],
        "buttons": [_everything(draft)],
        **_plans_to_lay(draft),
    }


def over(draft: EmailDraft) -> Context:
    ranked, verdict = ranking(draft.seat_view), headline(draft.seat_view) or _("The match is over")
    score = of_series.score_after(draft, ranked)
    return around(draft) | {
        "title": verdict,
        "news": verdict.rstrip(".").translate(NO_BRACKETS),
        "ranking": ranked,
        "tie": tie_broken(ranked, draft.names),
        "turns": [one.told for one in turning_points(draft.seat_view)],
        "secret": "" if draft.match.sealed_until else history.secret_of(draft.match).hex(),
        "commitment": draft.match.commitment,
        "buttons": [
            Button(_("Look back at the match"), draft.page),
            Button(_("Watch the replay"), f"{draft.page}replay/?at=1"),
            Button(_("Story to share"), f"{draft.page}story/"),
            *of_series.what_next(score, draft.page),
        ],
        **of_series.told(score),
    }


def _plans_to_lay(draft: EmailDraft) -> Context:
    return {"plans_title": _("Plans for your next turns"), "plans": offers.plans(draft)}


def _everything(draft: EmailDraft) -> Button:
    is_asked = draft.seat in draft.match.awaited
    return Button(_("All your options") if is_asked else _("Go to the match"), draft.link(Purpose.SEAT))


# --- what the program did


def done(draft: EmailDraft) -> Context:
    """Describe what orders, plans and time-outs did since the last move the player made in person."""
    deeds = Submission.objects.filter(match=draft.match, seat=draft.seat, outcome=Outcome.PLAYED)
    doors = set(
        deeds.filter(door__in=BY_ITSELF, first_event__gt=draft.last_move).values_list("door", flat=True)
    )
    return around(draft) | {
        "title": _("A move was made for you"),
        "lines": [why for door, why in _whys().items() if door in doors],
        "buttons": [_everything(draft)],
    }


def _whys() -> dict[str, str]:
    return {
        Door.TIMER: _("Your time ran out, so the game moved for you."),
        Door.ORDER: _("Your plan or a standing order moved for you, as you set it up."),
    }


def put_off(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("Your plan was cancelled"),
        "lines": [
            _("Its next move was no longer possible, or the match went back to an earlier moment."),
            _("Your standing orders still apply. From now on, you make your own moves again."),
        ],
        "buttons": [_everything(draft)],
        **_plans_to_lay(draft),
    }


def taken_back(draft: EmailDraft) -> Context:
    return around(draft) | {
        "title": _("Your move was undone"),
        "lines": [_("Everything on the table is as it was before, and it's your turn again.")],
        "buttons": [_everything(draft)],
    }


# --- addresses


def bounced(draft: EmailDraft) -> Context:
    """Tell a player, at another of their addresses, that emails to the main one come back."""
    return {
        "title": _("Emails to you are bouncing"),
        "lines": [
            _(
                "The address for your match emails no longer accepts email, so we have stopped sending "
                "there. Your time still runs, and everyone you play with can see that emails don't reach "
                "you."
            ),
            _("You can choose another address, or confirm that the old one works again."),
        ],
        "buttons": [Button(_("Fix this"), f"{settings.SITE_URL}/mails/sent/")],
    }
