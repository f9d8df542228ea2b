"""Trains two clients on one base model concurrently and alone, and prints the results for a test to compare."""

import json
import threading
import time

import tinker
from shared import ADAM, DATA, PROMPT, error_of, logprobs_of
from tinker import types

ROUNDS = 3
# Start and end of each round, by the seed of the client.
calls: dict[int, list[tuple[float, float]]] = {}


def train(seed: int, started=lambda: None) -> list:
    """Returns all numbers that a new client receives while it trains, in order."""
    service = tinker.ServiceClient()
    client = service.create_lora_training_client(base_model="toy", rank=8, seed=seed).result()
    prompt = types.ModelInput.from_ints(PROMPT)
    params = types.SamplingParams(max_tokens=6, temperature=1.0, seed=seed, stop=[])
    calls[seed] = []
    told = []
    for round_ in range(ROUNDS):
        started()
        asked = time.monotonic()
        halves = [client.forward_backward(half, "cross_entropy") for half in (DATA[:4], DATA[4:])]
        stepped = client.optim_step(ADAM)
        for half in halves:
            told += [half.result().metrics["loss:sum"], *logprobs_of(half.result())]
        told.append(stepped.result().metrics["grad_norm"])
        sampler = client.save_weights_and_get_sampling_client().result()
        for one in sampler.sample(prompt, 2, params).result().sequences:
            told += [*map(int, one.tokens), *map(float, one.logprobs)]
        calls[seed].append((asked, time.monotonic()))
    return told


def main() -> dict:
    seeds = (1, 2)
    alone = [train(seed) for seed in seeds]
    together: dict[int, list] = {}
    both = threading.Barrier(len(seeds), timeout=600)

    def run(seed: int) -> None:
        together[seed] = train(seed, both.wait)

    threads = [threading.Thread(target=run, args=(seed,)) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    overlaps = [one[0] < other[1] and other[0] < one[1] for one, other in zip(calls[1], calls[2])]
    more = tinker.ServiceClient()
    return {
        "numbers": [len(told) for told in alone],
        "same": [together[seed] == told for seed, told in zip(seeds, alone)],
        "apart": alone[0] != alone[1],
        "overlaps": overlaps,
        "one more": error_of(lambda: more.create_lora_training_client(base_model="toy", rank=8).result()),
    }


print(json.dumps(main()))
