"""Losses and LoRA gradients over quantised bases (QLoRA): gguf-py quantises the matrices of one of the random models,
and PyTorch and PEFT use the dequantised values in float64. The quantised files are goldens too.

usage: packed_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from gguf import GGMLQuantizationType, GGUFWriter
from gguf.quants import dequantize, quantize
from safetensors.torch import save_file
from training_goldens import gradients, load, observations, supervised_case, token_sequences

# A family whose rows GGUF does not permute.
MODEL = "qwen3"
TYPES = {"q8_0": GGMLQuantizationType.Q8_0, "q4_0": GGMLQuantizationType.Q4_0}
NAMES = {
    "embed_tokens": "token_embd",
    "norm": "output_norm",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "self_attn.q_norm": "attn_q_norm",
    "self_attn.k_norm": "attn_k_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def gguf_name(name: str) -> str:
    """model.layers.0.mlp.up_proj.weight -> blk.0.ffn_up.weight"""
    module = name.removeprefix("model.").removesuffix(".weight")
    if not module.startswith("layers."):
        return f"{NAMES[module]}.weight"
    _, layer, rest = module.split(".", 2)
    return f"blk.{layer}.{NAMES[rest]}.weight"


def describe(writer: GGUFWriter, config) -> None:
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_key_length(config.head_dim)
    writer.add_value_length(config.head_dim)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    rope = getattr(config, "rope_parameters", None) or {}
    writer.add_rope_freq_base(rope.get("rope_theta", getattr(config, "rope_theta", None)))


@torch.no_grad()
def pack(model, kind: GGMLQuantizationType, path: Path) -> None:
    """Writes the base model's GGUF file, and sets its matrices to the dequantised values."""
    base = model.get_base_model()
    writer = GGUFWriter(path, MODEL)
    describe(writer, base.config)
    for name, parameter in base.named_parameters():
        if "lora_" in name:
            continue
        own = gguf_name(name.replace(".base_layer", ""))
        values = parameter.detach().float().numpy()
        if values.ndim == 1:
            writer.add_tensor(own, values)
            continue
        packed = quantize(values, kind)
        writer.add_tensor(own, packed, raw_dtype=kind)
        read = dequantize(packed, kind).astype(np.float64)
        assert 0 < np.abs(read - values).max() < 0.2 * np.abs(values).max(), own
        parameter.copy_(torch.from_numpy(read))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main() -> None:
    models, output = Path(sys.argv[1]), Path(sys.argv[2])
    facts = {}
    for name, kind in TYPES.items():
        model = load(models / MODEL)
        pack(model, kind, output / f"packed-{name}.gguf")
        case = supervised_case(token_sequences(model.config.vocab_size))
        loss, grads = gradients(model, case)
        facts[name] = {**case, "loss": loss, **observations(model, case)}
        tensors = {own: grad.float().contiguous() for own, grad in grads.items()}
        save_file(tensors, output / f"packed-{name}.safetensors")
        print(f"{MODEL} {name}: loss {loss:.6f}")
    (output / "packed.json").write_text(json.dumps(facts, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
