# Generated from openapi.yaml by `npm run clients`: do not edit.
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.chat_completion_request_reasoning_effort_type_0 import (
    ChatCompletionRequestReasoningEffortType0,
    check_chat_completion_request_reasoning_effort_type_0,
)
from ..models.chat_completion_request_tool_choice_type_0 import (
    ChatCompletionRequestToolChoiceType0,
    check_chat_completion_request_tool_choice_type_0,
)
from ..models.chat_completion_request_truncation_side_type_0 import (
    ChatCompletionRequestTruncationSideType0,
    check_chat_completion_request_truncation_side_type_0,
)
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chat_completion_request_logit_bias_type_0 import ChatCompletionRequestLogitBiasType0
    from ..models.chat_document import ChatDocument
    from ..models.chat_message import ChatMessage
    from ..models.chat_tool import ChatTool
    from ..models.engine_arguments import EngineArguments
    from ..models.free_object import FreeObject
    from ..models.logits_processor import LogitsProcessor
    from ..models.named_tool_choice import NamedToolChoice
    from ..models.repetition_detection import RepetitionDetection
    from ..models.response_format import ResponseFormat
    from ..models.stream_options import StreamOptions
    from ..models.structured_outputs import StructuredOutputs


T = TypeVar("T", bound="ChatCompletionRequest")


