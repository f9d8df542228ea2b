"""Adapters that PEFT itself creates on the parameters of experts (`target_parameters`), with the delta of each
parameter in float32, and the logits in float64.

usage: target_parameters_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import json
import sys
import tempfile
from pathlib import Path

import torch
from peft import LoraConfig, get_peft_model
from peft.tuners.lora.layer import ParamWrapper
from safetensors.torch import load_file, save_file
from training_goldens import token_sequences
from transformers import AutoModelForCausalLM

GATE_UP, DOWN = "mlp.experts.gate_up_proj", "mlp.experts.down_proj"
CONFIGS = {
    # Both parameters of all layers, with a different rank for gates and ups.
    "qwen3_moe": {"target_parameters": [GATE_UP, DOWN], "rank_pattern": {GATE_UP: 5}, "use_rslora": True},
    # By layer, as in OpenAI's own example; one layer has only one of the parameters.
    "gpt_oss": {"target_parameters": [f"0.{DOWN}", f"1.{GATE_UP}", f"1.{DOWN}"]},
}


def made(folder: Path, kind: str):
    torch.manual_seed(5)
    eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
    base = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float32, **eager)
    settings = {"r": 3, "lora_alpha": 7, "target_modules": ["q_proj"], "task_type": "CAUSAL_LM", **CONFIGS[kind]}
    # B is random too, not zero.
    return get_peft_model(base, LoraConfig(init_lora_weights=False, **settings)).eval()


def added(model) -> dict[str, torch.Tensor]:
    """Returns each parameter's delta [X, out, in] by name."""
    found = {}
    for name, module in model.named_modules():
        if not isinstance(module, ParamWrapper):
            continue
        delta = module.get_delta_weight("default")
        own = name.removeprefix("base_model.model.").split(".experts")[0] + ".experts." + module.parameter_name
        found[own] = delta if module._did_swap_in_out_features else delta.transpose(1, 2)
    return found


@torch.no_grad()
def main() -> None:
    models, output = Path(sys.argv[1]), Path(sys.argv[2])
    for kind in CONFIGS:
        model = made(models / kind, kind)
        with tempfile.TemporaryDirectory() as folder:
            model.save_pretrained(folder)
            config = json.loads((Path(folder) / "adapter_config.json").read_text())
            adapter = load_file(Path(folder) / "adapter_model.safetensors")
        # PEFT writes sets, whose order varies between runs.
        config |= {"base_model_name_or_path": kind, "target_parameters": sorted(config["target_parameters"])}
        (output / f"target-parameters-{kind}.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")
        save_file(adapter, output / f"target-parameters-{kind}.safetensors", {"format": "pt"})
        values = {f"added/{name}": delta for name, delta in added(model).items()}
        ids = token_sequences(model.config.vocab_size)[-1]["ids"]
        values["logits"] = model.double()(torch.tensor([ids])).logits[0].float()
        values["ids"] = torch.tensor(ids, dtype=torch.float32)
        file = output / f"target-parameters-{kind}-values.safetensors"
        save_file({name: one.contiguous() for name, one in values.items()}, file)
        print(f"target_parameters {kind}: {sorted(adapter)}")


if __name__ == "__main__":
    main()
