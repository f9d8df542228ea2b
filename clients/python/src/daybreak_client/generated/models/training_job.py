# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.job_kind import JobKind, check_job_kind
from ..models.job_status import JobStatus, check_job_status

T = TypeVar("T", bound="TrainingJob")


@_attrs_define
class TrainingJob:
    """
    Attributes:
        id (str):
        status (JobStatus): A job goes from queued to running to one of the other three; a queued one may be cancelled
            too.
        kind (JobKind):
        model_id (str):
        step (int | None): The step of the checkpoint that the job left; null until there is one.
        steps_done (int): Gradient steps that are committed, whatever happens. A retry begins with those of the job
            before it. `training_started` tells how many there will be, as `num_sequences`.
        retry_of (None | str): The job that this one tries again; null where it tries none.
        created (str): ISO 8601, in UTC.
        training_start (None | str):
        training_end (None | str):
        error_message (None | str): Why the job failed or that it was cancelled.
    """

    id: str
    status: JobStatus
    kind: JobKind
    model_id: str
    step: int | None
    steps_done: int
    retry_of: None | str
    created: str
    training_start: None | str
    training_end: None | str
    error_message: None | str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        status: str = self.status

        kind: str = self.kind

        model_id = self.model_id

        step: int | None
        step = self.step

        steps_done = self.steps_done

        retry_of: None | str
        retry_of = self.retry_of

        created = self.created

        training_start: None | str
        training_start = self.training_start

        training_end: None | str
        training_end = self.training_end

        error_message: None | str
        error_message = self.error_message

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "status": status,
                "kind": kind,
                "model_id": model_id,
                "step": step,
                "steps_done": steps_done,
                "retry_of": retry_of,
                "created": created,
                "training_start": training_start,
                "training_end": training_end,
                "error_message": error_message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        status = check_job_status(d.pop("status"))

        kind = check_job_kind(d.pop("kind"))

        model_id = d.pop("model_id")

        def _parse_step(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        step = _parse_step(d.pop("step"))

        steps_done = d.pop("steps_done")

        def _parse_retry_of(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        retry_of = _parse_retry_of(d.pop("retry_of"))

        created = d.pop("created")

        def _parse_training_start(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        training_start = _parse_training_start(d.pop("training_start"))

        def _parse_training_end(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        training_end = _parse_training_end(d.pop("training_end"))

        def _parse_error_message(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error_message = _parse_error_message(d.pop("error_message"))

        training_job = cls(
            id=id,
            status=status,
            kind=kind,
            model_id=model_id,
            step=step,
            steps_done=steps_done,
            retry_of=retry_of,
            created=created,
            training_start=training_start,
            training_end=training_end,
            error_message=error_message,
        )

        return training_job
