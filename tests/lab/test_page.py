"""The page of an answer: labels that can be read, and every price that the terminal tells."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest

from croupier.lab import page
from croupier.lab.odds import Odds, Spread

TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"( text-anchor="middle")?>([^<]*)</text>')
LETTER = 6.5
"""How wide a letter of 12 points is, on average."""
HEADS_UP = (*range(-5, 15), *range(21, 24), *range(51, 55), *range(496, 499), *range(501, 505))


def labels(svg):
    """Each label's line, and where it begins and ends."""
    for x, y, middle, text in TEXT.findall(svg):
        wide = LETTER * len(text)
        left = float(x) - (wide / 2 if middle else 0)
        yield float(y), left, left + wide


@pytest.mark.parametrize("nets", [HEADS_UP, range(-5, 200), (-1, 1), (-1, 1_000_000, 1_000_001)])
def test_no_label_of_a_plot_lies_on_another(nets):
    svg = page.bars(Spread({Fraction(net): Fraction(1, len(nets)) for net in nets}))
    placed = sorted(labels(svg))
    assert len(placed) > 4
    for (line, _, ends), (other, begins, _) in pairwise(placed):
        assert other > line or begins >= ends
    assert min(left for _, left, _ in placed) >= 0
    assert max(right for _, _, right in placed) <= 1000
    plot = min(float(x) for x in re.findall(r'<rect x="([\d.]+)"', svg))
    scale = [right for line, _, right in placed if line < 270]
    assert max(scale) <= plot


def test_a_page_tells_the_price_under_other_circumstances_too():
    odds = Odds(
        game="blackjack", house_edge=None, house_edge_float=0.0055, edge_of="from a fresh shoe",
        variants={"to the cut card": 0.0057}, errors={"to the cut card": 0.00001},
        average_bet=1.1, std_dev=1.1, frequencies={}, bets={"by total": 0.0055}, spreads={},
        exact=False, method="by hand",
    )  # fmt: skip
    text = page.page("Blackjack", "", odds)
    assert "from a fresh shoe" in text
    assert "to the cut card" in text
    assert "0.5700%" in text
    assert "± 0.0020%" in text
