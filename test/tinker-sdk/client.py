"""Prints what the Tinker SDK parses from the server's answers, for a test to check; here the computed values."""

import json
import math

import tinker
from service import (
    cancelled_facts,
    external_facts,
    heartbeat,
    key_facts,
    public_methods,
    refused_methods,
    saved_facts,
)
from shared import ADAM, DATA, PROMPT, TOKENS, datum, difference, error_of, logprobs_of, server, step
from tinker import types

# Answers to one prompt, as in RL: the prompt tokens have no advantage.
GROUP = [
    types.Datum(
        model_input=types.ModelInput.from_ints(TOKENS + tail),
        loss_fn_inputs={
            "target_tokens": TOKENS[1:] + tail + [9],
            "logprobs": [0.0] * 19 + [-2.0] * 4,
            "advantages": [0.0] * 19 + [advantage] * 4,
        },
    )
    for tail, advantage in (([3, 4, 5], 0.5), ([3, 4, 7], -1.0), ([30, 1, 2], 0.0), ([6, 4, 5], 2.0))
]


def tempered_facts(sampler, trained) -> dict:
    """Returns the difference of a sample's log-probabilities from the model's, computed here in float64."""
    vocabulary = server["vocabulary"]
    last = [0.0] * (len(PROMPT) - 1) + [1.0]
    rows = [
        types.Datum(
            model_input=types.ModelInput.from_ints(PROMPT),
            loss_fn_inputs={"target_tokens": PROMPT[1:] + [token], "weights": last},
        )
        for token in range(vocabulary)
    ]
    outputs = trained.forward(rows, "cross_entropy").result().loss_fn_outputs
    raw = [float(one["logprobs"].to_numpy()[-1]) for one in outputs]
    out = {}
    for temperature in (0.5, 1.0, 2.0, 0.0):
        t = temperature or 1.0
        total = math.log(sum(math.exp(value / t) for value in raw))
        expected = [value / t - total for value in raw]
        params = types.SamplingParams(max_tokens=2, temperature=temperature, seed=7, top_k=30, stop=[])
        prompt = types.ModelInput.from_ints(PROMPT)
        [one] = sampler.sample(prompt, 1, params, topk_sample_logprobs=3).result().sequences
        listed = zip(one.topk_logprobs_np.token_ids[0], one.topk_logprobs_np.logprobs[0])
        told = [(one.tokens[0], one.logprobs[0]), *listed]
        out[str(temperature)] = max(abs(expected[int(token)] - float(value)) for token, value in told)
    return out


def sampled_facts(service, trained) -> dict:
    sampler = trained.save_weights_and_get_sampling_client().result()
    prompt = types.ModelInput.from_ints(PROMPT)
    params = types.SamplingParams(max_tokens=6, temperature=1.0, seed=4, stop=[])
    answer = sampler.sample(prompt, num_samples=2, sampling_params=params, topk_sample_logprobs=3).result()
    again = sampler.sample(prompt, num_samples=2, sampling_params=params).result()
    first = answer.sequences[0]
    topk = first.topk_logprobs_np
    whole = PROMPT + list(first.tokens)
    scored = sampler.compute_logprobs(types.ModelInput.from_ints(whole)).result()
    targets = {"target_tokens": whole[1:], "weights": [1.0] * (len(whole) - 1)}
    row = types.Datum(model_input=types.ModelInput.from_ints(whole[:-1]), loss_fn_inputs=targets)
    forward = logprobs_of(trained.forward([row], "cross_entropy").result())
    end = types.SamplingParams(max_tokens=30, temperature=1.0, seed=4, stop=[int(first.tokens[2])])
    stopped = sampler.sample(prompt, num_samples=1, sampling_params=end).result().sequences[0]
    base = service.create_sampling_client(base_model="toy").result()
    return {
        "lengths": [len(one.tokens) for one in answer.sequences],
        "reasons": [one.stop_reason for one in answer.sequences],
        "ids": len({one.sequence_id for one in answer.sequences}),
        "again": [list(one.tokens) for one in again.sequences] == [list(one.tokens) for one in answer.sequences],
        "topk": [list(topk.token_ids.shape), bool((topk.logprobs[:, 0] <= 0).all())],
        "none": scored[0] is None,
        "scoredAsForward": difference(scored[1:], forward),
        "sampledAsForward": difference([float(v) for v in first.logprobs], forward[len(PROMPT) - 1 :]),
        "tempered": tempered_facts(sampler, trained),
        "stopped": [stopped.stop_reason, int(stopped.tokens[-1]) == int(first.tokens[2])],
        "movedFromBase": difference(base.compute_logprobs(types.ModelInput.from_ints(whole)).result()[1:], forward),
        "prompt": prompt_facts(sampler),
        "baseModel": sampler.get_base_model(),
        "text": error_of(lambda: sampler.sample(prompt, 1, types.SamplingParams(max_tokens=9**5)).result()),
    }


