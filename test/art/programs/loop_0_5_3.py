"""The whole life of a model with ART 0.5.3: the server keeps the metrics, and models cannot be deleted."""

import asyncio

import loopback_only
from agent import API_KEY, BASE_URL, error_of, first_tokens, gather, graded, new_model
import art
from art.serverless.backend import ServerlessBackend


async def main() -> None:
    backend = ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("agent")
    await model.register(backend)
    # Before the first training, as the examples of that release did. It fails if a new model has no checkpoint.
    await model.delete_checkpoints()
    facts: dict = {"id": model.id, "name": model.get_inference_name(), "steps": [await model.get_step()]}

    async def train(groups, **options) -> None:
        await model.train(groups, config=art.TrainConfig(learning_rate=3e-3), **options)
        facts["steps"].append(await model.get_step())

    groups = await gather(model, 0)
    await train(groups)
    await model.log(graded(groups, 1.0), split="val")
    groups = await gather(model, 100, stream=True)
    await train(groups, _config={"advantage_balance": 0.1, "scale_rewards": False})
    await model.log(graded(groups, 0.0), split="val")
    await train(await gather(model, 200))

    # This version never sends the name of a step. The server accepts it anyway.
    names = {"newest": model.get_inference_name()} | {str(n): f"{model.get_inference_name()}:step{n}" for n in (0, 2, 3)}
    facts["answers"] = {which: await first_tokens(model, name) for which, name in names.items()}

    await model.delete_checkpoints(best_checkpoint_metric="val/reward")
    facts["deleted step"] = await error_of(first_tokens(model, names["2"]))

    again = new_model("agent")
    await again.register(backend)
    facts["found again"] = [again.id, await again.get_step()]
    lost = new_model("lost", "none")
    facts["unknown base model"] = await error_of(lost.register(backend))
    stranger = ServerlessBackend(base_url=BASE_URL, api_key="x" * 40)
    facts["wrong key"] = await error_of(lost.register(stranger))
    await stranger.close()
    await backend.close()
    loopback_only.report(facts)


asyncio.run(main())
