"""The pace of a table: deal now, bots in a hurry, and players whose connection is lost."""

import pytest

from croupier import houses
from croupier.core import catalogue, fair
from croupier.core.asks import Decision, Refused
from croupier.room import news, state
from croupier.room.seating import GONE_SECONDS
from croupier.room.table import Table
from croupier.room.tempo import CLOSING_SECONDS, HASTE

BLACKJACK, CASINO, DOUBLE_HAND = (
    catalogue.game(name) for name in ("blackjack", "casino-holdem", "double-hand")
)
CLUB = houses.house("casino-club").tables["holdem-3-6"]


def table(game, rules=None, *, bots: int = 0, **people: int) -> Table:
    """A table with bots in the first seats and people behind them."""
    found = Table("t", game, rules or game.Rules())
    for at in range(bots):
        found.sit(f"bot{at}", 500_00, 0, first, bot=True, post=True)
    for name, chips in people.items():
        found.sit(name, chips, 0, first, post=True)
    return found


def first(_: int) -> int:
    return 0


def begin(found: Table, now: float = 0, number: int = 1) -> None:
    seed = number.to_bytes(32, "big")
    found.begin(fair.next_deal(seed, found.game, found.rules, found.last), now)


def bet(found: Table, player: str, now: float) -> None:
    seat = found.seat_of(player)
    option = found.hand.ask.options[seat][0]
    found.decide(player, Decision("bet", option.low, option.spot), now)


# Deal now.


@pytest.mark.clause("BJ-03")
def test_bets_close_when_everybody_is_ready():
    found = table(BLACKJACK, ann=500_00, bob=500_00)
    begin(found)
    bet(found, "ann", 1)
    found.ready("ann", 1)
    assert found.next_due() == found.rules.betting_seconds
    found.ready("bob", 2)
    assert found.next_due() == 2 + CLOSING_SECONDS
    found.tick(2 + CLOSING_SECONDS)
    assert not found.hand.ask.open


@pytest.mark.parametrize("how", ["bot", "away", "gone"])
def test_nobody_waits_for_bots_or_for_those_who_are_not_here(how):
    found = table(
        BLACKJACK, bots=how == "bot", ann=500_00, **({} if how == "bot" else {"bob": 1_00})
    )
    begin(found)
    if how == "away":
        found.sit_out("bob", 1)
    if how == "gone":
        found.be_here("bob", 1, here=False)
    found.ready("ann", 2)
    assert found.next_due() == 2 + CLOSING_SECONDS


def test_the_last_who_is_not_ready_goes():
    found = table(CASINO, ann=500_00, bob=500_00)
    begin(found)
    found.ready("ann", 1)
    found.be_here("bob", 2, here=False)
    assert found.next_due() == 2 + CLOSING_SECONDS


@pytest.mark.clause("CR-44")
@pytest.mark.parametrize("how", ["reload", "leave"])
def test_who_was_ready_for_the_deal_has_all_their_time_in_the_hand(how):
    """Somebody loads the page again, or leaves: what is asked then is no window for bets."""
    found = table(BLACKJACK, ann=500_00, bob=500_00)
    begin(found, number=2)
    for name in "ann", "bob":
        bet(found, name, 1)
        found.ready(name, 1)
    found.tick(1 + CLOSING_SECONDS)
    asked = found.next_due()
    assert asked > 5
    if how == "leave":
        found.leave("bob", 2)
    else:
        found.be_here("ann", 2, here=False)
        found.be_here("ann", 3, here=True)
    assert found.next_due() == asked


def test_ready_is_for_a_window_or_the_pause():
    found = table(BLACKJACK, ann=500_00)
    found.ready("ann", 0)
    assert found.tempo.all_ready
    begin(found)
    assert not found.tempo.all_ready
    bet(found, "ann", 1)
    found.tick(found.next_due())
    with pytest.raises(Refused):
        found.ready("ann", 2)
    with pytest.raises(Refused):
        found.ready("nobody", 2)
    assert found.tempo.ready == set()


def test_a_paused_table_stays_open():
    found = table(BLACKJACK, ann=500_00)
    begin(found)
    found.pause(1)
    with pytest.raises(Refused):
        found.ready("ann", 2)


# Sitting down.


@pytest.mark.clause("DH-17")
def test_who_sat_down_during_the_offer_bets_in_the_window():
    found = table(DOUBLE_HAND, ann=500_00, bob=500_00)
    begin(found)
    assert not found.hand.ask.open
    found.sit("new", 500_00, 1, first, seat=7)
    banker = next(iter(found.hand.ask.options))
    option = found.hand.ask.options[banker][1]
    found.decide(found.sitters[banker].player, Decision("bank", option.low), 2)
    assert found.hand.ask.open
    assert 7 in found.hand.ask.options
    bet(found, "new", 3)


