"""Encodes test/model/goldens/tokenizer/texts.json with Hugging Face's Rust tokenizers over the toy's vocabulary.

Needs `pip install tokenizers`. vocabulary.json is the `model` and `added_tokens` of the toy's tokenizer.json. Writes
ids.json: {splitting: [[ids of text 0], ...]} for each pre-tokenization that GGUF files name.
"""
import json
import pathlib

from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE

folder = pathlib.Path(__file__).parents[2] / "test/model/goldens/tokenizer"
vocabulary = json.loads((folder / "vocabulary.json").read_text())
texts = json.loads((folder / "texts.json").read_text())
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
TEKKEN = "|".join([
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*",
    r"\p{N}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])
byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
bytes_only = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
splits = {
    "gpt-2": [byte_level],
    "smollm": [pre_tokenizers.Digits(individual_digits=True), byte_level],
    "llama-bpe": [pre_tokenizers.Split(Regex(LLAMA3), "isolated"), bytes_only],
    "dbrx": [pre_tokenizers.Split(Regex(LLAMA3), "isolated"), bytes_only],
    "tekken": [pre_tokenizers.Split(Regex(TEKKEN), "isolated"), bytes_only],
    "qwen2": [pre_tokenizers.Split(Regex(LLAMA3.replace("{1,3}", "")), "isolated"), bytes_only],
}
out = {}
for name, parts in splits.items():
    merges = [tuple(pair) for pair in vocabulary["merges"]]
    tokenizer = Tokenizer(BPE(vocab=vocabulary["vocab"], merges=merges, ignore_merges=name in ("llama-bpe", "tekken")))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(parts)
    tokenizer.normalizer = normalizers.NFC() if name == "qwen2" else None
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(token, normalized=False) for token in vocabulary["special"]])
    encoded = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    for text, ids in zip(texts, encoded):
        plain = "".join(c for c in text if not "\ud800" <= c <= "\udfff")
        assert name == "qwen2" or tokenizer.decode(ids, skip_special_tokens=False) == plain, (name, text)
    out[name] = encoded
rows = ",\n".join(f"{json.dumps(name)}: {json.dumps(ids)}" for name, ids in out.items())
(folder / "ids.json").write_text("{\n" + rows + "\n}\n")
