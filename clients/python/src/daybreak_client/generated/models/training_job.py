# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.job_kind import JobKind, check_job_kind
from ..models.job_status import JobStatus, check_job_status

if TYPE_CHECKING:
    from ..models.free_object import FreeObject


T = TypeVar("T", bound="TrainingJob")


@_attrs_define
class TrainingJob:
    """
    Attributes:
        id (str):
        status (JobStatus): A job is queued, then running, then succeeded, failed or cancelled. A queued job may be
            cancelled too.
        kind (JobKind):
        model_id (str):
        step (int | None): Step of the checkpoint that the job created; null until there is one.
        steps_done (int): Number of committed gradient steps. A retry starts with the number of the previous job.
        total_steps (int | None): Number of gradient steps of the whole job; null until it is planned.
        retry_of (None | str): The job that this job retries; null if it is not a retry.
        queue_position (int | None): Position among the owner's queued jobs, oldest first; null if it is not queued.
        config (FreeObject): Any JSON object; its values are kept unchanged.
        notice (None | str): The reason why the job has nothing to train on, or trains on less than was sent; otherwise
            null.
        ignored_fields (list[str]):
        created (str): ISO 8601, in UTC.
        training_start (None | str):
        training_end (None | str):
        error_message (None | str): Why the job failed, or that it was cancelled.
    """

    id: str
    status: JobStatus
    kind: JobKind
    model_id: str
    step: int | None
    steps_done: int
    total_steps: int | None
    retry_of: None | str
    queue_position: int | None
    config: FreeObject
    notice: None | str
    ignored_fields: list[str]
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

        total_steps: int | None
        total_steps = self.total_steps

        retry_of: None | str
        retry_of = self.retry_of

        queue_position: int | None
        queue_position = self.queue_position

        config = self.config.to_dict()

        notice: None | str
        notice = self.notice

        ignored_fields = self.ignored_fields

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
                "total_steps": total_steps,
                "retry_of": retry_of,
                "queue_position": queue_position,
                "config": config,
                "notice": notice,
                "ignored_fields": ignored_fields,
                "created": created,
                "training_start": training_start,
                "training_end": training_end,
                "error_message": error_message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415

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

        def _parse_total_steps(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        total_steps = _parse_total_steps(d.pop("total_steps"))

        def _parse_retry_of(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        retry_of = _parse_retry_of(d.pop("retry_of"))

        def _parse_queue_position(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        queue_position = _parse_queue_position(d.pop("queue_position"))

        config = FreeObject.from_dict(d.pop("config"))

        def _parse_notice(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        notice = _parse_notice(d.pop("notice"))

        ignored_fields = cast(list[str], d.pop("ignored_fields"))

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
            total_steps=total_steps,
            retry_of=retry_of,
            queue_position=queue_position,
            config=config,
            notice=notice,
            ignored_fields=ignored_fields,
            created=created,
            training_start=training_start,
            training_end=training_end,
            error_message=error_message,
        )

        return training_job
