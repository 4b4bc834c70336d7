"""The settings that come from the environment, typed."""

from __future__ import annotations

from dataclasses import dataclass, field

from quartz_site.environment.addresses import parts

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
NO_BROKER = "none"
#: Who may sign up with an address: nobody, only people who were invited, or anyone.
CLOSED, INVITATION, OPEN = "closed", "invitation", "open"


@dataclass(frozen=True)
class Environment:
    """The settings from the environment, typed. What isn't set is an empty string."""

    kind: str
    debug: bool
    secret_key: str = field(repr=False)
    secret_key_fallbacks: tuple[str, ...] = field(repr=False)
    database_url: str = field(repr=False)
    database_pooler: bool
    redis_url: str = field(repr=False)
    site_url: str
    more_hosts: tuple[str, ...]
    behind_proxy: bool
    proxy_hops: int
    email_url: str = field(repr=False)
    mail_from: str
    email_provider: str
    anymail: dict[str, str] = field(repr=False)
    inbound: str
    reply_domain: str
    bounce_domain: str
    webhook_secrets: tuple[str, ...] = field(repr=False)
    imap_url: str = field(repr=False)
    authserv_id: str
    admins: tuple[str, ...]
    security_contact: str
    signup: str
    site_name: str
    front_text: str
    host_name: str
    host_contact: str
    privacy_text: str
    imprint_text: str
    demo: bool
    lobby_days: int
    outgoing_test_ports: tuple[str, ...]
    vapid_private_key: str = field(repr=False)
    metrics_token: str = field(repr=False)
    otlp_url: str = field(repr=False)
    sentry_dsn: str = field(repr=False)
    oidc_issuer: str
    oidc_client_id: str
    oidc_client_secret: str = field(repr=False)
    oidc_name: str

    @property
    def production(self) -> bool:
        return self.kind == "production"

    @property
    def tls(self) -> bool:
        return self.site_url.startswith("https://")

    @property
    def host(self) -> str:
        return parts(self.site_url).hostname or ""

    @property
    def allowed_hosts(self) -> list[str]:
        near = () if self.production else LOCAL_HOSTS
        return list(dict.fromkeys([self.host, *self.more_hosts, *near]))
