# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.message_stop_reason_type_0 import MessageStopReasonType0, check_message_stop_reason_type_0

T = TypeVar("T", bound="MessageDeltaEventDelta")


@_attrs_define
class MessageDeltaEventDelta:
    """
    Attributes:
        stop_reason (MessageStopReasonType0 | None):
        stop_sequence (None | str):
    """

    stop_reason: MessageStopReasonType0 | None
    stop_sequence: None | str

    def to_dict(self) -> dict[str, Any]:
        stop_reason: None | str
        if isinstance(self.stop_reason, str):
            stop_reason = self.stop_reason
        else:
            stop_reason = self.stop_reason

        stop_sequence: None | str
        stop_sequence = self.stop_sequence

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "stop_reason": stop_reason,
                "stop_sequence": stop_sequence,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

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

        message_delta_event_delta = cls(
            stop_reason=stop_reason,
            stop_sequence=stop_sequence,
        )

        return message_delta_event_delta
