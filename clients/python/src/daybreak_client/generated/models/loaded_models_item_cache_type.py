# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

LoadedModelsItemCacheType = Literal["f16", "f32", "int8"]

LOADED_MODELS_ITEM_CACHE_TYPE_VALUES: set[LoadedModelsItemCacheType] = {
    "f16",
    "f32",
    "int8",
}


def check_loaded_models_item_cache_type(value: str) -> LoadedModelsItemCacheType:
    if value in LOADED_MODELS_ITEM_CACHE_TYPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LOADED_MODELS_ITEM_CACHE_TYPE_VALUES!r}")
