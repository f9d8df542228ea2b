# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

LoadedModelsItemPrecision = Literal["f16", "f32", "f32-high", "int8"]

LOADED_MODELS_ITEM_PRECISION_VALUES: set[LoadedModelsItemPrecision] = {
    "f16",
    "f32",
    "f32-high",
    "int8",
}


def check_loaded_models_item_precision(value: str) -> LoadedModelsItemPrecision:
    if value in LOADED_MODELS_ITEM_PRECISION_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LOADED_MODELS_ITEM_PRECISION_VALUES!r}")
