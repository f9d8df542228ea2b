# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ContentBlockStopEvent")


@_attrs_define
class ContentBlockStopEvent:
    """
    Attributes:
        type_ (Literal['content_block_stop']):
        index (int):
    """

    type_: Literal["content_block_stop"]
    index: int

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        index = self.index

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "index": index,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        type_ = cast(Literal["content_block_stop"], d.pop("type"))
        if type_ != "content_block_stop":
            raise ValueError(f"type must match const 'content_block_stop', got '{type_}'")

        index = d.pop("index")

        content_block_stop_event = cls(
            type_=type_,
            index=index,
        )

        return content_block_stop_event
