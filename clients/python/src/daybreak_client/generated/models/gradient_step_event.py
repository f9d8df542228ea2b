# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="GradientStepEvent")


@_attrs_define
class GradientStepEvent:
    """
    Attributes:
        id (str):
        type_ (Literal['gradient_step']):
        data (Metrics): Numbers by metric name.
    """

    id: str
    type_: Literal["gradient_step"]
    data: Metrics

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        data = self.data.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "data": data,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["gradient_step"], d.pop("type"))
        if type_ != "gradient_step":
            raise ValueError(f"type must match const 'gradient_step', got '{type_}'")

        data = Metrics.from_dict(d.pop("data"))

        gradient_step_event = cls(
            id=id,
            type_=type_,
            data=data,
        )

        return gradient_step_event
