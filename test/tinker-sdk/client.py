"""What the Tinker SDK makes of the server's answers, as facts for a test."""

import datetime
import json
import math
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import httpx
import safetensors.numpy
import tinker
from tinker import types
from tinker.lib.client_connection_pool_type import ClientConnectionPoolType

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


DATA = [datum(shift, weights=[1 - 0.3 * (t % 5) for t in range(len(TOKENS))]) for shift in range(8)]


# Answers to one prompt, as RL has them: what comes before them has no advantage.
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


def tempered_facts(sampler, trained) -> dict:
    """How far the log-probabilities of a sample are from those of the model, computed here in float64."""
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
        "tempered": tempered_facts(sampler, trained),
        "stopped": [stopped.stop_reason, int(stopped.tokens[-1]) == int(first.tokens[2])],
        "movedFromBase": difference(base.compute_logprobs(types.ModelInput.from_ints(whole)).result()[1:], forward),
        "prompt": prompt_facts(sampler),
        "baseModel": sampler.get_base_model(),
        "text": error_of(lambda: sampler.sample(prompt, 1, types.SamplingParams(max_tokens=9**5)).result()),
    }


def prompt_facts(sampler) -> dict:
    """What a sample tells of its prompt, beside `compute_logprobs`."""
    prompt = types.ModelInput.from_ints(TOKENS)
    scored = sampler.compute_logprobs(prompt).result()
    params = types.SamplingParams(max_tokens=2, temperature=0.5, seed=4, stop=[])
    ask = lambda **wishes: sampler.sample(prompt, 2, params, include_prompt_logprobs=True, **wishes).result()
    whole = ask(topk_prompt_logprobs=3)
    last = ask(topk_prompt_logprobs=server["most"], prompt_logprobs_last_n=4)
    last_scored = sampler.compute_logprobs(prompt, prompt_logprobs_last_n=4).result()
    total = lambda row: sum(math.exp(value) for _, value in row)
    # A prompt's own token is among the alternatives where it is as likely as the least of them.
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
        "lastDifference": max(difference(last.prompt_logprobs[-4:], scored[-4:]), difference(last_scored[-4:], scored[-4:])),
        "listed": [len(listed), difference(listed, scored[-4:])],
        "none": [none.prompt_logprobs, none.topk_prompt_logprobs],
    }


def expected_loss(name: str, config: dict, l: list[float], q: list[float], A: list[float]) -> float:
    """The loss as Thinking Machines writes it, in float64, of log-probabilities that the server told."""
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
    """How far each loss is from that of the plain formula; the sampler's policy was another by up to 0.4 a token."""
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


def key_facts() -> dict:
    """What a client with a key that is not this server's, or no key of Tinker's form, is told."""
    began = time.monotonic()
    ask = lambda key: tinker.ServiceClient(api_key=key).create_sampling_client(base_model="toy").result()
    wrong = error_of(lambda: ask("tml-wrong"))
    formless = error_of(lambda: ask(server["key"]))
    return {"wrong": wrong, "formless": formless, "seconds": time.monotonic() - began}


def cancelled_facts() -> dict:
    """Abandons a sample of a server that would never end it."""
    service = tinker.ServiceClient(base_url=server["stalled"]["url"], api_key="tml-" + server["stalled"]["key"])
    sampler = service.create_sampling_client(base_model="toy").result()
    sent = []
    send = service.holder._send_cancel_request

    async def watched(request_id):
        await send(request_id)
        sent.append(request_id)

    service.holder._send_cancel_request = watched
    future = sampler.sample(types.ModelInput.from_ints(PROMPT), 1, types.SamplingParams(max_tokens=8, stop=[]))
    asking = pathlib.Path(server["stalled"]["script"] + ".chats")
    wait_for(asking.exists)
    waited = error_of(lambda: future.result(timeout=0.5))
    future.future().cancel()
    wait_for(lambda: sent)
    body = {"request_id": sent[0]}
    with httpx.Client(base_url=server["stalled"]["url"], timeout=60) as client:
        client.headers["X-API-Key"] = "tml-" + server["stalled"]["key"]
        answer = client.post("/api/v1/retrieve_future", json=body)
    service.close("success").result()
    return {"waited": waited["kind"], "sent": len(sent), "result": answer.json()}


def wait_for(condition) -> None:
    until = time.monotonic() + 600
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


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


