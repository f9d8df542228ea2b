from __future__ import annotations

from collections.abc import Iterator

from ._caller import Caller
from .generated.api.updates import stream_updates
from .generated.models import Update, UpdatePage
from .generated.types import UNSET


class Updates:
    """Changes of the models, runs, jobs, checkpoints, logs and artifacts of the key's owner."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def page(self, *, after: str | None = None, wait: int = 0) -> UpdatePage:
        """Returns the changes after a cursor. If there are none, waits up to `wait` seconds for one. Without a
        cursor, returns only the cursor to start from."""
        return self._call(UpdatePage, stream_updates.sync_detailed, after=after or UNSET, wait=wait)

    def follow(self, after: str | None = None) -> Iterator[Update]:
        """Yields each change as it happens, without end."""
        while True:
            page = self.page(after=after, wait=0 if after is None else 20)
            yield from page.data
            after = page.cursor
