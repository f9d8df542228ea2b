"""Shared parts of the test programs: the server, the data, and comparisons."""

import json
import os

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


DATA = [datum(shift, weights=[1 - 0.3 * (t % 5) for t in range(len(TOKENS))]) for shift in range(8)]


def logprobs_of(output) -> list[float]:
    return [float(value) for one in output.loss_fn_outputs for value in one["logprobs"].to_numpy()]


def error_of(call) -> dict:
    try:
        call()
    except tinker.RequestFailedError as error:
        return {"kind": "failed", "category": error.category.value, "message": str(error)}
    except Exception as error:
        return {"kind": type(error).__name__, "status": getattr(error, "status_code", None), "message": str(error)}
    return {"kind": None}


def difference(one, other) -> float:
    assert len(one) == len(other) > 0
    return max(abs(a - b) for a, b in zip(one, other))


def step(client, data=DATA, loss="cross_entropy"):
    output = client.forward_backward(data, loss).result()
    client.optim_step(ADAM).result()
    return output.metrics["loss:sum"]
