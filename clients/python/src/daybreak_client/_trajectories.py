from __future__ import annotations

from typing import Literal

from ._caller import Caller
from ._page import Pages
from .generated.api.trajectories import get_trajectory, get_trajectory_tokens, list_trajectories
from .generated.models import KeptTrajectory, TrajectorySummary, TrajectorySummaryPage, TrajectoryTokens
from .generated.types import UNSET

Outcome = Literal['trained', 'no_advantage', 'without_tokens', 'too_long', 'logged']
Sort = Literal['newest', 'oldest', 'highest_reward', 'lowest_reward', 'longest', 'shortest']


class Trajectories:
    """Trajectories of a model's RL jobs and logs."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def list(
        self,
        model_id: str,
        *,
        split: str | None = None,
        step: int | None = None,
        job_id: str | None = None,
        log_id: str | None = None,
        group: int | None = None,
        outcome: Outcome | None = None,
        truncated: bool | None = None,
        reward_min: float | None = None,
        reward_max: float | None = None,
        text: str | None = None,
        sort: Sort = 'newest',
        limit: int = 100,
        after: str | None = None,
    ) -> Pages[TrajectorySummary]:
        """Lists the trajectories of a model that match all filters."""
        filters = {
            'split': split,
            'step': step,
            'job_id': job_id,
            'log_id': log_id,
            'group': group,
            'outcome': outcome,
            'truncated': truncated,
            'reward_min': reward_min,
            'reward_max': reward_max,
            'text': text,
        }

        def page(after: str | None) -> TrajectorySummaryPage:
            given = {name: UNSET if value is None else value for name, value in filters.items()}
            query = {**given, 'sort': sort, 'after': after or UNSET, 'limit': limit}
            return self._call(TrajectorySummaryPage, list_trajectories.sync_detailed, model_id, **query)

        return Pages(page, after)

    def get(self, model_id: str, trajectory_id: str) -> KeptTrajectory:
        """Returns a complete trajectory."""
        return self._call(KeptTrajectory, get_trajectory.sync_detailed, model_id, trajectory_id)

    def tokens(self, model_id: str, trajectory_id: str, *, sequence: int = 0) -> TrajectoryTokens:
        """Returns the training figures of each token of one training sequence of a trajectory."""
        operation = get_trajectory_tokens.sync_detailed
        return self._call(TrajectoryTokens, operation, model_id, trajectory_id, sequence=sequence)
