"""Writes test/model/goldens/quantized: small random Llama checkpoints in the formats of quantisers, each with hashes of
the float32 values that the quantisers' own code reads from their tensors.

python quantized-checkpoints.py AUTO_GPTQ AUTO_AWQ: the folders of the unpacked packages auto_gptq 0.7.1 and autoawq
0.2.9. Only single files of them are loaded, since their own requirements are long. Needs torch, safetensors,
bitsandbytes 0.50.2 and compressed-tensors 0.20.0.
"""
import hashlib
import importlib.util
import json
import pathlib
import sys

import bitsandbytes.functional as bnb
import numpy as np
import torch
from bitsandbytes.backends.default.ops import _dequantize_4bit_compute
from compressed_tensors.compressors import (
    FloatQuantizationCompressor,
    IntQuantizationCompressor,
    PackedQuantizationCompressor,
)
from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme
from safetensors.torch import save_file

GOLDENS = pathlib.Path(__file__).parents[2] / "test/model/goldens/quantized"
D, F, V, H, K, E = 64, 160, 32, 2, 1, 32
MATRICES = {
    "self_attn.q_proj": (H * E, D), "self_attn.k_proj": (K * E, D), "self_attn.v_proj": (K * E, D),
    "self_attn.o_proj": (D, H * E), "mlp.gate_proj": (F, D), "mlp.up_proj": (F, D), "mlp.down_proj": (D, F),
}
CONFIG = {
    "model_type": "llama", "hidden_size": D, "num_hidden_layers": 1, "num_attention_heads": H,
    "num_key_value_heads": K, "head_dim": E, "intermediate_size": F, "vocab_size": V, "rms_norm_eps": 1e-5,
    "rope_theta": 10000.0, "tie_word_embeddings": False, "max_position_embeddings": 512,
}


def load(path, name):
    """Loads one file of a package, without the imports of the package itself."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write(kind, config, quantise):
    """Writes a checkpoint. quantise(weight) returns a module's tensors, and the values that they represent."""
    torch.manual_seed(len(kind))
    tensors = {
        "model.embed_tokens.weight": torch.randn(V, D).half(), "lm_head.weight": torch.randn(V, D).half(),
        "model.norm.weight": torch.ones(D).half(), "model.layers.0.input_layernorm.weight": torch.ones(D).half(),
        "model.layers.0.post_attention_layernorm.weight": torch.ones(D).half(),
    }
    hashes = {}
    for name, shape in MATRICES.items():
        module = f"model.layers.0.{name}"
        parts, values = quantise(torch.randn(shape) * 0.1)
        tensors |= {f"{module}.{part}": tensor.contiguous() for part, tensor in parts.items()}
        assert values.shape == shape and values.dtype == torch.float32
        hashes[f"{module}.weight"] = hashlib.sha256(values.contiguous().numpy().tobytes()).hexdigest()
    folder = GOLDENS / kind
    folder.mkdir(parents=True, exist_ok=True)
    save_file(tensors, folder / "model.safetensors", {"format": "pt"})
    (folder / "config.json").write_text(json.dumps(CONFIG | {"quantization_config": config}, indent=1) + "\n")
    (folder / "values.json").write_text(json.dumps(hashes, indent=1) + "\n")


def grid(weight, bits, size, symmetric):
    """Returns scales (f16) and zero-points (integer), each [N, G]."""
    groups = weight.reshape(weight.shape[0], -1, size)
    most = 2**bits - 1
    if symmetric:
        scales = groups.abs().amax(2) * 2 / most
        return scales.half(), torch.full_like(scales, 2 ** (bits - 1)).int()
    low, high = groups.amin(2).clamp(max=0), groups.amax(2).clamp(min=0)
    scales = ((high - low) / most).half()
    # At least 1, since AutoGPTQ stores the zero-point minus one.
    return scales, torch.round(-low / scales).clamp(1, most).int()


