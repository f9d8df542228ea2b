"""Writes test/model/goldens/rope-frequencies.json: RoPE's frequencies and attention factors as transformers computes
them.

Needs torch and transformers.
"""
import json
import pathlib

from transformers import LlamaConfig
from transformers.modeling_rope_utils import ROPE_INIT_FUNCTIONS

E = 32
SHORT = [1 + i / 64 for i in range(E // 2)]
LONG = [1 + i * i / 8 for i in range(E // 2)]
LONGROPE = {"rope_type": "longrope", "short_factor": SHORT, "long_factor": LONG,
            "original_max_position_embeddings": 4096}
# Scaling config, and sequence length.
CASES = {
    "linear": ({"rope_type": "linear", "factor": 3.5}, 100),
    "llama3": ({"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
                "original_max_position_embeddings": 8192}, 100),
    "yarn of Qwen": ({"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}, 100),
    "yarn of gpt-oss": ({"rope_type": "yarn", "factor": 32.0, "beta_fast": 32.0, "beta_slow": 1.0, "truncate": False,
                         "original_max_position_embeddings": 4096}, 100),
    "yarn with both mscales": ({"rope_type": "yarn", "factor": 40.0, "mscale": 1.0, "mscale_all_dim": 0.8,
                                "original_max_position_embeddings": 4096}, 100),
    "yarn with a factor of its own": ({"rope_type": "yarn", "factor": 4.0, "attention_factor": 1.3, "beta_fast": 16.0,
                                       "original_max_position_embeddings": 2048}, 100),
    "longrope, short": (LONGROPE, 4096),
    "longrope, long": (LONGROPE, 4097),
    "longrope with a factor of its own": (LONGROPE | {"factor": 16.0}, 100),
    "longrope over 3/4 of a head": (LONGROPE | {"partial_rotary_factor": 0.75, "short_factor": SHORT[:12],
                                                "long_factor": LONG[:12]}, 100),
}


def main():
    goldens = []
    for name, (scaling, positions) in CASES.items():
        config = LlamaConfig(hidden_size=4 * E, num_attention_heads=4, max_position_embeddings=131072,
                             rope_parameters=scaling | {"rope_theta": 500000.0})
        frequencies, factor = ROPE_INIT_FUNCTIONS[scaling["rope_type"]](config, "cpu", positions)
        goldens.append({"name": name, "scaling": scaling, "positions": positions,
                        "frequencies": frequencies.tolist(), "factor": factor})
    path = pathlib.Path(__file__).parents[2] / "test/model/goldens/rope-frequencies.json"
    path.write_text(json.dumps(goldens, indent=1) + "\n")


main()
