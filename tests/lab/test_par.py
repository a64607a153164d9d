"""The PAR sheet: its tables add up, and its pages can be read."""

import csv
import json
import re
import zlib
from datetime import date
from fractions import Fraction

import pytest

from croupier import houses
from croupier.core import catalogue
from croupier.lab import form, par, parprint
from croupier.lab.changes import changed
from croupier.speech.paper import Paper, advance, broken


def sheet(game, *wishes):
    house = houses.house(houses.dealing(game)[0])
    table = houses.sheet(house, catalogue.game(game), None, None)
    rules = changed(game, table.rules, wishes)
    return par.sheet(house, table, rules, wishes, date(2026, 11, 16))


@pytest.fixture(scope="module")
def casino():
    return sheet("casino-holdem")


@pytest.mark.parametrize("game", form.games())
def test_return_tables_add_up_to_the_edge(game):
    one_pack = ("decks=1",) if game == "blackjack" else ()
    for bet in sheet(game, *one_pack).bets:
        assert sum(row.chance for row in bet.rows) == pytest.approx(1)
        assert sum(row.part for row in bet.rows) == pytest.approx(-bet.edge, abs=1e-9)
        if bet.deals:
            assert sum(row.count for row in bet.rows) == bet.deals
            assert sum(Fraction(row.chance_exact) for row in bet.rows) == 1


@pytest.mark.clause("CH-05", "CH-06", "CH-26", "CH-27")
def test_the_house_pays_most_at_the_largest_stake(casino):
    ante, bonus = casino.bets
    assert ante.exposure == 102 * 1_000_00  # A royal flush: 100 for the Ante and 2 for the Call.
    assert bonus.exposure == 100 * 100_00
    assert ante.returned == pytest.approx(1 - 1363917077 / 63213204600)
    assert casino.returned_of_all > ante.returned


def test_rows_are_called_what_the_plate_calls_them(casino):
    names = [row.name for row in casino.bets[0].rows]
    assert "straight or less" in names
    assert "high card" not in names
    names = [row.name for row in sheet("heads-up-holdem").bets[0].rows]
    assert "royal flush, odds" in names
    assert len({*names}) == len(names)


def test_other_rules_have_another_digest_and_say_what_was_changed(casino):
    other = sheet("casino-holdem", "ante_pays.flush=1")
    assert other.digest != casino.digest == sheet("casino-holdem").digest
    assert other.changed == ("ante_pays.flush=1",)
    assert other.bets[0].edge > casino.bets[0].edge


def test_a_band_narrows_with_the_root_of_the_rounds(casino):
    bands = list(casino.bets[0].bands())
    widths = [band.high - band.low for band in bands]
    assert widths[0] == pytest.approx(10 * widths[2])
    assert all(band.low < casino.bets[0].returned < band.high for band in bands)


def pages_of(file):
    packed = re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL)
    return [zlib.decompress(part) for part in packed]


def test_the_pdf_is_whole(casino):
    file = parprint.pdf(casino)
    start = int(re.search(rb"startxref\n(\d+)", file)[1])
    assert file[start:].startswith(b"xref")
    places = [int(at) for at in re.findall(rb"(\d{10}) 00000 n", file)]
    assert all(file[at:].startswith(b"%d 0 obj" % (n + 1)) for n, at in enumerate(places))
    text = b"".join(pages_of(file))
    for words in (b"97.84235%", b"1363917077/63213204600", b"CH-26", casino.digest.encode()):
        assert words in text


def test_the_sheet_says_which_shoe_its_price_is_of():
    found = sheet("blackjack", "decks=1")
    (cut, shuffler) = found.variants
    assert "cut card" in cut.of
    assert 0 < cut.error < 0.0001
    assert shuffler.edge == found.bets[0].edge < cut.edge
    page = parprint.html(found).decode()
    assert "freshly shuffled" in page
    assert "floating point" in page
    assert "sampled" not in page  # Nothing is, but for the cut card, which has its interval.
    assert f"{cut.edge:.4%} ± {1.96 * cut.error:.4%}" in page
    assert json.loads(json.dumps(found.data()))["variants"][0]["edge"] == cut.edge


def test_how_it_was_found_stands_on_one_page(casino):
    (page,) = (page for page in pages_of(parprint.pdf(casino)) if b"How it was found" in page)
    for words in (b"method", b"SHA-256", casino.digest.encode()):
        assert words in page


def test_what_the_fonts_cannot_say_is_said_otherwise():
    paper = Paper("Été", "")
    paper.text("A♠ \N{MINUS SIGN}5 é (x)")
    page = pages_of(paper.printed())[0]
    assert b"/F3 9 Tf (\xab) Tj" in page  # The spade.
    assert b"\x965 \xe9 \\(x\\)" in page


def test_a_line_is_broken_where_it_must_be():
    lines = list(broken("a word " * 30 + "x" * 200, 200, 9))
    assert all(advance(line, 9) <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == "aword" * 30 + "x" * 200


def test_a_long_table_goes_onto_the_next_page():
    paper = Paper("long", "foot")
    paper.table(("n", ""), [(str(n), "row") for n in range(200)], (0,))
    pages = pages_of(paper.printed())
    assert len(pages) == 4
    assert b"4 / 4" in pages[-1]


def test_page_and_table_say_the_same(casino, tmp_path):
    page = parprint.html(casino).decode()
    assert "97.84235%" in page
    assert "http" not in page  # Self-contained: nothing is loaded.
    path = tmp_path / "par.csv"
    path.write_text(parprint.table(casino))
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert sum(int(row["deals"]) for row in rows if row["bet"] == "bonus") == 2_598_960
    assert json.dumps(casino.data())
