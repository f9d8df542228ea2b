from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Union

from ._body import Body
from ._caller import Caller
from ._page import Pages
from .errors import APITimeoutError, TrainingJobError
from .generated.api.training_jobs import (
    cancel_training_job,
    create_sft_training_job,
    create_training_job,
    get_training_job,
    list_training_job_events,
    list_training_jobs,
    retry_training_job,
)
from .generated.api.trajectories import list_job_groups
from .generated.models import (
    GradientStepEvent,
    JobGroup,
    JobGroupPage,
    RlConfig,
    SftConfig,
    TrainingEndedEvent,
    TrainingEventPage,
    TrainingFailedEvent,
    TrainingJob,
    TrainingJobPage,
    TrainingStartedEvent,
    TrajectoryGroup,
)
from .generated.types import UNSET

TrainingEvent = Union[TrainingStartedEvent, GradientStepEvent, TrainingEndedEvent, TrainingFailedEvent]
Status = Literal['queued', 'running', 'succeeded', 'failed', 'cancelled']


class TrainingJobs:
    """RL and SFT training jobs."""

    def __init__(self, call: Caller) -> None:
        self._call = call

    def create(
        self,
        *,
        model_id: str,
        trajectory_groups: Sequence[TrajectoryGroup | Mapping[str, Any]],
        config: RlConfig | Mapping[str, Any] | None = None,
    ) -> TrainingJob:
        """Creates an RL training job. Trajectories take the choices of a chat completion unchanged."""
        body = Body({'model_id': model_id, 'trajectory_groups': list(trajectory_groups), 'experimental_config': config})
        return self._call(TrainingJob, create_training_job.sync_detailed, body=body)

    def create_sft(
        self, *, model_id: str, training_data_url: str, config: SftConfig | Mapping[str, Any] | None = None
    ) -> TrainingJob:
        """Creates an SFT training job on conversations uploaded as an artifact, given by its `url`."""
        body = Body({'model_id': model_id, 'training_data_url': training_data_url, 'config': config})
        return self._call(TrainingJob, create_sft_training_job.sync_detailed, body=body)

    def get(self, job_id: str) -> TrainingJob:
        """Returns a training job."""
        return self._call(TrainingJob, get_training_job.sync_detailed, job_id)

    def cancel(self, job_id: str) -> TrainingJob:
        """Cancels a queued or running job."""
        return self._call(TrainingJob, cancel_training_job.sync_detailed, job_id)

    def retry(self, job_id: str) -> TrainingJob:
        """Retries a failed or cancelled job, as a new job that resumes after the last gradient step of the old one."""
        return self._call(TrainingJob, retry_training_job.sync_detailed, job_id)

    def list(
        self,
        *,
        model_id: str | None = None,
        status: Status | None = None,
        limit: int = 100,
        order: Literal['asc', 'desc'] = 'asc',
        after: str | None = None,
    ) -> Pages[TrainingJob]:
        """Lists training jobs, optionally only those of one model or status."""

        def page(after: str | None) -> TrainingJobPage:
            filters = {'model_id': model_id or UNSET, 'status': status or UNSET}
            query = {**filters, 'after': after or UNSET, 'limit': limit, 'order': order}
            return self._call(TrainingJobPage, list_training_jobs.sync_detailed, **query)

        return Pages(page, after)

    def groups(self, job_id: str, *, limit: int = 100, after: str | None = None) -> Pages[JobGroup]:
        """Lists the trajectory groups of an RL job with their rewards and outcomes."""

        def page(after: str | None) -> JobGroupPage:
            query = {'after': after or UNSET, 'limit': limit}
            return self._call(JobGroupPage, list_job_groups.sync_detailed, job_id, **query)

        return Pages(page, after)

    def event_page(self, job_id: str, *, after: str | None = None, limit: int = 100) -> TrainingEventPage:
        """Returns one page of a job's events. It is empty if there are no events after the cursor yet."""
        query = {'after': after or UNSET, 'limit': limit}
        return self._call(TrainingEventPage, list_training_job_events.sync_detailed, job_id, **query)

    def events(
        self, job_id: str, *, limit: int = 100, poll_s: float = 0.5, timeout: float | None = None
    ) -> Iterator[TrainingEvent]:
        """
        Yields each event of a job as it occurs, up to `training_ended` or `training_failed`.

        :param timeout: seconds until `APITimeoutError`, which does not stop the job; None waits without limit
        """
        until = None if timeout is None else time.monotonic() + timeout
        after: str | None = None
        while True:
            page = self.event_page(job_id, after=after, limit=limit)
            for event in page.data:
                yield event
                if isinstance(event, (TrainingEndedEvent, TrainingFailedEvent)):
                    return
                after = event.id
            if page.has_more:
                continue
            if until is not None and time.monotonic() + poll_s > until:
                raise APITimeoutError(f'training job {job_id} has not ended in {timeout} s')
            time.sleep(poll_s)

    def wait(self, job_id: str, *, poll_s: float = 0.5, timeout: float | None = None) -> TrainingJob:
        """Waits for a job to succeed and returns it. Raises `TrainingJobError` if it failed or was cancelled."""
        for _ in self.events(job_id, poll_s=poll_s, timeout=timeout):
            pass
        job = self.get(job_id)
        if job.status != 'succeeded':
            raise TrainingJobError(job)
        return job
