"""What a player does in a tournament: follow it, enter, buy chips again, talk about a deal."""

from typing import TYPE_CHECKING

from croupier.room.tournament import commands as acts
from croupier.server.live import bulletins, wire
from croupier.server.live.director import Director
from croupier.server.live.errands import seed
from croupier.server.people.directory import Person
from croupier.server.refusals import No

if TYPE_CHECKING:
    from croupier.server.live.sockets import Connection


def command(said: bulletins.Entry, person: Person) -> acts.Command:
    """What a message means, done by this person."""
    player = person.player
    match said:
        case bulletins.Enter():
            return acts.Register(seed(), player, person.name)
        case bulletins.Withdraw():
            return acts.Unregister(player)
        case bulletins.Rebuy():
            return acts.Rebuy(seed(), player, said.yes)
        case bulletins.AddOnTaken():
            return acts.AddOn(player)
        case bulletins.Talk():
            return acts.Talk(player)
        case bulletins.Agree():
            return acts.Agree(seed(), player, said.yes)
    raise No("malformed", "this message cannot be read")


class Following:
    """The tournaments that one connection follows, and what its person does in them."""

    def __init__(self, line: "Connection") -> None:
        self.line, self.room = line, line.room
        self.followed: dict[str, Director] = {}

    def follow(self, director: Director, *, on: bool) -> None:
        """Hear of a tournament from now on, or no more."""
        if on:
            self.followed[director.name] = director
            director.announcing.follow(self.line)
        else:
            self.followed.pop(director.name, None)
            director.announcing.part(self.line)

    async def recall(self, name: str) -> None:
        """A tournament that is long over, told once."""
        director = await self.room.tournaments.recalled(name)
        whole = director.announcing.whole(self.line.language, self.line.player)
        self.line.send(wire.text(whole))

    def end(self) -> None:
        """The connection is gone."""
        for director in list(self.followed.values()):
            self.follow(director, on=False)

    async def enter(self, said: bulletins.Entry, person: Person) -> None:
        """Do what was said, and answer it."""
        try:
            await self._act(said, person)
        except No as no:
            self.line.refuse(said.id, said.tournament, no)
        else:
            balance = self.room.books.balance(person.player)
            self.line.send(wire.text(bulletins.TournamentDone(said.id, said.tournament, balance)))

    async def _act(self, said: bulletins.Entry, person: Person) -> None:
        """One's own limits count a buy-in as brought to a table."""
        director, wish = self.room.tournaments.of(said.tournament), command(said, person)
        price = acts.price(wish, director.event.sheet)
        async with self.room.lock(person.player):
            if price:
                await self.room.care.check_play(person.player, price, self.line.device)
            await director.ask(wish, person.player, said.id)
