"""One hand of the guest by clicks, in a real browser."""

import os

import pytest

from web.conftest import CHROMIUM, STATIC, sync_api
from web.hands import PREFERRED, adds_up, play_hand, sit

here = bool(sync_api and CHROMIUM and STATIC.is_file())
pytestmark = [
    pytest.mark.filterwarnings("default"),
    pytest.mark.skipif(not here and not os.environ.get("CI"), reason="no browser here"),
]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_hand_is_played_by_clicks(visit, lang):
    page = visit("Ada", lang=lang)
    sit(page, "high-street/three-card-poker")
    assert page.locator(".frame2").get_attribute("data-felt") == "midnight"
    acts = play_hand(page, ["play", *PREFERRED])
    assert "play" in acts
    if lang == "en":
        assert adds_up(page), page.locator("[data-result]").inner_text()
