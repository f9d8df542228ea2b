# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="LoggedTrajectories")


@_attrs_define
class LoggedTrajectories:
    """
    Attributes:
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        metrics (Metrics): Numbers by metric name.
    """

    step: int
    metrics: Metrics

    def to_dict(self) -> dict[str, Any]:
        step = self.step

        metrics = self.metrics.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "step": step,
                "metrics": metrics,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        step = d.pop("step")

        metrics = Metrics.from_dict(d.pop("metrics"))

        logged_trajectories = cls(
            step=step,
            metrics=metrics,
        )

        return logged_trajectories
