"""Writes test/model/goldens/gguf-blocks.json: hashes of numbers quantised by llama.cpp's own gguf package.

Needs `pip install gguf numpy`. test/model/merged-gguf.test.ts makes the same numbers, and must get the same bytes.
"""
import hashlib
import json
import pathlib

import numpy as np
from gguf import GGMLQuantizationType as T
from gguf import quants

BLOCKS = 4096


def numbers():
    """Returns blocks of all magnitudes, with ties: multiples of 1/8, then zeros, then output of a linear congruential
    generator.
    """
    ties = (np.arange(32 * 64) * 37 % 257 - 128).astype(np.float32) / np.float32(8)
    state, drawn = 1, []
    for _ in range(32 * BLOCKS):
        state = (state * 1664525 + 1013904223) % 2**32
        drawn.append(state)
    scales = np.exp2(np.arange(BLOCKS) % 24 - 18).astype(np.float32)
    uniform = ((np.array(drawn) >> 8).astype(np.float32) / np.float32(2**24) - np.float32(0.5)).reshape(BLOCKS, 32)
    return np.concatenate([ties, np.zeros(32, np.float32), (uniform * scales[:, None]).ravel()])


def main():
    values = numbers()
    hashes = {kind.name.lower(): hashlib.sha256(quants.quantize(values, kind).tobytes()).hexdigest()
              for kind in (T.F32, T.F16, T.BF16, T.Q8_0, T.Q4_1, T.Q4_0)}
    path = pathlib.Path(__file__).parents[2] / "test/model/goldens/gguf-blocks.json"
    path.write_text(json.dumps(hashes, indent=1) + "\n")


main()
