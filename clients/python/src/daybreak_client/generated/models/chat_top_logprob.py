# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="ChatTopLogprob")


@_attrs_define
class ChatTopLogprob:
    """
    Attributes:
        token (str):
        logprob (float): Natural logarithm of the token's probability under softmax(logits), before any bias, mask,
            penalty or temperature.
        bytes_ (list[int] | None): UTF-8 bytes of the token's text.
    """

    token: str
    logprob: float
    bytes_: list[int] | None

    def to_dict(self) -> dict[str, Any]:
        token = self.token

        logprob = self.logprob

        bytes_: list[int] | None
        if isinstance(self.bytes_, list):
            bytes_ = self.bytes_

        else:
            bytes_ = self.bytes_

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "token": token,
                "logprob": logprob,
                "bytes": bytes_,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        token = d.pop("token")

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

        chat_top_logprob = cls(
            token=token,
            logprob=logprob,
            bytes_=bytes_,
        )

        return chat_top_logprob
