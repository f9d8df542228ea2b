# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

Scope = Literal["admin", "chat", "metrics", "train"]

SCOPE_VALUES: set[Scope] = {
    "admin",
    "chat",
    "metrics",
    "train",
}


def check_scope(value: str) -> Scope:
    if value in SCOPE_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SCOPE_VALUES!r}")
