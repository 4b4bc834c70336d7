"""Draws the icons of the installed site from its emblem: `python -m tools.icons`."""

from __future__ import annotations

from games.present.emblem import FILE, emblem, icons


def main() -> None:
    for name, content in icons(emblem()):
        (FILE.parent / name).write_bytes(content)


if __name__ == "__main__":
    main()
