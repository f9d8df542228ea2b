"""Losses summed over tokens, their LoRA gradients, and AdamW updates from summed gradients, by PyTorch and PEFT.

Targets are independent of the input ids, and weights have both signs. Float64, as in training_goldens.py.

usage: sum_loss_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import hashlib
import json
import random
import sys
from pathlib import Path

import torch
from peft import PeftModel
from safetensors.torch import save_file
from transformers import AutoModelForCausalLM

KIND = "mistral"
LENGTHS = [7, 21, 34]
LOSSES = [
    {"fn": "cross_entropy"},
    {"fn": "importance_sampling"},
    {"fn": "ppo", "low": 0.8, "high": 1.2},
    {"fn": "cispo", "low": 0.7, "high": 1.3},
    {"fn": "dro", "beta": 0.3},
    {"fn": "gspo", "low": 0.98, "high": 1.05},
]
ADAM = {"learningRate": 1e-3, "beta1": 0.9, "beta2": 0.95, "epsilon": 1e-12, "weightDecay": 0.1}
# No clipping, then a bound that clips, then none.
CLIPS = [None, 0.5, None]


def float32(value: float) -> float:
    return torch.tensor(value, dtype=torch.float32).item()


def logprobs_of(model: PeftModel, sequence: dict) -> torch.Tensor:
    logits = model(torch.tensor([sequence["tokens"]]), use_cache=False).logits[0]
    assert logits.dtype == torch.float64
    targets = torch.tensor(sequence["targets"]).unsqueeze(1)
    return torch.log_softmax(logits, dim=-1).gather(1, targets).squeeze(1)


def sequences_of(model: PeftModel) -> list[dict]:
    chance = random.Random(11)
    found = []
    for length in LENGTHS:
        draw = lambda: [chance.randrange(model.config.vocab_size) for _ in range(length)]
        one = {"tokens": draw(), "targets": draw(), "weights": [float32(chance.gauss(0, 1)) for _ in range(length)]}
        with torch.no_grad():
            now = logprobs_of(model, one).tolist()
        one["oldLogprobs"] = [float32(value + chance.gauss(0, 0.4)) for value in now]
        one["ratioMask"] = [int(chance.random() < 0.7) for _ in range(length)]
        found.append(one)
    return found


def loss_of(model: PeftModel, loss: dict, sequence: dict) -> torch.Tensor:
    l = logprobs_of(model, sequence)
    q, a = (torch.tensor(sequence[name], dtype=torch.float64) for name in ("oldLogprobs", "weights"))
    fn = loss["fn"]
    if fn == "cross_entropy":
        return -(a * l).sum()
    if fn == "dro":
        return -(l * a - loss["beta"] / 2 * (l - q) ** 2).sum()
    ratio = (l - q).exp()
    if fn == "importance_sampling":
        return -(ratio * a).sum()
    if fn == "cispo":
        return -(ratio.detach().clamp(loss["low"], loss["high"]) * l * a).sum()
    if fn == "gspo":
        mask = torch.tensor(sequence["ratioMask"], dtype=torch.float64)
        whole = (((l - q) * mask).sum() / mask.sum()).exp().detach()
        ratio = whole * (l - l.detach()).exp()
    return -torch.minimum(ratio * a, ratio.clamp(loss["low"], loss["high"]) * a).sum()


def main() -> None:
    folder, output = Path(sys.argv[1]) / KIND, Path(sys.argv[2])
    base = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float64, attn_implementation="eager")
    model = PeftModel.from_pretrained(base, folder / "adapter", is_trainable=True).double().eval()
    parameters = {name.replace(".default", ""): p for name, p in model.named_parameters() if p.requires_grad}
    sequences = sequences_of(model)
    facts, tensors = {"kind": KIND, "sequences": sequences, "losses": []}, {}
    facts["adapterSha256"] = hashlib.sha256((folder / "adapter" / "adapter_model.safetensors").read_bytes()).hexdigest()
    with torch.no_grad():
        facts["logprobs"] = [logprobs_of(model, one).tolist() for one in sequences]
    for loss in LOSSES:
        model.zero_grad()
        total = sum(loss_of(model, loss, one) for one in sequences)
        total.backward()
        facts["losses"].append({**loss, "value": total.item()})
        tensors |= {f"gradient/{loss['fn']}/{name}": p.grad.clone() for name, p in parameters.items()}
    before = {name: p.detach().clone() for name, p in parameters.items()}
    rates = {"lr": ADAM["learningRate"], "betas": (ADAM["beta1"], ADAM["beta2"])}
    optimizer = torch.optim.AdamW(parameters.values(), **rates, eps=ADAM["epsilon"], weight_decay=ADAM["weightDecay"])
    norms = []
    for clip in CLIPS:
        optimizer.zero_grad()
        for one in sequences:
            loss_of(model, LOSSES[1], one).backward()
        bound = float("inf") if clip is None else clip
        norms.append(torch.nn.utils.clip_grad_norm_(parameters.values(), bound).item())
        optimizer.step()
    facts["optimizer"] = {**ADAM, "clips": CLIPS, "gradNorms": norms}
    tensors |= {f"update/{name}": p.detach() - before[name] for name, p in parameters.items()}
    save_file({name: t.detach().float().contiguous() for name, t in tensors.items()}, output / "sum-loss.safetensors")
    (output / "sum-loss.json").write_text(json.dumps(facts, separators=(",", ":")) + "\n")


main()
