# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.message_text_block import MessageTextBlock
    from ..models.message_thinking_block import MessageThinkingBlock
    from ..models.message_tool_use_block import MessageToolUseBlock


T = TypeVar("T", bound="ContentBlockStartEvent")


@_attrs_define
class ContentBlockStartEvent:
    """
    Attributes:
        type_ (Literal['content_block_start']):
        index (int):
        content_block (MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock):
    """

    type_: Literal["content_block_start"]
    index: int
    content_block: MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock

    def to_dict(self) -> dict[str, Any]:
        from ..models.message_text_block import MessageTextBlock  # noqa: PLC0415
        from ..models.message_thinking_block import MessageThinkingBlock  # noqa: PLC0415

        type_ = self.type_

        index = self.index

        content_block: dict[str, Any]
        if isinstance(self.content_block, MessageTextBlock):
            content_block = self.content_block.to_dict()
        elif isinstance(self.content_block, MessageThinkingBlock):
            content_block = self.content_block.to_dict()
        else:
            content_block = self.content_block.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "index": index,
                "content_block": content_block,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_text_block import MessageTextBlock  # noqa: PLC0415
        from ..models.message_thinking_block import MessageThinkingBlock  # noqa: PLC0415
        from ..models.message_tool_use_block import MessageToolUseBlock  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["content_block_start"], d.pop("type"))
        if type_ != "content_block_start":
            raise ValueError(f"type must match const 'content_block_start', got '{type_}'")

        index = d.pop("index")

        def _parse_content_block(data: object) -> MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_message_answer_block_type_0 = MessageTextBlock.from_dict(data)

                return componentsschemas_message_answer_block_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                componentsschemas_message_answer_block_type_1 = MessageThinkingBlock.from_dict(data)

                return componentsschemas_message_answer_block_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            componentsschemas_message_answer_block_type_2 = MessageToolUseBlock.from_dict(data)

            return componentsschemas_message_answer_block_type_2

        content_block = _parse_content_block(d.pop("content_block"))

        content_block_start_event = cls(
            type_=type_,
            index=index,
            content_block=content_block,
        )

        return content_block_start_event
