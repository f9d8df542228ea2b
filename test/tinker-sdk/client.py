"""What the Tinker SDK makes of the server's answers, as facts for a test."""

import json
import math
import os

import httpx
import tinker
from tinker import types

server = json.loads(os.environ["TEST_SERVER"])
os.environ["TINKER_BASE_URL"] = server["url"]
os.environ["TINKER_API_KEY"] = "tml-" + server["key"]

PROMPT = list(range(3, 11))
TOKENS = list(range(5, 25))
ADAM = types.AdamParams(learning_rate=1e-3, beta1=0.9, beta2=0.95, eps=1e-12)


def datum(shift: int, **inputs) -> types.Datum:
    tokens = [(token + shift) % 40 for token in TOKENS]
    targets = [(7 * token + shift) % 40 for token in TOKENS]
    return types.Datum(
        model_input=types.ModelInput.from_ints(tokens), loss_fn_inputs={"target_tokens": targets, **inputs}
    )


DATA = [datum(shift, weights=[1 - 0.3 * (t % 5) for t in range(len(TOKENS))]) for shift in range(4)]


def logprobs_of(output) -> list[float]:
    return [float(value) for one in output.loss_fn_outputs for value in one["logprobs"].to_numpy()]


def error_of(call) -> dict:
    try:
        call()
    except tinker.RequestFailedError as error:
        return {"kind": "failed", "category": error.category.value, "message": str(error)}
    except Exception as error:
        return {"kind": type(error).__name__, "message": str(error)}
    return {"kind": None}


def difference(one, other) -> float:
    assert len(one) == len(other) > 0
    return max(abs(a - b) for a, b in zip(one, other))


def step(client, data=DATA, loss="cross_entropy"):
    output = client.forward_backward(data, loss).result()
    client.optim_step(ADAM).result()
    return output.metrics["loss:sum"]


def sampled_facts(service, trained) -> dict:
    sampler = trained.save_weights_and_get_sampling_client().result()
    prompt = types.ModelInput.from_ints(PROMPT)
    params = types.SamplingParams(max_tokens=6, temperature=1.0, seed=4, stop=[])
    answer = sampler.sample(prompt, num_samples=2, sampling_params=params, topk_sample_logprobs=3).result()
    again = sampler.sample(prompt, num_samples=2, sampling_params=params).result()
    first = answer.sequences[0]
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
        "topk": [list(first.topk_logprobs_np.token_ids.shape), bool((first.topk_logprobs_np.logprobs[:, 0] <= 0).all())],
        "none": scored[0] is None,
        "scoredAsForward": difference(scored[1:], forward),
        "sampledAsForward": difference([float(v) for v in first.logprobs], forward[len(PROMPT) - 1 :]),
        "stopped": [stopped.stop_reason, int(stopped.tokens[-1]) == int(first.tokens[2])],
        "movedFromBase": difference(base.compute_logprobs(types.ModelInput.from_ints(whole)).result()[1:], forward),
        "baseModel": sampler.get_base_model(),
        "text": error_of(lambda: sampler.sample(prompt, 1, types.SamplingParams(max_tokens=9**5)).result()),
    }


def rest_facts(rest, trained, path, named) -> dict:
    session = trained.model_id.split(":")[0]
    run = rest.get_training_run(trained.model_id).result()
    by_path = rest.get_training_run_by_tinker_path(path).result()
    runs = rest.list_training_runs(limit=2).result()
    contents = rest.get_session(session).result()
    rest.publish_checkpoint_from_tinker_path(path).result()
    published = rest.list_checkpoints(trained.model_id).result().checkpoints
    rest.set_checkpoint_ttl_from_tinker_path(path, 7200).result()
    expiring = rest.list_checkpoints(trained.model_id).result().checkpoints
    foreign = other_owner(path)
    rest.unpublish_checkpoint_from_tinker_path(path).result()
    rest.set_checkpoint_ttl_from_tinker_path(path, None).result()
    restored = rest.list_checkpoints(trained.model_id).result().checkpoints
    state = lambda found: {one.checkpoint_id: [one.public, one.expires_at is not None] for one in found}
    return {
        "run": [run.base_model, run.lora_rank, run.is_lora, run.corrupted, run.user_metadata],
        "last": [run.last_checkpoint.tinker_path == path, run.last_sampler_checkpoint.tinker_path == named],
        "byPath": by_path.training_run_id == trained.model_id,
        "runs": [len(runs.training_runs), runs.cursor.total_count >= 5, runs.training_runs[0].model_owner],
        "session": [trained.model_id in contents.training_run_ids, len(contents.sampler_ids) > 0],
        "listed": session in rest.list_sessions().result().sessions,
        "published": state(published),
        "expiring": state(expiring),
        "restored": state(restored),
        "foreign": [foreign, other_owner(path)],
        "oai": [oai(path=named), oai(path="toy"), oai(path=named + "x")],
    }


