from __future__ import annotations

from typing import Literal

from ._caller import Caller
from ._page import Pages
from .generated.api.logs import list_logged_trajectory_groups, list_logs
from .generated.models import Log, LogPage, TrajectoryGroup, TrajectoryGroupPage
from .generated.types import UNSET

Order = Literal['asc', 'desc']


class Logs:
    """Logged trajectories of a model: one log for each call of `models.log`."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(self, model_id: str, *, limit: int = 100, order: Order = 'asc', after: str | None = None) -> Pages[Log]:
        """Lists the logs of a model."""

        def page(after: str | None) -> LogPage:
            query = {'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(LogPage, list_logs.sync_detailed, model_id, **query)

        return Pages(page, after)

    def groups(
        self, model_id: str, log_id: str, *, limit: int = 100, after: str | None = None
    ) -> Pages[TrajectoryGroup]:
        """Lists the trajectory groups of a log, with complete trajectories."""

        def page(after: str | None) -> TrajectoryGroupPage:
            query = {'after': after or UNSET, 'limit': limit}
            operation = list_logged_trajectory_groups.sync_detailed
            return self._call(TrajectoryGroupPage, operation, model_id, log_id, **query)

        return Pages(page, after)
