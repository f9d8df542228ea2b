# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ListLogsOrder = Literal["asc", "desc"]

LIST_LOGS_ORDER_VALUES: set[ListLogsOrder] = {
    "asc",
    "desc",
}


def check_list_logs_order(value: str) -> ListLogsOrder:
    if value in LIST_LOGS_ORDER_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {LIST_LOGS_ORDER_VALUES!r}")
