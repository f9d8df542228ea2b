# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="Log")


@_attrs_define
class Log:
    """
    Attributes:
        id (str):
        split (str): The split as sent.
        groups (int):
        trajectories (int):
        metrics (Metrics): Numbers by metric name.
        created (str): ISO 8601, in UTC.
    """

    id: str
    split: str
    groups: int
    trajectories: int
    metrics: Metrics
    created: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        split = self.split

        groups = self.groups

        trajectories = self.trajectories

        metrics = self.metrics.to_dict()

        created = self.created

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "split": split,
                "groups": groups,
                "trajectories": trajectories,
                "metrics": metrics,
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        split = d.pop("split")

        groups = d.pop("groups")

        trajectories = d.pop("trajectories")

        metrics = Metrics.from_dict(d.pop("metrics"))

        created = d.pop("created")

        log = cls(
            id=id,
            split=split,
            groups=groups,
            trajectories=trajectories,
            metrics=metrics,
            created=created,
        )

        return log
