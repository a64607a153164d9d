"""The table in the terminal, as a person sits at it: what is asked, taken, said and shown."""

import re
from collections.abc import Callable, Iterator
from random import Random

import pytest

from croupier import bots, houses
from croupier.cli import Mistake, sheets, terminal
from croupier.cli.calls import Caller
from croupier.cli.grammar import HowMuch, Which, meant, shortest
from croupier.cli.tongue import Tongue
from croupier.core import catalogue, fair
from croupier.core.asks import Decision, Option, Refused
from croupier.core.cards import cards
from croupier.core.felt import Chips, Said
from croupier.games import omaha_hilo
from croupier.room.table import Table

Session = Callable[..., str]
BEGIN = Table.begin


@pytest.fixture
def sit(monkeypatch, capsys) -> Session:
    """Play a session from typed lines and return the screen; the end of the lines is leaving."""

    def session(game: str, *lines: str, house: str | None = None, **options: object) -> str:
        typed = iter(lines)
        dealt = [0]

        def read() -> str:
            dealt[0] = 0
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        def counted(self, deal, now):
            dealt[0] += 1
            assert dealt[0] < 20, "hand after hand and nobody is asked"
            return BEGIN(self, deal, now)

        monkeypatch.setattr("builtins.input", read)
        monkeypatch.setattr(Table, "begin", counted)
        monkeypatch.setenv("COLUMNS", "80")
        limit = options.pop("limit", None)
        options.setdefault("seed", "s")
        terminal.play(*sheets.find(game, house, None, limit), **options)  # type: ignore[arg-type]
        return capsys.readouterr().out.replace("\N{EN DASH}", "-")

    return session


