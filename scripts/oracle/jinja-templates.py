"""Renders test/model/goldens/jinja/templates.json by Jinja2 itself, set up as transformers does for chat templates.

Needs only `pip install jinja2` (made with 3.1.6). Writes rendered.json beside it: {template: text}, null where
Jinja2 refuses the template.
"""
import json
import pathlib

from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    """Transformers' block around an assistant's message; it renders its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


def rendered(environment, source, variables):
    try:
        return environment.from_string(source).render(**variables)
    except Exception:  # noqa: BLE001 - the golden records the refusal, whatever the error
        return None


folder = pathlib.Path(__file__).parents[2] / "test/model/goldens/jinja"
table = json.loads((folder / "templates.json").read_text())
environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[Generation, loopcontrols])
environment.filters["tojson"] = tojson
out = {
    source: rendered(environment, source, table["variables"])
    for sources in table["templates"].values()
    for source in sources
}
(folder / "rendered.json").write_text(json.dumps(out, indent=1, ensure_ascii=False) + "\n")
