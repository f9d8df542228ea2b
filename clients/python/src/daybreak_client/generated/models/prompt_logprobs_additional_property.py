# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

T = TypeVar("T", bound="PromptLogprobsAdditionalProperty")


@_attrs_define
class PromptLogprobsAdditionalProperty:
    """
    Attributes:
        logprob (float): Natural logarithm of the token's probability under softmax(logits), before any bias, mask,
            penalty or temperature.
        rank (int):
        decoded_token (str):
    """

    logprob: float
    rank: int
    decoded_token: str

    def to_dict(self) -> dict[str, Any]:
        logprob = self.logprob

        rank = self.rank

        decoded_token = self.decoded_token

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "logprob": logprob,
                "rank": rank,
                "decoded_token": decoded_token,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        logprob = d.pop("logprob")

        rank = d.pop("rank")

        decoded_token = d.pop("decoded_token")

        prompt_logprobs_additional_property = cls(
            logprob=logprob,
            rank=rank,
            decoded_token=decoded_token,
        )

        return prompt_logprobs_additional_property
