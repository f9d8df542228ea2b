"""64 greedy tokens of each of the random models, by transformers in float64. Of PROMPTS random prompts, uses the one
with the most distinct tokens whose two largest logits never differ by less than LEAST_GAP. Float32 may break closer
ties differently.

usage: greedy_goldens.py MODELS_FOLDER OUTPUT_FOLDER
"""

import json
import random
import sys
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM

TOKENS, PROMPT, PROMPTS = 64, 12, 16
LEAST_GAP = 1e-3


@torch.no_grad()
def greedy(model, prompt: list[int]) -> tuple[list[int], float]:
    """Returns the tokens that `generate` adds, and the least gap between the two largest logits."""
    found = model.generate(
        torch.tensor([prompt]),
        attention_mask=torch.ones(1, len(prompt), dtype=torch.long),
        max_new_tokens=TOKENS,
        min_new_tokens=TOKENS,
        do_sample=False,
        eos_token_id=None,
        pad_token_id=0,
        output_logits=True,
        return_dict_in_generate=True,
    )
    top = [logits[0].topk(2).values for logits in found.logits]
    return found.sequences[0, len(prompt) :].tolist(), min((first - second).item() for first, second in top)


def prompt_length(config) -> int:
    """Keeps LongRoPE prompts short: transformers changes the factors once a sequence outgrows the original context;
    Daybreak, like vLLM, does not.
    """
    original = getattr(config, "original_max_position_embeddings", None)
    return PROMPT if original is None else min(PROMPT, original - TOKENS + 1)


def golden_of(folder: Path) -> dict:
    eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
    model = AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float64, **eager)
    model.eval()
    best: dict = {}
    for seed in range(PROMPTS):
        chance = random.Random(seed)
        prompt = [chance.randrange(model.config.vocab_size) for _ in range(prompt_length(model.config))]
        ids, gap = greedy(model, prompt)
        if gap > LEAST_GAP and len(set(ids)) > len(set(best.get("ids", []))):
            best = {"prompt": prompt, "ids": ids, "gap": gap}
    assert best, f"{folder.name}: each prompt has a near tie"
    print(f"{folder.name}: least gap {best['gap']:.4f}, {len(set(best['ids']))} different tokens")
    return best


def main() -> None:
    models, output = Path(sys.argv[1]), Path(sys.argv[2])
    goldens = {folder.name: golden_of(folder) for folder in sorted(models.iterdir())}
    (output / "greedy.json").write_text(json.dumps(goldens, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
