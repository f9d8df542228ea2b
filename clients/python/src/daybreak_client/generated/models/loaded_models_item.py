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
        precision (LoadedModelsItemPrecision): Precision of the engine's matrix multiplications.
        parameters (int):
        weight_bytes (int):
        weights (list[LoadedModelsItemWeightsItem]): Storage types of the matrices in the file and on the device, most
            parameters first. A type without a kernel is converted at load to the nearest type that has one.
        adapter_bytes (int):
        max_position_embeddings (int): Maximum context length of the model, in tokens.
        context_length (int): Maximum context length for which there is memory, in tokens.
        full_sequences (int): Number of sequences of `context_length` tokens that the KV cache can hold at once.
        training_tokens (int): Longest training row for which a job with a new adapter has memory, in tokens; 0 if none.
        cache_tokens (int): Capacity of the KV cache in tokens, over all sequences.
        cache_bytes (int):
        cache_type (LoadedModelsItemCacheType): Data type of the KV cache.
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
