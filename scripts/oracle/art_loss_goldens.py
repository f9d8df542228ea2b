"""Losses of random RL steps and their derivatives with respect to the log-probabilities, by ART's own loss.py and
PyTorch autograd.

usage: art_loss_goldens.py SITE_PACKAGES_WITH_ART CASES_FILE OUTPUT_FILE
"""

import importlib
import json
import math
import sys
import types
import warnings
from pathlib import Path

import torch


def art_loss(site_packages: Path) -> types.ModuleType:
    """Returns ART's loss.py without the package around it, which would need all of ART's dependencies."""
    for name, folder in {"art": "art", "art.utils": "art/utils"}.items():
        package = types.ModuleType(name)
        package.__path__ = [str(site_packages / folder)]
        sys.modules[name] = package
    settings = types.ModuleType("art.dev")
    settings.TrainConfig = dict
    sys.modules["art.dev"] = settings
    sys.modules["art"].dev = settings
    return importlib.import_module("art.loss")


def number(value: float | None) -> float:
    return math.nan if value is None else value


def golden(loss: types.ModuleType, case: dict) -> dict:
    tokens, options = case["tokens"], case["options"]

    def row(field: str) -> torch.Tensor:
        return torch.tensor([[number(token[field]) for token in tokens]], dtype=torch.float64)

    logprobs = row("logprob").requires_grad_()
    # The sampler's log-probabilities are present only if they were recomputed.
    recomputed = all("original" in token for token in tokens)
    aligned = loss.AlignedLossInputs(
        assistant_mask=torch.ones_like(logprobs),
        old_logprobs=row("old"),
        advantages=row("advantage"),
        weights=row("weight"),
        group_ids=torch.tensor([[token["sequence"] + 1 for token in tokens]]),
        original_logprobs=row("original") if recomputed else None,
    )
    config = {name: value for name, value in options.items() if value is not None and name != "loss_fn"}
    config["ppo"] = options["loss_fn"] == "ppo"
    result = loss.loss_fn(aligned, logprobs, row("reference"), None, config)
    result.policy_loss.backward()
    return {
        "loss": result.policy_loss.item(),
        "slopes": logprobs.grad[0].tolist(),
        "klPolicyRef": None if result.kl_policy_ref is None else result.kl_policy_ref.item(),
        "clippedTokens": int(result.offpolicy_diagnostics.clipped_count.item()),
        "ratioSum": result.offpolicy_diagnostics.ratio_sum.item(),
        "probsCorr": result.probs_corr.item(),
    }


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    art = art_loss(Path(sys.argv[1]))
    cases = json.loads(Path(sys.argv[2]).read_text())
    goldens = [golden(art, case) for case in cases]
    Path(sys.argv[3]).write_text(json.dumps(goldens) + "\n")
