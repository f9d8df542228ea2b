# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.best_checkpoints import BestCheckpoints


T = TypeVar("T", bound="CheckpointRetention")


@_attrs_define
class CheckpointRetention:
    """Which checkpoints of a model to keep. Checkpoints that match no rule are deleted when the retention is set, and when
    a job creates the next one, at most a thousand at a time. Step 0 and checkpoints that jobs start from or compare
    with are always kept.

        Attributes:
            keep_last (int): Keep this many of the highest steps.
            keep_every (int | None | Unset): Keep steps that are multiples of this number.
            keep_best (BestCheckpoints | None | Unset): Keep the checkpoints with the best values of a metric.
    """

    keep_last: int
    keep_every: int | None | Unset = UNSET
    keep_best: BestCheckpoints | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.best_checkpoints import BestCheckpoints  # noqa: PLC0415

        keep_last = self.keep_last

        keep_every: int | None | Unset
        if isinstance(self.keep_every, Unset):
            keep_every = UNSET
        else:
            keep_every = self.keep_every

        keep_best: dict[str, Any] | None | Unset
        if isinstance(self.keep_best, Unset):
            keep_best = UNSET
        elif isinstance(self.keep_best, BestCheckpoints):
            keep_best = self.keep_best.to_dict()
        else:
            keep_best = self.keep_best

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "keep_last": keep_last,
            }
        )
        if keep_every is not UNSET:
            field_dict["keep_every"] = keep_every
        if keep_best is not UNSET:
            field_dict["keep_best"] = keep_best

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.best_checkpoints import BestCheckpoints  # noqa: PLC0415

        d = dict(src_dict)
        keep_last = d.pop("keep_last")

        def _parse_keep_every(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        keep_every = _parse_keep_every(d.pop("keep_every", UNSET))

        def _parse_keep_best(data: object) -> BestCheckpoints | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                keep_best_type_0 = BestCheckpoints.from_dict(data)

                return keep_best_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BestCheckpoints | None | Unset, data)

        keep_best = _parse_keep_best(d.pop("keep_best", UNSET))

        checkpoint_retention = cls(
            keep_last=keep_last,
            keep_every=keep_every,
            keep_best=keep_best,
        )

        return checkpoint_retention
