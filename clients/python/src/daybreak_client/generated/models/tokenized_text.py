# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="TokenizedText")


@_attrs_define
class TokenizedText:
    """
    Attributes:
        count (int):
        max_model_len (int): Maximum number of tokens of prompt and answer together.
        tokens (list[int]):
        token_strs (list[str] | None): Each token as spelled in the vocabulary.
    """

    count: int
    max_model_len: int
    tokens: list[int]
    token_strs: list[str] | None

    def to_dict(self) -> dict[str, Any]:
        count = self.count

        max_model_len = self.max_model_len

        tokens = self.tokens

        token_strs: list[str] | None
        if isinstance(self.token_strs, list):
            token_strs = self.token_strs

        else:
            token_strs = self.token_strs

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "count": count,
                "max_model_len": max_model_len,
                "tokens": tokens,
                "token_strs": token_strs,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        count = d.pop("count")

        max_model_len = d.pop("max_model_len")

        tokens = cast(list[int], d.pop("tokens"))

        def _parse_token_strs(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                token_strs_type_0 = cast(list[str], data)

                return token_strs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        token_strs = _parse_token_strs(d.pop("token_strs"))

        tokenized_text = cls(
            count=count,
            max_model_len=max_model_len,
            tokens=tokens,
            token_strs=token_strs,
        )

        return tokenized_text
