from __future__ import annotations

from typing import Literal

from ._caller import Caller
from ._page import Pages
from .generated.api.runs import download_run_events, get_run, list_run_history, list_runs
from .generated.models import Run, RunHistoryPage, RunPage, RunRecord
from .generated.types import UNSET, File

Order = Literal['asc', 'desc']


class Runs:
    """The tracking run of each model, and its history of metrics."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self, *, model_id: str | None = None, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[Run]:
        def page(after: str | None) -> RunPage:
            query = {'model_id': model_id or UNSET, 'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(RunPage, list_runs.sync_detailed, **query)

        return Pages(page, after)

    def get(self, run_id: str) -> Run:
        return self._call(Run, get_run.sync_detailed, run_id)

    def history(
        self, run_id: str, *, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[RunRecord]:
        """All records, by time: each gradient step, finished job and call of `log` adds one."""

        def page(after: str | None) -> RunHistoryPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(RunHistoryPage, list_run_history.sync_detailed, run_id, **query)

        return Pages(page, after)

    def tensorboard(self, run_id: str) -> bytes:
        """The history as an event file for TensorBoard, which wants `tfevents` in the file's name."""
        return self._call(File, download_run_events.sync_detailed, run_id).payload.read()
