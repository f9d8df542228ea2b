# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.loaded_models_item_cache_type import LoadedModelsItemCacheType, check_loaded_models_item_cache_type
from ..models.loaded_models_item_precision import LoadedModelsItemPrecision, check_loaded_models_item_precision

if TYPE_CHECKING:
    from ..models.loaded_models_item_weights_item import LoadedModelsItemWeightsItem


T = TypeVar("T", bound="LoadedModelsItem")


@_attrs_define
class LoadedModelsItem:
    """
    Attributes:
        id (str):
        precision (LoadedModelsItemPrecision): What the engine multiplies in.
        parameters (int):
        weight_bytes (int):
        weights (list[LoadedModelsItemWeightsItem]): What the matrices are stored as and kept as on the device, most
            parameters first. What has no kernel of its own is converted at load to the nearest type that has.
        adapter_bytes (int):
        max_position_embeddings (int): Tokens of the longest context that the model has.
        context_length (int): Tokens of the longest context that there is memory for.
        full_sequences (int): Sequences of `context_length` tokens whose keys and values are in device memory at once.
        training_tokens (int): Tokens of the longest row that a training job has memory for, with a new adapter; 0 for
            none.
        cache_tokens (int): Tokens, of all sequences together, whose keys and values are in device memory at once.
        cache_bytes (int):
        cache_type (LoadedModelsItemCacheType): What keys and values are cached as.
    """

    id: str
    precision: LoadedModelsItemPrecision
    parameters: int
    weight_bytes: int
    weights: list[LoadedModelsItemWeightsItem]
    adapter_bytes: int
    max_position_embeddings: int
    context_length: int
    full_sequences: int
    training_tokens: int
    cache_tokens: int
    cache_bytes: int
    cache_type: LoadedModelsItemCacheType

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        precision: str = self.precision

        parameters = self.parameters

        weight_bytes = self.weight_bytes

        weights = []
        for weights_item_data in self.weights:
            weights_item = weights_item_data.to_dict()
            weights.append(weights_item)

        adapter_bytes = self.adapter_bytes

        max_position_embeddings = self.max_position_embeddings

        context_length = self.context_length

        full_sequences = self.full_sequences

        training_tokens = self.training_tokens

        cache_tokens = self.cache_tokens

        cache_bytes = self.cache_bytes

        cache_type: str = self.cache_type

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "precision": precision,
                "parameters": parameters,
                "weight_bytes": weight_bytes,
                "weights": weights,
                "adapter_bytes": adapter_bytes,
                "max_position_embeddings": max_position_embeddings,
                "context_length": context_length,
                "full_sequences": full_sequences,
                "training_tokens": training_tokens,
                "cache_tokens": cache_tokens,
                "cache_bytes": cache_bytes,
                "cache_type": cache_type,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.loaded_models_item_weights_item import LoadedModelsItemWeightsItem  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        precision = check_loaded_models_item_precision(d.pop("precision"))

        parameters = d.pop("parameters")

        weight_bytes = d.pop("weight_bytes")

        weights = []
        _weights = d.pop("weights")
        for weights_item_data in _weights:
            weights_item = LoadedModelsItemWeightsItem.from_dict(weights_item_data)

            weights.append(weights_item)

        adapter_bytes = d.pop("adapter_bytes")

        max_position_embeddings = d.pop("max_position_embeddings")

        context_length = d.pop("context_length")

        full_sequences = d.pop("full_sequences")

        training_tokens = d.pop("training_tokens")

        cache_tokens = d.pop("cache_tokens")

        cache_bytes = d.pop("cache_bytes")

        cache_type = check_loaded_models_item_cache_type(d.pop("cache_type"))

        loaded_models_item = cls(
            id=id,
            precision=precision,
            parameters=parameters,
            weight_bytes=weight_bytes,
            weights=weights,
            adapter_bytes=adapter_bytes,
            max_position_embeddings=max_position_embeddings,
            context_length=context_length,
            full_sequences=full_sequences,
            training_tokens=training_tokens,
            cache_tokens=cache_tokens,
            cache_bytes=cache_bytes,
            cache_type=cache_type,
        )

        return loaded_models_item
