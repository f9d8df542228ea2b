"""Logits, losses, LoRA gradients and AdamW updates of the random models, by PyTorch autograd, transformers and PEFT.

Everything is float64, except what transformers itself computes in float32 (norms, softmax, rotary angles).

usage: training_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import hashlib
import json
import math
import random
import sys
from pathlib import Path

import torch
from peft import PeftModel
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

LENGTHS = [5, 19, 33]
# A narrow range, so that ratios are clipped on both sides.
EPSILON, EPSILON_HIGH = 0.2, 0.3
OPTIMIZER = {"learningRate": 1e-3, "weightDecay": 0.1, "maxGradNorm": 0.1}
BETAS, ADAM_EPSILON = (0.9, 0.99), 1e-8
# Rounds of the optimizer over the cases; after one round, a wrong second beta would hardly show.
ROUNDS = 4


def load(folder: Path) -> PeftModel:
    eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
    base = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float64, **eager)
    model = PeftModel.from_pretrained(base, folder / "adapter", is_trainable=True).double().eval()
    trained = [name for name, parameter in model.named_parameters() if parameter.requires_grad]
    # Some models have fused projections; only expert_lora_goldens.py puts adapters on experts.
    projections = 4 if base.config.model_type in ("phi3", "qwen3_moe", "gpt_oss") else 7
    assert len(trained) == base.config.num_hidden_layers * 2 * projections, trained
    return model


def adapter_parameters(model: PeftModel) -> dict[str, torch.nn.Parameter]:
    """Returns the trainable parameters by their names in a PEFT file."""
    return {name.replace(".default", ""): p for name, p in model.named_parameters() if p.requires_grad}


def float32(value: float) -> float:
    return torch.tensor(value, dtype=torch.float32).item()


def token_sequences(vocabulary: int) -> list[dict]:
    """Returns sequences with a prompt of about a third, then trained tokens with a gap (a second turn's prompt)."""
    chance = random.Random(vocabulary)
    sequences = []
    for length in LENGTHS:
        first, hole = max(1, length // 3), (2 * length) // 3
        mask = [int(t >= first and not (length > 8 and hole <= t < hole + 3)) for t in range(length)]
        sequences.append({"ids": [chance.randrange(vocabulary) for _ in range(length)], "mask": mask})
    return sequences


def supervised_case(sequences: list[dict]) -> dict:
    full = [
        {**s, "advantages": [1.0] * len(s["ids"]), "oldLogprobs": [None] * len(s["ids"])} for s in sequences
    ]
    return {"name": "supervised", "epsilon": 1.0, "epsilonHigh": 4.0, "sequences": full}


def cispo_case(sequences: list[dict], logprobs: list[list[float]]) -> dict:
    """Returns a case whose old log-probabilities differ by a few tenths of a nat, so that ratios lie inside and outside
    the clip range; some are missing.
    """
    chance = random.Random(57)
    full, ratios = [], []
    for sequence, current in zip(sequences, logprobs):
        advantages, old = [], []
        for t, logprob in enumerate(current):
            advantages.append(float32(chance.gauss(0, 1)))
            shifted = float32(min(-1e-4, logprob + chance.gauss(0, 0.4)))
            old.append(None if t == 0 or chance.random() < 0.2 else shifted)
            if sequence["mask"][t] and old[t] is not None:
                ratios.append(math.exp(logprob - shifted))
        full.append({**sequence, "advantages": advantages, "oldLogprobs": old})
    outside = [sum(r < 1 - EPSILON for r in ratios), sum(r > 1 + EPSILON_HIGH for r in ratios)]
    assert min(outside) >= 3, "the clip must act on both sides"
    return {"name": "cispo", "epsilon": EPSILON, "epsilonHigh": EPSILON_HIGH, "sequences": full}


def token_distributions(model: PeftModel, ids: list[int]) -> torch.Tensor:
    """Returns [T - 1, V] log-probabilities of the next token after each token but the last."""
    logits = model(torch.tensor([ids]), use_cache=False).logits[0, :-1]
    assert logits.dtype == torch.float64
    return torch.log_softmax(logits, dim=-1)


def target_logprobs(distributions: torch.Tensor, ids: list[int]) -> torch.Tensor:
    return distributions.gather(1, torch.tensor(ids[1:]).unsqueeze(1)).squeeze(1)


def supervised_loss(model: PeftModel, case: dict) -> torch.Tensor:
    """Returns the mean cross-entropy as transformers computes it, with label -100 for tokens that are not trained on.
    """
    logits, labels = [], []
    for sequence in case["sequences"]:
        logits.append(model(torch.tensor([sequence["ids"]]), use_cache=False).logits[0, :-1])
        labels += [token if mask else -100 for token, mask in zip(sequence["ids"][1:], sequence["mask"][1:])]
    return torch.nn.functional.cross_entropy(torch.cat(logits), torch.tensor(labels))


def cispo_loss(model: PeftModel, case: dict) -> torch.Tensor:
    """Returns the mean over masked tokens of -clip(stop_grad(ratio), 1 - epsilon, 1 + epsilonHigh) * advantage *
    logprob.
    """
    total, count = torch.zeros((), dtype=torch.float64), 0
    for sequence in case["sequences"]:
        logprobs = target_logprobs(token_distributions(model, sequence["ids"]), sequence["ids"])
        old = torch.tensor([math.nan if o is None else o for o in sequence["oldLogprobs"][1:]], dtype=torch.float64)
        old = torch.where(old.isnan(), logprobs.detach(), old)
        ratio = (logprobs - old).clamp(-20, 20).exp().detach()
        mask = torch.tensor(sequence["mask"][1:], dtype=torch.float64)
        clipped = ratio.clamp(1 - case["epsilon"], 1 + case["epsilonHigh"])
        total = total - (clipped * torch.tensor(sequence["advantages"][1:]).double() * logprobs * mask).sum()
        count += sum(sequence["mask"][1:])
    return total / count


LOSSES = {"supervised": supervised_loss, "cispo": cispo_loss}


def gradients(model: PeftModel, case: dict) -> tuple[float, dict[str, torch.Tensor]]:
    model.zero_grad()
    loss = LOSSES[case["name"]](model, case)
    loss.backward()
    return loss.item(), {name: p.grad.clone() for name, p in adapter_parameters(model).items()}


@torch.no_grad()
def observations(model: PeftModel, case: dict) -> dict:
    """Returns per-token log-probabilities (0 for unmasked tokens) and the mean entropy at masked positions."""
    logprobs, entropies = [], []
    for sequence in case["sequences"]:
        distributions = token_distributions(model, sequence["ids"])
        entropy = -(distributions.exp() * distributions).sum(-1)
        mask = sequence["mask"][1:]
        entropies += [value for value, wanted in zip(entropy.tolist(), mask) if wanted]
        scored = target_logprobs(distributions, sequence["ids"]).tolist()
        logprobs.append([0.0] + [value if wanted else 0.0 for value, wanted in zip(scored, mask)])
    return {"logprobs": logprobs, "entropy": sum(entropies) / len(entropies), "maskedTokens": len(entropies)}


def optimizer_updates(model: PeftModel, cases: list[dict]) -> tuple[list[float], dict[str, torch.Tensor]]:
    """Returns the gradient norms before clipping, and the adapter's changes, after ROUNDS AdamW steps per case."""
    parameters = adapter_parameters(model)
    before = {name: p.detach().clone() for name, p in parameters.items()}
    optimizer = torch.optim.AdamW(
        parameters.values(),
        lr=OPTIMIZER["learningRate"],
        betas=BETAS,
        eps=ADAM_EPSILON,
        weight_decay=OPTIMIZER["weightDecay"],
    )
    norms = []
    for case in cases * ROUNDS:
        optimizer.zero_grad()
        LOSSES[case["name"]](model, case).backward()
        norms.append(torch.nn.utils.clip_grad_norm_(parameters.values(), OPTIMIZER["maxGradNorm"]).item())
        optimizer.step()
    return norms, {name: p.detach() - before[name] for name, p in parameters.items()}


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def goldens_of(folder: Path) -> tuple[dict, dict[str, torch.Tensor]]:
    model = load(folder)
    sequences = token_sequences(model.config.vocab_size)
    supervised = supervised_case(sequences)
    with torch.no_grad():
        all_logprobs = [
            [0.0] + target_logprobs(token_distributions(model, s["ids"]), s["ids"]).tolist() for s in sequences
        ]
        longest = torch.tensor([sequences[-1]["ids"]])
        tensors = {"logits/adapter": model(longest).logits[0]}
        with model.disable_adapter():
            tensors["logits/base"] = model(longest).logits[0]
    cases = [supervised, cispo_case(sequences, all_logprobs)]
    for case in cases:
        loss, grads = gradients(model, case)
        norm = math.sqrt(sum(g.square().sum().item() for g in grads.values()))
        assert norm > OPTIMIZER["maxGradNorm"], "the clip must act"
        case |= {"loss": loss, "gradNorm": norm, **observations(model, case)}
        tensors |= {f"gradient/{case['name']}/{name}": g for name, g in grads.items()}
        print(f"{folder.name} {case['name']}: loss {loss:.6f}, norm {norm:.6f}, entropy {case['entropy']:.6f}")
    norms, updates = optimizer_updates(model, cases)
    tensors |= {f"update/{name}": change for name, change in updates.items()}
    facts = {
        "weightsSha256": sha256(folder / "model" / "model.safetensors"),
        "adapterSha256": sha256(folder / "adapter" / "adapter_model.safetensors"),
        "cases": cases,
        "optimizer": {**OPTIMIZER, "gradNorms": norms},
    }
    return facts, tensors


def main() -> None:
    models, output = Path(sys.argv[1]), Path(sys.argv[2])
    facts = {}
    for folder in sorted(models.iterdir()):
        facts[folder.name], tensors = goldens_of(folder)
        contiguous = {name: tensor.detach().float().contiguous() for name, tensor in tensors.items()}
        save_file(contiguous, output / f"training-{folder.name}.safetensors")
    (output / "training.json").write_text(json.dumps(facts, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
