"""Random experts in MXFP4 as openai/gpt-oss-20b stores them, and the SHA-256 of the float32 values that transformers
converts them to (`convert_moe_packed_tensors`), in its layout [experts, columns, rows].

usage: mxfp4_goldens.py OUTPUT_FILE
"""

import base64
import hashlib
import json
import sys
from pathlib import Path

import torch
from transformers.integrations.mxfp4 import convert_moe_packed_tensors

EXPERTS, WIDTH = 3, 64
SHAPES = {"gate_up_proj": (2 * WIDTH, WIDTH), "down_proj": (WIDTH, WIDTH)}


def main() -> None:
    torch.manual_seed(4)
    goldens = {}
    for name, (rows, cols) in SHAPES.items():
        blocks = torch.randint(0, 256, (EXPERTS, rows, cols // 32, 16), dtype=torch.uint8)
        # Some scales are so small that the values are subnormal.
        scales = torch.randint(0, 250, (EXPERTS, rows, cols // 32), dtype=torch.uint8)
        values = convert_moe_packed_tensors(blocks, scales, dtype=torch.float32).contiguous()
        assert values.shape == (EXPERTS, cols, rows), values.shape
        goldens[name] = {
            "blocks": base64.b64encode(blocks.numpy().tobytes()).decode(),
            "scales": base64.b64encode(scales.numpy().tobytes()).decode(),
            "sha256": hashlib.sha256(values.numpy().tobytes()).hexdigest(),
        }
    Path(sys.argv[1]).write_text(json.dumps(goldens, indent=1) + "\n")


if __name__ == "__main__":
    main()
