"""Laws that every game in the catalogue must pass, and a random player to pass them with.

A broken law is an AssertionError. Nothing here knows any game.
"""

import os
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from croupier import houses
from croupier.core import catalogue, fair, journals, prices
from croupier.core.asks import Ask, Decision, Option, Refused
from croupier.core.cards import BACK, Card
from croupier.core.catalogue import Game
from croupier.core.felt import (
    ALL,
    BANK,
    DROP,
    HOUSE,
    LEVY,
    Cards,
    Chips,
    Event,
    Fault,
    Said,
    Spot,
    View,
)
from croupier.core.hand import Hand
from croupier.core.imagine import imagine
from croupier.houses import faults
from croupier.speech import vocabulary

STACKS = 50, 3_00, 12_50, 100_00, 5000_00
ACCOUNTS = {BANK, DROP, LEVY}
"""Where the house's chips lie between hands; everybody else's are in their stacks."""
MOST_ANSWERS = 2000
TELLING = {"hole_card", "muck_losing_hands"}
"""Choices by which the house itself tells something about hidden cards: where the dealer has looked
for blackjack, not every card can lie there (BJ-24), and a hand that stays closed is beaten (TH-48).
"""


def evening(game: Game, rules: Any, seed: int, hands: int = 3) -> Iterator[Hand]:
    """Hands one after the other at one table: seats come and go, chips and carry stay."""
    rng = Random(seed)
    most = min(game.SEATS.stop - 1, 9)
    chips: dict[Spot, int] = {}
    hand: Hand | None = None
    for _ in range(hands):
        sitting = rng.sample(range(1, most + 1), rng.randint(game.SEATS.start, most))
        chips = {spot: amount for spot, amount in chips.items() if spot[0] in (HOUSE, *sitting)}
        for seat in sitting:
            chips.setdefault((seat, "stack"), rng.choice(STACKS))
        deal = fair.next_deal(rng.randbytes(32), game, rules, hand)
        hand = Hand(game, rules, dict(chips), deal, hand.carry if hand else None)
        yield hand
        finish(hand, rng)
        chips = {spot: amount for spot, amount in hand.felt.chips.items() if amount}


def any_rules(game: Game, rng: Random) -> Any:
    """Rules that some house might choose: one of the built-in tables or the default, and then any
    other value for any field that the game lets stand together with the rest.
    """
    tables = [table for house in houses.houses() for table in house.tables.values()]
    bases = [game.Rules(), *(table.rules for table in tables if table.game is game)]
    while True:
        chosen = prices.plain(rng.choice(bases))
        for field in inspect.type_info(game.Rules).fields:  # type: ignore[attr-defined]
            if field.name not in TELLING and rng.random() < 0.25:
                chosen[field.name] = any_value(field.type, chosen[field.name], rng)
        try:
            return prices.convert(chosen, game.Rules)
        except msgspec.ValidationError:
            continue


