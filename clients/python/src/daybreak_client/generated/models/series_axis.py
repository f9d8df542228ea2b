# Generated from openapi.yaml by `npm run clients`: do not edit.
from typing import Literal

SeriesAxis = Literal["gradient_step", "step", "time"]

SERIES_AXIS_VALUES: set[SeriesAxis] = {
    "gradient_step",
    "step",
    "time",
}


def check_series_axis(value: str) -> SeriesAxis:
    if value in SERIES_AXIS_VALUES:
        return value
    raise TypeError(f"Unexpected value {value!r}. Expected one of {SERIES_AXIS_VALUES!r}")
