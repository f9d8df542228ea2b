# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.gradient_step_event import GradientStepEvent
    from ..models.training_ended_event import TrainingEndedEvent
    from ..models.training_failed_event import TrainingFailedEvent
    from ..models.training_started_event import TrainingStartedEvent


T = TypeVar("T", bound="TrainingEventPage")


@_attrs_define
class TrainingEventPage:
    """
    Attributes:
        object_ (Literal['list']):
        data (list[GradientStepEvent | TrainingEndedEvent | TrainingFailedEvent | TrainingStartedEvent]):
        first_id (str): Id of the first or last item of the page; empty if the page is empty.
        last_id (str): Id of the first or last item of the page; empty if the page is empty.
        has_more (bool):
    """

    object_: Literal["list"]
    data: list[GradientStepEvent | TrainingEndedEvent | TrainingFailedEvent | TrainingStartedEvent]
    first_id: str
    last_id: str
    has_more: bool

    def to_dict(self) -> dict[str, Any]:
        from ..models.gradient_step_event import GradientStepEvent  # noqa: PLC0415
        from ..models.training_ended_event import TrainingEndedEvent  # noqa: PLC0415
        from ..models.training_started_event import TrainingStartedEvent  # noqa: PLC0415

        object_ = self.object_

        data = []
        for data_item_data in self.data:
            data_item: dict[str, Any]
            if isinstance(data_item_data, TrainingStartedEvent):
                data_item = data_item_data.to_dict()
            elif isinstance(data_item_data, GradientStepEvent):
                data_item = data_item_data.to_dict()
            elif isinstance(data_item_data, TrainingEndedEvent):
                data_item = data_item_data.to_dict()
            else:
                data_item = data_item_data.to_dict()

            data.append(data_item)

        first_id = self.first_id

        last_id = self.last_id

        has_more = self.has_more

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "object": object_,
                "data": data,
                "first_id": first_id,
                "last_id": last_id,
                "has_more": has_more,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.gradient_step_event import GradientStepEvent  # noqa: PLC0415
        from ..models.training_ended_event import TrainingEndedEvent  # noqa: PLC0415
        from ..models.training_failed_event import TrainingFailedEvent  # noqa: PLC0415
        from ..models.training_started_event import TrainingStartedEvent  # noqa: PLC0415

        d = dict(src_dict)
        object_ = cast(Literal["list"], d.pop("object"))
        if object_ != "list":
            raise ValueError(f"object must match const 'list', got '{object_}'")

        data = []
        _data = d.pop("data")
        for data_item_data in _data:

            def _parse_data_item(
                data: object,
            ) -> GradientStepEvent | TrainingEndedEvent | TrainingFailedEvent | TrainingStartedEvent:
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_training_event_type_0 = TrainingStartedEvent.from_dict(data)

                    return componentsschemas_training_event_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_training_event_type_1 = GradientStepEvent.from_dict(data)

                    return componentsschemas_training_event_type_1
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    componentsschemas_training_event_type_2 = TrainingEndedEvent.from_dict(data)

                    return componentsschemas_training_event_type_2
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_training_event_type_3 = TrainingFailedEvent.from_dict(data)

                return componentsschemas_training_event_type_3

            data_item = _parse_data_item(data_item_data)

            data.append(data_item)

        first_id = d.pop("first_id")

        last_id = d.pop("last_id")

        has_more = d.pop("has_more")

        training_event_page = cls(
            object_=object_,
            data=data,
            first_id=first_id,
            last_id=last_id,
            has_more=has_more,
        )

        return training_event_page
