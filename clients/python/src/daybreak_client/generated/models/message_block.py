# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.message_block_type import MessageBlockType, check_message_block_type
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.free_object import FreeObject
    from ..models.message_text import MessageText


T = TypeVar("T", bound="MessageBlock")


@_attrs_define
class MessageBlock:
    """A content block of a message. `redacted_thinking` is accepted and ignored, as it cannot be decrypted here.
    `is_error` of a tool result has no effect, as its text describes the error.

        Attributes:
            type_ (MessageBlockType): No model served here takes images or documents.
            text (str | Unset):
            thinking (str | Unset):
            id (str | Unset):
            name (str | Unset):
            input_ (FreeObject | Unset): Any JSON object; its values are kept unchanged.
            tool_use_id (str | Unset):
            content (list[MessageText] | None | str | Unset):
    """

    type_: MessageBlockType
    text: str | Unset = UNSET
    thinking: str | Unset = UNSET
    id: str | Unset = UNSET
    name: str | Unset = UNSET
    input_: FreeObject | Unset = UNSET
    tool_use_id: str | Unset = UNSET
    content: list[MessageText] | None | str | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        type_: str = self.type_

        text = self.text

        thinking = self.thinking

        id = self.id

        name = self.name

        input_: dict[str, Any] | Unset = UNSET
        if not isinstance(self.input_, Unset):
            input_ = self.input_.to_dict()

        tool_use_id = self.tool_use_id

        content: list[dict[str, Any]] | None | str | Unset
        if isinstance(self.content, Unset):
            content = UNSET
        elif isinstance(self.content, list):
            content = []
            for content_type_1_item_data in self.content:
                content_type_1_item = content_type_1_item_data.to_dict()
                content.append(content_type_1_item)

        else:
            content = self.content

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
            }
        )
        if text is not UNSET:
            field_dict["text"] = text
        if thinking is not UNSET:
            field_dict["thinking"] = thinking
        if id is not UNSET:
            field_dict["id"] = id
        if name is not UNSET:
            field_dict["name"] = name
        if input_ is not UNSET:
            field_dict["input"] = input_
        if tool_use_id is not UNSET:
            field_dict["tool_use_id"] = tool_use_id
        if content is not UNSET:
            field_dict["content"] = content

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.message_text import MessageText  # noqa: PLC0415

        d = dict(src_dict)
        type_ = check_message_block_type(d.pop("type"))

        text = d.pop("text", UNSET)

        thinking = d.pop("thinking", UNSET)

        id = d.pop("id", UNSET)

        name = d.pop("name", UNSET)

        _input_ = d.pop("input", UNSET)
        input_: FreeObject | Unset
        if isinstance(_input_, Unset):
            input_ = UNSET
        else:
            input_ = FreeObject.from_dict(_input_)

        tool_use_id = d.pop("tool_use_id", UNSET)

        def _parse_content(data: object) -> list[MessageText] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                content_type_1 = []
                _content_type_1 = data
                for content_type_1_item_data in _content_type_1:
                    content_type_1_item = MessageText.from_dict(content_type_1_item_data)

                    content_type_1.append(content_type_1_item)

                return content_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[MessageText] | None | str | Unset, data)

        content = _parse_content(d.pop("content", UNSET))

        message_block = cls(
            type_=type_,
            text=text,
            thinking=thinking,
            id=id,
            name=name,
            input_=input_,
            tool_use_id=tool_use_id,
            content=content,
        )

        message_block.additional_properties = d
        return message_block

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
