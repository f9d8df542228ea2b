from __future__ import annotations

from collections.abc import Iterator

from ._caller import Caller
from .generated.api.updates import stream_updates
from .generated.models import Update, UpdatePage
from .generated.types import UNSET


class Updates:
    """What has changed of the key's owner's models, runs, jobs, checkpoints, logs and artifacts."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def page(self, *, after: str | None = None, wait: int = 0) -> UpdatePage:
        """What has changed after a cursor; waits so many seconds for a first change where there is none."""
        return self._call(UpdatePage, stream_updates.sync_detailed, after=after or UNSET, wait=wait)

    def follow(self, after: str | None = None) -> Iterator[Update]:
        """Each change as it happens, without end."""
        while True:
            page = self.page(after=after, wait=0 if after is None else 20)
            yield from page.data
            after = page.cursor
