"""Writes test/model/goldens/unigram: tiny tokenizers of the kinds Unigram and tiktoken, and their ids for texts.

Needs `pip install sentencepiece tokenizers tiktoken`. SentencePiece trains three models on a document of this
repository: `unigram.model`, which maps characters and removes white space; `bytes.model`, which does neither and falls
back to bytes; `bpe.model`, which maps characters and is not a unigram model. `unigram.json` and `bytes.json` are the
Rust library's tokenizers of the first two, and `ranks.tiktoken` is a file of tiktoken.
"""
import base64
import json
import os
import pathlib

import sentencepiece
import tiktoken
from tokenizers import AddedToken, Regex, Tokenizer, decoders, normalizers, pre_tokenizers
from tokenizers.models import BPE, Unigram
from tokenizers.trainers import BpeTrainer

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "test/model/goldens/unigram"
# Like SentencePiece's own rules: code points, and their replacements.
RULES = [("\ufb01", "fi"), ("\u00bd", "1\u20442"), ("\uff71", "\u30a2"), ("\u212b", "\u00c5"), ("\uff21", "A"), ("\u2026", "..."),
         ("\u200b", ""), ("\u00a0", " "), ("\t", " "), ("\n", " "), ("\u3000", " "), ("\u00a8", " \u0308"),
         ("x\u0302y", "xy"), ("\U0001f389", "party time"), ("\uff11", "1"), ("e\u0301", "\u00e9"),
         ("\u1100\u1161", "\uac00")]
MORE = [" leading", "two  spaces", "trailing ", "\n", " ", "   ", "a\n\n b", "▁", "▁▁ x ▁", "<0x41>", "ﬁne ½ ｱ Å Ａ… z\u200bero",
        "é é́ x̂y x̂z 가 \u1100\u1161\u11a8", "🎉🎉 a🎉", "\u200b", "\u00a0\u3000", "¨¨", "日本語の文章", "ab\u200b  \u200b c", "👩‍👩‍👧‍👦é",
        "1½１", "…" * 5, "a" * 50, "x" + "日" * 9 + "y"]
LLAMA3 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
O200K = "|".join([
    r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
    r"""[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?""",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])


def train(name, **options):
    os.chdir(ROOT)  # The model file records the given paths, so they must be relative.
    sentencepiece.SentencePieceTrainer.train(
        input="docs/architecture.md", model_prefix=str(FOLDER.relative_to(ROOT) / name), minloglevel=2, num_threads=1,
        hard_vocab_limit=False, **options)
    (FOLDER / f"{name}.vocab").unlink()
    return sentencepiece.SentencePieceProcessor(model_file=str(FOLDER / f"{name}.model"))


def fields(message):
    """Yields the fields of a Protocol Buffers message."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        length = {0: 0, 1: 8, 5: 4}.get(key & 7)
        if length == 0:
            yield key >> 3, varint()
            continue
        if length is None:
            length = varint()
        yield key >> 3, message[at:at + length]
        at += length


def charsmap(name):
    normalizer = dict(fields((FOLDER / f"{name}.model").read_bytes()))[3]
    return dict(fields(normalizer))[2]


def converted(model, normalizer, decoder, byte_fallback):
    pieces = [(model.id_to_piece(i), model.get_score(i)) for i in range(model.vocab_size())]
    tokenizer = Tokenizer(Unigram(pieces, model.unk_id(), byte_fallback))
    tokenizer.normalizer, tokenizer.decoder = normalizer, decoder
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    special = [i for i in range(len(pieces)) if model.is_control(i) or model.is_unknown(i)]
    tokenizer.add_special_tokens([AddedToken(pieces[i][0], normalized=False, special=True) for i in special])
    return tokenizer


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    rules = FOLDER / "rules.tsv"
    rules.write_text("".join("\t".join(" ".join(f"{ord(c):X}" for c in side) for side in rule) + "\n" for rule in RULES))
    mapped = dict(normalization_rule_tsv=str(rules.relative_to(ROOT)), character_coverage=0.999)
    unigram = train("unigram", model_type="unigram", vocab_size=400, **mapped)
    plain = train("bytes", model_type="unigram", vocab_size=700, byte_fallback=True, remove_extra_whitespaces=False,
                  normalization_rule_name="identity", allow_whitespace_only_pieces=True)
    bpe = train("bpe", model_type="bpe", vocab_size=600, byte_fallback=True, **mapped)
    rules.unlink()
    texts = json.loads((ROOT / "test/model/goldens/tokenizer/texts.json").read_text()) + MORE
    texts = [text for text in texts if not any("\ud800" <= c <= "\udfff" for c in text)]
    texts += [(ROOT / "docs" / name).read_text()[:3000] for name in ("architecture.md", "sampling.md")]
    rust = {
        "unigram": converted(
            unigram, normalizers.Sequence([normalizers.Precompiled(charsmap("unigram")),
                                           normalizers.Replace(Regex(" {2,}"), " ")]),
            decoders.Metaspace(replacement="▁", prepend_scheme="always"), False),
        "bytes": converted(
            plain, None, decoders.Sequence([decoders.ByteFallback(), decoders.Metaspace("▁", "always")]), True),
    }
    out = {"texts": texts, "decoded": {}}
    for name, model in {"unigram": unigram, "bytes": plain, "bpe": bpe}.items():
        out[f"{name}.model"] = [model.encode(text) for text in texts]
    for name, tokenizer in rust.items():
        tokenizer.save(str(FOLDER / f"{name}.json"), pretty=False)
        out[f"{name}.json"] = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
        out["decoded"][name] = [tokenizer.decode(ids, skip_special_tokens=False) for ids in out[f"{name}.json"]]
    trained = Tokenizer(BPE())
    trained.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(LLAMA3), "isolated"), pre_tokenizers.ByteLevel(False, use_regex=False)])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trained.train_from_iterator(
        [(ROOT / "docs/architecture.md").read_text()],
        BpeTrainer(vocab_size=700, initial_alphabet=alphabet, show_progress=False))
    names = sorted(trained.get_vocab(), key=trained.get_vocab().get)
    # Tokens of one repeated character, which merges can form in several ways.
    names += [c * n for c in "=-a" for n in range(2, 12) if c * n not in names]
    visible = {c: b for b, c in byte_characters().items()}
    ranks = {bytes(visible[c] for c in name): i for i, name in enumerate(names)}
    (FOLDER / "ranks.tiktoken").write_bytes(
        b"".join(base64.b64encode(token) + b" %d\n" % rank for token, rank in ranks.items()))
    lines = [*texts, *("=" * n + "-" * (n // 2) for n in range(1, 60)), "I'LL don't CamelCase12345 a/b\r\n\r\n  x"]
    out["tiktoken texts"] = lines
    for name, pattern in {"llama3": LLAMA3, "o200k": O200K}.items():
        encoding = tiktoken.Encoding(name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
        out[f"tiktoken {name}"] = [encoding.encode_ordinary(text) for text in lines]
    out["patterns"] = {"llama3": LLAMA3, "o200k": O200K}
    (FOLDER / "ids.json").write_text(json.dumps(out) + "\n")


def byte_characters():
    """GPT-2's `bytes_to_unicode`."""
    kept = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [b for b in range(256) if b not in kept]
    return {**{b: chr(b) for b in kept}, **{b: chr(256 + i) for i, b in enumerate(rest)}}


main()
