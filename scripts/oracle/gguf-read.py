"""python gguf-read.py FILE...: prints what llama.cpp's own gguf package reads from each file, as one line of JSON.

For each tensor: its type, shape, and the hash of its values as float32. For metadata: values, or the lengths of arrays.
"""
import hashlib
import json
import sys

import numpy as np
from gguf import GGUFReader, quants


def tensor(one):
    values = np.asarray(quants.dequantize(one.data, one.tensor_type), dtype="<f4").reshape(-1)
    return {
        "type": one.tensor_type.name.lower(),
        "shape": [int(size) for size in reversed(one.shape)],
        "sha256": hashlib.sha256(values.tobytes()).hexdigest(),
    }


def read(path):
    reader = GGUFReader(path)
    contents = {key: field.contents() for key, field in reader.fields.items() if not key.startswith("GGUF.")}
    short = {key: value for key, value in contents.items() if not isinstance(value, list)}
    lengths = {key: len(value) for key, value in contents.items() if isinstance(value, list)}
    return {"metadata": short, "lengths": lengths, "tensors": {one.name: tensor(one) for one in reader.tensors}}


print(json.dumps([read(path) for path in sys.argv[1:]]))
