# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.response_delta_event_type import ResponseDeltaEventType, check_response_delta_event_type
from ..types import UNSET, Unset

T = TypeVar("T", bound="ResponseDeltaEvent")


@_attrs_define
class ResponseDeltaEvent:
    """
    Attributes:
        type_ (ResponseDeltaEventType):
        sequence_number (int):
        item_id (str):
        output_index (int):
        delta (str):
        content_index (int | Unset): Present in events of text.
        logprobs (list[Any] | Unset): Present in events of an answer's text; always empty.
    """

    type_: ResponseDeltaEventType
    sequence_number: int
    item_id: str
    output_index: int
    delta: str
    content_index: int | Unset = UNSET
    logprobs: list[Any] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        sequence_number = self.sequence_number

        item_id = self.item_id

        output_index = self.output_index

        delta = self.delta

        content_index = self.content_index

        logprobs: list[Any] | Unset = UNSET
        if not isinstance(self.logprobs, Unset):
            logprobs = self.logprobs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "sequence_number": sequence_number,
                "item_id": item_id,
                "output_index": output_index,
                "delta": delta,
            }
        )
        if content_index is not UNSET:
            field_dict["content_index"] = content_index
        if logprobs is not UNSET:
            field_dict["logprobs"] = logprobs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = check_response_delta_event_type(d.pop("type"))

        sequence_number = d.pop("sequence_number")

        item_id = d.pop("item_id")

        output_index = d.pop("output_index")

        delta = d.pop("delta")

        content_index = d.pop("content_index", UNSET)

        logprobs = cast(list[Any], d.pop("logprobs", UNSET))

        response_delta_event = cls(
            type_=type_,
            sequence_number=sequence_number,
            item_id=item_id,
            output_index=output_index,
            delta=delta,
            content_index=content_index,
            logprobs=logprobs,
        )

        return response_delta_event
