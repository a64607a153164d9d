"""The coach at the table: asked once, it values every question until it is sent away."""

from rich.text import Text

from croupier.cli.screen.place import Place, Worth
from croupier.extras import NotInstalled


class Coach:
    """What the laboratory says of one's options, at home or in the room."""

    def __init__(self, place: Place) -> None:
        self.place, self.tongue = place, place.tongue
        self.here = False
        self.worth = Worth()

    def toggle(self) -> bool:
        """Come, or go; whether it is here."""
        self.here, self.worth = not self.here, Worth()
        return self.here

    async def ask(self) -> str:
        """Value the options; what is to be said where that cannot be done."""
        try:
            self.worth = await self.place.worth()
        except NotInstalled as missing:
            self.here = False
            said = "Hints need the laboratory: {command}"
            return self.tongue.say(said, command=missing.command)
        except ValueError as error:
            return self.tongue.worded(error)
        return "" if self.worth else await self.place.odds()

    def told(self) -> list[Text]:
        """What each option is worth, the best first."""
        best = sorted(self.worth.items(), key=lambda item: -item[1])
        told = Text(f"{self.tongue.say('Coach')}{self.tongue.colon}", style="italic")
        for at, ((act, word, amount), value) in enumerate(best):
            where = self.tongue.spot(word) if word not in ("", act) else ""
            much = self.tongue.money(amount) if amount else ""
            named = " ".join(filter(None, (self.tongue.forms(act).do, much, where)))
            style = "bold" if at else "bold green"
            told.append(f"{named} ").append(f"{self.tongue.signed(round(value))}   ", style=style)
        return [told] if best else []
