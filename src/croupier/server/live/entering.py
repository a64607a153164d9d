"""What a player does in a tournament: enter, withdraw, buy chips again, talk about a deal."""

from typing import Final

from croupier.room.tournament import commands as acts
from croupier.server.live import bulletins
from croupier.server.live.errands import seed
from croupier.server.live.room import Room
from croupier.server.people.directory import Person
from croupier.server.refusals import No

PAID: Final = (bulletins.Enter, bulletins.Rebuy, bulletins.AddOnTaken)
"""What costs money."""


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


async def act(room: Room, person: Person, device: str, said: bulletins.Entry) -> int:
    """Do it; the balance after it. One's own limits count a buy-in as brought to a table."""
    director, wish = room.tournaments.of(said.tournament), command(said, person)
    price = acts.price(wish, director.event.sheet)
    async with room.lock(person.player):
        if price:
            await room.care.check_play(person.player, price, device)
        await director.ask(wish, person.player, said.id)
    return room.books.balance(person.player)
