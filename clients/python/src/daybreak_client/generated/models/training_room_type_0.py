# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.training_room_type_0_source import TrainingRoomType0Source, check_training_room_type_0_source

T = TypeVar("T", bound="TrainingRoomType0")


@_attrs_define
class TrainingRoomType0:
    """
    Attributes:
        jobs (int): Number of jobs, of different models, that may train concurrently.
        job_bytes (int):
        room_bytes (int):
        source (TrainingRoomType0Source): Source of the figure: `operator` (the setting DAYBREAK_TRAINING_MEMORY),
            `machine` (the machine's memory, which the device shares), `driver` (the GPU's memory as reported by its
            driver), or `assumed` (the driver does not report it; the operator should set it).
    """

    jobs: int
    job_bytes: int
    room_bytes: int
    source: TrainingRoomType0Source

    def to_dict(self) -> dict[str, Any]:
        jobs = self.jobs

        job_bytes = self.job_bytes

        room_bytes = self.room_bytes

        source: str = self.source

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "jobs": jobs,
                "job_bytes": job_bytes,
                "room_bytes": room_bytes,
                "source": source,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        jobs = d.pop("jobs")

        job_bytes = d.pop("job_bytes")

        room_bytes = d.pop("room_bytes")

        source = check_training_room_type_0_source(d.pop("source"))

        training_room_type_0 = cls(
            jobs=jobs,
            job_bytes=job_bytes,
            room_bytes=room_bytes,
            source=source,
        )

        return training_room_type_0