def prompt_facts(sampler) -> dict:
    """Compares the prompt log-probabilities of a sample with `compute_logprobs`."""
    prompt = types.ModelInput.from_ints(TOKENS)
    scored = sampler.compute_logprobs(prompt).result()
    params = types.SamplingParams(max_tokens=2, temperature=0.5, seed=4, stop=[])
    ask = lambda **wishes: sampler.sample(prompt, 2, params, include_prompt_logprobs=True, **wishes).result()
    whole = ask(topk_prompt_logprobs=3)
    last = ask(topk_prompt_logprobs=server["most"], prompt_logprobs_last_n=4)
    last_scored = sampler.compute_logprobs(prompt, prompt_logprobs_last_n=4).result()
    total = lambda row: sum(math.exp(value) for _, value in row)
    # A prompt token is among the alternatives if it is at least as likely as the last of them.
    listed = [
        dict(row).get(token, scored[t])
        for t, (token, row) in enumerate(zip(TOKENS, last.topk_prompt_logprobs))
        if row is not None
    ]
    none = sampler.sample(prompt, 1, params).result()
    return {
        "whole": [whole.prompt_logprobs[0], difference(whole.prompt_logprobs[1:], scored[1:])],
        "topk": [None if row is None else len(row) for row in whole.topk_prompt_logprobs],
        "sorted": all(row == sorted(row, key=lambda one: -one[1]) for row in whole.topk_prompt_logprobs[1:]),
        "likelier": all(row[0][1] >= value - 1e-4 for row, value in zip(whole.topk_prompt_logprobs[1:], scored[1:])),
        "total": max(total(row) for row in last.topk_prompt_logprobs[-4:]),
        "last": [value is None for value in last.prompt_logprobs],
        "lastTopk": [row is None for row in last.topk_prompt_logprobs],
        "lastScored": [value is None for value in last_scored],
        "lastDifference": max(difference(one[-4:], scored[-4:]) for one in (last.prompt_logprobs, last_scored)),
        "listed": [len(listed), difference(listed, scored[-4:])],
        "none": [none.prompt_logprobs, none.topk_prompt_logprobs],
    }


def expected_loss(name: str, config: dict, l: list[float], q: list[float], A: list[float]) -> float:
    """Computes the loss by Thinking Machines' formulas in float64, from log-probabilities of the server."""
    low, high = config.get("clip_low_threshold"), config.get("clip_high_threshold")
    clip = lambda r: min(max(r, low), high)
    d = [a - b for a, b in zip(l, q)]
    if name == "dro":
        return -sum(a * x - config["beta"] / 2 * y * y for a, x, y in zip(A, l, d))
    r = [math.exp(sum(d) / len(d))] * len(d) if name == "gspo" else [math.exp(y) for y in d]
    if name == "importance_sampling":
        return -sum(y * a for y, a in zip(r, A))
    if name == "cispo":
        return -sum(clip(y) * x * a for y, x, a in zip(r, l, A))
    return -sum(min(y * a, clip(y) * a) for y, a in zip(r, A))


def loss_facts(client) -> dict:
    """Returns each loss of the server and of the formula. The sampler's log-probabilities differ by up to 0.5 a token."""
    l = logprobs_of(client.forward([datum(0)], "cross_entropy").result())
    A = [1.0 - t % 3 + 0.1 * t for t in range(len(l))]
    q = [value + 0.4 * math.sin(t + 0.5) - 0.1 for t, value in enumerate(l)]
    usual = {"clip_low_threshold": 0.8, "clip_high_threshold": 1.2}
    open_ = {"clip_low_threshold": 0.0, "clip_high_threshold": 4.0}
    asked = {
        "importance_sampling": ("importance_sampling", {}, {}),
        "ppo": ("ppo", {}, usual),
        "ppo, clipped": ("ppo", {"clip_low_threshold": 0.9, "clip_high_threshold": 1.05}, {}),
        "cispo": ("cispo", {}, open_),
        "cispo, clipped": ("cispo", {"clip_high_threshold": 1.1}, open_),
        "dro": ("dro", {"beta": 0.1}, {}),
        "gspo": ("gspo", {}, usual),
        "gspo, clipped": ("gspo", {"clip_high_threshold": 1.05}, usual),
    }
    out = {}
    for name, (fn, config, defaults) in asked.items():
        told = client.forward([datum(0, logprobs=q, advantages=A)], fn, config).result().metrics["loss:sum"]
        out[name] = [told, expected_loss(fn, defaults | config, l, q, A)]
    return out


