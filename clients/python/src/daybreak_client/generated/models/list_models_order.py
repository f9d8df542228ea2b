# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListModelsOrder = Literal["asc", "desc"]

LIST_MODELS_ORDER_VALUES: set[ListModelsOrder] = {
    "asc",
    "desc",
}


def check_list_models_order(value: str) -> ListModelsOrder:
    if value in LIST_MODELS_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_MODELS_ORDER_VALUES!r}")
