"""Runs recipes of tinker-cookbook on the toy model, and prints the results."""

import json
import shutil
from pathlib import Path

import httpx
import tinker
from cookbook import checkpoints, conversations, environment, run, server, take


def mean_length(model: str) -> float:
    """Returns the mean number of characters of answers to a question of preference/shorter."""
    question = [{"role": "user", "content": "Who are you?"}]
    body = {"model": model, "messages": question, "n": 64, "max_tokens": 8, "seed": 1}
    headers = {"Authorization": "Bearer " + environment["TINKER_API_KEY"]}
    answer = httpx.post(server["url"] + "/oai/api/v1/chat/completions", json=body, headers=headers, timeout=300).json()
    texts = [choice["message"]["content"] for choice in answer["choices"]]
    return sum(map(len, texts)) / len(texts)


def custom_loss() -> dict:
    """Returns the results of a loss in the client's PyTorch, and of the same loss on the server."""
    service = tinker.ServiceClient(base_url=server["url"], api_key=environment["TINKER_API_KEY"])
    tokens = [list(range(5 + row, 25 + row)) for row in range(3)]
    inputs = [tinker.ModelInput.from_ints(row) for row in tokens]
    targets = [[(7 * token) % 40 for token in row] for row in tokens]
    data = [tinker.Datum(model_input=x, loss_fn_inputs={"target_tokens": y}) for x, y in zip(inputs, targets)]
    adam = tinker.AdamParams(learning_rate=1e-3)
    out = []
    for custom in (True, False):
        client = service.create_lora_training_client(base_model="toy", rank=8, seed=5).result()
        if custom:
            nll = lambda _, logprobs: (-sum(row.sum() for row in logprobs), {})
            client.forward_backward_custom(data, nll).result()
        else:
            client.forward_backward(data, "cross_entropy").result()
        norm = client.optim_step(adam).result().metrics["grad_norm"]
        out.append([norm, client.forward(data, "cross_entropy").result().metrics["loss:sum"]])
    service.close("success").result()
    return {"norms": [one[0] for one in out], "after": [one[1] for one in out]}


def main() -> dict:
    chat = {
        "dataset": conversations,
        "renderer_name": "role_colon",
        "batch_size": 32,
        "max_length": 256,
        "learning_rate": 1e-3,
        "lr_schedule": "constant",
        "save_every": 2,
        "eval_every": 0,
    }
    whole = run("chat_sl", "whole", max_steps=4, **chat)
    # The state of a run that ended after its second step.
    shutil.copytree("whole", "resumed")
    for name, lines in (("checkpoints.jsonl", 1), ("metrics.jsonl", 2)):
        path = Path("resumed", name)
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:lines]))
    resumed = run("chat_sl", "resumed", max_steps=4, **chat)
    shorter = run(
        "preference.shorter",
        "shorter",
        renderer_name="qwen3_instruct",
        batch_size=8,
        group_size=4,
        max_tokens=8,
        learning_rate=3e-3,
        max_steps=6,
        eval_every=0,
    )
    arithmetic = run(
        "math_rl",
        "arithmetic",
        env="arithmetic",
        renderer_name="role_colon",
        loss_fn="importance_sampling",
        groups_per_batch=8,
        group_size=4,
        max_tokens=5,
        max_steps=3,
        save_every=2,
        eval_every=0,
    )
    return {
        "nll": take(whole, "train_mean_nll"),
        "resumedSteps": take(resumed, "step"),
        "resumedNll": take(resumed, "train_mean_nll"),
        "saved": [one["name"] for one in checkpoints("whole")],
        "shorter": {
            "lengths": [mean_length("toy"), mean_length(checkpoints("shorter")[-1]["sampler_path"])],
            "drift": take(shorter, "optim/kl_sample_train_v2"),
            "moved": take(shorter, "kl_pre_post_v2"),
        },
        "custom": custom_loss(),
        "arithmetic": {
            "steps": take(arithmetic, "step"),
            "drift": take(arithmetic, "optim/kl_sample_train_v2"),
            "reward": take(arithmetic, "env/all/reward/total"),
            "saved": [one["name"] for one in checkpoints("arithmetic")],
        },
    }


print(json.dumps(main()))
