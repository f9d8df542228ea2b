"""Advantages, token sequences and label spans of the given cases, by ART's own preprocessing.

usage: art_rl_goldens.py CASES_FILE OUTPUT_FILE    (in an environment with openpipe-art, without its training extras)
"""

import json
import math
import sys
import types
from pathlib import Path

import numpy as np
from jinja2.sandbox import ImmutableSandboxedEnvironment


def stub(name: str, **members: object) -> None:
    """Replace package `name`, which ART imports but hardly uses here, with a module that has these members."""
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


class Array(np.ndarray):
    """The part of a tensor that packing uses; NumPy computes arithmetic, masks and means of float32."""

    def abs(self) -> "Array":
        return np.abs(self)


def array(values: np.ndarray) -> Array:
    return np.asarray(values).view(Array)


def where(*parts: np.ndarray) -> Array:
    return array(np.where(*parts))


stub("torch", Tensor=Array, dtype=type, device=type, from_numpy=array, where=where, zeros_like=np.zeros_like)
stub("transformers")
base = {name: type(name, (), {}) for name in ("BatchEncoding", "PreTrainedTokenizerBase")}
stub("transformers.tokenization_utils_base", **base)

from openai.types.chat.chat_completion import Choice  # noqa: E402

from art import Trajectory, TrajectoryGroup  # noqa: E402
from art.metrics_taxonomy import summarize_trajectory_groups  # noqa: E402
from art.preprocessing.pack import prefix_tree_pack  # noqa: E402
from art.preprocessing.response_masking import response_only_labels  # noqa: E402
from art.preprocessing.tokenize import (  # noqa: E402
    _last_assistant_input_ids_and_labels,
    tokenize_trajectory_groups,
)
from art.trajectories import LegacyHistory  # noqa: E402


def item(sent: dict) -> Choice | dict:
    return Choice.model_validate(sent) if "message" in sent else sent


def history(sent: dict) -> dict:
    return {**sent, "messages_and_choices": [item(one) for one in sent["messages_and_choices"]]}


def trajectory(sent: dict) -> Trajectory:
    others = [LegacyHistory(**history(other)) for other in sent.get("additional_histories", [])]
    return Trajectory(**{**history(sent), "additional_histories": others})


class NoTokenizer:
    """Placeholder: sequences come from the ids that choices carry."""

    name_or_path = "none"


def tokenised(trajectories: list[dict], scale_rewards: bool, model: str | None = None) -> list[dict]:
    """Returns the sequences of a group. `model`: the trained model, if the exchanges include other models."""
    captured = [Trajectory.model_validate(sent) if "exchanges" in sent else trajectory(sent) for sent in trajectories]
    group = TrajectoryGroup(captured)
    results = tokenize_trajectory_groups(
        NoTokenizer(), [group], False, scale_rewards, shuffle_group_trajectories=False, model=model
    )
    place = {id(one): index for index, one in enumerate(group.trajectories)}
    return [
        {
            "trajectory": place[id(result.trajectory)],
            "advantage": result.advantage,
            "ids": result.token_ids,
            "mask": result.assistant_mask,
            "weight": result.weight,
            "logprobs": [None if math.isnan(value) else value for value in result.logprobs],
        }
        for result in results
    ]


def packed(job: dict) -> list[list]:
    """Returns the trainable tokens of each row, as [id, advantage, weight], sorted; shared prefixes have at least one
    token.
    """
    groups = [TrajectoryGroup([trajectory(sent) for sent in group]) for group in job["groups"]]
    results = list(tokenize_trajectory_groups(NoTokenizer(), groups, False, True, shuffle_group_trajectories=False))
    tensors = prefix_tree_pack(
        tokenized_results=results, seq_len=job["length"], advantage_balance=job["balance"], verbosity=0,
        truncate_long_results=False, min_prefix_tree_shared_segment_length=1,
    )
    fields = [tensors[name] for name in ("assistant_mask", "tokens", "advantages", "weights")]
    rows = [
        sorted([int(id), float(advantage), float(weight)] for mask, id, advantage, weight in zip(*row) if mask)
        for row in zip(*fields)
    ]
    return sorted(rows)


class CharacterTokenizer:
    """Tokenizer with one token for each character, and a chat template."""

    def __init__(self, template: str) -> None:
        environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
        self.template = environment.from_string(template)

    def apply_chat_template(self, messages: list, tokenize: bool, **variables: object) -> str:
        return self.template.render(messages=messages, **variables)

    def __call__(self, text: str, add_special_tokens: bool) -> types.SimpleNamespace:
        return types.SimpleNamespace(input_ids=[ord(character) for character in text])


def last_answer(template: str, messages: list[dict]) -> dict:
    """Returns the tokens of the last answer that are trained on, or ART's error."""
    try:
        thinking = {"enable_thinking": False, "preserve_thinking": True}
        tokenizer = CharacterTokenizer(template)
        ids, labels = _last_assistant_input_ids_and_labels(tokenizer, messages, None, thinking)
    except ValueError as error:
        return {"error": str(error)}
    return {"text": "".join(map(chr, ids)), "learnt": "".join(chr(label) for label in labels if label != -100)}


def summary(groups: list[dict]) -> dict:
    read = [TrajectoryGroup.model_validate(group) for group in groups]
    result = summarize_trajectory_groups(read)
    names = ("num_trajectories", "num_groups_submitted", "num_groups_trainable")
    return {name: getattr(result, name) for name in names}


def rewarded(reward: float) -> dict:
    choice = {"finish_reason": "stop", "index": 0, "message": {"role": "assistant", "content": "a"}}
    logprobs = {"content": [{"token": "a", "logprob": -1, "top_logprobs": []}]}
    choice |= {"logprobs": logprobs, "token_ids": [2], "prompt_token_ids": [1]}
    return {"messages_and_choices": [choice], "reward": reward}


def advantages(rewards: list[float], scale_rewards: bool) -> list[float]:
    """Returns the advantage of each trajectory; 0 for trajectories that ART drops."""
    found = [0.0] * len(rewards)
    for result in tokenised([rewarded(reward) for reward in rewards], scale_rewards):
        found[result["trajectory"]] = result["advantage"]
    return found


if __name__ == "__main__":
    cases = json.loads(Path(sys.argv[1]).read_text())
    goldens = {
        "advantages": [
            {"rewards": rewards, "scaled": advantages(rewards, True), "centred": advantages(rewards, False)}
            for rewards in cases["rewards"]
        ],
        "sequences": [
            {"trajectories": group, "sequences": tokenised(group, True)} for group in cases["trajectories"]
        ],
        "captured": {
            kind: tokenised(group["trajectories"], True, cases["captured"]["model"])
            for kind, group in cases["captured"]["groups"].items()
        },
        "summaries": [{"groups": groups, **summary(groups)} for groups in cases["groups"]],
        "packed": [{**job, "rows": packed(job)} for job in cases["packed"]],
        "last": [{**case, **last_answer(case["template"], case["messages"])} for case in cases["last"]],
        "labels": [
            {**case, "labels": response_only_labels(case["ids"], instruction_ids=case["instruction"], response_ids=case["response"])}
            for case in cases["labels"]
        ],
    }
    Path(sys.argv[2]).write_text(json.dumps(goldens) + "\n")
