# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="Checkpoint")


@_attrs_define
class Checkpoint:
    """
    Attributes:
        id (str):
        step (int): A training step of a model; 0 is the untrained adapter, or an imported one, and each job adds 1.
        metrics (Metrics): Numbers by name.
    """

    id: str
    step: int
    metrics: Metrics

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        step = self.step

        metrics = self.metrics.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "step": step,
                "metrics": metrics,
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

        checkpoint = cls(
            id=id,
            step=step,
            metrics=metrics,
        )

        return checkpoint
