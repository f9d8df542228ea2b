# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.loaded_models_item_precision import LoadedModelsItemPrecision, check_loaded_models_item_precision

T = TypeVar("T", bound="LoadedModelsItem")


@_attrs_define
class LoadedModelsItem:
    """
    Attributes:
        id (str):
        precision (LoadedModelsItemPrecision): What the engine multiplies in. With f16 keys and values are cached in
            f16, else in f32.
        parameters (int):
        weight_bytes (int):
        context_length (int):
        cache_tokens (int): Tokens, of all sequences together, whose keys and values are in device memory at once.
        cache_bytes (int):
    """

    id: str
    precision: LoadedModelsItemPrecision
    parameters: int
    weight_bytes: int
    context_length: int
    cache_tokens: int
    cache_bytes: int

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        precision: str = self.precision

        parameters = self.parameters

        weight_bytes = self.weight_bytes

        context_length = self.context_length

        cache_tokens = self.cache_tokens

        cache_bytes = self.cache_bytes

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "precision": precision,
                "parameters": parameters,
                "weight_bytes": weight_bytes,
                "context_length": context_length,
                "cache_tokens": cache_tokens,
                "cache_bytes": cache_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        precision = check_loaded_models_item_precision(d.pop("precision"))

        parameters = d.pop("parameters")

        weight_bytes = d.pop("weight_bytes")

        context_length = d.pop("context_length")

        cache_tokens = d.pop("cache_tokens")

        cache_bytes = d.pop("cache_bytes")

        loaded_models_item = cls(
            id=id,
            precision=precision,
            parameters=parameters,
            weight_bytes=weight_bytes,
            context_length=context_length,
            cache_tokens=cache_tokens,
            cache_bytes=cache_bytes,
        )

        return loaded_models_item
