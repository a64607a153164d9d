"""A writer of messages and bodies from the room's own words, right, wrong and hostile."""

import json
from random import Random
from typing import Any, get_args

from croupier.core.words import WORDS as SPOKEN
from croupier.server.live import wire
from croupier.server.refusals import Name
from croupier.speech import french

CATALOGUE = french.catalogue()
PHRASES = [*CATALOGUE, *CATALOGUE.values()]
WORDS = [*sorted(SPOKEN), *get_args(Name)]
BETWEEN = [", ", " / ", "; ", " to ", " or ", " and ", " à ", " ou ", " et ", " ", "\n", ": "]
UNICODE = [
    "\0",
    "nul \0 within",
    "\ud800",
    "\udfff half",
    "\u202eright to left\u202c",
    "\u2066\u2067\u2069",
    "\u0430dmin",
    "\uff41\uff44\uff4d\uff49\uff4e",
    "\u3164\u2800",
    "\U0001d49eroupier 🂡🃁",
    "e" + "\u0301" * 300,
    "🃏" * 400,
    "\ufeff\ufffe\uffff",
    "İıſß",
    "\x1b[2J\x1b]0;x\x07",
    '\n{"event": "fault", "level": "error"}',
]
FORMAT = ["{", "}", "{}", "{0}", "{act}", "{self.__class__}", "{act!r:>9999999}", "%s%n", "${x}"]
NUMBERS = [
    *(0, 1, -1, 2, 7, 52, 53, 100, 5_00, 100_00, -100_00, 2_000_00, 20_000),
    *(2**31, 2**53, 2**63 - 1, -(2**63), 2**63, 2**64, 10**40, -(10**40)),
    *(1.5, -0.0, 1e308, 1e-300, True, False, None),
]
SPOTS = ["stack", "hole", "pot", "bet", "ante", "bank", "board", "deck", "muck", "box 1", "front"]
ENDS = ["part", "leave", "hello"]
KINDS = [kind.__struct_config__.tag for kind in get_args(wire.Said)]
KINDS = [*KINDS, *[kind for kind in KINDS if kind not in ENDS] * 5]
"""All of them, those that begin something more often than those that end it."""
BROKEN = [
    "",
    "null",
    "[]",
    "[" * 16_000,
    '{"a":' * 3_000,
    '{"type":"ping","id":"\\ud800"}',
    '{"type":"ping","type":"ping"}',
    '{"type":"decide","hand":' + "9" * 15_000 + "}",
    "9" * 16_000,
    '"' + "\\u0000" * 2_700 + '"',
    b"\xff\xfe\x00",
    b"\xed\xa0\x80",
    b"\x00" * 9_000,
    "x" * 20_000,
]
Known = dict[str, tuple[Any, int]]
"""What a line was last asked at each table, and in which hand."""