def any_value(kind: inspect.Type, now: Any, rng: Random) -> Any:
    """Some other value for a field of the rules, perhaps one that is not allowed."""
    if isinstance(kind, inspect.LiteralType):
        return rng.choice(kind.values)
    if isinstance(kind, inspect.BoolType):
        return rng.random() < 0.5
    if faults.is_money(kind):
        return rng.choice((0, now // 2, 2 * now, now or 1_00, 3_00, 20_00))
    if isinstance(kind, inspect.IntType) and kind.ge is not None and kind.le is not None:
        return rng.randint(kind.ge, kind.le)
    return now


def finish(hand: Hand, rng: Random) -> None:
    """Law: every hand ends."""
    for _ in range(MOST_ANSWERS):
        if hand.over:
            return
        answer(hand, rng)
    raise AssertionError("the hand does not end")


def answer(hand: Hand, rng: Random) -> None:
    """One random legal answer, or the clock's."""
    assert hand.ask is not None
    seats = list(hand.ask.options)
    if not seats or rng.random() < (0.15 if hand.ask.open else 0.05):
        hand.expire()
        return
    vacant = {*range(1, min(hand.opening.game.SEATS.stop, 10))} - {*hand.felt.seats}
    if hand.ask.open and vacant and rng.random() < 0.05:
        hand.join(min(vacant), rng.choice(STACKS))
        return
    seat = rng.choice(seats)
    hand.decide(seat, legal(hand.ask, seat, rng))


def legal(ask: Ask, seat: int, rng: Random) -> Decision:
    """A random decision that the ask's judge lets pass."""
    decision = choice(rng.choice(ask.options[seat]), rng)
    if ask.judge and ask.judge(seat, decision):
        return choice(ask.options[seat][0], rng)
    return decision


def choice(option: Option, rng: Random) -> Decision:
    """A random decision within an option, more often a small one."""
    if option.cards:
        count = rng.randint(option.low, option.high)
        return Decision(option.act, 0, option.spot, tuple(rng.sample(option.cards, count)))
    steps = (option.high - option.low) // option.step
    amount = option.low + option.step * min(rng.randint(0, steps), rng.randint(0, steps))
    return Decision(option.act, amount, option.spot)


# The laws of one moment of a hand.


def offers_are_sound(hand: Hand) -> None:
    """What is offered can be done: known words and spots, nothing empty, no bounds crossed; and the
    rules say how long one may think.
    """
    if hand.ask is None:
        return
    clock = getattr(hand.opening.rules, hand.ask.clock, None)
    assert type(clock) is int, f"the rules have no clock {hand.ask.clock}"
    for seat, options in (*hand.ask.options.items(), (HOUSE, hand.rulings)):
        assert options, f"seat {seat} is asked with nothing to choose"
        assert len({(o.act, o.spot) for o in options}) == len(options), f"same twice: {options}"
        for option in options:
            assert option.act in vocabulary().words, f"unknown act {option.act}"
            assert 0 <= option.low <= option.high, f"crossed bounds: {option}"
            assert option.step > 0, f"no step: {option}"
            assert (option.high - option.low) % option.step == 0, f"the top is no step: {option}"
            assert not option.cards or option.high <= len(option.cards), f"too many: {option}"
            assert option.spot[1] == "" or known(hand, option.spot), f"unknown spot {option.spot}"
    for option in hand.rulings:
        seat, word = option.spot
        assert seat in (HOUSE, *hand.felt.seats), f"a ruling about nobody: {option}"
        assert word != "hole" or option.spot in hand.felt.cards, f"about no cards: {option}"


def illegal_is_refused(hand: Hand, rng: Random) -> None:
    """What is not offered is refused, and a refusal changes nothing."""
    if hand.ask is None:
        return
    before = len(hand.events), len(hand.answers), dict(hand.felt.chips), hand.ask
    asked = list(hand.ask.options)
    wrongs = [(seat, Decision("void")) for seat in (*asked[:2], HOUSE, 99_999)]
    for seat in asked:
        option = rng.choice(hand.asked(seat))
        act, spot = option.act, option.spot
        wrongs += [
            (seat, Decision(act, option.high + 1, spot, option.cards[: option.low])),
            (seat, Decision(act, -1, spot)),
            (seat, Decision(act, option.low, spot, (Card(0), Card(0)))),
            (99_999, Decision(act, option.low, spot)),
        ]
        if option.step > 1:
            wrongs.append((seat, Decision(act, option.low + 1, spot)))
        elsewhere = (seat + 1, spot[1] or "x")
        if all((o.act, o.spot) != (act, elsewhere) for o in hand.asked(seat)):
            wrongs.append((seat, Decision(act, option.low, elsewhere)))
    for seat, wrong in wrongs:
        try:
            hand.decide(seat, wrong)
        except Refused as refused:
            assert str(refused)
        else:
            raise AssertionError(f"accepted from seat {seat}: {wrong}")
    after = len(hand.events), len(hand.answers), dict(hand.felt.chips), hand.ask
    assert before == after, "a refusal changed something"


# The staff is seat 0: what it may rule are options, and it knows what the public knows.

FLOOR = {"by": "floor", "why": "as it was seen"}


def ruling(option: Option, rng: Random) -> Decision:
    """A random ruling within an option."""
    return msgspec.structs.replace(choice(option, rng), **FLOOR)


def rulings_can_be_done(hand: Hand, rng: Random) -> None:
    """Whatever the staff may rule, the hand bears it, ends, and was legal to a stranger's eye."""
    if hand.ask is None:
        return
    twin = hand.fork()
    for _ in range(rng.choice((1, 1, 2, 12))):
        if twin.ask is None:
            break
        ruled = ruling(rng.choice(twin.rulings[len(twin.voids) :] or twin.rulings), rng)
        twin.rule(ruled)
        assert (twin.answers[-1][1].by, twin.answers[-1][1].act) == (FLOOR["by"], ruled.act)
        if rng.random() < 0.3 and twin.ask is not None:
            answer(twin, rng)
        nothing_leaks(twin, rng)
    finish(twin, rng)
    chips_are_kept(twin)
    cards_are_kept(twin)
    start = twin.opening
    again = Hand(start.game, start.rules, start.chips, start.deal, start.carry)
    for seat, decision in twin.answers:
        again.retake(seat, decision)
    assert again.events == twin.events, "the rulings were not the legal ones"


def wrong_rulings(hand: Hand, rng: Random) -> list[Decision]:
    """Rulings that are none of the options: other places, other amounts, cards by their faces."""
    wrongs = [Decision("bet", **FLOOR), Decision("close", **FLOOR), Decision("void", by="floor")]
    for option in rng.sample(hand.rulings, min(4, len(hand.rulings))):
        act, low, high, spot = option.act, option.low, option.high, option.spot
        held = hand.felt.cards.get(spot, [])
        faces = {*held[:1], Card(rng.randrange(52))}  # One that lies there, and a guess.
        wrongs += [Decision(act, low, spot, (face,), **FLOOR) for face in sorted(faces)]
        wrongs += [Decision(act, wrong, spot, **FLOOR) for wrong in (high + 1, low - 1, -7)]
        wrongs += [Decision(act, low, (99, spot[1]), **FLOOR), Decision(act, low, spot)]
        if spot[1]:
            wrongs.append(Decision(act, low, (spot[0], "elsewhere"), **FLOOR))
    return [
        wrong
        for wrong in wrongs
        if wrong.amount or not any(o.act == wrong.act and o.low == o.high for o in hand.rulings)
    ]


def refusals(hand: Hand, rulings: list[Decision]) -> list[bytes]:
    """What each of these is answered; none is taken."""
    told = []
    for wrong in rulings:
        try:
            hand.rule(wrong)
        except Refused as refused:
            told.append(msgspec.json.encode((str(refused), refused.allowed, refused.clause)))
        else:
            raise AssertionError(f"the staff may rule what is not offered: {wrong}")
    return told


def staff_learns_nothing(hand: Hand, rng: Random) -> None:
    """Change every card that the public has not seen: what the staff may rule, and what it is told
    when it may not, stay the same bytes.
    """
    if hand.ask is None:
        return
    twin = other_than(hand, HOUSE, rng)
    assert twin.rulings == hand.rulings, "the staff's options know a hidden card"
    before = len(hand.events), hand.ask
    wrongs = wrong_rulings(hand, rng)
    assert refusals(twin, wrongs) == refusals(hand, wrongs), "a refusal tells of a hidden card"
    assert before == (len(hand.events), hand.ask), "a refusal changed something"


def view_is_the_fold_of_the_feed(hand: Hand) -> None:
    """A client that follows its feed sees what the house says it sees."""
    for seat in (HOUSE, *hand.felt.seats[:3]):
        assert followed(hand, hand.feed(seat)) == hand.view(seat), f"seat {seat}: another felt"


def followed(hand: Hand, feed: Sequence[Event]) -> View:
    """What a client sees that has been told so far."""
    chips = {spot: amount for spot, amount in hand.opening.chips.items() if amount}
    view = View(chips, {}, len(hand.opening.deal.cards))
    for event in feed:
        view.take(event)
    return view


def every_view_can_be_read(hand: Hand, rng: Random) -> None:
    """Whatever a client sees, after any event and with any cards hidden or away, it can name."""
    for seat in (HOUSE, *hand.felt.seats[:3]):
        feed = hand.feed(seat)
        view = followed(hand, feed[: rng.randint(0, len(feed))])
        for seen in view, torn(view, rng), hand.view(seat):
            for language in "en", "fr":
                try:
                    hand.opening.game.read(hand.opening.rules, seen, language)
                except Exception as error:
                    raise AssertionError(f"seat {seat} cannot read {seen}: {error!r}") from error


def torn(view: View, rng: Random) -> View:
    """The same without some spots, and with some cards turned down."""
    cards = {
        spot: tuple(BACK if rng.random() < 0.2 else card for card in lie)
        for spot, lie in view.cards.items()
        if rng.random() < 0.8
    }
    return View(view.chips, cards, view.deck)


def nothing_leaks(hand: Hand, rng: Random) -> None:
    """Change every card a seat has not seen: its feed, its question and what is carried to the next
    hand stay the same bytes.
    """
    for seat in rng.sample((HOUSE, *hand.felt.seats), min(2, len(hand.felt.seats))):
        twin = other_than(hand, seat, rng)
        assert heard(twin, seat) == heard(hand, seat), f"a leak to seat {seat}"


def other_than(hand: Hand, seat: int, rng: Random) -> Hand:
    """The hand with other cards where a seat has seen none; it must lead to the same feed."""
    try:
        return imagine(hand.opening, hand.feed(seat), rng)
    except (Fault, Refused, ValueError, StopIteration, KeyError, IndexError) as fault:
        raise AssertionError(f"a leak to seat {seat}: {fault}") from fault


def heard(hand: Hand, seat: int) -> bytes:
    """All that a seat is told; what is carried is for all to see."""
    carried = hand.carry if hand.over else None
    return msgspec.json.encode((hand.feed(seat), question(hand, seat), carried))


def question(hand: Hand, seat: int) -> object:
    """What a seat is asked, and what it sees of what others are."""
    ask = hand.ask
    return (ask.clause, ask.clock, sorted(ask.options), ask.options.get(seat)) if ask else None


def told(hand: Hand) -> dict[int, object]:
    """All that each seat is told, in whatever order."""
    return {
        seat: (Counter(map(msgspec.json.encode, hand.feed(seat))), question(hand, seat))
        for seat in (HOUSE, *hand.felt.seats)
    }


def answers_commute(hand: Hand, rng: Random) -> None:
    """Seats that are asked together may answer in any order: the felt is the same, and so is what
    everybody is told and asked.
    """
    ask = hand.ask
    if ask is None or ask.open or len(ask.options) < 2:
        return
    answers = [(seat, legal(ask, seat, rng)) for seat in ask.options]
    twins = []
    for _ in range(2):
        rng.shuffle(answers)
        twin = hand.fork()
        for seat, decision in answers:
            twin.decide(seat, decision)
        twins.append(twin)
    one, other = (twin.felt for twin in twins)
    assert +Counter(one.chips) == +Counter(other.chips), "the order of answers moved chips"
    assert one.cards == other.cards, "the order of answers changed the felt"
    assert told(twins[0]) == told(twins[1]), "the order of answers changed what is told"


# The laws of a whole hand.


def chips_are_kept(hand: Hand) -> None:
    """No chip is made or lost, and none is left on the layout."""
    before, after = sum(hand.brought.values()), sum(hand.felt.chips.values())
    assert before == after, f"{before} chips became {after}"
    paid = Counter(hand.brought)
    for event in hand.events:
        if type(event) is Chips:
            paid[event.src] -= event.amount
            paid[event.dst] += event.amount
    assert {s: a for s, a in paid.items() if a} == {
        s: a for s, a in hand.felt.chips.items() if a
    }, "chips moved without an event"
    if hand.over:
        lying = {s: a for s, a in hand.felt.chips.items() if a and s not in ACCOUNTS}
        left = {s: a for s, a in lying.items() if s[1] != "stack"}
        assert left == hand.opening.game.COMPANY.carried(hand.carry), f"left on the layout: {left}"
    broke = {s: a for s, a in hand.felt.chips.items() if a < 0 and s != BANK}
    assert not broke, f"below zero: {broke}"


def cards_are_kept(hand: Hand) -> None:
    """Every card of the deal is somewhere, once."""
    lying = Counter(card for cards in hand.felt.cards.values() for card in cards)
    assert lying + Counter(hand.felt.deck) == Counter(hand.opening.deal.cards), "cards changed"


def replay_is_the_same(hand: Hand) -> None:
    """A journal rebuilds its hand, in memory and as text."""
    for twin in hand.fork(), journals.read(journals.write(hand)):
        assert twin.events == hand.events, "the replay went another way"
        assert twin.carry == hand.carry, "the replay carries something else"
        assert twin.felt.chips == hand.felt.chips, "the replay has other chips"


def void_returns_every_chip(hand: Hand) -> None:
    """At any moment a void gives back what was there, and the old carry."""
    twin = hand.fork()
    twin.rule(Decision("void", by="inspector", why="malfunction"))
    chips = {spot: amount for spot, amount in twin.felt.chips.items() if amount}
    assert twin.over, "a void hand goes on"
    assert chips == {s: a for s, a in hand.brought.items() if a}, "a void moved chips"
    assert twin.carry == hand.opening.carry, "a void changed the carry"


def speech_is_known(hand: Hand) -> None:
    """Events use the closed list of words and the spots of the layout."""
    for event in hand.events:
        word = event.what if type(event) is Said else event.why
        assert word in vocabulary().words, f"unknown word {word}"
        spots = (event.spot,) if type(event) is Said else (event.src, event.dst)
        for spot in spots:
            assert spot[1] == "" or known(hand, spot), f"{spot} is not in the layout"


def known(hand: Hand, spot: Spot) -> bool:
    layout = hand.opening.game.LAYOUT
    seat = {*layout.seat_chips, *layout.seat_cards}
    house = {*layout.house_chips, *layout.house_cards, "deck", "muck"}
    return spot[1].split()[0] in (seat if spot[0] else house)


def private_cards_are_private(hand: Hand) -> None:
    """A card that not all see is seen by its owners and by those who play it with them: they have
    put chips on a spot of the owner, have said so, or the carry has them share it (PN-22).
    """
    with_owner = {seat: {seat} for seat in (HOUSE, *hand.felt.seats)}
    for owner, sharers in shared(msgspec.to_builtins(hand.opening.carry)):
        with_owner[owner] |= sharers
    for event in hand.events:
        if type(event) is Chips and event.src[0] and event.dst[0]:
            with_owner[event.dst[0]].add(event.src[0])
        elif type(event) is Said and event.spot[0]:
            with_owner[event.spot[0]].add(event.seat)
        elif type(event) is Cards and event.eyes != ALL:
            may = with_owner[event.src[0]] | with_owner[event.dst[0]]
            eyes = {seat for seat in hand.felt.seats if event.eyes >> seat & 1}
            assert eyes <= may, f"a leak to seats {sorted(eyes - may)}: {event}"


def shared(carry: Any) -> Iterator[tuple[int, set[int]]]:
    """Hands that a carry says are shared: their holders, and with whom."""
    for value in carry.values() if isinstance(carry, dict) else carry:
        if isinstance(value, dict) and {"holder", "shares"} <= value.keys():
            yield value["holder"], {*map(int, value["shares"])}
        elif isinstance(value, dict | list | tuple):
            yield from shared(value)


def audiences(hand: Hand) -> set[str]:
    """Who saw which cards go where: a row for each kind of move."""
    return {row(event) for event in hand.events if type(event) is Cards}


def row(event: Cards) -> str:
    owners = {1 << event.src[0], 1 << event.dst[0]}
    one = "owner" if event.eyes in owners else "some"
    who = {ALL: "all", 0: "nobody"}.get(event.eyes, one)
    return f"{event.why}: {event.src[1].split()[0]} to {event.dst[1].split()[0]}, seen by {who}"


def check_moment(hand: Hand, rng: Random) -> None:
    illegal_is_refused(hand, rng)
    view_is_the_fold_of_the_feed(hand)
    nothing_leaks(hand, rng)
    answers_commute(hand, rng)
    void_returns_every_chip(hand)
    chips_are_kept(hand)
    own = Random(repr(hand.felt.deck))  # The course of the evening is not the staff's.
    every_view_can_be_read(hand, own)
    staff_learns_nothing(hand, own)
    if own.random() < 0.3:
        rulings_can_be_done(hand, own)


def check_hand(hand: Hand) -> None:
    chips_are_kept(hand)
    cards_are_kept(hand)
    replay_is_the_same(hand)
    speech_is_known(hand)
    private_cards_are_private(hand)
    view_is_the_fold_of_the_feed(hand)


def check_evening(game: Game, rules: Any, seed: int, hands: int = 3) -> set[str]:
    """All laws over an evening; returns the rows: which seats saw what."""
    rng = Random(seed)
    rows: set[str] = set()
    for hand in evening(game, rules, seed, hands):
        check_play(hand, rng)
        rows |= audiences(hand)
    return rows


def check_play(hand: Hand, rng: Random) -> None:
    """All laws over the rest of a hand."""
    for _ in range(MOST_ANSWERS):
        if hand.over:
            break
        offers_are_sound(hand)
        if rng.random() < 0.4:
            check_moment(hand, rng)
        answer(hand, rng)
    check_hand(hand)


def digest_of_evenings(name: str) -> str:
    """A fingerprint of some evenings, to compare between processes."""
    game = catalogue.game(name)
    events: list[Event] = []
    for seed in range(5):
        rng = Random(seed)
        for hand in evening(game, game.Rules(), seed):
            finish(hand, rng)
            events += hand.events
    return journals.digest(events)


def explore(check: Callable[[int], object], count: int) -> None:
    """Other seeds each time; a failure says how to see it again."""
    first = int(os.environ.get("CROUPIER_SEED") or secrets.randbits(32))
    for seed in range(first, first + count):
        try:
            check(seed)
        except BaseException as error:
            error.add_note(f"again with CROUPIER_SEED={seed}")
            raise
