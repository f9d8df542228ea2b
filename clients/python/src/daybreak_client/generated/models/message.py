# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..models.message_stop_reason_type_0 import MessageStopReasonType0, check_message_stop_reason_type_0
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_text_block import MessageTextBlock
    from ..models.message_thinking_block import MessageThinkingBlock
    from ..models.message_tool_use_block import MessageToolUseBlock
    from ..models.message_usage import MessageUsage


T = TypeVar("T", bound="Message")


@_attrs_define
class Message:
    """
    Attributes:
        id (str):
        type_ (Literal['message']):
        role (Literal['assistant']):
        model (str): The model name of the request.
        content (list[MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock]): Thinking, then text, then tool
            calls. If there is nothing else, an empty text.
        stop_reason (MessageStopReasonType0 | None):
        stop_sequence (None | str): The stop sequence that ended the answer.
        usage (MessageUsage):
        prompt_token_ids (list[int] | Unset):
        token_ids (list[int] | Unset):
        logprobs (list[float] | Unset): One for each of `token_ids`. ART reads both unchanged and trains on them.
    """

    id: str
    type_: Literal["message"]
    role: Literal["assistant"]
    model: str
    content: list[MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock]
    stop_reason: MessageStopReasonType0 | None
    stop_sequence: None | str
    usage: MessageUsage
    prompt_token_ids: list[int] | Unset = UNSET
    token_ids: list[int] | Unset = UNSET
    logprobs: list[float] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.message_text_block import MessageTextBlock  # noqa: PLC0415
        from ..models.message_thinking_block import MessageThinkingBlock  # noqa: PLC0415

        id = self.id

        type_ = self.type_

        role = self.role

        model = self.model

        content = []
        for content_item_data in self.content:
            content_item: dict[str, Any]
            if isinstance(content_item_data, MessageTextBlock):
                content_item = content_item_data.to_dict()
            elif isinstance(content_item_data, MessageThinkingBlock):
                content_item = content_item_data.to_dict()
            else:
                content_item = content_item_data.to_dict()

            content.append(content_item)

        stop_reason: None | str
        if isinstance(self.stop_reason, str):
            stop_reason = self.stop_reason
        else:
            stop_reason = self.stop_reason

        stop_sequence: None | str
        stop_sequence = self.stop_sequence

        usage = self.usage.to_dict()

        prompt_token_ids: list[int] | Unset = UNSET
        if not isinstance(self.prompt_token_ids, Unset):
            prompt_token_ids = self.prompt_token_ids

        token_ids: list[int] | Unset = UNSET
        if not isinstance(self.token_ids, Unset):
            token_ids = self.token_ids

        logprobs: list[float] | Unset = UNSET
        if not isinstance(self.logprobs, Unset):
            logprobs = self.logprobs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "type": type_,
                "role": role,
                "model": model,
                "content": content,
                "stop_reason": stop_reason,
                "stop_sequence": stop_sequence,
                "usage": usage,
            }
        )
        if prompt_token_ids is not UNSET:
            field_dict["prompt_token_ids"] = prompt_token_ids
        if token_ids is not UNSET:
            field_dict["token_ids"] = token_ids
        if logprobs is not UNSET:
            field_dict["logprobs"] = logprobs

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_text_block import MessageTextBlock  # noqa: PLC0415
        from ..models.message_thinking_block import MessageThinkingBlock  # noqa: PLC0415
        from ..models.message_tool_use_block import MessageToolUseBlock  # noqa: PLC0415
        from ..models.message_usage import MessageUsage  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        type_ = cast(Literal["message"], d.pop("type"))
        if type_ != "message":
            raise ValueError(f"type must match const 'message', got '{type_}'")

        role = cast(Literal["assistant"], d.pop("role"))
        if role != "assistant":
            raise ValueError(f"role must match const 'assistant', got '{role}'")

        model = d.pop("model")

        content = []
        _content = d.pop("content")
        for content_item_data in _content:

            def _parse_content_item(data: object) -> MessageTextBlock | MessageThinkingBlock | MessageToolUseBlock:
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

            content_item = _parse_content_item(content_item_data)

            content.append(content_item)

        def _parse_stop_reason(data: object) -> MessageStopReasonType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                componentsschemas_message_stop_reason_type_0 = check_message_stop_reason_type_0(data)

                return componentsschemas_message_stop_reason_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MessageStopReasonType0 | None, data)

        stop_reason = _parse_stop_reason(d.pop("stop_reason"))

        def _parse_stop_sequence(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        stop_sequence = _parse_stop_sequence(d.pop("stop_sequence"))

        usage = MessageUsage.from_dict(d.pop("usage"))

        prompt_token_ids = cast(list[int], d.pop("prompt_token_ids", UNSET))

        token_ids = cast(list[int], d.pop("token_ids", UNSET))

        logprobs = cast(list[float], d.pop("logprobs", UNSET))

        message = cls(
            id=id,
            type_=type_,
            role=role,
            model=model,
            content=content,
            stop_reason=stop_reason,
            stop_sequence=stop_sequence,
            usage=usage,
            prompt_token_ids=prompt_token_ids,
            token_ids=token_ids,
            logprobs=logprobs,
        )

        return message
