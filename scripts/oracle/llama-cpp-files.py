"""python llama-cpp-files.py CONVERTER LIBRARY: writes GGUF files with llama.cpp's own tools, for jobs from stdin.

CONVERTER is a folder with convert_hf_to_gguf.py; LIBRARY is llama.cpp's shared library, which quantises. A job is
{"from", "to", "type"}: from a Hugging Face folder to f32, f16, bf16 or q8_0, or from a GGUF file to one of FTYPES.
"plain" stores as f32 the values that llama.cpp itself reads from any type. With "head", the output projection is Q8_0,
else mostly Q6_K.
"""
import ctypes
import json
import os
import runpy
import sys

converter, library = sys.argv[1:]
sys.path[:0] = [converter, os.path.join(converter, "gguf-py")]

from conversion import TextModel  # noqa: E402

# The converter identifies a tokenizer's pre-tokenization by the hash of the ids of one text, which fails for a toy
# vocabulary. All tokenizers converted here split text as Llama 3's does.
TextModel.get_vocab_base_pre = lambda self, tokenizer: "llama-bpe"

# enum ggml_type
Q8_0 = 8
# enum llama_ftype
FTYPES = {
    "plain": 0,
    "q4_0": 2,
    "q4_1": 3,
    "q5_0": 8,
    "q5_1": 9,
    "q2_k": 10,
    "q3_k_m": 12,
    "q4_k_m": 15,
    "q5_k_m": 17,
    "q6_k": 18,
    "iq4_nl": 25,
    "iq4_xs": 30,
}


def convert(source, target, type):
    sys.argv = ["convert_hf_to_gguf.py", source, "--outfile", target, "--outtype", type, "--model-name", "toy"]
    runpy.run_path(os.path.join(converter, "convert_hf_to_gguf.py"), run_name="__main__")


class QuantizeParams(ctypes.Structure):
    """The first fields of llama_model_quantize_params, and space for the others."""

    _fields_ = [
        ("threads", ctypes.c_int32),
        ("ftype", ctypes.c_int32),
        ("output_tensor_type", ctypes.c_int32),
        ("token_embedding_type", ctypes.c_int32),
        ("allow_requantize", ctypes.c_bool),
        ("rest", ctypes.c_char * 239),
    ]


def quantize(source, target, type, head):
    llama = ctypes.CDLL(library)
    llama.llama_model_quantize_default_params.restype = QuantizeParams
    params = llama.llama_model_quantize_default_params()
    params.threads, params.ftype, params.allow_requantize = 1, FTYPES[type], True
    if head:
        params.output_tensor_type = Q8_0
    if llama.llama_model_quantize(source.encode(), target.encode(), ctypes.byref(params)) != 0:
        raise RuntimeError(f"llama.cpp did not quantise {source} to {type}")


for job in json.load(sys.stdin):
    if os.path.isdir(job["from"]):
        convert(job["from"], job["to"], job["type"])
    else:
        quantize(job["from"], job["to"], job["type"], "head" in job)
