"""Writes test/model/goldens/tiny.gguf with llama.cpp's own gguf package, and its expected content as tiny.json. Writes
the same model in parts, split/tiny-00001-of-00004.gguf and so on, the first of which has no tensors.

Needs `pip install gguf numpy`. The model has 1 layer, D 64, H 4, K 2, E 16, F 96 and every stored type once. q and k
are permuted by the formula of convert_hf_to_gguf.py; tiny.json has hashes of the float32 values in Hugging Face's
order.
"""
import hashlib
import json
import pathlib

import numpy as np
from gguf import GGMLQuantizationType as T
from gguf import GGUFWriter, quants

folder = pathlib.Path(__file__).parents[2] / "test/model/goldens"
D, H, K, E, F, V = 64, 4, 2, 16, 96, 8
def permute(weights, heads):
    return weights.reshape(heads, 2, weights.shape[0] // heads // 2, *weights.shape[1:]).swapaxes(1, 2).reshape(weights.shape)


def llama3_factors(theta=500000.0, factor=8.0, low=1.0, high=4.0, old=8192):
    freqs = 1.0 / (theta ** (np.arange(0, E, 2, dtype=np.float32) / E))
    out = []
    for freq in freqs:
        wavelength = 2 * np.pi / freq
        if wavelength < old / high:
            out.append(1)
        elif wavelength > old / low:
            out.append(factor)
        else:
            smooth = (old / wavelength - low) / (high - low)
            out.append(1 / ((1 - smooth) / factor + smooth))
    return np.array(out, dtype=np.float32)


def write(path, **split):
    """Writes the file or its parts; returns the expected content."""
    random = np.random.default_rng(7)
    writer = GGUFWriter(path, "llama", **split)
    writer.add_block_count(1)
    writer.add_context_length(8192)
    writer.add_embedding_length(D)
    writer.add_feed_forward_length(F)
    writer.add_head_count(H)
    writer.add_head_count_kv(K)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(500000.0)
    writer.add_rope_dimension_count(E)
    writer.add_vocab_size(V)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(["<|endoftext|>", "<|im_end|>", "a", "b", "ab", "Ġ", "Ġa", "x"])
    writer.add_token_types([3, 3, 1, 1, 1, 1, 1, 1])
    writer.add_token_merges(["a b", "Ġ a"])
    writer.add_bos_token_id(0)
    writer.add_eos_token_id(1)
    writer.add_chat_template("{{ messages[0].content }}")
    expected = {}

    def add(gguf_name, hf_name, shape, kind, heads=None):
        values = random.standard_normal(shape).astype(np.float32)
        stored = quants.quantize(values, kind)
        read = quants.dequantize(stored, kind).astype("<f4")
        expected[hf_name] = {"shape": list(shape), "sha256": hashlib.sha256(read.tobytes()).hexdigest()}
        # The permutation moves whole rows, so it commutes with quantisation.
        stored = quants.quantize(permute(values, heads), kind) if heads else stored
        writer.add_tensor(gguf_name, stored, raw_dtype=kind)

    layer = "model.layers.0."
    add("token_embd.weight", "model.embed_tokens.weight", (V, D), T.Q8_0)
    add("blk.0.attn_norm.weight", layer + "input_layernorm.weight", (D,), T.F32)
    add("blk.0.attn_q.weight", layer + "self_attn.q_proj.weight", (H * E, D), T.Q4_1, H)
    add("blk.0.attn_k.weight", layer + "self_attn.k_proj.weight", (K * E, D), T.Q4_0, K)
    add("blk.0.attn_v.weight", layer + "self_attn.v_proj.weight", (K * E, D), T.F16)
    add("blk.0.attn_output.weight", layer + "self_attn.o_proj.weight", (D, H * E), T.BF16)
    add("blk.0.ffn_norm.weight", layer + "post_attention_layernorm.weight", (D,), T.F32)
    add("blk.0.ffn_gate.weight", layer + "mlp.gate_proj.weight", (F, D), T.Q8_0)
    add("blk.0.ffn_up.weight", layer + "mlp.up_proj.weight", (F, D), T.Q4_0)
    add("blk.0.ffn_down.weight", layer + "mlp.down_proj.weight", (D, F), T.Q4_1)
    add("output_norm.weight", "model.norm.weight", (D,), T.F32)
    writer.add_tensor("rope_freqs.weight", llama3_factors())
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return expected


expected = write(folder / "tiny.gguf")
assert write(folder / "split/tiny.gguf", split_max_tensors=4, small_first_shard=True) == expected
(folder / "tiny.json").write_text(json.dumps(expected, indent=1) + "\n")
