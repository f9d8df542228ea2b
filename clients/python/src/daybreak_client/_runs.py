from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Literal

from ._caller import Caller
from ._page import Pages
from .generated.api.runs import (
    download_run_events,
    get_run,
    get_run_series,
    list_run_history,
    list_run_metrics,
    list_runs,
)
from .generated.models import Run, RunHistoryPage, RunMetric, RunMetricList, RunPage, RunRecord, RunSeries
from .generated.types import UNSET, File, Unset

Order = Literal['asc', 'desc']
Axis = Literal['gradient_step', 'step', 'time']


def _given(value: float | None) -> float | Unset:
    return UNSET if value is None else value


class Runs:
    """Tracking runs: one for each model, with the history of its metrics."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self, *, model_id: str | None = None, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[Run]:
        """Lists the runs of all models, or of one."""

        def page(after: str | None) -> RunPage:
            query = {'model_id': model_id or UNSET, 'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(RunPage, list_runs.sync_detailed, **query)

        return Pages(page, after)

    def get(self, run_id: str) -> Run:
        """Returns a run."""
        return self._call(Run, get_run.sync_detailed, run_id)

    def history(
        self, run_id: str, *, limit: int = 100, order: Order = 'asc', after: str | None = None
    ) -> Pages[RunRecord]:
        """Lists all records of a run, by time. Each gradient step, finished RL job and call of `log` adds one."""

        def page(after: str | None) -> RunHistoryPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(RunHistoryPage, list_run_history.sync_detailed, run_id, **query)

        return Pages(page, after)

    def metrics(self, run_id: str) -> builtins.list[RunMetric]:
        """Lists the metrics of a run with their number of records, last value, minimum and maximum."""
        return self._call(RunMetricList, list_run_metrics.sync_detailed, run_id).data

    def series(
        self,
        run_id: str,
        names: Sequence[str],
        *,
        x: Axis = 'gradient_step',
        from_: float | None = None,
        to: float | None = None,
        points: int = 1000,
        smoothing: float | None = None,
    ) -> RunSeries:
        """Returns up to 32 metrics as curves: buckets with the minimum, maximum, mean and last value of all records."""
        metrics = ','.join(name.replace('\\', '\\\\').replace(',', '\\,') for name in names)
        part = {'from_': _given(from_), 'to': _given(to), 'points': points, 'smoothing': _given(smoothing)}
        return self._call(RunSeries, get_run_series.sync_detailed, run_id, metrics=metrics, x=x, **part)

    def tensorboard(self, run_id: str) -> bytes:
        """Downloads the history as a TensorBoard event file. TensorBoard finds files with `tfevents` in their name."""
        return self._call(File, download_run_events.sync_detailed, run_id).payload.read()