def test_the_first_person_in_a_window_has_its_whole_time():
    found = table(CASINO, bots=2)
    begin(found)
    found.sit("ann", 500_00, 14, first)
    assert found.next_due() == 14 + found.rules.betting_seconds
    found.sit("bob", 500_00, 20, first)
    assert found.next_due() == 14 + found.rules.betting_seconds


def test_the_house_advises_a_hundred_stakes():
    terms = {
        name: table(one.game, one.rules).terms
        for h in houses.houses()
        for name, one in h.tables.items()
    }
    assert terms["holdem-no-limit"].advised_buy_in == 1000_00
    assert terms["no-limit"].advised_buy_in == 200_00  # Its maximum.
    assert terms["blackjack"].advised_buy_in == 500_00
    for one in terms.values():
        assert one.min_buy_in <= one.advised_buy_in
        assert one.advised_buy_in % one.chip == 0


# Bots.


def test_bots_make_haste_while_a_newcomer_waits():
    found = table(CLUB.game, CLUB.rules, bots=3)
    begin(found)
    assert found.tempo.thinking(found.hand, met=True) == 1
    found.sit("ann", 300_00, 1, first, post=True)
    assert found.tempo.thinking(found.hand, met=False) == 0
    assert found.tempo.pause(found.hand) == HASTE


def test_bots_take_their_time_with_people_in_the_hand():
    found = table(CLUB.game, CLUB.rules, bots=2, ann=300_00)
    begin(found)
    found.sit("bob", 300_00, 1, first)
    assert found.tempo.thinking(found.hand, met=True) == 1
    assert found.tempo.pause(found.hand) == 1


def test_the_pace_is_chosen_alone_and_kept():
    found = table(CLUB.game, CLUB.rules, bots=2, ann=300_00)
    found.tempo.choose("ann", "fast")
    begin(found)
    assert found.tempo.thinking(found.hand, met=True) < 1
    found.sit("bob", 300_00, 1, first)
    assert found.pace == "usual"
    with pytest.raises(Refused):
        found.tempo.choose("ann", "fast")


def test_how_well_bots_play_is_chosen_alone_and_kept():
    found = table(CLUB.game, CLUB.rules, bots=2, ann=300_00)
    found.tempo.oppose("ann", "strong")
    assert news.posted(found).level == "strong"
    assert state.rebuilt(found.name, found.game, state.kept(found), None).tempo.level == "strong"
    found.sit("bob", 300_00, 1, first)
    assert found.tempo.level is None
    with pytest.raises(Refused, match="alone with bots"):
        found.tempo.oppose("ann", "strong")


# Those whose connection is lost.


@pytest.mark.clause("CR-44")
def test_an_offline_player_is_awaited_once_in_a_hand():
    found = table(CLUB.game, CLUB.rules, ann=300_00, bob=300_00)
    begin(found)
    found.be_here("ann", 0, here=False)
    found.be_here("bob", 0, here=False)
    waits = []
    now = 0.0
    while found.hand is not None:
        seat, at = min(found.deadlines.items(), key=lambda one: one[1])
        waits.append((seat, at - now))
        now = at
        found.tick(now)
    for seat in (1, 2):
        own = [wait for asked, wait in waits if asked == seat]
        assert own[1:] == [0.0] * len(own[1:])
    assert waits[0][1] == found.rules.decision_seconds
    full = found.terms.time_bank_seconds
    assert [one.reserve_seconds for one in found.sitters.values()] == [full, full]


def test_a_player_who_is_back_is_awaited_again():
    found = table(CLUB.game, CLUB.rules, ann=300_00, bob=300_00)
    sitter = found.sitters[found.seat_of("ann")]
    found.be_here("ann", 0, here=False)
    sitter.timeouts = 1
    assert not sitter.awaited
    found.be_here("ann", 1, here=True)
    assert sitter.awaited is True


@pytest.mark.parametrize("game", [BLACKJACK, CASINO, DOUBLE_HAND])
def test_a_seat_at_a_bank_is_given_up_after_a_minute(game):
    found = table(game, ann=500_00, bob=500_00)
    found.be_here("ann", 0, here=False)
    assert found.next_due() == GONE_SECONDS
    found.tick(GONE_SECONDS - 1)
    assert found.seat_of("ann")
    found.tick(GONE_SECONDS)
    assert not found.seat_of("ann")
    assert [(p.src, p.amount, p.why) for p in found.postings][-1][1:] == (500_00, "leave")


def test_not_while_chips_are_at_risk_and_never_for_a_pot():
    found = table(BLACKJACK, ann=500_00)
    begin(found)
    bet(found, "ann", 1)
    found.be_here("ann", 1, here=False)
    found.tick(found.next_due())
    assert found.hand is not None
    assert found.seat_of("ann")
    poker = table(CLUB.game, CLUB.rules, ann=300_00)
    poker.be_here("ann", 0, here=False)
    poker.tick(2 * GONE_SECONDS)
    assert poker.seat_of("ann")