def group_facts(make) -> dict:
    """Compares a call with a group of answers with separate calls for each answer."""
    together, apart = make(6), make(6)
    outputs = []
    for name in ("importance_sampling", "dro", "gspo"):
        config = {"beta": 0.1} if name == "dro" else None
        one = together.forward_backward(GROUP, name, config).result()
        each = [apart.forward_backward([row], name, config).result() for row in GROUP]
        forward = together.forward(GROUP, name, config).result()
        told = [value for part in each for value in logprobs_of(part)]
        outputs.append(difference(logprobs_of(one), told) + difference(logprobs_of(forward), told))
        outputs.append(abs(one.metrics["loss:sum"] - sum(part.metrics["loss:sum"] for part in each)))
    norms = [client.optim_step(ADAM).result().metrics["grad_norm"] for client in (together, apart)]
    return {"outputs": max(outputs), "norm": abs(norms[0] / norms[1] - 1), "some": norms[0]}


def main() -> dict:
    service = tinker.ServiceClient()
    rest = tinker.RestClient()
    models = [one.model_name for one in rest.get_server_capabilities().result().supported_models]
    labels = {"experiment": "first"}
    make = lambda seed: service.create_lora_training_client(
        base_model="toy", rank=8, seed=seed, user_metadata=labels
    ).result()
    trained, alone, pair = make(1), make(1), make(2)
    usual = service.create_lora_training_client(base_model="toy").result().get_info()
    info = trained.get_info()
    # One call with eight rows, and eight calls with one row.
    whole = trained.forward_backward(DATA, "cross_entropy").result()
    parts = [alone.forward_backward([one], "cross_entropy") for one in DATA]
    between = alone.forward(DATA, "cross_entropy").result()
    split = [part.result().metrics["loss:sum"] for part in parts]
    norms = [client.optim_step(ADAM).result().metrics["grad_norm"] for client in (trained, alone)]
    after = [client.forward(DATA, "cross_entropy").result().metrics["loss:sum"] for client in (trained, alone)]
    lower = [after[0]] + [step(trained) for _ in range(3)]
    ratios = datum(0, logprobs=[-3.0] * len(TOKENS), advantages=[1.0] * len(TOKENS))
    losses = loss_facts(pair)
    facts = {
        "models": models,
        "usual": usual.lora_rank,
        "group": group_facts(make),
        "heartbeat": heartbeat(trained),
        "methods": public_methods(),
        "refused": refused_methods(trained, rest),
        "info": [info.model_data.model_name, info.lora_rank, info.is_lora],
        "outputs": [len(one["logprobs"].to_numpy()) for one in whole.loss_fn_outputs],
        "sum": abs(sum(split) - whole.metrics["loss:sum"]),
        "looked": difference(logprobs_of(between), logprobs_of(whole)),
        "norms": abs(norms[0] / norms[1] - 1),
        "after": abs(after[0] - after[1]),
        "lower": lower,
        "losses": losses,
        "keys": key_facts(),
        "cancelled": cancelled_facts(),
        "sampled": sampled_facts(service, trained),
        "saved": saved_facts(service, trained),
        "external": external_facts(service, trained),
        "errors": {
            "length": error_of(
                lambda: pair.forward_backward([datum(0, weights=[1.0])], "cross_entropy").result()
            ),
            "input": error_of(lambda: pair.forward_backward([ratios], "cross_entropy").result()),
            "loss": error_of(lambda: pair.forward_backward([ratios], "stable_reinforce").result()),
            "rank": error_of(lambda: service.create_lora_training_client(base_model="toy", rank=33).result()),
            "model": error_of(lambda: service.create_lora_training_client(base_model="other", rank=8).result()),
        },
    }
    service.close("success").result()
    return facts


print(json.dumps(main()))
