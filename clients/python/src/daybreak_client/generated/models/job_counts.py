# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="JobCounts")


@_attrs_define
class JobCounts:
    """Numbers of training jobs that have not ended.

    Attributes:
        queued (int):
        running (int):
    """

    queued: int
    running: int

    def to_dict(self) -> dict[str, Any]:
        queued = self.queued

        running = self.running

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "queued": queued,
                "running": running,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        queued = d.pop("queued")

        running = d.pop("running")

        job_counts = cls(
            queued=queued,
            running=running,
        )

        return job_counts
