# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.trajectory_outcome import TrajectoryOutcome, check_trajectory_outcome

if TYPE_CHECKING:
    from ..models.metrics import Metrics


T = TypeVar("T", bound="TrajectorySummary")


@_attrs_define
class TrajectorySummary:
    """
    Attributes:
        id (str):
        job_id (None | str): The RL job; null for a logged trajectory.
        log_id (None | str): The log; null for a trajectory of a job.
        split (str):
        step (int): Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        group (int): Index of its group in the job or log.
        place (int): Its index in the group.
        group_size (int):
        reward (float):
        advantage (float | None): Advantage within its group, before the job's normalisation; null for a logged
            trajectory.
        outcome (TrajectoryOutcome): `trained`: the job trains on it. `no_advantage`: its reward is the mean of its
            group. `without_tokens`: no answer has log-probabilities. `too_long`: too long to train on. `logged`: from a
            log.
        truncated (bool): Whether an answer was cut off at its maximum length.
        answers (int): Number of the model's answers.
        characters (int): Number of characters of all answers.
        prompt (str): The user's first message, shortened.
        answer (str): The last answer, shortened.
        metrics (Metrics): Numbers by metric name.
        has_tokens (bool): Whether the training figures of its tokens are stored.
        created (str): ISO 8601, in UTC.
    """

    id: str
    job_id: None | str
    log_id: None | str
    split: str
    step: int
    group: int
    place: int
    group_size: int
    reward: float
    advantage: float | None
    outcome: TrajectoryOutcome
    truncated: bool
    answers: int
    characters: int
    prompt: str
    answer: str
    metrics: Metrics
    has_tokens: bool
    created: str

    def to_dict(self) -> dict[str, Any]:
        id = self.id

        job_id: None | str
        job_id = self.job_id

        log_id: None | str
        log_id = self.log_id

        split = self.split

        step = self.step

        group = self.group

        place = self.place

        group_size = self.group_size

        reward = self.reward

        advantage: float | None
        advantage = self.advantage

        outcome: str = self.outcome

        truncated = self.truncated

        answers = self.answers

        characters = self.characters

        prompt = self.prompt

        answer = self.answer

        metrics = self.metrics.to_dict()

        has_tokens = self.has_tokens

        created = self.created

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "job_id": job_id,
                "log_id": log_id,
                "split": split,
                "step": step,
                "group": group,
                "place": place,
                "group_size": group_size,
                "reward": reward,
                "advantage": advantage,
                "outcome": outcome,
                "truncated": truncated,
                "answers": answers,
                "characters": characters,
                "prompt": prompt,
                "answer": answer,
                "metrics": metrics,
                "has_tokens": has_tokens,
                "created": created,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.metrics import Metrics  # noqa: PLC0415

        d = dict(src_dict)
        id = d.pop("id")

        def _parse_job_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        job_id = _parse_job_id(d.pop("job_id"))

        def _parse_log_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        log_id = _parse_log_id(d.pop("log_id"))

        split = d.pop("split")

        step = d.pop("step")

        group = d.pop("group")

        place = d.pop("place")

        group_size = d.pop("group_size")

        reward = d.pop("reward")

        def _parse_advantage(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        advantage = _parse_advantage(d.pop("advantage"))

        outcome = check_trajectory_outcome(d.pop("outcome"))

        truncated = d.pop("truncated")

        answers = d.pop("answers")

        characters = d.pop("characters")

        prompt = d.pop("prompt")

        answer = d.pop("answer")

        metrics = Metrics.from_dict(d.pop("metrics"))

        has_tokens = d.pop("has_tokens")

        created = d.pop("created")

        trajectory_summary = cls(
            id=id,
            job_id=job_id,
            log_id=log_id,
            split=split,
            step=step,
            group=group,
            place=place,
            group_size=group_size,
            reward=reward,
            advantage=advantage,
            outcome=outcome,
            truncated=truncated,
            answers=answers,
            characters=characters,
            prompt=prompt,
            answer=answer,
            metrics=metrics,
            has_tokens=has_tokens,
            created=created,
        )

        return trajectory_summary
