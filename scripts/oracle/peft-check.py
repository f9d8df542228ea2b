"""Prints, as JSON [T][V], the logits that PEFT gives for an adapter folder over a model folder, in float64.

usage: peft-check.py MODEL_FOLDER ADAPTER_FOLDER IDS, ids separated by commas
"""

import json
import sys

import torch
from peft import PeftModel
from transformers import AutoModelForCausalLM

model_folder, adapter_folder, ids = sys.argv[1:4]
base = AutoModelForCausalLM.from_pretrained(model_folder, dtype=torch.float64, attn_implementation="eager")
model = PeftModel.from_pretrained(base, adapter_folder).double().eval()
with torch.no_grad():
    logits = model(torch.tensor([[int(token) for token in ids.split(",")]])).logits[0]
print(json.dumps(logits.tolist()))
