"""MkDocs hook: the pages at the root join those of docs/, links follow, and nothing is fetched."""

import posixpath
import re
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security-policy.md",
    "CHANGELOG.md": "changelog.md",
}
_LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
_FOREIGN: Final = re.compile(r'<(?!a\b)\w+[^>]*\b(?:src|href)="?(?:https?:)?//[^" >]*')
_FETCHED: Final = re.compile(r"https://unpkg\.com/")
"""The theme's script would fetch helpers for old browsers and for diagrams."""


def on_config(config: Any) -> Any:
    """A page that has no place in the navigation yet stands under More."""
    docs = Path(config["docs_dir"])
    pages = [page.relative_to(docs).as_posix() for page in sorted(docs.rglob("*.md"))]
    if rest := [page for page in pages if page not in set(named(config["nav"]))]:
        config["nav"].append({"More": rest})
    return config


def named(nav: Any) -> list[str]:
    """The pages that a navigation names."""
    if isinstance(nav, str):
        return [nav]
    parts = nav.values() if isinstance(nav, dict) else nav
    return [page for part in parts for page in named(part)]


def on_files(files: Any, config: Any) -> Any:
    """Add the pages at the root of the tree."""
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=followed(text, source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let the links of a page of docs/ lead to pages of the site."""
    uri = page.file.src_uri
    return markdown if uri in PAGES.values() else followed(markdown, f"docs/{uri}")


def on_post_build(config: Any) -> None:
    """Refuse a site that would ask another host for anything."""
    from mkdocs.exceptions import PluginError

    site = Path(config["site_dir"])
    for script in site.glob("assets/javascripts/bundle.*.js"):
        script.write_text(_FETCHED.sub("assets/none/", script.read_text("utf-8")), "utf-8")
    found = [asset for page in site.rglob("*.html") for asset in foreign(page.read_text("utf-8"))]
    if found:
        raise PluginError(f"The site would fetch {found[0]}")


def foreign(html: str) -> list[str]:
    """What a page would fetch from another host; a link that people may press is not fetched."""
    return _FOREIGN.findall(html)


def followed(text: str, source: str) -> str:
    """A text of the tree with its links as links of the site; what is not in it is only named."""
    here = posixpath.dirname(PAGES.get(source) or source.removeprefix("docs/"))

    def link(found: re.Match[str]) -> str:
        picture, label, target = found.groups()
        if re.match(r"[a-z]+:|#", target):
            return found[0]
        path, _, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if path not in PAGES and not path.startswith("docs/"):
            return label
        page = PAGES.get(path) or path.removeprefix("docs/")
        to = posixpath.relpath(page, here or ".") + (f"#{anchor}" if anchor else "")
        return f"{picture}[{label}]({to})"

    return _LINK.sub(link, text)
