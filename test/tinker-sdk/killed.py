"""Trains while it kills the server's processes, and prints the results."""

import json
import os
import signal
import time

import tinker
from tinker import types

server = json.loads(os.environ["TEST_SERVER"])
os.environ["TINKER_BASE_URL"] = server["url"]
os.environ["TINKER_API_KEY"] = "tml-" + server["key"]

TOKENS = list(range(5, 25))
ADAM = types.AdamParams(learning_rate=1e-3, beta1=0.9, beta2=0.95, eps=1e-12)
DATA = [
    types.Datum(
        model_input=types.ModelInput.from_ints([(token + shift) % 40 for token in TOKENS]),
        loss_fn_inputs={"target_tokens": [(7 * token + shift) % 40 for token in TOKENS]},
    )
    for shift in range(3)
]


def server_pid() -> int:
    return int(open(server["pidFile"]).read())


def compute_pid() -> int:
    pid = server_pid()
    for child in open(f"/proc/{pid}/task/{pid}/children").read().split():
        if b"worker/process/main" in open(f"/proc/{child}/cmdline", "rb").read():
            return int(child)
    raise RuntimeError("no compute process")


def kill_server():
    pid = server_pid()
    os.kill(pid, signal.SIGKILL)
    # The test restarts the server.
    while server_pid() == pid:
        time.sleep(0.02)


def kill_compute():
    os.kill(compute_pid(), signal.SIGKILL)


def nothing():
    pass


def step(client, inside, between, refused) -> float:
    """Trains one step, and retries until it succeeds."""
    while True:
        try:
            adding = client.forward_backward(DATA, "cross_entropy")
            inside()
            inside = nothing
            loss = adding.result().metrics["loss:sum"]
            between()
            between = nothing
            client.optim_step(ADAM).result()
            return loss
        except tinker.RequestFailedError as error:
            refused.append([error.category.value, str(error)])


def pipelined(client, kill, refused) -> float:
    """Trains one step as `step` does, but sends both calls at once."""
    while True:
        adding = client.forward_backward(DATA, "cross_entropy")
        stepping = client.optim_step(ADAM)
        kill()
        kill = nothing
        try:
            loss = adding.result().metrics["loss:sum"]
            stepping.result()
            return loss
        except tinker.RequestFailedError as error:
            refused.append([error.category.value, str(error)])
            # The answer of optim_step shows whether the step was applied.
            try:
                stepping.result()
                return None
            except tinker.RequestFailedError:
                pass


def run(service, kills) -> dict:
    client = service.create_lora_training_client(base_model="toy", rank=8, seed=3).result()
    refused = []
    losses = []
    sampler = client.save_weights_and_get_sampling_client().result()
    params = types.SamplingParams(max_tokens=8, temperature=1.0, seed=4, stop=[])
    tokens = []
    for inside, between, after in kills:
        losses.append(step(client, inside, between, refused))
        after()
        tokens.append(list(sampler.sample(types.ModelInput.from_ints(TOKENS), 1, params).result().sequences[0].tokens))
    losses.append(step(client, nothing, nothing, refused))
    out = {"losses": losses, "tokens": tokens, "refused": refused}
    return out | {"client": client}


def main() -> dict:
    service = tinker.ServiceClient()
    plain = (nothing, nothing, nothing)
    calm = run(service, [plain] * 7)
    kills = [
        plain,
        (nothing, nothing, kill_server),
        (nothing, nothing, kill_compute),
        (nothing, kill_server, nothing),
        (nothing, kill_compute, nothing),
        (kill_server, nothing, nothing),
        (kill_compute, nothing, nothing),
    ]
    struck = run(service, kills)
    followed = []
    for kill in (kill_server, kill_compute):
        refused = []
        pipelined(struck["client"], kill, refused)
        step(calm["client"], nothing, nothing, [])
        followed.append([step(struck["client"], nothing, nothing, []), step(calm["client"], nothing, nothing, [])])
    return {
        "calm": {"losses": calm["losses"], "tokens": calm["tokens"], "refused": calm["refused"]},
        "struck": {"losses": struck["losses"], "tokens": struck["tokens"]},
        "refused": struck["refused"],
        "followed": followed,
    }


print(json.dumps(main()))
