# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.training_failed_event_data import TrainingFailedEventData


T = TypeVar("T", bound="TrainingFailedEvent")


@_attrs_define
class TrainingFailedEvent:
    """
    Attributes:
        id (str):
        type_ (Literal['training_failed']):
        data (TrainingFailedEventData):
    """

    id: str
    type_: Literal["training_failed"]
    data: TrainingFailedEventData

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
        from ..models.training_failed_event_data import TrainingFailedEventData  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["training_failed"], d.pop("type"))
        if type_ != "training_failed":
            raise ValueError(f"type must match const 'training_failed', got '{type_}'")

        data = TrainingFailedEventData.from_dict(d.pop("data"))

        training_failed_event = cls(
            id=id,
            type_=type_,
            data=data,
        )

        return training_failed_event
