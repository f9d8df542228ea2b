# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="TrainingMemory")


@_attrs_define
class TrainingMemory:
    """Device memory planned for a running job, in addition to its model's weights.

    Attributes:
        job_id (None | str): Null if the job belongs to another owner.
        model (str): Base model of the job.
        bytes_ (int):
    """

    job_id: None | str
    model: str
    bytes_: int

    def to_dict(self) -> dict[str, Any]:
        job_id: None | str
        job_id = self.job_id

        model = self.model

        bytes_ = self.bytes_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "job_id": job_id,
                "model": model,
                "bytes": bytes_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_job_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        job_id = _parse_job_id(d.pop("job_id"))

        model = d.pop("model")

        bytes_ = d.pop("bytes")

        training_memory = cls(
            job_id=job_id,
            model=model,
            bytes_=bytes_,
        )

        return training_memory
