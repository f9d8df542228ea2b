# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="RunRecord")


@_attrs_define
class RunRecord:
    """
    Attributes:
        id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        gradient_step (int | None): Index of a gradient step in the run, over all its jobs; null for other records. All
            gradient steps of a job have the `step` of the checkpoint that the job creates.
        job_id (None | str): The job that recorded it; null for a logged record.
        time (str): ISO 8601, in UTC.
        metrics (Metrics): Numbers by metric name.
    """

    id: str
    step: int
    gradient_step: int | None
    job_id: None | str
    time: str
    metrics: Metrics

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        step = self.step

        gradient_step: int | None
        gradient_step = self.gradient_step

        job_id: None | str
        job_id = self.job_id

        time = self.time

        metrics = self.metrics.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "step": step,
                "gradient_step": gradient_step,
                "job_id": job_id,
                "time": time,
                "metrics": metrics,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        step = d.pop("step")

        def _parse_gradient_step(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        gradient_step = _parse_gradient_step(d.pop("gradient_step"))

        def _parse_job_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        job_id = _parse_job_id(d.pop("job_id"))

        time = d.pop("time")

        metrics = Metrics.from_dict(d.pop("metrics"))

        run_record = cls(
            id=id,
            step=step,
            gradient_step=gradient_step,
            job_id=job_id,
            time=time,
            metrics=metrics,
        )

        return run_record