def gptq(package, bits, size, symmetric=True, act_order=False):
    linear = load(
        pathlib.Path(package) / "auto_gptq/nn_modules/qlinear/qlinear_cuda.py" if act_order
        else pathlib.Path(package) / "auto_gptq/nn_modules/qlinear/qlinear_cuda_old.py", f"qlinear{bits}{act_order}")

    def quantise(weight):
        n, k = weight.shape
        scales, zeros = grid(weight, bits, size, symmetric)
        g_idx = torch.arange(k) // size
        if act_order:
            g_idx = g_idx[torch.randperm(k)]
        layer = linear.QuantLinear(bits, size, k, n, True, weight_dtype=torch.float32)
        plain = torch.nn.Linear(k, n)
        # Each weight lies on its grid, so packing does not round it further.
        s, z = scales.float()[:, g_idx], zeros[:, g_idx]
        ints = torch.round(weight / s + z).clamp(0, 2**bits - 1)
        plain.weight.data = s * (ints - z)
        plain.bias.data.zero_()
        layer.pack(plain, scales.float(), zeros.float(), g_idx.int() if act_order else None)
        parts = {"qweight": layer.qweight, "qzeros": layer.qzeros, "scales": scales.t(), "g_idx": g_idx.int(),
                 "bias": torch.zeros(n).half()}
        layer.scales, layer.bias = scales.t().float().contiguous(), None
        # The layer's effective weights, read by multiplying with the identity.
        values = layer(torch.eye(k)).t()
        return parts, values

    return quantise


