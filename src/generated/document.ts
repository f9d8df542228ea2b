// Generated from openapi.yaml by `npm run codegen`. Do not edit.

import type { Document } from 'openapi-backend';

const contract: unknown = {
  "openapi": "3.1.0",
  "info": {
    "title": "Daybreak",
    "version": "0.2.0",
    "summary": "Trains language models with reinforcement learning and supervised fine-tuning, and serves chat from the newest weights.",
    "description": "This document is the contract: operations, fields, bounds, defaults and errors. The server's types, operation table\nand handler interface are generated from it.\n\n**Errors** have the same body everywhere, `ErrorBody`: `error` is for OpenAI-style clients, `detail` for others. On\n`/v1/messages` the body is `MessagesErrorBody`, which adds the fields and error types that Anthropic's clients read.\nA request that fails validation is answered with 422 on `/v1/preview` operations and with 400 on the others.\n\n**Unknown request fields** and query parameters are accepted and have no effect. The response header\n`Daybreak-Ignored-Fields` of a success names them. Unknown fields inside an RL job's trajectories are named by the\njob's event `training_started` instead. Types are strict: a number in quotes is not a number, and 0 and 1 are not\nbooleans. An optional request field may be null, which means the same as leaving it out.\n\n**Lists** are paginated: pass the `last_id` of a page as `after` to get the next page. An unknown `after` is a 404.\n\n**Every response** has the header `X-Request-Id`.\n\n**Limits.** A key that exceeds its limit of requests in flight or of requests per second gets a 429 with\n`Retry-After`, and so does an address that sends many wrong keys. Input that is not HTTP is answered with 400\n(`malformed_request`), a request head of more than 16 KiB with 431 (`headers_too_large`), and a request that arrives\ntoo slowly with 408 (`request_timeout`). These responses have the same error body, and the connection closes.\n\n**Hosts.** A server that listens on a loopback address accepts a request only if its `Host` is `localhost`,\n`127.0.0.1`, `[::1]`, the address that the server listens on, or a host in `DAYBREAK_ALLOWED_HOSTS`; the port does\nnot matter. Any other host is answered with 403 (`host_not_allowed`), and the connection closes. This protects\nagainst DNS rebinding: a page of another site cannot reach the server under a name of its own.\n\n**Bodies** may have at most `x-body-limit-mib`. An operation with `x-body-limit-of-context` also limits them to its\n`mib` plus its `bytes-per-token` for each token of the longest served context; the lower limit applies. A JSON body\nmay have at most 131,072 nodes (keys and values; four numbers count as one), or `x-body-limit-nodes`. A body above\neither limit is a 413.\n\n**Rules between fields** are in `x-rules` of a body's schema: JSON Schemas that the body must also match. They are\nnot a standard keyword, so that tools that generate data from schemas can read the rest.\n",
    "license": {
      "name": "Apache-2.0",
      "identifier": "Apache-2.0"
    }
  },
  "servers": [
    {
      "url": "http://127.0.0.1:8484",
      "description": "Default address of a new installation."
    }
  ],
  "security": [
    {
      "bearerAuth": []
    }
  ],
  "tags": [
    {
      "name": "chat-completions",
      "x-scope": "chat",
      "description": "OpenAI-style chat completions from a base model or from any checkpoint of a trained model."
    },
    {
      "name": "completions",
      "x-scope": "chat",
      "description": "OpenAI-style text completions, without a chat template."
    },
    {
      "name": "messages",
      "x-scope": "chat",
      "description": "Anthropic's Messages API over the same models, for Anthropic's SDKs and other programs that use it."
    },
    {
      "name": "responses",
      "x-scope": "chat",
      "description": "OpenAI's Responses API over the same models. Responses are not stored."
    },
    {
      "name": "tokenization",
      "x-scope": "chat",
      "description": "Tokenization and detokenization of texts and conversations."
    },
    {
      "name": "models",
      "x-scope": "train",
      "description": "Models under training, their checkpoints, and the models that are served."
    },
    {
      "name": "checkpoints",
      "x-scope": "train",
      "description": "Downloading the files of a checkpoint, and importing an adapter."
    },
    {
      "name": "logs",
      "x-scope": "train",
      "description": "Trajectories logged without training."
    },
    {
      "name": "trajectories",
      "x-scope": "train",
      "description": "The trajectories of RL jobs and logs, with rewards and the training figures of each token. At most `DAYBREAK_KEEP_TRAJECTORIES` are kept; the oldest trajectories of the owner with the most are deleted first."
    },
    {
      "name": "training-jobs",
      "x-scope": "train",
      "description": "RL and SFT jobs, run one at a time per model, with events to poll."
    },
    {
      "name": "runs",
      "x-scope": "train",
      "description": "The tracking run of each model and its history of metrics."
    },
    {
      "name": "artifacts",
      "x-scope": "train",
      "description": "Uploaded files, such as the training data of SFT jobs."
    },
    {
      "name": "wandb",
      "x-scope": "train",
      "description": "The part of W&B's API that the Python package `wandb` needs to log runs and to store artifacts here, with `WANDB_BASE_URL` set to the address of this server (`docs/wandb.md`). It takes the same keys, as `Bearer` or, as that package sends them, as the password of HTTP Basic. Checkpoints are versions of an artifact named after their model."
    },
    {
      "name": "tinker",
      "x-scope": "train",
      "description": "The training API of Thinking Machines, for its Python package `tinker` (`docs/tinker.md`). Requests and responses are defined by that package. Its keys begin with `tml-`, a prefix that is not part of this server's key."
    },
    {
      "name": "tinker-runs",
      "x-scope": "train",
      "description": "Runs, saved weights and sessions of clients of the Tinker API."
    },
    {
      "name": "updates",
      "x-scope": "train",
      "description": "Live changes to the resources of the key's owner."
    },
    {
      "name": "sessions",
      "x-scope": "any",
      "description": "The signed-in user. A browser holds a session instead of the API key."
    },
    {
      "name": "health",
      "description": "Health of the service and of its parts."
    },
    {
      "name": "metrics",
      "x-scope": "metrics",
      "description": "Metrics of the server, for Prometheus and for people."
    },
    {
      "name": "docs",
      "description": "This contract, as an interactive page and as files for programs."
    },
    {
      "name": "dashboard",
      "description": "A web page to view and manage runs, trajectories, models, data and jobs."
    }
  ],
  "paths": {
    "/v1/chat/completions": {
      "post": {
        "operationId": "createChatCompletion",
        "x-cli": {
          "command": "chat",
          "text": "choices.0.message.content"
        },
        "tags": [
          "chat-completions"
        ],
        "summary": "Create a chat completion",
        "description": "Returns one JSON document, or with `stream: true` a stream of server-sent events: each `data:` line is one chunk, and the last one is `[DONE]`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event with an error body.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestIdHeader"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/ChatCompletionBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ChatCompletion"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/chat/completions/": {
      "post": {
        "operationId": "createChatCompletionWithSlash",
        "x-cli": false,
        "tags": [
          "chat-completions"
        ],
        "summary": "Create a chat completion (alias with a trailing slash)",
        "description": "Some clients use this path. It is served, not redirected.",
        "x-alias-of": "createChatCompletion",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestIdHeader"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/ChatCompletionBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ChatCompletion"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/completions": {
      "post": {
        "operationId": "createCompletion",
        "x-cli": {
          "command": "complete",
          "arguments": [
            "prompt"
          ],
          "text": "choices.0.text"
        },
        "tags": [
          "completions"
        ],
        "summary": "Create a completion",
        "description": "OpenAI's legacy completions endpoint, as in vLLM: the prompt, a text or token ids, is given to the model without a chat template. Errors and streams are as in chat completions.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestIdHeader"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/CompletionBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Completion"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/messages": {
      "post": {
        "operationId": "createMessage",
        "x-cli": false,
        "tags": [
          "messages"
        ],
        "summary": "Create a message (Anthropic)",
        "description": "Anthropic's Messages endpoint over the same models and engine as chat completions. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`; the last one is `message_stop`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error`. The model reads text only: image, document and similar blocks are refused, and so are tools other than the caller's own. The key may be sent as `x-api-key`.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/MessageBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Message"
          },
          "400": {
            "$ref": "#/components/responses/MessagesBadRequest"
          },
          "401": {
            "$ref": "#/components/responses/MessagesUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MessagesForbidden"
          },
          "404": {
            "$ref": "#/components/responses/MessagesNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MessagesMethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/MessagesPayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/MessagesUnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/MessagesTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/MessagesInternalError"
          },
          "503": {
            "$ref": "#/components/responses/MessagesUnavailable"
          }
        }
      }
    },
    "/v1/messages/count_tokens": {
      "post": {
        "operationId": "countMessageTokens",
        "x-cli": false,
        "tags": [
          "messages"
        ],
        "summary": "Count the tokens of a message",
        "description": "Counts the tokens of the prompt that `/v1/messages` would give to the model.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/CountMessageTokensBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/MessageTokens"
          },
          "400": {
            "$ref": "#/components/responses/MessagesBadRequest"
          },
          "401": {
            "$ref": "#/components/responses/MessagesUnauthorized"
          },
          "403": {
            "$ref": "#/components/responses/MessagesForbidden"
          },
          "404": {
            "$ref": "#/components/responses/MessagesNotFound"
          },
          "405": {
            "$ref": "#/components/responses/MessagesMethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/MessagesPayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/MessagesUnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/MessagesTooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/MessagesInternalError"
          },
          "503": {
            "$ref": "#/components/responses/MessagesUnavailable"
          }
        }
      }
    },
    "/v1/responses": {
      "post": {
        "operationId": "createResponse",
        "x-cli": false,
        "tags": [
          "responses"
        ],
        "summary": "Create a response (Responses API)",
        "description": "OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored, whatever the value of `store`, and a response cannot be retrieved later. A request must contain the whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`. Errors before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error` with an error body.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/ResponseBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ResponseObject"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/tokenize": {
      "post": {
        "operationId": "tokenize",
        "x-cli": {
          "command": "tokenize",
          "arguments": [
            "prompt"
          ],
          "columns": [
            "count",
            "max_model_len",
            "tokens"
          ]
        },
        "tags": [
          "tokenization"
        ],
        "summary": "Tokenize a text or a conversation",
        "description": "A conversation is first rendered to the prompt that a chat completion would use.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/TokenizeBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/TokenizedText"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tokenize": {
      "post": {
        "operationId": "tokenizeAtRoot",
        "x-cli": false,
        "tags": [
          "tokenization"
        ],
        "summary": "Tokenize a text or a conversation (alias at the root)",
        "description": "For clients of vLLM.",
        "x-alias-of": "tokenize",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/TokenizeBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/TokenizedText"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/tokenizer_info": {
      "get": {
        "operationId": "getTokenizerInfo",
        "x-cli": {
          "command": "tokenizer",
          "columns": [
            "tokenizer_class",
            "chat_template"
          ]
        },
        "tags": [
          "tokenization"
        ],
        "summary": "Get the tokenizer's configuration",
        "description": "Returns the model's `tokenizer_config.json` and its chat template, for the model that serves requests without a `model`.",
        "responses": {
          "200": {
            "$ref": "#/components/responses/TokenizerInfo"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tokenizer_info": {
      "get": {
        "operationId": "getTokenizerInfoAtRoot",
        "x-cli": false,
        "tags": [
          "tokenization"
        ],
        "summary": "Get the tokenizer's configuration (alias at the root)",
        "description": "For clients of vLLM.",
        "x-alias-of": "getTokenizerInfo",
        "responses": {
          "200": {
            "$ref": "#/components/responses/TokenizerInfo"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/detokenize": {
      "post": {
        "operationId": "detokenize",
        "x-cli": {
          "command": "detokenize",
          "arguments": [
            "tokens"
          ],
          "text": "prompt"
        },
        "tags": [
          "tokenization"
        ],
        "summary": "Detokenize token ids",
        "description": "Special tokens are included in the text.",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/DetokenizeBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/DetokenizedText"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/detokenize": {
      "post": {
        "operationId": "detokenizeAtRoot",
        "x-cli": false,
        "tags": [
          "tokenization"
        ],
        "summary": "Detokenize token ids (alias at the root)",
        "description": "For clients of vLLM.",
        "x-alias-of": "detokenize",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "requestBody": {
          "$ref": "#/components/requestBodies/DetokenizeBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/DetokenizedText"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/models": {
      "get": {
        "operationId": "listServedModels",
        "x-cli": {
          "command": "served ls",
          "columns": [
            "id",
            "root",
            "parent",
            "max_model_len"
          ]
        },
        "tags": [
          "models"
        ],
        "x-scope": "chat",
        "summary": "List the models that chat can use",
        "description": "In the format of OpenAI's model list. It has every base model, and every trained model under the name `wandb-artifact:///{entity}/{project}/{name}`, unless all its checkpoints have been deleted. Append `:step{N}` to the name to use a certain checkpoint.",
        "responses": {
          "200": {
            "description": "All served models, in one list.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ServedModelList"
                },
                "examples": {
                  "served": {
                    "$ref": "#/components/examples/ServedModelList"
                  }
                }
              }
            },
            "links": {
              "first": {
                "$ref": "#/components/links/GetFirstServedModel"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/models/{model}": {
      "get": {
        "operationId": "getServedModel",
        "x-cli": {
          "command": "served show",
          "columns": [
            "id",
            "root",
            "parent",
            "max_model_len"
          ]
        },
        "tags": [
          "models"
        ],
        "x-scope": "chat",
        "summary": "Get a model that chat can use",
        "description": "Takes every model name that chat takes, including names of checkpoints.",
        "x-holds-slashes": "model",
        "parameters": [
          {
            "$ref": "#/components/parameters/ServedModelName"
          }
        ],
        "responses": {
          "200": {
            "description": "The model.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ServedModel"
                },
                "examples": {
                  "trained": {
                    "$ref": "#/components/examples/ServedModel"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/base-models": {
      "get": {
        "operationId": "listBaseModels",
        "x-cli": {
          "command": "models base",
          "columns": [
            "base_model"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "List the base models that can be trained",
        "description": "The models that the operator serves. Chat can also use each of them by its own name.",
        "security": [],
        "responses": {
          "200": {
            "description": "The names to use as `base_model`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/BaseModelList"
                },
                "examples": {
                  "names": {
                    "$ref": "#/components/examples/BaseModelList"
                  }
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models": {
      "post": {
        "operationId": "createModel",
        "x-cli": {
          "command": "models create",
          "arguments": [
            "name"
          ],
          "columns": [
            "id",
            "project",
            "name",
            "base_model",
            "run_id"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "Create a model, or with `return_existing` get the existing one",
        "description": "A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0, and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it returns the existing model instead, provided that the base model is the same, and sets its `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too (`quota_exceeded`).",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateModelRequest"
              },
              "examples": {
                "agent": {
                  "$ref": "#/components/examples/CreateModelRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The model, new or existing.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Model"
                },
                "examples": {
                  "agent": {
                    "$ref": "#/components/examples/Model"
                  }
                }
              }
            },
            "links": {
              "trajectories": {
                "$ref": "#/components/links/ListTrajectories"
              },
              "get": {
                "$ref": "#/components/links/GetModel"
              },
              "checkpoints": {
                "$ref": "#/components/links/ListCheckpoints"
              },
              "log": {
                "$ref": "#/components/links/LogTrajectories"
              },
              "logs": {
                "$ref": "#/components/links/ListLogs"
              },
              "train": {
                "$ref": "#/components/links/CreateTrainingJob"
              },
              "finetune": {
                "$ref": "#/components/links/CreateSftTrainingJob"
              },
              "jobs": {
                "$ref": "#/components/links/ListTrainingJobsOfModel"
              },
              "run": {
                "$ref": "#/components/links/GetRunOfModel"
              },
              "delete": {
                "$ref": "#/components/links/DeleteModel"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      },
      "get": {
        "operationId": "listModels",
        "x-cli": {
          "command": "models ls",
          "columns": [
            "id",
            "project",
            "name",
            "base_model",
            "created"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "List the models, oldest first",
        "description": "Deleted models are not included.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of models.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ModelPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/ModelPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextModels"
              },
              "first": {
                "$ref": "#/components/links/GetFirstModel"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "get": {
        "operationId": "getModel",
        "x-cli": {
          "command": "models show",
          "columns": [
            "id",
            "entity",
            "project",
            "name",
            "base_model",
            "run_id",
            "created"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "Get a model",
        "description": "For the model's progress see its checkpoints, its jobs and its tracking run.",
        "responses": {
          "200": {
            "description": "The model.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Model"
                },
                "examples": {
                  "agent": {
                    "$ref": "#/components/examples/Model"
                  }
                }
              }
            },
            "links": {
              "checkpoints": {
                "$ref": "#/components/links/ListCheckpoints"
              },
              "delete": {
                "$ref": "#/components/links/DeleteModel"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteModel",
        "x-cli": {
          "command": "models rm",
          "columns": [
            "model_id",
            "deleted_checkpoints",
            "deleted_run"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "Delete a model and everything that belongs to it",
        "description": "Deletes the model, all its checkpoints, its artifacts and its tracking run. Its queued and running jobs are stopped and deleted too. A request body is ignored.",
        "responses": {
          "200": {
            "description": "The deleted resources.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeletedModel"
                },
                "examples": {
                  "deleted": {
                    "$ref": "#/components/examples/DeletedModel"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/checkpoints": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "get": {
        "operationId": "listCheckpoints",
        "x-cli": {
          "command": "checkpoints ls",
          "columns": [
            "step",
            "kind",
            "bytes",
            "job_id",
            "created"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "List the checkpoints of a model, by step",
        "description": "A new model has one checkpoint, step 0. Each training job that succeeds adds one.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of checkpoints.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CheckpointPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/CheckpointPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextCheckpoints"
              },
              "deleteFirst": {
                "$ref": "#/components/links/DeleteFirstCheckpoint"
              },
              "downloadFirst": {
                "$ref": "#/components/links/DownloadFirstCheckpoint"
              },
              "filesOfFirst": {
                "$ref": "#/components/links/ListFilesOfFirstCheckpoint"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteCheckpoints",
        "x-cli": {
          "command": "checkpoints rm",
          "arguments": [
            "steps"
          ],
          "columns": [
            "deleted_count",
            "not_found_steps"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "Delete checkpoints by step",
        "description": "Steps that do not exist are reported and are not an error. The newest step may be deleted too: the next job then continues from the newest remaining one. A job that starts from a deleted step, or uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's `retention` deletes checkpoints automatically.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/DeleteCheckpointsRequest"
              },
              "examples": {
                "steps": {
                  "$ref": "#/components/examples/DeleteCheckpointsRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The number of deleted checkpoints, and the steps that did not exist.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeletedCheckpoints"
                },
                "examples": {
                  "deleted": {
                    "$ref": "#/components/examples/DeletedCheckpoints"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/adapter": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "post": {
        "operationId": "importAdapter",
        "x-cli": {
          "command": "checkpoints import",
          "arguments": [
            "artifact_url"
          ],
          "columns": [
            "id",
            "step",
            "bytes"
          ]
        },
        "tags": [
          "checkpoints"
        ],
        "summary": "Import an adapter",
        "description": "Makes a PEFT LoRA adapter the model's step 0, with the adapter's own rank, alpha and target modules. Chat serves it as `:step0` and `:v0`, and the first job continues from it. Upload its `adapter_config.json` and `adapter_model.safetensors` to an artifact first. The import may be repeated until the first job is created; after that it is a 409. An adapter that cannot be used, or does not fit the base model, is a 422 that names the key or tensor at fault.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/ImportAdapterRequest"
              },
              "examples": {
                "uploaded": {
                  "$ref": "#/components/examples/ImportAdapterRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The new step 0.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Checkpoint"
                },
                "examples": {
                  "imported": {
                    "$ref": "#/components/examples/ImportedCheckpoint"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/checkpoints/{step}/files": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/Step"
        }
      ],
      "get": {
        "operationId": "listCheckpointFiles",
        "x-cli": {
          "command": "checkpoints files",
          "columns": [
            "name",
            "bytes"
          ]
        },
        "tags": [
          "checkpoints"
        ],
        "summary": "List the adapter files of a checkpoint",
        "description": "Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step 0 has none, as it is the base model.",
        "responses": {
          "200": {
            "description": "The files and their sizes.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CheckpointFileList"
                },
                "examples": {
                  "files": {
                    "$ref": "#/components/examples/CheckpointFileList"
                  }
                }
              }
            },
            "links": {
              "download": {
                "$ref": "#/components/links/DownloadCheckpointFile"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/checkpoints/{step}/merged": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/Step"
        }
      ],
      "get": {
        "operationId": "downloadMergedModel",
        "x-cli": {
          "command": "checkpoints merged"
        },
        "tags": [
          "checkpoints"
        ],
        "summary": "Download the whole model, with the adapter merged into its weights",
        "description": "Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for its pre-tokenizer, is a 422 that gives the reason.",
        "parameters": [
          {
            "name": "dtype",
            "in": "query",
            "description": "Data type of the safetensors; has no effect on GGUF. bf16 is half as large; f32 keeps every bit of the merged weights.",
            "schema": {
              "$ref": "#/components/schemas/MergedType"
            }
          },
          {
            "name": "format",
            "in": "query",
            "description": "File format. For GGUF, matrices have the type named (`q` types have blocks of 32) and vectors are f32. The matrix of the output layer is q8_0 if the others have 4 bits, and a matrix whose row length is not a multiple of the block size is f16. Tensors that the adapter does not change are copied if they are stored in that type already.",
            "schema": {
              "$ref": "#/components/schemas/MergedFormat"
            }
          }
        ],
        "responses": {
          "200": {
            "description": "The bytes of the archive or the GGUF file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              },
              "Content-Disposition": {
                "$ref": "#/components/headers/ContentDisposition"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Archive"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/Step"
        }
      ],
      "get": {
        "operationId": "downloadCheckpointFile",
        "x-cli": {
          "command": "checkpoints get"
        },
        "tags": [
          "models"
        ],
        "summary": "Download an adapter file of a checkpoint",
        "description": "The two files together are a PEFT adapter folder.",
        "parameters": [
          {
            "$ref": "#/components/parameters/Redirect"
          },
          {
            "name": "file_name",
            "in": "path",
            "required": true,
            "schema": {
              "$ref": "#/components/schemas/AdapterFileName"
            },
            "example": "adapter_config.json"
          }
        ],
        "responses": {
          "200": {
            "description": "The bytes of the file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Bytes"
                }
              }
            }
          },
          "307": {
            "description": "Signed URL of the file in the object store, valid for a limited time. Only with `redirect`, and only if the server stores files in an object store.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/FileAddress"
                },
                "examples": {
                  "file": {
                    "$ref": "#/components/examples/FileAddress"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/log": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "post": {
        "operationId": "logTrajectories",
        "x-cli": {
          "command": "logs create",
          "columns": [
            "step",
            "metrics"
          ]
        },
        "tags": [
          "models"
        ],
        "summary": "Log trajectories without training on them",
        "description": "The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names, including the reward, and so may all metrics stored on one checkpoint; a name has at most 256 characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).",
        "x-body-limit-mib": 256,
        "x-body-limit-nodes": 67108864,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/LogTrajectoriesRequest"
              },
              "examples": {
                "validation": {
                  "$ref": "#/components/examples/LogTrajectoriesRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The stored metrics, and their checkpoint.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LoggedTrajectories"
                },
                "examples": {
                  "stored": {
                    "$ref": "#/components/examples/LoggedTrajectories"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/logs": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "get": {
        "operationId": "listLogs",
        "x-cli": {
          "command": "logs ls",
          "columns": [
            "id",
            "split",
            "groups",
            "trajectories",
            "created"
          ]
        },
        "tags": [
          "logs"
        ],
        "summary": "List the logs of a model",
        "description": "Each call of `log` adds one.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of logs, ordered by time.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/LogPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/LogPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextLogs"
              },
              "groups": {
                "$ref": "#/components/links/ListLoggedTrajectoryGroups"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/logs/{log_id}/trajectory-groups": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/LogId"
        }
      ],
      "get": {
        "operationId": "listLoggedTrajectoryGroups",
        "x-cli": {
          "command": "logs groups",
          "columns": [
            "trajectories",
            "exceptions",
            "metrics"
          ]
        },
        "tags": [
          "logs"
        ],
        "summary": "List the trajectory groups of a log",
        "description": "Groups are complete and in the order in which they were sent, unknown fields included. A page ends early if its groups would exceed 8 MiB; see `has_more`. If the trajectories are no longer kept, the request is a 404.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of groups.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrajectoryGroupPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/TrajectoryGroupPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextLoggedTrajectoryGroups"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/trajectories": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        }
      ],
      "get": {
        "operationId": "listTrajectories",
        "x-cli": {
          "command": "trajectories ls",
          "columns": [
            "id",
            "split",
            "step",
            "group",
            "reward",
            "advantage",
            "outcome",
            "answer"
          ]
        },
        "tags": [
          "trajectories"
        ],
        "summary": "List the trajectories of a model",
        "description": "Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000 of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted. Filters are combined with AND.",
        "parameters": [
          {
            "$ref": "#/components/parameters/SplitFilter"
          },
          {
            "$ref": "#/components/parameters/StepFilter"
          },
          {
            "$ref": "#/components/parameters/JobIdFilter"
          },
          {
            "$ref": "#/components/parameters/LogIdFilter"
          },
          {
            "$ref": "#/components/parameters/GroupFilter"
          },
          {
            "$ref": "#/components/parameters/OutcomeFilter"
          },
          {
            "$ref": "#/components/parameters/TruncatedFilter"
          },
          {
            "$ref": "#/components/parameters/RewardMinFilter"
          },
          {
            "$ref": "#/components/parameters/RewardMaxFilter"
          },
          {
            "$ref": "#/components/parameters/TextFilter"
          },
          {
            "$ref": "#/components/parameters/TrajectorySort"
          },
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of trajectories.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrajectorySummaryPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/TrajectorySummaryPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextTrajectories"
              },
              "first": {
                "$ref": "#/components/links/GetFirstTrajectory"
              },
              "firstTokens": {
                "$ref": "#/components/links/GetFirstTrajectoryTokens"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/trajectories/{trajectory_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/TrajectoryId"
        }
      ],
      "get": {
        "operationId": "getTrajectory",
        "x-cli": {
          "command": "trajectories show",
          "columns": [
            "summary",
            "trajectory"
          ]
        },
        "tags": [
          "trajectories"
        ],
        "summary": "Get a trajectory",
        "description": "Returns the trajectory as it was sent, unknown fields included.",
        "responses": {
          "200": {
            "description": "The trajectory.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/KeptTrajectory"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/KeptTrajectory"
                  }
                }
              }
            },
            "links": {
              "tokens": {
                "$ref": "#/components/links/GetTrajectoryTokens"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ModelId"
        },
        {
          "$ref": "#/components/parameters/TrajectoryId"
        }
      ],
      "get": {
        "operationId": "getTrajectoryTokens",
        "x-cli": {
          "command": "trajectories tokens",
          "columns": [
            "sequence",
            "sequences",
            "gradient_step",
            "advantage",
            "ids"
          ]
        },
        "tags": [
          "trajectories"
        ],
        "summary": "Get the training figures of each token",
        "description": "For one training sequence of the trajectory: log-probabilities at sampling and before the gradient step, the ratio of the two policies, and the entropy. They are stored when the gradient step commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the request is a 404.",
        "parameters": [
          {
            "$ref": "#/components/parameters/SequenceNumber"
          }
        ],
        "responses": {
          "200": {
            "description": "The figures of the tokens.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrajectoryTokens"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TrajectoryTokens"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/training-jobs/{training_job_id}/groups": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TrainingJobId"
        }
      ],
      "get": {
        "operationId": "listJobGroups",
        "x-cli": {
          "command": "jobs groups",
          "columns": [
            "group",
            "size",
            "mean",
            "std_dev",
            "min",
            "max",
            "outcome"
          ]
        },
        "tags": [
          "trajectories"
        ],
        "summary": "List the trajectory groups of an RL job",
        "description": "Rewards and outcome of each group. An SFT job has no groups.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of groups, in the order in which they were sent.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/JobGroupPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/JobGroupPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextJobGroups"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/training-jobs": {
      "post": {
        "operationId": "createTrainingJob",
        "x-cli": {
          "command": "train rl",
          "columns": [
            "id",
            "status",
            "model_id"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "Create an RL training job",
        "description": "The job is stored durably before the response is sent. It trains on the groups once, starting from the newest checkpoint, and creates the next checkpoint. A group with equal rewards has no advantage and is skipped. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).",
        "x-body-limit-mib": 256,
        "x-body-limit-nodes": 67108864,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateTrainingJobRequest"
              },
              "examples": {
                "twoAnswers": {
                  "$ref": "#/components/examples/CreateTrainingJobRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The job, queued.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJob"
                },
                "examples": {
                  "queued": {
                    "$ref": "#/components/examples/QueuedTrainingJob"
                  }
                }
              }
            },
            "links": {
              "groups": {
                "$ref": "#/components/links/ListJobGroups"
              },
              "get": {
                "$ref": "#/components/links/GetTrainingJob"
              },
              "events": {
                "$ref": "#/components/links/ListTrainingJobEvents"
              },
              "cancel": {
                "$ref": "#/components/links/CancelTrainingJob"
              },
              "retry": {
                "$ref": "#/components/links/RetryTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      },
      "get": {
        "operationId": "listTrainingJobs",
        "x-cli": {
          "command": "jobs ls",
          "columns": [
            "id",
            "kind",
            "status",
            "model_id",
            "step",
            "steps_done",
            "total_steps",
            "created"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "List training jobs, oldest first",
        "description": "Lists RL and SFT jobs of all models; use the filters to narrow the list.",
        "parameters": [
          {
            "$ref": "#/components/parameters/ModelIdFilter"
          },
          {
            "$ref": "#/components/parameters/JobStatusFilter"
          },
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of jobs.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJobPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/TrainingJobPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextTrainingJobs"
              },
              "first": {
                "$ref": "#/components/links/GetFirstTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/sft-training-jobs": {
      "post": {
        "operationId": "createSftTrainingJob",
        "x-cli": {
          "command": "train sft",
          "columns": [
            "id",
            "status",
            "model_id"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "Create an SFT training job",
        "description": "The data is an artifact's `train.jsonl` or `trajectories.jsonl` (with an optional `metadata.json`). Each line is one JSON object, `{\"messages\": [...], \"tools\": [...]}`, whose last message is from the assistant. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateSftTrainingJobRequest"
              },
              "examples": {
                "constantRate": {
                  "$ref": "#/components/examples/CreateSftTrainingJobRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The job, queued.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJob"
                },
                "examples": {
                  "queued": {
                    "$ref": "#/components/examples/QueuedSftTrainingJob"
                  }
                }
              }
            },
            "links": {
              "groups": {
                "$ref": "#/components/links/ListJobGroups"
              },
              "get": {
                "$ref": "#/components/links/GetTrainingJob"
              },
              "events": {
                "$ref": "#/components/links/ListTrainingJobEvents"
              },
              "cancel": {
                "$ref": "#/components/links/CancelTrainingJob"
              },
              "retry": {
                "$ref": "#/components/links/RetryTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/training-jobs/{training_job_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TrainingJobId"
        }
      ],
      "get": {
        "operationId": "getTrainingJob",
        "x-cli": {
          "command": "jobs show",
          "columns": [
            "id",
            "kind",
            "status",
            "model_id",
            "step",
            "steps_done",
            "total_steps",
            "queue_position",
            "created",
            "training_start",
            "training_end",
            "error_message"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "Get a training job",
        "description": "Jobs survive a restart of the server. A running job then resumes after its last gradient step.",
        "responses": {
          "200": {
            "description": "The job.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJob"
                },
                "examples": {
                  "succeeded": {
                    "$ref": "#/components/examples/SucceededTrainingJob"
                  }
                }
              }
            },
            "links": {
              "events": {
                "$ref": "#/components/links/ListTrainingJobEvents"
              },
              "cancel": {
                "$ref": "#/components/links/CancelTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/training-jobs/{training_job_id}/cancel": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TrainingJobId"
        }
      ],
      "post": {
        "operationId": "cancelTrainingJob",
        "x-cli": {
          "command": "jobs cancel",
          "columns": [
            "id",
            "status"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "Cancel a queued or running job",
        "description": "The job creates no checkpoint. Its last event is `training_failed`, so that clients stop polling. Cancelling a cancelled job has no effect; for a job that has succeeded or failed it is a 409.",
        "responses": {
          "200": {
            "description": "The cancelled job.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJob"
                },
                "examples": {
                  "cancelled": {
                    "$ref": "#/components/examples/CancelledTrainingJob"
                  }
                }
              }
            },
            "links": {
              "retry": {
                "$ref": "#/components/links/RetryTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/training-jobs/{training_job_id}/retry": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TrainingJobId"
        }
      ],
      "post": {
        "operationId": "retryTrainingJob",
        "x-cli": {
          "command": "jobs retry",
          "columns": [
            "id",
            "status",
            "retry_of"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "Retry a failed or cancelled job",
        "description": "Creates a new job with the same data and settings, which resumes after the last gradient step of the old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and moves to the new job. A job that is queued or running, has succeeded, was retried already or is no longer kept is a 409.",
        "responses": {
          "200": {
            "description": "The new job, queued.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingJob"
                },
                "examples": {
                  "queued": {
                    "$ref": "#/components/examples/RetriedTrainingJob"
                  }
                }
              }
            },
            "links": {
              "get": {
                "$ref": "#/components/links/GetTrainingJob"
              },
              "events": {
                "$ref": "#/components/links/ListTrainingJobEvents"
              },
              "cancel": {
                "$ref": "#/components/links/CancelTrainingJob"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/training-jobs/{training_job_id}/events": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TrainingJobId"
        }
      ],
      "get": {
        "operationId": "listTrainingJobEvents",
        "x-cli": {
          "command": "jobs events",
          "columns": [
            "id",
            "type",
            "data"
          ],
          "follow": [
            "training_ended",
            "training_failed"
          ]
        },
        "tags": [
          "training-jobs"
        ],
        "summary": "List the events of a job, oldest first",
        "description": "Works for RL and SFT jobs. The order is `training_started`, then one `gradient_step` for each of its `num_sequences`, then `training_ended`; `training_failed` may come at any point. The new checkpoint is listed and served before `training_ended` is visible.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of events; empty if there are no events after the cursor yet.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TrainingEventPage"
                },
                "examples": {
                  "finished": {
                    "$ref": "#/components/examples/TrainingEventPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextTrainingJobEvents"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs": {
      "get": {
        "operationId": "listRuns",
        "x-cli": {
          "command": "runs ls",
          "columns": [
            "id",
            "project",
            "name",
            "status",
            "step",
            "base_model",
            "created"
          ]
        },
        "tags": [
          "runs"
        ],
        "summary": "List tracking runs, oldest first",
        "description": "Each model has one, from its creation to its deletion.",
        "parameters": [
          {
            "$ref": "#/components/parameters/ModelIdFilter"
          },
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of runs.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/RunPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextRuns"
              },
              "first": {
                "$ref": "#/components/links/GetFirstRun"
              },
              "firstHistory": {
                "$ref": "#/components/links/FirstRunHistory"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs/{run_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/RunId"
        }
      ],
      "get": {
        "operationId": "getRun",
        "x-cli": {
          "command": "runs show",
          "columns": [
            "id",
            "entity",
            "project",
            "name",
            "model_id",
            "base_model",
            "status",
            "step",
            "latest",
            "created"
          ]
        },
        "tags": [
          "runs"
        ],
        "summary": "Get a tracking run",
        "description": "For its metrics see its history.",
        "responses": {
          "200": {
            "description": "The run.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Run"
                },
                "examples": {
                  "agent": {
                    "$ref": "#/components/examples/Run"
                  }
                }
              }
            },
            "links": {
              "history": {
                "$ref": "#/components/links/ListRunHistory"
              },
              "metrics": {
                "$ref": "#/components/links/ListRunMetrics"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs/{run_id}/history": {
      "parameters": [
        {
          "$ref": "#/components/parameters/RunId"
        }
      ],
      "get": {
        "operationId": "listRunHistory",
        "x-cli": {
          "command": "runs history",
          "columns": [
            "step",
            "gradient_step",
            "time",
            "metrics"
          ],
          "follow": []
        },
        "tags": [
          "runs"
        ],
        "summary": "List the history of a tracking run",
        "description": "Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its limit if they are large.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/HistoryLimit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of records, ordered by time.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunHistoryPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/RunHistoryPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextRunHistory"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs/{run_id}/metrics": {
      "parameters": [
        {
          "$ref": "#/components/parameters/RunId"
        }
      ],
      "get": {
        "operationId": "listRunMetrics",
        "x-cli": {
          "command": "runs metrics",
          "columns": [
            "name",
            "count",
            "last",
            "min",
            "max",
            "first_step",
            "last_step"
          ]
        },
        "tags": [
          "runs"
        ],
        "summary": "List the metrics of a tracking run",
        "description": "Lists each metric's name, number of records, last value, minimum and maximum. At most 4,096 metrics are listed. Later ones are still in the history and in the TensorBoard file, and have a curve if requested by name.",
        "responses": {
          "200": {
            "description": "The metrics by name; the first 4,096 recorded if the run has more.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunMetricList"
                },
                "examples": {
                  "metrics": {
                    "$ref": "#/components/examples/RunMetricList"
                  }
                }
              }
            },
            "links": {
              "first": {
                "$ref": "#/components/links/GetRunSeriesOfFirst"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs/{run_id}/series": {
      "parameters": [
        {
          "$ref": "#/components/parameters/RunId"
        }
      ],
      "get": {
        "operationId": "getRunSeries",
        "x-cli": {
          "command": "runs series",
          "arguments": [
            "metrics"
          ],
          "columns": [
            "x",
            "records",
            "bucketed",
            "metrics"
          ]
        },
        "tags": [
          "runs"
        ],
        "summary": "Get metrics of a tracking run as curves",
        "description": "Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long run. If a\nmetric has at most `points` values in the range, each value is a bucket. Otherwise values share a bucket if x\ndivided by the bucket width, rounded down, is the same. The width is the smallest power of two that gives at\nmost `points` buckets, so buckets keep their place while a run grows.\n\nA record without a metric does not count for it. A record without a `gradient_step` counts only with another\n`x`.\n\nAll curves of a response have at most 32,768 points: a request is refused (422) if the number of names times\n`points` is greater.\n",
        "parameters": [
          {
            "$ref": "#/components/parameters/SeriesMetrics"
          },
          {
            "$ref": "#/components/parameters/SeriesAxis"
          },
          {
            "$ref": "#/components/parameters/SeriesFrom"
          },
          {
            "$ref": "#/components/parameters/SeriesTo"
          },
          {
            "$ref": "#/components/parameters/SeriesPoints"
          },
          {
            "$ref": "#/components/parameters/SeriesSmoothing"
          }
        ],
        "responses": {
          "200": {
            "description": "One series for each requested metric; empty if the range has no values.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/RunSeries"
                },
                "examples": {
                  "series": {
                    "$ref": "#/components/examples/RunSeries"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/runs/{run_id}/tensorboard": {
      "parameters": [
        {
          "$ref": "#/components/parameters/RunId"
        }
      ],
      "get": {
        "operationId": "downloadRunEvents",
        "x-cli": {
          "command": "runs tensorboard"
        },
        "tags": [
          "runs"
        ],
        "summary": "Download a tracking run for TensorBoard",
        "description": "Returns an event file with every number of the history, with its name and step. TensorBoard finds files with `tfevents` in their name; the header `Content-Disposition` gives such a name.",
        "responses": {
          "200": {
            "description": "The bytes of the event file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              },
              "Content-Disposition": {
                "$ref": "#/components/headers/ContentDisposition"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Bytes"
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/artifacts": {
      "get": {
        "operationId": "listArtifacts",
        "x-cli": {
          "command": "data ls",
          "columns": [
            "id",
            "project",
            "name",
            "version",
            "created"
          ]
        },
        "tags": [
          "artifacts"
        ],
        "summary": "List artifacts, oldest first",
        "description": "Each version is a separate artifact and includes the list of its files.",
        "parameters": [
          {
            "$ref": "#/components/parameters/After"
          },
          {
            "$ref": "#/components/parameters/Cursor"
          },
          {
            "$ref": "#/components/parameters/Limit"
          },
          {
            "$ref": "#/components/parameters/Order"
          }
        ],
        "responses": {
          "200": {
            "description": "One page of artifacts.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ArtifactPage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/ArtifactPage"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextArtifacts"
              },
              "first": {
                "$ref": "#/components/links/GetFirstArtifact"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "post": {
        "operationId": "createArtifact",
        "x-cli": {
          "command": "data create",
          "arguments": [
            "name"
          ],
          "columns": [
            "id",
            "url"
          ]
        },
        "tags": [
          "artifacts"
        ],
        "summary": "Create an artifact to upload files to",
        "description": "If the name is taken, the artifact gets the next version. Each version is a separate artifact.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateArtifactRequest"
              },
              "examples": {
                "data": {
                  "$ref": "#/components/examples/CreateArtifactRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The artifact's id, and the URL to use as `training_data_url`.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/CreatedArtifact"
                },
                "examples": {
                  "data": {
                    "$ref": "#/components/examples/CreatedArtifact"
                  }
                }
              }
            },
            "links": {
              "get": {
                "$ref": "#/components/links/GetArtifact"
              },
              "delete": {
                "$ref": "#/components/links/DeleteArtifact"
              },
              "upload": {
                "$ref": "#/components/links/UploadArtifactFile"
              },
              "finetune": {
                "$ref": "#/components/links/CreateSftTrainingJobFromArtifact"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/artifacts/{artifact_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ArtifactId"
        }
      ],
      "get": {
        "operationId": "getArtifact",
        "x-cli": {
          "command": "data show",
          "columns": [
            "id",
            "url",
            "entity",
            "project",
            "name",
            "version",
            "created",
            "files"
          ]
        },
        "tags": [
          "artifacts"
        ],
        "summary": "Get an artifact and the list of its files",
        "description": "Lists the files with their sizes and SHA-256 digests.",
        "responses": {
          "200": {
            "description": "The artifact.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Artifact"
                },
                "examples": {
                  "data": {
                    "$ref": "#/components/examples/Artifact"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "deleteArtifact",
        "x-cli": {
          "command": "data rm",
          "columns": [
            "id",
            "deleted"
          ]
        },
        "tags": [
          "artifacts"
        ],
        "summary": "Delete an artifact and its files",
        "description": "Jobs created from it have copies of their data and continue.",
        "responses": {
          "200": {
            "description": "The artifact has been deleted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeletedArtifact"
                },
                "examples": {
                  "data": {
                    "$ref": "#/components/examples/DeletedArtifact"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/artifacts/{artifact_id}/files/{file_name}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/ArtifactId"
        },
        {
          "$ref": "#/components/parameters/FileName"
        }
      ],
      "put": {
        "operationId": "uploadArtifactFile",
        "x-cli": {
          "command": "data upload",
          "columns": [
            "name",
            "bytes",
            "sha256"
          ]
        },
        "tags": [
          "artifacts"
        ],
        "summary": "Upload a file",
        "description": "The upload is atomic. A repeated upload replaces the file, until a job has been created from the artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409. Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The body is the bytes of the file, with any Content-Type.",
        "x-body-limit-mib": 2048,
        "requestBody": {
          "required": true,
          "content": {
            "application/octet-stream": {
              "schema": {
                "$ref": "#/components/schemas/Bytes"
              },
              "examples": {
                "train": {
                  "$ref": "#/components/examples/TrainingData"
                }
              }
            },
            "*/*": {
              "schema": {
                "$ref": "#/components/schemas/Bytes"
              },
              "examples": {
                "train": {
                  "$ref": "#/components/examples/TrainingData"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The stored file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ArtifactFile"
                },
                "examples": {
                  "train": {
                    "$ref": "#/components/examples/ArtifactFile"
                  }
                }
              }
            },
            "links": {
              "download": {
                "$ref": "#/components/links/DownloadArtifactFile"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      },
      "get": {
        "operationId": "downloadArtifactFile",
        "x-cli": {
          "command": "data download"
        },
        "tags": [
          "artifacts"
        ],
        "summary": "Download a file",
        "description": "Returns the file byte for byte.",
        "parameters": [
          {
            "$ref": "#/components/parameters/Redirect"
          }
        ],
        "responses": {
          "200": {
            "description": "The bytes of the file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Bytes"
                }
              }
            }
          },
          "307": {
            "description": "Signed URL of the file in the object store, valid for a limited time. Only with `redirect`, and only if the server stores files in an object store.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              },
              "Location": {
                "$ref": "#/components/headers/Location"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/FileAddress"
                },
                "examples": {
                  "file": {
                    "$ref": "#/components/examples/FileAddress"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/updates": {
      "get": {
        "operationId": "streamUpdates",
        "x-cli": {
          "command": "updates",
          "columns": [
            "cursor",
            "type",
            "id",
            "model_id"
          ],
          "follow": []
        },
        "tags": [
          "updates"
        ],
        "summary": "Follow changes",
        "description": "Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a second of the change; otherwise one JSON page. An event says which resource has changed, but not how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of the server. Without a cursor, the stream begins with the next change, and its first id, sent without an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are no longer kept, or the cursor is from another server, one event `reset` comes first: read everything again. Deleting a model also deletes all that belongs to it, without further events. A comment every 15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open; they count in the key's rate, but not in its requests in flight. A stream ends when its key expires or is revoked.",
        "x-resumes": "after",
        "parameters": [
          {
            "$ref": "#/components/parameters/UpdatesAfter"
          },
          {
            "$ref": "#/components/parameters/UpdatesWait"
          },
          {
            "$ref": "#/components/parameters/LastEventId"
          }
        ],
        "responses": {
          "200": {
            "description": "The changes.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/UpdatePage"
                },
                "examples": {
                  "page": {
                    "$ref": "#/components/examples/UpdatePage"
                  }
                }
              },
              "text/event-stream": {
                "schema": {
                  "type": "object",
                  "additionalProperties": false,
                  "required": [
                    "id",
                    "data"
                  ],
                  "description": "A server-sent event. The data of the last one is `[DONE]`; all others have JSON data.",
                  "properties": {
                    "event": {
                      "type": "string",
                      "const": "message",
                      "description": "Type of events that have no name."
                    },
                    "id": {
                      "$ref": "#/components/schemas/UpdateCursor"
                    },
                    "data": {
                      "type": "string",
                      "minLength": 1,
                      "maxLength": 65536,
                      "if": {
                        "const": "[DONE]"
                      },
                      "else": {
                        "contentMediaType": "application/json",
                        "contentSchema": {
                          "$ref": "#/components/schemas/UpdateEvent"
                        }
                      }
                    }
                  }
                },
                "examples": {
                  "job": {
                    "$ref": "#/components/examples/JobUpdate"
                  },
                  "reset": {
                    "$ref": "#/components/examples/UpdateReset"
                  }
                }
              }
            },
            "links": {
              "next": {
                "$ref": "#/components/links/NextUpdates"
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/sessions": {
      "post": {
        "operationId": "createSession",
        "x-cli": {
          "command": "sessions create",
          "columns": [
            "id",
            "token",
            "expires",
            "scopes"
          ],
          "hidden": [
            "code"
          ]
        },
        "tags": [
          "sessions"
        ],
        "summary": "Create a session",
        "description": "A session is a key that a browser holds instead of the API key. It is sent in the same way and has the same or fewer scopes. It lasts at most 12 hours and ends when its API key expires or is revoked. It is created from the API key of the request, or from a `code`, which the server prints at start-up as part of a link. A code works once, within 5 minutes. A wrong code is a 401 and counts as a wrong key. A session cannot create a session. A key has at most 100 sessions; a further one replaces the oldest.",
        "security": [
          {},
          {
            "bearerAuth": []
          }
        ],
        "x-body-limit-mib": 0.015625,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/CreateSessionRequest"
              },
              "examples": {
                "code": {
                  "$ref": "#/components/examples/CreateSessionRequest"
                },
                "key": {
                  "$ref": "#/components/examples/CreateSessionFromKey"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The session. Its token is shown only once.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Session"
                },
                "examples": {
                  "session": {
                    "$ref": "#/components/examples/Session"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "422": {
            "$ref": "#/components/responses/UnprocessableEntity"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/sessions/current": {
      "delete": {
        "operationId": "deleteSession",
        "x-cli": {
          "command": "sessions end",
          "columns": [
            "deleted"
          ]
        },
        "tags": [
          "sessions"
        ],
        "summary": "Delete the session",
        "description": "Signs out of the session that the request carries. For an API key it is a 404, as that is not a session.",
        "responses": {
          "200": {
            "description": "The session has been deleted.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/DeletedSession"
                },
                "examples": {
                  "session": {
                    "$ref": "#/components/examples/DeletedSession"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/v1/preview/key": {
      "get": {
        "operationId": "getKey",
        "x-cli": {
          "command": "whoami",
          "columns": [
            "id",
            "name",
            "owner",
            "scopes",
            "expires",
            "session"
          ]
        },
        "tags": [
          "sessions"
        ],
        "summary": "Get information about the key",
        "description": "Describes the API key or session that the request carries. The key itself is not shown.",
        "responses": {
          "200": {
            "description": "The key.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Key"
                },
                "examples": {
                  "key": {
                    "$ref": "#/components/examples/Key"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/health": {
      "get": {
        "operationId": "getHealth",
        "x-cli": {
          "command": "health",
          "columns": [
            "status",
            "version"
          ]
        },
        "tags": [
          "health"
        ],
        "summary": "Check the health of the service",
        "description": "Returns 503 if the engine is not running, or has work and makes no progress. Responds at once, however busy the engine is. `GET /v1/system-check` checks each part.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Health"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/health": {
      "get": {
        "operationId": "getHealthAtRoot",
        "x-cli": false,
        "tags": [
          "health"
        ],
        "summary": "Check the health of the service (alias at the root)",
        "description": "For load balancers and clients of other servers.",
        "x-alias-of": "getHealth",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Health"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/livez": {
      "get": {
        "operationId": "getLivez",
        "x-cli": {
          "command": "livez",
          "columns": [
            "status"
          ]
        },
        "tags": [
          "health"
        ],
        "summary": "Check that the process is alive",
        "description": "Liveness probe for an orchestrator that restarts the process if there is no answer. Neither the database nor the device is checked. Returns 503 only while the server is stopping.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Liveness"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/livez": {
      "get": {
        "operationId": "getLivezAtRoot",
        "x-cli": false,
        "tags": [
          "health"
        ],
        "summary": "Check that the process is alive (alias at the root)",
        "description": "For orchestrators.",
        "x-alias-of": "getLivez",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Liveness"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/readyz": {
      "get": {
        "operationId": "getReadyz",
        "x-cli": {
          "command": "readyz",
          "columns": [
            "status"
          ]
        },
        "tags": [
          "health"
        ],
        "summary": "Check whether the server can take requests",
        "description": "Readiness probe for a load balancer, which then sends requests to other servers. A 503 names the part that is not ready: the database does not answer, the cluster's bus is lost, the models are not loaded, or there is no worker.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Readiness"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/readyz": {
      "get": {
        "operationId": "getReadyzAtRoot",
        "x-cli": false,
        "tags": [
          "health"
        ],
        "summary": "Check whether the server can take requests (alias at the root)",
        "description": "For load balancers.",
        "x-alias-of": "getReadyz",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Readiness"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/version": {
      "get": {
        "operationId": "getVersion",
        "x-cli": {
          "command": "version",
          "text": "version"
        },
        "x-scope": "chat",
        "tags": [
          "health"
        ],
        "summary": "Get the version of the server",
        "description": "This server's version, not vLLM's. Clients of vLLM ask for it.",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Version"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/version": {
      "get": {
        "operationId": "getVersionAtRoot",
        "x-cli": false,
        "x-scope": "chat",
        "tags": [
          "health"
        ],
        "summary": "Get the version of the server (alias at the root)",
        "description": "For clients of vLLM.",
        "x-alias-of": "getVersion",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Version"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/system-check": {
      "get": {
        "operationId": "getSystemCheck",
        "x-cli": {
          "command": "system-check",
          "columns": [
            "api.success",
            "database.success",
            "cpu_queue.success",
            "gpu_queue.success",
            "device.adapter",
            "device.memory_bytes",
            "training.jobs",
            "training.job_bytes"
          ]
        },
        "tags": [
          "health"
        ],
        "summary": "Check each part of the service",
        "description": "Checks each part, and returns the device and the loaded models.",
        "security": [],
        "responses": {
          "200": {
            "description": "Every part works.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SystemCheck"
                },
                "examples": {
                  "works": {
                    "$ref": "#/components/examples/SystemCheck"
                  }
                }
              }
            }
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "description": "At least one part does not work, and the response says which; or the server is stopping.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              },
              "Retry-After": {
                "$ref": "#/components/headers/RetryAfter"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/SystemCheckFailure"
                },
                "examples": {
                  "computeDown": {
                    "$ref": "#/components/examples/SystemCheckFailure"
                  }
                }
              }
            }
          }
        }
      }
    },
    "/v1/metrics": {
      "get": {
        "operationId": "getMetrics",
        "x-cli": {
          "command": "metrics"
        },
        "tags": [
          "metrics"
        ],
        "summary": "Get the metrics",
        "description": "In Prometheus' text format. Metrics of the engine have vLLM's names, so that vLLM's dashboards work; others begin with `daybreak_`. They cover the whole server and all owners.",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Metrics"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/metrics": {
      "get": {
        "operationId": "getMetricsAtRoot",
        "x-cli": false,
        "tags": [
          "metrics"
        ],
        "summary": "Get the metrics (alias at the root)",
        "description": "For Prometheus.",
        "x-alias-of": "getMetrics",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Metrics"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/load": {
      "get": {
        "operationId": "getLoad",
        "x-cli": {
          "command": "load",
          "text": "server_load"
        },
        "tags": [
          "metrics"
        ],
        "summary": "Count the requests in flight",
        "description": "Counts chat completions and completions of all owners that have not ended. Request routers use it.",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Load"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/load": {
      "get": {
        "operationId": "getLoadAtRoot",
        "x-cli": false,
        "tags": [
          "metrics"
        ],
        "summary": "Count the requests in flight (alias at the root)",
        "description": "For clients of vLLM.",
        "x-alias-of": "getLoad",
        "responses": {
          "200": {
            "$ref": "#/components/responses/Load"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/stats": {
      "get": {
        "operationId": "getStats",
        "x-cli": {
          "command": "stats",
          "columns": [
            "uptime_seconds",
            "memory_bytes",
            "requests",
            "jobs.running",
            "jobs.queued",
            "device.adapter",
            "training.jobs",
            "disk.free_bytes",
            "disk.total_bytes"
          ]
        },
        "tags": [
          "metrics"
        ],
        "summary": "Get the current statistics of the server",
        "description": "Queues, tokens per second, the KV cache, adapters, memory and the disk, for the whole server and all owners. Figures may be a second old.",
        "responses": {
          "200": {
            "description": "The statistics.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/Stats"
                },
                "examples": {
                  "stats": {
                    "$ref": "#/components/examples/Stats"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/preview/workers": {
      "get": {
        "operationId": "listWorkers",
        "x-cli": {
          "command": "workers",
          "columns": [
            "name",
            "version",
            "role",
            "state",
            "heard"
          ]
        },
        "tags": [
          "metrics"
        ],
        "summary": "List the workers of the cluster",
        "description": "Each worker sends a heartbeat once a second; the list has the workers that this server has heard. A worker that is silent for 10 seconds is removed from the list. A server without a cluster lists itself.",
        "responses": {
          "200": {
            "description": "The workers, by name.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WorkerList"
                },
                "examples": {
                  "workers": {
                    "$ref": "#/components/examples/WorkerList"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/docs": {
      "get": {
        "operationId": "getDocsPage",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Open the documentation",
        "description": "A page with examples and a form to try each operation. It sends no requests to other hosts.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DocsPage"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/docs": {
      "get": {
        "operationId": "getDocsPageAtRoot",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Open the documentation (alias at the root)",
        "description": "Shorter address for people.",
        "x-alias-of": "getDocsPage",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DocsPage"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/": {
      "get": {
        "operationId": "getDocsPageAtTop",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Open the documentation (alias at the top)",
        "description": "Shown to a browser that opens the server's address.",
        "x-alias-of": "getDocsPage",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DocsPage"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/docs/{file_name}": {
      "get": {
        "operationId": "getDocsFile",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Get a file of the documentation page",
        "description": "A script, style or picture. Its name changes with its contents.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DocsFileName"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DocsFile"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/openapi.json": {
      "get": {
        "operationId": "getContract",
        "x-cli": {
          "command": "contract"
        },
        "tags": [
          "docs"
        ],
        "summary": "Get the contract as JSON",
        "description": "For client generators and the documentation page.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Contract"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/openapi.json": {
      "get": {
        "operationId": "getContractAtRoot",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Get the contract as JSON (alias at the root)",
        "description": "For tools.",
        "x-alias-of": "getContract",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/Contract"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/openapi.yaml": {
      "get": {
        "operationId": "getContractText",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Get the contract as YAML",
        "description": "The source file, with its comments.",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/ContractText"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/openapi.yaml": {
      "get": {
        "operationId": "getContractTextAtRoot",
        "x-cli": false,
        "tags": [
          "docs"
        ],
        "summary": "Get the contract as YAML (alias at the root)",
        "description": "For tools.",
        "x-alias-of": "getContractText",
        "security": [],
        "responses": {
          "200": {
            "$ref": "#/components/responses/ContractText"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/app": {
      "get": {
        "operationId": "getDashboardPage",
        "x-cli": false,
        "tags": [
          "dashboard"
        ],
        "summary": "Open the dashboard",
        "description": "A page for people. Sign in with a key or with the link that the server prints at start-up. It sends no requests to other hosts.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/AcceptEncoding"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DashboardPage"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/app": {
      "get": {
        "operationId": "getDashboardPageAtRoot",
        "x-cli": false,
        "tags": [
          "dashboard"
        ],
        "summary": "Open the dashboard (alias at the root)",
        "description": "The link that the server prints at start-up leads here.",
        "x-alias-of": "getDashboardPage",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/AcceptEncoding"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DashboardPage"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/v1/app/{file_name}": {
      "get": {
        "operationId": "getDashboardFile",
        "x-cli": false,
        "tags": [
          "dashboard"
        ],
        "summary": "Get a file of the dashboard",
        "description": "A script, style or picture. Most names change with the contents.",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DashboardFileName"
          },
          {
            "$ref": "#/components/parameters/AcceptEncoding"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DashboardFile"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/app/{file_name}": {
      "get": {
        "operationId": "getDashboardFileAtRoot",
        "x-cli": false,
        "tags": [
          "dashboard"
        ],
        "summary": "Get a file of the dashboard (alias at the root)",
        "description": "The page requests its files here.",
        "x-alias-of": "getDashboardFile",
        "security": [],
        "parameters": [
          {
            "$ref": "#/components/parameters/DashboardFileName"
          },
          {
            "$ref": "#/components/parameters/AcceptEncoding"
          }
        ],
        "responses": {
          "200": {
            "$ref": "#/components/responses/DashboardFile"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/graphql": {
      "post": {
        "operationId": "wandbGraphql",
        "x-cli": false,
        "tags": [
          "wandb"
        ],
        "summary": "Answer a query of the W&B client",
        "description": "Errors in a query are reported in `errors` of a response with status 200, as the client expects. Unsupported fields and operations are named there. A query has at most 2,000 tokens.",
        "x-body-limit-mib": 8,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WandbQuery"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/WandbQuery"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The requested data, or the errors.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WandbAnswer"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/WandbAnswer"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/files/{entity}/{project}/{run}/file_stream": {
      "parameters": [
        {
          "$ref": "#/components/parameters/WandbEntity"
        },
        {
          "$ref": "#/components/parameters/WandbProject"
        },
        {
          "$ref": "#/components/parameters/WandbRun"
        }
      ],
      "post": {
        "operationId": "wandbFileStream",
        "x-cli": false,
        "tags": [
          "wandb"
        ],
        "summary": "Add to the history of a run",
        "description": "Lines of `wandb-history.jsonl` become records of the run's history, with up to 1,024 finite numbers per line. Lines may be sent again. `wandb-summary.json` is kept; console output and system metrics are not. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).",
        "x-body-limit-mib": 16,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/WandbFileStream"
              },
              "examples": {
                "lines": {
                  "$ref": "#/components/examples/WandbFileStream"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The lines are stored.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WandbFileStreamAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/WandbFileStreamAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      }
    },
    "/wandb/files/{address}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/WandbFileToken"
        }
      ],
      "put": {
        "operationId": "wandbUploadFile",
        "x-cli": false,
        "tags": [
          "wandb"
        ],
        "security": [],
        "summary": "Upload a file of an artifact",
        "description": "Use the signed URL that `createArtifactFiles` returned, which is valid for a day. The upload is atomic; a file whose MD5 differs from the announced one is refused. Uploads count towards `DAYBREAK_MAX_ARTIFACT_BYTES`.",
        "x-body-limit-mib": 2048,
        "requestBody": {
          "required": true,
          "content": {
            "application/octet-stream": {
              "schema": {
                "$ref": "#/components/schemas/Bytes"
              },
              "examples": {
                "train": {
                  "$ref": "#/components/examples/TrainingData"
                }
              }
            },
            "*/*": {
              "schema": {
                "$ref": "#/components/schemas/Bytes"
              },
              "examples": {
                "train": {
                  "$ref": "#/components/examples/TrainingData"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The file is stored.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/WandbFileAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/WandbFileAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "409": {
            "$ref": "#/components/responses/Conflict"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          },
          "507": {
            "$ref": "#/components/responses/InsufficientStorage"
          }
        }
      },
      "get": {
        "operationId": "wandbDownloadFile",
        "x-cli": false,
        "tags": [
          "wandb"
        ],
        "security": [],
        "summary": "Download a file of an artifact",
        "description": "Use the signed URL that a query returned, which is valid for an hour.",
        "responses": {
          "200": {
            "description": "The bytes of the file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Bytes"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/client/config": {
      "post": {
        "operationId": "tinkerClientConfig",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Get the configuration of the Tinker client",
        "description": "The first request of a client.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerClientConfigRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerClientConfigRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerClientConfig"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerClientConfig"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/client/dynamic_config": {
      "post": {
        "operationId": "tinkerClientDynamicConfig",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Get the dynamic configuration of the Tinker client",
        "description": "Clients repeat this request every few minutes.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerClientConfigRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerClientConfigRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerClientDynamicConfig"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerClientDynamicConfig"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/create_session": {
      "post": {
        "operationId": "tinkerCreateSession",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Create a session of a Tinker client",
        "description": "The session owns the models that the client trains. They are freed when it ends.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerCreateSessionRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerCreateSessionRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSession"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSession"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/session_heartbeat": {
      "post": {
        "operationId": "tinkerSessionHeartbeat",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Keep a session alive",
        "description": "A session without a heartbeat for five minutes ends, and its models are freed.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerSessionRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerSessionRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerHeartbeat"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerHeartbeat"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/sessions/{session_id}/finish": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerSessionId"
        }
      ],
      "post": {
        "operationId": "tinkerFinishSession",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "End a session",
        "description": "Its models are freed; saved weights are kept.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerFinishRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerFinishRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/telemetry": {
      "post": {
        "operationId": "tinkerTelemetry",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Receive telemetry of a Tinker client",
        "description": "The telemetry is discarded.",
        "x-body-limit-mib": 4,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerTelemetryRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerTelemetryRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerTelemetryAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerTelemetryAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/healthz": {
      "get": {
        "operationId": "tinkerHealth",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Check that the Tinker API answers",
        "description": "Needs a key, like the other operations of this API.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerHealth"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerHealth"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/get_server_capabilities": {
      "get": {
        "operationId": "tinkerServerCapabilities",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "List the base models that can be trained and sampled",
        "description": "The models that the server has loaded.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerCapabilities"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerCapabilities"
                  }
                }
              }
            }
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/create_model": {
      "post": {
        "operationId": "tinkerCreateModel",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Create a LoRA adapter to train",
        "description": "Returns the id of a request; get its result from `retrieve_future`.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerCreateModelRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerCreateModelRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/get_info": {
      "post": {
        "operationId": "tinkerGetInfo",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Get a model",
        "description": "For a model that a session trains.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerModelRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerModelRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerModelInfo"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerModelInfo"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/forward_backward": {
      "post": {
        "operationId": "tinkerForwardBackward",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Run forward and backward and accumulate the gradient of a loss",
        "description": "The gradient is used by the next optimizer step. The body is a `ForwardBackwardRequest` of the package `tinker_public`. With `forward_only` no gradient is accumulated.",
        "x-body-limit-mib": 16,
        "requestBody": {
          "required": true,
          "content": {
            "application/x-protobuf": {
              "schema": {
                "$ref": "#/components/schemas/Bytes"
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/optim_step": {
      "post": {
        "operationId": "tinkerOptimStep",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Take an AdamW optimizer step",
        "description": "Resets the gradient to 0.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerOptimStepRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerOptimStepRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/save_weights": {
      "post": {
        "operationId": "tinkerSaveWeights",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Save the adapter and the optimizer state",
        "description": "They are saved under a `tinker://` path of the key's owner.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerSaveWeightsRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerSaveWeightsRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/save_weights_for_sampler": {
      "post": {
        "operationId": "tinkerSaveWeightsForSampler",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Save the adapter for sampling",
        "description": "Saves it under a `tinker://` path, or, with `sampling_session_seq_id`, for a sampling session of this client only.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerSaveSamplerRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerSaveSamplerRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/save_weights_external": {
      "post": {
        "operationId": "tinkerSaveWeightsExternal",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Save the adapter for download",
        "description": "Saves it in PEFT format under a `tinker://` path of the key's owner.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerSaveExternalRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerSaveExternalRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/load_weights": {
      "post": {
        "operationId": "tinkerLoadWeights",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "summary": "Load saved weights",
        "description": "Loads them into a new model (`session_id` and `model_seq_id`), or into an existing one (`model_id` and `seq_id`).",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerLoadWeightsRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerLoadWeightsRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/create_sampling_session": {
      "post": {
        "operationId": "tinkerCreateSamplingSession",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "x-scope": "chat",
        "summary": "Create a sampling session",
        "description": "Samples from a base model or from saved weights; one of `base_model` and `model_path` is required.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerCreateSamplingSessionRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerCreateSamplingSessionRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSamplingSession"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSamplingSession"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/samplers/{sampler_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerSamplerId"
        }
      ],
      "get": {
        "operationId": "tinkerGetSampler",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "x-scope": "chat",
        "summary": "Get a sampling session",
        "description": "Returns its base model and, if it has one, the path of its weights.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSampler"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSampler"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/asample": {
      "post": {
        "operationId": "tinkerSample",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "x-scope": "chat",
        "summary": "Sample from a sampling session",
        "description": "Log-probabilities of sampled tokens and their alternatives are under softmax(logits / temperature), the distribution from which the token was drawn, without `top_k` and `top_p`; at temperature 0 they are under softmax(logits). Log-probabilities of the prompt are always under softmax(logits).",
        "x-body-limit-mib": 8,
        "x-body-limit-nodes": 2097152,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerSampleRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerSampleRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "Id of the pending request.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSampleFuture"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSampleFuture"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/retrieve_future": {
      "post": {
        "operationId": "tinkerRetrieveFuture",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "x-scope": "chat",
        "summary": "Wait for the result of a request",
        "description": "Returns protobuf if the client accepts `application/x-protobuf`. A failure is a response with `error`.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerRetrieveRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerRetrieveRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The result.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerResult"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerResult"
                  }
                }
              },
              "application/x-protobuf": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerMessage"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "408": {
            "description": "The result is not ready yet. Try again.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerTryAgain"
                },
                "examples": {
                  "waiting": {
                    "$ref": "#/components/examples/TinkerTryAgain"
                  }
                }
              }
            }
          },
          "410": {
            "description": "The sample is lost because a process of the server ended. Request a new one.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/ErrorBody"
                },
                "example": {
                  "error": {
                    "message": "This sample was lost because a process of the server exited. Request another.",
                    "type": "not_found_error",
                    "param": null,
                    "code": "not_found"
                  },
                  "detail": "This sample was lost because a process of the server exited. Request another."
                }
              }
            }
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/cancel_future": {
      "post": {
        "operationId": "tinkerCancelFuture",
        "x-cli": false,
        "tags": [
          "tinker"
        ],
        "x-scope": "chat",
        "summary": "Cancel a sample",
        "description": "Its sequences end, and its result is a failure. Other requests and finished results are not affected.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerCancelRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerCancelRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/weights_info": {
      "post": {
        "operationId": "tinkerWeightsInfo",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Get information about saved weights",
        "description": "For weights that the key's owner saved.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerPathRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerPathRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerWeightsInfo"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerWeightsInfo"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}/checkpoints": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        }
      ],
      "get": {
        "operationId": "tinkerListRunCheckpoints",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "List the saved weights of a model",
        "description": "Newest first.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerCheckpointList"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerCheckpointList"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        },
        {
          "$ref": "#/components/parameters/TinkerKind"
        },
        {
          "$ref": "#/components/parameters/TinkerName"
        }
      ],
      "delete": {
        "operationId": "tinkerDeleteCheckpoint",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Delete saved weights of a model",
        "description": "Deletes their files.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/checkpoints": {
      "get": {
        "operationId": "tinkerListCheckpoints",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "List all saved weights",
        "description": "Newest first.",
        "parameters": [
          {
            "$ref": "#/components/parameters/TinkerLimit"
          },
          {
            "$ref": "#/components/parameters/TinkerOffset"
          }
        ],
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerCheckpointList"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerCheckpointList"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/publish": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        },
        {
          "$ref": "#/components/parameters/TinkerKind"
        },
        {
          "$ref": "#/components/parameters/TinkerName"
        }
      ],
      "post": {
        "operationId": "tinkerPublishCheckpoint",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Publish saved weights",
        "description": "Keys of other owners can then load them and sample from them by their path, but cannot change or list them.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      },
      "delete": {
        "operationId": "tinkerUnpublishCheckpoint",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Unpublish saved weights",
        "description": "Only their owner can then use them.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/{kind}/{name}/ttl": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        },
        {
          "$ref": "#/components/parameters/TinkerKind"
        },
        {
          "$ref": "#/components/parameters/TinkerName"
        }
      ],
      "put": {
        "operationId": "tinkerSetCheckpointTtl",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Set the time to live of saved weights",
        "description": "In seconds from now; null keeps them without limit.",
        "x-body-limit-mib": 1,
        "requestBody": {
          "required": true,
          "content": {
            "application/json": {
              "schema": {
                "$ref": "#/components/schemas/TinkerTtlRequest"
              },
              "examples": {
                "asked": {
                  "$ref": "#/components/examples/TinkerTtlRequest"
                }
              }
            }
          }
        },
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerAck"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerAck"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}/checkpoints/external_weights/{name}/external_weights_urls": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        },
        {
          "$ref": "#/components/parameters/TinkerName"
        }
      ],
      "get": {
        "operationId": "tinkerExternalWeightsUrls",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Get the download URLs of saved weights",
        "description": "The URLs are signed, need no key, and are valid for an hour.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerFileUrls"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerFileUrls"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/files/{address}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerFileToken"
        }
      ],
      "get": {
        "operationId": "tinkerDownloadFile",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "security": [],
        "summary": "Download a file of saved weights",
        "description": "Use a URL that `external_weights_urls` returned.",
        "responses": {
          "200": {
            "description": "The bytes of the file.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/octet-stream": {
                "schema": {
                  "$ref": "#/components/schemas/Bytes"
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs": {
      "get": {
        "operationId": "tinkerListTrainingRuns",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "List training runs",
        "description": "Newest first. A run is listed while its session lasts, and afterwards as long as it has saved weights.",
        "parameters": [
          {
            "$ref": "#/components/parameters/TinkerLimit"
          },
          {
            "$ref": "#/components/parameters/TinkerOffset"
          }
        ],
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerTrainingRunList"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerTrainingRunList"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/training_runs/{training_run_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerRunId"
        }
      ],
      "get": {
        "operationId": "tinkerGetTrainingRun",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Get a training run",
        "description": "With its latest saved weights.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerTrainingRun"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerTrainingRun"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/sessions": {
      "get": {
        "operationId": "tinkerListSessions",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "List sessions",
        "description": "Lists the active sessions, newest first.",
        "parameters": [
          {
            "$ref": "#/components/parameters/TinkerLimit"
          },
          {
            "$ref": "#/components/parameters/TinkerOffset"
          }
        ],
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSessionList"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSessionList"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/api/v1/sessions/{session_id}": {
      "parameters": [
        {
          "$ref": "#/components/parameters/TinkerSessionId"
        }
      ],
      "get": {
        "operationId": "tinkerGetSession",
        "x-cli": false,
        "tags": [
          "tinker-runs"
        ],
        "summary": "Get a session",
        "description": "Returns the ids of the models that it trains and of its sampling sessions.",
        "responses": {
          "200": {
            "description": "The response.",
            "headers": {
              "X-Request-Id": {
                "$ref": "#/components/headers/RequestId"
              },
              "Daybreak-Ignored-Fields": {
                "$ref": "#/components/headers/IgnoredFields"
              }
            },
            "content": {
              "application/json": {
                "schema": {
                  "$ref": "#/components/schemas/TinkerSessionContents"
                },
                "examples": {
                  "answer": {
                    "$ref": "#/components/examples/TinkerSessionContents"
                  }
                }
              }
            }
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/oai/api/v1/chat/completions": {
      "post": {
        "operationId": "tinkerChatCompletion",
        "x-cli": false,
        "tags": [
          "chat-completions"
        ],
        "summary": "Create a chat completion (alias beside the Tinker API)",
        "description": "For OpenAI clients that use models saved with the Tinker API, by their `tinker://` path.",
        "x-alias-of": "createChatCompletion",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestIdHeader"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/ChatCompletionBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/ChatCompletion"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    },
    "/tinker/oai/api/v1/completions": {
      "post": {
        "operationId": "tinkerCompletion",
        "x-cli": false,
        "tags": [
          "completions"
        ],
        "summary": "Create a completion (alias beside the Tinker API)",
        "description": "For OpenAI clients that use models saved with the Tinker API, by their `tinker://` path.",
        "x-alias-of": "createCompletion",
        "x-body-limit-mib": 8,
        "x-body-limit-of-context": {
          "mib": 2,
          "bytes-per-token": 32
        },
        "parameters": [
          {
            "$ref": "#/components/parameters/RequestIdHeader"
          }
        ],
        "requestBody": {
          "$ref": "#/components/requestBodies/CompletionBody"
        },
        "responses": {
          "200": {
            "$ref": "#/components/responses/Completion"
          },
          "400": {
            "$ref": "#/components/responses/BadRequest"
          },
          "401": {
            "$ref": "#/components/responses/Unauthorized"
          },
          "403": {
            "$ref": "#/components/responses/Forbidden"
          },
          "404": {
            "$ref": "#/components/responses/NotFound"
          },
          "405": {
            "$ref": "#/components/responses/MethodNotAllowed"
          },
          "413": {
            "$ref": "#/components/responses/PayloadTooLarge"
          },
          "415": {
            "$ref": "#/components/responses/UnsupportedMediaType"
          },
          "429": {
            "$ref": "#/components/responses/TooManyRequests"
          },
          "500": {
            "$ref": "#/components/responses/InternalError"
          },
          "503": {
            "$ref": "#/components/responses/Unavailable"
          }
        }
      }
    }
  },
  "components": {
    "securitySchemes": {
      "bearerAuth": {
        "type": "http",
        "scheme": "bearer",
        "description": "The API key as a bearer token. If the header `Authorization` is absent, every operation also takes `x-api-key: <key>`, as sent by Anthropic's clients. The server makes a key at its first start and prints the path of its file; `npm run keys` makes others. Each key has an owner and scopes. Another owner's resources are answered with 404, like an unknown id, and owners may use equal names. An operation outside the key's scopes is a 403.",
        "x-scopes": {
          "chat": "Chat, and list what a chat can name.",
          "train": "Models, checkpoints, training jobs, runs and artifacts of the key's owner.",
          "metrics": "The metrics of the whole server; for Prometheus.",
          "admin": "Everything that the other scopes allow, for the key's owner."
        }
      }
    },
    "parameters": {
      "ModelId": {
        "name": "model_id",
        "in": "path",
        "required": true,
        "description": "The model's id, as returned when it was created.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10"
      },
      "ServedModelName": {
        "name": "model",
        "in": "path",
        "required": true,
        "description": "A name that chat takes as `model`. Clients percent-encode it; its slashes may also be left unencoded.",
        "schema": {
          "$ref": "#/components/schemas/ServedModelName"
        },
        "example": "wandb-artifact:///local/yes-no-maybe/agent-001"
      },
      "TinkerSessionId": {
        "name": "session_id",
        "in": "path",
        "required": true,
        "description": "The session's id, as returned when it was created.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47"
      },
      "TinkerSamplerId": {
        "name": "sampler_id",
        "in": "path",
        "required": true,
        "description": "The sampling session's id.",
        "schema": {
          "$ref": "#/components/schemas/TinkerName"
        },
        "example": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0"
      },
      "TinkerRunId": {
        "name": "training_run_id",
        "in": "path",
        "required": true,
        "description": "The id of a model under training.",
        "schema": {
          "$ref": "#/components/schemas/TinkerName"
        },
        "example": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0"
      },
      "TinkerKind": {
        "name": "kind",
        "in": "path",
        "required": true,
        "description": "The kind of saved weights: weights with optimizer state, weights for sampling, or weights for download.",
        "schema": {
          "$ref": "#/components/schemas/TinkerKind"
        },
        "example": "weights"
      },
      "WandbEntity": {
        "name": "entity",
        "in": "path",
        "required": true,
        "description": "The entity of the run.",
        "schema": {
          "$ref": "#/components/schemas/WandbName"
        },
        "example": "local"
      },
      "WandbProject": {
        "name": "project",
        "in": "path",
        "required": true,
        "description": "The project of the run.",
        "schema": {
          "$ref": "#/components/schemas/WandbName"
        },
        "example": "support-agent"
      },
      "WandbRun": {
        "name": "run",
        "in": "path",
        "required": true,
        "description": "The run's id, as its client chose it.",
        "schema": {
          "$ref": "#/components/schemas/WandbName"
        },
        "example": "k3v9x2ab"
      },
      "WandbFileToken": {
        "name": "address",
        "in": "path",
        "required": true,
        "description": "Signed token with the file and the expiry time of the URL.",
        "schema": {
          "$ref": "#/components/schemas/WandbToken"
        },
        "example": "eyJvIjoibG9jYWwifQ.6Zl0aQ"
      },
      "TinkerFileToken": {
        "name": "address",
        "in": "path",
        "required": true,
        "description": "Signed token with the file and the expiry time of the URL.",
        "schema": {
          "$ref": "#/components/schemas/TinkerToken"
        },
        "example": "eyJvIjoibG9jYWwifQ.6Zl0aQ"
      },
      "TinkerName": {
        "name": "name",
        "in": "path",
        "required": true,
        "description": "The name of the saved weights.",
        "schema": {
          "$ref": "#/components/schemas/TinkerName"
        },
        "example": "step-10"
      },
      "TinkerLimit": {
        "name": "limit",
        "in": "query",
        "required": false,
        "description": "Maximum number of items to list.",
        "schema": {
          "$ref": "#/components/schemas/TinkerLimit"
        },
        "example": 20
      },
      "TinkerOffset": {
        "name": "offset",
        "in": "query",
        "required": false,
        "description": "Number of items to skip.",
        "schema": {
          "$ref": "#/components/schemas/TinkerOffset"
        },
        "example": 0
      },
      "TrainingJobId": {
        "name": "training_job_id",
        "in": "path",
        "required": true,
        "description": "The id of an RL or SFT job.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21"
      },
      "RunId": {
        "name": "run_id",
        "in": "path",
        "required": true,
        "description": "The tracking run's id; a model names its own as `run_id`.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11"
      },
      "ArtifactId": {
        "name": "artifact_id",
        "in": "path",
        "required": true,
        "description": "The artifact's id, as returned when it was created.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912"
      },
      "Step": {
        "name": "step",
        "in": "path",
        "required": true,
        "description": "The training step of the checkpoint.",
        "schema": {
          "$ref": "#/components/schemas/Step"
        },
        "example": 1
      },
      "LogId": {
        "name": "log_id",
        "in": "path",
        "required": true,
        "description": "The log's id, as listed by the list of logs.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701"
      },
      "FileName": {
        "name": "file_name",
        "in": "path",
        "required": true,
        "description": "The file's name inside the artifact.",
        "schema": {
          "$ref": "#/components/schemas/FileName"
        },
        "example": "train.jsonl"
      },
      "DocsFileName": {
        "name": "file_name",
        "in": "path",
        "required": true,
        "description": "The file's name, as used by the page.",
        "schema": {
          "$ref": "#/components/schemas/FileName"
        },
        "example": "icon.svg"
      },
      "DashboardFileName": {
        "name": "file_name",
        "in": "path",
        "required": true,
        "description": "The file's name, as used by the page.",
        "schema": {
          "$ref": "#/components/schemas/FileName"
        },
        "example": "icon.svg"
      },
      "AcceptEncoding": {
        "name": "Accept-Encoding",
        "in": "header",
        "description": "Brotli, gzip, or none, as browsers send it.",
        "schema": {
          "$ref": "#/components/schemas/AcceptEncoding"
        }
      },
      "After": {
        "name": "after",
        "in": "query",
        "description": "Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.",
        "schema": {
          "$ref": "#/components/schemas/Cursor"
        }
      },
      "Cursor": {
        "name": "cursor",
        "in": "query",
        "description": "Alias of `after`; sending both is a validation error.",
        "schema": {
          "$ref": "#/components/schemas/Cursor"
        }
      },
      "Limit": {
        "name": "limit",
        "in": "query",
        "description": "Number of items on the page.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 100,
          "default": 20
        }
      },
      "HistoryLimit": {
        "name": "limit",
        "in": "query",
        "description": "Maximum number of records on the page.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 1000,
          "default": 20
        }
      },
      "Order": {
        "name": "order",
        "in": "query",
        "description": "Sort order.",
        "schema": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ],
          "default": "asc"
        }
      },
      "SeriesMetrics": {
        "name": "metrics",
        "in": "query",
        "required": true,
        "description": "Up to 32 metric names, separated by commas. Escape a comma or a backslash in a name with a backslash.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 8192,
          "pattern": "^([^,\\\\]|\\\\[,\\\\])+(,([^,\\\\]|\\\\[,\\\\])+){0,31}$",
          "description": "1 to 32 names, separated by commas; a comma or backslash in a name is escaped with a backslash."
        },
        "example": "loss/train,train/reward"
      },
      "SeriesAxis": {
        "name": "x",
        "in": "query",
        "description": "The x axis of the curves.",
        "schema": {
          "$ref": "#/components/schemas/SeriesAxis"
        }
      },
      "SeriesFrom": {
        "name": "from",
        "in": "query",
        "description": "Smallest x to include.",
        "schema": {
          "type": "number",
          "minimum": 0,
          "maximum": 9007199254740991
        }
      },
      "SeriesTo": {
        "name": "to",
        "in": "query",
        "description": "Largest x to include.",
        "schema": {
          "type": "number",
          "minimum": 0,
          "maximum": 9007199254740991
        }
      },
      "SeriesPoints": {
        "name": "points",
        "in": "query",
        "description": "Maximum number of buckets of one metric. All metrics together may have 32,768, that is 4,000 each for up to 8 names.",
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 4000,
          "default": 1000
        }
      },
      "SeriesSmoothing": {
        "name": "smoothing",
        "in": "query",
        "description": "Weight w of an exponential moving average, debiased as in TensorBoard: s_n = w s_(n-1) + (1 - w) v_n with s_0 = 0, shown as s_n / (1 - w^n). It covers all values of the run in the order of their recording, including those before `from`, whatever the number of points. If absent, the curves are not smoothed.",
        "schema": {
          "type": "number",
          "minimum": 0,
          "maximum": 0.999
        }
      },
      "TrajectoryId": {
        "name": "trajectory_id",
        "in": "path",
        "required": true,
        "description": "The trajectory's id, as listed by the list of trajectories.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        },
        "example": "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11"
      },
      "SequenceNumber": {
        "name": "sequence",
        "in": "query",
        "description": "Index of the training sequence in the trajectory, from 0. A conversation that only grows has one sequence.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 1000000,
          "default": 0
        }
      },
      "SplitFilter": {
        "name": "split",
        "in": "query",
        "description": "Return only trajectories of this split; RL jobs have `train`.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 64,
          "pattern": "^[^\\u0000]*$",
          "description": "Any characters except NUL."
        }
      },
      "StepFilter": {
        "name": "step",
        "in": "query",
        "description": "Return only trajectories of this step: the step of the job's checkpoint, or of the newest checkpoint when it was logged.",
        "schema": {
          "$ref": "#/components/schemas/Step"
        }
      },
      "JobIdFilter": {
        "name": "job_id",
        "in": "query",
        "description": "Return only trajectories of this job.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        }
      },
      "LogIdFilter": {
        "name": "log_id",
        "in": "query",
        "description": "Return only trajectories of this log.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        }
      },
      "GroupFilter": {
        "name": "group",
        "in": "query",
        "description": "Return only trajectories of the group with this index in its job or log.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 65535
        }
      },
      "Redirect": {
        "name": "redirect",
        "in": "query",
        "description": "Redirect to the file's URL in the object store, if there is one, instead of sending the bytes. Clients that follow the redirect must not send their key there.",
        "schema": {
          "type": "boolean",
          "default": false
        }
      },
      "OutcomeFilter": {
        "name": "outcome",
        "in": "query",
        "description": "Return only trajectories with this outcome.",
        "schema": {
          "$ref": "#/components/schemas/TrajectoryOutcome"
        }
      },
      "TruncatedFilter": {
        "name": "truncated",
        "in": "query",
        "description": "Return only trajectories with (true) or without (false) an answer that was cut off at its maximum length.",
        "schema": {
          "type": "boolean"
        }
      },
      "RewardMinFilter": {
        "name": "reward_min",
        "in": "query",
        "description": "Return only trajectories with at least this reward.",
        "schema": {
          "$ref": "#/components/schemas/FiniteNumber"
        }
      },
      "RewardMaxFilter": {
        "name": "reward_max",
        "in": "query",
        "description": "Return only trajectories with at most this reward.",
        "schema": {
          "$ref": "#/components/schemas/FiniteNumber"
        }
      },
      "TextFilter": {
        "name": "text",
        "in": "query",
        "description": "Return only trajectories with this text, ignoring case, in the first 2,000 characters of prompt and answers.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256,
          "pattern": "^[^\\u0000]*$",
          "description": "Any characters except NUL."
        }
      },
      "TrajectorySort": {
        "name": "sort",
        "in": "query",
        "description": "Sort order; ties are sorted newest first.",
        "schema": {
          "type": "string",
          "enum": [
            "newest",
            "oldest",
            "highest_reward",
            "lowest_reward",
            "longest",
            "shortest"
          ],
          "default": "newest"
        }
      },
      "ModelIdFilter": {
        "name": "model_id",
        "in": "query",
        "description": "Return only items of this model. An unknown model is a 404.",
        "schema": {
          "$ref": "#/components/schemas/Uuid"
        }
      },
      "JobStatusFilter": {
        "name": "status",
        "in": "query",
        "description": "Return only jobs with this status.",
        "schema": {
          "$ref": "#/components/schemas/JobStatus"
        }
      },
      "UpdatesAfter": {
        "name": "after",
        "in": "query",
        "description": "The `cursor` of the last change that the client has seen. Takes precedence over `Last-Event-ID`.",
        "schema": {
          "$ref": "#/components/schemas/UpdateCursor"
        }
      },
      "UpdatesWait": {
        "name": "wait",
        "in": "query",
        "description": "Seconds that a page waits for the first change if there is none yet. Has no effect on a stream.",
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 30,
          "default": 0
        }
      },
      "LastEventId": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "Sent by browsers when they resume a stream; same as `after`.",
        "schema": {
          "$ref": "#/components/schemas/UpdateCursor"
        }
      },
      "RequestIdHeader": {
        "name": "X-Request-Id",
        "in": "header",
        "description": "Takes precedence over `request_id` in the body.",
        "schema": {
          "$ref": "#/components/schemas/RequestId"
        }
      }
    },
    "headers": {
      "RequestId": {
        "description": "Id of this request in the server's log.",
        "required": true,
        "schema": {
          "$ref": "#/components/schemas/RequestId"
        },
        "example": "req_01JD2Z6Y9Q"
      },
      "RequestIdOfMessages": {
        "description": "Same as `X-Request-Id`, under the name that Anthropic's clients read.",
        "required": true,
        "schema": {
          "$ref": "#/components/schemas/RequestId"
        },
        "example": "req_01JD2Z6Y9Q"
      },
      "IgnoredFields": {
        "description": "Comma-separated names of body fields, and of query parameters as `query.{name}`, that this server does not know. Absent if there are none. Unknown fields inside an RL job's trajectories are named by the job's event `training_started` instead, as `ignored_fields`.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 4096
        },
        "example": "nvext, query.beta"
      },
      "ContentDisposition": {
        "required": true,
        "description": "File name for the download.",
        "schema": {
          "type": "string",
          "minLength": 1,
          "maxLength": 256
        },
        "example": "attachment; filename=\"agent-001-step1.tar\""
      },
      "Location": {
        "required": true,
        "description": "URL to request instead.",
        "schema": {
          "type": "string",
          "format": "uri",
          "minLength": 8,
          "maxLength": 8192
        },
        "example": "https://daybreak.s3.us-east-1.amazonaws.com/artifacts/3e8c7b19/train.jsonl?X-Amz-Signature=0f1e"
      },
      "ContentEncoding": {
        "description": "Compression of the body; absent if it is not compressed.",
        "schema": {
          "type": "string",
          "enum": [
            "br",
            "gzip"
          ]
        }
      },
      "Vary": {
        "description": "The request header on which the body depends.",
        "schema": {
          "type": "string",
          "const": "accept-encoding"
        }
      },
      "Allow": {
        "description": "The methods that the path supports.",
        "required": true,
        "schema": {
          "type": "string",
          "minLength": 3,
          "maxLength": 64
        },
        "example": "GET, POST"
      },
      "WwwAuthenticate": {
        "description": "The authentication scheme.",
        "required": true,
        "schema": {
          "type": "string",
          "minLength": 6,
          "maxLength": 256
        },
        "example": "Bearer realm=\"daybreak\""
      },
      "RetryAfter": {
        "description": "Seconds to wait before the next attempt.",
        "required": true,
        "schema": {
          "type": "integer",
          "minimum": 1,
          "maximum": 120
        },
        "example": 1
      }
    },
    "requestBodies": {
      "ChatCompletionBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ChatCompletionRequest"
            },
            "examples": {
              "plain": {
                "$ref": "#/components/examples/ChatCompletionRequest"
              },
              "stream": {
                "$ref": "#/components/examples/StreamRequest"
              },
              "rollout": {
                "$ref": "#/components/examples/RolloutRequest"
              },
              "tools": {
                "$ref": "#/components/examples/ToolRequest"
              },
              "schema": {
                "$ref": "#/components/examples/SchemaRequest"
              }
            }
          }
        }
      },
      "CompletionBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/CompletionRequest"
            },
            "examples": {
              "text": {
                "$ref": "#/components/examples/CompletionRequest"
              },
              "tokens": {
                "$ref": "#/components/examples/CompletionOfTokens"
              }
            }
          }
        }
      },
      "MessageBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessageRequest"
            },
            "examples": {
              "plain": {
                "$ref": "#/components/examples/MessageRequest"
              },
              "tools": {
                "$ref": "#/components/examples/MessageToolRequest"
              }
            }
          }
        }
      },
      "CountMessageTokensBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/CountMessageTokensRequest"
            },
            "examples": {
              "plain": {
                "$ref": "#/components/examples/CountMessageTokensRequest"
              }
            }
          }
        }
      },
      "ResponseBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ResponseRequest"
            },
            "examples": {
              "plain": {
                "$ref": "#/components/examples/ResponseRequest"
              },
              "tools": {
                "$ref": "#/components/examples/ResponseToolRequest"
              }
            }
          }
        }
      },
      "TokenizeBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/TokenizeRequest"
            },
            "examples": {
              "text": {
                "$ref": "#/components/examples/TokenizeRequest"
              },
              "chat": {
                "$ref": "#/components/examples/TokenizeChat"
              }
            }
          }
        }
      },
      "DetokenizeBody": {
        "required": true,
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/DetokenizeRequest"
            },
            "examples": {
              "text": {
                "$ref": "#/components/examples/DetokenizeRequest"
              }
            }
          }
        }
      }
    },
    "responses": {
      "ChatCompletion": {
        "description": "The chat completion, or its chunks if it is streamed.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ChatCompletion"
            },
            "examples": {
              "answer": {
                "$ref": "#/components/examples/ChatCompletion"
              }
            }
          },
          "text/event-stream": {
            "schema": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "data"
              ],
              "description": "A server-sent event. The data of the last one is `[DONE]`; all others have JSON data.",
              "properties": {
                "event": {
                  "type": "string",
                  "const": "message",
                  "description": "Type of events that have no name."
                },
                "data": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 16777216,
                  "if": {
                    "const": "[DONE]"
                  },
                  "else": {
                    "contentMediaType": "application/json",
                    "contentSchema": {
                      "$ref": "#/components/schemas/ChatCompletionEvent"
                    }
                  }
                }
              }
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/FirstChunk"
              },
              "token": {
                "$ref": "#/components/examples/TokenChunk"
              },
              "usage": {
                "$ref": "#/components/examples/UsageChunk"
              }
            }
          }
        }
      },
      "Completion": {
        "description": "The completion, or its chunks if it is streamed.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Completion"
            },
            "examples": {
              "answer": {
                "$ref": "#/components/examples/Completion"
              }
            }
          },
          "text/event-stream": {
            "schema": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "data"
              ],
              "description": "A server-sent event. The data of the last one is `[DONE]`; all others have JSON data.",
              "properties": {
                "event": {
                  "type": "string",
                  "const": "message",
                  "description": "Type of events that have no name."
                },
                "data": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 16777216,
                  "if": {
                    "const": "[DONE]"
                  },
                  "else": {
                    "contentMediaType": "application/json",
                    "contentSchema": {
                      "$ref": "#/components/schemas/CompletionEvent"
                    }
                  }
                }
              }
            },
            "examples": {
              "token": {
                "$ref": "#/components/examples/CompletionChunk"
              }
            }
          }
        }
      },
      "Message": {
        "description": "The message, or its events if it is streamed.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Message"
            },
            "examples": {
              "answer": {
                "$ref": "#/components/examples/Message"
              }
            }
          },
          "text/event-stream": {
            "schema": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "event",
                "data"
              ],
              "description": "A server-sent event.",
              "properties": {
                "event": {
                  "type": "string",
                  "enum": [
                    "message_start",
                    "content_block_start",
                    "content_block_delta",
                    "content_block_stop",
                    "message_delta",
                    "message_stop",
                    "error"
                  ],
                  "description": "The `type` of the data."
                },
                "data": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 16777216,
                  "contentMediaType": "application/json",
                  "contentSchema": {
                    "$ref": "#/components/schemas/MessageEvent"
                  }
                }
              }
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/MessageStartEvent"
              },
              "token": {
                "$ref": "#/components/examples/ContentBlockDeltaEvent"
              },
              "usage": {
                "$ref": "#/components/examples/MessageDeltaEvent"
              }
            }
          }
        }
      },
      "MessageTokens": {
        "description": "The number of tokens.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessageTokens"
            },
            "examples": {
              "count": {
                "$ref": "#/components/examples/MessageTokens"
              }
            }
          }
        }
      },
      "ResponseObject": {
        "description": "The response, or its events if it is streamed.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ResponseObject"
            },
            "examples": {
              "answer": {
                "$ref": "#/components/examples/ResponseObject"
              }
            }
          },
          "text/event-stream": {
            "schema": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "event",
                "data"
              ],
              "description": "A server-sent event.",
              "properties": {
                "event": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 64,
                  "description": "The `type` of the data, or `error`."
                },
                "data": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 16777216,
                  "contentMediaType": "application/json",
                  "contentSchema": {
                    "$ref": "#/components/schemas/ResponseEvent"
                  }
                }
              }
            },
            "examples": {
              "token": {
                "$ref": "#/components/examples/ResponseDeltaEvent"
              },
              "call": {
                "$ref": "#/components/examples/ResponseItemEvent"
              }
            }
          }
        }
      },
      "TokenizedText": {
        "description": "The tokens.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/TokenizedText"
            },
            "examples": {
              "text": {
                "$ref": "#/components/examples/TokenizedText"
              }
            }
          }
        },
        "links": {
          "back": {
            "$ref": "#/components/links/Detokenize"
          }
        }
      },
      "DetokenizedText": {
        "description": "The text.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/DetokenizedText"
            },
            "examples": {
              "text": {
                "$ref": "#/components/examples/DetokenizedText"
              }
            }
          }
        }
      },
      "Metrics": {
        "description": "The metrics, in Prometheus' text format.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "text/plain": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/Metrics"
              }
            }
          }
        }
      },
      "DocsPage": {
        "description": "The page.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "text/html": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1048576
            }
          }
        }
      },
      "DocsFile": {
        "description": "The file.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "image/svg+xml": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          },
          "text/css": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          },
          "text/javascript": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          }
        }
      },
      "DashboardPage": {
        "description": "The page, compressed as `Accept-Encoding` allows.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          },
          "Content-Encoding": {
            "$ref": "#/components/headers/ContentEncoding"
          },
          "Vary": {
            "$ref": "#/components/headers/Vary"
          }
        },
        "content": {
          "text/html": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1048576
            }
          }
        }
      },
      "DashboardFile": {
        "description": "The file, compressed as `Accept-Encoding` allows.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          },
          "Content-Encoding": {
            "$ref": "#/components/headers/ContentEncoding"
          },
          "Vary": {
            "$ref": "#/components/headers/Vary"
          }
        },
        "content": {
          "image/svg+xml": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          },
          "text/css": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          },
          "text/javascript": {
            "schema": {
              "type": "string",
              "minLength": 1,
              "maxLength": 16777216
            }
          }
        }
      },
      "Contract": {
        "description": "This document.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Contract"
            },
            "examples": {
              "head": {
                "$ref": "#/components/examples/Contract"
              }
            }
          }
        }
      },
      "ContractText": {
        "description": "This document.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/yaml": {
            "schema": {
              "$ref": "#/components/schemas/Contract"
            }
          }
        }
      },
      "Version": {
        "description": "The version.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Version"
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/Version"
              }
            }
          }
        }
      },
      "Load": {
        "description": "The number of requests in flight.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Load"
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/Load"
              }
            }
          }
        }
      },
      "TokenizerInfo": {
        "description": "The tokenizer's configuration.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/TokenizerInfo"
            },
            "examples": {
              "first": {
                "$ref": "#/components/examples/TokenizerInfo"
              }
            }
          }
        }
      },
      "Health": {
        "description": "The service answers.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Health"
            },
            "examples": {
              "ok": {
                "$ref": "#/components/examples/Health"
              }
            }
          }
        }
      },
      "Liveness": {
        "description": "The process is alive.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Liveness"
            },
            "examples": {
              "alive": {
                "$ref": "#/components/examples/Liveness"
              }
            }
          }
        }
      },
      "Readiness": {
        "description": "Every part that a request needs is ready.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Daybreak-Ignored-Fields": {
            "$ref": "#/components/headers/IgnoredFields"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/Readiness"
            },
            "examples": {
              "ready": {
                "$ref": "#/components/examples/Readiness"
              }
            }
          }
        }
      },
      "BadRequest": {
        "description": "The request fails validation, or asks for something that the model cannot do.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "temperature: 3 is above the maximum; allowed is 0 to 2",
                "type": "invalid_request_error",
                "param": "temperature",
                "code": "validation_failed"
              },
              "detail": [
                {
                  "loc": [
                    "body",
                    "temperature"
                  ],
                  "msg": "3 is above the maximum; allowed is 0 to 2",
                  "type": "maximum",
                  "input": 3,
                  "ctx": {
                    "limit": 2
                  }
                }
              ]
            }
          }
        }
      },
      "Unauthorized": {
        "description": "The API key is missing or not valid.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "No API key was sent. Send the header Authorization: Bearer <key>; ART clients below 0.5.18 need the openai package below 2.34 to do so.",
                "type": "authentication_error",
                "param": null,
                "code": "invalid_api_key"
              },
              "detail": "No API key was sent. Send the header Authorization: Bearer <key>; ART clients below 0.5.18 need the openai package below 2.34 to do so."
            }
          }
        }
      },
      "Forbidden": {
        "description": "The key is valid but does not allow the operation.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "This key may not do this: it lacks the scope 'train'.",
                "type": "permission_error",
                "param": null,
                "code": "insufficient_scope"
              },
              "detail": "This key may not do this: it lacks the scope 'train'."
            }
          }
        }
      },
      "NotFound": {
        "description": "A resource that the request names does not exist.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "model_id: there is no model 6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
                "type": "not_found_error",
                "param": "model_id",
                "code": "not_found"
              },
              "detail": "model_id: there is no model 6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10"
            }
          }
        }
      },
      "MethodNotAllowed": {
        "description": "The path does not support the method.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Allow": {
            "$ref": "#/components/headers/Allow"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "PATCH is not allowed here; allowed are GET and DELETE",
                "type": "invalid_request_error",
                "param": null,
                "code": "method_not_allowed"
              },
              "detail": "PATCH is not allowed here; allowed are GET and DELETE"
            }
          }
        }
      },
      "Conflict": {
        "description": "The request conflicts with the current state.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "name: local/yes-no-maybe/agent-001 exists already; pass return_existing: true to get it",
                "type": "conflict_error",
                "param": "name",
                "code": "conflict"
              },
              "detail": "name: local/yes-no-maybe/agent-001 exists already; pass return_existing: true to get it"
            }
          }
        }
      },
      "PayloadTooLarge": {
        "description": "The body exceeds the operation's limit of bytes or nodes (`x-body-limit-mib`, `x-body-limit-of-context`, `x-body-limit-nodes`).",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "The body is larger than 256 MiB.",
                "type": "invalid_request_error",
                "param": null,
                "code": "payload_too_large"
              },
              "detail": "The body is larger than 256 MiB."
            }
          }
        }
      },
      "UnsupportedMediaType": {
        "description": "The operation does not support the content type.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "Content-Type: text/plain is not supported here; allowed is application/json",
                "type": "invalid_request_error",
                "param": null,
                "code": "unsupported_media_type"
              },
              "detail": "Content-Type: text/plain is not supported here; allowed is application/json"
            }
          }
        }
      },
      "UnprocessableEntity": {
        "description": "The request fails validation.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "base_model: is required",
                "type": "invalid_request_error",
                "param": "base_model",
                "code": "validation_failed"
              },
              "detail": [
                {
                  "loc": [
                    "body",
                    "base_model"
                  ],
                  "msg": "is required",
                  "type": "required",
                  "input": null,
                  "ctx": {}
                }
              ]
            }
          }
        }
      },
      "TooManyRequests": {
        "description": "The key exceeds its limit.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "This key has 2000 requests in flight, which is its limit.",
                "type": "rate_limit_error",
                "param": null,
                "code": "rate_limit_exceeded"
              },
              "detail": "This key has 2000 requests in flight, which is its limit."
            }
          }
        }
      },
      "InternalError": {
        "description": "Internal error. Search the server's log for the request id.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "The server failed on request req_01JD2Z6Y9Q; its log says why.",
                "type": "server_error",
                "param": null,
                "code": "internal_error"
              },
              "detail": "The server failed on request req_01JD2Z6Y9Q; its log says why."
            }
          }
        }
      },
      "Unavailable": {
        "description": "The queue is full or this owner's share of it is used up, the server is draining, or the compute process is starting or hangs.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "Too many requests are waiting already. Try again later.",
                "type": "server_error",
                "param": null,
                "code": "queue_full"
              },
              "detail": "Too many requests are waiting already. Try again later."
            }
          }
        }
      },
      "InsufficientStorage": {
        "description": "The disk is full, or the remaining space is reserved for training. Nothing was stored.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/ErrorBody"
            },
            "example": {
              "error": {
                "message": "The disk is full; nothing was stored.",
                "type": "server_error",
                "param": null,
                "code": "disk_full"
              },
              "detail": "The disk is full; nothing was stored."
            }
          }
        }
      },
      "MessagesBadRequest": {
        "description": "The request fails validation, or asks for something that the model cannot do.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "invalid_request_error",
                "message": "max_tokens: is required",
                "param": "max_tokens",
                "code": "validation_failed"
              },
              "detail": [
                {
                  "loc": [
                    "body",
                    "max_tokens"
                  ],
                  "msg": "is required",
                  "type": "required",
                  "input": null,
                  "ctx": {}
                }
              ],
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesUnauthorized": {
        "description": "The API key is missing or not valid.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "WWW-Authenticate": {
            "$ref": "#/components/headers/WwwAuthenticate"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "authentication_error",
                "message": "No API key was sent. Send the header Authorization: Bearer <key>, or x-api-key: <key>.",
                "param": null,
                "code": "invalid_api_key"
              },
              "detail": "No API key was sent. Send the header Authorization: Bearer <key>, or x-api-key: <key>.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesForbidden": {
        "description": "The key is valid but does not allow the operation.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "permission_error",
                "message": "This key may not do this: it lacks the scope \"chat\".",
                "param": null,
                "code": "insufficient_scope"
              },
              "detail": "This key may not do this: it lacks the scope \"chat\".",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesNotFound": {
        "description": "The model does not exist.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "not_found_error",
                "message": "model: \"claude\" cannot answer: the served models are SmolLM2",
                "param": "model",
                "code": "model_not_found"
              },
              "detail": "model: \"claude\" cannot answer: the served models are SmolLM2",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesMethodNotAllowed": {
        "description": "The path does not support the method.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "Allow": {
            "$ref": "#/components/headers/Allow"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "invalid_request_error",
                "message": "GET is not allowed here; allowed is POST",
                "param": null,
                "code": "method_not_allowed"
              },
              "detail": "GET is not allowed here; allowed is POST",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesPayloadTooLarge": {
        "description": "The body exceeds the operation's size limit.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "request_too_large",
                "message": "The body is larger than 8 MiB.",
                "param": null,
                "code": "payload_too_large"
              },
              "detail": "The body is larger than 8 MiB.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesUnsupportedMediaType": {
        "description": "The operation does not support the content type.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "invalid_request_error",
                "message": "The content type must be application/json.",
                "param": null,
                "code": "unsupported_media_type"
              },
              "detail": "The content type must be application/json.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesTooManyRequests": {
        "description": "The key exceeds its limit.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "rate_limit_error",
                "message": "This key has 2000 requests in flight, which is its limit.",
                "param": null,
                "code": "rate_limit_exceeded"
              },
              "detail": "This key has 2000 requests in flight, which is its limit.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesInternalError": {
        "description": "Internal error. Search the server's log for the request id.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "api_error",
                "message": "The server failed on request req_01JD2Z6Y9Q; its log says why.",
                "param": null,
                "code": "internal_error"
              },
              "detail": "The server failed on request req_01JD2Z6Y9Q; its log says why.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      },
      "MessagesUnavailable": {
        "description": "Same as for the other operations; Anthropic calls it overloaded.",
        "headers": {
          "X-Request-Id": {
            "$ref": "#/components/headers/RequestId"
          },
          "Request-Id": {
            "$ref": "#/components/headers/RequestIdOfMessages"
          },
          "Retry-After": {
            "$ref": "#/components/headers/RetryAfter"
          }
        },
        "content": {
          "application/json": {
            "schema": {
              "$ref": "#/components/schemas/MessagesErrorBody"
            },
            "example": {
              "type": "error",
              "error": {
                "type": "overloaded_error",
                "message": "Too many requests are waiting already. Try again later.",
                "param": null,
                "code": "queue_full"
              },
              "detail": "Too many requests are waiting already. Try again later.",
              "request_id": "req_01JD2Z6Y9Q"
            }
          }
        }
      }
    },
    "links": {
      "GetFirstServedModel": {
        "operationId": "getServedModel",
        "parameters": {
          "model": "$response.body#/data/0/id"
        }
      },
      "Detokenize": {
        "operationId": "detokenize",
        "requestBody": {
          "tokens": "$response.body#/tokens"
        }
      },
      "GetModel": {
        "operationId": "getModel",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "GetFirstModel": {
        "operationId": "getModel",
        "parameters": {
          "model_id": "$response.body#/data/0/id"
        }
      },
      "DeleteModel": {
        "operationId": "deleteModel",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "ListCheckpoints": {
        "operationId": "listCheckpoints",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "LogTrajectories": {
        "operationId": "logTrajectories",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "CreateTrainingJob": {
        "operationId": "createTrainingJob",
        "requestBody": {
          "model_id": "$response.body#/id",
          "trajectory_groups": []
        }
      },
      "CreateSftTrainingJob": {
        "operationId": "createSftTrainingJob",
        "description": "The artifact has to be created and uploaded first.",
        "requestBody": {
          "model_id": "$response.body#/id",
          "training_data_url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0"
        }
      },
      "ListTrainingJobsOfModel": {
        "operationId": "listTrainingJobs",
        "parameters": {
          "query.model_id": "$response.body#/id"
        }
      },
      "GetRunOfModel": {
        "operationId": "getRun",
        "parameters": {
          "run_id": "$response.body#/run_id"
        }
      },
      "DeleteFirstCheckpoint": {
        "operationId": "deleteCheckpoints",
        "parameters": {
          "model_id": "$request.path.model_id"
        },
        "requestBody": {
          "steps": [
            "$response.body#/data/0/step"
          ]
        }
      },
      "DownloadFirstCheckpoint": {
        "operationId": "downloadCheckpointFile",
        "parameters": {
          "model_id": "$request.path.model_id",
          "step": "$response.body#/data/0/step",
          "file_name": "adapter_config.json"
        }
      },
      "ListFilesOfFirstCheckpoint": {
        "operationId": "listCheckpointFiles",
        "parameters": {
          "model_id": "$request.path.model_id",
          "step": "$response.body#/data/0/step"
        }
      },
      "DownloadCheckpointFile": {
        "operationId": "downloadCheckpointFile",
        "parameters": {
          "model_id": "$request.path.model_id",
          "step": "$request.path.step",
          "file_name": "$response.body#/data/0/name"
        }
      },
      "ListLogs": {
        "operationId": "listLogs",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "ListLoggedTrajectoryGroups": {
        "operationId": "listLoggedTrajectoryGroups",
        "parameters": {
          "model_id": "$request.path.model_id",
          "log_id": "$response.body#/data/0/id"
        }
      },
      "GetTrainingJob": {
        "operationId": "getTrainingJob",
        "parameters": {
          "training_job_id": "$response.body#/id"
        }
      },
      "GetFirstTrainingJob": {
        "operationId": "getTrainingJob",
        "parameters": {
          "training_job_id": "$response.body#/data/0/id"
        }
      },
      "ListTrainingJobEvents": {
        "operationId": "listTrainingJobEvents",
        "parameters": {
          "training_job_id": "$response.body#/id"
        }
      },
      "CancelTrainingJob": {
        "operationId": "cancelTrainingJob",
        "parameters": {
          "training_job_id": "$response.body#/id"
        }
      },
      "RetryTrainingJob": {
        "operationId": "retryTrainingJob",
        "parameters": {
          "training_job_id": "$response.body#/id"
        }
      },
      "GetFirstRun": {
        "operationId": "getRun",
        "parameters": {
          "run_id": "$response.body#/data/0/id"
        }
      },
      "ListRunHistory": {
        "operationId": "listRunHistory",
        "parameters": {
          "run_id": "$response.body#/id"
        }
      },
      "FirstRunHistory": {
        "operationId": "listRunHistory",
        "parameters": {
          "run_id": "$response.body#/data/0/id"
        }
      },
      "ListRunMetrics": {
        "operationId": "listRunMetrics",
        "parameters": {
          "run_id": "$response.body#/id"
        }
      },
      "GetRunSeriesOfFirst": {
        "operationId": "getRunSeries",
        "parameters": {
          "run_id": "$request.path.run_id",
          "metrics": "$response.body#/data/0/name"
        }
      },
      "GetArtifact": {
        "operationId": "getArtifact",
        "parameters": {
          "artifact_id": "$response.body#/id"
        }
      },
      "GetFirstArtifact": {
        "operationId": "getArtifact",
        "parameters": {
          "artifact_id": "$response.body#/data/0/id"
        }
      },
      "DeleteArtifact": {
        "operationId": "deleteArtifact",
        "parameters": {
          "artifact_id": "$response.body#/id"
        }
      },
      "NextArtifacts": {
        "operationId": "listArtifacts",
        "parameters": {
          "after": "$response.body#/last_id"
        }
      },
      "UploadArtifactFile": {
        "operationId": "uploadArtifactFile",
        "parameters": {
          "artifact_id": "$response.body#/id",
          "file_name": "train.jsonl"
        }
      },
      "DownloadArtifactFile": {
        "operationId": "downloadArtifactFile",
        "parameters": {
          "artifact_id": "$request.path.artifact_id",
          "file_name": "$request.path.file_name"
        }
      },
      "CreateSftTrainingJobFromArtifact": {
        "operationId": "createSftTrainingJob",
        "description": "The id of a model created before.",
        "requestBody": {
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "training_data_url": "$response.body#/url"
        }
      },
      "NextModels": {
        "operationId": "listModels",
        "parameters": {
          "after": "$response.body#/last_id"
        }
      },
      "NextCheckpoints": {
        "operationId": "listCheckpoints",
        "parameters": {
          "model_id": "$request.path.model_id",
          "after": "$response.body#/last_id"
        }
      },
      "NextTrainingJobs": {
        "operationId": "listTrainingJobs",
        "parameters": {
          "after": "$response.body#/last_id"
        }
      },
      "NextTrainingJobEvents": {
        "operationId": "listTrainingJobEvents",
        "parameters": {
          "training_job_id": "$request.path.training_job_id",
          "after": "$response.body#/last_id"
        }
      },
      "NextRuns": {
        "operationId": "listRuns",
        "parameters": {
          "after": "$response.body#/last_id"
        }
      },
      "ListTrajectories": {
        "operationId": "listTrajectories",
        "parameters": {
          "model_id": "$response.body#/id"
        }
      },
      "ListJobGroups": {
        "operationId": "listJobGroups",
        "parameters": {
          "training_job_id": "$response.body#/id"
        }
      },
      "NextTrajectories": {
        "operationId": "listTrajectories",
        "parameters": {
          "model_id": "$request.path.model_id",
          "after": "$response.body#/last_id"
        }
      },
      "GetFirstTrajectory": {
        "operationId": "getTrajectory",
        "parameters": {
          "model_id": "$request.path.model_id",
          "trajectory_id": "$response.body#/data/0/id"
        }
      },
      "GetFirstTrajectoryTokens": {
        "operationId": "getTrajectoryTokens",
        "parameters": {
          "model_id": "$request.path.model_id",
          "trajectory_id": "$response.body#/data/0/id"
        }
      },
      "GetTrajectoryTokens": {
        "operationId": "getTrajectoryTokens",
        "parameters": {
          "model_id": "$request.path.model_id",
          "trajectory_id": "$request.path.trajectory_id"
        }
      },
      "NextJobGroups": {
        "operationId": "listJobGroups",
        "parameters": {
          "training_job_id": "$request.path.training_job_id",
          "after": "$response.body#/last_id"
        }
      },
      "NextLogs": {
        "operationId": "listLogs",
        "parameters": {
          "model_id": "$request.path.model_id",
          "after": "$response.body#/last_id"
        }
      },
      "NextLoggedTrajectoryGroups": {
        "operationId": "listLoggedTrajectoryGroups",
        "parameters": {
          "model_id": "$request.path.model_id",
          "log_id": "$request.path.log_id",
          "after": "$response.body#/last_id"
        }
      },
      "NextUpdates": {
        "operationId": "streamUpdates",
        "parameters": {
          "after": "$response.body#/cursor"
        }
      },
      "NextRunHistory": {
        "operationId": "listRunHistory",
        "parameters": {
          "run_id": "$request.path.run_id",
          "after": "$response.body#/last_id"
        }
      }
    },
    "schemas": {
      "Uuid": {
        "type": "string",
        "format": "uuid",
        "minLength": 36,
        "maxLength": 36
      },
      "Timestamp": {
        "type": "string",
        "format": "date-time",
        "minLength": 20,
        "maxLength": 40,
        "description": "ISO 8601, in UTC."
      },
      "RequestId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128
      },
      "Cursor": {
        "type": "string",
        "maxLength": 64,
        "pattern": "^[^\\u0000]*$",
        "description": "Any characters except NUL."
      },
      "AcceptEncoding": {
        "type": "string",
        "maxLength": 1024
      },
      "Step": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647,
        "description": "Training step of a model. 0 is the untrained or imported adapter; each job adds 1."
      },
      "Count": {
        "type": "integer",
        "minimum": 0,
        "maximum": 9007199254740991
      },
      "TokenId": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647
      },
      "TokenIds": {
        "type": "array",
        "maxItems": 1048576,
        "items": {
          "$ref": "#/components/schemas/TokenId"
        }
      },
      "FiniteNumber": {
        "type": "number",
        "minimum": -1e+30,
        "maximum": 1e+30
      },
      "Text": {
        "type": "string",
        "maxLength": 16777216
      },
      "ShortText": {
        "type": "string",
        "maxLength": 1024
      },
      "ResourceName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[^\\u0000-\\u001f/\\\\:#?%]+$",
        "description": "Any characters except control characters and / \\ : # ? %"
      },
      "FileName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9_-])?$",
        "not": {
          "description": "it is the name of a device",
          "pattern": "^([Cc][Oo][Nn]|[Pp][Rr][Nn]|[Aa][Uu][Xx]|[Nn][Uu][Ll]|[Cc][Oo][Mm][0-9]|[Ll][Pp][Tt][0-9])([.]|$)"
        },
        "description": "Letters, digits, dots, underscores and hyphens. It begins with a letter or digit, does not end with a dot, and is not the name of a device such as nul or com1.txt."
      },
      "Bytes": {
        "type": "string",
        "format": "binary",
        "maxLength": 2147483648,
        "description": "The raw bytes of a file."
      },
      "Archive": {
        "type": "string",
        "format": "binary",
        "maxLength": 9007199254740991,
        "description": "The bytes of a model archive or GGUF file."
      },
      "FreeObject": {
        "type": "object",
        "maxProperties": 4096,
        "additionalProperties": true,
        "description": "Any JSON object; its values are kept unchanged."
      },
      "Metrics": {
        "type": "object",
        "maxProperties": 1024,
        "additionalProperties": {
          "$ref": "#/components/schemas/FiniteNumber"
        },
        "description": "Numbers by metric name."
      },
      "ErrorBody": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "error",
          "detail"
        ],
        "properties": {
          "error": {
            "$ref": "#/components/schemas/ErrorInfo"
          },
          "detail": {
            "$ref": "#/components/schemas/ErrorDetail"
          }
        }
      },
      "MessagesErrorBody": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "error",
          "detail",
          "request_id"
        ],
        "description": "`ErrorBody` with the fields that Anthropic's clients read: the type `error`, Anthropic's error type for the status, and the request id.",
        "properties": {
          "type": {
            "type": "string",
            "const": "error"
          },
          "error": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "type",
              "message",
              "param",
              "code"
            ],
            "properties": {
              "type": {
                "type": "string",
                "enum": [
                  "invalid_request_error",
                  "authentication_error",
                  "permission_error",
                  "not_found_error",
                  "request_too_large",
                  "rate_limit_error",
                  "api_error",
                  "overloaded_error"
                ]
              },
              "message": {
                "type": "string",
                "minLength": 1,
                "maxLength": 8192,
                "description": "Names the field, the fault and the allowed values."
              },
              "param": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 1024,
                "description": "The path of the field at fault, with dots, if there is one."
              },
              "code": {
                "$ref": "#/components/schemas/ErrorCode"
              }
            }
          },
          "detail": {
            "$ref": "#/components/schemas/ErrorDetail"
          },
          "request_id": {
            "$ref": "#/components/schemas/RequestId"
          }
        }
      },
      "ErrorInfo": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "message",
          "type",
          "param",
          "code"
        ],
        "properties": {
          "message": {
            "type": "string",
            "minLength": 1,
            "maxLength": 8192,
            "description": "Names the field, the fault and the allowed values."
          },
          "type": {
            "$ref": "#/components/schemas/ErrorType"
          },
          "param": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "The path of the field at fault, with dots, if there is one."
          },
          "code": {
            "$ref": "#/components/schemas/ErrorCode"
          }
        }
      },
      "ErrorType": {
        "type": "string",
        "enum": [
          "invalid_request_error",
          "authentication_error",
          "permission_error",
          "not_found_error",
          "conflict_error",
          "rate_limit_error",
          "server_error"
        ]
      },
      "ErrorCode": {
        "type": "string",
        "description": "The complete list of error codes. Each has one status, except validation errors (400 or 422).",
        "enum": [
          "validation_failed",
          "unsupported_value",
          "context_length_exceeded",
          "invalid_api_key",
          "insufficient_scope",
          "host_not_allowed",
          "not_found",
          "model_not_found",
          "method_not_allowed",
          "conflict",
          "quota_exceeded",
          "payload_too_large",
          "unsupported_media_type",
          "headers_too_large",
          "malformed_request",
          "request_timeout",
          "rate_limit_exceeded",
          "internal_error",
          "not_implemented",
          "queue_full",
          "draining",
          "compute_unavailable",
          "database_unavailable",
          "disk_full"
        ]
      },
      "ErrorDetail": {
        "description": "All validation issues if validation failed, otherwise the message again.",
        "anyOf": [
          {
            "type": "array",
            "minItems": 1,
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/ValidationIssue"
            }
          },
          {
            "type": "string",
            "minLength": 1,
            "maxLength": 8192
          }
        ]
      },
      "ValidationIssue": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "loc",
          "msg",
          "type"
        ],
        "properties": {
          "loc": {
            "type": "array",
            "maxItems": 256,
            "description": "Path of the field, beginning with body, query, path or header. Long names are cut.",
            "items": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 1024
                },
                {
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 2147483647
                }
              ]
            }
          },
          "msg": {
            "type": "string",
            "minLength": 1,
            "maxLength": 8192
          },
          "type": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "The rule that failed."
          },
          "input": {
            "description": "The value at fault."
          },
          "ctx": {
            "$ref": "#/components/schemas/FreeObject"
          }
        }
      },
      "PageObject": {
        "type": "string",
        "const": "list"
      },
      "PageEdgeId": {
        "type": "string",
        "maxLength": 64,
        "default": "",
        "description": "Id of the first or last item of the page; empty if the page is empty."
      },
      "ModelPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Model"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "CheckpointPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Checkpoint"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "TrainingJobPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/TrainingJob"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "TrainingEventPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/TrainingEvent"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "RunPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Run"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "LogPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Log"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "TrajectorySummaryPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/TrajectorySummary"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "TrajectoryOutcome": {
        "type": "string",
        "enum": [
          "trained",
          "no_advantage",
          "without_tokens",
          "too_long",
          "logged"
        ],
        "description": "`trained`: the job trains on it. `no_advantage`: its reward is the mean of its group. `without_tokens`: no answer has log-probabilities. `too_long`: too long to train on. `logged`: from a log."
      },
      "TrajectorySummary": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "job_id",
          "log_id",
          "split",
          "step",
          "group",
          "place",
          "group_size",
          "reward",
          "advantage",
          "outcome",
          "truncated",
          "answers",
          "characters",
          "prompt",
          "answer",
          "metrics",
          "has_tokens",
          "created"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "job_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The RL job; null for a logged trajectory."
          },
          "log_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The log; null for a trajectory of a job."
          },
          "split": {
            "type": "string",
            "maxLength": 64
          },
          "step": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Step"
              }
            ],
            "description": "Step of the checkpoint that the job creates, or of the newest checkpoint when it was logged."
          },
          "group": {
            "type": "integer",
            "minimum": 0,
            "maximum": 65535,
            "description": "Index of its group in the job or log."
          },
          "place": {
            "type": "integer",
            "minimum": 0,
            "maximum": 65535,
            "description": "Its index in the group."
          },
          "group_size": {
            "type": "integer",
            "minimum": 1,
            "maximum": 65536
          },
          "reward": {
            "$ref": "#/components/schemas/FiniteNumber"
          },
          "advantage": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FiniteNumber"
              },
              {
                "type": "null"
              }
            ],
            "description": "Advantage within its group, before the job's normalisation; null for a logged trajectory."
          },
          "outcome": {
            "$ref": "#/components/schemas/TrajectoryOutcome"
          },
          "truncated": {
            "type": "boolean",
            "description": "Whether an answer was cut off at its maximum length."
          },
          "answers": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Number of the model's answers."
          },
          "characters": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Number of characters of all answers."
          },
          "prompt": {
            "type": "string",
            "maxLength": 200,
            "description": "The user's first message, shortened."
          },
          "answer": {
            "type": "string",
            "maxLength": 200,
            "description": "The last answer, shortened."
          },
          "metrics": {
            "allOf": [
              {
                "$ref": "#/components/schemas/Metrics"
              }
            ],
            "description": "The trajectory's own metrics, at most 64; booleans are 0 and 1."
          },
          "has_tokens": {
            "type": "boolean",
            "description": "Whether the training figures of its tokens are stored."
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "KeptTrajectory": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "summary",
          "trajectory"
        ],
        "properties": {
          "summary": {
            "$ref": "#/components/schemas/TrajectorySummary"
          },
          "trajectory": {
            "$ref": "#/components/schemas/Trajectory"
          }
        }
      },
      "TrajectoryTokens": {
        "type": "object",
        "additionalProperties": false,
        "description": "All arrays have one entry per token. A value that is known only for trained tokens is null for the others.",
        "required": [
          "sequence",
          "sequences",
          "gradient_step",
          "advantage",
          "weight",
          "ids",
          "bytes",
          "mask",
          "sampled_logprobs",
          "logprobs",
          "ratios",
          "entropies",
          "clipped"
        ],
        "properties": {
          "sequence": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1000000
          },
          "sequences": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "Number of training sequences of the trajectory."
          },
          "gradient_step": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "The job's gradient step that trained on it."
          },
          "advantage": {
            "type": "number",
            "minimum": -3.5e+38,
            "maximum": 3.5e+38,
            "description": "Advantage after the job's normalisation."
          },
          "weight": {
            "type": "number",
            "minimum": -3.5e+38,
            "maximum": 3.5e+38,
            "description": "Weight of each of its tokens in the loss."
          },
          "ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "bytes": {
            "type": "array",
            "maxItems": 1048576,
            "items": {
              "type": "string",
              "maxLength": 4096,
              "pattern": "^[A-Za-z0-9+/]*={0,2}$",
              "description": "Base64."
            },
            "description": "The bytes of each token, in base64. Concatenated, they are the text in UTF-8."
          },
          "mask": {
            "type": "array",
            "maxItems": 1048576,
            "items": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1
            },
            "description": "1 if the token is trained on, otherwise 0."
          },
          "sampled_logprobs": {
            "allOf": [
              {
                "$ref": "#/components/schemas/TokenFigures"
              }
            ],
            "description": "Log-probability at sampling; null if unknown."
          },
          "logprobs": {
            "allOf": [
              {
                "$ref": "#/components/schemas/TokenFigures"
              }
            ],
            "description": "Log-probability under the weights before the gradient step."
          },
          "ratios": {
            "allOf": [
              {
                "$ref": "#/components/schemas/TokenFigures"
              }
            ],
            "description": "The importance ratio, before cap and mask: exp(logprob - old logprob), at `ratio_level` token. The old log-probability is the sampled one, or with `precalculate_logprobs` the one under the starting weights."
          },
          "entropies": {
            "allOf": [
              {
                "$ref": "#/components/schemas/TokenFigures"
              }
            ],
            "description": "Entropy of the distribution from which the token was drawn, in nats."
          },
          "clipped": {
            "type": "array",
            "maxItems": 1048576,
            "items": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1
            },
            "description": "1 if the loss clips the ratio, otherwise 0."
          }
        }
      },
      "TokenFigures": {
        "type": "array",
        "maxItems": 1048576,
        "items": {
          "type": [
            "number",
            "null"
          ],
          "minimum": -3.5e+38,
          "maximum": 3.5e+38
        }
      },
      "JobGroupPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/JobGroup"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "JobGroup": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "group",
          "size",
          "exceptions",
          "mean",
          "std_dev",
          "min",
          "max",
          "outcome"
        ],
        "properties": {
          "group": {
            "type": "integer",
            "minimum": 0,
            "maximum": 65535,
            "description": "Index of the group in the job."
          },
          "size": {
            "type": "integer",
            "minimum": 0,
            "maximum": 65536,
            "description": "Number of trajectories."
          },
          "exceptions": {
            "type": "integer",
            "minimum": 0,
            "maximum": 65536,
            "description": "Number of rollouts that raised an exception."
          },
          "mean": {
            "type": "number",
            "minimum": -1e+30,
            "maximum": 1e+30,
            "description": "Mean of the rewards; 0 if there are none."
          },
          "std_dev": {
            "type": "number",
            "minimum": 0,
            "maximum": 1e+31,
            "description": "Population standard deviation of the rewards."
          },
          "min": {
            "$ref": "#/components/schemas/FiniteNumber"
          },
          "max": {
            "$ref": "#/components/schemas/FiniteNumber"
          },
          "outcome": {
            "type": "string",
            "enum": [
              "trained",
              "empty",
              "single",
              "equal_rewards",
              "without_tokens",
              "too_long"
            ],
            "description": "`trained`, or the reason why the group has no learning signal. `empty`: no trajectory. `single`: nothing to compare with. `equal_rewards`: no answer is better than another. `without_tokens`: no answer with an advantage has log-probabilities. `too_long`: no sequence is short enough."
          }
        }
      },
      "TrajectoryGroupPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/TrajectoryGroup"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "ArtifactPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Artifact"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "RunHistoryPage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "first_id",
          "last_id",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/RunRecord"
            }
          },
          "first_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "last_id": {
            "$ref": "#/components/schemas/PageEdgeId"
          },
          "has_more": {
            "type": "boolean"
          }
        }
      },
      "CreateModelRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "project",
          "name",
          "base_model"
        ],
        "properties": {
          "entity": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResourceName"
              },
              {
                "type": "null"
              }
            ],
            "description": "Entity of the model. Null or absent is the server's default, `local`."
          },
          "project": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "name": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "base_model": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "One of the names that `GET /v1/preview/base-models` lists."
          },
          "return_existing": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return the existing model of that name, if there is one, instead of a 409."
          },
          "retention": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/CheckpointRetention"
              },
              {
                "type": "null"
              }
            ],
            "description": "Which checkpoints to keep. Null is the server's default retention (`DAYBREAK_KEEP_CHECKPOINTS`), which keeps all unless it is set. If absent, an existing model keeps its own."
          }
        }
      },
      "CheckpointRetention": {
        "type": "object",
        "additionalProperties": false,
        "description": "Which checkpoints of a model to keep. Checkpoints that match no rule are deleted when the retention is set, and when a job creates the next one, at most a thousand at a time. Step 0 and checkpoints that jobs start from or compare with are always kept.",
        "required": [
          "keep_last"
        ],
        "properties": {
          "keep_last": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000000,
            "description": "Keep this many of the highest steps."
          },
          "keep_every": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1000000,
            "default": null,
            "description": "Keep steps that are multiples of this number."
          },
          "keep_best": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/BestCheckpoints"
              },
              {
                "type": "null"
              }
            ],
            "description": "Keep the checkpoints with the best values of a metric."
          }
        }
      },
      "BestCheckpoints": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "metric"
        ],
        "properties": {
          "metric": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": "A name in the `metrics` of checkpoints, such as `val/reward`. A checkpoint without this metric is not among the best. If values are equal, the earlier checkpoint is better."
          },
          "mode": {
            "type": "string",
            "enum": [
              "max",
              "min"
            ],
            "default": "max",
            "description": "Whether the highest or the lowest values are best."
          },
          "count": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1000,
            "default": 1
          }
        }
      },
      "Model": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "entity",
          "project",
          "name",
          "base_model",
          "run_id",
          "retention",
          "created"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "entity": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "project": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "name": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "base_model": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "run_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The model's tracking run."
          },
          "retention": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/CheckpointRetention"
              },
              {
                "type": "null"
              }
            ],
            "description": "Which checkpoints are kept. Null is the server's default retention."
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "DeletedModel": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "model_id",
          "deleted_checkpoints",
          "deleted_run"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "deleted_checkpoints": {
            "$ref": "#/components/schemas/Count"
          },
          "deleted_run": {
            "type": "boolean",
            "description": "Whether a tracking run was deleted too."
          }
        }
      },
      "BaseModelList": {
        "type": "array",
        "maxItems": 1024,
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 1024
        }
      },
      "ServedModelList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data"
        ],
        "properties": {
          "object": {
            "type": "string",
            "const": "list"
          },
          "data": {
            "type": "array",
            "maxItems": 100000,
            "items": {
              "$ref": "#/components/schemas/ServedModel"
            }
          }
        }
      },
      "ServedModelName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1024
      },
      "ServedModel": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created",
          "owned_by",
          "root",
          "parent",
          "max_model_len"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "The name to use as `model` in chat."
          },
          "object": {
            "type": "string",
            "const": "model"
          },
          "created": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "owned_by": {
            "type": "string",
            "minLength": 1,
            "maxLength": 128
          },
          "root": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "The name of the base model."
          },
          "parent": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1024,
            "description": "The base model of a trained model; null for a base model."
          },
          "max_model_len": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of tokens of prompt and answer together."
          }
        }
      },
      "Checkpoint": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "step",
          "metrics",
          "created",
          "job_id",
          "kind",
          "bytes"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "step": {
            "$ref": "#/components/schemas/Step"
          },
          "metrics": {
            "$ref": "#/components/schemas/Metrics"
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "job_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The job that created it; null for step 0."
          },
          "kind": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/CheckpointKind"
              },
              {
                "type": "null"
              }
            ],
            "description": "Origin of its adapter; null for the base model without an adapter."
          },
          "bytes": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Count"
              },
              {
                "type": "null"
              }
            ],
            "description": "Size of its adapter's files in bytes, 0 without an adapter; null if an older version of the server created it."
          }
        }
      },
      "CheckpointKind": {
        "type": "string",
        "enum": [
          "rl",
          "sft",
          "import"
        ]
      },
      "DeleteCheckpointsRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "steps"
        ],
        "properties": {
          "steps": {
            "type": "array",
            "maxItems": 10000,
            "items": {
              "$ref": "#/components/schemas/Step"
            }
          }
        }
      },
      "DeletedCheckpoints": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "deleted_count",
          "not_found_steps"
        ],
        "properties": {
          "deleted_count": {
            "$ref": "#/components/schemas/Count"
          },
          "not_found_steps": {
            "type": "array",
            "maxItems": 10000,
            "items": {
              "$ref": "#/components/schemas/Step"
            }
          }
        }
      },
      "AdapterFileName": {
        "type": "string",
        "enum": [
          "adapter_config.json",
          "adapter_model.safetensors"
        ]
      },
      "CheckpointFile": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "bytes"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/AdapterFileName"
          },
          "bytes": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "CheckpointFileList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 2,
            "items": {
              "$ref": "#/components/schemas/CheckpointFile"
            }
          }
        }
      },
      "MergedType": {
        "type": "string",
        "enum": [
          "bf16",
          "f32"
        ],
        "default": "bf16"
      },
      "MergedFormat": {
        "type": "string",
        "enum": [
          "safetensors",
          "gguf-f32",
          "gguf-bf16",
          "gguf-f16",
          "gguf-q8_0",
          "gguf-q4_1",
          "gguf-q4_0"
        ],
        "default": "safetensors"
      },
      "ImportAdapterRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "artifact_url"
        ],
        "properties": {
          "artifact_url": {
            "$ref": "#/components/schemas/ArtifactUrl"
          },
          "any_base_model": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Accept an adapter whose `base_model_name_or_path` is not the model's base model, as long as its shapes fit."
          }
        }
      },
      "Log": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "split",
          "groups",
          "trajectories",
          "metrics",
          "created"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "split": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "description": "The split as sent."
          },
          "groups": {
            "$ref": "#/components/schemas/Count"
          },
          "trajectories": {
            "$ref": "#/components/schemas/Count"
          },
          "metrics": {
            "$ref": "#/components/schemas/Metrics"
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "LogTrajectoriesRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "split",
          "trajectory_groups"
        ],
        "properties": {
          "model_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "If sent, it must be the model of the path."
          },
          "split": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "pattern": "^[^\\u0000-\\u001f]+$",
            "description": "Prefix of the metrics, such as `val` or `train`, without control characters."
          },
          "trajectory_groups": {
            "$ref": "#/components/schemas/TrajectoryGroups"
          }
        }
      },
      "LoggedTrajectories": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "step",
          "metrics"
        ],
        "properties": {
          "step": {
            "$ref": "#/components/schemas/Step"
          },
          "metrics": {
            "$ref": "#/components/schemas/Metrics"
          }
        }
      },
      "JobStatus": {
        "type": "string",
        "enum": [
          "queued",
          "running",
          "succeeded",
          "failed",
          "cancelled"
        ],
        "description": "A job is queued, then running, then succeeded, failed or cancelled. A queued job may be cancelled too."
      },
      "JobKind": {
        "type": "string",
        "enum": [
          "rl",
          "sft"
        ]
      },
      "TrainingJob": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "status",
          "kind",
          "model_id",
          "step",
          "steps_done",
          "total_steps",
          "retry_of",
          "queue_position",
          "config",
          "notice",
          "ignored_fields",
          "created",
          "training_start",
          "training_end",
          "error_message"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "status": {
            "$ref": "#/components/schemas/JobStatus"
          },
          "kind": {
            "$ref": "#/components/schemas/JobKind"
          },
          "model_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "step": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Step"
              },
              {
                "type": "null"
              }
            ],
            "description": "Step of the checkpoint that the job created; null until there is one."
          },
          "steps_done": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Number of committed gradient steps. A retry starts with the number of the previous job."
          },
          "total_steps": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Number of gradient steps of the whole job; null until it is planned."
          },
          "retry_of": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The job that this job retries; null if it is not a retry."
          },
          "queue_position": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Position among the owner's queued jobs, oldest first; null if it is not queued."
          },
          "config": {
            "$ref": "#/components/schemas/FreeObject",
            "description": "The job's configuration, without the data. For an RL job it is its `experimental_config`, for an SFT job the request without `model_id`. An http(s) URL is shown without user, password and query."
          },
          "notice": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "The reason why the job has nothing to train on, or trains on less than was sent; otherwise null."
          },
          "ignored_fields": {
            "$ref": "#/components/schemas/IgnoredFieldNames",
            "description": "Unknown fields of its configuration and trajectories; available once the job is planned."
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "training_start": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          },
          "training_end": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ]
          },
          "error_message": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 8192,
            "description": "Why the job failed, or that it was cancelled."
          }
        }
      },
      "IgnoredFieldNames": {
        "type": "array",
        "maxItems": 256,
        "items": {
          "$ref": "#/components/schemas/ShortText"
        }
      },
      "CreateTrainingJobRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "model_id",
          "trajectory_groups"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "trajectory_groups": {
            "$ref": "#/components/schemas/TrajectoryGroups"
          },
          "experimental_config": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RlConfig"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "RlConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "Training configuration. For every field, null or absent means the default. Unknown keys have no effect.",
        "x-rules": [
          {
            "not": {
              "description": "kimi_k2_tau and lab_k2_tau are one field; allowed is one of the two",
              "type": "object",
              "required": [
                "kimi_k2_tau",
                "lab_k2_tau"
              ],
              "properties": {
                "kimi_k2_tau": {
                  "not": {
                    "type": "null"
                  }
                },
                "lab_k2_tau": {
                  "not": {
                    "type": "null"
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "kl_penalty_reference_step and kl_penalty_step_lag both name the reference; allowed is one of the two",
              "type": "object",
              "required": [
                "kl_penalty_reference_step",
                "kl_penalty_step_lag"
              ],
              "properties": {
                "kl_penalty_reference_step": {
                  "not": {
                    "type": "null"
                  }
                },
                "kl_penalty_step_lag": {
                  "not": {
                    "type": "null"
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "kl_penalty_reference_step, kl_penalty_step_lag and kl_ref_adapter_path each name the reference; allowed is one of them",
              "type": "object",
              "required": [
                "kl_ref_adapter_path"
              ],
              "properties": {
                "kl_ref_adapter_path": {
                  "type": "string"
                }
              },
              "anyOf": [
                {
                  "required": [
                    "kl_penalty_reference_step"
                  ],
                  "properties": {
                    "kl_penalty_reference_step": {
                      "type": "integer"
                    }
                  }
                },
                {
                  "required": [
                    "kl_penalty_step_lag"
                  ],
                  "properties": {
                    "kl_penalty_step_lag": {
                      "type": "integer"
                    }
                  }
                }
              ]
            }
          },
          {
            "not": {
              "description": "without logprob_calculation_chunk_size allowed is a multiple of 1024",
              "type": "object",
              "required": [
                "packed_sequence_length"
              ],
              "properties": {
                "packed_sequence_length": {
                  "type": "integer",
                  "not": {
                    "multipleOf": 1024
                  }
                },
                "logprob_calculation_chunk_size": {
                  "type": "null"
                }
              }
            }
          },
          {
            "not": {
              "description": "it contradicts loss_fn; allowed is one of the two",
              "type": "object",
              "required": [
                "loss_fn",
                "ppo"
              ],
              "anyOf": [
                {
                  "properties": {
                    "loss_fn": {
                      "const": "cispo"
                    },
                    "ppo": {
                      "const": true
                    }
                  }
                },
                {
                  "properties": {
                    "loss_fn": {
                      "const": "ppo"
                    },
                    "ppo": {
                      "const": false
                    }
                  }
                }
              ]
            }
          }
        ],
        "properties": {
          "learning_rate": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1,
            "default": 0.000005,
            "description": "Learning rate; constant for the job."
          },
          "loss_fn": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "cispo",
              "ppo",
              null
            ],
            "description": "The RL objective. If absent, `ppo` selects it."
          },
          "ppo": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Use the clipped PPO objective."
          },
          "epsilon": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Lower clip range. Defaults to 1 for cispo and 0.2 for ppo."
          },
          "epsilon_high": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Upper clip range. Defaults to 4 for cispo and to `epsilon` for ppo."
          },
          "importance_sampling_level": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "token",
              "sequence",
              "average",
              "geometric_average",
              null
            ],
            "default": "token",
            "description": "Level at which the importance ratio is computed."
          },
          "scale_rewards": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Divide advantages by the group's standard deviation."
          },
          "normalize_advantages": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Alias of `scale_rewards`; false in either turns scaling off."
          },
          "advantage_balance": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -1,
            "maximum": 1,
            "default": 0,
            "description": "A positive value scales down negative advantages, a negative value positive ones; at 1 or -1 they are 0."
          },
          "max_negative_advantage_importance_sampling_weight": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Cap of the importance ratio, for advantages of either sign. Null or 0 disables the cap."
          },
          "mask_prob_ratio": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Set ratios outside the clip range to zero instead of clipping them."
          },
          "kimi_k2_tau": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Weight of the log-ratio that is subtracted from the advantage."
          },
          "lab_k2_tau": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Alias of `kimi_k2_tau`."
          },
          "precalculate_logprobs": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Recompute the old log-probabilities instead of using the sampler's."
          },
          "allow_training_without_logprobs": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Train on choices without log-probabilities as if the current policy had sampled them."
          },
          "truncated_importance_sampling": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "description": "Cap of the importance weight between recomputed and sampled log-probabilities. 0 and null disable the cap."
          },
          "kl_penalty_coef": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000,
            "default": 0,
            "description": "Weight of the KL penalty in the advantage."
          },
          "kl_penalty_source": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "sample",
              "current_learner",
              null
            ],
            "default": "current_learner",
            "description": "The policy that is compared with the reference policy."
          },
          "kl_penalty_reference_step": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Use the checkpoint of this step as the reference policy."
          },
          "kl_penalty_step_lag": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Use the checkpoint this many steps back as the reference policy."
          },
          "kl_ref_adapter_path": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 4096,
            "description": "Use an adapter in this server's store as the reference policy."
          },
          "logprob_calculation_chunk_size": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1048576,
            "default": 1024,
            "description": "Number of tokens per chunk. It changes memory use but not results."
          },
          "packed_sequence_length": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1048576,
            "description": "Number of tokens of a training row; a multiple of `logprob_calculation_chunk_size`, or of 1024 if that is absent."
          },
          "num_trajectories_learning_rate_multiplier_power": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -10,
            "maximum": 10,
            "default": 0,
            "description": "The learning rate is multiplied by the number of sequences in the row to this power."
          },
          "scale_learning_rate_by_reward_std_dev": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Scale the learning rate by the trend of the standard deviation of the groups' rewards."
          },
          "plot_tensors": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Has no effect."
          }
        }
      },
      "CreateSftTrainingJobRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "model_id",
          "training_data_url"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "training_data_url": {
            "type": "string",
            "minLength": 1,
            "maxLength": 4096,
            "pattern": "^(daybreak-artifact:///|wandb-artifact:///|https?://|file://)",
            "description": "A `daybreak-artifact:///` or `wandb-artifact:///` name in this server's store; an `http(s)://` URL on a public host or a host that the operator allows; or a `file://` URL inside the operator's folder for artifacts. The data is copied before the job is queued, and not read again. From a web host, the limits are ten minutes and 256 MiB per file."
          },
          "config": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/SftConfig"
              },
              {
                "type": "null"
              }
            ]
          },
          "experimental_config": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "description": "Has no effect; the event `training_started` lists its keys."
          }
        }
      },
      "SftConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "batch_size": {
            "description": "Number of conversations per optimizer step. Null, absent and `auto` mean 2.",
            "anyOf": [
              {
                "type": "integer",
                "minimum": 1,
                "maximum": 65536
              },
              {
                "type": "string",
                "const": "auto"
              },
              {
                "type": "null"
              }
            ]
          },
          "learning_rate": {
            "description": "One learning rate for all batches, or a list with one per batch; surplus rates are not used. Null or absent is 5e-5.",
            "anyOf": [
              {
                "type": "number",
                "minimum": 0,
                "maximum": 1
              },
              {
                "type": "array",
                "minItems": 1,
                "maxItems": 1048576,
                "items": {
                  "type": "number",
                  "minimum": 0,
                  "maximum": 1
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "assistant_turns": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "all",
              "last",
              null
            ],
            "default": "all",
            "description": "Train on every answer of a conversation, or only on the last."
          },
          "metric_logging": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MetricLogging"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "MetricLogging": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "enabled": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "target_training_step": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647
          }
        }
      },
      "TrainingEvent": {
        "oneOf": [
          {
            "$ref": "#/components/schemas/TrainingStartedEvent"
          },
          {
            "$ref": "#/components/schemas/GradientStepEvent"
          },
          {
            "$ref": "#/components/schemas/TrainingEndedEvent"
          },
          {
            "$ref": "#/components/schemas/TrainingFailedEvent"
          }
        ],
        "discriminator": {
          "propertyName": "type",
          "mapping": {
            "training_started": "#/components/schemas/TrainingStartedEvent",
            "gradient_step": "#/components/schemas/GradientStepEvent",
            "training_ended": "#/components/schemas/TrainingEndedEvent",
            "training_failed": "#/components/schemas/TrainingFailedEvent"
          }
        }
      },
      "TrainingStartedEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "data"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "type": {
            "type": "string",
            "const": "training_started"
          },
          "data": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "num_sequences"
            ],
            "properties": {
              "num_sequences": {
                "$ref": "#/components/schemas/Count",
                "description": "Number of gradient steps to come."
              },
              "ignored_fields": {
                "$ref": "#/components/schemas/IgnoredFieldNames",
                "description": "Unknown keys of the job's configuration, and paths of unknown fields in its trajectories."
              },
              "notice": {
                "type": "string",
                "maxLength": 1024,
                "description": "The reason why the job has nothing to train on, or trains on less than was sent."
              }
            }
          }
        }
      },
      "GradientStepEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "data"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "type": {
            "type": "string",
            "const": "gradient_step"
          },
          "data": {
            "$ref": "#/components/schemas/Metrics",
            "description": "Metrics of the step, such as its loss, `time/step_seconds` and `throughput/tokens_per_second`. An RL step also has the metrics of its job: `answer/tokens_mean`, `answer/tokens_p95` and `answer/truncated_fraction` (cut off at the maximum length) of the sampled answers, `advantage/std_dev` over all trajectories, and `reward/p10`, `reward/p50` and `reward/p90`."
          }
        }
      },
      "TrainingEndedEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "data"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "type": {
            "type": "string",
            "const": "training_ended"
          },
          "data": {
            "type": "object",
            "additionalProperties": false,
            "properties": {}
          }
        }
      },
      "TrainingFailedEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "data"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "type": {
            "type": "string",
            "const": "training_failed"
          },
          "data": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "error_message"
            ],
            "properties": {
              "error_message": {
                "type": "string",
                "minLength": 1,
                "maxLength": 8192
              }
            }
          }
        }
      },
      "TrajectoryGroups": {
        "type": "array",
        "maxItems": 65536,
        "items": {
          "$ref": "#/components/schemas/TrajectoryGroup"
        }
      },
      "TrajectoryGroup": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "Trajectories of one task; their advantages are relative to the group.",
        "properties": {
          "trajectories": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 65536,
            "items": {
              "$ref": "#/components/schemas/Trajectory"
            }
          },
          "exceptions": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 65536,
            "items": {
              "$ref": "#/components/schemas/TrajectoryException"
            }
          },
          "metadata": {
            "$ref": "#/components/schemas/TrajectoryMetadata"
          },
          "metrics": {
            "$ref": "#/components/schemas/TrajectoryMetrics"
          },
          "logs": {
            "$ref": "#/components/schemas/TrajectoryLogs"
          }
        }
      },
      "TrajectoryException": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "type": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "message": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "traceback": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          }
        }
      },
      "Trajectory": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "One attempt at a task. Clients omit fields with their default value, so nothing is required: a missing reward is 0, a missing list is empty.",
        "not": {
          "description": "a trajectory has either exchanges or messages_and_choices, tools and additional_histories; allowed is one of the two",
          "type": "object",
          "required": [
            "exchanges"
          ],
          "properties": {
            "exchanges": {
              "type": "object",
              "minProperties": 1,
              "maxProperties": 256
            }
          },
          "anyOf": [
            {
              "required": [
                "messages_and_choices"
              ],
              "properties": {
                "messages_and_choices": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 65536,
                  "items": {}
                }
              }
            },
            {
              "required": [
                "tools"
              ],
              "properties": {
                "tools": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 1024,
                  "items": {}
                }
              }
            },
            {
              "required": [
                "additional_histories"
              ],
              "properties": {
                "additional_histories": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 4096,
                  "items": {}
                }
              }
            }
          ]
        },
        "properties": {
          "messages_and_choices": {
            "$ref": "#/components/schemas/MessagesAndChoices"
          },
          "exchanges": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TrajectoryExchanges"
              },
              {
                "type": "null"
              }
            ]
          },
          "tools": {
            "$ref": "#/components/schemas/TrajectoryTools"
          },
          "additional_histories": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 4096,
            "items": {
              "$ref": "#/components/schemas/TrajectoryHistory"
            }
          },
          "reward": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -1e+30,
            "maximum": 1e+30,
            "default": 0,
            "description": "Higher is better. A missing reward is 0, as clients omit fields with their default value."
          },
          "initial_policy_version": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -2147483648,
            "maximum": 2147483647
          },
          "final_policy_version": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -2147483648,
            "maximum": 2147483647
          },
          "metrics": {
            "$ref": "#/components/schemas/TrajectoryMetrics"
          },
          "auto_metrics": {
            "$ref": "#/components/schemas/TrajectoryMetrics"
          },
          "metadata": {
            "$ref": "#/components/schemas/TrajectoryMetadata"
          },
          "logs": {
            "$ref": "#/components/schemas/TrajectoryLogs"
          },
          "start_time": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64,
            "description": "ISO 8601, with or without a time zone."
          }
        }
      },
      "TrajectoryHistory": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "An additional conversation of the same trajectory, trained with the same advantage.",
        "properties": {
          "messages_and_choices": {
            "$ref": "#/components/schemas/MessagesAndChoices"
          },
          "tools": {
            "$ref": "#/components/schemas/TrajectoryTools"
          }
        }
      },
      "TrajectoryMetrics": {
        "type": [
          "object",
          "null"
        ],
        "maxProperties": 4096,
        "additionalProperties": {
          "anyOf": [
            {
              "$ref": "#/components/schemas/FiniteNumber"
            },
            {
              "type": "boolean"
            }
          ]
        }
      },
      "TrajectoryMetadata": {
        "type": [
          "object",
          "null"
        ],
        "maxProperties": 4096,
        "additionalProperties": {
          "anyOf": [
            {
              "$ref": "#/components/schemas/FiniteNumber"
            },
            {
              "$ref": "#/components/schemas/Text"
            },
            {
              "type": "boolean"
            },
            {
              "type": "null"
            }
          ]
        }
      },
      "TrajectoryLogs": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 65536,
        "items": {
          "$ref": "#/components/schemas/Text"
        }
      },
      "TrajectoryTools": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 1024,
        "items": {
          "anyOf": [
            {
              "$ref": "#/components/schemas/TrainingTool"
            },
            {
              "$ref": "#/components/schemas/TrainingFunction"
            }
          ]
        }
      },
      "TrainingTool": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "function"
        ],
        "properties": {
          "type": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64,
            "default": "function"
          },
          "function": {
            "$ref": "#/components/schemas/TrainingFunction"
          }
        }
      },
      "TrainingFunction": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "parameters": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ]
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "MessagesAndChoices": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 65536,
        "description": "A conversation. An item with a `message` is a choice of the model; any other item is a plain message. If it is missing, it is empty: the trajectory has `exchanges` instead, or nothing to train on.",
        "items": {
          "anyOf": [
            {
              "$ref": "#/components/schemas/TrajectoryChoice"
            },
            {
              "$ref": "#/components/schemas/TrajectoryMessage"
            }
          ]
        }
      },
      "TrajectoryMessage": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "role"
        ],
        "x-rules": [
          {
            "not": {
              "description": "an assistant's message has neither content nor tool_calls, but another field in their place",
              "type": "object",
              "required": [
                "role"
              ],
              "properties": {
                "role": {
                  "const": "assistant"
                }
              },
              "propertyNames": {
                "not": {
                  "enum": [
                    "content",
                    "tool_calls",
                    "function_call",
                    "reasoning",
                    "reasoning_content"
                  ]
                }
              },
              "not": {
                "propertyNames": {
                  "enum": [
                    "role",
                    "name",
                    "weight",
                    "refusal",
                    "audio",
                    "parsed",
                    "annotations",
                    "images",
                    "tool_call_id",
                    "token_ids",
                    "thinking",
                    "thinking_blocks",
                    "reasoning_details",
                    "provider_specific_fields"
                  ]
                }
              }
            }
          }
        ],
        "properties": {
          "role": {
            "type": "string",
            "enum": [
              "system",
              "developer",
              "user",
              "assistant",
              "tool",
              "function"
            ]
          },
          "content": {
            "$ref": "#/components/schemas/TrajectoryContent"
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "tool_call_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "tool_calls": {
            "$ref": "#/components/schemas/TrajectoryToolCalls"
          }
        }
      },
      "TrajectoryContent": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/Text"
          },
          {
            "type": "array",
            "maxItems": 65536,
            "items": {
              "anyOf": [
                {
                  "$ref": "#/components/schemas/TrajectoryContentPart"
                },
                {
                  "$ref": "#/components/schemas/Text"
                }
              ]
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "TrajectoryContentPart": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "maxLength": 64
          }
        }
      },
      "TrajectoryToolCalls": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 1024,
        "items": {
          "$ref": "#/components/schemas/FreeObject"
        }
      },
      "TrajectoryChoice": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "message"
        ],
        "description": "A choice, as returned by a chat completion. It is trained on if it has log-probabilities.",
        "properties": {
          "message": {
            "type": "object",
            "additionalProperties": true,
            "maxProperties": 256,
            "properties": {
              "role": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 64
              },
              "content": {
                "$ref": "#/components/schemas/TrajectoryContent"
              },
              "tool_calls": {
                "$ref": "#/components/schemas/TrajectoryToolCalls"
              }
            }
          },
          "role": {
            "type": "null",
            "description": "The role of its message; an item with a role here is a plain message."
          },
          "index": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647
          },
          "finish_reason": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64
          },
          "stop_reason": {
            "$ref": "#/components/schemas/StopReason"
          },
          "logprobs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TrajectoryLogprobs"
              },
              {
                "type": "null"
              }
            ]
          },
          "token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ]
          },
          "prompt_token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ]
          },
          "art_completion_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647
          },
          "art_completion_logprobs": {
            "$ref": "#/components/schemas/LogprobNumbers"
          },
          "compact_logprobs": {
            "$ref": "#/components/schemas/LogprobNumbers"
          }
        }
      },
      "TrajectoryLogprobs": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "content": {
            "$ref": "#/components/schemas/TrajectoryLogprobEntries"
          },
          "refusal": {
            "$ref": "#/components/schemas/TrajectoryLogprobEntries"
          }
        }
      },
      "TrajectoryLogprobEntries": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 1048576,
        "items": {
          "$ref": "#/components/schemas/TrajectoryLogprob"
        }
      },
      "TrajectoryLogprob": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "token",
          "logprob"
        ],
        "properties": {
          "token": {
            "$ref": "#/components/schemas/Text"
          },
          "logprob": {
            "$ref": "#/components/schemas/SampledLogprob"
          },
          "bytes": {
            "$ref": "#/components/schemas/TokenBytes"
          },
          "top_logprobs": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1048576,
            "items": {
              "$ref": "#/components/schemas/FreeObject"
            }
          }
        }
      },
      "SampledLogprob": {
        "type": "number",
        "minimum": -1e+30,
        "maximum": 0.001,
        "description": "Natural logarithm of a probability: at most 0, except for rounding."
      },
      "LogprobNumbers": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 1048576,
        "items": {
          "$ref": "#/components/schemas/SampledLogprob"
        },
        "description": "One for each of `token_ids`. If present, they replace `logprobs`."
      },
      "TrajectoryExchanges": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "Captured requests and responses, by protocol.",
        "properties": {
          "chat_completions": {
            "$ref": "#/components/schemas/ExchangeList"
          },
          "completions": {
            "$ref": "#/components/schemas/ExchangeList"
          },
          "responses": {
            "$ref": "#/components/schemas/ExchangeList"
          },
          "messages": {
            "$ref": "#/components/schemas/ExchangeList"
          }
        }
      },
      "ExchangeList": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 65536,
        "items": {
          "$ref": "#/components/schemas/Exchange"
        }
      },
      "Exchange": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "request",
          "response"
        ],
        "properties": {
          "request": {
            "$ref": "#/components/schemas/FreeObject",
            "description": "The body as it was sent."
          },
          "response": {
            "$ref": "#/components/schemas/FreeObject",
            "description": "The complete response."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "start_time": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64
          },
          "end_time": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64
          }
        }
      },
      "Run": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "name",
          "entity",
          "project",
          "model_id",
          "base_model",
          "status",
          "step",
          "latest",
          "created"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "name": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "entity": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "project": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "model_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null for a run that a W&B client logs and that belongs to no model."
          },
          "base_model": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1024
          },
          "status": {
            "$ref": "#/components/schemas/RunStatus"
          },
          "step": {
            "$ref": "#/components/schemas/Step",
            "description": "Step of the model's newest checkpoint."
          },
          "latest": {
            "$ref": "#/components/schemas/LatestMetrics"
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "LatestMetrics": {
        "type": "object",
        "maxProperties": 64,
        "additionalProperties": {
          "$ref": "#/components/schemas/FiniteNumber"
        },
        "description": "The last value of each metric. If there are more than 64, it has `reward`, `loss`, `train/reward` and `val/reward`, and the most recently recorded others."
      },
      "RunStatus": {
        "type": "string",
        "enum": [
          "idle",
          "queued",
          "running"
        ],
        "description": "`running`: a job of the model is running. `queued`: a job is waiting. `idle`: neither."
      },
      "RunRecord": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "step",
          "gradient_step",
          "job_id",
          "time",
          "metrics"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "step": {
            "$ref": "#/components/schemas/Step"
          },
          "gradient_step": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "Index of a gradient step in the run, over all its jobs; null for other records. All gradient steps of a job have the `step` of the checkpoint that the job creates."
          },
          "job_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The job that recorded it; null for a logged record."
          },
          "time": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "metrics": {
            "$ref": "#/components/schemas/Metrics"
          }
        }
      },
      "RunMetricList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 4096,
            "items": {
              "$ref": "#/components/schemas/RunMetric"
            }
          }
        }
      },
      "RunMetric": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "count",
          "last",
          "min",
          "max",
          "first_step",
          "last_step"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "count": {
            "$ref": "#/components/schemas/Count",
            "description": "Number of records with this metric."
          },
          "last": {
            "$ref": "#/components/schemas/FiniteNumber",
            "description": "The most recently recorded value."
          },
          "min": {
            "$ref": "#/components/schemas/FiniteNumber"
          },
          "max": {
            "$ref": "#/components/schemas/FiniteNumber"
          },
          "first_step": {
            "$ref": "#/components/schemas/Step",
            "description": "The step of the first record with this metric."
          },
          "last_step": {
            "$ref": "#/components/schemas/Step",
            "description": "The step of the last record with this metric."
          }
        }
      },
      "SeriesAxis": {
        "type": "string",
        "enum": [
          "gradient_step",
          "step",
          "time"
        ],
        "default": "gradient_step",
        "description": "`gradient_step` counts the gradient steps of a run over all its jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970, UTC."
      },
      "RunSeries": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "x",
          "records",
          "bucketed",
          "metrics"
        ],
        "properties": {
          "x": {
            "$ref": "#/components/schemas/SeriesAxis"
          },
          "records": {
            "$ref": "#/components/schemas/Count",
            "description": "Number of records in the range, with any metrics."
          },
          "bucketed": {
            "type": "boolean",
            "description": "Whether a bucket of any metric may have more than one value."
          },
          "metrics": {
            "$ref": "#/components/schemas/SeriesByMetric"
          }
        }
      },
      "SeriesByMetric": {
        "type": "object",
        "maxProperties": 32,
        "additionalProperties": {
          "$ref": "#/components/schemas/MetricSeries"
        },
        "description": "The series of each metric, by name."
      },
      "MetricSeries": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "x",
          "min",
          "max",
          "mean",
          "last",
          "count"
        ],
        "description": "Columns of equal length, with one item per bucket, ordered by x.",
        "properties": {
          "x": {
            "type": "array",
            "maxItems": 4000,
            "items": {
              "type": "number",
              "minimum": 0,
              "maximum": 9007199254740991
            },
            "description": "The x of the value in `last`."
          },
          "min": {
            "$ref": "#/components/schemas/SeriesValues"
          },
          "max": {
            "$ref": "#/components/schemas/SeriesValues"
          },
          "mean": {
            "$ref": "#/components/schemas/SeriesValues"
          },
          "last": {
            "$ref": "#/components/schemas/SeriesValues",
            "description": "The last recorded value of the bucket."
          },
          "count": {
            "type": "array",
            "maxItems": 4000,
            "items": {
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            "description": "Number of values in the bucket."
          },
          "smoothed": {
            "$ref": "#/components/schemas/SeriesValues",
            "description": "The moving average at the value in `last`; present if `smoothing` was requested."
          }
        }
      },
      "SeriesValues": {
        "type": "array",
        "maxItems": 4000,
        "items": {
          "$ref": "#/components/schemas/FiniteNumber"
        }
      },
      "CreateArtifactRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "project": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResourceName"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null or absent is `uploads`."
          },
          "entity": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResourceName"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null or absent is `local`."
          }
        }
      },
      "ArtifactUrl": {
        "type": "string",
        "minLength": 1,
        "maxLength": 4096,
        "description": "'`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'"
      },
      "CreatedArtifact": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "url"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "url": {
            "$ref": "#/components/schemas/ArtifactUrl"
          }
        }
      },
      "Artifact": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "url",
          "entity",
          "project",
          "name",
          "version",
          "created",
          "files"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "url": {
            "$ref": "#/components/schemas/ArtifactUrl"
          },
          "entity": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "project": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "name": {
            "$ref": "#/components/schemas/ResourceName"
          },
          "version": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Counts from 0 for each name, and is never reused; `v0` in the URL."
          },
          "created": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "files": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ArtifactFile"
            }
          }
        }
      },
      "FileAddress": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "url",
          "expires_in"
        ],
        "properties": {
          "url": {
            "type": "string",
            "format": "uri",
            "minLength": 8,
            "maxLength": 8192
          },
          "expires_in": {
            "type": "integer",
            "minimum": 1,
            "maximum": 604800,
            "description": "Lifetime in seconds."
          }
        }
      },
      "DeletedArtifact": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "deleted"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "deleted": {
            "type": "boolean",
            "const": true
          }
        }
      },
      "ArtifactPath": {
        "type": "string",
        "minLength": 1,
        "maxLength": 512,
        "pattern": "^[^\\u0000-\\u001f\\\\]+$",
        "description": "A file name. A W&B client may upload a path with slashes, or with characters that a `FileName` cannot have; such a file is downloaded with a W&B client."
      },
      "ArtifactFile": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "bytes",
          "sha256"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/ArtifactPath"
          },
          "bytes": {
            "$ref": "#/components/schemas/Count"
          },
          "sha256": {
            "type": "string",
            "minLength": 64,
            "maxLength": 64,
            "pattern": "^[0-9a-f]+$",
            "description": "In hexadecimal."
          }
        }
      },
      "UpdateCursor": {
        "type": "string",
        "minLength": 1,
        "maxLength": 15,
        "pattern": "^[0-9]+$",
        "description": "A position in the order of an owner's changes."
      },
      "Update": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "id",
          "model_id",
          "cursor"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "model",
              "run",
              "job",
              "checkpoint",
              "log",
              "artifact",
              "reset"
            ],
            "description": "The resource that was created, changed or deleted; `reset` if changes were lost, so that anything may have changed."
          },
          "id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The resource's id; null for `reset`."
          },
          "model_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "The model to which it belongs; null for an artifact and for `reset`."
          },
          "cursor": {
            "$ref": "#/components/schemas/UpdateCursor"
          }
        }
      },
      "UpdateEvent": {
        "description": "One event of the stream. The stream ends after an error body.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Update"
          },
          {
            "$ref": "#/components/schemas/ErrorBody"
          }
        ]
      },
      "UpdatePage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "object",
          "data",
          "cursor",
          "has_more"
        ],
        "properties": {
          "object": {
            "$ref": "#/components/schemas/PageObject"
          },
          "data": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/Update"
            }
          },
          "cursor": {
            "description": "The `after` of the next page.",
            "allOf": [
              {
                "$ref": "#/components/schemas/UpdateCursor"
              }
            ]
          },
          "has_more": {
            "type": "boolean",
            "description": "Whether there may be more changes already."
          }
        }
      },
      "KeyId": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "description": "Identifies a key without revealing it."
      },
      "Scopes": {
        "type": "array",
        "minItems": 1,
        "maxItems": 4,
        "items": {
          "$ref": "#/components/schemas/Scope"
        },
        "description": "The operations that a key may use."
      },
      "Scope": {
        "type": "string",
        "enum": [
          "chat",
          "train",
          "metrics",
          "admin"
        ]
      },
      "OwnerName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1024,
        "description": "The owner of the resources that a key can use."
      },
      "CreateSessionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "code": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 128,
            "description": "From the link that the server prints at start-up. It stands for the server's first key."
          },
          "scopes": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Scopes"
              },
              {
                "type": "null"
              }
            ],
            "description": "Scopes of the session. Null or absent means all scopes of its key; more than that is a 403."
          },
          "expires_in": {
            "anyOf": [
              {
                "type": "integer",
                "minimum": 1,
                "maximum": 43200
              },
              {
                "type": "null"
              }
            ],
            "description": "Maximum lifetime of the session in seconds. Null or absent is 12 hours."
          }
        }
      },
      "Session": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "token",
          "expires",
          "scopes",
          "owner",
          "key_id"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/KeyId"
          },
          "token": {
            "type": "string",
            "minLength": 40,
            "maxLength": 512,
            "description": "'The token to send as `Authorization: Bearer {token}`.'"
          },
          "expires": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "scopes": {
            "$ref": "#/components/schemas/Scopes"
          },
          "owner": {
            "$ref": "#/components/schemas/OwnerName"
          },
          "key_id": {
            "description": "The API key from which the session was created.",
            "allOf": [
              {
                "$ref": "#/components/schemas/KeyId"
              }
            ]
          }
        }
      },
      "DeletedSession": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "deleted"
        ],
        "properties": {
          "deleted": {
            "type": "boolean",
            "const": true
          }
        }
      },
      "Key": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "name",
          "owner",
          "scopes",
          "expires",
          "session",
          "limits"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/KeyId"
          },
          "name": {
            "type": "string",
            "maxLength": 1024,
            "description": "Name given by the creator of the key; may be empty."
          },
          "owner": {
            "$ref": "#/components/schemas/OwnerName"
          },
          "scopes": {
            "$ref": "#/components/schemas/Scopes"
          },
          "expires": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null if the key does not expire."
          },
          "session": {
            "type": "boolean",
            "description": "Whether it is a session, not an API key."
          },
          "limits": {
            "$ref": "#/components/schemas/KeyLimits"
          }
        }
      },
      "KeyLimits": {
        "type": "object",
        "additionalProperties": false,
        "description": "Limits of one key, over all servers of a cluster. Exceeding one is a 429.",
        "required": [
          "requests_in_flight",
          "requests_per_second"
        ],
        "properties": {
          "requests_in_flight": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991
          },
          "requests_per_second": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "On average; bursts of up to ten seconds' worth are accepted."
          }
        }
      },
      "Contract": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 16,
        "description": "An OpenAPI 3.1 document."
      },
      "Version": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "version"
        ],
        "properties": {
          "version": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          }
        }
      },
      "Load": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "server_load"
        ],
        "properties": {
          "server_load": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "Stats": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "uptime_seconds",
          "memory_bytes",
          "requests",
          "jobs",
          "engines",
          "device",
          "training",
          "training_jobs",
          "models",
          "disk"
        ],
        "properties": {
          "uptime_seconds": {
            "type": "number",
            "minimum": 0,
            "maximum": 1000000000000,
            "description": "Seconds since the server was started."
          },
          "memory_bytes": {
            "description": "Memory of the HTTP process. Models and training are in another process.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "requests": {
            "description": "Number of chat completions and completions that have not ended.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "jobs": {
            "$ref": "#/components/schemas/JobCounts"
          },
          "engines": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/EngineStats"
            }
          },
          "device": {
            "$ref": "#/components/schemas/DeviceCheck"
          },
          "training": {
            "$ref": "#/components/schemas/TrainingRoom"
          },
          "training_jobs": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TrainingMemory"
            }
          },
          "models": {
            "$ref": "#/components/schemas/LoadedModels"
          },
          "disk": {
            "$ref": "#/components/schemas/DiskSpace"
          }
        }
      },
      "JobCounts": {
        "type": "object",
        "additionalProperties": false,
        "description": "Numbers of training jobs that have not ended.",
        "required": [
          "queued",
          "running"
        ],
        "properties": {
          "queued": {
            "$ref": "#/components/schemas/Count"
          },
          "running": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "EngineStats": {
        "type": "object",
        "additionalProperties": false,
        "description": "Statistics of one base model. There are none while the compute process is down.",
        "required": [
          "model",
          "running",
          "waiting",
          "tokens_per_second",
          "tokens",
          "cache_tokens",
          "cache_tokens_used",
          "prefix_tokens_asked",
          "prefix_tokens_found",
          "preemptions",
          "adapter_slots",
          "adapters"
        ],
        "properties": {
          "model": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "running": {
            "description": "Sequences in the batch.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "waiting": {
            "description": "Sequences in the queue.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "tokens_per_second": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1000000000000,
            "description": "Prompt and generated tokens per second since the previous request for these statistics; null if there was none, or if it was more than a minute ago."
          },
          "tokens": {
            "description": "Tokens processed since the compute process was started.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "cache_tokens": {
            "description": "Capacity of the KV cache in tokens.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "cache_tokens_used": {
            "description": "Tokens in the KV cache that sequences use.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "prefix_tokens_asked": {
            "description": "Prompt tokens looked up in the prefix cache.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "prefix_tokens_found": {
            "description": "Prompt tokens found in the prefix cache.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "preemptions": {
            "description": "Number of preemptions. A preempted sequence is computed again.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "adapter_slots": {
            "description": "Number of adapters that can be in use at once.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "adapters": {
            "description": "Number of adapters in use.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          }
        }
      },
      "TrainingMemory": {
        "type": "object",
        "additionalProperties": false,
        "description": "Device memory planned for a running job, in addition to its model's weights.",
        "required": [
          "job_id",
          "model",
          "bytes"
        ],
        "properties": {
          "job_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null if the job belongs to another owner."
          },
          "model": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "Base model of the job."
          },
          "bytes": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "DiskSpace": {
        "type": "object",
        "additionalProperties": false,
        "description": "The disk that holds the data folder.",
        "required": [
          "total_bytes",
          "free_bytes",
          "reserve_bytes"
        ],
        "properties": {
          "total_bytes": {
            "$ref": "#/components/schemas/Count"
          },
          "free_bytes": {
            "$ref": "#/components/schemas/Count"
          },
          "reserve_bytes": {
            "description": "Free space reserved for training.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          }
        }
      },
      "TokenizerInfo": {
        "type": "object",
        "maxProperties": 1024,
        "required": [
          "tokenizer_class"
        ],
        "additionalProperties": true,
        "properties": {
          "tokenizer_class": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "chat_template": {
            "type": "string",
            "minLength": 0,
            "maxLength": 16777216
          }
        }
      },
      "Health": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status",
          "version"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ok"
          },
          "version": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          }
        }
      },
      "Liveness": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "alive"
          }
        }
      },
      "Readiness": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ready"
          }
        }
      },
      "WorkerList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "data"
        ],
        "properties": {
          "data": {
            "$ref": "#/components/schemas/Workers"
          },
          "warnings": {
            "$ref": "#/components/schemas/ClusterWarnings"
          }
        }
      },
      "ClusterWarnings": {
        "description": "Configuration problems that separate workers from this server or from each other, and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no chats. Streams do not move between workers of different versions.",
        "type": "array",
        "maxItems": 100,
        "items": {
          "type": "string",
          "minLength": 1,
          "maxLength": 65536
        }
      },
      "Workers": {
        "type": "array",
        "maxItems": 4096,
        "items": {
          "$ref": "#/components/schemas/Worker"
        }
      },
      "Worker": {
        "type": "object",
        "additionalProperties": false,
        "description": "A server that runs chats and training jobs.",
        "required": [
          "id",
          "name",
          "version",
          "role",
          "state",
          "load",
          "since",
          "heard",
          "models"
        ],
        "properties": {
          "id": {
            "description": "A new id at each start.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Uuid"
              }
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "Its machine and process; in the system check, which is public, its id."
          },
          "version": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          },
          "role": {
            "type": "string",
            "enum": [
              "all",
              "worker"
            ],
            "description": "Whether it also serves HTTP requests of users."
          },
          "state": {
            "type": "string",
            "enum": [
              "loading",
              "ready",
              "draining"
            ],
            "description": "`loading`: its compute process is starting. `ready`: accepts chats. `draining`: accepts no more, and finishes the chats that it has."
          },
          "load": {
            "description": "Number of sequences in its batch or queue.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Count"
              }
            ]
          },
          "since": {
            "description": "Start time by its own clock.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              }
            ]
          },
          "heard": {
            "description": "Time of its last heartbeat. After 3 seconds without one it gets no more chats.",
            "allOf": [
              {
                "$ref": "#/components/schemas/Timestamp"
              }
            ]
          },
          "models": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/WorkerModel"
            }
          }
        }
      },
      "WorkerModel": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "class",
          "context_length",
          "training_length",
          "places"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "The base model."
          },
          "class": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 64,
            "description": "Workers of the same class compute the same bits, so one can continue a sequence of another. Null for a server without a cluster, which does not measure its class."
          },
          "context_length": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647
          },
          "training_length": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Longest sequence that it can train on."
          },
          "places": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of concurrent sequences."
          }
        }
      },
      "SystemCheck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "api",
          "database",
          "cpu_queue",
          "gpu_queue",
          "device",
          "training",
          "models",
          "disk",
          "workers"
        ],
        "properties": {
          "api": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "database": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "cpu_queue": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "gpu_queue": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "device": {
            "$ref": "#/components/schemas/DeviceCheck"
          },
          "training": {
            "$ref": "#/components/schemas/TrainingRoom"
          },
          "models": {
            "$ref": "#/components/schemas/LoadedModels"
          },
          "disk": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/DiskSpace"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null if unknown."
          },
          "workers": {
            "$ref": "#/components/schemas/Workers"
          },
          "warnings": {
            "$ref": "#/components/schemas/ClusterWarnings"
          }
        }
      },
      "SystemCheckFailure": {
        "type": "object",
        "additionalProperties": false,
        "description": "An error body combined with a system check; only the error body while the server is stopping.",
        "required": [
          "error",
          "detail"
        ],
        "properties": {
          "error": {
            "$ref": "#/components/schemas/ErrorInfo"
          },
          "detail": {
            "$ref": "#/components/schemas/ErrorDetail"
          },
          "api": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "database": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "cpu_queue": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "gpu_queue": {
            "$ref": "#/components/schemas/PartCheck"
          },
          "device": {
            "$ref": "#/components/schemas/DeviceCheck"
          },
          "training": {
            "$ref": "#/components/schemas/TrainingRoom"
          },
          "models": {
            "$ref": "#/components/schemas/LoadedModels"
          },
          "disk": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/DiskSpace"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null if unknown."
          },
          "workers": {
            "$ref": "#/components/schemas/Workers"
          },
          "warnings": {
            "$ref": "#/components/schemas/ClusterWarnings"
          }
        }
      },
      "PartCheck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "success",
          "duration",
          "errors"
        ],
        "properties": {
          "success": {
            "type": "boolean"
          },
          "duration": {
            "type": "number",
            "minimum": 0,
            "maximum": 86400,
            "description": "Duration of the check in seconds."
          },
          "errors": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 8192
            }
          }
        }
      },
      "DeviceCheck": {
        "description": "The WebGPU adapter in use; null while the compute process is down.",
        "anyOf": [
          {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "adapter",
              "vendor",
              "backend",
              "fallback",
              "features",
              "max_binding_bytes",
              "memory_bytes",
              "memory_source"
            ],
            "properties": {
              "adapter": {
                "$ref": "#/components/schemas/ShortText"
              },
              "vendor": {
                "$ref": "#/components/schemas/ShortText"
              },
              "backend": {
                "$ref": "#/components/schemas/ShortText"
              },
              "fallback": {
                "type": "boolean",
                "description": "Whether it is a software driver."
              },
              "features": {
                "type": "array",
                "maxItems": 256,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 128
                }
              },
              "max_binding_bytes": {
                "$ref": "#/components/schemas/Count"
              },
              "memory_bytes": {
                "$ref": "#/components/schemas/Count"
              },
              "memory_source": {
                "type": "string",
                "enum": [
                  "machine",
                  "driver",
                  "assumed"
                ],
                "description": "Source of the figure: `machine` (the device shares the memory of the machine or container), `driver` (the GPU's own memory), or `assumed` (the driver does not report it)."
              }
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "TrainingRoom": {
        "description": "Device memory for training beside the served models; null while the compute process is down.",
        "anyOf": [
          {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "jobs",
              "job_bytes",
              "room_bytes",
              "source"
            ],
            "properties": {
              "jobs": {
                "type": "integer",
                "minimum": 1,
                "maximum": 1024,
                "description": "Number of jobs, of different models, that may train concurrently."
              },
              "job_bytes": {
                "$ref": "#/components/schemas/Count"
              },
              "room_bytes": {
                "$ref": "#/components/schemas/Count"
              },
              "source": {
                "type": "string",
                "enum": [
                  "operator",
                  "machine",
                  "driver",
                  "assumed"
                ],
                "description": "Source of the figure: `operator` (the setting DAYBREAK_TRAINING_MEMORY), `machine` (the machine's memory, which the device shares), `driver` (the GPU's memory as reported by its driver), or `assumed` (the driver does not report it; the operator should set it)."
              }
            }
          },
          {
            "type": "null"
          }
        ]
      },
      "LoadedModels": {
        "type": "array",
        "maxItems": 1024,
        "items": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "id",
            "parameters",
            "weight_bytes",
            "weights",
            "adapter_bytes",
            "max_position_embeddings",
            "context_length",
            "full_sequences",
            "training_tokens",
            "cache_tokens",
            "cache_bytes",
            "cache_type",
            "precision"
          ],
          "properties": {
            "id": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1024
            },
            "precision": {
              "type": "string",
              "enum": [
                "f32",
                "f32-high",
                "f16",
                "int8"
              ],
              "description": "Precision of the engine's matrix multiplications."
            },
            "parameters": {
              "$ref": "#/components/schemas/Count"
            },
            "weight_bytes": {
              "$ref": "#/components/schemas/Count"
            },
            "weights": {
              "type": "array",
              "maxItems": 64,
              "description": "Storage types of the matrices in the file and on the device, most parameters first. A type without a kernel is converted at load to the nearest type that has one.",
              "items": {
                "type": "object",
                "additionalProperties": false,
                "required": [
                  "stored",
                  "kept",
                  "parameters"
                ],
                "properties": {
                  "stored": {
                    "type": "string",
                    "minLength": 1,
                    "maxLength": 32,
                    "description": "As named by the file's format, such as q4_k."
                  },
                  "kept": {
                    "type": "string",
                    "enum": [
                      "f32",
                      "f16",
                      "bf16",
                      "q8",
                      "q4",
                      "mxfp4"
                    ]
                  },
                  "parameters": {
                    "$ref": "#/components/schemas/Count"
                  }
                }
              }
            },
            "adapter_bytes": {
              "description": "Device memory of the adapters that chats can use at once, in bytes.",
              "allOf": [
                {
                  "$ref": "#/components/schemas/Count"
                }
              ]
            },
            "max_position_embeddings": {
              "type": "integer",
              "minimum": 1,
              "maximum": 2147483647,
              "description": "Maximum context length of the model, in tokens."
            },
            "context_length": {
              "type": "integer",
              "minimum": 1,
              "maximum": 2147483647,
              "description": "Maximum context length for which there is memory, in tokens."
            },
            "full_sequences": {
              "type": "integer",
              "minimum": 1,
              "maximum": 2147483647,
              "description": "Number of sequences of `context_length` tokens that the KV cache can hold at once."
            },
            "training_tokens": {
              "type": "integer",
              "minimum": 0,
              "maximum": 2147483647,
              "description": "Longest training row for which a job with a new adapter has memory, in tokens; 0 if none."
            },
            "cache_tokens": {
              "type": "integer",
              "minimum": 1,
              "maximum": 2147483647,
              "description": "Capacity of the KV cache in tokens, over all sequences."
            },
            "cache_bytes": {
              "$ref": "#/components/schemas/Count"
            },
            "cache_type": {
              "type": "string",
              "enum": [
                "f32",
                "f16",
                "int8"
              ],
              "description": "Data type of the KV cache."
            }
          }
        }
      },
      "UnixSeconds": {
        "type": "integer",
        "minimum": 0,
        "maximum": 253402300799
      },
      "StopReason": {
        "description": "The stop token or stop string that ended the answer; `repetition_detected`; or `no_token_allowed` if the request's own rules forbid every token. Otherwise null.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/TokenId"
          },
          {
            "$ref": "#/components/schemas/ShortText"
          },
          {
            "type": "null"
          }
        ]
      },
      "TokenBytes": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 65536,
        "items": {
          "type": "integer",
          "minimum": 0,
          "maximum": 255
        },
        "description": "UTF-8 bytes of the token's text."
      },
      "ChatCompletionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "messages"
        ],
        "x-rules": [
          {
            "not": {
              "description": "engine_xargs and vllm_xargs are one field; allowed is one of the two",
              "type": "object",
              "required": [
                "engine_xargs",
                "vllm_xargs"
              ],
              "properties": {
                "engine_xargs": {
                  "not": {
                    "type": "null"
                  }
                },
                "vllm_xargs": {
                  "not": {
                    "type": "null"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "use_beam_search"
              ],
              "properties": {
                "use_beam_search": {
                  "const": true
                }
              }
            },
            "then": {
              "properties": {
                "n": {
                  "type": [
                    "integer",
                    "null"
                  ],
                  "minimum": 1,
                  "maximum": 32
                },
                "temperature": {
                  "not": {
                    "type": "number",
                    "not": {
                      "enum": [
                        0,
                        1
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is 0 or 1"
                  }
                },
                "top_p": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 1
                    },
                    "description": "beam search cannot honour it; allowed is 1"
                  }
                },
                "top_k": {
                  "not": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "beam search cannot honour it; allowed is 0 or -1, for all"
                  }
                },
                "min_p": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "frequency_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "presence_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "repetition_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 1
                    },
                    "description": "beam search cannot honour it; allowed is 1"
                  }
                },
                "logit_bias": {
                  "not": {
                    "type": "object",
                    "minProperties": 1,
                    "description": "beam search cannot honour it; allowed is {} or null"
                  }
                },
                "allowed_token_ids": {
                  "not": {
                    "not": {
                      "type": "null"
                    },
                    "description": "beam search cannot honour it; allowed is null"
                  }
                },
                "bad_words": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "min_tokens": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "stop": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "stop_token_ids": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "logits_processors": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "repetition_detection": {
                  "not": {
                    "description": "beam search cannot honour it; allowed is 0, for off",
                    "type": "object",
                    "required": [
                      "max_pattern_size"
                    ],
                    "properties": {
                      "max_pattern_size": {
                        "type": "integer",
                        "minimum": 1
                      }
                    }
                  }
                },
                "structured_outputs": {
                  "not": {
                    "type": "object",
                    "description": "beam search cannot honour it; allowed is null"
                  }
                },
                "response_format": {
                  "not": {
                    "description": "beam search cannot honour it; allowed is text",
                    "type": "object",
                    "required": [
                      "type"
                    ],
                    "properties": {
                      "type": {
                        "not": {
                          "const": "text"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "all answers at temperature 0 are the same; allowed is 1, or a temperature above 0",
              "type": "object",
              "required": [
                "temperature",
                "n"
              ],
              "properties": {
                "temperature": {
                  "type": "number",
                  "exclusiveMaximum": 0.00001
                },
                "use_beam_search": {
                  "not": {
                    "const": true
                  }
                },
                "n": {
                  "type": "integer",
                  "minimum": 2
                }
              }
            }
          },
          {
            "not": {
              "description": "it needs logprobs: true",
              "type": "object",
              "required": [
                "top_logprobs"
              ],
              "properties": {
                "top_logprobs": {
                  "type": "integer",
                  "minimum": 1
                },
                "logprobs": {
                  "not": {
                    "const": true
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "they are only allowed with stream: true",
              "type": "object",
              "required": [
                "stream_options"
              ],
              "properties": {
                "stream_options": {
                  "type": "object",
                  "minProperties": 1
                },
                "stream": {
                  "not": {
                    "const": true
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "a stream has no place for them; allowed with stream: true is 0",
              "type": "object",
              "required": [
                "stream",
                "prompt_logprobs"
              ],
              "properties": {
                "stream": {
                  "const": true
                },
                "prompt_logprobs": {
                  "type": "integer",
                  "minimum": 1
                }
              }
            }
          },
          {
            "not": {
              "description": "it and response_format each ask for a form; allowed is one of the two, or the type text there",
              "type": "object",
              "required": [
                "response_format",
                "structured_outputs"
              ],
              "properties": {
                "structured_outputs": {
                  "type": "object"
                },
                "response_format": {
                  "type": "object",
                  "required": [
                    "type"
                  ],
                  "properties": {
                    "type": {
                      "not": {
                        "const": "text"
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "beam search cannot hold calls to the schemas of tools; allowed is tool_choice none",
              "type": "object",
              "required": [
                "use_beam_search",
                "tools"
              ],
              "properties": {
                "use_beam_search": {
                  "const": true
                },
                "tools": {
                  "not": {
                    "type": "null"
                  }
                },
                "tool_choice": {
                  "not": {
                    "const": "none"
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "it goes on with the last message, so no new turn is opened; it needs add_generation_prompt: false",
              "type": "object",
              "required": [
                "continue_final_message"
              ],
              "properties": {
                "continue_final_message": {
                  "const": true
                },
                "add_generation_prompt": {
                  "not": {
                    "const": false
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "a choice other than none needs tools",
              "type": "object",
              "required": [
                "tool_choice"
              ],
              "properties": {
                "tool_choice": {
                  "not": {
                    "enum": [
                      "none",
                      null
                    ]
                  }
                },
                "tools": {
                  "type": "null"
                }
              }
            }
          }
        ],
        "properties": {
          "messages": {
            "type": "array",
            "minItems": 1,
            "maxItems": 32768,
            "items": {
              "$ref": "#/components/schemas/ChatMessage"
            },
            "description": "A list of messages comprising the conversation so far."
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
          },
          "frequency_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one."
          },
          "presence_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit."
          },
          "repetition_penalty": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1000,
            "default": 1,
            "description": "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones."
          },
          "logit_bias": {
            "type": [
              "object",
              "null"
            ],
            "maxProperties": 1024,
            "propertyNames": {
              "type": "string",
              "minLength": 1,
              "maxLength": 10,
              "pattern": "^[0-9]+$",
              "description": "A token id, in decimal digits."
            },
            "additionalProperties": {
              "$ref": "#/components/schemas/FiniteNumber"
            },
            "description": "Maps token ids to values that are added to the logits, clamped to -100 to 100."
          },
          "logprobs": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return log-probabilities of the generated tokens. They are returned in any case."
          },
          "top_logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 20,
            "default": 0,
            "description": "Number of most likely tokens to return at each position; requires `logprobs`."
          },
          "max_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "deprecated": true,
            "description": "Deprecated in favour of `max_completion_tokens`, which takes precedence."
          },
          "max_completion_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of tokens to generate. Null or absent is the rest of the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in all its choices together."
          },
          "n": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 128,
            "default": 1,
            "description": "Number of choices to generate. With beam search it is the beam width, at most 32."
          },
          "response_format": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseFormat"
              },
              {
                "type": "null"
              }
            ]
          },
          "seed": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": -9223372036854776000,
            "maximum": 9223372036854776000,
            "description": "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent."
          },
          "stop": {
            "default": [],
            "description": "Texts at which generation stops. They are not part of the answer.",
            "anyOf": [
              {
                "type": "string",
                "minLength": 1,
                "maxLength": 1024
              },
              {
                "type": "array",
                "maxItems": 16,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 1024
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "stream": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Stream the response as server-sent events."
          },
          "stream_options": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/StreamOptions"
              },
              {
                "type": "null"
              }
            ]
          },
          "temperature": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 2,
            "default": 1,
            "description": "Sampling temperature. 0 is greedy."
          },
          "top_p": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1,
            "default": 1,
            "description": "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value."
          },
          "top_k": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 2147483647,
            "default": 0,
            "description": "Sample from this many most likely tokens. 0 and -1 include all."
          },
          "min_p": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1,
            "default": 0,
            "description": "Sample from tokens with at least this probability, relative to the most likely token."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatTool"
            },
            "description": "Functions that the model may call."
          },
          "tool_choice": {
            "description": "Defaults to `none` without tools and to `auto` with tools.",
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "none",
                  "auto",
                  "required"
                ]
              },
              {
                "$ref": "#/components/schemas/NamedToolChoice"
              },
              {
                "type": "null"
              }
            ]
          },
          "reasoning_effort": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "none",
              "minimal",
              "low",
              "medium",
              "high",
              "xhigh",
              "max",
              null
            ],
            "description": "Passed to the chat template."
          },
          "include_reasoning": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "If false, `reasoning` and `reasoning_content` are omitted from the response."
          },
          "parallel_tool_calls": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "If false, only the first tool call is returned."
          },
          "user": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Has no effect."
          },
          "use_beam_search": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Use beam search to find the most likely answers."
          },
          "length_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -1000,
            "maximum": 1000,
            "default": 1,
            "description": "Beam search ranks by log-probability divided by length to this power."
          },
          "stop_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "Token ids at which generation stops."
          },
          "include_stop_str_in_output": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Include the stop text in the answer."
          },
          "ignore_eos": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Continue after the model's end-of-sequence token."
          },
          "min_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "default": 0,
            "description": "Minimum number of tokens to generate before generation may stop."
          },
          "skip_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Omit special tokens from the text."
          },
          "spaces_between_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not."
          },
          "truncate_prompt_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 9223372036854776000,
            "not": {
              "const": 0,
              "description": "it keeps no token of the prompt; allowed are -1 and 1 or more"
            },
            "description": "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit."
          },
          "truncation_side": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "left",
              "right",
              null
            ],
            "description": "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first."
          },
          "prompt_logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 20,
            "description": "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together."
          },
          "logprob_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 128,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
          },
          "stream_interval": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end."
          },
          "allowed_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "If set, only these token ids may be sampled."
          },
          "bad_words": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "default": [],
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1024,
              "pattern": "[^\\s\\u0085]",
              "description": "A text that is not only spaces. All texts together have at most 8,192 characters."
            },
            "description": "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match."
          },
          "echo": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Prepend the last message to the answer if both have the same role."
          },
          "add_generation_prompt": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Add the generation prompt of the chat template, which opens the assistant's turn."
          },
          "continue_final_message": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false."
          },
          "add_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Add the tokenizer's special tokens in addition to those of the chat template."
          },
          "documents": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatDocument"
            },
            "description": "Documents passed to the chat template."
          },
          "chat_template": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576,
            "description": "A Jinja template that replaces the model's chat template."
          },
          "chat_template_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "description": "its chat_template is no template; allowed is a text of up to 1048576 characters",
              "type": "object",
              "required": [
                "chat_template"
              ],
              "properties": {
                "chat_template": {
                  "not": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 1048576
                  }
                }
              }
            },
            "description": "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
          },
          "mm_processor_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "type": "object",
              "minProperties": 1,
              "description": "no model served here takes images; allowed is null or {}"
            },
            "description": "Only null or {}, as no model served here takes images."
          },
          "structured_outputs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/StructuredOutputs"
              },
              {
                "type": "null"
              }
            ]
          },
          "priority": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "default": 0,
            "description": "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests."
          },
          "request_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RequestId"
              },
              {
                "type": "null"
              }
            ],
            "description": "The response id is `chatcmpl-` followed by this. Defaults to a random UUID."
          },
          "logits_processors": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 16,
            "items": {
              "anyOf": [
                {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 1024
                },
                {
                  "$ref": "#/components/schemas/LogitsProcessor"
                }
              ]
            },
            "description": "Names of processors that are registered with the server."
          },
          "return_tokens_as_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return each `token` of the log-probabilities as `token_id:{id}`."
          },
          "return_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return `prompt_token_ids` at the top level, and `token_ids` in the chunks of a stream."
          },
          "cache_salt": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 128,
            "description": "Cached prefixes are shared only by requests with the same salt."
          },
          "prompt_cache_key": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "In a cluster, requests with the same key and a long shared prefix are sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to the first question are used instead. Without a cluster it has no effect."
          },
          "kv_transfer_params": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "type": "object",
              "minProperties": 1,
              "description": "this server keeps no keys and values outside its own process; allowed is null or {}"
            },
            "description": "Only null or {}, as nothing is transferred here."
          },
          "engine_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ]
          },
          "vllm_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ],
            "description": "Alias of `engine_xargs`."
          },
          "thinking_token_budget": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 2147483647,
            "description": "Maximum number of reasoning tokens. After them the token that ends the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam search."
          },
          "speculation": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none."
          },
          "repetition_detection": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RepetitionDetection"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "ChatMessage": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "role"
        ],
        "description": "A message of any role. The chat template decides which roles it supports.",
        "properties": {
          "role": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          },
          "content": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 32768,
                "items": {
                  "anyOf": [
                    {
                      "$ref": "#/components/schemas/ChatContentPart"
                    },
                    {
                      "$ref": "#/components/schemas/Text"
                    }
                  ]
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "tool_call_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "tool_calls": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatMessageToolCall"
            }
          },
          "reasoning": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "reasoning_content": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatTool"
            },
            "description": "Tools of a developer message."
          }
        },
        "x-rules": [
          {
            "if": {
              "properties": {
                "role": {
                  "not": {
                    "enum": [
                      "assistant",
                      "function"
                    ]
                  }
                }
              }
            },
            "then": {
              "properties": {
                "content": {
                  "not": {
                    "type": "null",
                    "description": "only an assistant's content may be null"
                  }
                }
              }
            }
          }
        ]
      },
      "ChatContentPart": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64,
            "not": {
              "description": "no model served here takes such parts; allowed are text, input_text, output_text, refusal and thinking",
              "not": {
                "enum": [
                  "text",
                  "input_text",
                  "output_text",
                  "refusal",
                  "thinking"
                ]
              }
            }
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "refusal": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "thinking": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          }
        },
        "x-rules": [
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "enum": [
                    "text",
                    "input_text",
                    "output_text"
                  ]
                }
              }
            },
            "then": {
              "required": [
                "text"
              ],
              "properties": {
                "text": {}
              }
            }
          }
        ]
      },
      "ChatMessageToolCall": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "id"
        ],
        "description": "A function call, as in a response; the type may be omitted. LangChain's format, with `name` and `args` instead of `function`, is accepted too.",
        "x-rules": [
          {
            "if": {
              "required": [
                "name"
              ],
              "properties": {
                "name": {}
              }
            },
            "else": {
              "required": [
                "function"
              ],
              "properties": {
                "function": {}
              }
            }
          }
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ShortText"
          },
          "type": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "function",
              "tool_call",
              null
            ]
          },
          "function": {
            "type": "object",
            "additionalProperties": true,
            "maxProperties": 256,
            "required": [
              "name",
              "arguments"
            ],
            "properties": {
              "name": {
                "$ref": "#/components/schemas/ShortText"
              },
              "arguments": {
                "$ref": "#/components/schemas/ChatCallArguments"
              }
            }
          },
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "args": {
            "$ref": "#/components/schemas/ChatCallArguments"
          }
        }
      },
      "ChatCallArguments": {
        "description": "A JSON object, as an object or as text. If the text is not a JSON object, a template that prints text receives it unchanged, and any other template receives `{}`.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Text"
          },
          {
            "$ref": "#/components/schemas/FreeObject"
          },
          {
            "type": "null"
          }
        ]
      },
      "ChatTool": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "function"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "function",
            "default": "function"
          },
          "function": {
            "type": "object",
            "additionalProperties": true,
            "maxProperties": 256,
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1,
                "maxLength": 1024
              },
              "description": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 1048576
              },
              "parameters": {
                "anyOf": [
                  {
                    "$ref": "#/components/schemas/FreeObject"
                  },
                  {
                    "type": "null"
                  }
                ],
                "not": {
                  "description": "arguments are an object; allowed is object",
                  "type": "object",
                  "required": [
                    "type"
                  ],
                  "properties": {
                    "type": {
                      "anyOf": [
                        {
                          "not": {
                            "anyOf": [
                              {
                                "const": "object"
                              },
                              {
                                "type": "array",
                                "items": {}
                              }
                            ]
                          }
                        },
                        {
                          "type": "array",
                          "items": {
                            "not": {
                              "const": "object"
                            }
                          }
                        }
                      ]
                    }
                  }
                },
                "description": "JSON Schema of the function's parameters, an object."
              },
              "strict": {
                "type": [
                  "boolean",
                  "null"
                ]
              }
            }
          }
        }
      },
      "NamedToolChoice": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "function"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "function",
            "default": "function"
          },
          "function": {
            "type": "object",
            "additionalProperties": true,
            "maxProperties": 64,
            "required": [
              "name"
            ],
            "properties": {
              "name": {
                "type": "string",
                "minLength": 1,
                "maxLength": 1024
              }
            }
          }
        }
      },
      "StreamOptions": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "include_usage": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Send a last chunk with the usage."
          },
          "continuous_usage_stats": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "With `include_usage`, add the usage so far to every chunk."
          }
        }
      },
      "ResponseFormat": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "text",
              "json_object",
              "json_schema",
              "structural_tag"
            ]
          },
          "json_schema": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/JsonSchemaFormat"
              },
              {
                "type": "null"
              }
            ],
            "description": "For the type `json_schema`."
          },
          "format": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/TagPart"
            },
            "description": "For the type `structural_tag`. The fields of the part depend on its type."
          },
          "structures": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TagStructure"
            },
            "description": "For the type `structural_tag` without `format`. Text that begins with a trigger must be one of these structures."
          },
          "triggers": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TagEdge"
            }
          }
        },
        "x-rules": [
          {
            "if": {
              "properties": {
                "type": {
                  "const": "json_schema"
                }
              }
            },
            "then": {
              "required": [
                "json_schema"
              ],
              "properties": {
                "json_schema": {
                  "type": "object",
                  "maxProperties": 64,
                  "required": [
                    "schema"
                  ],
                  "properties": {
                    "schema": {
                      "not": {
                        "type": "null",
                        "description": "the type json_schema needs it"
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "a structural tag has format, or structures and triggers",
              "type": "object",
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "structural_tag"
                },
                "format": {
                  "type": "null"
                }
              },
              "anyOf": [
                {
                  "properties": {
                    "structures": {
                      "type": "null"
                    }
                  }
                },
                {
                  "properties": {
                    "triggers": {
                      "type": "null"
                    }
                  }
                }
              ]
            }
          }
        ]
      },
      "TagPart": {
        "type": "object",
        "maxProperties": 16,
        "additionalProperties": true,
        "required": [
          "type"
        ],
        "description": "A part of a structural tag. Its fields depend on its type.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "const_string",
              "json_schema",
              "qwen_xml_parameter",
              "any_text",
              "regex",
              "grammar",
              "tag",
              "triggered_tags",
              "token_triggered_tags",
              "tags_with_separator",
              "dispatch",
              "token_dispatch",
              "token",
              "exclude_token",
              "any_tokens",
              "sequence",
              "or",
              "optional",
              "star",
              "plus",
              "repeat"
            ]
          }
        },
        "allOf": [
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "const_string"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "value"
              ],
              "properties": {
                "type": {},
                "value": {
                  "$ref": "#/components/schemas/SchemaText"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "json_schema"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "json_schema"
              ],
              "properties": {
                "type": {},
                "json_schema": {
                  "$ref": "#/components/schemas/TagSchema"
                },
                "style": {
                  "enum": [
                    "json",
                    "qwen_xml",
                    "minimax_xml",
                    "minimax_m3_xml",
                    "deepseek_xml",
                    "deepseek_v4_1_xml",
                    "glm_xml",
                    "cohere_xml",
                    "kimi_k3_xml",
                    null
                  ]
                },
                "max_whitespace_cnt": {
                  "type": [
                    "integer",
                    "null"
                  ],
                  "minimum": -1,
                  "maximum": 100000
                },
                "any_order": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "excludes": {
                  "$ref": "#/components/schemas/TagMarks"
                }
              },
              "if": {
                "required": [
                  "style"
                ],
                "properties": {
                  "style": {
                    "not": {
                      "enum": [
                        "json",
                        null
                      ]
                    }
                  }
                }
              },
              "then": {
                "properties": {
                  "json_schema": {
                    "$ref": "#/components/schemas/XmlSchema"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "qwen_xml_parameter"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "json_schema"
              ],
              "properties": {
                "type": {},
                "json_schema": {
                  "allOf": [
                    {
                      "$ref": "#/components/schemas/TagSchema"
                    },
                    {
                      "$ref": "#/components/schemas/XmlSchema"
                    }
                  ]
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "any_text"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "properties": {
                "type": {},
                "excludes": {
                  "$ref": "#/components/schemas/TagMarks"
                },
                "max_chars": {
                  "$ref": "#/components/schemas/TagLimit"
                },
                "max_tokens": {
                  "$ref": "#/components/schemas/TagLimit"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "regex"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "pattern"
              ],
              "properties": {
                "type": {},
                "pattern": {
                  "$ref": "#/components/schemas/SchemaText"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "grammar"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "grammar"
              ],
              "properties": {
                "type": {},
                "grammar": {
                  "$ref": "#/components/schemas/TagMark"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "tag"
                }
              }
            },
            "then": {
              "$ref": "#/components/schemas/Tag"
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "triggered_tags"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "triggers",
                "tags"
              ],
              "properties": {
                "type": {},
                "triggers": {
                  "type": [
                    "string",
                    "array"
                  ],
                  "minLength": 1,
                  "maxLength": 1048576,
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "$ref": "#/components/schemas/TagMark"
                  }
                },
                "excludes": {
                  "$ref": "#/components/schemas/TagMarks"
                },
                "tags": {
                  "$ref": "#/components/schemas/TextTags"
                },
                "at_least_one": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "stop_after_first": {
                  "$ref": "#/components/schemas/TagFlag"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "token_triggered_tags"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "trigger_tokens",
                "tags"
              ],
              "properties": {
                "type": {},
                "trigger_tokens": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "$ref": "#/components/schemas/TagToken"
                  }
                },
                "exclude_tokens": {
                  "$ref": "#/components/schemas/TagTokens"
                },
                "tags": {
                  "$ref": "#/components/schemas/TokenTags"
                },
                "at_least_one": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "stop_after_first": {
                  "$ref": "#/components/schemas/TagFlag"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "tags_with_separator"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "tags",
                "separator"
              ],
              "properties": {
                "type": {},
                "tags": {
                  "$ref": "#/components/schemas/Tags"
                },
                "separator": {
                  "$ref": "#/components/schemas/SchemaText"
                },
                "at_least_one": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "stop_after_first": {
                  "$ref": "#/components/schemas/TagFlag"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "dispatch"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "rules"
              ],
              "properties": {
                "type": {},
                "rules": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 2,
                    "prefixItems": [
                      {
                        "$ref": "#/components/schemas/TagMark"
                      },
                      {
                        "$ref": "#/components/schemas/TagPart"
                      }
                    ],
                    "items": {}
                  }
                },
                "loop": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "excludes": {
                  "$ref": "#/components/schemas/TagMarks"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "token_dispatch"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "rules"
              ],
              "properties": {
                "type": {},
                "rules": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "type": "array",
                    "minItems": 2,
                    "maxItems": 2,
                    "prefixItems": [
                      {
                        "$ref": "#/components/schemas/TagToken"
                      },
                      {
                        "$ref": "#/components/schemas/TagPart"
                      }
                    ],
                    "items": {}
                  }
                },
                "loop": {
                  "$ref": "#/components/schemas/TagFlag"
                },
                "exclude_tokens": {
                  "$ref": "#/components/schemas/TagTokens"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "token"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "token"
              ],
              "properties": {
                "type": {},
                "token": {
                  "$ref": "#/components/schemas/TagToken"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "exclude_token"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "properties": {
                "type": {},
                "exclude_tokens": {
                  "$ref": "#/components/schemas/TagTokens"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "any_tokens"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "properties": {
                "type": {},
                "exclude_tokens": {
                  "$ref": "#/components/schemas/TagTokens"
                },
                "max_tokens": {
                  "$ref": "#/components/schemas/TagLimit"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "sequence"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "elements"
              ],
              "properties": {
                "type": {},
                "elements": {
                  "type": "array",
                  "maxItems": 524288,
                  "items": {
                    "$ref": "#/components/schemas/TagPart"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "or"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "elements"
              ],
              "properties": {
                "type": {},
                "elements": {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "$ref": "#/components/schemas/TagPart"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "enum": [
                    "optional",
                    "star",
                    "plus"
                  ]
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "content"
              ],
              "properties": {
                "type": {},
                "content": {
                  "$ref": "#/components/schemas/TagPart"
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "repeat"
                }
              }
            },
            "then": {
              "additionalProperties": false,
              "required": [
                "content",
                "min"
              ],
              "properties": {
                "type": {},
                "content": {
                  "$ref": "#/components/schemas/TagPart"
                },
                "min": {
                  "$ref": "#/components/schemas/TagCount"
                },
                "max": {
                  "type": [
                    "integer",
                    "null"
                  ],
                  "minimum": -1,
                  "maximum": 100000,
                  "description": "Maximum number of repetitions. Null or -1 is no limit."
                }
              }
            }
          }
        ]
      },
      "Tag": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "begin",
          "content"
        ],
        "properties": {
          "type": {},
          "begin": {
            "type": [
              "string",
              "object"
            ],
            "maxLength": 1048576,
            "additionalProperties": false,
            "required": [
              "type",
              "token"
            ],
            "properties": {
              "type": {
                "const": "token"
              },
              "token": {
                "$ref": "#/components/schemas/TagToken"
              }
            },
            "description": "A text or a token."
          },
          "content": {
            "$ref": "#/components/schemas/TagPart"
          },
          "end": {
            "$ref": "#/components/schemas/TagEnd"
          }
        }
      },
      "Tags": {
        "type": "array",
        "minItems": 1,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/Tag"
        }
      },
      "TextTag": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "begin",
          "content"
        ],
        "description": "A tag that begins with one of the trigger texts.",
        "properties": {
          "type": {},
          "begin": {
            "$ref": "#/components/schemas/TagMark"
          },
          "content": {
            "$ref": "#/components/schemas/TagPart"
          },
          "end": {
            "$ref": "#/components/schemas/TagEnd"
          }
        }
      },
      "TextTags": {
        "type": "array",
        "minItems": 1,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/TextTag"
        }
      },
      "TokenTag": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "begin",
          "content"
        ],
        "description": "A tag that begins with one of the trigger tokens.",
        "properties": {
          "type": {},
          "begin": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "type",
              "token"
            ],
            "properties": {
              "type": {
                "const": "token"
              },
              "token": {
                "$ref": "#/components/schemas/TagToken"
              }
            }
          },
          "content": {
            "$ref": "#/components/schemas/TagPart"
          },
          "end": {
            "$ref": "#/components/schemas/TagEnd"
          }
        }
      },
      "TokenTags": {
        "type": "array",
        "minItems": 1,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/TokenTag"
        }
      },
      "TagEnd": {
        "type": [
          "string",
          "array",
          "object",
          "null"
        ],
        "maxLength": 1048576,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/SchemaText"
        },
        "additionalProperties": false,
        "required": [
          "type",
          "token"
        ],
        "properties": {
          "type": {
            "const": "token"
          },
          "token": {
            "$ref": "#/components/schemas/TagToken"
          }
        },
        "description": "A text, one of several texts, or a token."
      },
      "TagSchema": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "not": {
          "const": false,
          "description": "no value is valid against false"
        },
        "if": {
          "not": {
            "type": "boolean"
          }
        },
        "then": {
          "$ref": "#/components/schemas/HeldSchema"
        }
      },
      "XmlSchema": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "additionalProperties": true,
        "properties": {
          "type": {
            "not": {
              "description": "an XML style writes objects; allowed is object",
              "anyOf": [
                {
                  "enum": [
                    "null",
                    "boolean",
                    "number",
                    "integer",
                    "string",
                    "array"
                  ]
                },
                {
                  "type": "array",
                  "minItems": 1,
                  "maxItems": 524288,
                  "items": {
                    "enum": [
                      "null",
                      "boolean",
                      "number",
                      "integer",
                      "string",
                      "array"
                    ]
                  }
                }
              ]
            }
          }
        }
      },
      "TagMark": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1048576
      },
      "TagMarks": {
        "type": [
          "string",
          "array",
          "null"
        ],
        "minLength": 1,
        "maxLength": 1048576,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/TagMark"
        }
      },
      "TagToken": {
        "type": [
          "integer",
          "string"
        ],
        "minimum": 0,
        "maximum": 2147483647,
        "maxLength": 1048576,
        "description": "A token id, a token as spelled in the vocabulary, or a text that is a single token."
      },
      "TagTokens": {
        "type": [
          "array",
          "null"
        ],
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/TagToken"
        }
      },
      "TagFlag": {
        "type": [
          "boolean",
          "null"
        ]
      },
      "TagCount": {
        "type": "integer",
        "minimum": 0,
        "maximum": 100000
      },
      "TagLimit": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": -1,
        "maximum": 2147483647,
        "description": "Maximum number of characters or tokens. Null or -1 is no limit."
      },
      "TagStructure": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "begin",
          "end"
        ],
        "properties": {
          "begin": {
            "$ref": "#/components/schemas/TagEdge"
          },
          "schema": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "boolean"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "const": false,
              "description": "no value is valid against false"
            },
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/HeldSchema"
            },
            "description": "Schema of the JSON between begin and end. If absent, any JSON is allowed."
          },
          "end": {
            "type": "string",
            "maxLength": 65536
          }
        }
      },
      "TagEdge": {
        "type": "string",
        "minLength": 1,
        "maxLength": 65536
      },
      "JsonSchemaFormat": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "name"
        ],
        "properties": {
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576
          },
          "schema": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/HeldSchema"
            }
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "HeldSchema": {
        "type": "object",
        "maxProperties": 524288,
        "additionalProperties": true,
        "description": "A JSON Schema that constrains an answer. These keywords are also refused in nested schemas that take effect.",
        "allOf": [
          {
            "$ref": "#/components/schemas/JsonSchema"
          },
          {
            "$ref": "#/components/schemas/HeldPart"
          }
        ]
      },
      "HeldPart": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "additionalProperties": true,
        "description": "A schema that every answer must match, at the root or in an allOf at the root.",
        "allOf": [
          {
            "$ref": "#/components/schemas/HeldKeywords"
          }
        ],
        "not": {
          "const": false,
          "description": "no value is valid against false"
        },
        "if": {
          "required": [
            "nullable"
          ],
          "properties": {
            "nullable": {
              "const": true
            }
          }
        },
        "else": {
          "properties": {
            "type": {
              "not": {
                "const": [],
                "description": "no value is valid against an empty list"
              }
            }
          }
        },
        "properties": {
          "enum": {
            "not": {
              "const": [],
              "description": "no value is valid against an empty list"
            }
          },
          "allOf": {
            "if": {
              "not": {
                "type": "array",
                "items": {}
              }
            },
            "else": {
              "type": "array",
              "maxItems": 524288,
              "items": {
                "$ref": "#/components/schemas/HeldPart"
              }
            }
          },
          "anyOf": {
            "$ref": "#/components/schemas/HeldBranches"
          },
          "oneOf": {
            "$ref": "#/components/schemas/HeldBranches"
          }
        }
      },
      "HeldBranches": {
        "if": {
          "not": {
            "type": "array",
            "items": {}
          }
        },
        "else": {
          "type": "array",
          "maxItems": 524288,
          "items": {
            "$ref": "#/components/schemas/HeldBranch"
          }
        }
      },
      "HeldBranch": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "additionalProperties": true,
        "description": "One of the alternative schemas of an answer. Its contents are checked only if no keyword beside it, such as a reference or another list, can rule the branch out.",
        "allOf": [
          {
            "$ref": "#/components/schemas/HeldKeywords"
          }
        ],
        "if": {
          "properties": {
            "$ref": {
              "not": {}
            },
            "$dynamicRef": {
              "not": {}
            },
            "$recursiveRef": {
              "not": {}
            },
            "allOf": {
              "not": {}
            }
          }
        },
        "then": {
          "properties": {
            "anyOf": {
              "$ref": "#/components/schemas/HeldBranches"
            }
          },
          "if": {
            "properties": {
              "anyOf": {
                "not": {}
              }
            }
          },
          "then": {
            "properties": {
              "oneOf": {
                "$ref": "#/components/schemas/HeldBranches"
              }
            }
          }
        }
      },
      "HeldKeywords": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "additionalProperties": true,
        "description": "Keywords that are refused in a schema that takes effect.",
        "properties": {
          "not": {
            "not": {
              "not": {
                "const": false
              },
              "description": "the keyword not is not supported"
            }
          },
          "if": {
            "not": {
              "description": "the keyword if is not supported"
            }
          },
          "contains": {
            "not": {
              "description": "the keyword contains is not supported"
            }
          },
          "dependentRequired": {
            "not": {
              "not": {
                "const": {}
              },
              "description": "the keyword dependentRequired is not supported"
            }
          },
          "dependentSchemas": {
            "not": {
              "not": {
                "const": {}
              },
              "description": "the keyword dependentSchemas is not supported"
            }
          },
          "dependencies": {
            "not": {
              "not": {
                "const": {}
              },
              "description": "the keyword dependencies is not supported"
            }
          },
          "unevaluatedProperties": {
            "not": {
              "not": {
                "enum": [
                  true,
                  {}
                ]
              },
              "description": "the keyword unevaluatedProperties is not supported"
            }
          },
          "unevaluatedItems": {
            "not": {
              "not": {
                "enum": [
                  true,
                  {}
                ]
              },
              "description": "the keyword unevaluatedItems is not supported"
            }
          },
          "uniqueItems": {
            "not": {
              "not": {
                "const": false
              },
              "description": "the keyword uniqueItems is not supported"
            }
          }
        }
      },
      "JsonSchema": {
        "type": [
          "object",
          "boolean"
        ],
        "maxProperties": 524288,
        "additionalProperties": true,
        "description": "The supported keywords, of draft 2020-12 and as spelled in older drafts, with their types.",
        "properties": {
          "type": {
            "if": {
              "not": {
                "type": "array",
                "items": {}
              }
            },
            "then": {
              "$ref": "#/components/schemas/SchemaType"
            },
            "else": {
              "type": "array",
              "maxItems": 524288,
              "items": {
                "$ref": "#/components/schemas/SchemaType"
              }
            }
          },
          "enum": {
            "type": "array",
            "maxItems": 524288,
            "items": true
          },
          "$ref": {
            "$ref": "#/components/schemas/SchemaText"
          },
          "$dynamicRef": {
            "$ref": "#/components/schemas/SchemaText"
          },
          "$recursiveRef": {
            "$ref": "#/components/schemas/SchemaText"
          },
          "$defs": {
            "$ref": "#/components/schemas/NamedSchemas"
          },
          "definitions": {
            "$ref": "#/components/schemas/NamedSchemas"
          },
          "allOf": {
            "$ref": "#/components/schemas/SomeSchemas"
          },
          "anyOf": {
            "$ref": "#/components/schemas/SomeSchemas"
          },
          "oneOf": {
            "$ref": "#/components/schemas/SomeSchemas"
          },
          "properties": {
            "$ref": "#/components/schemas/NamedSchemas"
          },
          "patternProperties": {
            "$ref": "#/components/schemas/NamedSchemas"
          },
          "additionalProperties": {
            "$ref": "#/components/schemas/JsonSchema"
          },
          "propertyNames": {
            "$ref": "#/components/schemas/JsonSchema"
          },
          "required": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 524288,
            "items": {
              "$ref": "#/components/schemas/SchemaText"
            }
          },
          "minProperties": {
            "$ref": "#/components/schemas/SchemaCount"
          },
          "maxProperties": {
            "$ref": "#/components/schemas/SchemaCount"
          },
          "items": {
            "if": {
              "not": {
                "type": "array",
                "items": {}
              }
            },
            "then": {
              "$ref": "#/components/schemas/JsonSchema"
            },
            "else": {
              "$ref": "#/components/schemas/SomeSchemas"
            }
          },
          "prefixItems": {
            "type": "array",
            "maxItems": 524288,
            "items": {
              "$ref": "#/components/schemas/JsonSchema"
            }
          },
          "additionalItems": {
            "$ref": "#/components/schemas/JsonSchema"
          },
          "minItems": {
            "type": "integer",
            "minimum": 0,
            "maximum": 10000000
          },
          "maxItems": {
            "$ref": "#/components/schemas/SchemaCount"
          },
          "pattern": {
            "$ref": "#/components/schemas/SchemaText"
          },
          "format": {
            "$ref": "#/components/schemas/SchemaText"
          },
          "minLength": {
            "$ref": "#/components/schemas/SchemaCount"
          },
          "maxLength": {
            "$ref": "#/components/schemas/SchemaCount"
          },
          "minimum": {
            "$ref": "#/components/schemas/SchemaBound"
          },
          "maximum": {
            "$ref": "#/components/schemas/SchemaBound"
          },
          "exclusiveMinimum": {
            "$ref": "#/components/schemas/SchemaBound"
          },
          "exclusiveMaximum": {
            "$ref": "#/components/schemas/SchemaBound"
          },
          "multipleOf": {
            "type": [
              "number",
              "boolean"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1.7976931348623157e+308
          }
        }
      },
      "SchemaType": {
        "type": "string",
        "enum": [
          "null",
          "boolean",
          "number",
          "integer",
          "string",
          "array",
          "object"
        ]
      },
      "SchemaText": {
        "type": "string",
        "maxLength": 1048576
      },
      "SchemaCount": {
        "type": "integer",
        "minimum": 0,
        "maximum": 1.7976931348623157e+308
      },
      "SchemaBound": {
        "type": [
          "number",
          "boolean"
        ],
        "minimum": -1.7976931348623157e+308,
        "maximum": 1.7976931348623157e+308,
        "description": "A number; or, in draft 4, a boolean that makes the bound beside it exclusive."
      },
      "SomeSchemas": {
        "type": "array",
        "minItems": 1,
        "maxItems": 524288,
        "items": {
          "$ref": "#/components/schemas/JsonSchema"
        }
      },
      "NamedSchemas": {
        "type": [
          "object",
          "null"
        ],
        "maxProperties": 524288,
        "additionalProperties": {
          "$ref": "#/components/schemas/JsonSchema"
        }
      },
      "StructuredOutputs": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "description": "Set exactly one of json, regex, choice, grammar, json_object and structural_tag.",
        "x-rules": [
          {
            "not": {
              "description": "allowed is exactly one of json, regex, choice, grammar, json_object and structural_tag",
              "not": {
                "oneOf": [
                  {
                    "required": [
                      "json"
                    ],
                    "properties": {
                      "json": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  },
                  {
                    "required": [
                      "regex"
                    ],
                    "properties": {
                      "regex": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  },
                  {
                    "required": [
                      "choice"
                    ],
                    "properties": {
                      "choice": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  },
                  {
                    "required": [
                      "grammar"
                    ],
                    "properties": {
                      "grammar": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  },
                  {
                    "required": [
                      "json_object"
                    ],
                    "properties": {
                      "json_object": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  },
                  {
                    "required": [
                      "structural_tag"
                    ],
                    "properties": {
                      "structural_tag": {
                        "not": {
                          "type": "null"
                        }
                      }
                    }
                  }
                ]
              }
            }
          },
          {
            "not": {
              "description": "whitespace is off by disable_any_whitespace; allowed is one of the two",
              "type": "object",
              "required": [
                "disable_any_whitespace",
                "whitespace_pattern"
              ],
              "properties": {
                "disable_any_whitespace": {
                  "const": true
                },
                "whitespace_pattern": {
                  "type": "string"
                }
              }
            }
          },
          {
            "not": {
              "description": "it is not the one here, and disable_fallback forbids that another takes its place; allowed are auto and daybreak",
              "type": "object",
              "required": [
                "disable_fallback",
                "_backend"
              ],
              "properties": {
                "disable_fallback": {
                  "const": true
                },
                "_backend": {
                  "not": {
                    "enum": [
                      "auto",
                      "daybreak",
                      null
                    ]
                  }
                },
                "_backend_was_auto": {
                  "not": {
                    "const": true
                  }
                }
              }
            }
          }
        ],
        "properties": {
          "json": {
            "anyOf": [
              {
                "type": "string",
                "minLength": 1,
                "maxLength": 1048576
              },
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/HeldSchema"
            }
          },
          "regex": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 65536
          },
          "choice": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ShortText"
            }
          },
          "grammar": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1048576
          },
          "json_object": {
            "type": [
              "boolean",
              "null"
            ],
            "not": {
              "const": false,
              "description": "false asks for nothing; allowed is true or null"
            }
          },
          "structural_tag": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1048576
          },
          "disable_fallback": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false
          },
          "disable_any_whitespace": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false
          },
          "disable_additional_properties": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Disallow additional properties in objects whose schema lists properties without additionalProperties. false allows them."
          },
          "whitespace_pattern": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "_backend": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 64
          },
          "_backend_was_auto": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "ChatDocument": {
        "type": "object",
        "maxProperties": 256,
        "additionalProperties": {
          "$ref": "#/components/schemas/Text"
        },
        "description": "A document, preferably with the keys title and text."
      },
      "LogitsProcessor": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "qualname"
        ],
        "properties": {
          "qualname": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "args": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "description": "Any JSON value."
            }
          },
          "kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "EngineArguments": {
        "type": "object",
        "maxProperties": 256,
        "description": "Additional parameters for extensions.",
        "additionalProperties": {
          "anyOf": [
            {
              "$ref": "#/components/schemas/EngineArgument"
            },
            {
              "type": "array",
              "maxItems": 1024,
              "items": {
                "$ref": "#/components/schemas/EngineArgument"
              }
            }
          ]
        }
      },
      "EngineArgument": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/Text"
          },
          {
            "$ref": "#/components/schemas/FiniteNumber"
          }
        ]
      },
      "RepetitionDetection": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "description": "Stop when the last tokens of the answer are `min_count` copies of one pattern.",
        "x-rules": [
          {
            "not": {
              "description": "it needs a min_count of 2 or more; allowed without is 0, for off",
              "type": "object",
              "required": [
                "max_pattern_size"
              ],
              "properties": {
                "max_pattern_size": {
                  "type": "integer",
                  "minimum": 1
                },
                "min_count": {
                  "anyOf": [
                    {
                      "type": "null"
                    },
                    {
                      "type": "integer",
                      "maximum": 1
                    }
                  ]
                }
              }
            }
          }
        ],
        "properties": {
          "max_pattern_size": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 65536,
            "default": 0,
            "description": "0 turns detection off."
          },
          "min_pattern_size": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 65536,
            "default": 0
          },
          "min_count": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 65536,
            "default": 0,
            "description": "At least 2."
          }
        }
      },
      "ChatCompletion": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created",
          "model",
          "choices",
          "usage"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "object": {
            "type": "string",
            "const": "chat.completion"
          },
          "created": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "The model name of the request."
          },
          "choices": {
            "type": "array",
            "minItems": 1,
            "maxItems": 128,
            "items": {
              "$ref": "#/components/schemas/ChatChoice"
            }
          },
          "usage": {
            "$ref": "#/components/schemas/ChatUsage"
          },
          "service_tier": {
            "$ref": "#/components/schemas/ServiceTier"
          },
          "system_fingerprint": {
            "$ref": "#/components/schemas/SystemFingerprint"
          },
          "prompt_logprobs": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1048576,
            "items": {
              "anyOf": [
                {
                  "$ref": "#/components/schemas/PromptLogprobs"
                },
                {
                  "type": "null"
                }
              ]
            },
            "description": "One for each token of the prompt; null for the first."
          },
          "prompt_token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ],
            "description": "Present with `return_token_ids`."
          },
          "kv_transfer_params": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "ChatChoice": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "index",
          "message",
          "logprobs",
          "finish_reason",
          "stop_reason",
          "token_ids",
          "prompt_token_ids",
          "policy_token_spans"
        ],
        "properties": {
          "index": {
            "$ref": "#/components/schemas/ChoiceIndex"
          },
          "message": {
            "$ref": "#/components/schemas/ChatAnswer"
          },
          "logprobs": {
            "$ref": "#/components/schemas/ChatLogprobs"
          },
          "finish_reason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "stop_reason": {
            "$ref": "#/components/schemas/StopReason"
          },
          "token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "prompt_token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "policy_token_spans": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/PolicyTokenSpan"
            },
            "description": "The weights that sampled the tokens. All tokens are from one checkpoint. Empty if the answer has no tokens. Read by ART's `PipelineTrainer`."
          }
        }
      },
      "PolicyTokenSpan": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "start_token",
          "end_token",
          "generation_id",
          "policy_version",
          "lora_slot",
          "update_seq"
        ],
        "properties": {
          "start_token": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Index of the first token."
          },
          "end_token": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Index of the last token, plus 1."
          },
          "generation_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024,
            "description": "The id of the checkpoint, or the name of the base model."
          },
          "policy_version": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The checkpoint's step; 0 for a base model."
          },
          "lora_slot": {
            "type": "string",
            "maxLength": 1024,
            "description": "The id of the adapter; empty for the base model."
          },
          "update_seq": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483647,
            "description": "The checkpoint's step, as in `policy_version`."
          }
        }
      },
      "ChoiceIndex": {
        "type": "integer",
        "minimum": 0,
        "maximum": 127
      },
      "FinishReason": {
        "type": "string",
        "enum": [
          "stop",
          "length",
          "tool_calls"
        ]
      },
      "ServiceTier": {
        "type": [
          "string",
          "null"
        ],
        "enum": [
          "auto",
          "default",
          "flex",
          "scale",
          "priority",
          null
        ]
      },
      "SystemFingerprint": {
        "type": [
          "string",
          "null"
        ],
        "maxLength": 128
      },
      "ChatAnswer": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "role",
          "content"
        ],
        "properties": {
          "role": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          },
          "content": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "refusal": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "annotations": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatAnnotation"
            }
          },
          "audio": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ChatAudio"
              },
              {
                "type": "null"
              }
            ]
          },
          "function_call": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ChatFunctionCall"
              },
              {
                "type": "null"
              }
            ]
          },
          "tool_calls": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatToolCall"
            }
          },
          "reasoning": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "reasoning_content": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          }
        }
      },
      "ChatAnnotation": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "url_citation"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "url_citation"
          },
          "url_citation": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "start_index",
              "end_index",
              "title",
              "url"
            ],
            "properties": {
              "start_index": {
                "$ref": "#/components/schemas/Count"
              },
              "end_index": {
                "$ref": "#/components/schemas/Count"
              },
              "title": {
                "$ref": "#/components/schemas/ShortText"
              },
              "url": {
                "type": "string",
                "maxLength": 4096
              }
            }
          }
        }
      },
      "ChatAudio": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "data",
          "expires_at",
          "transcript"
        ],
        "properties": {
          "id": {
            "$ref": "#/components/schemas/ShortText"
          },
          "data": {
            "$ref": "#/components/schemas/Text"
          },
          "expires_at": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "transcript": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "ChatFunctionCall": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "name",
          "arguments"
        ],
        "properties": {
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "arguments": {
            "$ref": "#/components/schemas/Text",
            "description": "A JSON object as text."
          }
        }
      },
      "ChatToolCall": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "function"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "function"
          },
          "function": {
            "$ref": "#/components/schemas/ChatFunctionCall"
          }
        }
      },
      "ChatLogprobs": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "content"
        ],
        "properties": {
          "content": {
            "type": "array",
            "maxItems": 1048576,
            "items": {
              "$ref": "#/components/schemas/ChatTokenLogprob"
            },
            "description": "One for each generated token, including the stop token."
          }
        }
      },
      "ChatTokenLogprob": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "token",
          "token_id",
          "logprob",
          "bytes",
          "top_logprobs"
        ],
        "properties": {
          "token": {
            "$ref": "#/components/schemas/ShortText"
          },
          "token_id": {
            "$ref": "#/components/schemas/TokenId",
            "description": "Clients that assemble a stream keep this field, and so can return the sampled tokens for training."
          },
          "logprob": {
            "$ref": "#/components/schemas/Logprob"
          },
          "bytes": {
            "$ref": "#/components/schemas/TokenBytes"
          },
          "top_logprobs": {
            "type": "array",
            "maxItems": 129,
            "items": {
              "$ref": "#/components/schemas/ChatTopLogprob"
            }
          }
        }
      },
      "ChatTopLogprob": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "token",
          "logprob",
          "bytes"
        ],
        "properties": {
          "token": {
            "$ref": "#/components/schemas/ShortText"
          },
          "logprob": {
            "$ref": "#/components/schemas/Logprob"
          },
          "bytes": {
            "$ref": "#/components/schemas/TokenBytes"
          }
        }
      },
      "Logprob": {
        "type": "number",
        "minimum": -9999,
        "maximum": 0,
        "description": "Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature."
      },
      "PromptLogprobs": {
        "type": "object",
        "maxProperties": 21,
        "description": "The prompt's token and its alternatives, by token id.",
        "additionalProperties": {
          "type": "object",
          "additionalProperties": false,
          "required": [
            "logprob",
            "rank",
            "decoded_token"
          ],
          "properties": {
            "logprob": {
              "$ref": "#/components/schemas/Logprob"
            },
            "rank": {
              "type": "integer",
              "minimum": 1,
              "maximum": 2147483647
            },
            "decoded_token": {
              "$ref": "#/components/schemas/ShortText"
            }
          }
        }
      },
      "ChatUsage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "prompt_tokens",
          "total_tokens",
          "completion_tokens",
          "prompt_tokens_details"
        ],
        "properties": {
          "prompt_tokens": {
            "$ref": "#/components/schemas/Count",
            "default": 0
          },
          "total_tokens": {
            "$ref": "#/components/schemas/Count",
            "default": 0
          },
          "completion_tokens": {
            "$ref": "#/components/schemas/Count",
            "default": 0
          },
          "prompt_tokens_details": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "cached_tokens"
            ],
            "properties": {
              "cached_tokens": {
                "$ref": "#/components/schemas/Count",
                "description": "Number of prompt tokens found in the prefix cache."
              }
            }
          },
          "completion_tokens_details": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "reasoning_tokens"
            ],
            "properties": {
              "reasoning_tokens": {
                "$ref": "#/components/schemas/Count"
              }
            }
          }
        }
      },
      "ChatCompletionEvent": {
        "description": "One event of a stream. The stream ends after an error body.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/ChatCompletionChunk"
          },
          {
            "$ref": "#/components/schemas/ErrorBody"
          }
        ]
      },
      "ChatCompletionChunk": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created",
          "model",
          "choices"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "object": {
            "type": "string",
            "const": "chat.completion.chunk"
          },
          "created": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "model": {
            "type": "string",
            "maxLength": 1024
          },
          "choices": {
            "type": "array",
            "maxItems": 128,
            "items": {
              "$ref": "#/components/schemas/ChatChunkChoice"
            },
            "description": "The first chunk has all choices with their role; the usage chunk has none."
          },
          "usage": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ChatUsage"
              },
              {
                "type": "null"
              }
            ]
          },
          "service_tier": {
            "$ref": "#/components/schemas/ServiceTier"
          },
          "system_fingerprint": {
            "$ref": "#/components/schemas/SystemFingerprint"
          },
          "prompt_token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ],
            "description": "Present in the first chunk, with `return_token_ids`."
          }
        }
      },
      "ChatChunkChoice": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "index",
          "delta",
          "finish_reason"
        ],
        "properties": {
          "index": {
            "$ref": "#/components/schemas/ChoiceIndex"
          },
          "delta": {
            "$ref": "#/components/schemas/ChatDelta"
          },
          "logprobs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ChatLogprobs"
              },
              {
                "type": "null"
              }
            ],
            "description": "Log-probabilities of this chunk's tokens."
          },
          "finish_reason": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FinishReason"
              },
              {
                "type": "null"
              }
            ]
          },
          "stop_reason": {
            "$ref": "#/components/schemas/StopReason"
          },
          "token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ],
            "description": "Token ids of this chunk, with `return_token_ids`."
          },
          "policy_token_spans": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/PolicyTokenSpan"
            },
            "description": "Spans of the choice's whole answer, as in `ChatChoice`; present in its last chunk with `return_token_ids`."
          },
          "prompt_policy_token_spans": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/PolicyTokenSpan"
            },
            "description": "The weights that computed the prompt, for all its tokens except the first, which has no prediction. Present together with `policy_token_spans`, as ART requires both or neither in a stream."
          }
        }
      },
      "ChatDelta": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "role": {
            "type": "string",
            "minLength": 1,
            "maxLength": 64
          },
          "content": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "reasoning": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "reasoning_content": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "tool_calls": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatToolCallDelta"
            }
          }
        }
      },
      "ChatToolCallDelta": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "index"
        ],
        "properties": {
          "index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 1023
          },
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "function"
          },
          "function": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
              "name": {
                "$ref": "#/components/schemas/ShortText"
              },
              "arguments": {
                "$ref": "#/components/schemas/Text"
              }
            }
          }
        }
      },
      "MessageRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model",
          "messages",
          "max_tokens"
        ],
        "description": "Anthropic's fields that are not listed here, such as `metadata` and `service_tier`, have no effect. `cache_control` has no effect because prompts are always cached.",
        "x-rules": [
          {
            "not": {
              "description": "a choice other than none needs tools",
              "type": "object",
              "required": [
                "tool_choice"
              ],
              "properties": {
                "tool_choice": {
                  "type": "object",
                  "required": [
                    "type"
                  ],
                  "properties": {
                    "type": {
                      "not": {
                        "const": "none"
                      }
                    }
                  }
                },
                "tools": {
                  "anyOf": [
                    {
                      "type": "null"
                    },
                    {
                      "type": "array",
                      "maxItems": 0,
                      "items": {}
                    }
                  ]
                }
              }
            }
          }
        ],
        "properties": {
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "Name of a base model or of a trained model, as in chat."
          },
          "messages": {
            "type": "array",
            "minItems": 1,
            "maxItems": 32768,
            "items": {
              "$ref": "#/components/schemas/MessageTurn"
            },
            "description": "The conversation. If the last message is from the assistant and has no tool calls, the answer continues it."
          },
          "max_tokens": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of tokens to generate, including thinking. If the prompt leaves less of the context, generation ends with the context, and `stop_reason` is `model_context_window_exceeded`. Clients often send the maximum of any model."
          },
          "system": {
            "description": "System prompt. If there are several texts, the model receives them in order.",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 1024,
                "items": {
                  "$ref": "#/components/schemas/MessageText"
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "stop_sequences": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 16,
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1024
            },
            "default": [],
            "description": "Texts at which generation stops. They are not part of the answer."
          },
          "stream": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Stream the response as server-sent events."
          },
          "temperature": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 2,
            "default": 1,
            "description": "Sampling temperature. 0 is greedy."
          },
          "top_p": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1,
            "default": 1,
            "description": "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value."
          },
          "top_k": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 2147483647,
            "default": 0,
            "description": "Sample from this many most likely tokens. 0 and -1 include all."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/MessageTool"
            },
            "description": "Functions that the model may call."
          },
          "tool_choice": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageToolChoice"
              },
              {
                "type": "null"
              }
            ]
          },
          "thinking": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageThinking"
              },
              {
                "type": "null"
              }
            ]
          },
          "output_config": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageOutputConfig"
              },
              {
                "type": "null"
              }
            ]
          },
          "return_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return token ids and log-probabilities in a stream too, where ART's capture reads them. A response that is not streamed always has them."
          },
          "mcp_servers": {
            "not": {
              "not": {
                "enum": [
                  [],
                  null
                ]
              },
              "description": "this server asks no MCP servers; allowed is [] or null"
            }
          },
          "priority": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "default": 0,
            "description": "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests."
          },
          "cache_salt": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 128,
            "description": "Cached prefixes are shared only by requests with the same salt."
          },
          "chat_template_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "description": "its chat_template is no template; allowed is a text of up to 1048576 characters",
              "type": "object",
              "required": [
                "chat_template"
              ],
              "properties": {
                "chat_template": {
                  "not": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 1048576
                  }
                }
              }
            },
            "description": "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
          },
          "kv_transfer_params": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "type": "object",
              "minProperties": 1,
              "description": "this server keeps no keys and values outside its own process; allowed is null or {}"
            },
            "description": "Only null or {}, as nothing is transferred here."
          },
          "vllm_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ],
            "description": "Alias of `engine_xargs`."
          }
        }
      },
      "CountMessageTokensRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model",
          "messages"
        ],
        "x-rules": [
          {
            "not": {
              "description": "a choice other than none needs tools",
              "type": "object",
              "required": [
                "tool_choice"
              ],
              "properties": {
                "tool_choice": {
                  "type": "object",
                  "required": [
                    "type"
                  ],
                  "properties": {
                    "type": {
                      "not": {
                        "const": "none"
                      }
                    }
                  }
                },
                "tools": {
                  "anyOf": [
                    {
                      "type": "null"
                    },
                    {
                      "type": "array",
                      "maxItems": 0,
                      "items": {}
                    }
                  ]
                }
              }
            }
          }
        ],
        "properties": {
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "Name of a base model or of a trained model, as in chat."
          },
          "messages": {
            "type": "array",
            "minItems": 1,
            "maxItems": 32768,
            "items": {
              "$ref": "#/components/schemas/MessageTurn"
            },
            "description": "The conversation. If the last message is from the assistant and has no tool calls, the answer continues it."
          },
          "system": {
            "description": "System prompt. If there are several texts, the model receives them in order.",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 1024,
                "items": {
                  "$ref": "#/components/schemas/MessageText"
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/MessageTool"
            },
            "description": "Functions that the model may call."
          },
          "tool_choice": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageToolChoice"
              },
              {
                "type": "null"
              }
            ]
          },
          "thinking": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageThinking"
              },
              {
                "type": "null"
              }
            ]
          },
          "output_config": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageOutputConfig"
              },
              {
                "type": "null"
              }
            ]
          },
          "chat_template_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "description": "its chat_template is no template; allowed is a text of up to 1048576 characters",
              "type": "object",
              "required": [
                "chat_template"
              ],
              "properties": {
                "chat_template": {
                  "not": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 1048576
                  }
                }
              }
            },
            "description": "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
          }
        }
      },
      "MessageTurn": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "role",
          "content"
        ],
        "properties": {
          "role": {
            "type": "string",
            "enum": [
              "user",
              "assistant",
              "system"
            ]
          },
          "content": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 32768,
                "items": {
                  "$ref": "#/components/schemas/MessageBlock"
                }
              }
            ]
          }
        },
        "x-rules": [
          {
            "if": {
              "required": [
                "role"
              ],
              "properties": {
                "role": {
                  "const": "user"
                }
              }
            },
            "then": {
              "properties": {
                "content": {
                  "if": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {}
                  },
                  "then": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {
                      "type": "object",
                      "maxProperties": 64,
                      "properties": {
                        "type": {
                          "not": {
                            "description": "a user has none; allowed are text and tool_result",
                            "enum": [
                              "thinking",
                              "redacted_thinking",
                              "tool_use"
                            ]
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "role"
              ],
              "properties": {
                "role": {
                  "const": "assistant"
                }
              }
            },
            "then": {
              "properties": {
                "content": {
                  "if": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {}
                  },
                  "then": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {
                      "type": "object",
                      "maxProperties": 64,
                      "properties": {
                        "type": {
                          "not": {
                            "description": "an assistant has none; allowed are text, thinking, redacted_thinking and tool_use",
                            "enum": [
                              "tool_result"
                            ]
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "role"
              ],
              "properties": {
                "role": {
                  "const": "system"
                }
              }
            },
            "then": {
              "properties": {
                "content": {
                  "if": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {}
                  },
                  "then": {
                    "type": "array",
                    "maxItems": 32768,
                    "items": {
                      "type": "object",
                      "maxProperties": 64,
                      "properties": {
                        "type": {
                          "not": {
                            "description": "a system message has none; allowed is text",
                            "enum": [
                              "thinking",
                              "redacted_thinking",
                              "tool_use",
                              "tool_result"
                            ]
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        ]
      },
      "MessageBlock": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "description": "A content block of a message. `redacted_thinking` is accepted and ignored, as it cannot be decrypted here. `is_error` of a tool result has no effect, as its text describes the error.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "text",
              "thinking",
              "redacted_thinking",
              "tool_use",
              "tool_result"
            ],
            "description": "No model served here takes images or documents."
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          },
          "thinking": {
            "$ref": "#/components/schemas/Text"
          },
          "id": {
            "$ref": "#/components/schemas/ShortText"
          },
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "input": {
            "$ref": "#/components/schemas/FreeObject"
          },
          "tool_use_id": {
            "$ref": "#/components/schemas/ShortText"
          },
          "content": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 1024,
                "items": {
                  "$ref": "#/components/schemas/MessageText"
                }
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "x-rules": [
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "text"
                }
              }
            },
            "then": {
              "required": [
                "text"
              ],
              "properties": {
                "text": {}
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "thinking"
                }
              }
            },
            "then": {
              "required": [
                "thinking"
              ],
              "properties": {
                "thinking": {}
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "tool_use"
                }
              }
            },
            "then": {
              "required": [
                "id",
                "name",
                "input"
              ],
              "properties": {
                "id": {},
                "name": {},
                "input": {}
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "tool_result"
                }
              }
            },
            "then": {
              "required": [
                "tool_use_id"
              ],
              "properties": {
                "tool_use_id": {}
              }
            }
          }
        ]
      },
      "MessageText": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "text",
            "description": "No model served here takes images or documents."
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "MessageTool": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "name",
          "input_schema"
        ],
        "properties": {
          "type": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "custom",
              null
            ],
            "description": "This server has no built-in tools."
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576
          },
          "input_schema": {
            "$ref": "#/components/schemas/FreeObject",
            "not": {
              "description": "arguments are an object; allowed is object",
              "type": "object",
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "anyOf": [
                    {
                      "not": {
                        "anyOf": [
                          {
                            "const": "object"
                          },
                          {
                            "type": "array",
                            "items": {}
                          }
                        ]
                      }
                    },
                    {
                      "type": "array",
                      "items": {
                        "not": {
                          "const": "object"
                        }
                      }
                    }
                  ]
                }
              }
            },
            "description": "JSON Schema of the tool's input, an object."
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "MessageToolChoice": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "description": "`auto`, the default with tools: the model decides. `any`: at least one call. `tool`: a call of the tool with that `name`. `none`: no call.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "auto",
              "any",
              "tool",
              "none"
            ]
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1024
          },
          "disable_parallel_tool_use": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "If true, only the first tool call is returned."
          }
        },
        "x-rules": [
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "tool"
                }
              }
            },
            "then": {
              "required": [
                "name"
              ],
              "properties": {
                "name": {
                  "not": {
                    "type": "null",
                    "description": "a choice of type tool needs it"
                  }
                }
              }
            }
          }
        ]
      },
      "MessageThinking": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "description": "`enabled`: the model thinks, for at most `budget_tokens`. `adaptive`: without a limit. `disabled`: not at all, if its template supports that. If absent, the template decides.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "enabled",
              "adaptive",
              "disabled"
            ]
          },
          "budget_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of thinking tokens, for models that think."
          }
        },
        "x-rules": [
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "enabled"
                }
              }
            },
            "then": {
              "required": [
                "budget_tokens"
              ],
              "properties": {
                "budget_tokens": {
                  "not": {
                    "type": "null",
                    "description": "thinking of type enabled needs it"
                  }
                }
              }
            }
          }
        ]
      },
      "MessageOutputConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "effort": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "low",
              "medium",
              "high",
              "xhigh",
              "max",
              null
            ],
            "description": "Passed to the chat template as `reasoning_effort`."
          },
          "format": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageFormat"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "MessageFormat": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type",
          "schema"
        ],
        "description": "Constrains the answer to JSON of this schema, like `response_format` in chat.",
        "properties": {
          "type": {
            "type": "string",
            "const": "json_schema"
          },
          "schema": {
            "$ref": "#/components/schemas/FreeObject",
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/HeldSchema"
            }
          }
        }
      },
      "Message": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "role",
          "model",
          "content",
          "stop_reason",
          "stop_sequence",
          "usage"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "message"
          },
          "role": {
            "type": "string",
            "const": "assistant"
          },
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "The model name of the request."
          },
          "content": {
            "type": "array",
            "maxItems": 1026,
            "items": {
              "$ref": "#/components/schemas/MessageAnswerBlock"
            },
            "description": "Thinking, then text, then tool calls. If there is nothing else, an empty text."
          },
          "stop_reason": {
            "$ref": "#/components/schemas/MessageStopReason"
          },
          "stop_sequence": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "The stop sequence that ended the answer."
          },
          "usage": {
            "$ref": "#/components/schemas/MessageUsage"
          },
          "prompt_token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "logprobs": {
            "$ref": "#/components/schemas/MessageLogprobs"
          }
        }
      },
      "MessageLogprobs": {
        "type": "array",
        "maxItems": 1048576,
        "items": {
          "$ref": "#/components/schemas/Logprob"
        },
        "description": "One for each of `token_ids`. ART reads both unchanged and trains on them."
      },
      "MessageStopReason": {
        "type": [
          "string",
          "null"
        ],
        "enum": [
          "end_turn",
          "max_tokens",
          "stop_sequence",
          "tool_use",
          "model_context_window_exceeded",
          null
        ]
      },
      "MessageAnswerBlock": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/MessageTextBlock"
          },
          {
            "$ref": "#/components/schemas/MessageThinkingBlock"
          },
          {
            "$ref": "#/components/schemas/MessageToolUseBlock"
          }
        ]
      },
      "MessageTextBlock": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "text",
          "citations"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "text"
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          },
          "citations": {
            "type": "null",
            "description": "Always null; citations are not supported."
          }
        }
      },
      "MessageThinkingBlock": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "thinking",
          "signature"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking"
          },
          "thinking": {
            "$ref": "#/components/schemas/Text"
          },
          "signature": {
            "type": "string",
            "maxLength": 64,
            "description": "Not a real signature. Clients return only thinking blocks that have one."
          }
        }
      },
      "MessageToolUseBlock": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "id",
          "name",
          "input"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "tool_use"
          },
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "input": {
            "$ref": "#/components/schemas/FreeObject",
            "description": "The arguments; empty if the answer was cut off within them."
          }
        }
      },
      "MessageUsage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "input_tokens",
          "cache_creation_input_tokens",
          "cache_read_input_tokens",
          "output_tokens"
        ],
        "properties": {
          "input_tokens": {
            "$ref": "#/components/schemas/Count",
            "description": "Number of prompt tokens not found in the prefix cache."
          },
          "cache_creation_input_tokens": {
            "type": "integer",
            "minimum": 0,
            "maximum": 0,
            "description": "Always 0, as writing to the cache is not charged."
          },
          "cache_read_input_tokens": {
            "$ref": "#/components/schemas/Count",
            "description": "Number of prompt tokens found in the prefix cache."
          },
          "output_tokens": {
            "$ref": "#/components/schemas/Count",
            "description": "Number of generated tokens, including thinking."
          }
        }
      },
      "MessageTokens": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "input_tokens"
        ],
        "properties": {
          "input_tokens": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "MessageEvent": {
        "description": "In order: `message_start`; the content blocks, each from its start to its stop; `message_delta`; `message_stop`. The stream ends after an error body.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/MessageStartEvent"
          },
          {
            "$ref": "#/components/schemas/ContentBlockStartEvent"
          },
          {
            "$ref": "#/components/schemas/ContentBlockDeltaEvent"
          },
          {
            "$ref": "#/components/schemas/ContentBlockStopEvent"
          },
          {
            "$ref": "#/components/schemas/MessageDeltaEvent"
          },
          {
            "$ref": "#/components/schemas/MessageStopEvent"
          },
          {
            "$ref": "#/components/schemas/MessagesErrorBody"
          }
        ]
      },
      "MessageStartEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "message"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "message_start"
          },
          "message": {
            "$ref": "#/components/schemas/Message"
          }
        }
      },
      "ContentBlockStartEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "index",
          "content_block"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "content_block_start"
          },
          "index": {
            "$ref": "#/components/schemas/BlockIndex"
          },
          "content_block": {
            "$ref": "#/components/schemas/MessageAnswerBlock"
          }
        }
      },
      "BlockIndex": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647
      },
      "ContentBlockDeltaEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "index",
          "delta"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "content_block_delta"
          },
          "index": {
            "$ref": "#/components/schemas/BlockIndex"
          },
          "delta": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/MessageTextDelta"
              },
              {
                "$ref": "#/components/schemas/MessageThinkingDelta"
              },
              {
                "$ref": "#/components/schemas/MessageSignatureDelta"
              },
              {
                "$ref": "#/components/schemas/MessageInputDelta"
              }
            ]
          }
        }
      },
      "MessageTextDelta": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "text_delta"
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "MessageThinkingDelta": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "thinking"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "thinking_delta"
          },
          "thinking": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "MessageSignatureDelta": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "signature"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "signature_delta"
          },
          "signature": {
            "type": "string",
            "maxLength": 64
          }
        }
      },
      "MessageInputDelta": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "partial_json"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "input_json_delta"
          },
          "partial_json": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "ContentBlockStopEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "index"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "content_block_stop"
          },
          "index": {
            "$ref": "#/components/schemas/BlockIndex"
          }
        }
      },
      "MessageDeltaEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "delta",
          "usage"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "message_delta"
          },
          "delta": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "stop_reason",
              "stop_sequence"
            ],
            "properties": {
              "stop_reason": {
                "$ref": "#/components/schemas/MessageStopReason"
              },
              "stop_sequence": {
                "type": [
                  "string",
                  "null"
                ],
                "maxLength": 1024
              }
            }
          },
          "usage": {
            "$ref": "#/components/schemas/MessageUsage"
          },
          "prompt_token_ids": {
            "$ref": "#/components/schemas/TokenIds",
            "description": "Present with `return_token_ids`."
          },
          "token_ids": {
            "$ref": "#/components/schemas/TokenIds",
            "description": "Present with `return_token_ids`."
          },
          "logprobs": {
            "$ref": "#/components/schemas/MessageLogprobs",
            "description": "Present with `return_token_ids`."
          }
        }
      },
      "MessageStopEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "message_stop"
          }
        }
      },
      "ResponseRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "input"
        ],
        "description": "OpenAI's fields that are not listed here, such as `metadata`, `include` and `service_tier`, have no effect.",
        "x-rules": [
          {
            "not": {
              "description": "a choice other than none and auto needs tools",
              "type": "object",
              "required": [
                "tool_choice"
              ],
              "properties": {
                "tool_choice": {
                  "not": {
                    "enum": [
                      "none",
                      "auto",
                      null
                    ]
                  }
                },
                "tools": {
                  "anyOf": [
                    {
                      "type": "null"
                    },
                    {
                      "type": "array",
                      "maxItems": 0,
                      "items": {}
                    }
                  ]
                }
              }
            }
          }
        ],
        "properties": {
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
          },
          "input": {
            "description": "A text, or the items of a conversation.",
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "minItems": 1,
                "maxItems": 32768,
                "items": {
                  "$ref": "#/components/schemas/ResponseInputItem"
                }
              }
            ]
          },
          "instructions": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216,
            "description": "A system message inserted before the input."
          },
          "max_output_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of tokens to generate, including reasoning. Null or absent is the rest of the context."
          },
          "stream": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Stream the response as server-sent events."
          },
          "temperature": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 2,
            "default": 1,
            "description": "Sampling temperature. 0 is greedy."
          },
          "top_p": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1,
            "default": 1,
            "description": "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value."
          },
          "top_k": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 2147483647,
            "default": 0,
            "description": "Sample from this many most likely tokens. 0 and -1 include all."
          },
          "min_p": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1,
            "default": 0,
            "description": "Sample from tokens with at least this probability, relative to the most likely token."
          },
          "presence_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit."
          },
          "frequency_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ResponseTool"
            },
            "description": "Functions that the model may call."
          },
          "tool_choice": {
            "description": "Defaults to `auto`.",
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "none",
                  "auto",
                  "required"
                ]
              },
              {
                "$ref": "#/components/schemas/ResponseToolChoice"
              },
              {
                "type": "null"
              }
            ]
          },
          "parallel_tool_calls": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "If false, only the first tool call is returned."
          },
          "reasoning": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseReasoning"
              },
              {
                "type": "null"
              }
            ]
          },
          "text": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseTextConfig"
              },
              {
                "type": "null"
              }
            ]
          },
          "truncation": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "auto",
              "disabled",
              null
            ],
            "default": "disabled",
            "description": "With `auto`, a prompt that is too long is truncated at its beginning; otherwise it is an error."
          },
          "store": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Has no effect, as responses are not stored."
          },
          "previous_response_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "not": {
              "type": "string",
              "description": "this server stores no responses; send the whole conversation as input"
            }
          },
          "conversation": {
            "not": {
              "not": {
                "type": "null"
              },
              "description": "this server stores no conversations; send the whole as input"
            }
          },
          "prompt": {
            "not": {
              "not": {
                "type": "null"
              },
              "description": "this server stores no prompts; send instructions and input"
            }
          },
          "background": {
            "type": [
              "boolean",
              "null"
            ],
            "not": {
              "const": true,
              "description": "this server stores no responses, so none can be read later; allowed is false"
            }
          },
          "return_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return `token_generations` in a stream too. A response that is not streamed always has it."
          },
          "priority": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "default": 0,
            "description": "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests."
          },
          "cache_salt": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 128,
            "description": "Cached prefixes are shared only by requests with the same salt."
          },
          "prompt_cache_key": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Same as in chat."
          },
          "chat_template_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "description": "its chat_template is no template; allowed is a text of up to 1048576 characters",
              "type": "object",
              "required": [
                "chat_template"
              ],
              "properties": {
                "chat_template": {
                  "not": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 1048576
                  }
                }
              }
            },
            "description": "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
          },
          "vllm_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ],
            "description": "Alias of `engine_xargs`."
          }
        }
      },
      "ResponseInputItem": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "description": "A message (also if the type is absent), reasoning, a function call or its output. Output items of a response may be sent back unchanged.",
        "properties": {
          "type": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "message",
              "reasoning",
              "function_call",
              "function_call_output",
              null
            ]
          },
          "role": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "user",
              "assistant",
              "system",
              "developer",
              null
            ]
          },
          "content": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 32768,
                "items": {
                  "$ref": "#/components/schemas/ResponseInputPart"
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "call_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "arguments": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216,
            "description": "A JSON object as text."
          },
          "output": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/Text"
              },
              {
                "type": "array",
                "maxItems": 1024,
                "items": {
                  "$ref": "#/components/schemas/ResponseInputPart"
                }
              },
              {
                "type": "null"
              }
            ]
          }
        },
        "x-rules": [
          {
            "if": {
              "properties": {
                "type": {
                  "enum": [
                    "message",
                    null
                  ]
                }
              }
            },
            "then": {
              "required": [
                "role",
                "content"
              ],
              "properties": {
                "role": {
                  "not": {
                    "type": "null",
                    "description": "a message needs it"
                  }
                },
                "content": {
                  "not": {
                    "type": "null",
                    "description": "a message needs it"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "function_call"
                }
              }
            },
            "then": {
              "required": [
                "call_id",
                "name",
                "arguments"
              ],
              "properties": {
                "call_id": {
                  "not": {
                    "type": "null",
                    "description": "a call needs it"
                  }
                },
                "name": {
                  "not": {
                    "type": "null",
                    "description": "a call needs it"
                  }
                },
                "arguments": {
                  "not": {
                    "type": "null",
                    "description": "a call needs it"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "type"
              ],
              "properties": {
                "type": {
                  "const": "function_call_output"
                }
              }
            },
            "then": {
              "required": [
                "call_id",
                "output"
              ],
              "properties": {
                "call_id": {
                  "not": {
                    "type": "null",
                    "description": "what a call gave needs it"
                  }
                },
                "output": {
                  "not": {
                    "type": "null",
                    "description": "what a call gave needs it"
                  }
                }
              }
            }
          }
        ]
      },
      "ResponseInputPart": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "input_text",
              "output_text",
              "refusal",
              "reasoning_text"
            ],
            "description": "No model served here takes images or files."
          },
          "text": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "refusal": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          }
        }
      },
      "ResponseTool": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "function"
            ],
            "description": "This server has no built-in tools."
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 1024
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576
          },
          "parameters": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ToolParameters"
              },
              {
                "type": "null"
              }
            ]
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        },
        "x-rules": [
          {
            "if": {
              "properties": {
                "type": {
                  "const": "function"
                }
              }
            },
            "then": {
              "required": [
                "name"
              ],
              "properties": {
                "name": {
                  "not": {
                    "type": "null",
                    "description": "a function needs it"
                  }
                }
              }
            }
          }
        ]
      },
      "ToolParameters": {
        "type": "object",
        "maxProperties": 4096,
        "additionalProperties": true,
        "not": {
          "description": "arguments are an object; allowed is object",
          "type": "object",
          "required": [
            "type"
          ],
          "properties": {
            "type": {
              "anyOf": [
                {
                  "not": {
                    "anyOf": [
                      {
                        "const": "object"
                      },
                      {
                        "type": "array",
                        "items": {}
                      }
                    ]
                  }
                },
                {
                  "type": "array",
                  "items": {
                    "not": {
                      "const": "object"
                    }
                  }
                }
              ]
            }
          }
        },
        "description": "JSON Schema of the function's parameters, an object."
      },
      "ResponseToolChoice": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type",
          "name"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "function"
            ]
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          }
        }
      },
      "ResponseReasoning": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "effort": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "none",
              "minimal",
              "low",
              "medium",
              "high",
              "xhigh",
              "max",
              null
            ],
            "description": "Passed to the chat template."
          }
        }
      },
      "ResponseTextConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "format": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseTextFormat"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "ResponseTextFormat": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "type"
        ],
        "description": "Like `response_format` in chat, but with the fields of `json_schema` at this level.",
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "text",
              "json_object",
              "json_schema"
            ]
          },
          "name": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576
          },
          "schema": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "if": {
              "$ref": "#/components/schemas/FreeObject"
            },
            "then": {
              "$ref": "#/components/schemas/HeldSchema"
            }
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        },
        "x-rules": [
          {
            "if": {
              "properties": {
                "type": {
                  "const": "json_schema"
                }
              }
            },
            "then": {
              "required": [
                "schema"
              ],
              "properties": {
                "schema": {
                  "not": {
                    "type": "null",
                    "description": "json_schema needs it"
                  }
                }
              }
            }
          }
        ]
      },
      "ResponseObject": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created_at",
          "status",
          "error",
          "incomplete_details",
          "instructions",
          "max_output_tokens",
          "model",
          "output",
          "parallel_tool_calls",
          "previous_response_id",
          "background",
          "store",
          "temperature",
          "top_p",
          "tool_choice",
          "tools",
          "truncation",
          "metadata",
          "usage"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "object": {
            "type": "string",
            "const": "response"
          },
          "created_at": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "status": {
            "type": "string",
            "enum": [
              "in_progress",
              "completed",
              "incomplete"
            ]
          },
          "error": {
            "type": "null"
          },
          "incomplete_details": {
            "anyOf": [
              {
                "type": "object",
                "additionalProperties": false,
                "required": [
                  "reason"
                ],
                "properties": {
                  "reason": {
                    "type": "string",
                    "const": "max_output_tokens"
                  }
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "instructions": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216
          },
          "max_output_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647
          },
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "The model name of the request."
          },
          "output": {
            "type": "array",
            "maxItems": 1026,
            "items": {
              "$ref": "#/components/schemas/ResponseOutputItem"
            },
            "description": "Reasoning, then a message, then function calls."
          },
          "parallel_tool_calls": {
            "type": "boolean"
          },
          "previous_response_id": {
            "type": "null"
          },
          "background": {
            "type": "boolean",
            "const": false
          },
          "store": {
            "type": "boolean",
            "const": false
          },
          "temperature": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 2
          },
          "top_p": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1
          },
          "tool_choice": {
            "anyOf": [
              {
                "type": "string",
                "enum": [
                  "none",
                  "auto",
                  "required"
                ]
              },
              {
                "$ref": "#/components/schemas/ChosenTool"
              }
            ]
          },
          "tools": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/OfferedTool"
            }
          },
          "truncation": {
            "type": "string",
            "enum": [
              "auto",
              "disabled"
            ]
          },
          "metadata": {
            "type": "null"
          },
          "usage": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseUsage"
              },
              {
                "type": "null"
              }
            ]
          },
          "token_generations": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/TokenGeneration"
            },
            "description": "Token ids of the prompt and the answer, in the form that ART's capture reads."
          }
        }
      },
      "ChosenTool": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "name"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "function"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          }
        }
      },
      "OfferedTool": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "name",
          "description",
          "parameters",
          "strict"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "function"
          },
          "name": {
            "type": "string",
            "minLength": 1,
            "maxLength": 1024
          },
          "description": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576
          },
          "parameters": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ]
          },
          "strict": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "TokenGeneration": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "prompt_token_ids",
          "output_indices",
          "output_tokens"
        ],
        "properties": {
          "prompt_token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "output_indices": {
            "type": "array",
            "maxItems": 1026,
            "items": {
              "type": "integer",
              "minimum": 0,
              "maximum": 1025
            },
            "description": "Indices of the items of `output` that these tokens form."
          },
          "output_tokens": {
            "type": "array",
            "maxItems": 1048576,
            "items": {
              "type": "object",
              "additionalProperties": false,
              "required": [
                "token_id",
                "logprob"
              ],
              "properties": {
                "token_id": {
                  "$ref": "#/components/schemas/TokenId"
                },
                "logprob": {
                  "$ref": "#/components/schemas/Logprob"
                }
              }
            }
          }
        }
      },
      "ResponseOutputItem": {
        "anyOf": [
          {
            "$ref": "#/components/schemas/ResponseReasoningItem"
          },
          {
            "$ref": "#/components/schemas/ResponseMessageItem"
          },
          {
            "$ref": "#/components/schemas/ResponseCallItem"
          }
        ]
      },
      "ResponseItemStatus": {
        "type": "string",
        "enum": [
          "in_progress",
          "completed",
          "incomplete"
        ]
      },
      "ResponseReasoningItem": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "summary",
          "content",
          "status"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "reasoning"
          },
          "summary": {
            "type": "array",
            "maxItems": 0,
            "items": {}
          },
          "content": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/ResponseReasoningPart"
            }
          },
          "status": {
            "$ref": "#/components/schemas/ResponseItemStatus"
          }
        }
      },
      "ResponseReasoningPart": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "reasoning_text"
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "ResponseMessageItem": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "role",
          "content",
          "status"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "message"
          },
          "role": {
            "type": "string",
            "const": "assistant"
          },
          "content": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/ResponseTextPart"
            }
          },
          "status": {
            "$ref": "#/components/schemas/ResponseItemStatus"
          }
        }
      },
      "ResponseTextPart": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "text",
          "annotations"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "output_text"
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          },
          "annotations": {
            "type": "array",
            "maxItems": 0,
            "items": {}
          }
        }
      },
      "ResponseCallItem": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "type",
          "call_id",
          "name",
          "arguments",
          "status"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "type": {
            "type": "string",
            "const": "function_call"
          },
          "call_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "arguments": {
            "$ref": "#/components/schemas/Text",
            "description": "A JSON object as text."
          },
          "status": {
            "$ref": "#/components/schemas/ResponseItemStatus"
          }
        }
      },
      "ResponseUsage": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "input_tokens",
          "input_tokens_details",
          "output_tokens",
          "output_tokens_details",
          "total_tokens"
        ],
        "properties": {
          "input_tokens": {
            "$ref": "#/components/schemas/Count"
          },
          "input_tokens_details": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "cached_tokens",
              "cache_write_tokens"
            ],
            "properties": {
              "cached_tokens": {
                "$ref": "#/components/schemas/Count",
                "description": "Number of prompt tokens found in the prefix cache."
              },
              "cache_write_tokens": {
                "type": "integer",
                "minimum": 0,
                "maximum": 0,
                "description": "Always 0, as writing to the cache is not charged."
              }
            }
          },
          "output_tokens": {
            "$ref": "#/components/schemas/Count"
          },
          "output_tokens_details": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "reasoning_tokens"
            ],
            "properties": {
              "reasoning_tokens": {
                "$ref": "#/components/schemas/Count"
              }
            }
          },
          "total_tokens": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "ResponseEvent": {
        "description": "One event of a stream. The stream ends after an error body.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/ResponseStatusEvent"
          },
          {
            "$ref": "#/components/schemas/ResponseItemEvent"
          },
          {
            "$ref": "#/components/schemas/ResponsePartEvent"
          },
          {
            "$ref": "#/components/schemas/ResponseDeltaEvent"
          },
          {
            "$ref": "#/components/schemas/ResponseTextEvent"
          },
          {
            "$ref": "#/components/schemas/ResponseArgumentsEvent"
          },
          {
            "$ref": "#/components/schemas/ErrorBody"
          }
        ]
      },
      "EventNumber": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647
      },
      "OutputIndex": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647
      },
      "ResponseStatusEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "response"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "response.created",
              "response.in_progress",
              "response.completed",
              "response.incomplete"
            ]
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "response": {
            "$ref": "#/components/schemas/ResponseObject"
          }
        }
      },
      "ResponseItemEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "output_index",
          "item"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "response.output_item.added",
              "response.output_item.done"
            ]
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "output_index": {
            "$ref": "#/components/schemas/OutputIndex"
          },
          "item": {
            "$ref": "#/components/schemas/ResponseOutputItem"
          }
        }
      },
      "ResponsePartEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "item_id",
          "output_index",
          "content_index",
          "part"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "response.content_part.added",
              "response.content_part.done"
            ]
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "item_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "output_index": {
            "$ref": "#/components/schemas/OutputIndex"
          },
          "content_index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 0
          },
          "part": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseTextPart"
              },
              {
                "$ref": "#/components/schemas/ResponseReasoningPart"
              }
            ]
          }
        }
      },
      "ResponseDeltaEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "item_id",
          "output_index",
          "delta"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "response.output_text.delta",
              "response.reasoning_text.delta",
              "response.function_call_arguments.delta"
            ]
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "item_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "output_index": {
            "$ref": "#/components/schemas/OutputIndex"
          },
          "content_index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 0,
            "description": "Present in events of text."
          },
          "delta": {
            "$ref": "#/components/schemas/Text"
          },
          "logprobs": {
            "type": "array",
            "maxItems": 0,
            "items": {},
            "description": "Present in events of an answer's text; always empty."
          }
        }
      },
      "ResponseTextEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "item_id",
          "output_index",
          "content_index",
          "text"
        ],
        "properties": {
          "type": {
            "type": "string",
            "enum": [
              "response.output_text.done",
              "response.reasoning_text.done"
            ]
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "item_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "output_index": {
            "$ref": "#/components/schemas/OutputIndex"
          },
          "content_index": {
            "type": "integer",
            "minimum": 0,
            "maximum": 0
          },
          "text": {
            "$ref": "#/components/schemas/Text"
          },
          "logprobs": {
            "type": "array",
            "maxItems": 0,
            "items": {},
            "description": "Present in events of an answer's text; always empty."
          }
        }
      },
      "ResponseArgumentsEvent": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type",
          "sequence_number",
          "item_id",
          "output_index",
          "name",
          "arguments"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "response.function_call_arguments.done"
          },
          "sequence_number": {
            "$ref": "#/components/schemas/EventNumber"
          },
          "item_id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "output_index": {
            "$ref": "#/components/schemas/OutputIndex"
          },
          "name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "arguments": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "CompletionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "prompt"
        ],
        "x-rules": [
          {
            "not": {
              "description": "engine_xargs and vllm_xargs are one field; allowed is one of the two",
              "type": "object",
              "required": [
                "engine_xargs",
                "vllm_xargs"
              ],
              "properties": {
                "engine_xargs": {
                  "not": {
                    "type": "null"
                  }
                },
                "vllm_xargs": {
                  "not": {
                    "type": "null"
                  }
                }
              }
            }
          },
          {
            "if": {
              "required": [
                "use_beam_search"
              ],
              "properties": {
                "use_beam_search": {
                  "const": true
                }
              }
            },
            "then": {
              "properties": {
                "n": {
                  "type": [
                    "integer",
                    "null"
                  ],
                  "minimum": 1,
                  "maximum": 32
                },
                "temperature": {
                  "not": {
                    "type": "number",
                    "not": {
                      "enum": [
                        0,
                        1
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is 0 or 1"
                  }
                },
                "top_p": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 1
                    },
                    "description": "beam search cannot honour it; allowed is 1"
                  }
                },
                "top_k": {
                  "not": {
                    "type": "integer",
                    "minimum": 1,
                    "description": "beam search cannot honour it; allowed is 0 or -1, for all"
                  }
                },
                "min_p": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "frequency_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "presence_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "repetition_penalty": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 1
                    },
                    "description": "beam search cannot honour it; allowed is 1"
                  }
                },
                "logit_bias": {
                  "not": {
                    "type": "object",
                    "minProperties": 1,
                    "description": "beam search cannot honour it; allowed is {} or null"
                  }
                },
                "allowed_token_ids": {
                  "not": {
                    "not": {
                      "type": "null"
                    },
                    "description": "beam search cannot honour it; allowed is null"
                  }
                },
                "bad_words": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "min_tokens": {
                  "not": {
                    "type": "number",
                    "not": {
                      "const": 0
                    },
                    "description": "beam search cannot honour it; allowed is 0"
                  }
                },
                "stop": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "stop_token_ids": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "logits_processors": {
                  "not": {
                    "not": {
                      "enum": [
                        [],
                        null
                      ]
                    },
                    "description": "beam search cannot honour it; allowed is [] or null"
                  }
                },
                "repetition_detection": {
                  "not": {
                    "description": "beam search cannot honour it; allowed is 0, for off",
                    "type": "object",
                    "required": [
                      "max_pattern_size"
                    ],
                    "properties": {
                      "max_pattern_size": {
                        "type": "integer",
                        "minimum": 1
                      }
                    }
                  }
                },
                "structured_outputs": {
                  "not": {
                    "type": "object",
                    "description": "beam search cannot honour it; allowed is null"
                  }
                },
                "response_format": {
                  "not": {
                    "description": "beam search cannot honour it; allowed is text",
                    "type": "object",
                    "required": [
                      "type"
                    ],
                    "properties": {
                      "type": {
                        "not": {
                          "const": "text"
                        }
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "all answers at temperature 0 are the same; allowed is 1, or a temperature above 0",
              "type": "object",
              "required": [
                "temperature",
                "n"
              ],
              "properties": {
                "temperature": {
                  "type": "number",
                  "exclusiveMaximum": 0.00001
                },
                "use_beam_search": {
                  "not": {
                    "const": true
                  }
                },
                "n": {
                  "type": "integer",
                  "minimum": 2
                }
              }
            }
          },
          {
            "not": {
              "description": "they are only allowed with stream: true",
              "type": "object",
              "required": [
                "stream_options"
              ],
              "properties": {
                "stream_options": {
                  "type": "object",
                  "minProperties": 1
                },
                "stream": {
                  "not": {
                    "const": true
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "a stream has no place for them; allowed with stream: true is 0",
              "type": "object",
              "required": [
                "stream",
                "prompt_logprobs"
              ],
              "properties": {
                "stream": {
                  "const": true
                },
                "prompt_logprobs": {
                  "type": "integer",
                  "minimum": 1
                }
              }
            }
          },
          {
            "not": {
              "description": "it and response_format each ask for a form; allowed is one of the two, or the type text there",
              "type": "object",
              "required": [
                "response_format",
                "structured_outputs"
              ],
              "properties": {
                "structured_outputs": {
                  "type": "object"
                },
                "response_format": {
                  "type": "object",
                  "required": [
                    "type"
                  ],
                  "properties": {
                    "type": {
                      "not": {
                        "const": "text"
                      }
                    }
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "it is 1 or more; 0 is only allowed with echo: true",
              "type": "object",
              "required": [
                "max_tokens"
              ],
              "properties": {
                "max_tokens": {
                  "const": 0
                },
                "echo": {
                  "not": {
                    "const": true
                  }
                }
              }
            }
          }
        ],
        "properties": {
          "prompt": {
            "$ref": "#/components/schemas/CompletionPrompt"
          },
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
          },
          "max_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "default": 16,
            "description": "Maximum number of tokens to generate. 0, with `echo`, returns only the prompt."
          },
          "echo": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return the prompt in front of the answer; with `logprobs`, including its log-probabilities."
          },
          "logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 20,
            "description": "Return log-probabilities, with this many alternatives for each token."
          },
          "suffix": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 16777216,
            "not": {
              "type": "string",
              "minLength": 1,
              "description": "no model served here fills gaps; allowed is null or \"\""
            },
            "description": "Only null or empty, as no model served here supports infilling."
          },
          "frequency_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one."
          },
          "presence_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -2,
            "maximum": 2,
            "default": 0,
            "description": "Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit."
          },
          "repetition_penalty": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1000,
            "default": 1,
            "description": "Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones."
          },
          "logit_bias": {
            "type": [
              "object",
              "null"
            ],
            "maxProperties": 1024,
            "propertyNames": {
              "type": "string",
              "minLength": 1,
              "maxLength": 10,
              "pattern": "^[0-9]+$",
              "description": "A token id, in decimal digits."
            },
            "additionalProperties": {
              "$ref": "#/components/schemas/FiniteNumber"
            },
            "description": "Maps token ids to values that are added to the logits, clamped to -100 to 100."
          },
          "n": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 128,
            "default": 1,
            "description": "Number of choices to generate. With beam search it is the beam width, at most 32."
          },
          "response_format": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ResponseFormat"
              },
              {
                "type": "null"
              }
            ]
          },
          "seed": {
            "type": [
              "integer",
              "null"
            ],
            "format": "int64",
            "minimum": -9223372036854776000,
            "maximum": 9223372036854776000,
            "description": "Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent."
          },
          "stop": {
            "default": [],
            "description": "Texts at which generation stops. They are not part of the answer.",
            "anyOf": [
              {
                "type": "string",
                "minLength": 1,
                "maxLength": 1024
              },
              {
                "type": "array",
                "maxItems": 16,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 1024
                }
              },
              {
                "type": "null"
              }
            ]
          },
          "stream": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Stream the response as server-sent events."
          },
          "stream_options": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/StreamOptions"
              },
              {
                "type": "null"
              }
            ]
          },
          "temperature": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 2,
            "default": 1,
            "description": "Sampling temperature. 0 is greedy."
          },
          "top_p": {
            "type": [
              "number",
              "null"
            ],
            "exclusiveMinimum": 0,
            "maximum": 1,
            "default": 1,
            "description": "Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value."
          },
          "top_k": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 2147483647,
            "default": 0,
            "description": "Sample from this many most likely tokens. 0 and -1 include all."
          },
          "min_p": {
            "type": [
              "number",
              "null"
            ],
            "minimum": 0,
            "maximum": 1,
            "default": 0,
            "description": "Sample from tokens with at least this probability, relative to the most likely token."
          },
          "user": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Has no effect."
          },
          "use_beam_search": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Use beam search to find the most likely answers."
          },
          "length_penalty": {
            "type": [
              "number",
              "null"
            ],
            "minimum": -1000,
            "maximum": 1000,
            "default": 1,
            "description": "Beam search ranks by log-probability divided by length to this power."
          },
          "stop_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "Token ids at which generation stops."
          },
          "include_stop_str_in_output": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Include the stop text in the answer."
          },
          "ignore_eos": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Continue after the model's end-of-sequence token."
          },
          "min_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "default": 0,
            "description": "Minimum number of tokens to generate before generation may stop."
          },
          "skip_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Omit special tokens from the text."
          },
          "spaces_between_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not."
          },
          "truncate_prompt_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -1,
            "maximum": 9223372036854776000,
            "not": {
              "const": 0,
              "description": "it keeps no token of the prompt; allowed are -1 and 1 or more"
            },
            "description": "Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit."
          },
          "truncation_side": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "left",
              "right",
              null
            ],
            "description": "Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first."
          },
          "logprob_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 128,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search."
          },
          "stream_interval": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end."
          },
          "prompt_logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 20,
            "description": "Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together."
          },
          "allowed_token_ids": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            },
            "description": "If set, only these token ids may be sampled."
          },
          "bad_words": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "default": [],
            "items": {
              "type": "string",
              "minLength": 1,
              "maxLength": 1024,
              "pattern": "[^\\s\\u0085]",
              "description": "A text that is not only spaces. All texts together have at most 8,192 characters."
            },
            "description": "Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match."
          },
          "add_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Add the tokenizer's special tokens to text prompts."
          },
          "structured_outputs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/StructuredOutputs"
              },
              {
                "type": "null"
              }
            ]
          },
          "priority": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991,
            "default": 0,
            "description": "Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests."
          },
          "request_id": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RequestId"
              },
              {
                "type": "null"
              }
            ],
            "description": "The response id is `cmpl-` followed by this. Defaults to a random UUID."
          },
          "logits_processors": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 16,
            "items": {
              "anyOf": [
                {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 1024
                },
                {
                  "$ref": "#/components/schemas/LogitsProcessor"
                }
              ]
            },
            "description": "Names of processors that are registered with the server."
          },
          "return_tokens_as_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return each `token` of the log-probabilities as `token_id:{id}`."
          },
          "return_token_ids": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first chunk of each choice."
          },
          "cache_salt": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 128,
            "description": "Cached prefixes are shared only by requests with the same salt."
          },
          "kv_transfer_params": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "type": "object",
              "minProperties": 1,
              "description": "this server keeps no keys and values outside its own process; allowed is null or {}"
            },
            "description": "Only null or {}, as nothing is transferred here."
          },
          "engine_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ]
          },
          "vllm_xargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/EngineArguments"
              },
              {
                "type": "null"
              }
            ],
            "description": "Alias of `engine_xargs`."
          },
          "speculation": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none."
          },
          "repetition_detection": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/RepetitionDetection"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "CompletionPrompt": {
        "description": "One or more prompts, each a text or its token ids. Choice i of prompt p has the index p * n + i. All prompts together may have at most 1024 choices.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/Text"
          },
          {
            "type": "array",
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/Text"
            }
          },
          {
            "type": "array",
            "minItems": 1,
            "maxItems": 1048576,
            "items": {
              "$ref": "#/components/schemas/TokenId"
            }
          },
          {
            "type": "array",
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "type": "array",
              "minItems": 1,
              "maxItems": 1048576,
              "items": {
                "$ref": "#/components/schemas/TokenId"
              }
            }
          }
        ]
      },
      "Completion": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created",
          "model",
          "choices",
          "usage"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "object": {
            "type": "string",
            "const": "text_completion"
          },
          "created": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "model": {
            "type": "string",
            "maxLength": 1024,
            "description": "The model name of the request."
          },
          "choices": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/CompletionChoice"
            }
          },
          "usage": {
            "$ref": "#/components/schemas/ChatUsage"
          },
          "service_tier": {
            "$ref": "#/components/schemas/ServiceTier"
          },
          "system_fingerprint": {
            "$ref": "#/components/schemas/SystemFingerprint"
          },
          "kv_transfer_params": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ]
          }
        }
      },
      "CompletionChoice": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "index",
          "text",
          "logprobs",
          "finish_reason",
          "stop_reason",
          "token_ids",
          "prompt_token_ids",
          "prompt_logprobs"
        ],
        "properties": {
          "index": {
            "$ref": "#/components/schemas/CompletionIndex"
          },
          "text": {
            "type": "string",
            "maxLength": 33554432
          },
          "logprobs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/CompletionLogprobs"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null unless requested."
          },
          "finish_reason": {
            "$ref": "#/components/schemas/FinishReason"
          },
          "stop_reason": {
            "$ref": "#/components/schemas/StopReason"
          },
          "token_ids": {
            "$ref": "#/components/schemas/TokenIds",
            "description": "Token ids of the answer."
          },
          "prompt_token_ids": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "prompt_logprobs": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1048576,
            "items": {
              "anyOf": [
                {
                  "$ref": "#/components/schemas/PromptLogprobs"
                },
                {
                  "type": "null"
                }
              ]
            },
            "description": "One for each token of the prompt; null for the first."
          }
        }
      },
      "CompletionIndex": {
        "type": "integer",
        "minimum": 0,
        "maximum": 1023
      },
      "CompletionLogprobs": {
        "description": "Each list has one entry for each token, with `echo` including the prompt.",
        "type": "object",
        "additionalProperties": false,
        "required": [
          "text_offset",
          "token_logprobs",
          "tokens",
          "top_logprobs"
        ],
        "properties": {
          "text_offset": {
            "type": "array",
            "maxItems": 2097152,
            "items": {
              "$ref": "#/components/schemas/Count"
            },
            "description": "Offset of each token in the text, in characters."
          },
          "token_logprobs": {
            "type": "array",
            "maxItems": 2097152,
            "items": {
              "anyOf": [
                {
                  "$ref": "#/components/schemas/Logprob"
                },
                {
                  "type": "null"
                }
              ]
            },
            "description": "Null for the first token of a prompt."
          },
          "tokens": {
            "type": "array",
            "maxItems": 2097152,
            "items": {
              "$ref": "#/components/schemas/ShortText"
            }
          },
          "top_logprobs": {
            "type": "array",
            "maxItems": 2097152,
            "items": {
              "anyOf": [
                {
                  "type": "object",
                  "maxProperties": 129,
                  "additionalProperties": {
                    "$ref": "#/components/schemas/Logprob"
                  }
                },
                {
                  "type": "null"
                }
              ]
            },
            "description": "Log-probabilities of the token and its alternatives, by text."
          }
        }
      },
      "CompletionEvent": {
        "description": "One event of a stream. The stream ends after an error body.",
        "anyOf": [
          {
            "$ref": "#/components/schemas/CompletionChunk"
          },
          {
            "$ref": "#/components/schemas/ErrorBody"
          }
        ]
      },
      "CompletionChunk": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "id",
          "object",
          "created",
          "model",
          "choices"
        ],
        "properties": {
          "id": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256
          },
          "object": {
            "type": "string",
            "const": "text_completion"
          },
          "created": {
            "$ref": "#/components/schemas/UnixSeconds"
          },
          "model": {
            "type": "string",
            "maxLength": 1024
          },
          "choices": {
            "type": "array",
            "maxItems": 1,
            "items": {
              "$ref": "#/components/schemas/CompletionChunkChoice"
            },
            "description": "Empty in the usage chunk."
          },
          "usage": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/ChatUsage"
              },
              {
                "type": "null"
              }
            ]
          },
          "service_tier": {
            "$ref": "#/components/schemas/ServiceTier"
          },
          "system_fingerprint": {
            "$ref": "#/components/schemas/SystemFingerprint"
          }
        }
      },
      "CompletionChunkChoice": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "index",
          "text",
          "logprobs",
          "finish_reason"
        ],
        "properties": {
          "index": {
            "$ref": "#/components/schemas/CompletionIndex"
          },
          "text": {
            "type": "string",
            "maxLength": 33554432
          },
          "logprobs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/CompletionLogprobs"
              },
              {
                "type": "null"
              }
            ],
            "description": "Null unless requested."
          },
          "finish_reason": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FinishReason"
              },
              {
                "type": "null"
              }
            ]
          },
          "stop_reason": {
            "$ref": "#/components/schemas/StopReason"
          },
          "token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ],
            "description": "Token ids of this chunk, with `return_token_ids`."
          },
          "prompt_token_ids": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TokenIds"
              },
              {
                "type": "null"
              }
            ],
            "description": "Present in the first chunk of the choice, with `return_token_ids`."
          }
        }
      },
      "TokenizeRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "description": "A text, or a conversation that is rendered as in chat.",
        "not": {
          "description": "one of prompt and messages is required",
          "type": "object",
          "properties": {
            "prompt": {
              "type": "null"
            },
            "messages": {
              "type": "null"
            }
          }
        },
        "x-rules": [
          {
            "not": {
              "description": "prompt and messages do not go together; allowed is one of the two",
              "type": "object",
              "required": [
                "messages",
                "prompt"
              ],
              "properties": {
                "messages": {
                  "not": {
                    "type": "null"
                  }
                },
                "prompt": {
                  "not": {
                    "type": "null"
                  }
                }
              }
            }
          },
          {
            "not": {
              "description": "it goes on with the last message, so no new turn is opened; it needs add_generation_prompt: false",
              "type": "object",
              "required": [
                "continue_final_message"
              ],
              "properties": {
                "continue_final_message": {
                  "const": true
                },
                "add_generation_prompt": {
                  "not": {
                    "const": false
                  }
                }
              }
            }
          }
        ],
        "properties": {
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
          },
          "prompt": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 262144,
            "description": "The text to tokenize."
          },
          "messages": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 32768,
            "items": {
              "$ref": "#/components/schemas/ChatMessage"
            },
            "description": "The conversation to tokenize. The chat template must render it to at most 262144 characters."
          },
          "add_special_tokens": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Add the tokenizer's special tokens. Defaults to true with `prompt` and to false with `messages`."
          },
          "return_token_strs": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Return `token_strs`."
          },
          "add_generation_prompt": {
            "type": [
              "boolean",
              "null"
            ],
            "default": true,
            "description": "Add the generation prompt of the chat template, which opens the assistant's turn."
          },
          "continue_final_message": {
            "type": [
              "boolean",
              "null"
            ],
            "default": false,
            "description": "Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false."
          },
          "tools": {
            "type": [
              "array",
              "null"
            ],
            "minItems": 1,
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatTool"
            },
            "description": "Functions that the model may call."
          },
          "documents": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ChatDocument"
            },
            "description": "Documents passed to the chat template."
          },
          "reasoning_effort": {
            "type": [
              "string",
              "null"
            ],
            "enum": [
              "none",
              "minimal",
              "low",
              "medium",
              "high",
              "xhigh",
              "max",
              null
            ],
            "description": "Passed to the chat template."
          },
          "chat_template": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1048576,
            "description": "A Jinja template that replaces the model's chat template."
          },
          "chat_template_kwargs": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/FreeObject"
              },
              {
                "type": "null"
              }
            ],
            "not": {
              "description": "its chat_template is no template; allowed is a text of up to 1048576 characters",
              "type": "object",
              "required": [
                "chat_template"
              ],
              "properties": {
                "chat_template": {
                  "not": {
                    "type": [
                      "string",
                      "null"
                    ],
                    "maxLength": 1048576
                  }
                }
              }
            },
            "description": "Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent."
          }
        }
      },
      "TokenizedText": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "count",
          "max_model_len",
          "tokens",
          "token_strs"
        ],
        "properties": {
          "count": {
            "$ref": "#/components/schemas/Count"
          },
          "max_model_len": {
            "type": "integer",
            "minimum": 1,
            "maximum": 2147483647,
            "description": "Maximum number of tokens of prompt and answer together."
          },
          "tokens": {
            "$ref": "#/components/schemas/TokenIds"
          },
          "token_strs": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 1048576,
            "items": {
              "$ref": "#/components/schemas/ShortText"
            },
            "description": "Each token as spelled in the vocabulary."
          }
        }
      },
      "DetokenizeRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "tokens"
        ],
        "properties": {
          "model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024,
            "description": "Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model."
          },
          "tokens": {
            "$ref": "#/components/schemas/TokenIds"
          }
        }
      },
      "DetokenizedText": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "prompt"
        ],
        "properties": {
          "prompt": {
            "$ref": "#/components/schemas/Text"
          }
        }
      },
      "WandbName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 128,
        "pattern": "^[^\\u0000/]*$",
        "description": "Any characters except NUL and a slash."
      },
      "WandbToken": {
        "type": "string",
        "minLength": 3,
        "maxLength": 2000,
        "pattern": "^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$",
        "description": "Two base64url strings separated by a dot."
      },
      "WandbQuery": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "query"
        ],
        "properties": {
          "query": {
            "type": "string",
            "minLength": 1,
            "maxLength": 65536
          },
          "operationName": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 256
          },
          "variables": {
            "type": [
              "object",
              "null"
            ],
            "maxProperties": 256,
            "additionalProperties": true,
            "description": "Values of the query's variables."
          }
        }
      },
      "WandbAnswer": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "data"
        ],
        "properties": {
          "data": {
            "type": [
              "object",
              "null"
            ],
            "maxProperties": 2000,
            "additionalProperties": true,
            "description": "The requested fields."
          },
          "errors": {
            "type": "array",
            "maxItems": 100,
            "items": {
              "$ref": "#/components/schemas/WandbError"
            }
          }
        }
      },
      "WandbError": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "message",
          "extensions"
        ],
        "properties": {
          "message": {
            "type": "string",
            "maxLength": 65536
          },
          "path": {
            "type": "array",
            "maxItems": 64,
            "items": {
              "anyOf": [
                {
                  "type": "string",
                  "maxLength": 256
                },
                {
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 2147483647
                }
              ]
            },
            "description": "Path of the field at fault."
          },
          "extensions": {
            "type": "object",
            "additionalProperties": false,
            "required": [
              "code"
            ],
            "properties": {
              "code": {
                "$ref": "#/components/schemas/ErrorCode"
              }
            }
          }
        }
      },
      "WandbFileStream": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "properties": {
          "files": {
            "type": [
              "object",
              "null"
            ],
            "maxProperties": 64,
            "additionalProperties": {
              "$ref": "#/components/schemas/WandbLines"
            },
            "description": "New lines, by file name."
          },
          "complete": {
            "type": [
              "boolean",
              "null"
            ],
            "description": "Whether the run has finished."
          },
          "exitcode": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -2147483648,
            "maximum": 2147483647
          },
          "dropped": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647
          },
          "uploaded": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 10000,
            "items": {
              "type": "string",
              "maxLength": 1024
            }
          }
        }
      },
      "WandbLines": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 64,
        "required": [
          "content"
        ],
        "properties": {
          "offset": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647,
            "description": "Index in the file of the first line."
          },
          "content": {
            "type": "array",
            "maxItems": 10000,
            "items": {
              "type": "string",
              "maxLength": 1048576
            }
          }
        }
      },
      "WandbFileStreamAck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "exitcode",
          "limits"
        ],
        "properties": {
          "exitcode": {
            "type": "null"
          },
          "limits": {
            "type": "object",
            "maxProperties": 0,
            "additionalProperties": false
          }
        }
      },
      "WandbFileAck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "bytes"
        ],
        "properties": {
          "bytes": {
            "type": "integer",
            "minimum": 0,
            "maximum": 2147483648
          }
        }
      },
      "TinkerName": {
        "type": "string",
        "minLength": 1,
        "maxLength": 256,
        "pattern": "^[^\\u0000/]*$",
        "description": "Any characters except NUL and a slash."
      },
      "TinkerMessage": {
        "type": "string",
        "maxLength": 1073741824,
        "description": "A protobuf message."
      },
      "TinkerKind": {
        "type": "string",
        "enum": [
          "weights",
          "sampler_weights",
          "external_weights"
        ]
      },
      "TinkerToken": {
        "type": "string",
        "minLength": 3,
        "maxLength": 2000,
        "pattern": "^[A-Za-z0-9_-]+[.][A-Za-z0-9_-]+$",
        "description": "Two base64url strings separated by a dot."
      },
      "TinkerLimit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000,
        "default": 100
      },
      "TinkerOffset": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647,
        "default": 0
      },
      "TinkerSeqId": {
        "type": "integer",
        "minimum": 0,
        "maximum": 2147483647
      },
      "TinkerPath": {
        "type": "string",
        "minLength": 1,
        "maxLength": 1024,
        "pattern": "^[^\\u0000]*$",
        "description": "`tinker://{model_id}/weights/{name}` or `tinker://{model_id}/sampler_weights/{name}`."
      },
      "TinkerMetadata": {
        "type": [
          "object",
          "null"
        ],
        "description": "Data of the client; it has no effect.",
        "additionalProperties": true,
        "maxProperties": 256
      },
      "TinkerLabels": {
        "type": [
          "object",
          "null"
        ],
        "description": "Labels stored with the saved weights.",
        "additionalProperties": {
          "type": "string",
          "maxLength": 1024
        },
        "maxProperties": 64
      },
      "TinkerTtl": {
        "type": [
          "integer",
          "null"
        ],
        "minimum": 1,
        "maximum": 315360000,
        "description": "Seconds until deletion; null for never."
      },
      "TinkerClientConfigRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "sdk_version": {
            "$ref": "#/components/schemas/ShortText"
          }
        }
      },
      "TinkerClientConfig": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "pjwt_auth_enabled",
          "parallel_fwdbwd_chunks",
          "proto_compress_fwdbwd",
          "sample_use_retrieve_futures",
          "custom_loss_server_side",
          "sample_join_sampling_session",
          "fwdbwd_max_chunk_len",
          "fwdbwd_max_chunk_bytes_count",
          "sample_max_concurrent_requests"
        ],
        "properties": {
          "pjwt_auth_enabled": {
            "type": "boolean"
          },
          "parallel_fwdbwd_chunks": {
            "type": "boolean"
          },
          "proto_compress_fwdbwd": {
            "type": "boolean"
          },
          "sample_use_retrieve_futures": {
            "type": "boolean"
          },
          "custom_loss_server_side": {
            "type": "boolean"
          },
          "sample_join_sampling_session": {
            "type": "boolean"
          },
          "fwdbwd_max_chunk_len": {
            "$ref": "#/components/schemas/Count"
          },
          "fwdbwd_max_chunk_bytes_count": {
            "$ref": "#/components/schemas/Count"
          },
          "sample_max_concurrent_requests": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "TinkerClientDynamicConfig": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "refresh_interval_sec",
          "sample_cancel_enabled"
        ],
        "properties": {
          "refresh_interval_sec": {
            "$ref": "#/components/schemas/Count"
          },
          "sample_cancel_enabled": {
            "type": "boolean"
          }
        }
      },
      "TinkerCreateSessionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "sdk_version": {
            "$ref": "#/components/schemas/ShortText"
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerMetadata"
          }
        }
      },
      "TinkerSession": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "session_id"
        ],
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/Uuid"
          }
        }
      },
      "TinkerSessionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "session_id"
        ],
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/Uuid"
          }
        }
      },
      "TinkerAck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "ack"
          }
        }
      },
      "TinkerHeartbeat": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "const": "session_heartbeat"
          }
        }
      },
      "TinkerFinishRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "detail": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 65536
          }
        }
      },
      "TinkerTelemetryRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/ShortText"
          }
        }
      },
      "TinkerTelemetryAck": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "accepted"
          }
        }
      },
      "TinkerHealth": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "status"
        ],
        "properties": {
          "status": {
            "type": "string",
            "const": "ok"
          }
        }
      },
      "TinkerBaseModel": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "model_name",
          "max_context_length",
          "trainable",
          "sampleable"
        ],
        "properties": {
          "model_name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "max_context_length": {
            "$ref": "#/components/schemas/Count"
          },
          "trainable": {
            "type": "boolean"
          },
          "sampleable": {
            "type": "boolean"
          }
        }
      },
      "TinkerCapabilities": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "supported_models"
        ],
        "properties": {
          "supported_models": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TinkerBaseModel"
            }
          }
        }
      },
      "TinkerLoraConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "rank"
        ],
        "properties": {
          "rank": {
            "type": "integer",
            "minimum": 1,
            "maximum": 128
          },
          "seed": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991
          },
          "train_unembed": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "train_mlp": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "train_attn": {
            "type": [
              "boolean",
              "null"
            ]
          }
        }
      },
      "TinkerOptimizerConfig": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "maxLength": 64
          }
        }
      },
      "TinkerCreateModelRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "session_id",
          "model_seq_id",
          "base_model"
        ],
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "model_seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "base_model": {
            "$ref": "#/components/schemas/ShortText"
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          },
          "lora_config": {
            "$ref": "#/components/schemas/TinkerLoraConfig"
          },
          "optimizer_config": {
            "$ref": "#/components/schemas/TinkerOptimizerConfig"
          }
        }
      },
      "TinkerFuture": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "request_id",
          "model_id"
        ],
        "properties": {
          "request_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "model_id": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 256
          }
        }
      },
      "TinkerSampleFuture": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "request_id",
          "model_id",
          "sample_sequence_ids"
        ],
        "properties": {
          "request_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "model_id": {
            "type": "null"
          },
          "sample_sequence_ids": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/ShortText"
            }
          }
        }
      },
      "TinkerModelRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model_id"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          }
        }
      },
      "TinkerModelData": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "model_name",
          "tokenizer_id"
        ],
        "properties": {
          "model_name": {
            "$ref": "#/components/schemas/ShortText"
          },
          "tokenizer_id": {
            "$ref": "#/components/schemas/ShortText"
          }
        }
      },
      "TinkerModelInfo": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "model_id",
          "model_data",
          "is_lora",
          "lora_rank"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "model_data": {
            "$ref": "#/components/schemas/TinkerModelData"
          },
          "is_lora": {
            "type": "boolean"
          },
          "lora_rank": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "TinkerAdamParams": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "learning_rate": {
            "type": "number",
            "minimum": 0,
            "maximum": 1000
          },
          "beta1": {
            "type": "number",
            "minimum": 0,
            "exclusiveMaximum": 1
          },
          "beta2": {
            "type": "number",
            "minimum": 0,
            "exclusiveMaximum": 1
          },
          "eps": {
            "type": "number",
            "minimum": 1e-30,
            "maximum": 1
          },
          "weight_decay": {
            "type": "number",
            "minimum": 0,
            "maximum": 1000
          },
          "grad_clip_norm": {
            "type": "number",
            "minimum": 0,
            "maximum": 1e+30,
            "description": "0 disables clipping."
          }
        }
      },
      "TinkerOptimStepRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model_id"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "adam_params": {
            "$ref": "#/components/schemas/TinkerAdamParams"
          },
          "optimizer_params": {
            "$ref": "#/components/schemas/TinkerMetadata"
          }
        }
      },
      "TinkerSaveWeightsRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model_id"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "path": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 256,
            "pattern": "^[^\\u0000/]*$",
            "description": "Any characters except NUL and slashes."
          },
          "ttl_seconds": {
            "$ref": "#/components/schemas/TinkerTtl"
          },
          "overwrite": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          }
        }
      },
      "TinkerSaveSamplerRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model_id"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "path": {
            "type": [
              "string",
              "null"
            ],
            "minLength": 1,
            "maxLength": 256,
            "pattern": "^[^\\u0000/]*$",
            "description": "Any characters except NUL and slashes."
          },
          "sampling_session_seq_id": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 2147483647
          },
          "ttl_seconds": {
            "$ref": "#/components/schemas/TinkerTtl"
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          }
        }
      },
      "TinkerSaveExternalRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "model_id",
          "path"
        ],
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "path": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "ttl_seconds": {
            "$ref": "#/components/schemas/TinkerTtl"
          },
          "age_encryption_recipients": {
            "type": [
              "array",
              "null"
            ],
            "maxItems": 10,
            "items": {
              "type": "string",
              "maxLength": 4096
            },
            "description": "Must be empty, as files are not encrypted here."
          }
        }
      },
      "TinkerLoadWeightsRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "path",
          "optimizer"
        ],
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "model_seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "path": {
            "$ref": "#/components/schemas/TinkerPath"
          },
          "optimizer": {
            "type": "boolean"
          },
          "base_model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          },
          "optimizer_config": {
            "$ref": "#/components/schemas/TinkerOptimizerConfig"
          }
        }
      },
      "TinkerCreateSamplingSessionRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "session_id",
          "sampling_session_seq_id"
        ],
        "properties": {
          "session_id": {
            "$ref": "#/components/schemas/Uuid"
          },
          "sampling_session_seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "base_model": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          },
          "model_path": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          }
        }
      },
      "TinkerSamplingSession": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "sampling_session_id"
        ],
        "properties": {
          "sampling_session_id": {
            "$ref": "#/components/schemas/TinkerName"
          }
        }
      },
      "TinkerSampler": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "sampler_id",
          "base_model",
          "model_path"
        ],
        "properties": {
          "sampler_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "base_model": {
            "$ref": "#/components/schemas/ShortText"
          },
          "model_path": {
            "type": [
              "string",
              "null"
            ],
            "maxLength": 1024
          }
        }
      },
      "TinkerChunk": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "type"
        ],
        "properties": {
          "type": {
            "type": "string",
            "maxLength": 64
          },
          "tokens": {
            "$ref": "#/components/schemas/TokenIds"
          }
        }
      },
      "TinkerPrompt": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "chunks"
        ],
        "properties": {
          "chunks": {
            "type": "array",
            "minItems": 1,
            "maxItems": 4096,
            "items": {
              "$ref": "#/components/schemas/TinkerChunk"
            }
          }
        }
      },
      "TinkerSamplingParams": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "properties": {
          "max_tokens": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1048576
          },
          "seed": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": -9007199254740991,
            "maximum": 9007199254740991
          },
          "temperature": {
            "type": "number",
            "minimum": 0,
            "maximum": 100
          },
          "top_k": {
            "type": "integer",
            "minimum": -1,
            "maximum": 2147483647,
            "description": "-1 and 0 disable it."
          },
          "top_p": {
            "type": "number",
            "exclusiveMinimum": 0,
            "maximum": 1
          },
          "stop": {
            "description": "Strings or token ids. Null stops at the model's end-of-text token; an empty list never stops.",
            "anyOf": [
              {
                "type": "null"
              },
              {
                "type": "string",
                "minLength": 1,
                "maxLength": 256
              },
              {
                "type": "array",
                "maxItems": 64,
                "items": {
                  "type": "string",
                  "minLength": 1,
                  "maxLength": 256
                }
              },
              {
                "type": "array",
                "maxItems": 64,
                "items": {
                  "$ref": "#/components/schemas/TokenId"
                }
              }
            ]
          }
        }
      },
      "TinkerSampleRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "sampling_session_id",
          "seq_id",
          "prompt",
          "sampling_params"
        ],
        "properties": {
          "sampling_session_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "seq_id": {
            "$ref": "#/components/schemas/TinkerSeqId"
          },
          "num_samples": {
            "type": "integer",
            "minimum": 1,
            "maximum": 1024
          },
          "prompt": {
            "$ref": "#/components/schemas/TinkerPrompt"
          },
          "sampling_params": {
            "$ref": "#/components/schemas/TinkerSamplingParams"
          },
          "prompt_logprobs": {
            "type": [
              "boolean",
              "null"
            ]
          },
          "topk_prompt_logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 1024
          },
          "topk_sample_logprobs": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 1024
          },
          "prompt_alt_tokens_k": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 0,
            "maximum": 1024
          },
          "target_prompt_logprobs": {
            "$ref": "#/components/schemas/TinkerMetadata"
          },
          "prompt_logprobs_last_n": {
            "type": [
              "integer",
              "null"
            ],
            "minimum": 1,
            "maximum": 1048576
          }
        }
      },
      "TinkerRetrieveRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "request_id"
        ],
        "properties": {
          "request_id": {
            "$ref": "#/components/schemas/TinkerName"
          }
        }
      },
      "TinkerCancelRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "request_id"
        ],
        "properties": {
          "request_id": {
            "$ref": "#/components/schemas/TinkerName"
          }
        }
      },
      "TinkerResult": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "model_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "path": {
            "$ref": "#/components/schemas/TinkerPath"
          },
          "sampling_session_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "metrics": {
            "type": "object",
            "maxProperties": 64,
            "additionalProperties": {
              "$ref": "#/components/schemas/FiniteNumber"
            }
          },
          "error": {
            "type": "string",
            "maxLength": 65536
          },
          "category": {
            "type": "string",
            "enum": [
              "user",
              "server"
            ]
          }
        }
      },
      "TinkerTryAgain": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "error",
          "detail"
        ],
        "properties": {
          "error": {
            "$ref": "#/components/schemas/ErrorInfo"
          },
          "detail": {
            "$ref": "#/components/schemas/ErrorDetail"
          },
          "type": {
            "type": "string",
            "const": "try_again"
          },
          "request_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "queue_state": {
            "type": "string",
            "const": "active"
          }
        }
      },
      "TinkerPathRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "tinker_path"
        ],
        "properties": {
          "tinker_path": {
            "$ref": "#/components/schemas/TinkerPath"
          }
        }
      },
      "TinkerWeightsInfo": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "base_model",
          "is_lora",
          "lora_rank",
          "train_unembed",
          "train_mlp",
          "train_attn"
        ],
        "properties": {
          "base_model": {
            "$ref": "#/components/schemas/ShortText"
          },
          "is_lora": {
            "type": "boolean"
          },
          "lora_rank": {
            "$ref": "#/components/schemas/Count"
          },
          "train_unembed": {
            "type": "boolean"
          },
          "train_mlp": {
            "type": "boolean"
          },
          "train_attn": {
            "type": "boolean"
          }
        }
      },
      "TinkerCheckpoint": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "checkpoint_id",
          "checkpoint_type",
          "time",
          "tinker_path",
          "size_bytes",
          "public",
          "user_metadata",
          "expires_at"
        ],
        "properties": {
          "checkpoint_id": {
            "$ref": "#/components/schemas/ShortText"
          },
          "checkpoint_type": {
            "type": "string",
            "enum": [
              "training",
              "sampler",
              "external"
            ]
          },
          "time": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "tinker_path": {
            "$ref": "#/components/schemas/TinkerPath"
          },
          "size_bytes": {
            "$ref": "#/components/schemas/Count"
          },
          "public": {
            "type": "boolean"
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          },
          "expires_at": {
            "type": [
              "string",
              "null"
            ],
            "format": "date-time",
            "maxLength": 40
          }
        }
      },
      "TinkerFileUrls": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "urls",
          "expires"
        ],
        "properties": {
          "urls": {
            "type": "object",
            "maxProperties": 64,
            "additionalProperties": {
              "type": "string",
              "format": "uri",
              "maxLength": 8192
            },
            "description": "URLs by file name."
          },
          "expires": {
            "$ref": "#/components/schemas/Timestamp"
          }
        }
      },
      "TinkerCursor": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "offset",
          "limit",
          "total_count"
        ],
        "properties": {
          "offset": {
            "$ref": "#/components/schemas/Count"
          },
          "limit": {
            "$ref": "#/components/schemas/Count"
          },
          "total_count": {
            "$ref": "#/components/schemas/Count"
          }
        }
      },
      "TinkerCheckpointList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "checkpoints",
          "cursor"
        ],
        "properties": {
          "checkpoints": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/TinkerCheckpoint"
            }
          },
          "cursor": {
            "$ref": "#/components/schemas/TinkerCursor"
          }
        }
      },
      "TinkerTtlRequest": {
        "type": "object",
        "additionalProperties": true,
        "maxProperties": 256,
        "required": [
          "ttl_seconds"
        ],
        "properties": {
          "ttl_seconds": {
            "$ref": "#/components/schemas/TinkerTtl"
          }
        }
      },
      "TinkerTrainingRun": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "training_run_id",
          "base_model",
          "model_owner",
          "is_lora",
          "corrupted",
          "lora_rank",
          "last_request_time",
          "last_checkpoint",
          "last_sampler_checkpoint",
          "user_metadata"
        ],
        "properties": {
          "training_run_id": {
            "$ref": "#/components/schemas/TinkerName"
          },
          "base_model": {
            "$ref": "#/components/schemas/ShortText"
          },
          "model_owner": {
            "$ref": "#/components/schemas/ShortText"
          },
          "is_lora": {
            "type": "boolean"
          },
          "corrupted": {
            "type": "boolean"
          },
          "lora_rank": {
            "$ref": "#/components/schemas/Count"
          },
          "last_request_time": {
            "$ref": "#/components/schemas/Timestamp"
          },
          "last_checkpoint": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TinkerCheckpoint"
              },
              {
                "type": "null"
              }
            ]
          },
          "last_sampler_checkpoint": {
            "anyOf": [
              {
                "$ref": "#/components/schemas/TinkerCheckpoint"
              },
              {
                "type": "null"
              }
            ]
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerLabels"
          }
        }
      },
      "TinkerTrainingRunList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "training_runs",
          "cursor"
        ],
        "properties": {
          "training_runs": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/TinkerTrainingRun"
            }
          },
          "cursor": {
            "$ref": "#/components/schemas/TinkerCursor"
          }
        }
      },
      "TinkerSessionList": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "sessions"
        ],
        "properties": {
          "sessions": {
            "type": "array",
            "maxItems": 1000,
            "items": {
              "$ref": "#/components/schemas/Uuid"
            }
          }
        }
      },
      "TinkerSessionContents": {
        "type": "object",
        "additionalProperties": false,
        "required": [
          "training_run_ids",
          "sampler_ids",
          "user_metadata"
        ],
        "properties": {
          "training_run_ids": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TinkerName"
            }
          },
          "sampler_ids": {
            "type": "array",
            "maxItems": 1024,
            "items": {
              "$ref": "#/components/schemas/TinkerName"
            }
          },
          "user_metadata": {
            "$ref": "#/components/schemas/TinkerMetadata"
          }
        }
      }
    },
    "examples": {
      "ChatCompletionRequest": {
        "summary": "A request to the base model",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "system",
              "content": "Answer in one word."
            },
            {
              "role": "user",
              "content": "Is water wet?"
            }
          ],
          "max_completion_tokens": 8,
          "temperature": 0
        }
      },
      "StreamRequest": {
        "summary": "A stream",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "user",
              "content": "Tell me about the sunrise."
            }
          ],
          "max_completion_tokens": 64,
          "stream": true
        }
      },
      "RolloutRequest": {
        "summary": "The fields that an RL client sends during a rollout",
        "value": {
          "model": "wandb-artifact:///local/yes-no-maybe/agent-001:step0",
          "messages": [
            {
              "role": "user",
              "content": "Say yes, no or maybe."
            }
          ],
          "max_tokens": 4,
          "seed": 7,
          "return_token_ids": true,
          "return_tokens_as_token_ids": true,
          "chat_template_kwargs": {
            "preserve_thinking": true
          }
        }
      },
      "ToolRequest": {
        "summary": "A stream with a tool",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "user",
              "content": "What is the weather in Oslo?"
            }
          ],
          "tools": [
            {
              "type": "function",
              "function": {
                "name": "weather",
                "description": "The weather of a place now",
                "parameters": {
                  "type": "object",
                  "properties": {
                    "place": {
                      "type": "string"
                    }
                  },
                  "required": [
                    "place"
                  ]
                }
              }
            }
          ],
          "tool_choice": "auto",
          "stream": true,
          "stream_options": {
            "include_usage": true
          }
        }
      },
      "SchemaRequest": {
        "summary": "An answer that is valid against a JSON Schema",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "user",
              "content": "Name a planet and the number of its moons."
            }
          ],
          "max_completion_tokens": 64,
          "response_format": {
            "type": "json_schema",
            "json_schema": {
              "name": "planet",
              "schema": {
                "type": "object",
                "properties": {
                  "name": {
                    "type": "string",
                    "maxLength": 16
                  },
                  "moons": {
                    "type": "integer",
                    "minimum": 0,
                    "maximum": 200
                  }
                },
                "required": [
                  "name",
                  "moons"
                ],
                "additionalProperties": false
              }
            }
          }
        }
      },
      "ChatCompletion": {
        "value": {
          "id": "chatcmpl-3c9d7b52a1e84f06",
          "object": "chat.completion",
          "created": 1795262400,
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "choices": [
            {
              "index": 0,
              "message": {
                "role": "assistant",
                "content": "Yes",
                "refusal": null
              },
              "logprobs": {
                "content": [
                  {
                    "token": "Yes",
                    "token_id": 10539,
                    "logprob": -0.31,
                    "bytes": [
                      89,
                      101,
                      115
                    ],
                    "top_logprobs": []
                  },
                  {
                    "token": "<|im_end|>",
                    "token_id": 2,
                    "logprob": -0.02,
                    "bytes": [
                      60,
                      124,
                      105,
                      109,
                      95,
                      101,
                      110,
                      100,
                      124,
                      62
                    ],
                    "top_logprobs": []
                  }
                ]
              },
              "finish_reason": "stop",
              "stop_reason": null,
              "token_ids": [
                10539,
                2
              ],
              "prompt_token_ids": [
                1,
                4093,
                198,
                2
              ],
              "policy_token_spans": [
                {
                  "start_token": 0,
                  "end_token": 2,
                  "generation_id": "8d3f4c1e-6a57-4b0c-9a41-2f7d9f5f0c55",
                  "policy_version": 1,
                  "lora_slot": "8d3f4c1e-6a57-4b0c-9a41-2f7d9f5f0c55",
                  "update_seq": 1
                }
              ]
            }
          ],
          "usage": {
            "prompt_tokens": 4,
            "total_tokens": 6,
            "completion_tokens": 2,
            "prompt_tokens_details": {
              "cached_tokens": 0
            }
          },
          "service_tier": null,
          "system_fingerprint": null,
          "prompt_logprobs": null,
          "prompt_token_ids": null,
          "kv_transfer_params": null
        }
      },
      "FirstChunk": {
        "summary": "The first chunk, with all choices",
        "value": {
          "data": "{\"id\": \"chatcmpl-3c9d7b52a1e84f06\", \"object\": \"chat.completion.chunk\", \"created\": 1795262400, \"model\": \"HuggingFaceTB/SmolLM2-135M-Instruct\", \"choices\": [{\"index\": 0, \"delta\": {\"role\": \"assistant\", \"content\": \"\"}, \"logprobs\": null, \"finish_reason\": null}]}"
        }
      },
      "TokenChunk": {
        "summary": "A chunk with one token, here the last",
        "value": {
          "data": "{\"id\": \"chatcmpl-3c9d7b52a1e84f06\", \"object\": \"chat.completion.chunk\", \"created\": 1795262400, \"model\": \"HuggingFaceTB/SmolLM2-135M-Instruct\", \"choices\": [{\"index\": 0, \"delta\": {\"content\": \"Yes\"}, \"logprobs\": {\"content\": [ {\"token\": \"Yes\", \"token_id\": 10539, \"logprob\": -0.31, \"bytes\": [89, 101, 115], \"top_logprobs\": []}]}, \"finish_reason\": \"length\", \"stop_reason\": null}]}"
        }
      },
      "UsageChunk": {
        "summary": "The last chunk, with `include_usage`",
        "value": {
          "data": "{\"id\": \"chatcmpl-3c9d7b52a1e84f06\", \"object\": \"chat.completion.chunk\", \"created\": 1795262400, \"model\": \"HuggingFaceTB/SmolLM2-135M-Instruct\", \"choices\": [], \"usage\": {\"prompt_tokens\": 4, \"total_tokens\": 5, \"completion_tokens\": 1, \"prompt_tokens_details\": {\"cached_tokens\": 0}}}"
        }
      },
      "MessageRequest": {
        "summary": "A request to the base model",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "max_tokens": 8,
          "system": "Answer in one word.",
          "messages": [
            {
              "role": "user",
              "content": "Is water wet?"
            }
          ]
        }
      },
      "MessageToolRequest": {
        "summary": "A tool's result",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "max_tokens": 64,
          "stream": true,
          "tools": [
            {
              "name": "weather",
              "description": "The weather of a place now",
              "input_schema": {
                "type": "object",
                "properties": {
                  "place": {
                    "type": "string"
                  }
                },
                "required": [
                  "place"
                ]
              }
            }
          ],
          "messages": [
            {
              "role": "user",
              "content": "What is the weather in Oslo?"
            },
            {
              "role": "assistant",
              "content": [
                {
                  "type": "tool_use",
                  "id": "call_1",
                  "name": "weather",
                  "input": {
                    "place": "Oslo"
                  }
                }
              ]
            },
            {
              "role": "user",
              "content": [
                {
                  "type": "tool_result",
                  "tool_use_id": "call_1",
                  "content": "sun"
                }
              ]
            }
          ]
        }
      },
      "CountMessageTokensRequest": {
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "user",
              "content": "Is water wet?"
            }
          ]
        }
      },
      "Message": {
        "value": {
          "id": "msg_3c9d7b52a1e84f06",
          "type": "message",
          "role": "assistant",
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "content": [
            {
              "type": "text",
              "text": "Yes",
              "citations": null
            }
          ],
          "stop_reason": "end_turn",
          "stop_sequence": null,
          "usage": {
            "input_tokens": 4,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": 2
          },
          "prompt_token_ids": [
            1,
            4093,
            198,
            2
          ],
          "token_ids": [
            10539,
            2
          ],
          "logprobs": [
            -0.31,
            -0.02
          ]
        }
      },
      "MessageTokens": {
        "value": {
          "input_tokens": 4
        }
      },
      "MessageStartEvent": {
        "summary": "The first event",
        "value": {
          "event": "message_start",
          "data": "{\"type\": \"message_start\", \"message\": {\"id\": \"msg_3c9d7b52a1e84f06\", \"type\": \"message\", \"role\": \"assistant\", \"model\": \"HuggingFaceTB/SmolLM2-135M-Instruct\", \"content\": [], \"stop_reason\": null, \"stop_sequence\": null, \"usage\": {\"input_tokens\": 4, \"cache_creation_input_tokens\": 0, \"cache_read_input_tokens\": 0, \"output_tokens\": 0}}}"
        }
      },
      "ContentBlockDeltaEvent": {
        "summary": "One token of the text",
        "value": {
          "event": "content_block_delta",
          "data": "{\"type\": \"content_block_delta\", \"index\": 0, \"delta\": {\"type\": \"text_delta\", \"text\": \"Yes\"}}"
        }
      },
      "MessageDeltaEvent": {
        "summary": "The stop reason and the usage",
        "value": {
          "event": "message_delta",
          "data": "{\"type\": \"message_delta\", \"delta\": {\"stop_reason\": \"end_turn\", \"stop_sequence\": null}, \"usage\": {\"input_tokens\": 4, \"cache_creation_input_tokens\": 0, \"cache_read_input_tokens\": 0, \"output_tokens\": 2}}"
        }
      },
      "ResponseRequest": {
        "summary": "A request to the base model",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "instructions": "Answer in one word.",
          "input": "Is water wet?",
          "max_output_tokens": 8
        }
      },
      "ResponseToolRequest": {
        "summary": "A tool's result",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "stream": true,
          "tools": [
            {
              "type": "function",
              "name": "weather",
              "description": "The weather of a place now",
              "parameters": {
                "type": "object",
                "properties": {
                  "place": {
                    "type": "string"
                  }
                },
                "required": [
                  "place"
                ]
              }
            }
          ],
          "input": [
            {
              "role": "user",
              "content": "What is the weather in Oslo?"
            },
            {
              "type": "function_call",
              "call_id": "call_1",
              "name": "weather",
              "arguments": "{\"place\": \"Oslo\"}"
            },
            {
              "type": "function_call_output",
              "call_id": "call_1",
              "output": "sun"
            }
          ]
        }
      },
      "ResponseObject": {
        "value": {
          "id": "resp_3c9d7b52a1e84f06",
          "object": "response",
          "created_at": 1795262400,
          "status": "completed",
          "error": null,
          "incomplete_details": null,
          "instructions": "Answer in one word.",
          "max_output_tokens": 8,
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "output": [
            {
              "id": "msg_3c9d7b52a1e84f06",
              "type": "message",
              "role": "assistant",
              "content": [
                {
                  "type": "output_text",
                  "text": "Yes",
                  "annotations": []
                }
              ],
              "status": "completed"
            }
          ],
          "parallel_tool_calls": true,
          "previous_response_id": null,
          "background": false,
          "store": false,
          "temperature": null,
          "top_p": null,
          "tool_choice": "auto",
          "tools": [],
          "truncation": "disabled",
          "metadata": null,
          "usage": {
            "input_tokens": 4,
            "input_tokens_details": {
              "cached_tokens": 0,
              "cache_write_tokens": 0
            },
            "output_tokens": 2,
            "output_tokens_details": {
              "reasoning_tokens": 0
            },
            "total_tokens": 6
          },
          "token_generations": [
            {
              "prompt_token_ids": [
                1,
                4093,
                198,
                2
              ],
              "output_indices": [
                0
              ],
              "output_tokens": [
                {
                  "token_id": 10539,
                  "logprob": -0.31
                },
                {
                  "token_id": 2,
                  "logprob": -0.02
                }
              ]
            }
          ]
        }
      },
      "ResponseDeltaEvent": {
        "summary": "One token of the text",
        "value": {
          "event": "response.output_text.delta",
          "data": "{\"type\": \"response.output_text.delta\", \"sequence_number\": 4, \"item_id\": \"msg_3c9d7b52a1e84f06\", \"output_index\": 0, \"content_index\": 0, \"delta\": \"Yes\", \"logprobs\": []}"
        }
      },
      "ResponseItemEvent": {
        "summary": "Start of a function call",
        "value": {
          "event": "response.output_item.added",
          "data": "{\"type\": \"response.output_item.added\", \"sequence_number\": 2, \"output_index\": 0, \"item\": {\"id\": \"fc_3c9d7b52a1e84f06_0\", \"type\": \"function_call\", \"call_id\": \"call_1\", \"name\": \"weather\", \"arguments\": \"\", \"status\": \"in_progress\"}}"
        }
      },
      "CompletionRequest": {
        "summary": "Continue a text",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "prompt": "The sun is",
          "max_tokens": 8,
          "temperature": 0
        }
      },
      "CompletionOfTokens": {
        "summary": "Token ids in, a stream with log-probabilities out",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "prompt": [
            [
              504,
              2388,
              314
            ],
            [
              504,
              6783,
              314
            ]
          ],
          "max_tokens": 4,
          "logprobs": 2,
          "seed": 7,
          "stream": true
        }
      },
      "Completion": {
        "value": {
          "id": "cmpl-3c9d7b52a1e84f06",
          "object": "text_completion",
          "created": 1795262400,
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "choices": [
            {
              "index": 0,
              "text": " a star",
              "logprobs": null,
              "finish_reason": "stop",
              "stop_reason": ".",
              "token_ids": [
                253,
                4870,
                30
              ],
              "prompt_token_ids": [
                504,
                2388,
                314
              ],
              "prompt_logprobs": null
            }
          ],
          "usage": {
            "prompt_tokens": 3,
            "total_tokens": 6,
            "completion_tokens": 3,
            "prompt_tokens_details": {
              "cached_tokens": 0
            }
          },
          "service_tier": null,
          "system_fingerprint": null,
          "kv_transfer_params": null
        }
      },
      "CompletionChunk": {
        "summary": "A chunk with one token, here the last",
        "value": {
          "data": "{\"id\": \"cmpl-3c9d7b52a1e84f06\", \"object\": \"text_completion\", \"created\": 1795262400, \"model\": \"HuggingFaceTB/SmolLM2-135M-Instruct\", \"choices\": [{\"index\": 0, \"text\": \" a\", \"logprobs\": {\"text_offset\": [0], \"token_logprobs\": [-0.9], \"tokens\": [\" a\"], \"top_logprobs\": [{\" a\": -0.9}]}, \"finish_reason\": \"length\", \"stop_reason\": null}]}"
        }
      },
      "TokenizeRequest": {
        "summary": "A text",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "prompt": "The sun is",
          "return_token_strs": true
        }
      },
      "TokenizeChat": {
        "summary": "A conversation",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "messages": [
            {
              "role": "user",
              "content": "Hello"
            }
          ]
        }
      },
      "TokenizedText": {
        "value": {
          "count": 3,
          "max_model_len": 8192,
          "tokens": [
            504,
            2388,
            314
          ],
          "token_strs": [
            "The",
            "Ġsun",
            "Ġis"
          ]
        }
      },
      "DetokenizeRequest": {
        "summary": "Token ids of the text",
        "value": {
          "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "tokens": [
            504,
            2388,
            314
          ]
        }
      },
      "DetokenizedText": {
        "value": {
          "prompt": "The sun is"
        }
      },
      "ServedModel": {
        "value": {
          "id": "wandb-artifact:///local/yes-no-maybe/agent-001",
          "object": "model",
          "created": 1795262400,
          "owned_by": "local",
          "root": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "parent": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "max_model_len": 8192
        }
      },
      "ServedModelList": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "object": "model",
              "created": 1795262000,
              "owned_by": "daybreak",
              "root": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "parent": null,
              "max_model_len": 8192
            },
            {
              "id": "wandb-artifact:///local/yes-no-maybe/agent-001",
              "object": "model",
              "created": 1795262400,
              "owned_by": "local",
              "root": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "parent": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "max_model_len": 8192
            }
          ]
        }
      },
      "BaseModelList": {
        "value": [
          "HuggingFaceTB/SmolLM2-135M-Instruct"
        ]
      },
      "CreateModelRequest": {
        "value": {
          "entity": null,
          "project": "yes-no-maybe",
          "name": "agent-001",
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "return_existing": true,
          "retention": {
            "keep_last": 5,
            "keep_every": 100,
            "keep_best": {
              "metric": "val/reward",
              "mode": "max",
              "count": 3
            }
          }
        }
      },
      "Model": {
        "value": {
          "id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "entity": "local",
          "project": "yes-no-maybe",
          "name": "agent-001",
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "run_id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
          "retention": {
            "keep_last": 5,
            "keep_every": 100,
            "keep_best": {
              "metric": "val/reward",
              "mode": "max",
              "count": 3
            }
          },
          "created": "2026-11-21T12:00:00.000Z"
        }
      },
      "ModelPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
              "entity": "local",
              "project": "yes-no-maybe",
              "name": "agent-001",
              "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "run_id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
              "retention": null,
              "created": "2026-11-21T12:00:00.000Z"
            }
          ],
          "first_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "last_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "has_more": false
        }
      },
      "DeletedModel": {
        "value": {
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "deleted_checkpoints": 3,
          "deleted_run": true
        }
      },
      "CheckpointPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "b7c1a0de-11f4-4a58-8c52-7d0b3f6a9e01",
              "step": 0,
              "metrics": {},
              "created": "2026-11-21T12:00:00.000Z",
              "job_id": null,
              "kind": null,
              "bytes": 0
            },
            {
              "id": "c8d2b1ef-22a5-4b69-9d63-8e1c4a7baf12",
              "step": 1,
              "metrics": {
                "train/reward": 0.75,
                "train/reward_std_dev": 0.2,
                "loss/train": -0.04,
                "val/reward": 0.8
              },
              "created": "2026-11-21T12:05:31.000Z",
              "job_id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
              "kind": "rl",
              "bytes": 9798049
            }
          ],
          "first_id": "b7c1a0de-11f4-4a58-8c52-7d0b3f6a9e01",
          "last_id": "c8d2b1ef-22a5-4b69-9d63-8e1c4a7baf12",
          "has_more": false
        }
      },
      "DeleteCheckpointsRequest": {
        "value": {
          "steps": [
            1,
            7
          ]
        }
      },
      "DeletedCheckpoints": {
        "value": {
          "deleted_count": 1,
          "not_found_steps": [
            7
          ]
        }
      },
      "LogTrajectoriesRequest": {
        "value": {
          "split": "val",
          "trajectory_groups": [
            {
              "trajectories": [
                {
                  "messages_and_choices": [
                    {
                      "role": "user",
                      "content": "Say yes, no or maybe."
                    },
                    {
                      "role": "assistant",
                      "content": "maybe"
                    }
                  ],
                  "reward": 1,
                  "metrics": {
                    "length": 5,
                    "polite": true
                  }
                }
              ]
            }
          ]
        }
      },
      "CheckpointFileList": {
        "value": {
          "object": "list",
          "data": [
            {
              "name": "adapter_config.json",
              "bytes": 617
            },
            {
              "name": "adapter_model.safetensors",
              "bytes": 9797432
            }
          ]
        }
      },
      "ImportAdapterRequest": {
        "value": {
          "artifact_url": "daybreak-artifact:///local/yes-no-maybe/agent-001-adapter:v0"
        }
      },
      "ImportedCheckpoint": {
        "value": {
          "id": "d9e3c2f0-33b6-4c7a-8e74-9f2d5b8cc023",
          "step": 0,
          "metrics": {},
          "created": "2026-11-21T12:01:00.000Z",
          "job_id": null,
          "kind": "import",
          "bytes": 9798049
        }
      },
      "LogPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701",
              "split": "val",
              "groups": 1,
              "trajectories": 1,
              "metrics": {
                "val/reward": 1,
                "val/length": 5,
                "val/polite": 1
              },
              "created": "2026-11-21T12:06:00.000Z"
            }
          ],
          "first_id": "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701",
          "last_id": "5c1d7a34-9e0b-4f6d-8a27-b3c4d5e6f701",
          "has_more": false
        }
      },
      "TrajectorySummaryPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
              "job_id": "7e9a2f53-41c6-4b0e-9c8d-2a5b6c7d8e90",
              "log_id": null,
              "split": "train",
              "step": 1,
              "group": 0,
              "place": 1,
              "group_size": 2,
              "reward": 1,
              "advantage": 1,
              "outcome": "trained",
              "truncated": false,
              "answers": 1,
              "characters": 5,
              "prompt": "Say yes, no or maybe.",
              "answer": "maybe",
              "metrics": {
                "polite": 1
              },
              "has_tokens": true,
              "created": "2026-11-21T12:05:30.000Z"
            }
          ],
          "first_id": "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
          "last_id": "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
          "has_more": false
        }
      },
      "KeptTrajectory": {
        "value": {
          "summary": {
            "id": "91b6f0de-5a0c-4a86-b6f1-0f6a3f0e2c11",
            "job_id": "7e9a2f53-41c6-4b0e-9c8d-2a5b6c7d8e90",
            "log_id": null,
            "split": "train",
            "step": 1,
            "group": 0,
            "place": 1,
            "group_size": 2,
            "reward": 1,
            "advantage": 1,
            "outcome": "trained",
            "truncated": false,
            "answers": 1,
            "characters": 5,
            "prompt": "Say yes, no or maybe.",
            "answer": "maybe",
            "metrics": {
              "polite": 1
            },
            "has_tokens": true,
            "created": "2026-11-21T12:05:30.000Z"
          },
          "trajectory": {
            "messages_and_choices": [
              {
                "role": "user",
                "content": "Say yes, no or maybe."
              },
              {
                "role": "assistant",
                "content": "maybe"
              }
            ],
            "reward": 1,
            "metrics": {
              "polite": true
            }
          }
        }
      },
      "TrajectoryTokens": {
        "value": {
          "sequence": 0,
          "sequences": 1,
          "gradient_step": 1,
          "advantage": 1,
          "weight": 1,
          "ids": [
            9,
            7
          ],
          "bytes": [
            "PHM+",
            "bWF5YmU="
          ],
          "mask": [
            0,
            1
          ],
          "sampled_logprobs": [
            null,
            -1.25
          ],
          "logprobs": [
            null,
            -1.25
          ],
          "ratios": [
            null,
            1
          ],
          "entropies": [
            null,
            1.1
          ],
          "clipped": [
            0,
            0
          ]
        }
      },
      "JobGroupPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "group": 0,
              "size": 2,
              "exceptions": 0,
              "mean": 0.5,
              "std_dev": 0.5,
              "min": 0,
              "max": 1,
              "outcome": "trained"
            }
          ],
          "first_id": "0",
          "last_id": "0",
          "has_more": false
        }
      },
      "TrajectoryGroupPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "trajectories": [
                {
                  "messages_and_choices": [
                    {
                      "role": "user",
                      "content": "Say yes, no or maybe."
                    },
                    {
                      "role": "assistant",
                      "content": "maybe"
                    }
                  ],
                  "reward": 1,
                  "metrics": {
                    "length": 5,
                    "polite": true
                  }
                }
              ]
            }
          ],
          "first_id": "0",
          "last_id": "0",
          "has_more": false
        }
      },
      "LoggedTrajectories": {
        "value": {
          "step": 1,
          "metrics": {
            "val/reward": 1,
            "val/length": 5,
            "val/polite": 1
          }
        }
      },
      "CreateTrainingJobRequest": {
        "summary": "One group of two answers to the same question",
        "value": {
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "trajectory_groups": [
            {
              "trajectories": [
                {
                  "messages_and_choices": [
                    {
                      "role": "user",
                      "content": "Say yes, no or maybe."
                    },
                    {
                      "finish_reason": "stop",
                      "index": 0,
                      "message": {
                        "role": "assistant",
                        "content": "maybe"
                      },
                      "logprobs": {
                        "content": [
                          {
                            "token": "token_id:9",
                            "logprob": -1.2,
                            "bytes": [
                              109,
                              97,
                              121,
                              98,
                              101
                            ],
                            "top_logprobs": []
                          },
                          {
                            "token": "token_id:2",
                            "logprob": -0.1,
                            "bytes": [],
                            "top_logprobs": []
                          }
                        ]
                      },
                      "token_ids": [
                        9,
                        2
                      ],
                      "prompt_token_ids": [
                        1,
                        4093,
                        198
                      ]
                    }
                  ],
                  "reward": 1,
                  "metrics": {
                    "polite": true
                  }
                },
                {
                  "messages_and_choices": [
                    {
                      "role": "user",
                      "content": "Say yes, no or maybe."
                    },
                    {
                      "finish_reason": "stop",
                      "index": 0,
                      "message": {
                        "role": "assistant",
                        "content": "yes"
                      },
                      "logprobs": {
                        "content": [
                          {
                            "token": "token_id:7",
                            "logprob": -0.9,
                            "bytes": [
                              121,
                              101,
                              115
                            ],
                            "top_logprobs": []
                          },
                          {
                            "token": "token_id:2",
                            "logprob": -0.1,
                            "bytes": [],
                            "top_logprobs": []
                          }
                        ]
                      },
                      "token_ids": [
                        7,
                        2
                      ],
                      "prompt_token_ids": [
                        1,
                        4093,
                        198
                      ]
                    }
                  ]
                }
              ]
            }
          ],
          "experimental_config": {
            "learning_rate": 0.00005,
            "loss_fn": "cispo",
            "ppo": false,
            "epsilon": null,
            "kimi_k2_tau": null
          }
        }
      },
      "CreateSftTrainingJobRequest": {
        "value": {
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "training_data_url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0",
          "config": {
            "batch_size": 2,
            "learning_rate": 0.00005,
            "assistant_turns": "all"
          }
        }
      },
      "QueuedTrainingJob": {
        "value": {
          "id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "status": "queued",
          "kind": "rl",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "step": null,
          "steps_done": 0,
          "total_steps": null,
          "retry_of": null,
          "queue_position": 1,
          "config": {
            "learning_rate": 0.00005,
            "loss_fn": "cispo"
          },
          "notice": null,
          "ignored_fields": [],
          "created": "2026-11-21T12:05:00.000Z",
          "training_start": null,
          "training_end": null,
          "error_message": null
        }
      },
      "QueuedSftTrainingJob": {
        "value": {
          "id": "ab5e3071-6b1f-4d1c-904f-30e28d7c6b32",
          "status": "queued",
          "kind": "sft",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "step": null,
          "steps_done": 0,
          "total_steps": null,
          "retry_of": null,
          "queue_position": 1,
          "config": {
            "training_data_url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0",
            "config": {
              "batch_size": 2,
              "learning_rate": 0.00005,
              "assistant_turns": "all"
            },
            "experimental_config": null
          },
          "notice": null,
          "ignored_fields": [],
          "created": "2026-11-21T12:10:00.000Z",
          "training_start": null,
          "training_end": null,
          "error_message": null
        }
      },
      "SucceededTrainingJob": {
        "value": {
          "id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "status": "succeeded",
          "kind": "rl",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "step": 1,
          "steps_done": 1,
          "total_steps": 1,
          "retry_of": null,
          "queue_position": null,
          "config": {
            "learning_rate": 0.00005,
            "loss_fn": "cispo"
          },
          "notice": null,
          "ignored_fields": [],
          "created": "2026-11-21T12:05:00.000Z",
          "training_start": "2026-11-21T12:05:01.000Z",
          "training_end": "2026-11-21T12:05:31.000Z",
          "error_message": null
        }
      },
      "CancelledTrainingJob": {
        "value": {
          "id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "status": "cancelled",
          "kind": "rl",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "step": null,
          "steps_done": 0,
          "total_steps": null,
          "retry_of": null,
          "queue_position": null,
          "config": {
            "learning_rate": 0.00005,
            "loss_fn": "cispo"
          },
          "notice": null,
          "ignored_fields": [],
          "created": "2026-11-21T12:05:00.000Z",
          "training_start": null,
          "training_end": "2026-11-21T12:05:10.000Z",
          "error_message": "The job was cancelled before it started."
        }
      },
      "RetriedTrainingJob": {
        "value": {
          "id": "bc6f4182-7c20-4e2d-a15f-41f39e8d7c43",
          "status": "queued",
          "kind": "rl",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "step": null,
          "steps_done": 3,
          "total_steps": null,
          "retry_of": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "queue_position": 1,
          "config": {
            "learning_rate": 0.00005,
            "loss_fn": "cispo"
          },
          "notice": null,
          "ignored_fields": [],
          "created": "2026-11-21T12:06:00.000Z",
          "training_start": null,
          "training_end": null,
          "error_message": null
        }
      },
      "TrainingJobPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
              "status": "running",
              "kind": "rl",
              "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
              "step": null,
              "steps_done": 0,
              "total_steps": 1,
              "retry_of": null,
              "queue_position": null,
              "config": {
                "learning_rate": 0.00005,
                "loss_fn": "cispo"
              },
              "notice": null,
              "ignored_fields": [],
              "created": "2026-11-21T12:05:00.000Z",
              "training_start": "2026-11-21T12:05:01.000Z",
              "training_end": null,
              "error_message": null
            }
          ],
          "first_id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "last_id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
          "has_more": false
        }
      },
      "TrainingEventPage": {
        "summary": "All events of a job with one gradient step",
        "value": {
          "object": "list",
          "data": [
            {
              "id": "0193a2b0-0000-4000-8000-000000000001",
              "type": "training_started",
              "data": {
                "num_sequences": 1
              }
            },
            {
              "id": "0193a2b0-0000-4000-8000-000000000002",
              "type": "gradient_step",
              "data": {
                "loss/train": -0.04,
                "loss/entropy": 1.1,
                "loss/grad_norm": 0.6,
                "loss/learning_rate": 0.00005
              }
            },
            {
              "id": "0193a2b0-0000-4000-8000-000000000003",
              "type": "training_ended",
              "data": {}
            }
          ],
          "first_id": "0193a2b0-0000-4000-8000-000000000001",
          "last_id": "0193a2b0-0000-4000-8000-000000000003",
          "has_more": false
        }
      },
      "Run": {
        "value": {
          "id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
          "name": "agent-001",
          "entity": "local",
          "project": "yes-no-maybe",
          "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "status": "idle",
          "step": 1,
          "latest": {
            "loss/train": -0.04,
            "grad_norm": 0.31
          },
          "created": "2026-11-21T12:00:00.000Z"
        }
      },
      "RunPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
              "name": "agent-001",
              "entity": "local",
              "project": "yes-no-maybe",
              "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
              "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "status": "idle",
              "step": 1,
              "latest": {
                "loss/train": -0.04,
                "grad_norm": 0.31
              },
              "created": "2026-11-21T12:00:00.000Z"
            }
          ],
          "first_id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
          "last_id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
          "has_more": false
        }
      },
      "RunHistoryPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "1f7e5c2a-0b9d-4a63-9e18-6c2b4d5e7f80",
              "step": 1,
              "gradient_step": 1,
              "job_id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
              "time": "2026-11-21T12:05:31.000Z",
              "metrics": {
                "loss/train": -0.04,
                "grad_norm": 0.31
              }
            }
          ],
          "first_id": "1f7e5c2a-0b9d-4a63-9e18-6c2b4d5e7f80",
          "last_id": "1f7e5c2a-0b9d-4a63-9e18-6c2b4d5e7f80",
          "has_more": false
        }
      },
      "RunMetricList": {
        "value": {
          "object": "list",
          "data": [
            {
              "name": "grad_norm",
              "count": 3,
              "last": 0.31,
              "min": 0.29,
              "max": 0.6,
              "first_step": 1,
              "last_step": 1
            },
            {
              "name": "loss/train",
              "count": 3,
              "last": -0.04,
              "min": -0.04,
              "max": 0.02,
              "first_step": 1,
              "last_step": 1
            }
          ]
        }
      },
      "RunSeries": {
        "value": {
          "x": "gradient_step",
          "records": 3,
          "bucketed": true,
          "metrics": {
            "loss/train": {
              "x": [
                1,
                3
              ],
              "min": [
                0.02,
                -0.04
              ],
              "max": [
                0.02,
                0
              ],
              "mean": [
                0.02,
                -0.02
              ],
              "last": [
                0.02,
                -0.04
              ],
              "count": [
                1,
                2
              ]
            }
          }
        }
      },
      "CreateArtifactRequest": {
        "value": {
          "name": "agent-001-sft-data",
          "project": "yes-no-maybe",
          "entity": "local"
        }
      },
      "CreatedArtifact": {
        "value": {
          "id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
          "url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0"
        }
      },
      "FileAddress": {
        "value": {
          "url": "https://daybreak.s3.us-east-1.amazonaws.com/artifacts/3e8c7b19/train.jsonl?X-Amz-Signature=0f1e",
          "expires_in": 900
        }
      },
      "Artifact": {
        "value": {
          "id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
          "url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0",
          "entity": "local",
          "project": "yes-no-maybe",
          "name": "agent-001-sft-data",
          "version": 0,
          "created": "2026-11-21T12:08:00.000Z",
          "files": [
            {
              "name": "train.jsonl",
              "bytes": 15234,
              "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
            }
          ]
        }
      },
      "ArtifactPage": {
        "value": {
          "object": "list",
          "data": [
            {
              "id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
              "url": "daybreak-artifact:///local/yes-no-maybe/agent-001-sft-data:v0",
              "entity": "local",
              "project": "yes-no-maybe",
              "name": "agent-001-sft-data",
              "version": 0,
              "created": "2026-11-21T12:08:00.000Z",
              "files": []
            }
          ],
          "first_id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
          "last_id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
          "has_more": false
        }
      },
      "DeletedArtifact": {
        "value": {
          "id": "3e8c7b19-6d2a-4e0f-b1a4-c5d6e7f80912",
          "deleted": true
        }
      },
      "TrainingData": {
        "summary": "The train.jsonl of an SFT job, one conversation per line",
        "value": "{\"messages\":[{\"role\":\"user\",\"content\":\"Is water wet?\"},{\"role\":\"assistant\",\"content\":\"yes\"}]}\n{\"messages\":[{\"role\":\"user\",\"content\":\"Is ice hot?\"},{\"role\":\"assistant\",\"content\":\"no\"}]}\n"
      },
      "ArtifactFile": {
        "value": {
          "name": "train.jsonl",
          "bytes": 15234,
          "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        }
      },
      "JobUpdate": {
        "summary": "A change of a job",
        "value": {
          "id": "41",
          "data": "{\"type\":\"job\",\"id\":\"9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21\",\"model_id\":\"6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10\",\"cursor\":\"41\"}"
        }
      },
      "UpdateReset": {
        "summary": "Some changes were lost",
        "value": {
          "id": "10481",
          "data": "{\"type\":\"reset\",\"id\":null,\"model_id\":null,\"cursor\":\"10481\"}"
        }
      },
      "UpdatePage": {
        "value": {
          "object": "list",
          "data": [
            {
              "type": "run",
              "id": "0d2f1c9e-8a43-4b55-a3e7-5f0f6f3c2b11",
              "model_id": "6f1b0a52-3c1e-4f6a-9d55-1b1f0c4e7a10",
              "cursor": "42"
            }
          ],
          "cursor": "42",
          "has_more": false
        }
      },
      "CreateSessionRequest": {
        "summary": "With the code of the link that the server prints at start-up",
        "value": {
          "code": "3q2-7wAfR1yZbX0cVt5uKq8LmNpJhGdS"
        }
      },
      "CreateSessionFromKey": {
        "summary": "With the API key of the request, for an hour, and for chat only",
        "value": {
          "scopes": [
            "chat"
          ],
          "expires_in": 3600
        }
      },
      "Session": {
        "value": {
          "id": "4fGh2KqLm8Zx",
          "token": "db_4fGh2KqLm8Zx_Qw3rTy6uIo9pAs2dFg5hJk8lZx1cVb4nMq7wEr0tYu3",
          "expires": "2026-11-22T00:00:00.000Z",
          "scopes": [
            "admin"
          ],
          "owner": "local",
          "key_id": "9bNm3VcXz7Lk"
        }
      },
      "DeletedSession": {
        "value": {
          "deleted": true
        }
      },
      "Key": {
        "value": {
          "id": "4fGh2KqLm8Zx",
          "name": "first key",
          "owner": "local",
          "scopes": [
            "admin"
          ],
          "expires": "2026-11-22T00:00:00.000Z",
          "session": true,
          "limits": {
            "requests_in_flight": 4096,
            "requests_per_second": 20000
          }
        }
      },
      "Contract": {
        "summary": "The beginning of the file",
        "value": {
          "openapi": "3.1.0",
          "info": {
            "title": "Daybreak",
            "version": "0.2.0"
          }
        }
      },
      "Version": {
        "value": {
          "version": "0.2.0"
        }
      },
      "Load": {
        "value": {
          "server_load": 3
        }
      },
      "Stats": {
        "value": {
          "uptime_seconds": 5400,
          "memory_bytes": 268435456,
          "requests": 3,
          "jobs": {
            "queued": 1,
            "running": 1
          },
          "engines": [
            {
              "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "running": 3,
              "waiting": 0,
              "tokens_per_second": 41.5,
              "tokens": 180224,
              "cache_tokens": 11648,
              "cache_tokens_used": 1536,
              "prefix_tokens_asked": 96000,
              "prefix_tokens_found": 64000,
              "preemptions": 0,
              "adapter_slots": 8,
              "adapters": 1
            }
          ],
          "device": {
            "adapter": "llvmpipe (LLVM 19.1.7, 256 bits)",
            "vendor": "mesa",
            "backend": "vulkan",
            "fallback": true,
            "features": [
              "shader-f16",
              "subgroups"
            ],
            "max_binding_bytes": 134217728,
            "memory_bytes": 22861721600,
            "memory_source": "machine"
          },
          "training": {
            "jobs": 4,
            "job_bytes": 4116185088,
            "room_bytes": 16464740352,
            "source": "machine"
          },
          "training_jobs": [
            {
              "job_id": "9a4d2f60-5a0e-4c0b-8f3e-2f1d7c6b5a21",
              "model": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "bytes": 1073741824
            }
          ],
          "models": [
            {
              "id": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "parameters": 134515008,
              "weight_bytes": 144811008,
              "weights": [
                {
                  "stored": "q4_1",
                  "kept": "q4",
                  "parameters": 106168320
                },
                {
                  "stored": "q8_0",
                  "kept": "q8",
                  "parameters": 28311552
                }
              ],
              "adapter_bytes": 625213440,
              "max_position_embeddings": 8192,
              "context_length": 8192,
              "full_sequences": 1,
              "training_tokens": 8192,
              "cache_tokens": 11648,
              "cache_bytes": 536739840,
              "cache_type": "f32",
              "precision": "f32"
            }
          ],
          "disk": {
            "total_bytes": 512110190592,
            "free_bytes": 201863462912,
            "reserve_bytes": 268435456
          }
        }
      },
      "TokenizerInfo": {
        "value": {
          "tokenizer_class": "GPT2Tokenizer",
          "eos_token": "<|im_end|>",
          "model_max_length": 8192,
          "chat_template": "{% for message in messages %}{{ message['content'] }}{% endfor %}"
        }
      },
      "Health": {
        "value": {
          "status": "ok",
          "version": "0.2.0"
        }
      },
      "Metrics": {
        "summary": "The first lines",
        "value": "# HELP vllm:num_requests_running Number of requests in model execution batches.\n# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{model_name=\"HuggingFaceTB/SmolLM2-135M-Instruct\",engine=\"0\"} 3\n"
      },
      "Liveness": {
        "value": {
          "status": "alive"
        }
      },
      "Readiness": {
        "value": {
          "status": "ready"
        }
      },
      "WorkerList": {
        "value": {
          "data": [
            {
              "id": "6f1d2c3b-4a59-4e68-b777-8695a4b3c2d1",
              "name": "gpu-1-1042",
              "version": "0.2.0",
              "role": "all",
              "state": "ready",
              "load": 3,
              "since": "2026-11-22T00:00:00.000Z",
              "heard": "2026-11-22T00:10:00.500Z",
              "models": [
                {
                  "id": "HuggingFaceTB/SmolLM2-135M-Instruct",
                  "class": "0f4c9b7ad21e6358",
                  "context_length": 8192,
                  "training_length": 8192,
                  "places": 16384
                }
              ]
            }
          ],
          "warnings": []
        }
      },
      "SystemCheck": {
        "value": {
          "api": {
            "success": true,
            "duration": 0.0001,
            "errors": []
          },
          "database": {
            "success": true,
            "duration": 0.0004,
            "errors": []
          },
          "cpu_queue": {
            "success": true,
            "duration": 0.0002,
            "errors": []
          },
          "gpu_queue": {
            "success": true,
            "duration": 0.003,
            "errors": []
          },
          "device": {
            "adapter": "llvmpipe (LLVM 19.1.7, 256 bits)",
            "vendor": "mesa",
            "backend": "vulkan",
            "fallback": true,
            "features": [
              "shader-f16",
              "subgroups"
            ],
            "max_binding_bytes": 134217728,
            "memory_bytes": 22861721600,
            "memory_source": "machine"
          },
          "training": {
            "jobs": 4,
            "job_bytes": 4116185088,
            "room_bytes": 16464740352,
            "source": "machine"
          },
          "models": [
            {
              "id": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "parameters": 134515008,
              "weight_bytes": 144811008,
              "weights": [
                {
                  "stored": "q4_1",
                  "kept": "q4",
                  "parameters": 106168320
                },
                {
                  "stored": "q8_0",
                  "kept": "q8",
                  "parameters": 28311552
                }
              ],
              "adapter_bytes": 625213440,
              "max_position_embeddings": 8192,
              "context_length": 8192,
              "full_sequences": 1,
              "training_tokens": 8192,
              "cache_tokens": 11648,
              "cache_bytes": 536739840,
              "cache_type": "f32",
              "precision": "f32"
            }
          ],
          "disk": {
            "total_bytes": 512110190592,
            "free_bytes": 201863462912,
            "reserve_bytes": 268435456
          },
          "workers": [
            {
              "id": "6f1d2c3b-4a59-4e68-b777-8695a4b3c2d1",
              "name": "gpu-1-1042",
              "version": "0.2.0",
              "role": "all",
              "state": "ready",
              "load": 3,
              "since": "2026-11-22T00:00:00.000Z",
              "heard": "2026-11-22T00:10:00.500Z",
              "models": [
                {
                  "id": "HuggingFaceTB/SmolLM2-135M-Instruct",
                  "class": "0f4c9b7ad21e6358",
                  "context_length": 8192,
                  "training_length": 8192,
                  "places": 16384
                }
              ]
            }
          ],
          "warnings": []
        }
      },
      "SystemCheckFailure": {
        "value": {
          "error": {
            "message": "gpu_queue: the compute process is starting again",
            "type": "server_error",
            "param": null,
            "code": "compute_unavailable"
          },
          "detail": "gpu_queue: the compute process is starting again",
          "api": {
            "success": true,
            "duration": 0.0001,
            "errors": []
          },
          "database": {
            "success": true,
            "duration": 0.0004,
            "errors": []
          },
          "cpu_queue": {
            "success": true,
            "duration": 0.0002,
            "errors": []
          },
          "gpu_queue": {
            "success": false,
            "duration": 0.003,
            "errors": [
              "the compute process is starting again"
            ]
          },
          "device": null,
          "training": null,
          "models": [],
          "disk": {
            "total_bytes": 512110190592,
            "free_bytes": 201863462912,
            "reserve_bytes": 268435456
          },
          "workers": [],
          "warnings": []
        }
      },
      "TinkerClientConfigRequest": {
        "value": {
          "sdk_version": "0.38.0"
        }
      },
      "TinkerClientConfig": {
        "value": {
          "pjwt_auth_enabled": false,
          "parallel_fwdbwd_chunks": false,
          "proto_compress_fwdbwd": false,
          "sample_use_retrieve_futures": false,
          "custom_loss_server_side": false,
          "sample_join_sampling_session": false,
          "fwdbwd_max_chunk_len": 1024,
          "fwdbwd_max_chunk_bytes_count": 5000000,
          "sample_max_concurrent_requests": 512
        }
      },
      "TinkerClientDynamicConfig": {
        "value": {
          "refresh_interval_sec": 300,
          "sample_cancel_enabled": true
        }
      },
      "TinkerCreateSessionRequest": {
        "value": {
          "tags": [],
          "sdk_version": "0.38.0"
        }
      },
      "TinkerSession": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47"
        }
      },
      "TinkerSessionRequest": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47"
        }
      },
      "TinkerAck": {
        "value": {
          "type": "ack"
        }
      },
      "TinkerHeartbeat": {
        "value": {
          "type": "session_heartbeat"
        }
      },
      "TinkerFinishRequest": {
        "value": {
          "reason": {
            "type": "success"
          }
        }
      },
      "TinkerTelemetryRequest": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
          "events": []
        }
      },
      "TinkerTelemetryAck": {
        "value": {
          "status": "accepted"
        }
      },
      "TinkerHealth": {
        "value": {
          "status": "ok"
        }
      },
      "TinkerCapabilities": {
        "value": {
          "supported_models": [
            {
              "model_name": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "max_context_length": 8192,
              "trainable": true,
              "sampleable": true
            }
          ]
        }
      },
      "TinkerCreateModelRequest": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
          "model_seq_id": 0,
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "lora_config": {
            "rank": 16,
            "train_unembed": true,
            "train_mlp": true,
            "train_attn": true
          }
        }
      },
      "TinkerFuture": {
        "value": {
          "request_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e",
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0"
        }
      },
      "TinkerSampleFuture": {
        "value": {
          "request_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e",
          "model_id": null,
          "sample_sequence_ids": [
            "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e:0"
          ]
        }
      },
      "TinkerModelRequest": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0"
        }
      },
      "TinkerModelInfo": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "model_data": {
            "model_name": "HuggingFaceTB/SmolLM2-135M-Instruct",
            "tokenizer_id": "HuggingFaceTB/SmolLM2-135M-Instruct"
          },
          "is_lora": true,
          "lora_rank": 16
        }
      },
      "TinkerOptimStepRequest": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "seq_id": 2,
          "adam_params": {
            "learning_rate": 0.0001,
            "beta1": 0.9,
            "beta2": 0.95,
            "eps": 1e-12,
            "weight_decay": 0,
            "grad_clip_norm": 0
          }
        }
      },
      "TinkerSaveWeightsRequest": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "seq_id": 3,
          "path": "step-10",
          "overwrite": false
        }
      },
      "TinkerSaveSamplerRequest": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "seq_id": 4,
          "sampling_session_seq_id": 0,
          "kind": "snapshot"
        }
      },
      "TinkerSaveExternalRequest": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "seq_id": 5,
          "path": "final",
          "ttl_seconds": 3600
        }
      },
      "TinkerLoadWeightsRequest": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
          "model_seq_id": 1,
          "path": "tinker://5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0/weights/step-10",
          "optimizer": true
        }
      },
      "TinkerCreateSamplingSessionRequest": {
        "value": {
          "session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47",
          "sampling_session_seq_id": 0,
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct"
        }
      },
      "TinkerSamplingSession": {
        "value": {
          "sampling_session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0"
        }
      },
      "TinkerSampler": {
        "value": {
          "sampler_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0",
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "model_path": null
        }
      },
      "TinkerSampleRequest": {
        "value": {
          "sampling_session_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0",
          "seq_id": 0,
          "num_samples": 2,
          "prompt": {
            "chunks": [
              {
                "type": "encoded_text",
                "tokens": [
                  504,
                  2388,
                  314
                ]
              }
            ]
          },
          "sampling_params": {
            "max_tokens": 8,
            "temperature": 1
          }
        }
      },
      "TinkerCancelRequest": {
        "value": {
          "request_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e"
        }
      },
      "TinkerRetrieveRequest": {
        "value": {
          "request_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e",
          "allow_metadata_only": true
        }
      },
      "WandbQuery": {
        "value": {
          "query": "query Viewer { viewer { id entity } }",
          "operationName": "Viewer",
          "variables": {}
        }
      },
      "WandbAnswer": {
        "value": {
          "data": {
            "viewer": {
              "id": "local",
              "entity": "local"
            }
          }
        }
      },
      "WandbFileStream": {
        "value": {
          "files": {
            "wandb-history.jsonl": {
              "offset": 0,
              "content": [
                "{\"_step\":0,\"loss\":0.5}"
              ]
            }
          }
        }
      },
      "WandbFileStreamAck": {
        "value": {
          "exitcode": null,
          "limits": {}
        }
      },
      "WandbFileAck": {
        "value": {
          "bytes": 1024
        }
      },
      "TinkerResult": {
        "value": {
          "model_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0"
        }
      },
      "TinkerTryAgain": {
        "value": {
          "error": {
            "message": "The result is not ready yet. Try again.",
            "type": "invalid_request_error",
            "param": null,
            "code": "request_timeout"
          },
          "detail": "The result is not ready yet. Try again.",
          "type": "try_again",
          "request_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0:8f14e45f-ceea-467f-a8f4-0d7d6f0f1c2e",
          "queue_state": "active"
        }
      },
      "TinkerPathRequest": {
        "value": {
          "tinker_path": "tinker://5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0/weights/step-10"
        }
      },
      "TinkerWeightsInfo": {
        "value": {
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "is_lora": true,
          "lora_rank": 16,
          "train_unembed": false,
          "train_mlp": true,
          "train_attn": true
        }
      },
      "TinkerTtlRequest": {
        "value": {
          "ttl_seconds": 86400
        }
      },
      "TinkerTrainingRun": {
        "value": {
          "training_run_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
          "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
          "model_owner": "local",
          "is_lora": true,
          "corrupted": false,
          "lora_rank": 32,
          "last_request_time": "2026-11-22T00:10:00.000Z",
          "last_checkpoint": {
            "checkpoint_id": "weights/step-10",
            "checkpoint_type": "training",
            "time": "2026-11-22T00:10:00.000Z",
            "tinker_path": "tinker://5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0/weights/step-10",
            "size_bytes": 117964800,
            "public": false,
            "user_metadata": null,
            "expires_at": null
          },
          "last_sampler_checkpoint": null,
          "user_metadata": {
            "experiment": "first"
          }
        }
      },
      "TinkerFileUrls": {
        "value": {
          "urls": {
            "adapter_config.json": "http://127.0.0.1:8484/tinker/api/v1/files/eyJvIjoibG9jYWwifQ.6Zl0aQ",
            "adapter_model.safetensors": "http://127.0.0.1:8484/tinker/api/v1/files/eyJvIjoibG9jYWxsIn0.7Zl0aQ"
          },
          "expires": "2026-11-22T01:10:00.000Z"
        }
      },
      "TinkerTrainingRunList": {
        "value": {
          "training_runs": [
            {
              "training_run_id": "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0",
              "base_model": "HuggingFaceTB/SmolLM2-135M-Instruct",
              "model_owner": "local",
              "is_lora": true,
              "corrupted": false,
              "lora_rank": 32,
              "last_request_time": "2026-11-22T00:10:00.000Z",
              "last_checkpoint": {
                "checkpoint_id": "weights/step-10",
                "checkpoint_type": "training",
                "time": "2026-11-22T00:10:00.000Z",
                "tinker_path": "tinker://5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0/weights/step-10",
                "size_bytes": 117964800,
                "public": false,
                "user_metadata": null,
                "expires_at": null
              },
              "last_sampler_checkpoint": null,
              "user_metadata": {
                "experiment": "first"
              }
            }
          ],
          "cursor": {
            "offset": 0,
            "limit": 20,
            "total_count": 1
          }
        }
      },
      "TinkerSessionList": {
        "value": {
          "sessions": [
            "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47"
          ]
        }
      },
      "TinkerSessionContents": {
        "value": {
          "training_run_ids": [
            "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0"
          ],
          "sampler_ids": [
            "5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:sample:0"
          ],
          "user_metadata": null
        }
      },
      "TinkerCheckpointList": {
        "value": {
          "checkpoints": [
            {
              "checkpoint_id": "weights/step-10",
              "checkpoint_type": "training",
              "time": "2026-11-22T00:10:00.000Z",
              "tinker_path": "tinker://5b0f6a3e-93c7-4d0e-8a55-0c9d1f2e3a47:train:0/weights/step-10",
              "size_bytes": 117964800,
              "public": false,
              "user_metadata": null,
              "expires_at": null
            }
          ],
          "cursor": {
            "offset": 0,
            "limit": 100,
            "total_count": 1
          }
        }
      }
    }
  }
};

export const document = contract as Document;
