"""Runs recipes of tinker-cookbook on SmolLM2-135M-Instruct long enough to see it learn."""

import json
import sys

from cookbook import conversations, run, take

# Settings on the recipe's command line. All others have the recipe's defaults.
SETTINGS = {
    "math_rl": {
        "env": "arithmetic",
        "renderer_name": "role_colon",
        "loss_fn": "importance_sampling",
        "groups_per_batch": 8,
        "group_size": 8,
        "max_tokens": 4,
        "learning_rate": 5e-4,
        "max_steps": 20,
        "eval_every": 0,
        "save_every": 0,
    },
    "chat_sl": {
        "dataset": conversations,
        "renderer_name": "qwen3_instruct",
        "batch_size": 32,
        "num_epochs": 2,
        "max_length": 128,
        "learning_rate": 5e-4,
        "lr_schedule": "constant",
        "eval_every": 0,
        "save_every": 0,
    },
    "preference.shorter": {
        "renderer_name": "qwen3_instruct",
        "batch_size": 4,
        "group_size": 4,
        "max_tokens": 24,
        "learning_rate": 1e-3,
        "max_steps": 8,
        "eval_every": 0,
    },
}


def arithmetic() -> dict:
    steps = run("math_rl", "math_rl", **SETTINGS["math_rl"])
    names = {"reward": "reward/total", "correct": "correct", "format": "format"}
    facts = {key: take(steps, f"env/all/{name}") for key, name in names.items()}
    return facts | {"drift": take(steps, "optim/kl_sample_train_v2"), "seconds": take(steps, "time/total")}


def chat() -> dict:
    steps = run("chat_sl", "chat_sl", **SETTINGS["chat_sl"])
    return {"nll": take(steps, "train_mean_nll"), "seconds": take(steps, "time/step")}


def shorter() -> dict:
    steps = run("preference.shorter", "shorter", **SETTINGS["preference.shorter"])
    return {
        "tokens": take(steps, "env/all/ac_tokens_per_turn"),
        "drift": take(steps, "optim/kl_sample_train_v2"),
        "seconds": take(steps, "time/total"),
    }


RECIPES = {"math_rl": arithmetic, "chat_sl": chat, "preference.shorter": shorter}
# Runs the recipes named on the command line, or all.
print(json.dumps({name: RECIPES[name]() for name in sys.argv[1:] or RECIPES}))
