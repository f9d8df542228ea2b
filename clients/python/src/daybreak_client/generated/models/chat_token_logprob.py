# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.chat_top_logprob import ChatTopLogprob


T = TypeVar("T", bound="ChatTokenLogprob")


@_attrs_define
class ChatTokenLogprob:
    """
    Attributes:
        token (str):
        token_id (int):
        logprob (float): Natural logarithm of the token's probability under softmax(logits), before any bias, mask,
            penalty or temperature.
        bytes_ (list[int] | None): UTF-8 bytes of the token's text.
        top_logprobs (list[ChatTopLogprob]):
    """

    token: str
    token_id: int
    logprob: float
    bytes_: list[int] | None
    top_logprobs: list[ChatTopLogprob]

    def to_dict(self) -> dict[str, Any]:
        token = self.token

        token_id = self.token_id

        logprob = self.logprob

        bytes_: list[int] | None
        if isinstance(self.bytes_, list):
            bytes_ = self.bytes_

        else:
            bytes_ = self.bytes_

        top_logprobs = []
        for top_logprobs_item_data in self.top_logprobs:
            top_logprobs_item = top_logprobs_item_data.to_dict()
            top_logprobs.append(top_logprobs_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "token": token,
                "token_id": token_id,
                "logprob": logprob,
                "bytes": bytes_,
                "top_logprobs": top_logprobs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_top_logprob import ChatTopLogprob  # noqa: PLC0415

        d = dict(src_dict)
        token = d.pop("token")

        token_id = d.pop("token_id")

        logprob = d.pop("logprob")

        def _parse_bytes_(data: object) -> list[int] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                componentsschemas_token_bytes_type_0 = cast(list[int], data)

                return componentsschemas_token_bytes_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None, data)

        bytes_ = _parse_bytes_(d.pop("bytes"))

        top_logprobs = []
        _top_logprobs = d.pop("top_logprobs")
        for top_logprobs_item_data in _top_logprobs:
            top_logprobs_item = ChatTopLogprob.from_dict(top_logprobs_item_data)

            top_logprobs.append(top_logprobs_item)

        chat_token_logprob = cls(
            token=token,
            token_id=token_id,
            logprob=logprob,
            bytes_=bytes_,
            top_logprobs=top_logprobs,
        )

        return chat_token_logprob
