"""Trains tokenizers on texts, and encodes all of them: python long-token-ids.py FOLDER, with texts.json, a list, in it.

Needs `pip install sentencepiece tokenizers tiktoken`. Writes unigram.model and bpe.model (SentencePiece's, with its
rules nmt_nfkc), unigram.json (the Rust library's) and ranks.tiktoken. For each of them, writes NAME.ids: for each text
the number of its ids, then the ids, as 32-bit integers.
"""
import array
import base64
import json
import pathlib
import sys

import sentencepiece
import tiktoken
from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE, Unigram
from tokenizers.trainers import BpeTrainer

folder = pathlib.Path(sys.argv[1])
texts = json.loads((folder / "texts.json").read_text())
some = texts[: len(texts) // 8]


def keep(name, lists):
    out = array.array("I")
    for ids in lists:
        out.append(len(ids))
        out.extend(ids)
    (folder / f"{name}.ids").write_bytes(out.tobytes())


def field(message, wanted):
    """Returns a bytes field of a Protocol Buffers message."""
    at = 0
    while at < len(message):
        values = []
        while len(values) < 2:
            value = shift = 0
            while True:
                byte = message[at]
                at += 1
                value |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
            values.append(value)
            if len(values) == 1 and value & 7 in (1, 5):
                values.append({1: 8, 5: 4}[value & 7])
        key, length = values
        if key & 7 == 0:
            continue
        if key >> 3 == wanted:
            return message[at:at + length]
        at += length


for kind in ("unigram", "bpe"):
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(line for text in some for line in text.split("\n")), model_prefix=str(folder / kind),
        model_type=kind, vocab_size=6000, byte_fallback=kind == "bpe", max_sentence_length=100000,
        hard_vocab_limit=False, minloglevel=2, character_coverage=0.98)
    model = sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{kind}.model"))
    keep(f"{kind}.model", model.encode(texts))
    if kind == "bpe":
        continue
    pieces = [(model.id_to_piece(i), model.get_score(i)) for i in range(model.vocab_size())]
    rust = Tokenizer(Unigram(pieces, model.unk_id(), False))
    charsmap = field(field((folder / "unigram.model").read_bytes(), 3), 2)
    rust.normalizer = normalizers.Sequence(
        [normalizers.Precompiled(charsmap), normalizers.Replace(Regex(" {2,}"), " ")])
    rust.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    rust.decoder = decoders.Metaspace(replacement="▁", prepend_scheme="always")
    rust.add_special_tokens([AddedToken(pieces[i][0], normalized=False) for i in range(3)])
    rust.save(str(folder / "unigram.json"))
    keep("unigram.json", [one.ids for one in rust.encode_batch(texts, add_special_tokens=False)])

WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
trained = Tokenizer(BPE())
trained.pre_tokenizer = pre_tokenizers.Sequence(
    [pre_tokenizers.Split(Regex(WORDS), "isolated"), pre_tokenizers.ByteLevel(False, use_regex=False)])
trained.train_from_iterator(
    some, BpeTrainer(vocab_size=8000, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), show_progress=False))
kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
rest = [b for b in range(256) if b not in kept]
visible = {**{chr(b): b for b in kept}, **{chr(256 + i): b for i, b in enumerate(rest)}}
ranks = {bytes(visible[c] for c in name): i for name, i in trained.get_vocab().items()}
(folder / "ranks.tiktoken").write_bytes(
    b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in sorted(ranks.items(), key=lambda item: item[1])))
encoding = tiktoken.Encoding("trained", pat_str=WORDS, mergeable_ranks=ranks, special_tokens={})
keep("ranks.tiktoken", encoding.encode_ordinary_batch(texts))
