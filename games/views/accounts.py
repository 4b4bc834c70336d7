"""Signing in by a code that is mailed and typed in, and being remembered.

The library keeps the code and its tries, and the list of browsers one is signed in with. Ours are the pages,
how often one may ask, and that nothing tells whether an address is known: the same pages, and a mail that
goes out after the answer has.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.account.forms import ConfirmLoginCodeForm, RequestLoginCodeForm
from allauth.account.views import ConfirmLoginCodeView, RequestLoginCodeView
from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare
from django.utils.decorators import method_decorator
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.generic import FormView

from games import demo, joining, limits
from games.locks import writing
from games.models import Player, read_address
from games.models.address import LONGEST_ADDRESS, NO_ADDRESS
from games.rules.kernel.refusal import Refused
from games.views import known
from games.views.codes import hashed, then_mailed, too_many, too_many_codes, too_many_tries

REMEMBERED = timedelta(days=90)
KEPT = "sign_in"  # in the session, while a code is on its way: whether to remember, and where to go on
GONE, UNPROCESSABLE = 410, 422


class AskForm(RequestLoginCodeForm):
    """Whose code is asked for, and whether this browser is one's own."""

    email = forms.EmailField(
        max_length=LONGEST_ADDRESS,
        error_messages=dict.fromkeys(("required", "invalid", "max_length"), NO_ADDRESS),
    )
    remember = forms.BooleanField(required=False)

    def clean_email(self) -> str:
        """Look for whose it is; the library would not find an address that is kept with a capital letter."""
        email = read_address(self.cleaned_data["email"])
        player = joining.known(email)
        self._user = player if player and player.is_active else None
        return email


class CodeForm(ConfirmLoginCodeForm):
    """A code as it is typed; what it is compared with is a keyed hash."""

    def clean_code(self) -> str:
        typed = hashed(self.cleaned_data["code"])
        if not constant_time_compare(typed, self.expected_code or ""):
            raise forms.ValidationError(_("That is not the code. Look again, or ask for a new one."))
        return typed


@method_decorator([never_cache, login_not_required], name="dispatch")
class SignIn(RequestLoginCodeView):
    """Ask for the address; whatever it is, go on to ask for the code."""

    template_name = "pages/sign_in.html"

    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Let anybody ask anew: the library would lead back to the page for the code that is on its way."""
        if request.user.is_authenticated:
            return redirect("home")
        return FormView.dispatch(self, request, *args, **named)  # type: ignore[return-value]

    def get_form_class(self) -> type[AskForm]:
        return AskForm

    def form_valid(self, form: AskForm) -> HttpResponse:
        now = timezone.now()
        email = form.cleaned_data["email"]
        try:
            with writing():
                limits.take("codes asked from an address", known.place(self.request, form._user), now)
                limits.take("codes for a mail address", known.whose(self.request, email, form._user), now)
        except Refused as refused:
            form.add_error(None, too_many_codes(refused))
            return too_many(self.form_invalid(form), refused)
        then = self.request.POST.get("next", "")
        self.request.session[KEPT] = {
            "remember": form.cleaned_data["remember"],
            "next": on_this_site(self.request, then),
        }
        is_welcome = joining.may_join(email)  # looked up for everybody, known or not
        with translation.override(form._user.language if form._user else translation.get_language()):
            answer = super().form_valid(form)
            if is_welcome:
                self._mail_newcomer(email)
            return then_mailed(self.request, answer)

    def _mail_newcomer(self, email: str) -> None:
        """Mail a code to somebody who has no account yet: there is one only when the code has come back."""
        adapter = get_adapter(self.request)
        kept = self.request.session[KEPT]
        self.request.session[KEPT] = kept | {"code": adapter.generate_login_code()}
        adapter.send_mail("account/email/login_code", email, {})

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=UNPROCESSABLE)

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        return super().get_context_data(**more) | {
            "next": on_this_site(self.request, self.get_next_url() or ""),
            "signup": settings.SIGNUP,
            "passkey_failed": "passkey" in self.request.GET,
            "demo": settings.DEMO,
            "demo_players": demo.players() if settings.DEMO else [],
        }


class TypeCode(ConfirmLoginCodeView):
    """Take the code; after five wrong ones or ten minutes it is worth nothing."""

    template_name = "pages/code.html"

    def dispatch(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        answer: HttpResponse = super().dispatch(request, *args, **named)
        process = vars(self).get("_process")
        if process and process.user is None:  # as many questions as for somebody we know
            Player.objects.filter(pk=uuid.uuid4()).first()
        return answer

    def get_form_class(self) -> type[CodeForm]:
        return CodeForm

    def get_next_url(self) -> str:
        return str(self.request.session.get(KEPT, {}).get("next", "/"))

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Count a try before it is compared, whether it is right or wrong."""
        try:
            with writing():
                place = known.place(request, self._process.user)
                limits.take("codes tried from an address", place, timezone.now())
        except Refused as refused:
            page = self.render_to_response(self.get_context_data(refused=too_many_tries(refused)))
            return too_many(page, refused)
        return then_mailed(request, super().post(request, *args, **named))

    def get_form_kwargs(self) -> dict[str, Any]:
        """Compare with the code of a newcomer, who is no player of the library's yet, too."""
        kept = self.request.session.get(KEPT, {})
        return super().get_form_kwargs() | {"code": self._process.code or kept.get("code", "")}

    def form_valid(self, form: forms.Form) -> HttpResponse:
        if self._process.user is None:
            try:
                self._process._user = joining.join(self._process.state["email"], translation.get_language())
            except Refused:  # called off since, or another browser was faster
                return out_of_date(self.request)
        player = self._process.user
        is_new = player.last_login is None and not player.display_name
        return settled(self.request, super().form_valid(form), is_new=is_new)

    def form_invalid(self, form: forms.Form) -> HttpResponse:
        answer: HttpResponse = super().form_invalid(form)
        if answer.status_code == 200:
            answer.status_code = UNPROCESSABLE
        return answer

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        email = self._process.state.get("email", "")
        return super().get_context_data(**more) | {"email": email, "demo": settings.DEMO}


def settled(request: HttpRequest, answer: HttpResponse, is_new: bool = False) -> HttpResponse:
    """Remember this browser as was asked for, once somebody is in; who is new is asked for a name."""
    if not isinstance(request.user, Player):
        return answer
    kept = request.session.pop(KEPT, {})
    request.session.set_expiry(REMEMBERED if kept.get("remember") else 0)
    answer = HttpResponseRedirect(ask_name(answer["Location"])) if is_new else answer
    known.remember(request, request.user, answer)
    return answer


@never_cache
@login_not_required
def type_code(request: HttpRequest) -> HttpResponse:
    """Show the page for the code; where none holds any more, say so instead of sending back in silence."""
    answer: HttpResponse = TypeCode.as_view()(request)
    if answer.get("Location") != resolve_url("account_login"):
        return answer
    return out_of_date(request)


def out_of_date(request: HttpRequest) -> HttpResponse:
    again = {"form": AskForm(), "out_of_date": True, "next": "/", "signup": settings.SIGNUP}
    return render(request, SignIn.template_name, again, status=GONE)


def on_this_site(request: HttpRequest, address: str) -> str:
    """Keep an address to go on to only if it is one of ours."""
    ours = url_has_allowed_host_and_scheme(address, {request.get_host()}, request.is_secure())
    return address if ours else "/"


def ask_name(then: str) -> str:
    return f"{resolve_url('name')}?{urlencode({'next': then})}"
