"""Logits and greedy continuations of SmolLM2-135M-Instruct, from transformers, dequantised to float32.

usage: smollm2_goldens.py MODEL.gguf OUTPUT_FOLDER
"""

import json
import sys
from pathlib import Path

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

POSITIONS = 64
GREEDY = 64
TOP = 8
# Below this margin, two float32 programs may disagree on which token is best.
LEAST_MARGIN = 5e-3

TEXTS = {
    "prose": (
        "The harbour woke slowly that morning. Two fishermen mended a net on the wet stones while gulls argued over a "
        "crust of bread, and far out, beyond the breakwater, a single lamp still burned on the mast of a boat that had "
        "not come home in the night. Anna counted the boats again, as she did every day, and this time the number was "
        "right."
    ),
    "code": (
        "def moving_average(values: list[float], width: int) -> list[float]:\n"
        '    """The mean of each window of `width` neighbouring values."""\n'
        "    if width < 1:\n"
        '        raise ValueError(f"width must be at least 1, not {width}")\n'
        "    total = sum(values[:width])\n"
        "    means = [total / width]\n"
        "    for left, right in zip(values, values[width:]):\n"
    ),
    "chat": (
        "<|im_start|>system\nYou are a patient teacher who answers in one short paragraph.<|im_end|>\n"
        "<|im_start|>user\nWhy does ice float on water, although most other solids sink in their own liquid? Please "
        "explain it to a child of ten, and name one thing in nature that depends on ice floating.<|im_end|>\n"
        "<|im_start|>assistant\n"
    ),
    "list": (
        "Shopping list for Saturday:\n1. 250 g of flour\n2. 3 eggs\n3. 1/2 litre of milk\n4. 75 g of butter\n"
        "5. a pinch of salt\n\nSteps:\n1. Mix the flour and the salt in a large bowl.\n2. Add the eggs one after the "
        "other and stir.\n3. Pour in the milk, little by little,"
    ),
    "languages": (
        "English: Where is the station? 🚉 French: Où est la gare ? Spanish: ¿Dónde está la estación? German: Wo ist "
        "der Bahnhof? Polish: Gdzie jest dworzec?\n\nEnglish: Good morning! ☀️ French: Bonjour ! Spanish: ¡Buenos "
        "días! German: Guten Morgen! Greek: Καλημέρα!"
    ),
}


def fixed_ids(vocabulary: int) -> list[int]:
    """Returns 24 token ids unrelated to any text (linear congruential generator with Knuth's MMIX constants)."""
    state, ids = 20261121, []
    while len(ids) < 24:
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        if (candidate := (state >> 33) % vocabulary) not in ids:
            ids.append(candidate)
    return ids


def rounded(values: torch.Tensor) -> list:
    return [round(value, 5) for value in values.tolist()]


@torch.no_grad()
def golden(model, tokenizer, name: str, text: str) -> dict:
    ids = tokenizer.encode(text, add_special_tokens=False)[:POSITIONS]
    if len(ids) < POSITIONS:
        raise SystemExit(f"text {name!r} has only {len(ids)} tokens; {POSITIONS} are wanted")
    output = model(torch.tensor([ids]), use_cache=True)
    logits = output.logits[0]
    top = logits.topk(TOP, dim=-1)
    cache, last = output.past_key_values, logits[-1]
    greedy, margins = [], []
    for _ in range(GREEDY):
        best = last.topk(2)
        greedy.append(best.indices[0].item())
        margins.append((best.values[0] - best.values[1]).item())
        last = model(torch.tensor([[greedy[-1]]]), past_key_values=cache, use_cache=True).logits[0, -1]
    print(f"{name}: least greedy margin {min(margins):.4f}: {tokenizer.decode(greedy)!r}", flush=True)
    if min(margins) < LEAST_MARGIN:
        raise SystemExit(f"text {name!r}: the greedy choice is a near tie (margin {min(margins):.2e}); take another text")
    return {
        "name": name,
        "text": text,
        "ids": ids,
        "logSumExp": rounded(logits.logsumexp(-1)),
        "topIds": top.indices.tolist(),
        "topLogits": [rounded(row) for row in top.values],
        "fixedLogits": [rounded(row) for row in logits[:, fixed_ids(logits.shape[-1])]],
        "greedy": greedy,
        "leastMargin": round(min(margins), 5),
    }


def main() -> None:
    model_file, output = Path(sys.argv[1]), Path(sys.argv[2])
    where = {"pretrained_model_name_or_path": model_file.parent, "gguf_file": model_file.name}
    tokenizer = AutoTokenizer.from_pretrained(**where)
    model = AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32, attn_implementation="eager").eval()
    vocabulary = model.get_input_embeddings().num_embeddings
    prompts = [golden(model, tokenizer, name, text) for name, text in TEXTS.items()]
    whole = {"vocabulary": vocabulary, "fixedIds": fixed_ids(vocabulary), "prompts": prompts}
    (output / "smollm2.json").write_text(json.dumps(whole, separators=(",", ":")) + "\n")


main()
