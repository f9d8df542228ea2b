# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.response_item_event_type import ResponseItemEventType, check_response_item_event_type

if TYPE_CHECKING:
    from ..models.response_call_item import ResponseCallItem
    from ..models.response_message_item import ResponseMessageItem
    from ..models.response_reasoning_item import ResponseReasoningItem


T = TypeVar("T", bound="ResponseItemEvent")


@_attrs_define
class ResponseItemEvent:
    """
    Attributes:
        type_ (ResponseItemEventType):
        sequence_number (int):
        output_index (int):
        item (ResponseCallItem | ResponseMessageItem | ResponseReasoningItem):
    """

    type_: ResponseItemEventType
    sequence_number: int
    output_index: int
    item: ResponseCallItem | ResponseMessageItem | ResponseReasoningItem

    def to_dict(self) -> dict[str, Any]:
        from ..models.response_message_item import ResponseMessageItem  # noqa: PLC0415
        from ..models.response_reasoning_item import ResponseReasoningItem  # noqa: PLC0415

        type_: str = self.type_

        sequence_number = self.sequence_number

        output_index = self.output_index

        item: dict[str, Any]
        if isinstance(self.item, ResponseReasoningItem):
            item = self.item.to_dict()
        elif isinstance(self.item, ResponseMessageItem):
            item = self.item.to_dict()
        else:
            item = self.item.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "sequence_number": sequence_number,
                "output_index": output_index,
                "item": item,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_call_item import ResponseCallItem  # noqa: PLC0415
        from ..models.response_message_item import ResponseMessageItem  # noqa: PLC0415
        from ..models.response_reasoning_item import ResponseReasoningItem  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_response_item_event_type(d.pop("type"))

        sequence_number = d.pop("sequence_number")

        output_index = d.pop("output_index")

        def _parse_item(data: object) -> ResponseCallItem | ResponseMessageItem | ResponseReasoningItem:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_response_output_item_type_0 = ResponseReasoningItem.from_dict(data)

                return componentsschemas_response_output_item_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_response_output_item_type_1 = ResponseMessageItem.from_dict(data)

                return componentsschemas_response_output_item_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_response_output_item_type_2 = ResponseCallItem.from_dict(data)

            return componentsschemas_response_output_item_type_2

        item = _parse_item(d.pop("item"))

        response_item_event = cls(
            type_=type_,
            sequence_number=sequence_number,
            output_index=output_index,
            item=item,
        )

        return response_item_event
