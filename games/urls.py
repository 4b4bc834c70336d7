"""The addresses of the pages."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from allauth.mfa.base import views as keys
from allauth.mfa.recovery_codes import views as spare_codes
from allauth.mfa.webauthn import views as webauthn
from django.contrib import admin
from django.urls import path, register_converter
from django.urls.converters import StringConverter

from games.api import addresses as programs
from games.api import page as api_page
from games.web.account import (
    api_access,
    blocked,
    language,
    my_addresses,
    my_data,
    name,
    openid_sign_in,
    profile,
    second_factor,
    sessions,
    show_who,
    sign_in,
)
from games.web.alone import daily, lessons
from games.web.disputes import case_pages
from games.web.hooks import webhooks
from games.web.links import link_page
from games.web.lobby import join_page, lobby_page, new_match, pace_example
from games.web.mail import chat_pages, dev_mailbox, feed_pages, notifications, sent_emails
from games.web.match import (
    chat_actions,
    choose_rewind,
    lay_orders,
    open_hand,
    page,
    proof_file,
    seat_actions,
    share,
    undo,
    watch,
)
from games.web.match.players_only import or_watch
from games.web.people import (
    circle_list,
    circle_members,
    circle_page,
    contacts_page,
    profile_page,
    rating_page,
    statistics_page,
)
from games.web.push import installing, seen
from games.web.replay import charts_page, check_page, replay_page, story_page
from games.web.site import about, demo_sign_in, health, home, link_preview, metrics, well_known


class Anything(StringConverter):
    """Whatever a mail program made of an address: punctuation, spaces and line breaks too."""

    regex = r"[\s\S]*"


register_converter(Anything, "anything")
# Set before the admin's own addresses are read; later it would have no effect and give no error.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("", home.home, name="home"),
    path("next/", home.next_match, name="next_match"),
    path("learn/<slug:slug>/", lessons.learn, name="learn"),
    path("daily/", daily.today, name="daily"),
    path("daily/<slug:day>/", daily.of_day, name="daily_of"),
    path("new/", new_match.choose, name="new_game"),
    path("new/<slug:slug>/", new_match.new, name="new"),
    path("new/<slug:slug>/pace/", pace_example.pace_example, name="pace_example"),
    path("new/<slug:slug>/now/", new_match.now_with_robots, name="now_with_robots"),
    path("tables/", join_page.tables, name="tables"),
    path("m/<slug:public_id>/", or_watch(page.match), name="match"),
    path("m/<slug:public_id>/history/", page.tab, name="history"),
    path("m/<slug:public_id>/more/", page.tab, name="more"),
    path("m/<slug:public_id>/replay/", replay_page.replay, name="replay"),
    path("m/<slug:public_id>/replay/charts/", charts_page.charts, name="charts"),
    path("m/<slug:public_id>/story/", story_page.match_story, name="match_story"),
    path("m/<slug:public_id>/check/", check_page.check, name="check"),
    path("m/<slug:public_id>/watch/", watch.watch, name="watch"),
    path("m/<slug:public_id>/hand/", open_hand.hand, name="hand"),
    path("m/<slug:public_id>/lobby/", lobby_page.act, name="lobby"),
    path("m/<slug:public_id>/lobby/leave/", lobby_page.leave, name="leave_lobby"),
    path("m/<slug:public_id>/join/", join_page.join, name="join"),
    path("m/<slug:public_id>/join/<slug:door>/", join_page.by_door, name="door"),
    path("m/<slug:public_id>/again/", new_match.again, name="again"),
    path("m/<slug:public_id>/rematch/", new_match.rematch, name="rematch"),
    path("m/<slug:public_id>/orders/", lay_orders.orders, name="orders"),
    path("m/<slug:public_id>/take-back/", undo.take_back, name="take_back"),
    path("m/<slug:public_id>/vote/", seat_actions.vote, name="vote"),
    path("m/<slug:public_id>/rewind/", choose_rewind.rewind, name="rewind"),
    path("m/<slug:public_id>/back/", seat_actions.come_back, name="come_back"),
    path("m/<slug:public_id>/days/", seat_actions.days_off, name="days_off"),
    path("m/<slug:public_id>/stand-in/", seat_actions.stand_in, name="stand_in"),
    path("m/<slug:public_id>/mails/", seat_actions.mails, name="mails"),
    path("m/<slug:public_id>/leave/", seat_actions.leave, name="leave"),
    path("m/<slug:public_id>/nudge/", chat_actions.nudge, name="nudge"),
    path("m/<slug:public_id>/talk/", chat_actions.say, name="say"),
    path("m/<slug:public_id>/notes/", chat_actions.note, name="note"),
    path("m/<slug:public_id>/card.svg", share.card, name="card"),
    path("m/<slug:public_id>/card.png", share.card_as_png, name="card_as_png"),
    path("m/<slug:public_id>/card/", share.name_on_card, name="name_on_card"),
    path("m/<slug:public_id>/proof/", proof_file.proof, name="proof"),
    path("m/<slug:public_id>/lessons/", lessons.lessons, name="lessons"),
    path("m/<slug:public_id>/chats/", chat_pages.match_chat, name="match_chat"),
    path("m/<slug:public_id>/flag/", case_pages.flag, name="flag"),
    path("m/<slug:public_id>/offer/", seat_actions.offer, name="offer"),
    path("m/<slug:public_id>/seat/<slug:offered>/", seat_actions.take_seat, name="take_seat"),
    path("t/<anything:told>", link_page.link, name="link"),
    path("T/<anything:told>", link_page.link),
    path("feeds/<str:told>/deadlines.ics", feed_pages.calendar, name="calendar"),
    path("feeds/<str:told>/deadlines.atom", feed_pages.atom, name="atom"),
    path("mails/", notifications.my_mails, name="my_mails"),
    path("chats/", chat_pages.my_chat, name="my_chat"),
    path("mails/sent/", sent_emails.sent_mails, name="sent_mails"),
    path("mails/sent/code/", sent_emails.send_code, name="send_address_code"),
    path("mails/sent/address/", sent_emails.type_code, name="type_address_code"),
    path("cases/", case_pages.my_cases, name="my_cases"),
    path("cases/<slug:public_id>/", case_pages.case, name="case"),
    path("hours/", profile.hours, name="hours"),
    path("hours/beard/", profile.beard, name="my_beard"),
    path("hours/days-off/", profile.days_off, name="my_days_off"),
    path("addresses/", my_addresses.my_addresses, name="my_addresses"),
    path("blocked/", blocked.blocked, name="blocked"),
    path("my-data/", my_data.my_data, name="my_data"),
    path("my-data/file/", my_data.file, name="my_data_file"),
    path("my-data/farewell/", my_data.farewell, name="my_farewell"),
    path("api-access/", api_access.api_access, name="api_access"),
    path("people/", contacts_page.people, name="people"),
    path("people/<uuid:player_id>/", profile_page.player_page, name="player"),
    path("record/", profile_page.my_record, name="my_record"),
    path("circles/", circle_list.circles, name="circles"),
    path("circles/<slug:public_id>/", circle_page.circle, name="circle"),
    path("circles/<slug:public_id>/members/", circle_members.circle_members, name="circle_members"),
    path("circles/<slug:public_id>/chats/", chat_pages.circle_chat, name="circle_chat"),
    path("circles/<slug:public_id>/join/<slug:door>/", circle_page.join_circle, name="join_circle"),
    path("ratings/<slug:slug>/", rating_page.rating_table, name="ratings"),
    path("statistics/<slug:slug>/", statistics_page.statistics, name="statistics"),
    path("name/", name.name, name="name"),
    path("language/", language.language, name="language"),
    # The sign-in library uses these names for its pages.
    path("accounts/login/", sign_in.sign_in, name="account_login"),
    path("accounts/login/", sign_in.sign_in, name="account_request_login_code"),
    path("accounts/login/code", sign_in.type_code, name="account_confirm_login_code"),
    path("accounts/openid/", openid_sign_in.start, name="openid_sign_in"),
    path("accounts/openid/back/", openid_sign_in.callback, name="openid_callback"),
    path("accounts/logout/", sessions.sign_out, name="account_logout"),
    path("accounts/who/", show_who.show_who, name="show_who"),
    path("accounts/sessions/", sessions.Sessions.as_view(), name="usersessions_list"),
    path("accounts/2fa/authenticate/", second_factor.Authenticate.as_view(), name="mfa_authenticate"),
    path("accounts/2fa/reauthenticate/", second_factor.Reauthenticate.as_view(), name="mfa_reauthenticate"),
    path("accounts/2fa/totp/activate/", second_factor.NewApp.as_view(), name="mfa_activate_totp"),
    path("accounts/2fa/totp/deactivate/", second_factor.NoApp.as_view(), name="mfa_deactivate_totp"),
    path("accounts/2fa/webauthn/add/", second_factor.NewKey.as_view(), name="mfa_add_webauthn"),
    path(
        "accounts/2fa/webauthn/keys/<int:pk>/remove/",
        second_factor.NoKey.as_view(),
        name="mfa_remove_webauthn",
    ),
    path(
        "accounts/2fa/recovery-codes/generate/",
        second_factor.NewSpareCodes.as_view(),
        name="mfa_generate_recovery_codes",
    ),
    path("accounts/2fa/webauthn/login/", second_factor.Passkey.as_view(), name="mfa_login_webauthn"),
    path("accounts/2fa/", keys.index, name="mfa_index"),
    path("accounts/2fa/webauthn/", webauthn.list_webauthn, name="mfa_list_webauthn"),
    path("accounts/2fa/webauthn/keys/<int:pk>/edit/", webauthn.edit_webauthn, name="mfa_edit_webauthn"),
    path(
        "accounts/2fa/webauthn/reauthenticate/",
        webauthn.reauthenticate_webauthn,
        name="mfa_reauthenticate_webauthn",
    ),
    path("accounts/2fa/recovery-codes/", spare_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "accounts/2fa/recovery-codes/download/",
        spare_codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
    path("admin/", admin.site.urls),
    path("dev/mail/", dev_mailbox.mailbox, name="dev_mailbox"),
    path("dev/mail/<uuid:message_id>/", dev_mailbox.mail, name="dev_mail"),
    path("dev/mail/<uuid:message_id>/html/", dev_mailbox.html, name="dev_mail_html"),
    path("dev/mail/<uuid:message_id>/reply/", dev_mailbox.reply, name="dev_mail_reply"),
    path("demo/sign-in/", demo_sign_in.sign_in_as, name="demo_sign_in"),
    path("demo/table/", demo_sign_in.set_table, name="demo_table"),
    # Mailgun passes on the original email only if the address says so.
    path("mail/<slug:provider>/inbound_mime/", webhooks.inbound, name="inbound_webhook"),
    path("mail/<slug:provider>/tracking/", webhooks.tracking, name="tracking_webhook"),
    path("api/", api_page.page, name="api_page"),
    path("api/openapi.json", api_page.schema, name="api_schema"),
    programs.programs(),
    path("help/", well_known.help_page, name="help"),
    path("rules/<slug:slug>/", well_known.rules, name="rules"),
    path("rules/<slug:slug>/picture.png", link_preview.picture, name="game_picture"),
    path("rules/<slug:slug>/cards/", well_known.cards, name="cards"),
    path("robots.txt", well_known.robots, name="robots"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("favicon.ico", well_known.icon, {"name": "icon-32.png"}),
    path("apple-touch-icon.png", well_known.icon, {"name": "icon-180.png"}),
    path("manifest.webmanifest", installing.manifest, name="manifest"),
    path("service-worker.js", installing.service_worker, name="service_worker"),
    path("offline/", installing.offline, name="offline"),
    path("push/seen/", seen.push_seen, name="push_seen"),
    path("about/", about.about, name="about"),
    path("metrics", metrics.metrics, name="metrics"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
