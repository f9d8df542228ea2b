# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.message_delta_event_delta import MessageDeltaEventDelta
    from ..models.message_usage import MessageUsage


T = TypeVar("T", bound="MessageDeltaEvent")


@_attrs_define
class MessageDeltaEvent:
    """
    Attributes:
        type_ (Literal['message_delta']):
        delta (MessageDeltaEventDelta):
        usage (MessageUsage):
        prompt_token_ids (list[int] | Unset):
        token_ids (list[int] | Unset):
        logprobs (list[float] | Unset): One for each of `token_ids`. ART reads both unchanged and trains on them.
    """

    type_: Literal["message_delta"]
    delta: MessageDeltaEventDelta
    usage: MessageUsage
    prompt_token_ids: list[int] | Unset = UNSET
    token_ids: list[int] | Unset = UNSET
    logprobs: list[float] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        type_ = self.type_

        delta = self.delta.to_dict()

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
                "type": type_,
                "delta": delta,
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
        from ..models.message_delta_event_delta import MessageDeltaEventDelta  # noqa: PLC0415
        from ..models.message_usage import MessageUsage  # noqa: PLC0415

        d = dict(src_dict)
        type_ = cast(Literal["message_delta"], d.pop("type"))
        if type_ != "message_delta":
            raise ValueError(f"type must match const 'message_delta', got '{type_}'")

        delta = MessageDeltaEventDelta.from_dict(d.pop("delta"))

        usage = MessageUsage.from_dict(d.pop("usage"))

        prompt_token_ids = cast(list[int], d.pop("prompt_token_ids", UNSET))

        token_ids = cast(list[int], d.pop("token_ids", UNSET))

        logprobs = cast(list[float], d.pop("logprobs", UNSET))

        message_delta_event = cls(
            type_=type_,
            delta=delta,
            usage=usage,
            prompt_token_ids=prompt_token_ids,
            token_ids=token_ids,
            logprobs=logprobs,
        )

        return message_delta_event
