# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListArtifactsOrder = Literal["asc", "desc"]

LIST_ARTIFACTS_ORDER_VALUES: set[ListArtifactsOrder] = {
    "asc",
    "desc",
}


def check_list_artifacts_order(value: str) -> ListArtifactsOrder:
    if value in LIST_ARTIFACTS_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_ARTIFACTS_ORDER_VALUES!r}")
