# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="RunMetric")


@_attrs_define
class RunMetric:
    """
    Attributes:
        name (str):
        count (int):
        last (float):
        min_ (float):
        max_ (float):
        first_step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        last_step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
    """

    name: str
    count: int
    last: float
    min_: float
    max_: float
    first_step: int
    last_step: int

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        count = self.count

        last = self.last

        min_ = self.min_

        max_ = self.max_

        first_step = self.first_step

        last_step = self.last_step

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "count": count,
                "last": last,
                "min": min_,
                "max": max_,
                "first_step": first_step,
                "last_step": last_step,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        count = d.pop("count")

        last = d.pop("last")

        min_ = d.pop("min")

        max_ = d.pop("max")

        first_step = d.pop("first_step")

        last_step = d.pop("last_step")

        run_metric = cls(
            name=name,
            count=count,
            last=last,
            min_=min_,
            max_=max_,
            first_step=first_step,
            last_step=last_step,
        )

        return run_metric
