# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.checkpoint_kind import CheckpointKind, check_checkpoint_kind

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="Checkpoint")


@_attrs_define
class Checkpoint:
    """
    Attributes:
        id (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        metrics (Metrics): Numbers by metric name.
        created (str): ISO 8601, in UTC.
        job_id (None | str): The job that created it; null for step 0.
        kind (CheckpointKind | None): Origin of its adapter; null for the base model without an adapter.
        bytes_ (int | None): Size of its adapter's files in bytes, 0 without an adapter; null if an older version of the
            server created it.
    """

    id: str
    step: int
    metrics: Metrics
    created: str
    job_id: None | str
    kind: CheckpointKind | None
    bytes_: int | None

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        step = self.step

        metrics = self.metrics.to_dict()

        created = self.created

        job_id: None | str
        job_id = self.job_id

        kind: None | str
        if isinstance(self.kind, str):
            kind = self.kind
        else:
            kind = self.kind

        bytes_: int | None
        bytes_ = self.bytes_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "step": step,
                "metrics": metrics,
                "created": created,
                "job_id": job_id,
                "kind": kind,
                "bytes": bytes_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        step = d.pop("step")

        metrics = Metrics.from_dict(d.pop("metrics"))

        created = d.pop("created")

        def _parse_job_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        job_id = _parse_job_id(d.pop("job_id"))

        def _parse_kind(data: object) -> CheckpointKind | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                kind_type_0 = check_checkpoint_kind(data)

                return kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CheckpointKind | None, data)

        kind = _parse_kind(d.pop("kind"))

        def _parse_bytes_(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        bytes_ = _parse_bytes_(d.pop("bytes"))

        checkpoint = cls(
            id=id,
            step=step,
            metrics=metrics,
            created=created,
            job_id=job_id,
            kind=kind,
            bytes_=bytes_,
        )

        return checkpoint