def awq(package, size):
    packing = load(pathlib.Path(package) / "awq/utils/packing_utils.py", "packing_utils")

    def pack(ints):
        """Packs as WQLinear_GEMM.from_linear does."""
        packed = torch.zeros(ints.shape[0], ints.shape[1] // 8, dtype=torch.int32)
        for i, column in enumerate(packing.AWQ_ORDER):
            packed |= ints[:, column::8].int() << (4 * i)
        return packed

    def quantise(weight):
        scales, zeros = grid(weight, 4, size, False)
        s, z = (one.repeat_interleave(size, 1) for one in (scales.float(), zeros))
        ints = torch.round(weight / s + z).clamp(0, 15).int()
        parts = {"qweight": pack(ints.t()), "qzeros": pack(zeros.t()), "scales": scales.t()}
        values = packing.dequantize_gemm(parts["qweight"], parts["qzeros"], scales.t().float(), 4, size)
        return parts, values.t()

    return quantise


def bitsandbytes_4bit(kind, nested):
    def quantise(weight):
        packed, state = bnb.quantize_4bit(weight, blocksize=64, quant_type=kind, compress_statistics=nested)
        parts = {"weight": packed, **{f"weight.{part}": one for part, one in state.as_dict(packed=True).items()}}
        # Its CPU kernel starts a new block at each row, unlike its quantiser and its CUDA kernel.
        absmax = state.absmax
        if nested:
            absmax = bnb.dequantize_blockwise(absmax, state.state2) + state.offset
        return parts, _dequantize_4bit_compute(packed.reshape(-1), absmax, state.code, 64, weight.shape, torch.float32)

    return quantise


def bitsandbytes_8bit(weight):
    ints, most, _ = bnb.int8_vectorwise_quant(weight.half())
    values = ints.float() * (most / 127)[:, None]
    # bitsandbytes rounds the product with SCB before it divides.
    torch.testing.assert_close(values, bnb.int8_vectorwise_dequant(ints, most), rtol=2**-22, atol=0)
    return {"weight": ints, "SCB": most, "weight_format": torch.tensor(0, dtype=torch.uint8)}, values


def fp8_blocks(size):
    """transformers' fine-grained FP8: one factor per block of 128 x `size`; the last blocks are partial."""

    def quantise(weight):
        n, k = weight.shape
        padded = torch.zeros(-(-n // 128) * 128, -(-k // size) * size)
        padded[:n, :k] = weight
        blocks = padded.reshape(-1, 128, padded.shape[1] // size, size)
        inverse = blocks.abs().amax((1, 3), keepdim=True) / 448
        stored = (blocks / inverse).to(torch.float8_e4m3fn)
        values = (stored.float() * inverse).reshape(padded.shape)[:n, :k]
        return {"weight": stored.reshape(padded.shape)[:n, :k], "weight_scale_inv": inverse[:, 0, :, 0]}, values

    return quantise


def fp8_tensor(weight):
    scale = weight.abs().max() / 448
    stored = (weight / scale).to(torch.float8_e4m3fn)
    parts = {"weight": stored, "weight_scale": scale.reshape([]), "input_scale": torch.tensor(0.5)}
    return parts, stored.float() * scale


def compressed(compressor, args):
    scheme = QuantizationScheme(targets=["Linear"], weights=QuantizationArgs(**args))
    bits, size = args["num_bits"], args.get("group_size")

    def quantise(weight):
        if args["type"] == "float":
            scales, zeros = weight.abs().amax(1, keepdim=True) / 448, None
        else:
            scales, unsigned = grid(weight, bits, size or weight.shape[1], args["symmetric"])
            scales, zeros = scales.float(), (unsigned - 2 ** (bits - 1)).to(torch.int8)
        state = {"weight": weight, "weight_scale": scales}
        if not args["symmetric"]:
            state["weight_zero_point"] = zeros
        parts = compressor.compress(dict(state), scheme)
        values = compressor.decompress(dict(parts), scheme)["weight"]
        return {name: one for name, one in parts.items() if one is not None}, values.float()

    group = {"targets": ["Linear"], "weights": args, "input_activations": None, "output_activations": None}
    return quantise, {"config_groups": {"group_0": group}, "quant_method": "compressed-tensors", "ignore": ["lm_head"]}


def main(auto_gptq, auto_awq):
    for kind, bits, symmetric, order in [
        ("gptq-4bit", 4, True, False), ("gptq-4bit-asymmetric", 4, False, False), ("gptq-4bit-desc-act", 4, True, True),
        ("gptq-3bit", 3, True, False), ("gptq-8bit", 8, True, False),
    ]:
        config = {"quant_method": "gptq", "bits": bits, "group_size": 32, "desc_act": order, "sym": symmetric}
        write(kind, config, gptq(auto_gptq, bits, 32, symmetric, order))
    config = {"quant_method": "awq", "bits": 4, "group_size": 32, "version": "gemm", "zero_point": True}
    write("awq", config, awq(auto_awq, 32))
    for kind, nested in [("nf4", True), ("nf4", False), ("fp4", False)]:
        config = {"quant_method": "bitsandbytes", "load_in_4bit": True, "bnb_4bit_quant_type": kind,
                  "bnb_4bit_use_double_quant": nested}
        write(f"bitsandbytes-{kind}{'-double' if nested else ''}", config, bitsandbytes_4bit(kind, nested))
    write("bitsandbytes-int8", {"quant_method": "bitsandbytes", "load_in_8bit": True}, bitsandbytes_8bit)
    write("fp8-blocks", {"quant_method": "fp8", "weight_block_size": [128, 32]}, fp8_blocks(32))
    write("fp8-blocks-128", {"quant_method": "fp8", "weight_block_size": [128, 128]}, fp8_blocks(128))
    write("fp8-tensor", {"quant_method": "fp8", "activation_scheme": "static"}, fp8_tensor)
    whole = {"type": "int", "strategy": "group", "group_size": 32}
    for kind, form, compressor, args in [
        ("int4", "pack-quantized", PackedQuantizationCompressor, {"num_bits": 4, "symmetric": True} | whole),
        ("int4-asymmetric", "pack-quantized", PackedQuantizationCompressor, {"num_bits": 4, "symmetric": False} | whole),
        ("int8", "int-quantized", IntQuantizationCompressor,
         {"num_bits": 8, "symmetric": True, "type": "int", "strategy": "channel"}),
        ("fp8", "float-quantized", FloatQuantizationCompressor,
         {"num_bits": 8, "symmetric": True, "type": "float", "strategy": "channel"}),
    ]:
        quantise, config = compressed(compressor, args)
        write(f"compressed-{kind}", config | {"format": form}, quantise)


main(*sys.argv[1:])
