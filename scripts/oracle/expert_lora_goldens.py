"""Logits, loss and gradients of LoRA on the experts of the random Qwen3-MoE, by PyTorch, transformers and PEFT in float64.

transformers has the experts of a layer as one parameter, and PEFT makes of an adapter with matrices for each expert
one on that. What gate and up have is one pair of matrices there, of twice the rank, with blocks of zeros in B; the
gradients of the blocks that were filled are those of the adapter that was read.

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


def of_experts(name: str, value: torch.Tensor, experts: int) -> dict[str, torch.Tensor]:
    """By the names in the file: A is [X R, in], B is [out, R X] with the expert as its last index."""
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
    by_expert = value.reshape(parts, outputs, parts, -1, experts)
    return {
        f"{layer}.{e}.{projection}.lora_B.weight": by_expert[part, :, part, :, e]
        for e in range(experts)
        for part, projection in enumerate(projections)
    }


def of_file(tensors: dict[str, torch.Tensor], experts: int) -> dict[str, torch.Tensor]:
    found = {}
    for name, value in tensors.items():
        found |= of_experts(name, value, experts) if ".mlp.experts." in name else {name: value}
    return found


def parameters(model: PeftModel) -> dict[str, torch.nn.Parameter]:
    return {name.replace(".default", ""): p for name, p in model.named_parameters() if p.requires_grad}


def main() -> None:
    folder, output = Path(sys.argv[1]) / "qwen3_moe", Path(sys.argv[2])
    model = load(folder)
    experts = model.config.num_experts
    with safe_open(folder / "experts" / "adapter_model.safetensors", "pt") as file:
        own = {name: file.get_tensor(name).double() for name in file.keys()}
    read = of_file({name: p.detach() for name, p in parameters(model).items()}, experts)
    assert read.keys() == own.keys() and all(torch.equal(read[name], own[name]) for name in own)
    case = supervised_case(token_sequences(model.config.vocab_size))
    model.zero_grad()
    loss = LOSSES["supervised"](model, case)
    loss.backward()
    gradients = of_file({name: p.grad for name, p in parameters(model).items()}, experts)
    with torch.no_grad():
        logits = model(torch.tensor([case["sequences"][-1]["ids"]])).logits[0]
    tensors = {"logits": logits, **{f"gradient/{name}": value for name, value in gradients.items()}}
    save_file(
        {name: value.detach().float().contiguous() for name, value in tensors.items()},
        output / "expert-lora.safetensors",
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
    print(f"expert_lora: loss {facts['loss']:.6f}, norm {norm:.6f}")
    (output / "expert-lora.json").write_text(json.dumps(facts, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
