"""An address as a QR code, to be scanned from one screen by another."""

from __future__ import annotations

import segno
from django.utils.safestring import SafeString, mark_safe


def qr_code(address: str) -> SafeString:
    """Draw an address as an inline SVG, dark on light in both colour schemes."""
    drawn = segno.make(address, error="m", micro=False)
    # What segno writes holds numbers and colours only, and no word of the address.
    return mark_safe(  # nosec B308
        drawn.svg_inline(scale=4, border=4, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    )