def file_of(url: str) -> list:
    """What somebody without a key is sent, as the package's own command asks."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return [answer.status, int(answer.headers["Content-Length"]), answer.read()]
    except urllib.error.HTTPError as error:
        return [error.code, 0, error.read()]


def external_facts(service, trained) -> dict:
    """Saves weights to download, and downloads them."""
    rest = tinker.RestClient()
    path = trained.save_weights_external("shipped", ttl_seconds=3600).result().path
    asked = datetime.datetime.now(datetime.timezone.utc)
    told = rest.get_external_weights_urls(path).result()
    config, weights = (file_of(told.urls[name]) for name in ("adapter_config.json", "adapter_model.safetensors"))
    tensors = safetensors.numpy.load(weights[2])
    other = tinker.ServiceClient(api_key="tml-" + server["otherKey"])
    foreign = lambda: error_of(lambda: other.create_rest_client().get_external_weights_urls(path).result())["kind"]
    hidden = foreign()
    rest.publish_checkpoint_from_tinker_path(path).result()
    shown = foreign()
    url = told.urls["adapter_config.json"]
    [listed] = [one for one in rest.list_checkpoints(trained.model_id).result().checkpoints if one.tinker_path == path]
    command = [sys.executable, "-m", "tinker.cli", "-f", "json", "checkpoint", "download", "-o", "out"]
    saved = trained.save_state("to-ship").result().path
    subprocess.run([*command, saved], check=True, capture_output=True)
    folder = pathlib.Path("out", saved.removeprefix("tinker://").replace("/", "_"))
    contents = dict(zip(sorted(told.urls), (config[2], weights[2])))
    sampler = service.create_sampling_client(model_path=path).result()
    live = trained.save_weights_and_get_sampling_client().result()
    scores = [one.compute_logprobs(types.ModelInput.from_ints(TOKENS)).result()[1:] for one in (sampler, live)]
    rest.delete_checkpoint_from_tinker_path(path).result()
    rest.delete_checkpoint_from_tinker_path(saved).result()
    other.close("success").result()
    return {
        "path": path.removeprefix(f"tinker://{trained.model_id}/"),
        "files": sorted(told.urls),
        "minutes": (told.expires - asked).total_seconds() / 60,
        "whole": [status == 200 and length == len(body) for status, length, body in (config, weights)],
        "config": {name: json.loads(config[2])[name] for name in ("peft_type", "r", "lora_alpha")},
        "tensors": [len(tensors), sorted({name.split(".")[-3] for name in tensors})],
        "listed": [listed.checkpoint_type, listed.checkpoint_id, listed.expires_at is not None],
        "sameScores": scores[0] == scores[1],
        "command": {one.name: one.read_bytes() == contents[one.name] for one in folder.iterdir()},
        "foreign": [hidden is not None, shown],
        "forged": file_of(url[:-2])[0],
        "deleted": file_of(url)[0],
        "encrypted": error_of(lambda: trained.save_weights_external("x", age_encryption_recipients=["age1q"]).result()),
    }


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


def public_methods() -> list:
    """Names of the methods of the package's clients, but for the deprecated ones that end in `_async`."""
    clients = (tinker.ServiceClient, tinker.TrainingClient, tinker.SamplingClient, tinker.RestClient, tinker.AdminClient)
    return [
        f"{client.__name__}.{name}"
        for client in clients
        for name, value in vars(client).items()
        if not name.startswith("_") and not name.endswith("_async") and not isinstance(value, property)
    ]


def heartbeat(trained) -> str | None:
    """What the client's own heartbeat raises."""

    async def beat():
        with trained.holder.aclient(ClientConnectionPoolType.SESSION) as client:
            await client.service.session_heartbeat(session_id=trained.model_id.split(":")[0], max_retries=0, timeout=60)

    return error_of(lambda: trained.holder.run_coroutine_threadsafe(beat()).result())["kind"]


def refused_methods(trained, rest) -> dict:
    """What comes of the methods that the table says are not there."""
    session = trained.model_id.split(":")[0]
    admin = tinker.AdminClient()
    path = f"tinker://{trained.model_id}/weights/none"
    calls = {
        "RestClient.copy_weights": lambda: rest.copy_weights(path, "project"),
        "RestClient.assign_session_project": lambda: rest.assign_session_project(session, "p"),
        "RestClient.export_session_trace": lambda: rest.export_session_trace(session),
        "RestClient.search_sessions": lambda: rest.search_sessions(types.SessionSearchRequest()),
        "RestClient.whoami": lambda: rest.whoami(),
        "AdminClient.get_audit_log": lambda: admin.get_audit_log(),
        "AdminClient.get_billing_usage": lambda: admin.get_billing_usage("2026-11-01", "2026-11-02"),
        "AdminClient.get_current_checkpoint_storage_usage": lambda: admin.get_current_checkpoint_storage_usage(),
    }
    return {name: error_of(lambda: call().result())["kind"] for name, call in calls.items()}


def group_facts(make) -> dict:
    """How far a call of a group is from a call of each of its answers."""
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
    # One call of eight, and eight calls of one.
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
