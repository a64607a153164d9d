"""How a thing that is made of parts shows what they hold and do."""

from typing import Generic, TypeVar

Value = TypeVar("Value")


class Part(Generic[Value]):
    """What one of the parts has, under the same name."""

    def __init__(self, part: str) -> None:
        self.part, self.name = part, ""

    def __set_name__(self, _: type, name: str) -> None:
        """The name that both have for it."""
        self.name = name

    def __get__(self, whole: object, _: type | None = None) -> Value:
        """As the part has it."""
        return getattr(getattr(whole, self.part), self.name)  # type: ignore[no-any-return]

    def __set__(self, whole: object, value: Value) -> None:
        """For the part to have."""
        setattr(getattr(whole, self.part), self.name, value)
