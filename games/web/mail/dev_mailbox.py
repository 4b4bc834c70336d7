"""Demo mode: a mailbox that shows every email sent, with a box to reply. 404 outside demo mode.

It shows the bytes that were sent; a reply takes the same way as every incoming email.
"""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace, csp_update
from django.contrib.auth.decorators import login_not_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.mail.receive import replies
from games.models import MailState, Outbox
from games.web.site.demo_sign_in import in_demo

MOST = 100
LONGEST_REPLY = 10_000
DOOR = "dev"
#: Content policy for an email's HTML: its own styles, and links that open in the whole window.
BARE = {
    **{f"{name}-src": [NONE] for name in ("default", "script", "connect", "font")},
    "form-action": [NONE],
    "style-src": [UNSAFE_INLINE],
    "img-src": [SELF, "data:"],
    "frame-ancestors": [SELF],
    "sandbox": ["allow-popups", "allow-top-navigation-by-user-activation"],
}


@never_cache
@login_not_required
@in_demo
@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    rows = _sent().order_by("-sent_at", "-pk")[:MOST]
    mails = [{"row": row, "subject": _read(row)["Subject"]} for row in rows]
    return render(request, "pages/dev_mailbox.html", {"mails": mails})


@never_cache
@login_not_required
@in_demo
@require_safe
@csp_update({"frame-src": [SELF]})  # type: ignore[arg-type]  # the library types a view as taking only a request
def mail(request: HttpRequest, message_id: str) -> HttpResponse:
    row = _one(message_id)
    read = _read(row)
    context = {
        "row": row,
        "headers": [*read.items()],
        "subject": read["Subject"],
        "text": _part(read, "plain"),
        "has_html": bool(_part(read, "html")),
        "reply_to": read["Reply-To"],
        "replied": "replied" in request.GET,
    }
    return render(request, "pages/dev_mail.html", context)


@never_cache
@login_not_required
@in_demo
@require_safe
@xframe_options_sameorigin
@csp_replace(BARE)  # type: ignore[arg-type]  # as above
def html(request: HttpRequest, message_id: str) -> HttpResponse:
    """Show an email's HTML inside a frame; its links open in the whole window."""
    written = _part(_read(_one(message_id)), "html")
    if not written:
        raise Http404
    return HttpResponse(written.replace("<head>", '<head><base target="_top">', 1))


@never_cache
@login_not_required
@in_demo
@require_POST
def reply(request: HttpRequest, message_id: str) -> HttpResponse:
    row = _one(message_id)
    read, said = _read(row), request.POST.get("text", "")[:LONGEST_REPLY]
    answer = answered(read, row.to, said)
    replies.receive(
        answer.as_bytes(policy=policy.SMTP),
        door=DOOR,
        now=timezone.now(),
        recipient=str(read["Reply-To"] or ""),
        sender=row.to,
        verdict="pass",
    )
    return redirect(f"{request.path.removesuffix('reply/')}?replied")


def answered(read: EmailMessage, sender: str, said: str) -> EmailMessage:
    """Write a reply as a mail program would, with the email quoted below."""
    answer = EmailMessage()
    answer["From"] = sender
    answer["To"] = str(read["Reply-To"] or read["From"])
    answer["Subject"] = f"Re: {read['Subject']}"
    answer["Message-ID"] = f"<{timezone.now():%Y%m%d%H%M%S%f}@mailbox.localhost>"
    answer["In-Reply-To"] = answer["References"] = str(read["Message-ID"])
    quoted = "".join(f"> {line}\n" for line in _part(read, "plain").splitlines())
    answer.set_content(f"{said}\n\n{quoted}")
    return answer


def _sent() -> QuerySet[Outbox]:
    return Outbox.objects.filter(state=MailState.SENT, rendered__isnull=False)


def _one(message_id: str) -> Outbox:
    return get_object_or_404(_sent(), message_id=message_id)


def _read(row: Outbox) -> EmailMessage:
    return message_from_bytes(bytes(row.rendered or b""), _class=EmailMessage, policy=policy.default)


def _part(read: EmailMessage, kind: str) -> str:
    part = read.get_body((kind,))
    return str(part.get_content()) if part else ""
