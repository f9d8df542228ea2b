"""What users do with `wandb` alone: a run, its history, an artifact with folders, aliases, and going on with a run."""

import json
import os

import wandb


def error_of(call) -> str:
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


facts: dict = {"version": wandb.__version__}
with wandb.init(project="alone", name="my run", config={"lr": 0.1}) as run:
    for step in range(3):
        run.log({"loss": 3.0 - step, "deep": {"a": step}, "bad": float("nan")})
    artifact = wandb.Artifact("data", type="dataset", metadata={"n": 2})
    os.makedirs("folder/deeper")
    for path, text in {"a.txt": "hello", "folder/deeper/b.txt": "nested"}.items():
        with open(path, "w") as file:
            file.write(text)
    artifact.add_file("a.txt")
    artifact.add_dir("folder", name="sub")
    artifact = run.log_artifact(artifact, aliases=["best"]).wait()
    facts["logged"] = [artifact.version, sorted(artifact.aliases)]
facts["run"] = run.id

with wandb.init(project="alone", id=run.id, resume="must") as resumed:
    used = resumed.use_artifact("data:best")
    folder = used.download(root="there")
    texts = [open(f"{folder}/{name}").read() for name in ("a.txt", "sub/deeper/b.txt")]
    facts["used"] = [used.version, used.metadata, *texts]
    resumed.log({"loss": 0.5})

api = wandb.Api()
found = api.artifact("alone/data:v0", type="dataset")
found.aliases.append("prod")
found.metadata["more"] = 1
found.save()
again = api.artifact("alone/data:prod")
facts["saved"] = [sorted(again.aliases), again.metadata, again.size, again.file_count]
facts["versions"] = [version.version for version in api.artifacts("dataset", "alone/data")]
facts["unknown artifact"] = error_of(lambda: api.artifact("alone/none:v0"))
facts["unknown operation"] = error_of(lambda: api.sweep("local/alone/none"))
print(json.dumps(facts))
