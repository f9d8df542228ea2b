# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.trajectory import Trajectory
    from ..models.trajectory_summary import TrajectorySummary


T = TypeVar("T", bound="KeptTrajectory")


@_attrs_define
class KeptTrajectory:
    """
    Attributes:
        summary (TrajectorySummary):
        trajectory (Trajectory): One attempt at a task. Clients omit fields with their default value, so nothing is
            required: a missing reward is 0, a missing list is empty.
    """

    summary: TrajectorySummary
    trajectory: Trajectory

    def to_dict(self) -> dict[str, Any]:
        summary = self.summary.to_dict()

        trajectory = self.trajectory.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "summary": summary,
                "trajectory": trajectory,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.trajectory import Trajectory  # noqa: PLC0415
        from ..models.trajectory_summary import TrajectorySummary  # noqa: PLC0415

        d = dict(src_dict)
        summary = TrajectorySummary.from_dict(d.pop("summary"))

        trajectory = Trajectory.from_dict(d.pop("trajectory"))

        kept_trajectory = cls(
            summary=summary,
            trajectory=trajectory,
        )

        return kept_trajectory
