# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.response_item_status import ResponseItemStatus, check_response_item_status

if TYPE_CHECKING:
    from ..models.response_text_part import ResponseTextPart


T = TypeVar("T", bound="ResponseMessageItem")


@_attrs_define
class ResponseMessageItem:
    """
    Attributes:
        id (str):
        type_ (Literal['message']):
        role (Literal['assistant']):
        content (list[ResponseTextPart]):
        status (ResponseItemStatus):
    """

    id: str
    type_: Literal["message"]
    role: Literal["assistant"]
    content: list[ResponseTextPart]
    status: ResponseItemStatus

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        type_ = self.type_

        role = self.role

        content = []
        for content_item_data in self.content:
            content_item = content_item_data.to_dict()
            content.append(content_item)

        status: str = self.status

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "role": role,
                "content": content,
                "status": status,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.response_text_part import ResponseTextPart  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["message"], d.pop("type"))
        if type_ != "message":
            raise ValueError(f"type must match const 'message', got '{type_}'")

        role = cast(Literal["assistant"], d.pop("role"))
        if role != "assistant":
            raise ValueError(f"role must match const 'assistant', got '{role}'")

        content = []
        _content = d.pop("content")
        for content_item_data in _content:
            content_item = ResponseTextPart.from_dict(content_item_data)

            content.append(content_item)

        status = check_response_item_status(d.pop("status"))

        response_message_item = cls(
            id=id,
            type_=type_,
            role=role,
            content=content,
            status=status,
        )

        return response_message_item
