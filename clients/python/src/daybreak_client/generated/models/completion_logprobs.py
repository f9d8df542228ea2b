# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

if TYPE_CHECKING:
    from ..models.completion_logprobs_top_logprobs_item_type_0 import CompletionLogprobsTopLogprobsItemType0


T = TypeVar("T", bound="CompletionLogprobs")


@_attrs_define
class CompletionLogprobs:
    """Each list has one entry for each token, with `echo` including the prompt.

    Attributes:
        text_offset (list[int]): Offset of each token in the text, in characters.
        token_logprobs (list[float | None]): Null for the first token of a prompt.
        tokens (list[str]):
        top_logprobs (list[CompletionLogprobsTopLogprobsItemType0 | None]): Log-probabilities of the token and its
            alternatives, by text.
    """

    text_offset: list[int]
    token_logprobs: list[float | None]
    tokens: list[str]
    top_logprobs: list[CompletionLogprobsTopLogprobsItemType0 | None]

    def to_dict(self) -> dict[str, Any]:
        from ..models.completion_logprobs_top_logprobs_item_type_0 import CompletionLogprobsTopLogprobsItemType0  # noqa: PLC0415

        text_offset = self.text_offset

        token_logprobs = []
        for token_logprobs_item_data in self.token_logprobs:
            token_logprobs_item: float | None
            token_logprobs_item = token_logprobs_item_data
            token_logprobs.append(token_logprobs_item)

        tokens = self.tokens

        top_logprobs = []
        for top_logprobs_item_data in self.top_logprobs:
            top_logprobs_item: dict[str, Any] | None
            if isinstance(top_logprobs_item_data, CompletionLogprobsTopLogprobsItemType0):
                top_logprobs_item = top_logprobs_item_data.to_dict()
            else:
                top_logprobs_item = top_logprobs_item_data
            top_logprobs.append(top_logprobs_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "text_offset": text_offset,
                "token_logprobs": token_logprobs,
                "tokens": tokens,
                "top_logprobs": top_logprobs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.completion_logprobs_top_logprobs_item_type_0 import CompletionLogprobsTopLogprobsItemType0  # noqa: PLC0415

        d = dict(src_dict)
        text_offset = cast(list[int], d.pop("text_offset"))

        token_logprobs = []
        _token_logprobs = d.pop("token_logprobs")
        for token_logprobs_item_data in _token_logprobs:

            def _parse_token_logprobs_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            token_logprobs_item = _parse_token_logprobs_item(token_logprobs_item_data)

            token_logprobs.append(token_logprobs_item)

        tokens = cast(list[str], d.pop("tokens"))

        top_logprobs = []
        _top_logprobs = d.pop("top_logprobs")
        for top_logprobs_item_data in _top_logprobs:

            def _parse_top_logprobs_item(data: object) -> CompletionLogprobsTopLogprobsItemType0 | None:
                if data is None:
                    return data
                try:
                    if not isinstance(data, dict):
                        raise TypeError()
                    top_logprobs_item_type_0 = CompletionLogprobsTopLogprobsItemType0.from_dict(data)

                    return top_logprobs_item_type_0
                except (TypeError, ValueError, AttributeError, KeyError):
                    pass
                return cast(CompletionLogprobsTopLogprobsItemType0 | None, data)

            top_logprobs_item = _parse_top_logprobs_item(top_logprobs_item_data)

            top_logprobs.append(top_logprobs_item)

        completion_logprobs = cls(
            text_offset=text_offset,
            token_logprobs=token_logprobs,
            tokens=tokens,
            top_logprobs=top_logprobs,
        )

        return completion_logprobs
