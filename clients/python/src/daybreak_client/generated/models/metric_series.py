# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="MetricSeries")


@_attrs_define
class MetricSeries:
    """Columns of equal length, with one item per bucket, ordered by x.

    Attributes:
        x (list[float]): The x of the value in `last`.
        min_ (list[float]):
        max_ (list[float]):
        mean (list[float]):
        last (list[float]):
        count (list[int]): Number of values in the bucket.
        smoothed (list[float] | Unset):
    """

    x: list[float]
    min_: list[float]
    max_: list[float]
    mean: list[float]
    last: list[float]
    count: list[int]
    smoothed: list[float] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        x = self.x

        min_ = self.min_

        max_ = self.max_

        mean = self.mean

        last = self.last

        count = self.count

        smoothed: list[float] | Unset = UNSET
        if not isinstance(self.smoothed, Unset):
            smoothed = self.smoothed

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "x": x,
                "min": min_,
                "max": max_,
                "mean": mean,
                "last": last,
                "count": count,
            }
        )
        if smoothed is not UNSET:
            field_dict["smoothed"] = smoothed

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        x = cast(list[float], d.pop("x"))

        min_ = cast(list[float], d.pop("min"))

        max_ = cast(list[float], d.pop("max"))

        mean = cast(list[float], d.pop("mean"))

        last = cast(list[float], d.pop("last"))

        count = cast(list[int], d.pop("count"))

        smoothed = cast(list[float], d.pop("smoothed", UNSET))

        metric_series = cls(
            x=x,
            min_=min_,
            max_=max_,
            mean=mean,
            last=last,
            count=count,
            smoothed=smoothed,
        )

        return metric_series
