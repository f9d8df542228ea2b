# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

LoadedModelsItemWeightsItemKept = Literal["bf16", "f16", "f32", "mxfp4", "q4", "q8"]

LOADED_MODELS_ITEM_WEIGHTS_ITEM_KEPT_VALUES: set[LoadedModelsItemWeightsItemKept] = {
    "bf16",
    "f16",
    "f32",
    "mxfp4",
    "q4",
    "q8",
}


def check_loaded_models_item_weights_item_kept(value: str) -> LoadedModelsItemWeightsItemKept:
    if value in LOADED_MODELS_ITEM_WEIGHTS_ITEM_KEPT_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LOADED_MODELS_ITEM_WEIGHTS_ITEM_KEPT_VALUES!r}")
