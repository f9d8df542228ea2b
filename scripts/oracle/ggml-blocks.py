"""Writes test/model/goldens/ggml-blocks.json: random blocks of ggml's types, and hashes of the float32 values that
llama.cpp's own gguf package reads from them.

Needs `pip install gguf numpy`.
"""
import base64
import hashlib
import json
import pathlib

import numpy as np
from gguf import GGML_QUANT_SIZES, quants
from gguf import GGMLQuantizationType as T

BLOCKS = 24
# Byte offsets of f16 scales and minimums in a block.
HALVES = {
    T.Q4_0: [0], T.Q4_1: [0, 2], T.Q5_0: [0], T.Q5_1: [0, 2], T.Q8_0: [0], T.Q2_K: [80, 82], T.Q3_K: [108],
    T.Q4_K: [0, 2], T.Q5_K: [0, 2], T.Q6_K: [208], T.IQ4_NL: [0], T.IQ4_XS: [0], T.MXFP4: [],
}


def blocks(kind, random):
    """Returns blocks of random bits, but with finite scales of both signs, some subnormal."""
    stored = random.integers(0, 256, (BLOCKS, GGML_QUANT_SIZES[kind][1]), dtype=np.uint8)
    for at in HALVES[kind]:
        scales = (random.uniform(-1, 1, BLOCKS) * np.exp2(random.integers(-20, 3, BLOCKS))).astype(np.float16)
        stored[:, at:at + 2] = scales.view(np.uint8).reshape(BLOCKS, 2)
    if kind == T.MXFP4:
        stored[:, 0] = random.integers(100, 140, BLOCKS)
    return stored


def main():
    random = np.random.default_rng(1)
    goldens = {}
    for kind in HALVES:
        stored = blocks(kind, random)
        values = quants.dequantize(stored.reshape(1, -1), kind).astype(np.float32)
        goldens[kind.name.lower()] = {
            "blocks": base64.b64encode(stored.tobytes()).decode(),
            "sha256": hashlib.sha256(values.tobytes()).hexdigest(),
        }
    path = pathlib.Path(__file__).parents[2] / "test/model/goldens/ggml-blocks.json"
    path.write_text(json.dumps(goldens, indent=1) + "\n")


main()
