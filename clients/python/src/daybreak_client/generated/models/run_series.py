# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define

from ..models.series_axis import SeriesAxis, check_series_axis

if TYPE_CHECKING:
    from ..models.series_by_metric import SeriesByMetric


T = TypeVar("T", bound="RunSeries")


@_attrs_define
class RunSeries:
    """
    Attributes:
        x (SeriesAxis): `gradient_step` counts the gradient steps of a run over all its jobs; `step` is the step of the
            record's checkpoint; `time` is in milliseconds since 1970, UTC.
        records (int):
        bucketed (bool): Whether a bucket of any metric may have more than one value.
        metrics (SeriesByMetric): The series of each metric, by name.
    """

    x: SeriesAxis
    records: int
    bucketed: bool
    metrics: SeriesByMetric

    def to_dict(self) -> dict[str, Any]:
        x: str = self.x

        records = self.records

        bucketed = self.bucketed

        metrics = self.metrics.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "x": x,
                "records": records,
                "bucketed": bucketed,
                "metrics": metrics,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.series_by_metric import SeriesByMetric  # noqa: PLC0415

        d = dict(src_dict)
        x = check_series_axis(d.pop("x"))

        records = d.pop("records")

        bucketed = d.pop("bucketed")

        metrics = SeriesByMetric.from_dict(d.pop("metrics"))

        run_series = cls(
            x=x,
            records=records,
            bucketed=bucketed,
            metrics=metrics,
        )

        return run_series
