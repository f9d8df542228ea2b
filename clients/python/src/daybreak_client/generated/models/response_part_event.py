# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.response_part_event_type import ResponsePartEventType, check_response_part_event_type

if TYPE_CHECKING:
    from ..models.response_reasoning_part import ResponseReasoningPart
    from ..models.response_text_part import ResponseTextPart


T = TypeVar("T", bound="ResponsePartEvent")


@_attrs_define
class ResponsePartEvent:
    """
    Attributes:
        type_ (ResponsePartEventType):
        sequence_number (int):
        item_id (str):
        output_index (int):
        content_index (int):
        part (ResponseReasoningPart | ResponseTextPart):
    """

    type_: ResponsePartEventType
    sequence_number: int
    item_id: str
    output_index: int
    content_index: int
    part: ResponseReasoningPart | ResponseTextPart

    def to_dict(self) -> dict[str, Any]:
        from ..models.response_text_part import ResponseTextPart  # noqa: PLC0415

        type_: str = self.type_

        sequence_number = self.sequence_number

        item_id = self.item_id

        output_index = self.output_index

        content_index = self.content_index

        part: dict[str, Any]
        if isinstance(self.part, ResponseTextPart):
            part = self.part.to_dict()
        else:
            part = self.part.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "sequence_number": sequence_number,
                "item_id": item_id,
                "output_index": output_index,
                "content_index": content_index,
                "part": part,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_reasoning_part import ResponseReasoningPart  # noqa: PLC0415
        from ..models.response_text_part import ResponseTextPart  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_response_part_event_type(d.pop("type"))

        sequence_number = d.pop("sequence_number")

        item_id = d.pop("item_id")

        output_index = d.pop("output_index")

        content_index = d.pop("content_index")

        def _parse_part(data: object) -> ResponseReasoningPart | ResponseTextPart:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                part_type_0 = ResponseTextPart.from_dict(data)

                return part_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            part_type_1 = ResponseReasoningPart.from_dict(data)

            return part_type_1

        part = _parse_part(d.pop("part"))

        response_part_event = cls(
            type_=type_,
            sequence_number=sequence_number,
            item_id=item_id,
            output_index=output_index,
            content_index=content_index,
            part=part,
        )

        return response_part_event
