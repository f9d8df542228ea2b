"""Training step for comparison with ours: transformers and PEFT, float32 (without TF32), AdamW.

usage: train-peer.py MODEL ADAPTER_FOLDER THREADS    (MODEL: a folder or a GGUF file)

The first line of standard output has the device, and the FLOP/s of a large float32 matmul on it. Each line of standard
input is a JSON array of sequences of token ids, all of one length. Each is answered by a line with the loss, the
gradient norm before clipping, and the seconds of forward, backward and optimizer.
"""

import json
import sys
import time
from pathlib import Path

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM

where, adapter, threads = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
torch.set_num_threads(threads)
device = "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
source = {"pretrained_model_name_or_path": where}
if where.suffix == ".gguf":
    source = {"pretrained_model_name_or_path": where.parent, "gguf_file": where.name}
base = AutoModelForCausalLM.from_pretrained(**source, dtype=torch.float32)
model = PeftModel.from_pretrained(base, adapter, is_trainable=True).to(device).train()
trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
optimizer = torch.optim.AdamW(trained, lr=1e-4, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.0)


def now() -> float:
    if device == "cuda":
        torch.cuda.synchronize()
    elif device == "mps":
        torch.mps.synchronize()
    return time.perf_counter()


def step(sequences: list[list[int]]) -> dict:
    ids = torch.tensor(sequences, device=device)
    times = [now()]
    loss = model(input_ids=ids, labels=ids, use_cache=False).loss
    times.append(now())
    loss.backward()
    times.append(now())
    norm = torch.nn.utils.clip_grad_norm_(trained, 1.0)
    optimizer.step()
    optimizer.zero_grad()
    times.append(now())
    forward, backward, update = (end - start for start, end in zip(times, times[1:]))
    return {"loss": loss.item(), "gradNorm": norm.item(), "forward": forward, "backward": backward, "optimizer": update}


def matmul_peak() -> float:
    size = 1024 if device == "cpu" else 8192
    one = torch.ones(size, size, device=device)
    seconds = []
    for _ in range(6):
        began = now()
        one @ one
        seconds.append(now() - began)
    return 2 * size**3 / min(seconds[1:])


name = f"cuda ({torch.cuda.get_device_name()})" if device == "cuda" else device
print(json.dumps({"device": name, "matmul": matmul_peak()}), flush=True)
for line in sys.stdin:
    print(json.dumps(step(json.loads(line))), flush=True)
