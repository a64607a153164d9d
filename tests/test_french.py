"""Nothing that the room says is left without its French: every refusal, every line of a plate."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import inspect
from typer.testing import CliRunner

import croupier
from croupier import houses
from croupier.cli import app, asking
from croupier.core import catalogue
from croupier.core.asks import Option, Refused
from croupier.core.cards import cards
from croupier.core.phrases import FORMS, Amount
from croupier.core.words import WORDS
from croupier.houses import House, WrittenHouse, WrittenTable, faults
from croupier.houses.tournaments import Sheet
from croupier.ranks.doublehand import fouled
from croupier.server.refusals import No
from croupier.server.settings import Settings
from croupier.speech import french, plates, rules

SOURCE = Path(croupier.__file__).parent
SAID = {"Refused": 0, "No": 1, "Phrase": 0}
"""Where the template stands among the arguments."""
PASSED_ON = {"why", "fault", "refused.why", "more if brought > 0 else less"}
"""Names of templates that are found where they are made."""
NAMED = {
    "WHY_NOT",
    "EFFECTS",
    "FINAL",
    "TOLD",
    "why",
    "more",
    "less",
}
"""Names under which templates are made."""


OTHERS = ("client.py", "core/phrases.py", "speech/plates/__init__.py")
"""Where sentences are made of others' words; test_plates walks those of the plates."""


def trees() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if not {"lab", "bots", "cli"} & set(path.relative_to(SOURCE).parts):
            yield path.relative_to(SOURCE).as_posix(), ast.parse(path.read_text("utf-8"))


def words(node: ast.expr) -> Iterator[str]:
    """Every template that an expression can be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*words(node.body), *words(node.orelse))
    elif isinstance(node, ast.BoolOp):
        yield from (text for value in node.values for text in words(value))
    elif isinstance(node, ast.Dict):
        yield from (text for value in node.values if value for text in words(value))
    elif isinstance(node, ast.Tuple):
        yield from (text for value in node.elts for text in words(value))


def names(target: ast.expr) -> set[str]:
    found = [part for part in ast.walk(target) if isinstance(part, ast.Name)]
    return {part.id for part in found}


def templates() -> dict[str, str]:
    """Every sentence of the source, and where it stands."""
    found: dict[str, str] = {}
    judges = {"fouled"}
    for name, tree in trees():
        for node in ast.walk(tree):
            where = f"{name}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and name not in OTHERS:
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                at = SAID.get(called)
                if at is not None and len(node.args) > at:
                    said = list(words(node.args[at]))
                    made = ast.unparse(node.args[at]).partition("[")[0]
                    assert said or made in PASSED_ON | NAMED, (
                        where,
                        "not a template of the source",
                    )
                    found |= dict.fromkeys(said, where)
                judges |= {
                    k.value.id
                    for k in node.keywords
                    if k.arg in ("judge", "admits") and isinstance(k.value, ast.Name)
                }
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if names(target) & NAMED:
                    found |= dict.fromkeys(words(node.value), where)
    for name, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in judges:
                for part in ast.walk(node):
                    if isinstance(part, ast.Return) and part.value is not None:
                        found |= dict.fromkeys(words(part.value), f"{name}:{part.lineno}")
    return {text: at for text, at in found.items() if " " in text and text not in WORDS}


def test_every_sentence_of_the_source_has_its_french() -> None:
    found = templates()
    assert len(found) > 150
    missing = {text: at for text, at in found.items() if french.template(text) is None}
    assert missing == {}


COMPOSED = re.compile(
    r"an? (flush|full house|high card|pair|royal flush|straight|straight flush)( of \w+)?"
    r"|any (four of a kind|three of a kind|two pair)"  # By the names of ranks.
    r"|No limit Hold'em {STAKES}|{GAME}, \w+( limit)?"  # The titles of tables.
    r"|adjust stack|call next|move player"  # The tags of commands.
    r"|{one} or {other}|{one}, {other}"  # Lists.
)
"""Phrases that are put together from smaller words."""


def written() -> set[str]:
    """Every text of the source and of the house sheets, without clauses and whatever its holes."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.add("".join(getattr(part, "value", "{x}") if isinstance(part, ast.Constant)
                                  else "{x}" for part in node.values))  # fmt: skip
    for path in SOURCE.rglob("*.toml"):
        if path.name != "french.toml":
            found |= {*texts(tomllib.loads(path.read_text("utf-8")))}
    without = {re.sub(r" \(([A-Z]{2}-\d\d|\{x\})[^)]*\)$", "", text) for text in found}
    without |= {KEYS.sub("{}", text.partition(" ")[2]) for text in without}  # Rules of a sheet.
    return {HOLE.sub("{}", text) for text in found | without}


def texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from texts(one)


HOLE = re.compile(r"\{\w+\}")
KEYS = re.compile(r"(\{x\}|\b[a-z]+)(_[a-z]+)+")
"""Keys of a sheet within a sentence: they are carried over."""
NAMED_HOLE = re.compile(r"\{(\w+)[|}]")


def phrases(section: dict[str, Any]) -> Iterator[str]:
    for phrase, said in section.items():
        yield from [phrase] if isinstance(said, str) else phrases(said)


def test_no_phrase_of_the_catalogue_is_unused() -> None:
    catalogue = tomllib.loads((SOURCE / "speech" / "french.toml").read_text("utf-8"))
    used = written()
    unused = {text for text in phrases(catalogue) if HOLE.sub("{}", text) not in used}
    assert {text for text in unused if not COMPOSED.fullmatch(text)} == set()


def test_the_french_of_a_sentence_has_the_same_holes() -> None:
    wrong = {
        text: said
        for text, said in french.catalogue().items()
        if set(NAMED_HOLE.findall(text)) != set(NAMED_HOLE.findall(said))
    }
    assert wrong == {}


UNCOUNTED = re.compile(r"(?<!to )(?<!à )(?<!sur )(?<!of )\{\w+\} (?:derniers )?([a-zà-ÿœ]+[sx])\b")
"""What stands behind a hole and may be a noun in the plural; a range has several at its end."""
NO_NOUNS = {
    *(
        "answers",
        "appears",
        "calls",
        "gives",
        "has",
        "holds",
        "is",
        "less",
        "pays",
        "times",
        "was",
        "wins",
    ),
    *("après", "est", "fois", "n'est", "pas", "plus", "puis", "sans"),
}
ALWAYS_SEVERAL = {"hands", "packs", "mains", "jeux"}
"""Of which the rules know no fewer than two where they are counted in words (BJ-20, BJ-37)."""


def uncounted(text: str) -> list[str]:
    """The nouns that a sentence counts in one form only."""
    found = UNCOUNTED.findall(FORMS.sub("", text))
    return [noun for noun in found if noun not in NO_NOUNS]


def test_every_counted_noun_has_its_forms() -> None:
    spoken = french.catalogue("lab").items()  # Its answers count in thousands.
    told = {text: uncounted(text) for pair in spoken for text in pair}
    wrong = {text: nouns for text, nouns in told.items() if not ALWAYS_SEVERAL.issuperset(nouns)}
    assert wrong == {}
    assert uncounted("you have {number} minutes left") == ["minutes"]
    assert uncounted("les {number} derniers coups") == ["coups"]


def test_one_and_several_in_both_languages() -> None:
    why = "you have reached your limit of {number} {number|minute|minutes}"
    said = {n: [No("limit", why, number=n).said(one).sentence for one in ("en", "fr")]
            for n in (0, 1, 2)}  # fmt: skip
    assert said[0] == ["you have reached your limit of 0 minutes",
                       "vous avez atteint votre limite de 0 minute"]  # fmt: skip
    assert said[1] == ["you have reached your limit of 1 minute",
                       "vous avez atteint votre limite de 1 minute"]  # fmt: skip
    assert said[2] == ["you have reached your limit of 2 minutes",
                       "vous avez atteint votre limite de 2 minutes"]  # fmt: skip


