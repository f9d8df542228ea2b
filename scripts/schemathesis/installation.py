"""Facts of this installation that the contract leaves open, put into the document for Schemathesis."""

import copy
from collections import Counter

import conditions
import jsonschema_rs
import schemathesis
from schemathesis.core.parameters import ParameterLocation

_null = {"type": "null"}
_no_properties = {"type": ["object", "null"], "maxProperties": 0}

# Token ids that every served model has, and the processors that come with the server.
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

# Other output constraints can be malformed in ways that no schema describes.
_choice = {
    "type": "object",
    "required": ["choice"],
    "properties": {"choice": {"type": "array", "minItems": 1, "maxItems": 8, "items": {"type": "string"}}},
    "additionalProperties": False,
}

# Values that succeed, for each field with further values that rules outside the schema may refuse.
_served_values = {
    "use_beam_search": {"const": False},
    "logit_bias": _known_biases,
    "allowed_token_ids": _known_ids,
    "logits_processors": _known_processors,
    "structured_outputs": {"anyOf": [_choice, _null]},
    "kv_transfer_params": _no_properties,
    "mm_processor_kwargs": _no_properties,
}
# The same for nested fields, by schema.
_served_parts = {
    "ResponseFormat": ("type", {"const": "text"}),
}

_contract = {}
# Cases skipped because they were generated as invalid but are valid under the contract, by operation.
passed_over = Counter()


def name_things(document, ids):
    """Sets examples to existing ids, so that requests reach more than a 404."""
    parameters = document["components"]["parameters"]
    for parameter in parameters.values():
        if parameter["in"] == "path" and parameter["name"] in ids:
            parameter["example"] = ids[parameter["name"]]
    for name in ("CreateTrainingJobRequest", "CreateSftTrainingJobRequest"):
        document["components"]["examples"][name]["value"]["model_id"] = ids["model_id"]
    # Steps of a model made for a deletion.
    document["components"]["examples"]["DeleteCheckpointsRequest"]["value"]["steps"] = [0, 7]
    cancel = document["paths"]["/v1/preview/training-jobs/{training_job_id}/cancel"]
    cancel["parameters"] = [{**parameters["TrainingJobId"], "example": ids["cancelled_job_id"]}]
    model = "/v1/preview/models/{model_id}"
    document["paths"][f"{model}/adapter"]["parameters"] = [{**parameters["ModelId"], "example": ids["fresh_model_id"]}]


def name_models(document, base_model):
    """Allows only served models: the base model, and the models that the contract's examples train."""
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
    """Keeps the schema of chat bodies before anything is changed."""
    components = conditions.with_rules(document["components"])
    schema = {"$ref": "#/components/schemas/ChatCompletionRequest", "components": components}
    _contract["chat"] = jsonschema_rs.Draft202012Validator(schema)


@schemathesis.hook
def filter_case(context, case):
    """Skips negative cases that only the subset forbids, since the contract allows them."""
    if case.operation.definition.raw["operationId"] != "createChatCompletionWithSlash" or case.meta is None:
        return True
    negative = [location for location in case.meta.components if case.meta.is_negative_at(location)]
    only_body = negative == [ParameterLocation.BODY] and isinstance(case.body, dict)
    if not (only_body and _contract["chat"].is_valid(case.body)):
        return True
    passed_over["createChatCompletionWithSlash"] += 1
    return False


def serve_subset(document):
    """Restricts the chat operation with a slash to values that succeed, so that its cases get answers; the one without
    a slash allows everything in the contract.
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
