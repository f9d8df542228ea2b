# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.loaded_models_item_weights_item_kept import (
    LoadedModelsItemWeightsItemKept,
    check_loaded_models_item_weights_item_kept,
)

T = TypeVar("T", bound="LoadedModelsItemWeightsItem")


@_attrs_define
class LoadedModelsItemWeightsItem:
    """
    Attributes:
        stored (str): As named by the file's format, such as q4_k.
        kept (LoadedModelsItemWeightsItemKept):
        parameters (int):
    """

    stored: str
    kept: LoadedModelsItemWeightsItemKept
    parameters: int

    def to_dict(self) -> dict[str, Any]:
        stored = self.stored

        kept: str = self.kept

        parameters = self.parameters

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "stored": stored,
                "kept": kept,
                "parameters": parameters,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        stored = d.pop("stored")

        kept = check_loaded_models_item_weights_item_kept(d.pop("kept"))

        parameters = d.pop("parameters")

        loaded_models_item_weights_item = cls(
            stored=stored,
            kept=kept,
            parameters=parameters,
        )

        return loaded_models_item_weights_item
