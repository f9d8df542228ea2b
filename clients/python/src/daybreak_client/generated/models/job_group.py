# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define

from ..models.job_group_outcome import JobGroupOutcome, check_job_group_outcome

T = TypeVar("T", bound="JobGroup")


@_attrs_define
class JobGroup:
    """
    Attributes:
        group (int): Index of the group in the job.
        size (int): Number of trajectories.
        exceptions (int): Number of rollouts that raised an exception.
        mean (float): Mean of the rewards; 0 if there are none.
        std_dev (float): Population standard deviation of the rewards.
        min_ (float):
        max_ (float):
        outcome (JobGroupOutcome): `trained`, or the reason why the group has no learning signal. `empty`: no
            trajectory. `single`: nothing to compare with. `equal_rewards`: no answer is better than another.
            `without_tokens`: no answer with an advantage has log-probabilities. `too_long`: no sequence is short enough.
    """

    group: int
    size: int
    exceptions: int
    mean: float
    std_dev: float
    min_: float
    max_: float
    outcome: JobGroupOutcome

    def to_dict(self) -> dict[str, Any]:
        group = self.group

        size = self.size

        exceptions = self.exceptions

        mean = self.mean

        std_dev = self.std_dev

        min_ = self.min_

        max_ = self.max_

        outcome: str = self.outcome

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "group": group,
                "size": size,
                "exceptions": exceptions,
                "mean": mean,
                "std_dev": std_dev,
                "min": min_,
                "max": max_,
                "outcome": outcome,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        group = d.pop("group")

        size = d.pop("size")

        exceptions = d.pop("exceptions")

        mean = d.pop("mean")

        std_dev = d.pop("std_dev")

        min_ = d.pop("min")

        max_ = d.pop("max")

        outcome = check_job_group_outcome(d.pop("outcome"))

        job_group = cls(
            group=group,
            size=size,
            exceptions=exceptions,
            mean=mean,
            std_dev=std_dev,
            min_=min_,
            max_=max_,
            outcome=outcome,
        )

        return job_group