def sheet(tmp_path, game: str, rules: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(
        f'title = "M"\ncurrency = "$"\n[tables.a]\ngame = "{game}"\n[tables.a.rules]\n{rules}'
    )
    return str(path)


# A stack that is above nothing and below the least bet.


@pytest.mark.parametrize(
    ("game", "stack", "clause"),
    [
        ("blackjack", "3", "BJ-29"),
        ("heads-up-holdem", "12", "HU-31"),
        ("casino-holdem", "0.50", "CH-05"),
        ("double-hand", "4", "DH-37"),
    ],
)
def test_a_stack_below_the_least_bet_is_refused_by_a_clause_of_its_own_game(
    game: str, stack: str, clause: str
) -> None:
    with pytest.raises(Mistake, match=clause):
        terminal.play(*sheets.find(game, None, None), stack=stack)


def test_whoever_is_too_poor_for_a_bet_is_told_so_and_may_recave(sit: Session) -> None:
    lines = ("5", "s", "s", "s")
    for seed in "abcdefgh":
        shown = sit("blackjack", *lines, seed=seed, stack="7")
        if "too little" in shown:
            break
    assert "$2 is too little for a bet here: you can't bet" in shown
    assert "You leave with $2 after 1 hand (-$5)." in shown
    shown = sit("blackjack", "5", "s", "50", "5", "q", seed=seed, stack="7")
    assert re.search(r"Hand \d, stack \$52 ", shown)


def test_whoever_goes_broke_at_a_pot_may_recave(sit: Session) -> None:
    lines = ["all in"] * 3 + ["5", "100", "q"]
    for seed in "abcdef":
        shown = sit("holdem", *lines, house="french-casino", limit="no-limit", seed=seed)
        if "You have no chips left." in shown:
            break
    assert "Recave how much, from €50?" in shown
    assert "€5 is too little" in shown
    assert re.search(r"Hand \d, stack €100 ", shown)


# An amount is never guessed.


def test_choices_that_do_not_fit_stand_above_a_bare_prompt(sit: Session) -> None:
    shown = sit("double-hand", "bank 50", "random", "choose 2", "q")
    assert "/Pile 7)\n> choose 2" in shown


def test_a_bank_without_its_amount_is_asked_for(sit: Session) -> None:
    shown = sit("double-hand", "bank", "50", "random", "random", "h")
    assert "How much? $5-$999" in shown
    assert re.search(r"Bank +\$50", shown)


def test_to_insure_and_to_double_without_an_amount_is_the_whole_and_is_said() -> None:
    tongue = Tongue("en", houses.house("casino-du-liban"))
    insure = Option("insure", 1, 7_50, spot=(1, "insurance 1"))
    double = Option("double", 100, 20_00, 100, (1, "box 1"))
    assert meant("insure", (insure,), tongue, lambda _: ["box 1"]).amount == 7_50
    assert meant("d", (double,), tongue, lambda _: ["box 1"]).amount == 20_00
    assert meant("d 5", (double,), tongue, lambda _: ["box 1"]).amount == 5_00
    for act in "raise", "bank", "cut", "stake", "cow", "bet":
        slider = Option(act, 1, 9)  # type: ignore[arg-type]
        with pytest.raises(HowMuch):
            meant(act, (slider,), tongue, lambda _: [])


def test_doubling_for_less_says_what_was_taken(sit: Session, tmp_path) -> None:
    mine = sheet(tmp_path, "blackjack", 'double_for_less = true\ndouble_totals = "any"\n')
    shown = sit("blackjack", "20", "double", "q", house=mine, seed="b")
    assert "[d]ouble for $1-$20" in shown
    assert "You double for $20" in shown


def test_nothing_typed_repeats_only_what_was_bet_before(sit: Session) -> None:
    shown = sit("casino-holdem", "", "10 5", "c", "", "c")
    assert "Write an amount, such as 10." in shown
    assert "As before: Ante €10, Bonus €5." in shown


def test_a_bet_of_nothing_is_answered(sit: Session) -> None:
    shown = sit("casino-holdem", "0", "q")
    assert "You bet nothing: this hand goes on without you." in shown
    assert "after 0 hands" in shown


# What a line means.


OPTIONS = (
    Option("decline"),
    Option("decline", spot=(1, "insurance 1")),
    Option("insure", 1, 10_00, spot=(1, "insurance 1")),
    Option("insure", 1, 5_00, spot=(1, "insurance 2")),
)


def places(option: Option) -> list[str]:
    number = option.spot[1].rpartition(" ")[2]
    return [f"Box {number}", number] if number else []


@pytest.mark.parametrize(
    ("line", "decision"),
    [
        ("decline", Decision("decline")),
        ("d box 1", Decision("decline", 0, (1, "insurance 1"))),
        ("insure 5 box 2", Decision("insure", 5_00, (1, "insurance 2"))),
        ("i 2.50 on box 1", Decision("insure", 2_50, (1, "insurance 1"))),
        ("i 3 2", Decision("insure", 3_00, (1, "insurance 2"))),
        ("insure box 1", Decision("insure", 10_00, (1, "insurance 1"))),
    ],
)
def test_the_form_that_is_shown_is_the_form_that_is_taken(line: str, decision: Decision) -> None:
    tongue = Tongue("en", houses.house("casino-du-liban"))
    assert meant(line, OPTIONS, tongue, places) == decision


def test_a_place_that_is_not_named_is_asked_for() -> None:
    tongue = Tongue("en", houses.house("casino-du-liban"))
    with pytest.raises(Which):
        meant("insure", OPTIONS, tongue, places)
    with pytest.raises(ValueError, match="There is no “box 3” here: Box 1, Box 2"):
        meant("insure 5 box 3", OPTIONS, tongue, places)
    with pytest.raises(ValueError, match="is not an amount"):
        meant("insure 0 box 1", OPTIONS, tongue, places)


def test_amounts_as_each_language_writes_them() -> None:
    english, french = (Tongue(language, houses.house("casino-club")) for language in ("en", "fr"))
    bet = (Option("bet", 1, 10**6),)
    assert meant("bet 1,000.50", bet, english, places).amount == 1000_50
    assert meant("miser 1\u202f000,50", bet, french, places).amount == 1000_50
    assert meant("miser 7,50", bet, french, places).amount == 7_50
    assert meant("bet 7,50", bet, french, places).amount == 7_50
    assert french.money(1000_50) == "1\u202f000,50\u202f$"


def test_keys_are_the_shortest_that_tell_acts_apart() -> None:
    assert shortest(["fold", "call", "raise"]) == {"fold": "f", "call": "c", "raise": "r"}
    assert shortest(["parole", "passer"]) == {"parole": "par", "passer": "pas"}


def test_a_raise_where_nothing_is_bet_is_a_bet(sit: Session) -> None:
    tongue = Tongue("en", houses.house("french-casino"))
    options = (Option("check"), Option("fold"), Option("bet", 400, 9000))
    with pytest.raises(ValueError, match="bet instead"):
        meant("raise 20", options, tongue, places)


@pytest.mark.clause("TH-37")
def test_a_fold_where_a_check_is_free_is_confirmed(sit: Session) -> None:
    lines = ("c", "fold", "n", "fold", "y", "q")
    for seed in "abcdefgh":
        shown = sit("holdem", *lines, house="french-casino", limit="no-limit", seed=seed)
        if "(y/n): n" in shown:
            break
    assert shown.count("You can check for free. Fold anyway? (y/n)") == 2
    assert "[c]heck" in shown.partition("(y/n): n")[2].splitlines()[1]


@pytest.mark.clause("BJ-24", "BJ-43")
def test_each_box_is_insured_by_its_name(sit: Session) -> None:
    for at in range(30):
        lines = ("10", "insure 2.50 box 2", "insure box 1", "q")
        shown = sit("blackjack", *lines, seed=f"ins{at}", boxes=2)
        if "Insurance?" in shown:
            break
    assert "[i]nsure for $0.01-$5 (Box 1/Box 2)" in shown
    assert "You insure for $2.50" in shown
    assert "You insure for $5" in shown
    assert re.search(r"Insurance 2 +\$2\.50", shown)


# What is told.


@pytest.mark.clause("TH-61")
@pytest.mark.parametrize(("language", "words"), [("en", "debt"), ("fr", "endettement")])
def test_the_helpline_is_always_on_the_screen(sit: Session, language: str, words: str) -> None:
    shown = sit("holdem", "q", house="french-casino", language=language)
    assert words in shown
    heads = [line for line in shown.splitlines() if line.startswith(("Hand 1", "Coup 1"))]
    assert all(line.endswith("09-74-75-13-13") for line in heads)
    assert heads


@pytest.mark.clause("CH-15")
def test_a_stack_that_cannot_cover_the_call_is_told_at_once(sit: Session) -> None:
    shown = sit("casino-holdem", "10", "q", stack="25")
    assert "You cannot cover a call of €20" in shown
    shown = sit("casino-holdem", "10", "q", stack="25", language="fr")
    assert "Vous ne pouvez pas couvrir un Call de 20\u202f€" in shown


@pytest.mark.clause("PN-16", "PN-46")
def test_a_tied_player_without_chips_keeps_the_claim(sit: Session) -> None:
    lines = ("all in", "decline", "", "", "", "")
    shown = sit("push-nine", *lines, stack="20", players=6, seed="tie2")
    assert "Hand 2, stack $0" in shown
    assert "You are tied" in shown
    assert "too little" not in shown


@pytest.mark.clause("PN-24", "PN-28", "PN-48")
@pytest.mark.parametrize(
    ("typed", "told"),
    [("partner chloe", "Chloé partners with you"), ("back Dario", "Dario backs you")],
)
def test_agreements_are_made_by_name_and_bots_agree(sit: Session, typed: str, told: str) -> None:
    shown = sit("push-nine", *["c"] * 4, typed, "random", "q", seed="p2")
    assert "Play for the push pot together?" in shown
    assert told in shown


@pytest.mark.clause("PN-21", "PN-23")
def test_a_cow_is_named_by_its_holder_and_stakes_are_agreed(sit: Session) -> None:
    found = None
    for at in range(40):
        shown = sit("push-nine", *["f"] * 12, "q", seed=f"cow{at}")
        if found := re.search(r"\[c\]ow for \$1-\$(\d+) \(([^)]*)\)", shown):
            break
    assert found
    asked = shown[: found.start()].count(": f\n")
    other = next(name for name in found[2].split("/") if name != "You")
    lines = [*["f"] * asked, f"cow {found[1]} {other}", "stake", "q"]
    shown = sit("push-nine", *lines, seed=f"cow{at}")
    assert f"{other} goes cow for $1" in shown
    assert "What stake does the cow play for?" in shown
    assert "How much? $" in shown


def test_the_dealers_hole_card_is_the_dealers(sit: Session, tmp_path) -> None:
    mine = sheet(tmp_path, "blackjack", 'hole_card = "peek"\n')
    shown = sit("blackjack", "10", "q", house=mine)
    assert "Dealer's hole card" in shown
    assert "Your cards" not in shown


def test_split_hands_are_numbered_in_playing_order(sit: Session) -> None:
    for at in range(60):
        shown = sit("blackjack", "10", "split", "s", "s", "s", "q", seed=f"split{at}")
        if "hand 2" in shown:
            break
    result = [
        line.strip()
        for line in shown.splitlines()
        if re.match(r"  Box 1, hand .* (wins|loses|pushes)", line)
    ]
    assert [line.split()[3] for line in result][:2] == ["1", "2"]
    assert "box 1." not in shown.lower()


def test_a_player_dealer_is_told_what_each_player_won(sit: Session) -> None:
    shown = sit("double-hand", "b 50", "r", "r", "h", "q", seed="a")
    assert re.search(r"Elif -\$15\.50 · Dario -\$5\.50", shown)
    assert re.search(r"Fee +\$0\.50 is paid", shown)
    assert re.search(r"Chloé shows front .* pair of sixes · back .* pair of queens", shown)


@pytest.mark.clause("DH-20")
def test_a_wager_that_is_covered_in_part_is_told_to_its_player() -> None:
    caller = Caller(
        Tongue("en", houses.house("casino-club")),
        catalogue.game("double-hand"),
        None,
        lambda s: "You",
    )
    caller.me = 1
    lines: list = []
    caller.said(Said(1, "covered", 15_00, (1, "wager")), lines, all_in=False)
    assert [line.plain for line in lines] == ["You are covered for $15"]


def test_which_half_of_a_pot_was_won() -> None:
    caller = Caller(
        Tongue("en", houses.house("casino-club")), omaha_hilo, None, lambda seat: f"P{seat}"
    )
    caller.view.cards[0, "board"] = cards("2s 3d 8h Kc Kd")
    caller.view.cards[1, "hole"] = cards("As 4s Qh Jh")
    caller.view.cards[2, "hole"] = cards("Ks Kh 9c 9d")
    wins = [Chips((0, "pot"), (seat, "stack"), 500, "win") for seat in (2, 1)]
    told = [caller.chips(win, wins, all_in=False) for win in wins]
    assert [line and line.plain for line in told] == [
        "P2 wins $5 (high half)",
        "P1 wins $5 (low half)",
    ]
    alone = [Chips((0, "pot"), (1, "stack"), 500, "win")]
    caller.view.cards[1, "hole"] = cards("As 4s 5h 6h")
    told = [caller.chips(win, alone, all_in=False) for win in alone]
    assert [line and line.plain for line in told] == ["P1 wins $5 (high and low)"]


@pytest.mark.parametrize(
    ("word", "told"),
    [("pot", "P1 wins $5 from the main pot"), ("side 1", "P1 wins $5 from side pot 1")],
)
def test_of_which_pot_a_player_wins(word: str, told: str) -> None:
    house = houses.house("casino-club")
    caller = Caller(Tongue("en", house), catalogue.game("push-nine"), None, lambda s: f"P{s}")
    caller.view.chips[0, "side 1"] = 5_00
    win = Chips((0, word), (1, "stack"), 5_00, "win")
    line = caller.chips(win, [win], all_in=False)
    assert line
    assert line.plain == told


def test_all_in_uncalled_bets_stacks_and_shown_hands(sit: Session) -> None:
    seen = ""
    for seed in "abcdefgh":
        lines = ["all in"] * 6
        seen += sit("holdem", *lines, house="french-casino", limit="no-limit", seed=seed)
    assert re.search(r"1 \w+ €[\d,]+ · ", seen)
    assert ", all-in" in seen
    assert "You take back the uncalled €" in seen
    assert re.search(r"\w+ shows .*  (pair|two pair|\w+ high)", seen)


def test_leaving_at_the_bets_plays_no_hand(sit: Session) -> None:
    shown = sit("blackjack", "q", players=3)
    assert "Result" not in shown
    assert "bets" not in shown
    assert "You leave with $1,000 after 0 hands ($0)." in shown


@pytest.mark.clause("HU-01")
def test_a_further_position_is_asked_by_its_number(sit: Session, tmp_path) -> None:
    mine = sheet(tmp_path, "heads-up-holdem", "positions_per_player = 2\n")
    shown = sit("heads-up-holdem", "10 10", "check", "raise 30", "q", house=mine)
    assert "Bet on Ante $5-$200, Ante 2 $5-$200, as much on Odds" in shown
    assert re.search(r"Position 2\n\[c\]heck, \[r\]aise to \$10/\$20/\$30: raise 30", shown)
    assert re.search(r"Raise 2 +\$30", shown)


def test_boxes_belong_to_blackjack() -> None:
    with pytest.raises(Mistake, match="this game has no boxes"):
        terminal.play(*sheets.find("casino-holdem", None, None), boxes=3)


def test_prompts_tell_of_every_bet(sit: Session, tmp_path) -> None:
    assert "Bet on Ante €1-€1,000, then Bonus €1-€100" in sit("casino-holdem", "q")
    assert "as much on Odds" in sit("heads-up-holdem", "q")
    mine = sheet(tmp_path, "heads-up-holdem", 'side_bets = ["trips_plus"]\n')
    assert "then Trips Plus $1-$100" in sit("heads-up-holdem", "q", house=mine)
    assert "Bet on Box 1 to Box 7, $5-$500 each" in sit("blackjack", "q")
    unknown = sit("heads-up-holdem", "r 22", "hello", "q")
    assert "There is no bet “r” here: bet on Ante." in unknown
    assert "There is no bet “hello” here: bet on Ante." in unknown


# Wishes.


def test_sit_out_recave_and_another_seat(sit: Session) -> None:
    lines = ("out", "", "in", "recave 50", "move 7", "10", "s", "s", "q")
    shown = sit("blackjack", *lines, players=3)
    assert "You sit out. Enter: one more hand" in shown
    assert "They arrive before the next deal." in shown
    assert "You sit in seat 7 now." in shown
    assert "7 You $" in shown


@pytest.mark.clause("TH-09")
def test_a_house_that_allows_no_change_of_place_refuses_it(sit: Session) -> None:
    shown = sit("holdem", "move 3", "c", "f", "y", "f", "y", "q", house="french-casino")
    assert "(TH-09)" in shown


# Every word, every game, both languages.


def evening(game: str, seed: int, hands: int) -> Iterator[tuple[Table, object]]:
    """Hands of a table of bots."""
    house = houses.house(houses.dealing(game)[0])
    sheet = next(t for t in house.tables.values() if catalogue.name(t.game) == game)
    table, chance, bot = Table("t", sheet.game, sheet.rules), Random(seed), bots.bot(sheet.game)
    terms = table.terms
    stack = terms.max_buy_in or max(4 * terms.min_buy_in, 100_00)
    for at in range(min(6, terms.seats)):
        table.sit(f"p{at}", stack, 0, chance.randrange, post=True)
    for _ in range(hands):
        for seat, sitter in table.sitters.items():
            if table.chips.get((seat, "stack"), 0) < stack // 20:
                try:
                    table.top_up(sitter.player, stack)
                except Refused:
                    continue
        table.begin(fair.next_deal(chance.randbytes(32), table.game, table.rules, table.last), 0)
        hand = table.newest
        assert hand is not None
        while not hand.over:
            ask = hand.ask
            assert ask is not None
            for seat in list(ask.options):
                if hand.ask is ask and hand.asked(seat):
                    try:
                        table.decide(
                            table.sitters[seat].player, bot(bots.seen(hand, seat), chance), 0
                        )
                    except Refused:
                        table.tick(table.next_deadline() or 0)
            if hand.ask is ask and (ask.open or not ask.options):
                table.tick(table.next_deadline() or 0)
        yield table, hand


@pytest.mark.parametrize("game", catalogue.names())
def test_every_event_of_every_game_is_said_in_both_languages(game: str) -> None:
    house = houses.house(houses.dealing(game)[0])
    told = 0
    for table, hand in evening(game, 5, 12):
        for language in "en", "fr":
            tongue = Tongue(language, house)
            for me in (1, 2, 99):
                caller = Caller(tongue, table.game, table.rules, lambda seat: f"P{seat}")
                caller.begin(hand.opening.chips, me)
                lines = [line.plain for line in caller.news(hand)]
                told += len(lines)
                for line in lines:
                    assert not re.search(r"[{}_]|\bNone\b|\ballin\b", line), line
        for event in hand.events:
            for language in "en", "fr":
                word = event.what if isinstance(event, Said) else event.why
                forms = Tongue(language, house).forms(word)
                assert forms.says or forms.house, word
                if isinstance(event, Said) and event.seat:
                    assert forms.says, word
                    assert forms.you, word
                if isinstance(event, Said) and not event.seat:
                    assert forms.house, word
    assert told > 50


VOCABULARY = {
    "en": """c f r b h s d i p ? 1 5 10 20 50 0 -3 x all in check call raise fold bet hit stand
        double split insure bank cut random choose 3 set house way draw stand pat buy in partner
        Aline back Bruno cow stake share decline out in recave 100 move 4 seats box 1 y n ante 10
        bonus 5 €7 1,000 Ah Kd 2c""",
    "fr": """p s r m c a d é 1 5 10 20 50 0 -3 x tapis parole suivre relancer passer miser carte
        rester doubler séparer assurer banque couper au hasard choisir former façon de la maison
        tirer servi entrer associé Chloé garantie moitié enjeu partager refuser absent retour
        recave 100 place 4 places case 1 o n 7,50 As Rd ?""",
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", catalogue.names())
def test_random_lines_neither_break_nor_hang_the_table(
    sit: Session, game: str, language: str
) -> None:
    words = VOCABULARY[language].split()
    chance = Random(f"{game}/{language}")
    for seed in range(2):
        lines = [
            " ".join(chance.choices(words, k=chance.choice((0, 1, 1, 1, 2, 3)))) for _ in range(60)
        ]
        shown = sit(game, *lines, language=language, seed=f"fuzz{seed}")
        assert ("You leave with" if language == "en" else "Vous partez avec") in shown