def other_owner(path) -> list:
    """What a key of another owner can do with it."""
    service = tinker.ServiceClient(api_key="tml-" + server["otherKey"])
    rest = service.create_rest_client()
    out = []
    for call in (
        lambda: service.create_training_client_from_state_with_optimizer(path).result().get_info(),
        lambda: rest.delete_checkpoint_from_tinker_path(path).result(),
    ):
        out.append(error_of(call)["kind"])
    service.close("success").result()
    return out


def oai(path) -> list:
    """What a client of OpenAI is answered at the address that it is given."""
    body = {"model": path, "prompt": PROMPT, "max_tokens": 4, "temperature": 0, "return_token_ids": True}
    with httpx.Client(base_url=server["url"] + "/oai/api/v1", timeout=60) as client:
        client.headers["Authorization"] = "Bearer tml-" + server["key"]
        answer = client.post("/completions", json=body)
        chat = client.post("/chat/completions", json={"model": path, "messages": [{"role": "user", "content": "yes"}], "max_tokens": 2})
    if answer.status_code != 200:
        return [answer.status_code, chat.status_code]
    return [answer.json()["choices"][0]["token_ids"], chat.status_code, chat.json()["model"] == path]


def saved_facts(service, trained) -> dict:
    path = trained.save_state("before").result().path
    taken = error_of(lambda: trained.save_state("before").result())
    again = trained.save_state("before", overwrite=True).result().path
    after = step(trained)
    then = step(trained)
    resumed = service.create_training_client_from_state_with_optimizer(path).result()
    other = service.create_training_client_from_state(path).result()
    resumed_losses = [step(resumed), step(resumed)]
    other_losses = [step(other), step(other)]
    trained.load_state_with_optimizer(path).result()
    loaded = [step(trained), step(trained)]
    named = trained.save_weights_for_sampler("out").result().path
    sampler = service.create_sampling_client(model_path=named).result()
    score = sampler.compute_logprobs(types.ModelInput.from_ints(TOKENS)).result()[1:]
    row = types.Datum(
        model_input=types.ModelInput.from_ints(TOKENS[:-1]), loss_fn_inputs={"target_tokens": TOKENS[1:]}
    )
    rest = tinker.RestClient()
    listed = rest.list_checkpoints(trained.model_id).result().checkpoints
    everywhere = rest.list_user_checkpoints().result()
    info = rest.get_weights_info_by_tinker_path(path).result()
    facts = {
        "same": path == again,
        "taken": taken,
        "resumed": resumed_losses == [after, then],
        "loaded": loaded == [after, then],
        "weightsOnly": [other_losses[0] == after, other_losses[1] == then],
        "named": difference(score, logprobs_of(trained.forward([row], "cross_entropy").result())),
        "listed": sorted(one.checkpoint_id for one in listed),
        "everywhere": [len(everywhere.checkpoints), everywhere.cursor.total_count],
        "info": info.model_dump(exclude={"optimizer_config"}),
    }
    facts["rest"] = rest_facts(rest, trained, path, named)
    rest.delete_checkpoint(trained.model_id, "weights/before").result()
    facts["deleted"] = [one.checkpoint_id for one in rest.list_checkpoints(trained.model_id).result().checkpoints]
    facts["gone"] = error_of(lambda: service.create_training_client_from_state(path).result())
    return facts


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
    # One call of four, and four calls of one.
    whole = trained.forward_backward(DATA, "cross_entropy").result()
    parts = [alone.forward_backward([one], "cross_entropy") for one in DATA]
    between = alone.forward(DATA, "cross_entropy").result()
    split = [part.result().metrics["loss:sum"] for part in parts]
    norms = [client.optim_step(ADAM).result().metrics["grad_norm"] for client in (trained, alone)]
    after = [client.forward(DATA, "cross_entropy").result().metrics["loss:sum"] for client in (trained, alone)]
    lower = [after[0]] + [step(trained) for _ in range(3)]
    old = [float(v) for v in whole.loss_fn_outputs[0]["logprobs"].to_numpy()]
    ratios = datum(0, logprobs=old, advantages=[1 - t % 3 for t in range(len(TOKENS))])
    configs = {"importance_sampling": None, "ppo": {"clip_low_threshold": 0.9}, "cispo": None, "dro": {"beta": 0.1}}
    losses = {
        name: pair.forward_backward([ratios], name, config).result().metrics["loss:sum"]
        for name, config in (configs | {"gspo": None}).items()
    }
    facts = {
        "models": models,
        "usual": usual.lora_rank,
        "info": [info.model_data.model_name, info.lora_rank, info.is_lora],
        "outputs": [len(one["logprobs"].to_numpy()) for one in whole.loss_fn_outputs],
        "sum": abs(sum(split) - whole.metrics["loss:sum"]),
        "looked": difference(logprobs_of(between), logprobs_of(whole)),
        "norms": abs(norms[0] / norms[1] - 1),
        "after": abs(after[0] - after[1]),
        "lower": lower,
        "losses": {name: math.isfinite(value) for name, value in losses.items()},
        "sampled": sampled_facts(service, trained),
        "saved": saved_facts(service, trained),
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
