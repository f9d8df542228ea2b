# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.best_checkpoints_mode import BestCheckpointsMode, check_best_checkpoints_mode
from ..types import UNSET, Unset

T = TypeVar("T", bound="BestCheckpoints")


@_attrs_define
class BestCheckpoints:
    """
    Attributes:
        metric (str): A name in the `metrics` of checkpoints, such as `val/reward`. A checkpoint without this metric is
            not among the best. If values are equal, the earlier checkpoint is better.
        mode (BestCheckpointsMode | Unset): Whether the highest or the lowest values are best.
        count (int | Unset):
    """

    metric: str
    mode: BestCheckpointsMode | Unset = UNSET
    count: int | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        metric = self.metric

        mode: str | Unset = UNSET
        if not isinstance(self.mode, Unset):
            mode = self.mode

        count = self.count

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "metric": metric,
            }
        )
        if mode is not UNSET:
            field_dict["mode"] = mode
        if count is not UNSET:
            field_dict["count"] = count

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        metric = d.pop("metric")

        _mode = d.pop("mode", UNSET)
        mode: BestCheckpointsMode | Unset
        if isinstance(_mode, Unset):
            mode = UNSET
        else:
            mode = check_best_checkpoints_mode(_mode)

        count = d.pop("count", UNSET)

        best_checkpoints = cls(
            metric=metric,
            mode=mode,
            count=count,
        )

        return best_checkpoints
