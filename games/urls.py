"""The addresses of the pages."""

from __future__ import annotations

from django.urls import path

from games.views import accounts, affairs, demo, health, home, hours, language, match, name, orders, take_back

urlpatterns = [
    path("", home.home, name="home"),
    path("m/<slug:public_id>/", match.match, name="match"),
    path("m/<slug:public_id>/orders/", orders.orders, name="orders"),
    path("m/<slug:public_id>/take-back/", take_back.take_back, name="take_back"),
    path("m/<slug:public_id>/vote/", affairs.vote, name="vote"),
    path("m/<slug:public_id>/back/", affairs.come_back, name="come_back"),
    path("m/<slug:public_id>/days/", affairs.days_off, name="days_off"),
    path("m/<slug:public_id>/leave/", affairs.leave, name="leave"),
    path("m/<slug:public_id>/offer/", affairs.offer, name="offer"),
    path("m/<slug:public_id>/seat/<slug:offered>/", affairs.take_seat, name="take_seat"),
    path("hours/", hours.hours, name="hours"),
    path("name/", name.name, name="name"),
    path("language/", language.language, name="language"),
    # The sign-in library calls these pages by its own names.
    path("accounts/login/", accounts.SignIn.as_view(), name="account_login"),
    path("accounts/login/", accounts.SignIn.as_view(), name="account_request_login_code"),
    path("accounts/login/code", accounts.type_code, name="account_confirm_login_code"),
    path("accounts/logout/", accounts.sign_out, name="account_logout"),
    path("accounts/sessions/", accounts.Sessions.as_view(), name="usersessions_list"),
    path("demo/sign-in/", demo.sign_in_as, name="demo_sign_in"),
    path("demo/table/", demo.set_table, name="demo_table"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
