"""Writes test/inference/goldens/python-calls.json: calls as Python source, and the arguments that Python reads from
them.

Needs only Python. Values are drawn from a seed, written with repr() and read back with ast.literal_eval().
"""
import ast
import json
import pathlib
import random

random.seed(7)
CHARACTERS = "ab 0'\"\\\n\t\r/{}[](),=:<é日🎉"


def text():
    return "".join(random.choices(CHARACTERS, k=random.randrange(7)))


def value(depth):
    kind = random.randrange(7 if depth < 3 else 5)
    if kind == 0:
        return random.choice([None, True, False])
    if kind == 1:
        return random.randrange(-(10**6), 10**6)
    if kind == 2:
        return random.choice([0.5, -1.25, 3e-7, 2e20, 100.0])
    if kind in (3, 4):
        return text()
    if kind == 5:
        return [value(depth + 1) for _ in range(random.randrange(4))]
    return {random.choice(["a", "b c", "é\n", ""]): value(depth + 1) for _ in range(random.randrange(4))}


def call(name, arguments):
    return f"{name}({', '.join(f'{key}={item!r}' for key, item in arguments.items())})"


rows = []
for _ in range(120):
    calls = [(f"f{i}", {key: value(0) for key in random.sample(["a", "b_2", "c"], random.randrange(4))})
             for i in range(random.randrange(1, 4))]
    source = f"[{', '.join(call(name, arguments) for name, arguments in calls)}]"
    read = [[node.func.id, {item.arg: ast.literal_eval(item.value) for item in node.keywords}]
            for node in ast.parse(source, mode="eval").body.elts]
    rows.append([source, read])
path = pathlib.Path(__file__).parents[2] / "test/inference/goldens/python-calls.json"
path.write_text("[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n")
