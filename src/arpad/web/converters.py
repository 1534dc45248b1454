"""Parts of addresses: the number of a player, which may be negative, and the month of a list in two digits."""

from __future__ import annotations


class PlayerNumber:
    """The number of a player; a negative one stands for somebody whose FIDE number is not known yet."""

    regex = "-?[0-9]{1,18}"

    def to_python(self, value: str) -> int:
        """Read a number."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write a number."""
        return str(value)


class ListInAddress:
    """The month of a list, such as 2026-09."""

    regex = "[0-9]{4}-(?:0[1-9]|1[0-2])"

    def to_python(self, value: str) -> str:
        """Read it."""
        return value

    def to_url(self, value: str) -> str:
        """Write it."""
        return value


class MonthInAddress:
    """A month, in two digits."""

    regex = "0[1-9]|1[0-2]"

    def to_python(self, value: str) -> int:
        """Read a month."""
        return int(value)

    def to_url(self, value: int) -> str:
        """Write a month."""
        return f"{int(value):02}"
