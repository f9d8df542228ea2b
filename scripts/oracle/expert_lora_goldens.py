"""Logits, loss and gradients of LoRA on the experts of random mixtures, by PyTorch, transformers and PEFT in float64.

transformers has the experts of a layer as two parameters, and PEFT puts a pair of matrices on each. Daybreak's adapters
for Qwen3-MoE have matrices for each expert, which PEFT converts to these pairs; for gpt-oss, Daybreak writes the pairs.
There, gate and up share one pair of twice the rank, with blocks of zeros in B. The gradients of the nonzero blocks are
the gradients of the adapter that was read.

usage: expert_lora_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import json
import sys
from pathlib import Path

import torch
from peft import PeftModel
from safetensors import safe_open
from safetensors.torch import save_file
from training_goldens import LOSSES, observations, sha256, supervised_case, token_sequences
from transformers import AutoModelForCausalLM


def load(folder: Path) -> PeftModel:
    eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
    base = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float64, **eager)
    return PeftModel.from_pretrained(base, folder / "experts", is_trainable=True).double().eval()


def of_experts(name: str, value: torch.Tensor, experts: int, in_turn: bool) -> dict[str, torch.Tensor]:
    """Splits a joined matrix by expert: A is [X R, in], B is [out, R X] with the expert as its last index."""
    layer = name.split(".mlp.experts.")[0] + ".mlp.experts"
    projections = ["gate_proj", "up_proj"] if ".base_layer." in name else ["down_proj"]
    if ".lora_A." in name:
        by_expert = value.reshape(experts, len(projections), -1, value.shape[-1])
        return {
            f"{layer}.{e}.{projection}.lora_A.weight": by_expert[e, part]
            for e in range(experts)
            for part, projection in enumerate(projections)
        }
    outputs, parts = value.shape[0] // len(projections), len(projections)
    if in_turn:  # Each gate row precedes its up row.
        by_expert = value.reshape(outputs, parts, parts, -1, experts).transpose(0, 1)
    else:
        by_expert = value.reshape(parts, outputs, parts, -1, experts)
    return {
        f"{layer}.{e}.{projection}.lora_B.weight": by_expert[part, :, part, :, e]
        for e in range(experts)
        for part, projection in enumerate(projections)
    }


def of_file(tensors: dict[str, torch.Tensor], experts: int, in_turn: bool) -> dict[str, torch.Tensor]:
    found = {}
    for name, value in tensors.items():
        is_joined = ".mlp.experts.lora_" in name or ".mlp.experts.base_layer." in name
        found |= of_experts(name, value, experts, in_turn) if is_joined else {name: value}
    return found


def parameters(model: PeftModel) -> dict[str, torch.nn.Parameter]:
    return {name.replace(".default", ""): p for name, p in model.named_parameters() if p.requires_grad}


def goldens_of(folder: Path, output: Path) -> None:
    model = load(folder)
    in_turn = folder.name == "gpt_oss"
    experts = model.config.num_local_experts if in_turn else model.config.num_experts
    with safe_open(folder / "experts" / "adapter_model.safetensors", "pt") as file:
        own = of_file({name: file.get_tensor(name).double() for name in file.keys()}, experts, in_turn)
    read = of_file({name: p.detach() for name, p in parameters(model).items()}, experts, in_turn)
    assert read.keys() == own.keys() and all(torch.equal(read[name], own[name]) for name in own)
    case = supervised_case(token_sequences(model.config.vocab_size))
    model.zero_grad()
    loss = LOSSES["supervised"](model, case)
    loss.backward()
    gradients = of_file({name: p.grad for name, p in parameters(model).items()}, experts, in_turn)
    with torch.no_grad():
        logits = model(torch.tensor([case["sequences"][-1]["ids"]])).logits[0]
    tensors = {"logits": logits, **{f"gradient/{name}": value for name, value in gradients.items()}}
    save_file(
        {name: value.detach().float().contiguous() for name, value in tensors.items()},
        output / f"expert-lora-{folder.name}.safetensors",
    )
    norm = torch.sqrt(sum(value.square().sum() for value in gradients.values())).item()
    facts = {
        "weightsSha256": sha256(folder / "model" / "model.safetensors"),
        "adapterSha256": sha256(folder / "experts" / "adapter_model.safetensors"),
        **case,
        "loss": loss.item(),
        "gradNorm": norm,
        **observations(model, case),
    }
    print(f"expert_lora {folder.name}: loss {facts['loss']:.6f}, norm {norm:.6f}")
    (output / f"expert-lora-{folder.name}.json").write_text(json.dumps(facts, separators=(",", ":")) + "\n")


def main() -> None:
    for kind in ("qwen3_moe", "gpt_oss"):
        goldens_of(Path(sys.argv[1]) / kind, Path(sys.argv[2]))


if __name__ == "__main__":
    main()
