# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.token_generation_output_tokens_item import TokenGenerationOutputTokensItem


T = TypeVar("T", bound="TokenGeneration")


@_attrs_define
class TokenGeneration:
    """
    Attributes:
        prompt_token_ids (list[int]):
        output_indices (list[int]): Indices of the items of `output` that these tokens form.
        output_tokens (list[TokenGenerationOutputTokensItem]):
    """

    prompt_token_ids: list[int]
    output_indices: list[int]
    output_tokens: list[TokenGenerationOutputTokensItem]

    def to_dict(self) -> dict[str, Any]:
        prompt_token_ids = self.prompt_token_ids

        output_indices = self.output_indices

        output_tokens = []
        for output_tokens_item_data in self.output_tokens:
            output_tokens_item = output_tokens_item_data.to_dict()
            output_tokens.append(output_tokens_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "prompt_token_ids": prompt_token_ids,
                "output_indices": output_indices,
                "output_tokens": output_tokens,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.token_generation_output_tokens_item import TokenGenerationOutputTokensItem  # noqa: PLC0415

        d = dict(src_dict)
        prompt_token_ids = cast(list[int], d.pop("prompt_token_ids"))

        output_indices = cast(list[int], d.pop("output_indices"))

        output_tokens = []
        _output_tokens = d.pop("output_tokens")
        for output_tokens_item_data in _output_tokens:
            output_tokens_item = TokenGenerationOutputTokensItem.from_dict(output_tokens_item_data)

            output_tokens.append(output_tokens_item)

        token_generation = cls(
            prompt_token_ids=prompt_token_ids,
            output_indices=output_indices,
            output_tokens=output_tokens,
        )

        return token_generation
