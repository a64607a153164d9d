"""How a thing that is made of parts shows what they hold and do."""

from operator import attrgetter
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Part(Generic[Value]):
    """What one of the parts has, under the same name."""

    def __init__(self, part: str) -> None:
        self.part, self.name = part, ""

    def __set_name__(self, whole: type, name: str) -> None:
        """The name that both have for it. A property takes this one's place: it is looked at a
        hundred times in a decision, and costs a third.
        """
        self.name = name
        setattr(whole, name, property(attrgetter(f"{self.part}.{name}"), self.__set__))

    def __get__(self, whole: object, _: type | None = None) -> Value:
        """As the part has it."""
        raise NotImplementedError

    def __set__(self, whole: object, value: Value) -> None:
        """For the part to have."""
        setattr(getattr(whole, self.part), self.name, value)