def sentences() -> dict[str, str]:
    """What the terminal says of its own, and where."""
    found: dict[str, str] = {}
    for path in sorted((SOURCE / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called in ("say", "tell", "pause"):
                    found |= dict.fromkeys(words(node.args[0]), f"{path.name}:{node.lineno}")
    return found


def test_every_sentence_of_the_terminal_has_its_french() -> None:
    found = sentences() | dict.fromkeys([asking.ANY_TIME, *asking.AGREEMENTS.values()], "asking.py")
    assert len(found) > 50
    missing = {text: at for text, at in found.items() if french.template(text) is None}
    assert missing == {}
    for text in found:
        holes = set(NAMED_HOLE.findall(text))
        assert {*NAMED_HOLE.findall(french.template(text) or "")} == holes, text


def test_every_why_not_of_every_game_has_its_french() -> None:
    for game in catalogue.games():
        missing = [text for text in game.WHY_NOT.values() if french.known(text) is None]
        assert missing == [], catalogue.name(game)


def test_every_word_that_is_offered_or_ruled_has_its_french() -> None:
    said = {word for word in WORDS if french.known(word)}
    text = "".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    offered = {word for word in WORDS if f'Option("{word}"' in text}
    assert len(offered) > 15
    assert offered <= said


@pytest.mark.parametrize("house", list(houses.houses()), ids=lambda house: house.name)
def test_every_house_has_its_french(house: House) -> None:
    assert french.known(house.about)


def test_the_titles_of_the_tables_in_french() -> None:
    titles = [table.title for house in houses.houses() for table in house.tables.values()]
    said = {title: french.say(title, "fr") for title in titles}
    assert said["No limit Hold'em 5/10"] == "Hold'em No Limit 5/10"
    assert said["Texas Hold'em, pot limit"] == "Texas Hold'em, Pot Limit"
    assert said["Blackjack"] == "Blackjack"


def test_a_plate_in_french() -> None:
    house = houses.house("french-casino")
    plate = plates.plate(house, house.tables["no-limit"], "fr")
    said = {line.label: line.text for line in plate.limits}
    assert said["Cave"] == "50\u202f€ à 200\u202f€"
    assert said["Prélèvement légal"] == "4\u202f% de chaque pot"
    live = houses.house("live-casino")
    prices = plates.plate(live, live.tables["casino-holdem"], "fr").prices
    assert ("paire d'as à quinte", "7 pour 1") in [(row.name, row.pays) for row in prices[1].rows]


def test_figures_as_french_writes_them() -> None:
    assert french.figure("€1,234,567.50") == "1\u202f234\u202f567,50\u202f€"
    assert french.figure("-$3") == "-3\u202f$"
    assert french.figure("12") == "12"
    assert french.figure("As") is None


def test_a_refusal_carries_amounts_options_and_clauses_over() -> None:
    money = houses.house("casino-club").money
    option = Option("raise", 600, 150_500, 100)
    said = {"act": "raise", "amount": Amount(50_000)}
    refused = Refused("{act} {amount} is not allowed", (option,), "TH-28", **said)
    no = No.to(refused, money)
    assert no.said("en").sentence == (
        "raise $500 is not allowed; allowed: raise $6 to $1,505 in steps of $1 (TH-28)"
    )
    assert no.said("fr").sentence == (
        "relancer 500\u202f$ n'est pas permis\u202f; permis\u202f: "
        "relancer de 6\u202f$ à 1\u202f505\u202f$ par pas de 1\u202f$ (TH-28)"
    )
    assert No.to(Refused("one seat per player (TH-03)"), money).said("fr").sentence == (
        "une place par joueur (TH-03)"
    )
    assert No("late", "no phrase of ours").said("fr").sentence == "no phrase of ours"


def test_a_fouled_setting_in_french() -> None:
    why = fouled(cards("Ks Kd"), cards("4s 4d Ah 9c 2s"))
    assert why is not None
    assert french.said(why, "fr") == (
        "la petite main (paire de rois) bat la grande (paire de quatre)"
    )
    why = fouled(cards("As Kd"), cards("Ah Qd Jh 9c 3s"))
    assert why is not None
    assert french.said(why, "fr") == "la petite main (as-roi) bat la grande (carte haute, as)"


def test_a_house_says_its_own_notice_in_french() -> None:
    assert "plaisir" in Settings().worded_notice("fr")
    own = Settings(notice="Play well.", notice_fr="Jouez bien.")
    assert (own.worded_notice("en"), own.worded_notice("fr")) == ("Play well.", "Jouez bien.")
    assert Settings(notice="Play well.").worded_notice("fr") == "Play well."


def test_the_command_prints_a_plate_in_french() -> None:
    printed = CliRunner().invoke(app, ["rules", "low-ball", "--language", "fr"])
    assert printed.exit_code == 0
    assert "Limites" in printed.stdout
    assert "Les as sont bas" in printed.stdout


# Sheets.


def rules_of_all() -> list[type]:
    return [*{type(s.rules) for h in houses.houses() for s in h.tables.values()}, Sheet]


def own(kind: type) -> bool:
    return kind.__module__.startswith("croupier.")


def bare(kind: inspect.Type) -> inspect.Type:
    return bare(kind.type) if isinstance(kind, inspect.Metadata) else kind


def test_every_key_and_choice_of_a_sheet_has_its_french() -> None:
    fields = [field for kind in rules_of_all() if own(kind) for field in faults.fields_of(kind)]
    said = tomllib.loads((SOURCE / "speech" / "rules.toml").read_text("utf-8"))
    more = {*WrittenHouse.__struct_fields__, *WrittenTable.__struct_fields__} - {
        *("tables", "tournaments")
    }
    assert {field.name for field in fields} | more == set(said["keys"])
    types = [bare(field.type) for field in fields]
    words = {v for one in types if isinstance(one, inspect.LiteralType) for v in one.values}
    assert {word for word in words if isinstance(word, str)} == set(said["values"])
    allowed = {faults.words(field.type, houses.BARE.money) for field in fields}
    assert {text for text in allowed if rules.why(text, "fr") == text} == set()


def faulty() -> Iterator[str]:
    """What the rules of a sheet refuse, the key left out and holes filled."""
    for path in (*SOURCE.glob("games/**/*.py"), *SOURCE.glob("houses/*.py"), RULES, PAYS, PRICES):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and "ValueError" in ast.unparse(node):
                said = next(ast.walk(node.exc.args[0]), None)  # type: ignore[union-attr]
                parts = said.values if isinstance(said, ast.JoinedStr) else [said]
                text = "".join(str(getattr(part, "value", "") if isinstance(part, ast.Constant)
                                   else "Q") for part in parts)  # fmt: skip
                yield re.sub(
                    r"^\w+_\w+:? |^Q (?=must)|^(levels|bots|hours:|kill|pay\w+|starts) ", "", text
                )


RULES = SOURCE / "procedure" / "flop" / "rules.py"
PAYS, PRICES = SOURCE / "ranks" / "pays.py", SOURCE / "core" / "prices.py"
OTHERWISE = {"neither a straight nor a flush", "Q is not a Q", "Q", "rules.Q: Q"}
"""Of cards; our own fault; put together from others."""


def test_what_is_wrong_in_a_sheet_has_its_french() -> None:
    found = {
        text
        for text in faulty()
        if text not in OTHERWISE and not re.search(r"must be Q( \(|$)", text)
    }
    assert len(found) > 35
    assert {
        text for text in found if rules.why(text.replace("(Q)", "(CR-32)"), "fr") == text
    } == set()
