"""Renders test/model/goldens/chat-templates/*.jinja over chats.json by transformers' own template code.

Needs only `pip install transformers jinja2`. Writes rendered.json next to the templates: {template: {chat: text}}, or
{"error": message} if the template raises. Messages have the form that the template gets after vLLM's conversion:
`seen`, or `seen_as_parts` and `seen_as_text` for templates that read content parts or print arguments as text. The
template of gpt-oss reads reasoning under another name, and developer messages as they are. The date is fixed.
"""
import datetime
import json
import pathlib
import sys

import jinja2
from transformers.utils import chat_template_utils
from transformers.utils.chat_template_utils import render_jinja_template

folder = pathlib.Path(__file__).parents[2] / "test/model/goldens/chat-templates"
chats = json.loads((folder / "chats.json").read_text())
tokens = {"bos_token": "<|begin_of_text|>", "eos_token": "<|eot_id|>"}
PARTS = ("parts", "mistral-small-3.2", "gemma3")


class FixedDay(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2026, 3, 14, 15, 9, 26)


chat_template_utils.datetime = FixedDay


def with_thinking(message):
    refused = message.get("tool_calls") and message["content"]
    return message if "reasoning" not in message or refused else {**message, "thinking": message["reasoning"]}


out = {}
for path in sorted(folder.glob("*.jinja")):
    source = path.read_text()
    out[path.stem] = {}
    for name, chat in chats.items():
        form = "seen_as_parts" if path.stem in PARTS else "seen_as_text" if path.stem == "qwen3" else "seen"
        messages = chat.get(form, chat["seen"])
        if path.stem == "gpt-oss":
            messages = chat["request"] if name == "developer" else [with_thinking(message) for message in messages]
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
        except jinja2.TemplateError as error:
            out[path.stem][name] = {"error": str(error)}
        except TypeError:  # Python cannot add values of these types; no template relies on it.
            pass
json.dump(out, sys.stdout if "--print" in sys.argv else (folder / "rendered.json").open("w"), indent=1, ensure_ascii=False)
