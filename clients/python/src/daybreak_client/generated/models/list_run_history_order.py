# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListRunHistoryOrder = Literal["asc", "desc"]

LIST_RUN_HISTORY_ORDER_VALUES: set[ListRunHistoryOrder] = {
    "asc",
    "desc",
}


def check_list_run_history_order(value: str) -> ListRunHistoryOrder:
    if value in LIST_RUN_HISTORY_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_RUN_HISTORY_ORDER_VALUES!r}")
