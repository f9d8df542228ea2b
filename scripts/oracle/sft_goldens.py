"""An SFT job run by transformers and PEFT, with their own chat template, labels, loss and AdamW.

usage: sft_goldens.py MODEL CASE_FOLDER float64|float32 OUTPUT.json    (MODEL: a folder or a GGUF file)
"""

import hashlib
import json
import re
import sys
import time
from pathlib import Path

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM, AutoTokenizer

BETAS, ADAM_EPSILON, MAX_GRAD_NORM = (0.9, 0.99), 1e-8, 1.0
# Text that the reference trains on in ChatML: from the response marker to the next instruction marker.
RESPONSE = re.compile(r"<\|im_start\|>assistant\n(.*?)(?=<\|im_start\|>user\n|\Z)", re.DOTALL)


def labelled(tokenizer, row: dict) -> tuple[list[int], list[int]]:
    """Returns token ids of one conversation, and its labels: -100 for tokens that are not trained on."""
    text = tokenizer.apply_chat_template(row["messages"], tools=row.get("tools"), tokenize=False)
    spans = [match.span(1) for match in RESPONSE.finditer(text)]
    encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True)
    inside = [any(a <= start < b for a, b in spans) for start, _ in encoded["offset_mapping"]]
    ids = encoded["input_ids"]
    return ids, [id if wanted else -100 for id, wanted in zip(ids, inside)]


def batch_loss(model, batch: list[tuple[list[int], list[int]]]) -> torch.Tensor:
    """Returns the sum of cross-entropies over the batch's trainable tokens, divided by their number."""
    logits = torch.cat([model(torch.tensor([ids]), use_cache=False).logits[0, :-1] for ids, _ in batch])
    labels = torch.tensor([label for _, row in batch for label in row[1:]])
    return torch.nn.functional.cross_entropy(logits, labels)


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def main() -> None:
    where, case, dtype, output = Path(sys.argv[1]), Path(sys.argv[2]), getattr(torch, sys.argv[3]), Path(sys.argv[4])
    gguf = where.suffix == ".gguf"
    source = {"pretrained_model_name_or_path": where.parent, "gguf_file": where.name} if gguf else {
        "pretrained_model_name_or_path": where
    }
    tokenizer = AutoTokenizer.from_pretrained(**source)
    base = AutoModelForCausalLM.from_pretrained(**source, dtype=dtype, attn_implementation="eager")
    model = PeftModel.from_pretrained(base, case / "adapter", is_trainable=True).to(dtype).train()
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    config = json.loads((case / "config.json").read_text())
    rows = [labelled(tokenizer, json.loads(line)) for line in (case / "train.jsonl").read_text().splitlines()]
    size = config["batch_size"]
    batches = [rows[at : at + size] for at in range(0, len(rows), size)]
    optimizer = torch.optim.AdamW(trained, betas=BETAS, eps=ADAM_EPSILON, weight_decay=0.0)
    steps = []
    for batch, rate in zip(batches, config["learning_rate"], strict=True):
        started = time.perf_counter()
        optimizer.param_groups[0]["lr"] = rate
        optimizer.zero_grad()
        loss = batch_loss(model, batch)
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(trained, MAX_GRAD_NORM)
        optimizer.step()
        steps.append({
            "loss": loss.item(),
            "gradNorm": norm.item(),
            "tokens": sum(len(ids) for ids, _ in batch),
            "trainableTokens": sum(label != -100 for _, labels in batch for label in labels[1:]),
        })
        print(f"step {len(steps)}: loss {loss.item():.5f}, {time.perf_counter() - started:.1f} s", flush=True)
    weights = where if gguf else where / "model.safetensors"
    facts = {
        "weightsSha256": sha256(weights),
        "dataSha256": sha256(case / "train.jsonl"),
        "adapterSha256": sha256(case / "adapter" / "adapter_model.safetensors"),
        "steps": steps,
    }
    output.write_text(json.dumps(facts, separators=(",", ":")) + "\n")


main()
