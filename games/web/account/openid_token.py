"""Reading an id token of OpenID Connect: who somebody is, under the signature of a service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import jwt
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from django.utils.crypto import constant_time_compare

#: With a pair of keys each. Others are refused: none at all, or one with a secret that two know.
KEYS = {"RS256": "RSA", "PS256": "RSA", "ES256": "EC"}
LEEWAY = 60  # seconds that clocks may be apart
LONGEST_SUBJECT = 191
REQUIRED = ["iss", "aud", "exp", "iat", "sub"]


class BadToken(OAuth2Error):
    """Raised for a token that isn't what it should be; says what is wrong, and nothing that is in it."""


def read(token: str, keys: Any, *, issuer: str, client: str, nonce: str) -> Mapping[str, Any]:
    """Give what a token says; raise BadToken unless its issuer made it for us, now, for this very sign-in."""
    try:
        head = jwt.get_unverified_header(token)
        claims = jwt.decode(
            token,
            _key(keys, head),
            algorithms=[head["alg"]],
            audience=client,
            issuer=issuer,
            leeway=LEEWAY,
            options={"require": REQUIRED},
        )
    except (jwt.PyJWTError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadToken(type(error).__name__) from None
    _check(claims, client, nonce)
    return claims


def _key(keys: Any, head: Mapping[str, Any]) -> jwt.PyJWK:
    """Find the key that a token says it is signed with, of the kind that its algorithm takes."""
    kind, name = KEYS[head["alg"]], head.get("kid")
    fitting = (one for one in keys["keys"] if one["kty"] == kind and one.get("use", "sig") == "sig")
    found = next(one for one in [*fitting, None] if one is None or name in (None, one.get("kid")))
    if found is None:
        raise BadToken("no such key")
    return jwt.PyJWK(found, algorithm=head["alg"])


def _check(claims: Mapping[str, Any], client: str, nonce: str) -> None:
    if not nonce or not constant_time_compare(str(claims.get("nonce", "")), nonce):
        raise BadToken("another sign-in")
    several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
    if claims.get("azp", "" if several else client) != client:
        raise BadToken("another program")
    if not isinstance(claims["sub"], str) or not 0 < len(claims["sub"]) <= LONGEST_SUBJECT:
        raise BadToken("subject")
