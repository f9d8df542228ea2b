"""Prints, as JSON [T][V], the log-probabilities that PEFT computes for an adapter folder over a model folder, in
float64.

usage: peft-check.py MODEL_FOLDER ADAPTER_FOLDER IDS, with ids separated by commas; no adapter if ADAPTER_FOLDER is
empty
"""

import json
import sys

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM

model_folder, adapter_folder, ids = sys.argv[1:4]
eager = {"attn_implementation": "eager", "experts_implementation": "eager"}
model = AutoModelForCausalLM.from_pretrained(model_folder, dtype=torch.float64, **eager)
if adapter_folder:
    model = PeftModel.from_pretrained(model, adapter_folder).double()
with torch.no_grad():
    logits = model.eval()(torch.tensor([[int(token) for token in ids.split(",")]])).logits[0]
print(json.dumps(torch.log_softmax(logits, -1).tolist()))
