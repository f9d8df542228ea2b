"""Renders test/model/goldens/chat-templates/*.jinja over chats.json by transformers' own template code.

Needs only `pip install transformers jinja2`. Writes rendered.json next to the templates: {template: {chat: text}},
or {"error": message} where the template raises. Messages are given as the template sees them (vLLM's conversion done):
`seen`, or `seen_as_parts` and `seen_as_text` by templates that read parts of contents or print arguments that are text.
"""
import json
import pathlib
import sys

from transformers.utils.chat_template_utils import render_jinja_template

folder = pathlib.Path(__file__).parents[2] / "test/model/goldens/chat-templates"
chats = json.loads((folder / "chats.json").read_text())
tokens = {"bos_token": "<|begin_of_text|>", "eos_token": "<|eot_id|>"}
out = {}
for path in sorted(folder.glob("*.jinja")):
    source = path.read_text()
    out[path.stem] = {}
    for name, chat in chats.items():
        form = {"parts": "seen_as_parts", "gemma3": "seen_as_parts", "qwen3": "seen_as_text"}.get(path.stem, "seen")
        messages = chat.get(form, chat["seen"])
        try:
            rendered, _ = render_jinja_template(
                conversations=[messages],
                tools=chat.get("seen_tools"),
                documents=chat.get("documents"),
                chat_template=source,
                add_generation_prompt=chat["add_generation_prompt"],
                continue_final_message=chat.get("continue_final_message", False),
                **tokens,
                **chat.get("kwargs", {}),
            )
            out[path.stem][name] = rendered[0]
        except Exception as error:  # noqa: BLE001 - whatever the template raises is the golden
            out[path.stem][name] = {"error": str(error)}
json.dump(out, sys.stdout if "--print" in sys.argv else (folder / "rendered.json").open("w"), indent=1, ensure_ascii=False)
