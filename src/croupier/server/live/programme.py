"""When the tournaments of a house start, by the room's own time."""

from datetime import datetime, timedelta


def last_before(time: str, now: float) -> float:
    """When it was last this time of the day."""
    return next_start(f"daily {time}", now - 24 * 3600)


def next_start(starts: str, after: float) -> float:
    """The next time that a sheet means; 0 if there is none any more."""
    now = datetime.fromtimestamp(after).astimezone()
    if starts == "hourly":
        hour = now.replace(minute=0, second=0, microsecond=0)
        return (hour + timedelta(hours=1)).timestamp()
    day, _, time = starts.partition(" ")
    hours, minutes = map(int, time.split(":"))
    first = now if day == "daily" else datetime.fromisoformat(day).astimezone()
    found = first.replace(hour=hours, minute=minutes, second=0, microsecond=0)
    if found.timestamp() <= after:
        found += timedelta(days=1)
        return found.timestamp() if day == "daily" else 0.0
    return found.timestamp()
