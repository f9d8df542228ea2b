"""Writes test/model/goldens/sentencepiece: a small SentencePiece BPE model trained on Daybreak's own documents
(tokenizer.model), its vocabulary (pieces.json), and three tokenizer.json files as in families derived from
SentencePiece. ids.json has the ids from SentencePiece itself and from Hugging Face's Rust tokenizers, for
test/model/goldens/tokenizer/texts.json, some more texts, and the documents.

Needs `pip install sentencepiece tokenizers transformers`.
"""
import json
import os
import pathlib

import sentencepiece
from tokenizers import AddedToken, Tokenizer, decoders, normalizers, pre_tokenizers, processors
from tokenizers.models import BPE
from transformers.convert_slow_tokenizer import generate_merges

ROOT = pathlib.Path(__file__).parents[2]
FOLDER = ROOT / "test/model/goldens/sentencepiece"
MORE = [" leading", "two  spaces", "trailing ", "\n", "a\n\n b", "▁", "▁▁ x", "<s>", "x</s> y", "<0x41>", "[INST] hi [/INST]"]
USER = ["[INST]", "[/INST]"]


def train():
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT)  # The model file records the given paths, so they must be relative.
    sentencepiece.SentencePieceTrainer.train(
        input="docs/architecture.md", model_prefix=str(FOLDER.relative_to(ROOT) / "tokenizer"), model_type="bpe",
        vocab_size=700, byte_fallback=True, character_coverage=0.9999, normalization_rule_name="identity",
        add_dummy_prefix=True, remove_extra_whitespaces=False, user_defined_symbols=USER, minloglevel=2,
        split_digits=True, allow_whitespace_only_pieces=True, num_threads=1)
    (FOLDER / "tokenizer.vocab").unlink()
    return sentencepiece.SentencePieceProcessor(model_file=str(FOLDER / "tokenizer.model"))


def converted(model, normalizer, pre_tokenizer, strips):
    names = [model.id_to_piece(i) for i in range(model.vocab_size())]
    vocab = {name: i for i, name in enumerate(names)}
    special = [i for i in range(len(names)) if model.is_control(i) or model.is_unknown(i)]
    skipped = {names[i] for i in special} | set(USER)
    scores = {name: model.get_score(i) for i, name in enumerate(names)}
    merges = generate_merges(vocab, scores, skipped)
    tokenizer = Tokenizer(BPE(vocab, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizer, pre_tokenizer
    parts = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence(parts + ([decoders.Strip(" ", 1, 0)] if strips else []))
    tokenizer.add_special_tokens([AddedToken(names[i], normalized=False, special=True) for i in special])
    tokenizer.add_tokens([AddedToken(name, normalized=False) for name in USER])
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", None, [("<s>", vocab["<s>"])])
    return tokenizer


def main():
    model = train()
    texts = json.loads((ROOT / "test/model/goldens/tokenizer/texts.json").read_text()) + MORE
    texts = [text for text in texts if not any("\ud800" <= c <= "\udfff" for c in text)]
    texts += [(ROOT / "docs" / name).read_text()[:6000] for name in ("architecture.md", "sampling.md")]
    space = normalizers.Replace(" ", "▁")
    kinds = {
        "llama": converted(model, normalizers.Sequence([normalizers.Prepend("▁"), space]), None, True),
        "metaspace": converted(
            model, None, pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first", split=False), True),
        "gemma": converted(model, space, pre_tokenizers.Split(" ", "merged_with_previous"), False),
    }
    out = {"texts": texts, "sentencepiece": [model.encode(text) for text in texts], "decoded": {}}
    for name, tokenizer in kinds.items():
        tokenizer.save(str(FOLDER / f"{name}.json"), pretty=False)
        out[name] = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
        out["decoded"][name] = [tokenizer.decode(ids, skip_special_tokens=False) for ids in out[name]]
    pieces = [[model.id_to_piece(i), model.get_score(i), 2 if model.is_unknown(i) else 3 if model.is_control(i) else
               6 if model.is_byte(i) else 4 if model.id_to_piece(i) in USER else 1] for i in range(model.vocab_size())]
    (FOLDER / "pieces.json").write_text(json.dumps(pieces) + "\n")
    (FOLDER / "ids.json").write_text(json.dumps(out) + "\n")


main()
