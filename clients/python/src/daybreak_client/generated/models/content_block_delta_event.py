# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.message_input_delta import MessageInputDelta
    from ..models.message_signature_delta import MessageSignatureDelta
    from ..models.message_text_delta import MessageTextDelta
    from ..models.message_thinking_delta import MessageThinkingDelta


T = TypeVar("T", bound="ContentBlockDeltaEvent")


@_attrs_define
class ContentBlockDeltaEvent:
    """
    Attributes:
        type_ (Literal['content_block_delta']):
        index (int):
        delta (MessageInputDelta | MessageSignatureDelta | MessageTextDelta | MessageThinkingDelta):
    """

    type_: Literal["content_block_delta"]
    index: int
    delta: MessageInputDelta | MessageSignatureDelta | MessageTextDelta | MessageThinkingDelta

    def to_dict(self) -> dict[str, Any]:
        from ..models.message_signature_delta import MessageSignatureDelta  # noqa: PLC0415
        from ..models.message_text_delta import MessageTextDelta  # noqa: PLC0415
        from ..models.message_thinking_delta import MessageThinkingDelta  # noqa: PLC0415

        type_ = self.type_

        index = self.index

        delta: dict[str, Any]
        if isinstance(self.delta, MessageTextDelta):
            delta = self.delta.to_dict()
        elif isinstance(self.delta, MessageThinkingDelta):
            delta = self.delta.to_dict()
        elif isinstance(self.delta, MessageSignatureDelta):
            delta = self.delta.to_dict()
        else:
            delta = self.delta.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "type": type_,
                "index": index,
                "delta": delta,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.message_input_delta import MessageInputDelta  # noqa: PLC0415
        from ..models.message_signature_delta import MessageSignatureDelta  # noqa: PLC0415
        from ..models.message_text_delta import MessageTextDelta  # noqa: PLC0415
        from ..models.message_thinking_delta import MessageThinkingDelta  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["content_block_delta"], d.pop("type"))
        if type_ != "content_block_delta":
            raise ValueError(f"type must match const 'content_block_delta', got '{type_}'")

        index = d.pop("index")

        def _parse_delta(
            data: object,
        ) -> MessageInputDelta | MessageSignatureDelta | MessageTextDelta | MessageThinkingDelta:
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                delta_type_0 = MessageTextDelta.from_dict(data)

                return delta_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                delta_type_1 = MessageThinkingDelta.from_dict(data)

                return delta_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                delta_type_2 = MessageSignatureDelta.from_dict(data)

                return delta_type_2
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            if not isinstance(data, dict):
                raise TypeError()
            delta_type_3 = MessageInputDelta.from_dict(data)

            return delta_type_3

        delta = _parse_delta(d.pop("delta"))

        content_block_delta_event = cls(
            type_=type_,
            index=index,
            delta=delta,
        )

        return content_block_delta_event