@_attrs_define
class ChatCompletionRequest:
    """
    Attributes:
        messages (list[ChatMessage]): A list of messages comprising the conversation so far.
        model (None | str | Unset): Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the
            newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or
            first, base model.
        frequency_penalty (float | None | Unset): Penalizes tokens by their number of occurrences in the answer so far:
            subtracted from the token's logit for each one.
        presence_penalty (float | None | Unset): Penalizes tokens that have occurred in the answer so far: subtracted
            once from the token's logit.
        repetition_penalty (float | None | Unset): Penalizes tokens in the prompt or the answer so far: divides positive
            logits and multiplies negative ones.
        logit_bias (ChatCompletionRequestLogitBiasType0 | None | Unset): Maps token ids to values that are added to the
            logits, clamped to -100 to 100.
        logprobs (bool | None | Unset): Return log-probabilities of the generated tokens. They are returned in any case.
        top_logprobs (int | None | Unset): Number of most likely tokens to return at each position; requires `logprobs`.
        max_tokens (int | None | Unset): Deprecated in favour of `max_completion_tokens`, which takes precedence.
        max_completion_tokens (int | None | Unset): Maximum number of tokens to generate. Null or absent is the rest of
            the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in
            all its choices together.
        n (int | None | Unset): Number of choices to generate. With beam search it is the beam width, at most 32.
        response_format (None | ResponseFormat | Unset):
        seed (int | None | Unset): Seed for sampling. A sampled token depends only on the seed, the position and the
            token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.
        stop (list[str] | None | str | Unset): Texts at which generation stops. They are not part of the answer.
        stream (bool | None | Unset): Stream the response as server-sent events.
        stream_options (None | StreamOptions | Unset):
        temperature (float | None | Unset): Sampling temperature. 0 is greedy.
        top_p (float | None | Unset): Nucleus sampling: sample from the most likely tokens whose cumulative probability
            reaches this value.
        top_k (int | None | Unset): Sample from this many most likely tokens. 0 and -1 include all.
        min_p (float | None | Unset): Sample from tokens with at least this probability, relative to the most likely
            token.
        tools (list[ChatTool] | None | Unset): Functions that the model may call.
        tool_choice (ChatCompletionRequestToolChoiceType0 | NamedToolChoice | None | Unset): Defaults to `none` without
            tools and to `auto` with tools.
        reasoning_effort (ChatCompletionRequestReasoningEffortType0 | None | Unset): Passed to the chat template.
        include_reasoning (bool | None | Unset): If false, `reasoning` and `reasoning_content` are omitted from the
            response.
        parallel_tool_calls (bool | None | Unset): If false, only the first tool call is returned.
        user (None | str | Unset): Has no effect.
        use_beam_search (bool | None | Unset): Use beam search to find the most likely answers.
        length_penalty (float | None | Unset): Beam search ranks by log-probability divided by length to this power.
        stop_token_ids (list[int] | None | Unset): Token ids at which generation stops.
        include_stop_str_in_output (bool | None | Unset): Include the stop text in the answer.
        ignore_eos (bool | None | Unset): Continue after the model's end-of-sequence token.
        min_tokens (int | None | Unset): Minimum number of tokens to generate before generation may stop.
        skip_special_tokens (bool | None | Unset): Omit special tokens from the text.
        spaces_between_special_tokens (bool | None | Unset): Add spaces between special tokens that are kept, if the
            tokenizer does so; tokenizers of the served models do not.
        truncate_prompt_tokens (int | None | Unset): Keep only this many tokens of the prompt, by default the last ones;
            -1 keeps as many as fit.
        truncation_side (ChatCompletionRequestTruncationSideType0 | None | Unset): Side from which
            `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.
        prompt_logprobs (int | None | Unset): Return log-probabilities of the prompt's tokens, with this many
            alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in
            all its choices together.
        logprob_token_ids (list[int] | None | Unset): Return the log-probabilities of these tokens at each position, in
            this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search.
        stream_interval (int | None | Unset): Number of tokens per chunk of a stream. The first token and the last ones
            are sent at once. Beam search sends all tokens at the end.
        allowed_token_ids (list[int] | None | Unset): If set, only these token ids may be sampled.
        bad_words (list[str] | None | Unset): Texts that must not be generated. The last token of a text is not sampled
            if the preceding tokens match.
        echo (bool | None | Unset): Prepend the last message to the answer if both have the same role.
        add_generation_prompt (bool | None | Unset): Add the generation prompt of the chat template, which opens the
            assistant's turn.
        continue_final_message (bool | None | Unset): Leave the last message open, so that the model continues it.
            Requires `add_generation_prompt` false.
        add_special_tokens (bool | None | Unset): Add the tokenizer's special tokens in addition to those of the chat
            template.
        documents (list[ChatDocument] | None | Unset): Documents passed to the chat template.
        chat_template (None | str | Unset): A Jinja template that replaces the model's chat template.
        chat_template_kwargs (FreeObject | None | Unset): Additional variables for the chat template. A `chat_template`
            among them is used if the field of that name is absent.
        mm_processor_kwargs (FreeObject | None | Unset): Only null or {}, as no model served here takes images.
        structured_outputs (None | StructuredOutputs | Unset):
        priority (int | None | Unset): Among requests of the same owner, a lower value is handled earlier. Owners are
            served in turn, whatever the priorities of their requests.
        request_id (None | str | Unset): The response id is `chatcmpl-` followed by this. Defaults to a random UUID.
        logits_processors (list[LogitsProcessor | str] | None | Unset): Names of processors that are registered with the
            server.
        return_tokens_as_token_ids (bool | None | Unset): Return each `token` of the log-probabilities as
            `token_id:{id}`.
        return_token_ids (bool | None | Unset): Return `prompt_token_ids` at the top level, and `token_ids` in the
            chunks of a stream.
        cache_salt (None | str | Unset): Cached prefixes are shared only by requests with the same salt.
        prompt_cache_key (None | str | Unset): In a cluster, requests with the same key and a long shared prefix are
            sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to
            the first question are used instead. Without a cluster it has no effect.
        kv_transfer_params (FreeObject | None | Unset): Only null or {}, as nothing is transferred here.
        engine_xargs (EngineArguments | None | Unset):
        vllm_xargs (EngineArguments | None | Unset): Alias of `engine_xargs`.
        thinking_token_budget (int | None | Unset): Maximum number of reasoning tokens. After them the token that ends
            the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam
            search.
        speculation (bool | None | Unset): Use speculative decoding: draft tokens by prompt lookup and from tokens
            forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their
            speed. false drafts none.
        repetition_detection (None | RepetitionDetection | Unset):
    """

    messages: list[ChatMessage]
    model: None | str | Unset = UNSET
    frequency_penalty: float | None | Unset = UNSET
    presence_penalty: float | None | Unset = UNSET
    repetition_penalty: float | None | Unset = UNSET
    logit_bias: ChatCompletionRequestLogitBiasType0 | None | Unset = UNSET
    logprobs: bool | None | Unset = UNSET
    top_logprobs: int | None | Unset = UNSET
    max_tokens: int | None | Unset = UNSET
    max_completion_tokens: int | None | Unset = UNSET
    n: int | None | Unset = UNSET
    response_format: None | ResponseFormat | Unset = UNSET
    seed: int | None | Unset = UNSET
    stop: list[str] | None | str | Unset = UNSET
    stream: bool | None | Unset = UNSET
    stream_options: None | StreamOptions | Unset = UNSET
    temperature: float | None | Unset = UNSET
    top_p: float | None | Unset = UNSET
    top_k: int | None | Unset = UNSET
    min_p: float | None | Unset = UNSET
    tools: list[ChatTool] | None | Unset = UNSET
    tool_choice: ChatCompletionRequestToolChoiceType0 | NamedToolChoice | None | Unset = UNSET
    reasoning_effort: ChatCompletionRequestReasoningEffortType0 | None | Unset = UNSET
    include_reasoning: bool | None | Unset = UNSET
    parallel_tool_calls: bool | None | Unset = UNSET
    user: None | str | Unset = UNSET
    use_beam_search: bool | None | Unset = UNSET
    length_penalty: float | None | Unset = UNSET
    stop_token_ids: list[int] | None | Unset = UNSET
    include_stop_str_in_output: bool | None | Unset = UNSET
    ignore_eos: bool | None | Unset = UNSET
    min_tokens: int | None | Unset = UNSET
    skip_special_tokens: bool | None | Unset = UNSET
    spaces_between_special_tokens: bool | None | Unset = UNSET
    truncate_prompt_tokens: int | None | Unset = UNSET
    truncation_side: ChatCompletionRequestTruncationSideType0 | None | Unset = UNSET
    prompt_logprobs: int | None | Unset = UNSET
    logprob_token_ids: list[int] | None | Unset = UNSET
    stream_interval: int | None | Unset = UNSET
    allowed_token_ids: list[int] | None | Unset = UNSET
    bad_words: list[str] | None | Unset = UNSET
    echo: bool | None | Unset = UNSET
    add_generation_prompt: bool | None | Unset = UNSET
    continue_final_message: bool | None | Unset = UNSET
    add_special_tokens: bool | None | Unset = UNSET
    documents: list[ChatDocument] | None | Unset = UNSET
    chat_template: None | str | Unset = UNSET
    chat_template_kwargs: FreeObject | None | Unset = UNSET
    mm_processor_kwargs: FreeObject | None | Unset = UNSET
    structured_outputs: None | StructuredOutputs | Unset = UNSET
    priority: int | None | Unset = UNSET
    request_id: None | str | Unset = UNSET
    logits_processors: list[LogitsProcessor | str] | None | Unset = UNSET
    return_tokens_as_token_ids: bool | None | Unset = UNSET
    return_token_ids: bool | None | Unset = UNSET
    cache_salt: None | str | Unset = UNSET
    prompt_cache_key: None | str | Unset = UNSET
    kv_transfer_params: FreeObject | None | Unset = UNSET
    engine_xargs: EngineArguments | None | Unset = UNSET
    vllm_xargs: EngineArguments | None | Unset = UNSET
    thinking_token_budget: int | None | Unset = UNSET
    speculation: bool | None | Unset = UNSET
    repetition_detection: None | RepetitionDetection | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.chat_completion_request_logit_bias_type_0 import ChatCompletionRequestLogitBiasType0  # noqa: PLC0415
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.logits_processor import LogitsProcessor  # noqa: PLC0415
        from ..models.named_tool_choice import NamedToolChoice  # noqa: PLC0415
        from ..models.repetition_detection import RepetitionDetection  # noqa: PLC0415
        from ..models.response_format import ResponseFormat  # noqa: PLC0415
        from ..models.stream_options import StreamOptions  # noqa: PLC0415
        from ..models.structured_outputs import StructuredOutputs  # noqa: PLC0415

        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        model: None | str | Unset
        if isinstance(self.model, Unset):
            model = UNSET
        else:
            model = self.model

        frequency_penalty: float | None | Unset
        if isinstance(self.frequency_penalty, Unset):
            frequency_penalty = UNSET
        else:
            frequency_penalty = self.frequency_penalty

        presence_penalty: float | None | Unset
        if isinstance(self.presence_penalty, Unset):
            presence_penalty = UNSET
        else:
            presence_penalty = self.presence_penalty

        repetition_penalty: float | None | Unset
        if isinstance(self.repetition_penalty, Unset):
            repetition_penalty = UNSET
        else:
            repetition_penalty = self.repetition_penalty

        logit_bias: dict[str, Any] | None | Unset
        if isinstance(self.logit_bias, Unset):
            logit_bias = UNSET
        elif isinstance(self.logit_bias, ChatCompletionRequestLogitBiasType0):
            logit_bias = self.logit_bias.to_dict()
        else:
            logit_bias = self.logit_bias

        logprobs: bool | None | Unset
        if isinstance(self.logprobs, Unset):
            logprobs = UNSET
        else:
            logprobs = self.logprobs

        top_logprobs: int | None | Unset
        if isinstance(self.top_logprobs, Unset):
            top_logprobs = UNSET
        else:
            top_logprobs = self.top_logprobs

        max_tokens: int | None | Unset
        if isinstance(self.max_tokens, Unset):
            max_tokens = UNSET
        else:
            max_tokens = self.max_tokens

        max_completion_tokens: int | None | Unset
        if isinstance(self.max_completion_tokens, Unset):
            max_completion_tokens = UNSET
        else:
            max_completion_tokens = self.max_completion_tokens

        n: int | None | Unset
        if isinstance(self.n, Unset):
            n = UNSET
        else:
            n = self.n

        response_format: dict[str, Any] | None | Unset
        if isinstance(self.response_format, Unset):
            response_format = UNSET
        elif isinstance(self.response_format, ResponseFormat):
            response_format = self.response_format.to_dict()
        else:
            response_format = self.response_format

        seed: int | None | Unset
        if isinstance(self.seed, Unset):
            seed = UNSET
        else:
            seed = self.seed

        stop: list[str] | None | str | Unset
        if isinstance(self.stop, Unset):
            stop = UNSET
        elif isinstance(self.stop, list):
            stop = self.stop

        else:
            stop = self.stop

        stream: bool | None | Unset
        if isinstance(self.stream, Unset):
            stream = UNSET
        else:
            stream = self.stream

        stream_options: dict[str, Any] | None | Unset
        if isinstance(self.stream_options, Unset):
            stream_options = UNSET
        elif isinstance(self.stream_options, StreamOptions):
            stream_options = self.stream_options.to_dict()
        else:
            stream_options = self.stream_options

        temperature: float | None | Unset
        if isinstance(self.temperature, Unset):
            temperature = UNSET
        else:
            temperature = self.temperature

        top_p: float | None | Unset
        if isinstance(self.top_p, Unset):
            top_p = UNSET
        else:
            top_p = self.top_p

        top_k: int | None | Unset
        if isinstance(self.top_k, Unset):
            top_k = UNSET
        else:
            top_k = self.top_k

        min_p: float | None | Unset
        if isinstance(self.min_p, Unset):
            min_p = UNSET
        else:
            min_p = self.min_p

        tools: list[dict[str, Any]] | None | Unset
        if isinstance(self.tools, Unset):
            tools = UNSET
        elif isinstance(self.tools, list):
            tools = []
            for tools_type_0_item_data in self.tools:
                tools_type_0_item = tools_type_0_item_data.to_dict()
                tools.append(tools_type_0_item)

        else:
            tools = self.tools

        tool_choice: dict[str, Any] | None | str | Unset
        if isinstance(self.tool_choice, Unset):
            tool_choice = UNSET
        elif isinstance(self.tool_choice, str):
            tool_choice = self.tool_choice
        elif isinstance(self.tool_choice, NamedToolChoice):
            tool_choice = self.tool_choice.to_dict()
        else:
            tool_choice = self.tool_choice

        reasoning_effort: None | str | Unset
        if isinstance(self.reasoning_effort, Unset):
            reasoning_effort = UNSET
        elif isinstance(self.reasoning_effort, str):
            reasoning_effort = self.reasoning_effort
        else:
            reasoning_effort = self.reasoning_effort

        include_reasoning: bool | None | Unset
        if isinstance(self.include_reasoning, Unset):
            include_reasoning = UNSET
        else:
            include_reasoning = self.include_reasoning

        parallel_tool_calls: bool | None | Unset
        if isinstance(self.parallel_tool_calls, Unset):
            parallel_tool_calls = UNSET
        else:
            parallel_tool_calls = self.parallel_tool_calls

        user: None | str | Unset
        if isinstance(self.user, Unset):
            user = UNSET
        else:
            user = self.user

        use_beam_search: bool | None | Unset
        if isinstance(self.use_beam_search, Unset):
            use_beam_search = UNSET
        else:
            use_beam_search = self.use_beam_search

        length_penalty: float | None | Unset
        if isinstance(self.length_penalty, Unset):
            length_penalty = UNSET
        else:
            length_penalty = self.length_penalty

        stop_token_ids: list[int] | None | Unset
        if isinstance(self.stop_token_ids, Unset):
            stop_token_ids = UNSET
        elif isinstance(self.stop_token_ids, list):
            stop_token_ids = self.stop_token_ids

        else:
            stop_token_ids = self.stop_token_ids

        include_stop_str_in_output: bool | None | Unset
        if isinstance(self.include_stop_str_in_output, Unset):
            include_stop_str_in_output = UNSET
        else:
            include_stop_str_in_output = self.include_stop_str_in_output

        ignore_eos: bool | None | Unset
        if isinstance(self.ignore_eos, Unset):
            ignore_eos = UNSET
        else:
            ignore_eos = self.ignore_eos

        min_tokens: int | None | Unset
        if isinstance(self.min_tokens, Unset):
            min_tokens = UNSET
        else:
            min_tokens = self.min_tokens

        skip_special_tokens: bool | None | Unset
        if isinstance(self.skip_special_tokens, Unset):
            skip_special_tokens = UNSET
        else:
            skip_special_tokens = self.skip_special_tokens

        spaces_between_special_tokens: bool | None | Unset
        if isinstance(self.spaces_between_special_tokens, Unset):
            spaces_between_special_tokens = UNSET
        else:
            spaces_between_special_tokens = self.spaces_between_special_tokens

        truncate_prompt_tokens: int | None | Unset
        if isinstance(self.truncate_prompt_tokens, Unset):
            truncate_prompt_tokens = UNSET
        else:
            truncate_prompt_tokens = self.truncate_prompt_tokens

        truncation_side: None | str | Unset
        if isinstance(self.truncation_side, Unset):
            truncation_side = UNSET
        elif isinstance(self.truncation_side, str):
            truncation_side = self.truncation_side
        else:
            truncation_side = self.truncation_side

        prompt_logprobs: int | None | Unset
        if isinstance(self.prompt_logprobs, Unset):
            prompt_logprobs = UNSET
        else:
            prompt_logprobs = self.prompt_logprobs

        logprob_token_ids: list[int] | None | Unset
        if isinstance(self.logprob_token_ids, Unset):
            logprob_token_ids = UNSET
        elif isinstance(self.logprob_token_ids, list):
            logprob_token_ids = self.logprob_token_ids

        else:
            logprob_token_ids = self.logprob_token_ids

        stream_interval: int | None | Unset
        if isinstance(self.stream_interval, Unset):
            stream_interval = UNSET
        else:
            stream_interval = self.stream_interval

        allowed_token_ids: list[int] | None | Unset
        if isinstance(self.allowed_token_ids, Unset):
            allowed_token_ids = UNSET
        elif isinstance(self.allowed_token_ids, list):
            allowed_token_ids = self.allowed_token_ids

        else:
            allowed_token_ids = self.allowed_token_ids

        bad_words: list[str] | None | Unset
        if isinstance(self.bad_words, Unset):
            bad_words = UNSET
        elif isinstance(self.bad_words, list):
            bad_words = self.bad_words

        else:
            bad_words = self.bad_words

        echo: bool | None | Unset
        if isinstance(self.echo, Unset):
            echo = UNSET
        else:
            echo = self.echo

        add_generation_prompt: bool | None | Unset
        if isinstance(self.add_generation_prompt, Unset):
            add_generation_prompt = UNSET
        else:
            add_generation_prompt = self.add_generation_prompt

        continue_final_message: bool | None | Unset
        if isinstance(self.continue_final_message, Unset):
            continue_final_message = UNSET
        else:
            continue_final_message = self.continue_final_message

        add_special_tokens: bool | None | Unset
        if isinstance(self.add_special_tokens, Unset):
            add_special_tokens = UNSET
        else:
            add_special_tokens = self.add_special_tokens

        documents: list[dict[str, Any]] | None | Unset
        if isinstance(self.documents, Unset):
            documents = UNSET
        elif isinstance(self.documents, list):
            documents = []
            for documents_type_0_item_data in self.documents:
                documents_type_0_item = documents_type_0_item_data.to_dict()
                documents.append(documents_type_0_item)

        else:
            documents = self.documents

        chat_template: None | str | Unset
        if isinstance(self.chat_template, Unset):
            chat_template = UNSET
        else:
            chat_template = self.chat_template

        chat_template_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.chat_template_kwargs, Unset):
            chat_template_kwargs = UNSET
        elif isinstance(self.chat_template_kwargs, FreeObject):
            chat_template_kwargs = self.chat_template_kwargs.to_dict()
        else:
            chat_template_kwargs = self.chat_template_kwargs

        mm_processor_kwargs: dict[str, Any] | None | Unset
        if isinstance(self.mm_processor_kwargs, Unset):
            mm_processor_kwargs = UNSET
        elif isinstance(self.mm_processor_kwargs, FreeObject):
            mm_processor_kwargs = self.mm_processor_kwargs.to_dict()
        else:
            mm_processor_kwargs = self.mm_processor_kwargs

        structured_outputs: dict[str, Any] | None | Unset
        if isinstance(self.structured_outputs, Unset):
            structured_outputs = UNSET
        elif isinstance(self.structured_outputs, StructuredOutputs):
            structured_outputs = self.structured_outputs.to_dict()
        else:
            structured_outputs = self.structured_outputs

        priority: int | None | Unset
        if isinstance(self.priority, Unset):
            priority = UNSET
        else:
            priority = self.priority

        request_id: None | str | Unset
        if isinstance(self.request_id, Unset):
            request_id = UNSET
        else:
            request_id = self.request_id

        logits_processors: list[dict[str, Any] | str] | None | Unset
        if isinstance(self.logits_processors, Unset):
            logits_processors = UNSET
        elif isinstance(self.logits_processors, list):
            logits_processors = []
            for logits_processors_type_0_item_data in self.logits_processors:
                logits_processors_type_0_item: dict[str, Any] | str
                if isinstance(logits_processors_type_0_item_data, LogitsProcessor):
                    logits_processors_type_0_item = logits_processors_type_0_item_data.to_dict()
                else:
                    logits_processors_type_0_item = logits_processors_type_0_item_data
                logits_processors.append(logits_processors_type_0_item)

        else:
            logits_processors = self.logits_processors

        return_tokens_as_token_ids: bool | None | Unset
        if isinstance(self.return_tokens_as_token_ids, Unset):
            return_tokens_as_token_ids = UNSET
        else:
            return_tokens_as_token_ids = self.return_tokens_as_token_ids

        return_token_ids: bool | None | Unset
        if isinstance(self.return_token_ids, Unset):
            return_token_ids = UNSET
        else:
            return_token_ids = self.return_token_ids

        cache_salt: None | str | Unset
        if isinstance(self.cache_salt, Unset):
            cache_salt = UNSET
        else:
            cache_salt = self.cache_salt

        prompt_cache_key: None | str | Unset
        if isinstance(self.prompt_cache_key, Unset):
            prompt_cache_key = UNSET
        else:
            prompt_cache_key = self.prompt_cache_key

        kv_transfer_params: dict[str, Any] | None | Unset
        if isinstance(self.kv_transfer_params, Unset):
            kv_transfer_params = UNSET
        elif isinstance(self.kv_transfer_params, FreeObject):
            kv_transfer_params = self.kv_transfer_params.to_dict()
        else:
            kv_transfer_params = self.kv_transfer_params

        engine_xargs: dict[str, Any] | None | Unset
        if isinstance(self.engine_xargs, Unset):
            engine_xargs = UNSET
        elif isinstance(self.engine_xargs, EngineArguments):
            engine_xargs = self.engine_xargs.to_dict()
        else:
            engine_xargs = self.engine_xargs

        vllm_xargs: dict[str, Any] | None | Unset
        if isinstance(self.vllm_xargs, Unset):
            vllm_xargs = UNSET
        elif isinstance(self.vllm_xargs, EngineArguments):
            vllm_xargs = self.vllm_xargs.to_dict()
        else:
            vllm_xargs = self.vllm_xargs

        thinking_token_budget: int | None | Unset
        if isinstance(self.thinking_token_budget, Unset):
            thinking_token_budget = UNSET
        else:
            thinking_token_budget = self.thinking_token_budget

        speculation: bool | None | Unset
        if isinstance(self.speculation, Unset):
            speculation = UNSET
        else:
            speculation = self.speculation

        repetition_detection: dict[str, Any] | None | Unset
        if isinstance(self.repetition_detection, Unset):
            repetition_detection = UNSET
        elif isinstance(self.repetition_detection, RepetitionDetection):
            repetition_detection = self.repetition_detection.to_dict()
        else:
            repetition_detection = self.repetition_detection

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "messages": messages,
            }
        )
        if model is not UNSET:
            field_dict["model"] = model
        if frequency_penalty is not UNSET:
            field_dict["frequency_penalty"] = frequency_penalty
        if presence_penalty is not UNSET:
            field_dict["presence_penalty"] = presence_penalty
        if repetition_penalty is not UNSET:
            field_dict["repetition_penalty"] = repetition_penalty
        if logit_bias is not UNSET:
            field_dict["logit_bias"] = logit_bias
        if logprobs is not UNSET:
            field_dict["logprobs"] = logprobs
        if top_logprobs is not UNSET:
            field_dict["top_logprobs"] = top_logprobs
        if max_tokens is not UNSET:
            field_dict["max_tokens"] = max_tokens
        if max_completion_tokens is not UNSET:
            field_dict["max_completion_tokens"] = max_completion_tokens
        if n is not UNSET:
            field_dict["n"] = n
        if response_format is not UNSET:
            field_dict["response_format"] = response_format
        if seed is not UNSET:
            field_dict["seed"] = seed
        if stop is not UNSET:
            field_dict["stop"] = stop
        if stream is not UNSET:
            field_dict["stream"] = stream
        if stream_options is not UNSET:
            field_dict["stream_options"] = stream_options
        if temperature is not UNSET:
            field_dict["temperature"] = temperature
        if top_p is not UNSET:
            field_dict["top_p"] = top_p
        if top_k is not UNSET:
            field_dict["top_k"] = top_k
        if min_p is not UNSET:
            field_dict["min_p"] = min_p
        if tools is not UNSET:
            field_dict["tools"] = tools
        if tool_choice is not UNSET:
            field_dict["tool_choice"] = tool_choice
        if reasoning_effort is not UNSET:
            field_dict["reasoning_effort"] = reasoning_effort
        if include_reasoning is not UNSET:
            field_dict["include_reasoning"] = include_reasoning
        if parallel_tool_calls is not UNSET:
            field_dict["parallel_tool_calls"] = parallel_tool_calls
        if user is not UNSET:
            field_dict["user"] = user
        if use_beam_search is not UNSET:
            field_dict["use_beam_search"] = use_beam_search
        if length_penalty is not UNSET:
            field_dict["length_penalty"] = length_penalty
        if stop_token_ids is not UNSET:
            field_dict["stop_token_ids"] = stop_token_ids
        if include_stop_str_in_output is not UNSET:
            field_dict["include_stop_str_in_output"] = include_stop_str_in_output
        if ignore_eos is not UNSET:
            field_dict["ignore_eos"] = ignore_eos
        if min_tokens is not UNSET:
            field_dict["min_tokens"] = min_tokens
        if skip_special_tokens is not UNSET:
            field_dict["skip_special_tokens"] = skip_special_tokens
        if spaces_between_special_tokens is not UNSET:
            field_dict["spaces_between_special_tokens"] = spaces_between_special_tokens
        if truncate_prompt_tokens is not UNSET:
            field_dict["truncate_prompt_tokens"] = truncate_prompt_tokens
        if truncation_side is not UNSET:
            field_dict["truncation_side"] = truncation_side
        if prompt_logprobs is not UNSET:
            field_dict["prompt_logprobs"] = prompt_logprobs
        if logprob_token_ids is not UNSET:
            field_dict["logprob_token_ids"] = logprob_token_ids
        if stream_interval is not UNSET:
            field_dict["stream_interval"] = stream_interval
        if allowed_token_ids is not UNSET:
            field_dict["allowed_token_ids"] = allowed_token_ids
        if bad_words is not UNSET:
            field_dict["bad_words"] = bad_words
        if echo is not UNSET:
            field_dict["echo"] = echo
        if add_generation_prompt is not UNSET:
            field_dict["add_generation_prompt"] = add_generation_prompt
        if continue_final_message is not UNSET:
            field_dict["continue_final_message"] = continue_final_message
        if add_special_tokens is not UNSET:
            field_dict["add_special_tokens"] = add_special_tokens
        if documents is not UNSET:
            field_dict["documents"] = documents
        if chat_template is not UNSET:
            field_dict["chat_template"] = chat_template
        if chat_template_kwargs is not UNSET:
            field_dict["chat_template_kwargs"] = chat_template_kwargs
        if mm_processor_kwargs is not UNSET:
            field_dict["mm_processor_kwargs"] = mm_processor_kwargs
        if structured_outputs is not UNSET:
            field_dict["structured_outputs"] = structured_outputs
        if priority is not UNSET:
            field_dict["priority"] = priority
        if request_id is not UNSET:
            field_dict["request_id"] = request_id
        if logits_processors is not UNSET:
            field_dict["logits_processors"] = logits_processors
        if return_tokens_as_token_ids is not UNSET:
            field_dict["return_tokens_as_token_ids"] = return_tokens_as_token_ids
        if return_token_ids is not UNSET:
            field_dict["return_token_ids"] = return_token_ids
        if cache_salt is not UNSET:
            field_dict["cache_salt"] = cache_salt
        if prompt_cache_key is not UNSET:
            field_dict["prompt_cache_key"] = prompt_cache_key
        if kv_transfer_params is not UNSET:
            field_dict["kv_transfer_params"] = kv_transfer_params
        if engine_xargs is not UNSET:
            field_dict["engine_xargs"] = engine_xargs
        if vllm_xargs is not UNSET:
            field_dict["vllm_xargs"] = vllm_xargs
        if thinking_token_budget is not UNSET:
            field_dict["thinking_token_budget"] = thinking_token_budget
        if speculation is not UNSET:
            field_dict["speculation"] = speculation
        if repetition_detection is not UNSET:
            field_dict["repetition_detection"] = repetition_detection

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chat_completion_request_logit_bias_type_0 import ChatCompletionRequestLogitBiasType0  # noqa: PLC0415
        from ..models.chat_document import ChatDocument  # noqa: PLC0415
        from ..models.chat_message import ChatMessage  # noqa: PLC0415
        from ..models.chat_tool import ChatTool  # noqa: PLC0415
        from ..models.engine_arguments import EngineArguments  # noqa: PLC0415
        from ..models.free_object import FreeObject  # noqa: PLC0415
        from ..models.logits_processor import LogitsProcessor  # noqa: PLC0415
        from ..models.named_tool_choice import NamedToolChoice  # noqa: PLC0415
        from ..models.repetition_detection import RepetitionDetection  # noqa: PLC0415
        from ..models.response_format import ResponseFormat  # noqa: PLC0415
        from ..models.stream_options import StreamOptions  # noqa: PLC0415
        from ..models.structured_outputs import StructuredOutputs  # noqa: PLC0415

        d = dict(src_dict)
        messages = []
        _messages = d.pop("messages")
        for messages_item_data in _messages:
            messages_item = ChatMessage.from_dict(messages_item_data)

            messages.append(messages_item)

        def _parse_model(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        model = _parse_model(d.pop("model", UNSET))

        def _parse_frequency_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        frequency_penalty = _parse_frequency_penalty(d.pop("frequency_penalty", UNSET))

        def _parse_presence_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        presence_penalty = _parse_presence_penalty(d.pop("presence_penalty", UNSET))

        def _parse_repetition_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        repetition_penalty = _parse_repetition_penalty(d.pop("repetition_penalty", UNSET))

        def _parse_logit_bias(data: object) -> ChatCompletionRequestLogitBiasType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                logit_bias_type_0 = ChatCompletionRequestLogitBiasType0.from_dict(data)

                return logit_bias_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatCompletionRequestLogitBiasType0 | None | Unset, data)

        logit_bias = _parse_logit_bias(d.pop("logit_bias", UNSET))

        def _parse_logprobs(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        logprobs = _parse_logprobs(d.pop("logprobs", UNSET))

        def _parse_top_logprobs(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        top_logprobs = _parse_top_logprobs(d.pop("top_logprobs", UNSET))

        def _parse_max_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_tokens = _parse_max_tokens(d.pop("max_tokens", UNSET))

        def _parse_max_completion_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        max_completion_tokens = _parse_max_completion_tokens(d.pop("max_completion_tokens", UNSET))

        def _parse_n(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        n = _parse_n(d.pop("n", UNSET))

        def _parse_response_format(data: object) -> None | ResponseFormat | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                response_format_type_0 = ResponseFormat.from_dict(data)

                return response_format_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ResponseFormat | Unset, data)

        response_format = _parse_response_format(d.pop("response_format", UNSET))

        def _parse_seed(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        seed = _parse_seed(d.pop("seed", UNSET))

        def _parse_stop(data: object) -> list[str] | None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                stop_type_1 = cast(list[str], data)

                return stop_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | str | Unset, data)

        stop = _parse_stop(d.pop("stop", UNSET))

        def _parse_stream(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        stream = _parse_stream(d.pop("stream", UNSET))

        def _parse_stream_options(data: object) -> None | StreamOptions | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                stream_options_type_0 = StreamOptions.from_dict(data)

                return stream_options_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StreamOptions | Unset, data)

        stream_options = _parse_stream_options(d.pop("stream_options", UNSET))

        def _parse_temperature(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        temperature = _parse_temperature(d.pop("temperature", UNSET))

        def _parse_top_p(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        top_p = _parse_top_p(d.pop("top_p", UNSET))

        def _parse_top_k(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        top_k = _parse_top_k(d.pop("top_k", UNSET))

        def _parse_min_p(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        min_p = _parse_min_p(d.pop("min_p", UNSET))

        def _parse_tools(data: object) -> list[ChatTool] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                tools_type_0 = []
                _tools_type_0 = data
                for tools_type_0_item_data in _tools_type_0:
                    tools_type_0_item = ChatTool.from_dict(tools_type_0_item_data)

                    tools_type_0.append(tools_type_0_item)

                return tools_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatTool] | None | Unset, data)

        tools = _parse_tools(d.pop("tools", UNSET))

        def _parse_tool_choice(data: object) -> ChatCompletionRequestToolChoiceType0 | NamedToolChoice | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                tool_choice_type_0 = check_chat_completion_request_tool_choice_type_0(data)

                return tool_choice_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                tool_choice_type_1 = NamedToolChoice.from_dict(data)

                return tool_choice_type_1
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatCompletionRequestToolChoiceType0 | NamedToolChoice | None | Unset, data)

        tool_choice = _parse_tool_choice(d.pop("tool_choice", UNSET))

        def _parse_reasoning_effort(data: object) -> ChatCompletionRequestReasoningEffortType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                reasoning_effort_type_0 = check_chat_completion_request_reasoning_effort_type_0(data)

                return reasoning_effort_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatCompletionRequestReasoningEffortType0 | None | Unset, data)

        reasoning_effort = _parse_reasoning_effort(d.pop("reasoning_effort", UNSET))

        def _parse_include_reasoning(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        include_reasoning = _parse_include_reasoning(d.pop("include_reasoning", UNSET))

        def _parse_parallel_tool_calls(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        parallel_tool_calls = _parse_parallel_tool_calls(d.pop("parallel_tool_calls", UNSET))

        def _parse_user(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        user = _parse_user(d.pop("user", UNSET))

        def _parse_use_beam_search(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        use_beam_search = _parse_use_beam_search(d.pop("use_beam_search", UNSET))

        def _parse_length_penalty(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        length_penalty = _parse_length_penalty(d.pop("length_penalty", UNSET))

        def _parse_stop_token_ids(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                stop_token_ids_type_0 = cast(list[int], data)

                return stop_token_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        stop_token_ids = _parse_stop_token_ids(d.pop("stop_token_ids", UNSET))

        def _parse_include_stop_str_in_output(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        include_stop_str_in_output = _parse_include_stop_str_in_output(d.pop("include_stop_str_in_output", UNSET))

        def _parse_ignore_eos(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        ignore_eos = _parse_ignore_eos(d.pop("ignore_eos", UNSET))

        def _parse_min_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        min_tokens = _parse_min_tokens(d.pop("min_tokens", UNSET))

        def _parse_skip_special_tokens(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        skip_special_tokens = _parse_skip_special_tokens(d.pop("skip_special_tokens", UNSET))

        def _parse_spaces_between_special_tokens(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        spaces_between_special_tokens = _parse_spaces_between_special_tokens(
            d.pop("spaces_between_special_tokens", UNSET)
        )

        def _parse_truncate_prompt_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        truncate_prompt_tokens = _parse_truncate_prompt_tokens(d.pop("truncate_prompt_tokens", UNSET))

        def _parse_truncation_side(data: object) -> ChatCompletionRequestTruncationSideType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                truncation_side_type_0 = check_chat_completion_request_truncation_side_type_0(data)

                return truncation_side_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChatCompletionRequestTruncationSideType0 | None | Unset, data)

        truncation_side = _parse_truncation_side(d.pop("truncation_side", UNSET))

        def _parse_prompt_logprobs(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        prompt_logprobs = _parse_prompt_logprobs(d.pop("prompt_logprobs", UNSET))

        def _parse_logprob_token_ids(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                logprob_token_ids_type_0 = cast(list[int], data)

                return logprob_token_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        logprob_token_ids = _parse_logprob_token_ids(d.pop("logprob_token_ids", UNSET))

        def _parse_stream_interval(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        stream_interval = _parse_stream_interval(d.pop("stream_interval", UNSET))

        def _parse_allowed_token_ids(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                allowed_token_ids_type_0 = cast(list[int], data)

                return allowed_token_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        allowed_token_ids = _parse_allowed_token_ids(d.pop("allowed_token_ids", UNSET))

        def _parse_bad_words(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                bad_words_type_0 = cast(list[str], data)

                return bad_words_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        bad_words = _parse_bad_words(d.pop("bad_words", UNSET))

        def _parse_echo(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        echo = _parse_echo(d.pop("echo", UNSET))

        def _parse_add_generation_prompt(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        add_generation_prompt = _parse_add_generation_prompt(d.pop("add_generation_prompt", UNSET))

        def _parse_continue_final_message(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        continue_final_message = _parse_continue_final_message(d.pop("continue_final_message", UNSET))

        def _parse_add_special_tokens(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        add_special_tokens = _parse_add_special_tokens(d.pop("add_special_tokens", UNSET))

        def _parse_documents(data: object) -> list[ChatDocument] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                documents_type_0 = []
                _documents_type_0 = data
                for documents_type_0_item_data in _documents_type_0:
                    documents_type_0_item = ChatDocument.from_dict(documents_type_0_item_data)

                    documents_type_0.append(documents_type_0_item)

                return documents_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[ChatDocument] | None | Unset, data)

        documents = _parse_documents(d.pop("documents", UNSET))

        def _parse_chat_template(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        chat_template = _parse_chat_template(d.pop("chat_template", UNSET))

        def _parse_chat_template_kwargs(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                chat_template_kwargs_type_0 = FreeObject.from_dict(data)

                return chat_template_kwargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        chat_template_kwargs = _parse_chat_template_kwargs(d.pop("chat_template_kwargs", UNSET))

        def _parse_mm_processor_kwargs(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                mm_processor_kwargs_type_0 = FreeObject.from_dict(data)

                return mm_processor_kwargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        mm_processor_kwargs = _parse_mm_processor_kwargs(d.pop("mm_processor_kwargs", UNSET))

        def _parse_structured_outputs(data: object) -> None | StructuredOutputs | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                structured_outputs_type_0 = StructuredOutputs.from_dict(data)

                return structured_outputs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StructuredOutputs | Unset, data)

        structured_outputs = _parse_structured_outputs(d.pop("structured_outputs", UNSET))

        def _parse_priority(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        priority = _parse_priority(d.pop("priority", UNSET))

        def _parse_request_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        request_id = _parse_request_id(d.pop("request_id", UNSET))

        def _parse_logits_processors(data: object) -> list[LogitsProcessor | str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                logits_processors_type_0 = []
                _logits_processors_type_0 = data
                for logits_processors_type_0_item_data in _logits_processors_type_0:

                    def _parse_logits_processors_type_0_item(data: object) -> LogitsProcessor | str:
                        try:
                            if not isinstance(data, dict):
                                raise TypeError()
                            logits_processors_type_0_item_type_1 = LogitsProcessor.from_dict(data)

                            return logits_processors_type_0_item_type_1
                        except (TypeError, ValueError, AttributeError, KeyError):
                            pass
                        return cast(LogitsProcessor | str, data)

                    logits_processors_type_0_item = _parse_logits_processors_type_0_item(
                        logits_processors_type_0_item_data
                    )

                    logits_processors_type_0.append(logits_processors_type_0_item)

                return logits_processors_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[LogitsProcessor | str] | None | Unset, data)

        logits_processors = _parse_logits_processors(d.pop("logits_processors", UNSET))

        def _parse_return_tokens_as_token_ids(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_tokens_as_token_ids = _parse_return_tokens_as_token_ids(d.pop("return_tokens_as_token_ids", UNSET))

        def _parse_return_token_ids(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        return_token_ids = _parse_return_token_ids(d.pop("return_token_ids", UNSET))

        def _parse_cache_salt(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        cache_salt = _parse_cache_salt(d.pop("cache_salt", UNSET))

        def _parse_prompt_cache_key(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        prompt_cache_key = _parse_prompt_cache_key(d.pop("prompt_cache_key", UNSET))

        def _parse_kv_transfer_params(data: object) -> FreeObject | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                kv_transfer_params_type_0 = FreeObject.from_dict(data)

                return kv_transfer_params_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FreeObject | None | Unset, data)

        kv_transfer_params = _parse_kv_transfer_params(d.pop("kv_transfer_params", UNSET))

        def _parse_engine_xargs(data: object) -> EngineArguments | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                engine_xargs_type_0 = EngineArguments.from_dict(data)

                return engine_xargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EngineArguments | None | Unset, data)

        engine_xargs = _parse_engine_xargs(d.pop("engine_xargs", UNSET))

        def _parse_vllm_xargs(data: object) -> EngineArguments | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                vllm_xargs_type_0 = EngineArguments.from_dict(data)

                return vllm_xargs_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EngineArguments | None | Unset, data)

        vllm_xargs = _parse_vllm_xargs(d.pop("vllm_xargs", UNSET))

        def _parse_thinking_token_budget(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        thinking_token_budget = _parse_thinking_token_budget(d.pop("thinking_token_budget", UNSET))

        def _parse_speculation(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        speculation = _parse_speculation(d.pop("speculation", UNSET))

        def _parse_repetition_detection(data: object) -> None | RepetitionDetection | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                repetition_detection_type_0 = RepetitionDetection.from_dict(data)

                return repetition_detection_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RepetitionDetection | Unset, data)

        repetition_detection = _parse_repetition_detection(d.pop("repetition_detection", UNSET))

        chat_completion_request = cls(
            messages=messages,
            model=model,
            frequency_penalty=frequency_penalty,
            presence_penalty=presence_penalty,
            repetition_penalty=repetition_penalty,
            logit_bias=logit_bias,
            logprobs=logprobs,
            top_logprobs=top_logprobs,
            max_tokens=max_tokens,
            max_completion_tokens=max_completion_tokens,
            n=n,
            response_format=response_format,
            seed=seed,
            stop=stop,
            stream=stream,
            stream_options=stream_options,
            temperature=temperature,
            top_p=top_p,
            top_k=top_k,
            min_p=min_p,
            tools=tools,
            tool_choice=tool_choice,
            reasoning_effort=reasoning_effort,
            include_reasoning=include_reasoning,
            parallel_tool_calls=parallel_tool_calls,
            user=user,
            use_beam_search=use_beam_search,
            length_penalty=length_penalty,
            stop_token_ids=stop_token_ids,
            include_stop_str_in_output=include_stop_str_in_output,
            ignore_eos=ignore_eos,
            min_tokens=min_tokens,
            skip_special_tokens=skip_special_tokens,
            spaces_between_special_tokens=spaces_between_special_tokens,
            truncate_prompt_tokens=truncate_prompt_tokens,
            truncation_side=truncation_side,
            prompt_logprobs=prompt_logprobs,
            logprob_token_ids=logprob_token_ids,
            stream_interval=stream_interval,
            allowed_token_ids=allowed_token_ids,
            bad_words=bad_words,
            echo=echo,
            add_generation_prompt=add_generation_prompt,
            continue_final_message=continue_final_message,
            add_special_tokens=add_special_tokens,
            documents=documents,
            chat_template=chat_template,
            chat_template_kwargs=chat_template_kwargs,
            mm_processor_kwargs=mm_processor_kwargs,
            structured_outputs=structured_outputs,
            priority=priority,
            request_id=request_id,
            logits_processors=logits_processors,
            return_tokens_as_token_ids=return_tokens_as_token_ids,
            return_token_ids=return_token_ids,
            cache_salt=cache_salt,
            prompt_cache_key=prompt_cache_key,
            kv_transfer_params=kv_transfer_params,
            engine_xargs=engine_xargs,
            vllm_xargs=vllm_xargs,
            thinking_token_budget=thinking_token_budget,
            speculation=speculation,
            repetition_detection=repetition_detection,
        )

        chat_completion_request.additional_properties = d
        return chat_completion_request

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
