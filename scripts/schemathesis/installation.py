"""What the contract leaves to the installation, put into the document that Schemathesis works from."""

import copy
from collections import Counter

import conditions
import jsonschema_rs
import schemathesis
from schemathesis.core.parameters import ParameterLocation

_null = {"type": "null"}
_no_properties = {"type": ["object", "null"], "maxProperties": 0}

# Ids that every served model has, and the processors that come with the server.
_known_ids = {"type": ["array", "null"], "minItems": 1, "items": {"type": "integer", "minimum": 0, "maximum": 99}}
_known_biases = {
    "type": ["object", "null"],
    "propertyNames": {"type": "string", "pattern": "^[0-9]{1,2}$"},
    "additionalProperties": {"$ref": "#/components/schemas/FiniteNumber"},
}
_known_processors = {
    "type": ["array", "null"],
    "maxItems": 16,
    "items": {"enum": ["no_repeat_ngram", "end_sooner"]},
}

# Other forms of answer can be malformed in ways that no schema tells.
_choice = {
    "type": "object",
    "required": ["choice"],
    "properties": {"choice": {"type": "array", "minItems": 1, "maxItems": 8, "items": {"type": "string"}}},
    "additionalProperties": False,
}

# Values that get an answer, of each field whose others may be refused by rules that no schema tells.
_served_values = {
    "use_beam_search": {"const": False},
    "logit_bias": _known_biases,
    "allowed_token_ids": _known_ids,
    "logits_processors": _known_processors,
    "structured_outputs": {"anyOf": [_choice, _null]},
    "kv_transfer_params": _no_properties,
    "mm_processor_kwargs": _no_properties,
}
# The same of fields inside of fields, by schema.
_served_parts = {
    "ResponseFormat": ("type", {"const": "text"}),
}

_contract = {}
# By operation: cases that were not tried, since they are valid under the contract and were drawn as not.
passed_over = Counter()


def name_things(document, ids):
    """Examples that are there, so that more than a 404 is tried."""
    parameters = document["components"]["parameters"]
    for parameter in parameters.values():
        if parameter["in"] == "path" and parameter["name"] in ids:
            parameter["example"] = ids[parameter["name"]]
    for name in ("CreateTrainingJobRequest", "CreateSftTrainingJobRequest"):
        document["components"]["examples"][name]["value"]["model_id"] = ids["model_id"]
    # What a model that is made for it has.
    document["components"]["examples"]["DeleteCheckpointsRequest"]["value"]["steps"] = [0, 7]
    cancel = document["paths"]["/v1/preview/training-jobs/{training_job_id}/cancel"]
    cancel["parameters"] = [{**parameters["TrainingJobId"], "example": ids["cancelled_job_id"]}]
    model = "/v1/preview/models/{model_id}"
    document["paths"][f"{model}/adapter"]["parameters"] = [{**parameters["ModelId"], "example": ids["fresh_model_id"]}]


def name_models(document, base_model):
    """Only what is served: the base model, and under it the models that the contract's examples train."""
    schemas = document["components"]["schemas"]
    schemas["CreateModelRequest"]["properties"]["base_model"]["enum"] = [base_model]
    for name in ("ChatCompletionRequest", "CompletionRequest", "TokenizeRequest", "DetokenizeRequest"):
        schemas[name]["properties"]["model"]["enum"] = [base_model, None, *_trained_models(document)]
    document["components"]["parameters"]["ServedModelName"]["example"] = base_model


def _trained_models(document):
    body = document["components"]["requestBodies"]["ChatCompletionBody"]["content"]["application/json"]
    names = {_example(document, example)["model"] for example in body["examples"].values()}
    return sorted(name for name in names if name.startswith("wandb-artifact:"))


def _example(document, example):
    return document["components"]["examples"][example["$ref"].rpartition("/")[2]]["value"]


def keep_contract(document):
    """The body of a chat as the contract has it, before anything is changed."""
    components = conditions.with_rules(document["components"])
    schema = {"$ref": "#/components/schemas/ChatCompletionRequest", "components": components}
    _contract["chat"] = jsonschema_rs.Draft202012Validator(schema)


@schemathesis.hook
def filter_case(context, case):
    """No data that only the subset forbids is drawn as data to refuse: the contract allows more."""
    if case.operation.definition.raw["operationId"] != "createChatCompletionWithSlash" or case.meta is None:
        return True
    negative = [location for location in case.meta.components if case.meta.is_negative_at(location)]
    only_body = negative == [ParameterLocation.BODY] and isinstance(case.body, dict)
    if not (only_body and _contract["chat"].is_valid(case.body)):
        return True
    passed_over["createChatCompletionWithSlash"] += 1
    return False


def serve_subset(document):
    """
    The chat operation with a slash takes only what is sure of an answer, so that its cases get answers; its twin takes
    all that the contract has.
    """
    components = document["components"]
    schemas = components["schemas"]
    request = copy.deepcopy(schemas["ChatCompletionRequest"])
    request["properties"] |= _served_values
    for schema, (field, values) in _served_parts.items():
        schemas[f"Served{schema}"] = copy.deepcopy(schemas[schema])
        schemas[f"Served{schema}"]["properties"][field] = values
    for field, schema in {"response_format": "ResponseFormat"}.items():
        request["properties"][field] = {"anyOf": [{"$ref": f"#/components/schemas/Served{schema}"}, _null]}
    schemas["ServedChatCompletionRequest"] = request
    body = copy.deepcopy(components["requestBodies"]["ChatCompletionBody"])
    content = body["content"]["application/json"]
    content["schema"] = {"$ref": "#/components/schemas/ServedChatCompletionRequest"}
    document["paths"]["/v1/chat/completions/"]["post"]["requestBody"] = body
