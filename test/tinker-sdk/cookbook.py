"""Runs recipes of tinker-cookbook as its users do, in the working folder, which gets a link to the model's folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import tinker_cookbook

# `url` and `key` of the server, and of the model `name` and the `folder` with its tokenizer.
server = json.loads(os.environ["TEST_SERVER"])
# A local folder with the model's name takes precedence over the hub.
Path(server["name"]).parent.mkdir(parents=True, exist_ok=True)
os.symlink(server["folder"], server["name"])
conversations = Path(tinker_cookbook.__file__).parent / "example_data" / "conversations.jsonl"
environment = os.environ | {
    "TINKER_BASE_URL": server["url"],
    "TINKER_API_KEY": "tml-" + server["key"],
    "HF_HUB_OFFLINE": "1",
}


def run(recipe: str, log: str, **settings) -> list[dict]:
    """Runs a recipe and returns the metrics of each step."""
    settings |= {"model_name": server["name"], "log_path": log, "behavior_if_log_dir_exists": "resume"}
    words = [f"{name}={value}" for name, value in settings.items()]
    command = [sys.executable, "-m", f"tinker_cookbook.recipes.{recipe}.train", *words]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True)
    if ended.returncode != 0:
        raise RuntimeError(f"{recipe}: {ended.stdout[-2000:]}\n{ended.stderr[-4000:]}")
    return [json.loads(line) for line in Path(log, "metrics.jsonl").read_text().splitlines()]


def take(metrics: list[dict], name: str) -> list:
    return [step.get(name) for step in metrics]


def checkpoints(log: str) -> list[dict]:
    return [json.loads(line) for line in Path(log, "checkpoints.jsonl").read_text().splitlines()]
