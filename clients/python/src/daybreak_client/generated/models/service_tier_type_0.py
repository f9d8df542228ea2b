# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

ServiceTierType0 = Literal["auto", "default", "flex", "priority", "scale"]

SERVICE_TIER_TYPE_0_VALUES: set[ServiceTierType0] = {
    "auto",
    "default",
    "flex",
    "priority",
    "scale",
}


def check_service_tier_type_0(value: str) -> ServiceTierType0:
    if value in SERVICE_TIER_TYPE_0_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SERVICE_TIER_TYPE_0_VALUES!r}")
