# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="TokenGenerationOutputTokensItem")


@_attrs_define
class TokenGenerationOutputTokensItem:
    """
    Attributes:
        token_id (int):
        logprob (float): Natural logarithm of the token's probability under softmax(logits), before any bias, mask,
            penalty or temperature.
    """

    token_id: int
    logprob: float

    def to_dict(self) -> dict[str, Any]:
        token_id = self.token_id

        logprob = self.logprob

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "token_id": token_id,
                "logprob": logprob,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        token_id = d.pop("token_id")

        logprob = d.pop("logprob")

        token_generation_output_tokens_item = cls(
            token_id=token_id,
            logprob=logprob,
        )

        return token_generation_output_tokens_item
