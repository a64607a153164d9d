"""The extras of pyproject.toml: parts of the house that are installed only where wanted."""

from importlib.util import find_spec


class NotInstalled(ImportError):
    """A part of croupier that is not installed, and the command that installs it."""

    def __init__(self, extra: str, missing: list[str]) -> None:
        self.command = f"pip install 'croupier[{extra}]'"
        are = "are" if missing[1:] else "is"
        why = f"{' and '.join(missing)} {are} not installed: run {self.command}"
        super().__init__(why, name=missing[0])


def need(extra: str, *modules: str) -> None:
    """Refuse to go on without the modules that an extra brings; finding them loads none."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise NotInstalled(extra, missing)
