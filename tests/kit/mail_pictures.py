"""Draws emails as pictures to look at: narrow and wide, light and dark.

    python -m tests.kit.mail_pictures DIRECTORY [PATTERN]

draws the snapshots whose names match (all by default), each on one sheet, and lists what can't be read: text
with too little contrast, and anything wider than the window.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tools.chromium import find

SNAPSHOTS = Path(__file__).parents[1] / "mail" / "snapshots"
WIDTHS, SCHEMES = (360, 700), ("light", "dark")
TALL = 800

#: Lists each text with too little contrast to its background (WCAG 1.4.3), with the ratio, and each element
#: that reaches beyond the right edge of the window.
LOOK = """() => {
  const wrong = [];
  const channels = (told) => (told.match(/[\\d.]+/g) || []).map(Number);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
      const [r, g, b, a = 1] = channels(getComputedStyle(one).backgroundColor);
      if (a > 0) layers.push([r, g, b, a]);
      if (a === 1) break;
    }
    return layers.reduceRight(
      (below, [r, g, b, a]) => [r, g, b].map((one, at) => one * a + below[at] * (1 - a)), [255, 255, 255]);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, told = texts.currentNode.data.trim();
    const style = getComputedStyle(element);
    if (!told || !element.getClientRects().length || style.visibility === "hidden") continue;
    if (element.closest("[style*='display:none'], [style*='display: none']")) continue;
    const [ink, paper] = [light(channels(style.color).slice(0, 3)), light(behind(element))];
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    if (ratio < 4.5) wrong.push(`contrast ${ratio.toFixed(1)}: ${told.slice(0, 60)}`);
    const right = element.getBoundingClientRect().right;
    if (right > window.innerWidth + 1) wrong.push(`reaches to ${Math.round(right)}: ${told.slice(0, 60)}`);
  }
  if (document.documentElement.scrollWidth > window.innerWidth) wrong.push("scrolls sideways");
  return wrong;
}"""


@contextmanager
def drawer() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(**find().launching)
        yield browser
        browser.close()


def views(browser: Browser) -> dict[tuple[int, Any], Page]:
    """Open a window for each way of looking at an email."""
    return {
        (width, scheme): browser.new_context(
            viewport={"width": width, "height": TALL}, color_scheme=scheme, java_script_enabled=True
        ).new_page()
        for width in WIDTHS
        for scheme in SCHEMES
    }


def wrong_with(html: str, page: Page) -> list[str]:
    """Show an email in a window; list what can't be read."""
    page.set_content(html)
    found: list[str] = page.evaluate(LOOK)
    return found


def draw(html: str, windows: dict[tuple[int, Any], Page], place: Path) -> list[str]:
    """Draw an email in every window, all side by side; list what is wrong with it."""
    wrong, pictures = [], []
    for (width, scheme), page in windows.items():
        wrong += [f"{width} {scheme}: {one}" for one in wrong_with(html, page)]
        picture = place.with_name(f"{place.stem}-{width}-{scheme}.png")
        page.screenshot(path=picture, full_page=True)
        pictures.append(picture)
    _side_by_side(pictures, next(iter(windows.values())).context.browser, place)
    return wrong


def _side_by_side(pictures: list[Path], browser: Browser | None, place: Path) -> None:
    assert browser is not None
    sheet = browser.new_page(viewport={"width": sum(WIDTHS) * len(SCHEMES) + 60, "height": TALL})
    shown = "".join(f'<img src="{picture.name}">' for picture in pictures)
    page = place.with_suffix(".html")
    page.write_text(f'<body style="display:flex;gap:12px;align-items:start;background:#888">{shown}')
    sheet.goto(page.as_uri())
    sheet.screenshot(path=place, full_page=True)
    sheet.close()
    for one in (*pictures, page):
        one.unlink()


def main(arguments: list[str]) -> int:
    """Draw the requested emails; exit with 1 if anything can't be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.mail_pictures", description=__doc__)
    parser.add_argument("directory", type=Path)
    parser.add_argument("pattern", nargs="?", default="*")
    asked = parser.parse_args(arguments)
    asked.directory.mkdir(parents=True, exist_ok=True)
    faults = 0
    with drawer() as browser:
        windows = views(browser)
        for one in sorted(SNAPSHOTS.glob(f"{asked.pattern}.html")):
            for told in draw(one.read_text(), windows, asked.directory / f"{one.stem}.png"):
                print(f"{one.stem} {told}")
                faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