class Writer:
    """Writes by chance, the same again by the same seed."""

    def __init__(self, seed: int, tables: list[str], names: list[str]) -> None:
        self.rng, self.tables, self.names = Random(seed), tables, names
        self.count = 0

    # Words.

    def text(self) -> str:
        rng = self.rng
        match rng.randrange(8):
            case 0 | 1:
                return rng.choice(PHRASES)
            case 2:
                return rng.choice(WORDS)
            case 3:
                members = rng.choices(rng.choice([PHRASES, WORDS]), k=rng.choice([2, 9, 80]))
                return rng.choice(BETWEEN).join(members)[: rng.choice([300, 12_000])]
            case 4:
                return rng.choice(BETWEEN) * rng.choice([1, 60, 400, 2_000])
            case 5:
                return rng.choice(UNICODE)
            case 6:
                return rng.choice(FORMAT) * rng.choice([1, 1, 300])
            case _:
                return rng.choice(PHRASES).replace("{", rng.choice(UNICODE) + "{")

    def number(self) -> Any:
        return self.rng.choice(NUMBERS)

    def anything(self, depth: int = 0) -> Any:
        rng = self.rng
        match rng.randrange(6):
            case 0 | 1:
                return self.text()
            case 2 | 3:
                return self.number()
            case 4 if depth < 3:
                return [self.anything(depth + 1) for _ in range(rng.choice([0, 1, 3, 30]))]
            case _ if depth < 3:
                return {self.text(): self.anything(depth + 1) for _ in range(rng.choice([0, 2]))}
        return None

    def table(self) -> str:
        return self.rng.choice(self.tables)

    def spot(self) -> Any:
        seats = [0, 1, 2, 3, 10_000, -1, 2**70]
        return [self.rng.choice(seats), self.rng.choice([*SPOTS, "", self.text()])]

    def cards(self) -> Any:
        most = self.rng.choice([0, 1, 2, 5, 7, 500])
        return [self.rng.choice([*range(54), -1, 99, 2**70]) for _ in range(most)]

    # Messages of the WebSocket.

    def message(self, known: Known) -> str | bytes:
        """One frame."""
        rng = self.rng
        if rng.random() < 0.02:
            return rng.choice(BROKEN)
        said = self._decision(known) if known and rng.random() < 0.5 else self._said()
        for name in rng.sample(sorted(said), rng.choice([0, 0, 0, 1, 2])):
            said[name] = self.anything()
        return json.dumps(said)

    def _id(self) -> str:
        self.count += 1
        return str(self.count if self.rng.random() < 0.9 else self.count // 2)

    def _said(self) -> dict[str, Any]:
        money = self.rng.choice([100_00, 100_00, 200_00, 5_00, self.number()])
        seat = self.rng.choice([0, 0, 1, 2, 20_000])
        said = {"type": self.rng.choice(KINDS), "table": self.table(), "id": self._id()}
        return said | {
            "buy_in": money,
            "amount": money,
            "seat": seat,
            "post": self.rng.random() < 0.5,
            "text": self.text(),
            "since": 0,
            "act": self.text(),
            "hand": 1,
            "seq": 1,
            "spot": self.spot(),
            "cards": self.cards(),
            "version": 1,
        }

    def _decision(self, known: Known) -> dict[str, Any]:
        rng = self.rng
        table = rng.choice(sorted(known))
        ask, hand = known[table]
        option = rng.choice(ask["options"])
        low, high = option.get("low", 0), option.get("high", 0)
        held = option.get("cards", [])
        return {
            "type": "decide",
            "table": table,
            "id": self._id(),
            "hand": hand,
            "seq": ask["seq"],
            "act": rng.choice([option["act"]] * 4 + [self.text()]),
            "amount": rng.choice([low, low, high, high + 1, low - 1, self.number()]),
            "spot": rng.choice([option.get("spot", [0, ""]), self.spot()]),
            "cards": rng.choice([held[:low], held[:1] * 2, self.cards()]),
        }

    # Bodies of calls, by the room's own schema.

    def body(self, schema: dict[str, Any], parts: dict[str, Any], name: str = "") -> Any:
        """Something for a schema: mostly of its form, with words of the room in it."""
        rng = self.rng
        if rng.random() < 0.04:
            return self.anything()
        if "$ref" in schema:
            return self.body(parts[schema["$ref"].rpartition("/")[2]], parts, name)
        if several := schema.get("oneOf") or schema.get("anyOf"):
            return self.body(rng.choice(several), parts, name)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self._object(schema, parts)
        if kind == "array":
            return self._array(schema, parts, name)
        return self._scalar(kind, schema, name)

    def _object(self, schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
        fields = schema.get("properties")
        if fields is None:
            return {self.text(): self.anything() for _ in range(self.rng.choice([0, 1, 3]))}
        needed = schema.get("required", [])
        some = {key for key in fields if key in needed or self.rng.random() < 0.6}
        return {key: self.body(fields[key], parts, key) for key in sorted(some)}

    def _array(self, schema: dict[str, Any], parts: dict[str, Any], name: str) -> Any:
        if name == "spot":
            return self.spot()
        if name == "cards":
            return self.cards()
        member = schema.get("items") or {}
        return [self.body(member, parts, name) for _ in range(self.rng.choice([0, 1, 1, 2, 40]))]

    def _scalar(self, kind: Any, schema: dict[str, Any], name: str) -> Any:
        rng = self.rng
        if kind == "boolean":
            return rng.random() < 0.5
        if kind in ("integer", "number"):
            low = schema.get("minimum", 0)
            return rng.choice([low, low + 1, schema.get("maximum", 100_00), 1, 2, self.number()])
        if name == "table":
            return rng.choice([self.table(), self.text()])
        if name in ("player", "postings", "id", "roles", "ruling"):
            return rng.choice([*self.names, *self.names, self.text()])
        return self.text()[: schema.get("maxLength", 300) + rng.choice([0, 0, 0, 1])]
