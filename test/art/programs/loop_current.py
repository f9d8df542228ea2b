"""The whole life of a model with the clients that have `backend.train` (0.5.9 and newer)."""

import asyncio

import loopback_only
from agent import API_KEY, BASE_URL, ask, captured, error_of, first_tokens, gather, graded, new_model
import art
from art.utils.litellm import convert_litellm_choice_to_openai
import litellm


async def litellm_answer(model: art.TrainableModel) -> list:
    """Returns an answer through LiteLLM, as provider-independent agents get it."""
    params = model.litellm_completion_params()
    chat = await litellm.acompletion(**params, messages=ask("red"), max_tokens=4, seed=1, logprobs=True)
    choice = convert_litellm_choice_to_openai(chat.choices[0])
    return [choice.message.content, len(choice.logprobs.content), chat.usage.completion_tokens]


async def main() -> None:
    backend = art.ServerlessBackend(base_url=BASE_URL, api_key=API_KEY)
    model = new_model("agent")
    await model.register(backend)
    facts: dict = {"id": model.id, "name": model.get_inference_name(), "steps": [await model.get_step()]}
    metrics = []

    async def train(groups, **options) -> None:
        result = await backend.train(model, groups, **options)
        facts["steps"].append(result.step)
        metrics.append(result.metrics)
        facts["artifact"] = result.artifact_name

    groups = await gather(model, 0)
    await train(groups, learning_rate=3e-3)
    await model.log(graded(groups, 1.0), split="val")

    groups = await gather(model, 100, stream=True)
    await train(groups, learning_rate=3e-3, epsilon=0.8, epsilon_high=3.0, advantage_balance=0.1, scale_rewards=False)
    await model.log(graded(groups, 0.0), split="val")

    captures = hasattr(art.Trajectory, "__enter__")
    groups = await gather(model, 200, captured) if captures else await gather(model, 200)
    await train(groups, learning_rate=3e-3)
    await model.log(graded(groups, 0.0) if not captures else groups, split="train", metrics=metrics[-1])

    # Equal rewards give no gradient, and still create a checkpoint.
    await train(graded(await gather(model, 300), 1.0))

    facts["step"] = await model.get_step()
    names = {"newest": model.get_inference_name()} | {str(n): model.get_inference_name(step=n) for n in (0, 1, 2, 3, 4)}
    facts["answers"] = {which: await first_tokens(model, name) for which, name in names.items()}
    facts["metrics"] = metrics
    facts["litellm"] = await litellm_answer(model)
    if hasattr(backend, "adapter_lease"):
        async with backend.adapter_lease(model, 1):
            facts["leased"] = await first_tokens(model, model.get_inference_name())

    if captures:
        from captures import capture_facts

        facts["captures"] = await capture_facts(backend)

    await model.delete_checkpoints(best_checkpoint_metric="val/reward")
    facts["deleted step"] = await error_of(first_tokens(model, names["2"]))

    again = new_model("agent")
    await again.register(backend)
    facts["found again"] = [again.id, await again.get_step()]

    doomed = new_model("doomed")
    await doomed.register(backend)
    await backend.delete(doomed)
    facts["deleted model"] = await error_of(doomed.get_step())

    facts["unknown base model"] = await error_of(new_model("lost", "none").register(backend))
    stranger = art.ServerlessBackend(base_url=BASE_URL, api_key="x" * 40)
    facts["wrong key"] = await error_of(new_model("stranger").register(stranger))
    facts["unknown option"] = await error_of(backend.train(model, groups, importance_sampling_level="nonsense"))
    facts["step after errors"] = await model.get_step()
    await stranger.close()
    await backend.close()
    loopback_only.report(facts)


asyncio.run(main())
