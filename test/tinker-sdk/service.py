"""Tests the service functions of the Tinker SDK: keys, saved weights, lists, and unsupported methods."""

import datetime
import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import httpx
import safetensors.numpy
import tinker
from shared import PROMPT, TOKENS, difference, error_of, logprobs_of, server, step
from tinker import types
from tinker.lib.client_connection_pool_type import ClientConnectionPoolType


def key_facts() -> dict:
    """Returns the errors for an unknown key and for a malformed key."""
    began = time.monotonic()
    ask = lambda key: tinker.ServiceClient(api_key=key).create_sampling_client(base_model="toy").result()
    wrong = error_of(lambda: ask("tml-wrong"))
    formless = error_of(lambda: ask(server["key"]))
    return {"wrong": wrong, "formless": formless, "seconds": time.monotonic() - began}


def cancelled_facts() -> dict:
    """Cancels a sample that the server would never finish."""
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
    """Tries to load and to delete a checkpoint with the key of another owner."""
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
    """Returns the answers of the OpenAI endpoint for a model path."""
    body = {"model": path, "prompt": PROMPT, "max_tokens": 4, "temperature": 0, "return_token_ids": True}
    with httpx.Client(base_url=server["url"] + "/oai/api/v1", timeout=60) as client:
        client.headers["Authorization"] = "Bearer tml-" + server["key"]
        answer = client.post("/completions", json=body)
        question = {"model": path, "messages": [{"role": "user", "content": "yes"}], "max_tokens": 2}
        chat = client.post("/chat/completions", json=question)
    if answer.status_code != 200:
        return [answer.status_code, chat.status_code]
    return [answer.json()["choices"][0]["token_ids"], chat.status_code, chat.json()["model"] == path]


def file_of(url: str) -> list:
    """Downloads a URL without a key, as the package's own command does."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            return [answer.status, int(answer.headers["Content-Length"]), answer.read()]
    except urllib.error.HTTPError as error:
        return [error.code, 0, error.read()]


def external_facts(service, trained) -> dict:
    """Saves weights for download, and downloads them."""
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
    """Returns the names of the clients' public methods, except the deprecated ones that end in `_async`."""
    names = ("ServiceClient", "TrainingClient", "SamplingClient", "RestClient", "AdminClient")
    return [
        f"{client.__name__}.{name}"
        for client in (getattr(tinker, name) for name in names)
        for name, value in vars(client).items()
        if not name.startswith("_") and not name.endswith("_async") and not isinstance(value, property)
    ]


def heartbeat(trained) -> str | None:
    """Returns the error of the client's own heartbeat, or None."""

    async def beat():
        with trained.holder.aclient(ClientConnectionPoolType.SESSION) as client:
            await client.service.session_heartbeat(session_id=trained.model_id.split(":")[0], max_retries=0, timeout=60)

    return error_of(lambda: trained.holder.run_coroutine_threadsafe(beat()).result())["kind"]


def refused_methods(trained, rest) -> dict:
    """Returns the errors of the methods that the table lists as unsupported."""
    session = trained.model_id.split(":")[0]
    admin = tinker.AdminClient()
    service = tinker.ServiceClient(project_id="project")
    path = f"tinker://{trained.model_id}/weights/none"
    calls = {
        "ServiceClient.copy_weights": lambda: service.copy_weights(path),
        "RestClient.copy_weights": lambda: rest.copy_weights(path, "project"),
        "RestClient.assign_session_project": lambda: rest.assign_session_project(session, "p"),
        "RestClient.export_session_trace": lambda: rest.export_session_trace(session),
        "RestClient.search_sessions": lambda: rest.search_sessions(types.SessionSearchRequest()),
        "RestClient.whoami": lambda: rest.whoami(),
        "AdminClient.get_audit_log": lambda: admin.get_audit_log(),
        "AdminClient.get_billing_usage": lambda: admin.get_billing_usage("2026-11-01", "2026-11-02"),
        "AdminClient.get_current_checkpoint_storage_usage": lambda: admin.get_current_checkpoint_storage_usage(),
    }
    errors = {name: error_of(lambda: call().result()) for name, call in calls.items()}
    service.close("success").result()
    return {name: [error["kind"], error.get("status")] for name, error in errors.items()}
