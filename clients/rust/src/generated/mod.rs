// Generated from openapi.yaml by `npm run clients`: do not edit.

#[allow(unused_imports)]
pub use progenitor_client::{ByteStream, ClientInfo, Error, ResponseValue};
#[allow(unused_imports)]
use progenitor_client::{encode_path, ClientHooks, OperationInfo, RequestBuilderExt};
/// Types used as operation parameters and responses.
#[allow(clippy::all)]
pub mod types {
    ///`AdapterFileName`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum AdapterFileName {
        #[serde(rename = "adapter_config.json")]
        AdapterConfigJson,
        #[serde(rename = "adapter_model.safetensors")]
        AdapterModelSafetensors,
    }
    impl ::std::fmt::Display for AdapterFileName {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::AdapterConfigJson => f.write_str("adapter_config.json"),
                Self::AdapterModelSafetensors => f.write_str("adapter_model.safetensors"),
            }
        }
    }
    impl ::std::str::FromStr for AdapterFileName {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "adapter_config.json" => Ok(Self::AdapterConfigJson),
                "adapter_model.safetensors" => Ok(Self::AdapterModelSafetensors),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for AdapterFileName {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for AdapterFileName {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The bytes of a model archive or GGUF file.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    #[serde(transparent)]
    #[derive(Default)]
    pub struct Archive(pub ::std::string::String);
    impl ::std::ops::Deref for Archive {
        type Target = ::std::string::String;
        fn deref(&self) -> &::std::string::String {
            &self.0
        }
    }
    impl ::std::convert::From<Archive> for ::std::string::String {
        fn from(value: Archive) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<::std::string::String> for Archive {
        fn from(value: ::std::string::String) -> Self {
            Self(value)
        }
    }
    impl ::std::fmt::Display for Archive {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            self.0.fmt(f)
        }
    }
    impl ::std::str::FromStr for Archive {
        type Err = ::std::convert::Infallible;
        fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
            Ok(Self(value.to_string()))
        }
    }
    ///`Artifact`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Artifact {
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub entity: ::std::string::String,
        pub files: ::std::vec::Vec<ArtifactFile>,
        pub id: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub name: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub project: ::std::string::String,
        ///'`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'
        pub url: ::std::string::String,
        ///Counts from 0 for each name, and is never reused; `v0` in the URL.
        pub version: i64,
    }
    ///`ArtifactFile`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ArtifactFile {
        pub bytes: i64,
        ///A file name. A W&B client may upload a path with slashes, or with characters that a `FileName` cannot have; such a file is downloaded with a W&B client.
        pub name: ::std::string::String,
        ///In hexadecimal.
        pub sha256: ::std::string::String,
    }
    ///`ArtifactPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ArtifactPage {
        pub data: ::std::vec::Vec<Artifact>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`BestCheckpoints`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct BestCheckpoints {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub count: ::std::option::Option<i64>,
        ///A name in the `metrics` of checkpoints, such as `val/reward`. A checkpoint without this metric is not among the best. If values are equal, the earlier checkpoint is better.
        pub metric: ::std::string::String,
        ///Whether the highest or the lowest values are best.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub mode: ::std::option::Option<BestCheckpointsMode>,
    }
    ///Whether the highest or the lowest values are best.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum BestCheckpointsMode {
        #[serde(rename = "max")]
        Max,
        #[serde(rename = "min")]
        Min,
    }
    impl ::std::fmt::Display for BestCheckpointsMode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Max => f.write_str("max"),
                Self::Min => f.write_str("min"),
            }
        }
    }
    impl ::std::str::FromStr for BestCheckpointsMode {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "max" => Ok(Self::Max),
                "min" => Ok(Self::Min),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for BestCheckpointsMode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for BestCheckpointsMode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The raw bytes of a file.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    #[serde(transparent)]
    #[derive(Default)]
    pub struct Bytes(pub ::std::string::String);
    impl ::std::ops::Deref for Bytes {
        type Target = ::std::string::String;
        fn deref(&self) -> &::std::string::String {
            &self.0
        }
    }
    impl ::std::convert::From<Bytes> for ::std::string::String {
        fn from(value: Bytes) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<::std::string::String> for Bytes {
        fn from(value: ::std::string::String) -> Self {
            Self(value)
        }
    }
    impl ::std::fmt::Display for Bytes {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            self.0.fmt(f)
        }
    }
    impl ::std::str::FromStr for Bytes {
        type Err = ::std::convert::Infallible;
        fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
            Ok(Self(value.to_string()))
        }
    }
    ///`ChatAnnotation`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChatAnnotation {
        #[serde(rename = "type")]
        pub type_: ChatAnnotationType,
        pub url_citation: ChatAnnotationUrlCitation,
    }
    ///`ChatAnnotationType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatAnnotationType {
        #[serde(rename = "url_citation")]
        UrlCitation,
    }
    impl ::std::fmt::Display for ChatAnnotationType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::UrlCitation => f.write_str("url_citation"),
            }
        }
    }
    impl ::std::str::FromStr for ChatAnnotationType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "url_citation" => Ok(Self::UrlCitation),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatAnnotationType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatAnnotationType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatAnnotationUrlCitation`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatAnnotationUrlCitation {
        pub end_index: i64,
        pub start_index: i64,
        pub title: ::std::string::String,
        pub url: ::std::string::String,
    }
    ///`ChatAnswer`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatAnswer {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub annotations: ::std::option::Option<::std::vec::Vec<ChatAnnotation>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub audio: ::std::option::Option<ChatAudio>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub content: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub function_call: ::std::option::Option<ChatFunctionCall>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning_content: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refusal: ::std::option::Option<::std::string::String>,
        pub role: ::std::string::String,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub tool_calls: ::std::vec::Vec<ChatToolCall>,
    }
    ///`ChatAudio`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatAudio {
        pub data: ::std::string::String,
        pub expires_at: i64,
        pub id: ::std::string::String,
        pub transcript: ::std::string::String,
    }
    ///A JSON object, as an object or as text. If the text is not a JSON object, a template that prints text receives it unchanged, and any other template receives `{}`.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatCallArguments {
        String(::std::string::String),
        Object(::serde_json::Map<::std::string::String, ::serde_json::Value>),
    }
    impl ::std::convert::From<
        ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    > for ChatCallArguments {
        fn from(
            value: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ) -> Self {
            Self::Object(value)
        }
    }
    ///`ChatChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChatChoice {
        pub finish_reason: FinishReason,
        pub index: i64,
        pub logprobs: ChatLogprobs,
        pub message: ChatAnswer,
        ///The weights that sampled the tokens. All tokens are from one checkpoint. Empty if the answer has no tokens. Read by ART's `PipelineTrainer`.
        pub policy_token_spans: ::std::vec::Vec<PolicyTokenSpan>,
        pub prompt_token_ids: ::std::vec::Vec<i64>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_reason: ::std::option::Option<StopReason>,
        pub token_ids: ::std::vec::Vec<i64>,
    }
    ///`ChatChunkChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatChunkChoice {
        pub delta: ChatDelta,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub finish_reason: ::std::option::Option<FinishReason>,
        pub index: i64,
        ///Log-probabilities of this chunk's tokens.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprobs: ::std::option::Option<ChatLogprobs>,
        ///Spans of the choice's whole answer, as in `ChatChoice`; present in its last chunk with `return_token_ids`.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub policy_token_spans: ::std::vec::Vec<PolicyTokenSpan>,
        ///The weights that computed the prompt, for all its tokens except the first, which has no prediction. Present together with `policy_token_spans`, as ART requires both or neither in a stream.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub prompt_policy_token_spans: ::std::vec::Vec<PolicyTokenSpan>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_reason: ::std::option::Option<StopReason>,
        ///Token ids of this chunk, with `return_token_ids`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
    }
    ///`ChatCompletion`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChatCompletion {
        pub choices: ::std::vec::Vec<ChatChoice>,
        pub created: i64,
        pub id: ::std::string::String,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kv_transfer_params: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///The model name of the request.
        pub model: ::std::string::String,
        pub object: ChatCompletionObject,
        ///One for each token of the prompt; null for the first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_logprobs: ::std::option::Option<
            ::std::vec::Vec<
                ::std::option::Option<
                    ::std::collections::HashMap<
                        ::std::string::String,
                        ChatCompletionPromptLogprobsItemValue,
                    >,
                >,
            >,
        >,
        ///Present with `return_token_ids`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_tier: ::std::option::Option<ServiceTier>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system_fingerprint: ::std::option::Option<::std::string::String>,
        pub usage: ChatUsage,
    }
    ///`ChatCompletionChunk`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChatCompletionChunk {
        ///The first chunk has all choices with their role; the usage chunk has none.
        pub choices: ::std::vec::Vec<ChatChunkChoice>,
        pub created: i64,
        pub id: ::std::string::String,
        pub model: ::std::string::String,
        pub object: ChatCompletionChunkObject,
        ///Present in the first chunk, with `return_token_ids`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_tier: ::std::option::Option<ServiceTier>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system_fingerprint: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub usage: ::std::option::Option<ChatUsage>,
    }
    ///`ChatCompletionChunkObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatCompletionChunkObject {
        #[serde(rename = "chat.completion.chunk")]
        ChatCompletionChunk,
    }
    impl ::std::fmt::Display for ChatCompletionChunkObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ChatCompletionChunk => f.write_str("chat.completion.chunk"),
            }
        }
    }
    impl ::std::str::FromStr for ChatCompletionChunkObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "chat.completion.chunk" => Ok(Self::ChatCompletionChunk),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatCompletionChunkObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatCompletionChunkObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///One event of a stream. The stream ends after an error body.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatCompletionEvent {
        ChatCompletionChunk(ChatCompletionChunk),
        ErrorBody(ErrorBody),
    }
    impl ::std::convert::From<ChatCompletionChunk> for ChatCompletionEvent {
        fn from(value: ChatCompletionChunk) -> Self {
            Self::ChatCompletionChunk(value)
        }
    }
    impl ::std::convert::From<ErrorBody> for ChatCompletionEvent {
        fn from(value: ErrorBody) -> Self {
            Self::ErrorBody(value)
        }
    }
    ///`ChatCompletionObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatCompletionObject {
        #[serde(rename = "chat.completion")]
        ChatCompletion,
    }
    impl ::std::fmt::Display for ChatCompletionObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ChatCompletion => f.write_str("chat.completion"),
            }
        }
    }
    impl ::std::str::FromStr for ChatCompletionObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "chat.completion" => Ok(Self::ChatCompletion),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatCompletionObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatCompletionObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatCompletionPromptLogprobsItemValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatCompletionPromptLogprobsItemValue {
        pub decoded_token: ::std::string::String,
        ///Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature.
        pub logprob: f64,
        pub rank: i64,
    }
    ///`ChatCompletionRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatCompletionRequest {
        ///Add the generation prompt of the chat template, which opens the assistant's turn.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_generation_prompt: ::std::option::Option<bool>,
        ///Add the tokenizer's special tokens in addition to those of the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_special_tokens: ::std::option::Option<bool>,
        ///If set, only these token ids may be sampled.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub allowed_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bad_words: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        ///Cached prefixes are shared only by requests with the same salt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cache_salt: ::std::option::Option<::std::string::String>,
        ///A Jinja template that replaces the model's chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template: ::std::option::Option<::std::string::String>,
        ///Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub continue_final_message: ::std::option::Option<bool>,
        ///Documents passed to the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub documents: ::std::option::Option<
            ::std::vec::Vec<
                ::std::collections::HashMap<::std::string::String, ::std::string::String>,
            >,
        >,
        ///Prepend the last message to the answer if both have the same role.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub echo: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub engine_xargs: ::std::option::Option<EngineArguments>,
        ///Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub frequency_penalty: ::std::option::Option<f64>,
        ///Continue after the model's end-of-sequence token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ignore_eos: ::std::option::Option<bool>,
        ///If false, `reasoning` and `reasoning_content` are omitted from the response.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_reasoning: ::std::option::Option<bool>,
        ///Include the stop text in the answer.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_stop_str_in_output: ::std::option::Option<bool>,
        ///Only null or {}, as nothing is transferred here.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kv_transfer_params: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Beam search ranks by log-probability divided by length to this power.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub length_penalty: ::std::option::Option<f64>,
        ///Maps token ids to values that are added to the logits, clamped to -100 to 100.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logit_bias: ::std::option::Option<
            ::std::collections::HashMap<::std::string::String, f64>,
        >,
        ///Names of processors that are registered with the server.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logits_processors: ::std::option::Option<
            ::std::vec::Vec<ChatCompletionRequestLogitsProcessorsItem>,
        >,
        ///Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprob_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Return log-probabilities of the generated tokens. They are returned in any case.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprobs: ::std::option::Option<bool>,
        ///Maximum number of tokens to generate. Null or absent is the rest of the context. A response that is not streamed has at most 1,048,576 log-probabilities, including alternatives, in all its choices together.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_completion_tokens: ::std::option::Option<i64>,
        ///Deprecated in favour of `max_completion_tokens`, which takes precedence.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_tokens: ::std::option::Option<i64>,
        ///A list of messages comprising the conversation so far.
        pub messages: ::std::vec::Vec<ChatMessage>,
        ///Sample from tokens with at least this probability, relative to the most likely token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_p: ::std::option::Option<f64>,
        ///Minimum number of tokens to generate before generation may stop.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_tokens: ::std::option::Option<i64>,
        ///Only null or {}, as no model served here takes images.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub mm_processor_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        ///Number of choices to generate. With beam search it is the beam width, at most 32.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub n: ::std::option::Option<i64>,
        ///If false, only the first tool call is returned.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parallel_tool_calls: ::std::option::Option<bool>,
        ///Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub presence_penalty: ::std::option::Option<f64>,
        ///Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub priority: ::std::option::Option<i64>,
        ///In a cluster, requests with the same key and a long shared prefix are sent to the same server, where they find the prefix in its cache. If it is absent or empty, the messages up to the first question are used instead. Without a cluster it has no effect.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_cache_key: ::std::option::Option<::std::string::String>,
        ///Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_logprobs: ::std::option::Option<i64>,
        ///Passed to the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning_effort: ::std::option::Option<
            ChatCompletionRequestReasoningEffort,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub repetition_detection: ::std::option::Option<RepetitionDetection>,
        ///Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub repetition_penalty: ::std::option::Option<f64>,
        ///The response id is `chatcmpl-` followed by this. Defaults to a random UUID.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub request_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub response_format: ::std::option::Option<ResponseFormat>,
        ///Return `prompt_token_ids` at the top level, and `token_ids` in the chunks of a stream.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_token_ids: ::std::option::Option<bool>,
        ///Return each `token` of the log-probabilities as `token_id:{id}`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_tokens_as_token_ids: ::std::option::Option<bool>,
        ///Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub seed: ::std::option::Option<i64>,
        ///Omit special tokens from the text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skip_special_tokens: ::std::option::Option<bool>,
        ///Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub spaces_between_special_tokens: ::std::option::Option<bool>,
        ///Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub speculation: ::std::option::Option<bool>,
        ///Texts at which generation stops. They are not part of the answer.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop: ::std::option::Option<ChatCompletionRequestStop>,
        ///Token ids at which generation stops.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Stream the response as server-sent events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream: ::std::option::Option<bool>,
        ///Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream_interval: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream_options: ::std::option::Option<StreamOptions>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub structured_outputs: ::std::option::Option<StructuredOutputs>,
        ///Sampling temperature. 0 is greedy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub temperature: ::std::option::Option<f64>,
        ///Maximum number of reasoning tokens. After them the token that ends the reasoning is forced. -1, the default, means no limit. Only for reasoning models; not supported by beam search.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub thinking_token_budget: ::std::option::Option<i64>,
        ///Defaults to `none` without tools and to `auto` with tools.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_choice: ::std::option::Option<ChatCompletionRequestToolChoice>,
        ///Functions that the model may call.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<ChatTool>>,
        ///Sample from this many most likely tokens. 0 and -1 include all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_k: ::std::option::Option<i64>,
        ///Number of most likely tokens to return at each position; requires `logprobs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_logprobs: ::std::option::Option<i64>,
        ///Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_p: ::std::option::Option<f64>,
        ///Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncate_prompt_tokens: ::std::option::Option<i64>,
        ///Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncation_side: ::std::option::Option<ChatCompletionRequestTruncationSide>,
        ///Use beam search to find the most likely answers.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_beam_search: ::std::option::Option<bool>,
        ///Has no effect.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub user: ::std::option::Option<::std::string::String>,
        ///Alias of `engine_xargs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vllm_xargs: ::std::option::Option<EngineArguments>,
    }
    ///`ChatCompletionRequestLogitsProcessorsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatCompletionRequestLogitsProcessorsItem {
        String(::std::string::String),
        LogitsProcessor(LogitsProcessor),
    }
    impl ::std::convert::From<LogitsProcessor>
    for ChatCompletionRequestLogitsProcessorsItem {
        fn from(value: LogitsProcessor) -> Self {
            Self::LogitsProcessor(value)
        }
    }
    ///Passed to the chat template.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatCompletionRequestReasoningEffort {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "minimal")]
        Minimal,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl ::std::fmt::Display for ChatCompletionRequestReasoningEffort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Minimal => f.write_str("minimal"),
                Self::Low => f.write_str("low"),
                Self::Medium => f.write_str("medium"),
                Self::High => f.write_str("high"),
                Self::Xhigh => f.write_str("xhigh"),
                Self::Max => f.write_str("max"),
            }
        }
    }
    impl ::std::str::FromStr for ChatCompletionRequestReasoningEffort {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "minimal" => Ok(Self::Minimal),
                "low" => Ok(Self::Low),
                "medium" => Ok(Self::Medium),
                "high" => Ok(Self::High),
                "xhigh" => Ok(Self::Xhigh),
                "max" => Ok(Self::Max),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatCompletionRequestReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ChatCompletionRequestReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatCompletionRequestStop`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatCompletionRequestStop {
        String(::std::string::String),
        Array(::std::vec::Vec<::std::string::String>),
    }
    impl ::std::convert::From<::std::vec::Vec<::std::string::String>>
    for ChatCompletionRequestStop {
        fn from(value: ::std::vec::Vec<::std::string::String>) -> Self {
            Self::Array(value)
        }
    }
    ///`ChatCompletionRequestToolChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatCompletionRequestToolChoice {
        String(ChatCompletionRequestToolChoiceString),
        NamedToolChoice(NamedToolChoice),
    }
    impl ::std::convert::From<ChatCompletionRequestToolChoiceString>
    for ChatCompletionRequestToolChoice {
        fn from(value: ChatCompletionRequestToolChoiceString) -> Self {
            Self::String(value)
        }
    }
    impl ::std::convert::From<NamedToolChoice> for ChatCompletionRequestToolChoice {
        fn from(value: NamedToolChoice) -> Self {
            Self::NamedToolChoice(value)
        }
    }
    ///`ChatCompletionRequestToolChoiceString`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatCompletionRequestToolChoiceString {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "required")]
        Required,
    }
    impl ::std::fmt::Display for ChatCompletionRequestToolChoiceString {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Auto => f.write_str("auto"),
                Self::Required => f.write_str("required"),
            }
        }
    }
    impl ::std::str::FromStr for ChatCompletionRequestToolChoiceString {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "auto" => Ok(Self::Auto),
                "required" => Ok(Self::Required),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatCompletionRequestToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ChatCompletionRequestToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatCompletionRequestTruncationSide {
        #[serde(rename = "left")]
        Left,
        #[serde(rename = "right")]
        Right,
    }
    impl ::std::fmt::Display for ChatCompletionRequestTruncationSide {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Left => f.write_str("left"),
                Self::Right => f.write_str("right"),
            }
        }
    }
    impl ::std::str::FromStr for ChatCompletionRequestTruncationSide {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "left" => Ok(Self::Left),
                "right" => Ok(Self::Right),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatCompletionRequestTruncationSide {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ChatCompletionRequestTruncationSide {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatContentPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatContentPart {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refusal: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub text: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub thinking: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type")]
        pub type_: ::std::string::String,
    }
    ///`ChatDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct ChatDelta {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning_content: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub role: ::std::option::Option<::std::string::String>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub tool_calls: ::std::vec::Vec<ChatToolCallDelta>,
    }
    ///`ChatFunctionCall`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatFunctionCall {
        ///A JSON object as text.
        pub arguments: ::std::string::String,
        pub name: ::std::string::String,
    }
    ///`ChatLogprobs`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatLogprobs {
        ///One for each generated token, including the stop token.
        pub content: ::std::vec::Vec<ChatTokenLogprob>,
    }
    ///A message of any role. The chat template decides which roles it supports.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatMessage {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<ChatMessageContent>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning_content: ::std::option::Option<::std::string::String>,
        pub role: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_call_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_calls: ::std::option::Option<::std::vec::Vec<ChatMessageToolCall>>,
        ///Tools of a developer message.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<ChatTool>>,
    }
    ///`ChatMessageContent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatMessageContent {
        String(::std::string::String),
        Array(::std::vec::Vec<ChatMessageContentArrayItem>),
    }
    impl ::std::convert::From<::std::vec::Vec<ChatMessageContentArrayItem>>
    for ChatMessageContent {
        fn from(value: ::std::vec::Vec<ChatMessageContentArrayItem>) -> Self {
            Self::Array(value)
        }
    }
    ///`ChatMessageContentArrayItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ChatMessageContentArrayItem {
        ChatContentPart(ChatContentPart),
        String(::std::string::String),
    }
    impl ::std::convert::From<ChatContentPart> for ChatMessageContentArrayItem {
        fn from(value: ChatContentPart) -> Self {
            Self::ChatContentPart(value)
        }
    }
    ///A function call, as in a response; the type may be omitted. LangChain's format, with `name` and `args` instead of `function`, is accepted too.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatMessageToolCall {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub args: ::std::option::Option<ChatCallArguments>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub function: ::std::option::Option<ChatMessageToolCallFunction>,
        pub id: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<ChatMessageToolCallType>,
    }
    ///`ChatMessageToolCallFunction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatMessageToolCallFunction {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub arguments: ::std::option::Option<ChatCallArguments>,
        pub name: ::std::string::String,
    }
    ///`ChatMessageToolCallType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatMessageToolCallType {
        #[serde(rename = "function")]
        Function,
        #[serde(rename = "tool_call")]
        ToolCall,
    }
    impl ::std::fmt::Display for ChatMessageToolCallType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
                Self::ToolCall => f.write_str("tool_call"),
            }
        }
    }
    impl ::std::str::FromStr for ChatMessageToolCallType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                "tool_call" => Ok(Self::ToolCall),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatMessageToolCallType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatMessageToolCallType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatTokenLogprob`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatTokenLogprob {
        ///UTF-8 bytes of the token's text.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub bytes: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature.
        pub logprob: f64,
        pub token: ::std::string::String,
        ///Clients that assemble a stream keep this field, and so can return the sampled tokens for training.
        pub token_id: i64,
        pub top_logprobs: ::std::vec::Vec<ChatTopLogprob>,
    }
    ///`ChatTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatTool {
        pub function: ChatToolFunction,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<ChatToolType>,
    }
    ///`ChatToolCall`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChatToolCall {
        pub function: ChatFunctionCall,
        pub id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ChatToolCallType,
    }
    ///`ChatToolCallDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatToolCallDelta {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub function: ::std::option::Option<ChatToolCallDeltaFunction>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub id: ::std::option::Option<::std::string::String>,
        pub index: i64,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<ChatToolCallDeltaType>,
    }
    ///`ChatToolCallDeltaFunction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct ChatToolCallDeltaFunction {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arguments: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
    }
    ///`ChatToolCallDeltaType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatToolCallDeltaType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ChatToolCallDeltaType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ChatToolCallDeltaType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatToolCallDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatToolCallDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatToolCallType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatToolCallType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ChatToolCallType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ChatToolCallType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatToolCallType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatToolCallType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatToolFunction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatToolFunction {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        pub name: ::std::string::String,
        ///JSON Schema of the function's parameters, an object.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parameters: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
    }
    ///`ChatToolType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChatToolType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ChatToolType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ChatToolType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChatToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChatToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ChatTopLogprob`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatTopLogprob {
        ///UTF-8 bytes of the token's text.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub bytes: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature.
        pub logprob: f64,
        pub token: ::std::string::String,
    }
    ///`ChatUsage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatUsage {
        pub completion_tokens: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub completion_tokens_details: ::std::option::Option<
            ChatUsageCompletionTokensDetails,
        >,
        pub prompt_tokens: i64,
        pub prompt_tokens_details: ChatUsagePromptTokensDetails,
        pub total_tokens: i64,
    }
    ///`ChatUsageCompletionTokensDetails`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatUsageCompletionTokensDetails {
        pub reasoning_tokens: i64,
    }
    ///`ChatUsagePromptTokensDetails`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ChatUsagePromptTokensDetails {
        ///Number of prompt tokens found in the prefix cache.
        pub cached_tokens: i64,
    }
    ///`Checkpoint`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Checkpoint {
        ///Size of its adapter's files in bytes, 0 without an adapter; null if an older version of the server created it.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub bytes: ::std::option::Option<i64>,
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        pub id: ::std::string::String,
        ///The job that created it; null for step 0.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub job_id: ::std::option::Option<::std::string::String>,
        ///Origin of its adapter; null for the base model without an adapter.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub kind: ::std::option::Option<CheckpointKind>,
        ///Numbers by metric name.
        pub metrics: ::std::collections::HashMap<::std::string::String, f64>,
        ///Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        pub step: i64,
    }
    ///`CheckpointFile`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CheckpointFile {
        pub bytes: i64,
        pub name: AdapterFileName,
    }
    ///`CheckpointFileList`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CheckpointFileList {
        pub data: ::std::vec::Vec<CheckpointFile>,
        pub object: PageObject,
    }
    ///`CheckpointKind`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum CheckpointKind {
        #[serde(rename = "rl")]
        Rl,
        #[serde(rename = "sft")]
        Sft,
        #[serde(rename = "import")]
        Import,
    }
    impl ::std::fmt::Display for CheckpointKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Rl => f.write_str("rl"),
                Self::Sft => f.write_str("sft"),
                Self::Import => f.write_str("import"),
            }
        }
    }
    impl ::std::str::FromStr for CheckpointKind {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "rl" => Ok(Self::Rl),
                "sft" => Ok(Self::Sft),
                "import" => Ok(Self::Import),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for CheckpointKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for CheckpointKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`CheckpointPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CheckpointPage {
        pub data: ::std::vec::Vec<Checkpoint>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///Which checkpoints of a model to keep. Checkpoints that match no rule are deleted when the retention is set, and when a job creates the next one, at most a thousand at a time. Step 0 and checkpoints that jobs start from or compare with are always kept.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CheckpointRetention {
        ///Keep the checkpoints with the best values of a metric.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keep_best: ::std::option::Option<BestCheckpoints>,
        ///Keep steps that are multiples of this number.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub keep_every: ::std::option::Option<i64>,
        ///Keep this many of the highest steps.
        pub keep_last: i64,
    }
    ///`ChosenTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ChosenTool {
        pub name: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ChosenToolType,
    }
    ///`ChosenToolType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ChosenToolType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ChosenToolType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ChosenToolType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ChosenToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ChosenToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Completion`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Completion {
        pub choices: ::std::vec::Vec<CompletionChoice>,
        pub created: i64,
        pub id: ::std::string::String,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kv_transfer_params: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///The model name of the request.
        pub model: ::std::string::String,
        pub object: CompletionObject,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_tier: ::std::option::Option<ServiceTier>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system_fingerprint: ::std::option::Option<::std::string::String>,
        pub usage: ChatUsage,
    }
    ///`CompletionChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CompletionChoice {
        pub finish_reason: FinishReason,
        pub index: i64,
        ///Null unless requested.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub logprobs: ::std::option::Option<CompletionLogprobs>,
        ///One for each token of the prompt; null for the first.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub prompt_logprobs: ::std::option::Option<
            ::std::vec::Vec<
                ::std::option::Option<
                    ::std::collections::HashMap<
                        ::std::string::String,
                        CompletionChoicePromptLogprobsItemValue,
                    >,
                >,
            >,
        >,
        pub prompt_token_ids: ::std::vec::Vec<i64>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_reason: ::std::option::Option<StopReason>,
        pub text: ::std::string::String,
        ///Token ids of the answer.
        pub token_ids: ::std::vec::Vec<i64>,
    }
    ///`CompletionChoicePromptLogprobsItemValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CompletionChoicePromptLogprobsItemValue {
        pub decoded_token: ::std::string::String,
        ///Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature.
        pub logprob: f64,
        pub rank: i64,
    }
    ///`CompletionChunk`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CompletionChunk {
        ///Empty in the usage chunk.
        pub choices: ::std::vec::Vec<CompletionChunkChoice>,
        pub created: i64,
        pub id: ::std::string::String,
        pub model: ::std::string::String,
        pub object: CompletionChunkObject,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub service_tier: ::std::option::Option<ServiceTier>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system_fingerprint: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub usage: ::std::option::Option<ChatUsage>,
    }
    ///`CompletionChunkChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CompletionChunkChoice {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub finish_reason: ::std::option::Option<FinishReason>,
        pub index: i64,
        ///Null unless requested.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub logprobs: ::std::option::Option<CompletionLogprobs>,
        ///Present in the first chunk of the choice, with `return_token_ids`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_reason: ::std::option::Option<StopReason>,
        pub text: ::std::string::String,
        ///Token ids of this chunk, with `return_token_ids`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
    }
    ///`CompletionChunkObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum CompletionChunkObject {
        #[serde(rename = "text_completion")]
        TextCompletion,
    }
    impl ::std::fmt::Display for CompletionChunkObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TextCompletion => f.write_str("text_completion"),
            }
        }
    }
    impl ::std::str::FromStr for CompletionChunkObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text_completion" => Ok(Self::TextCompletion),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for CompletionChunkObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for CompletionChunkObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///One event of a stream. The stream ends after an error body.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum CompletionEvent {
        CompletionChunk(CompletionChunk),
        ErrorBody(ErrorBody),
    }
    impl ::std::convert::From<CompletionChunk> for CompletionEvent {
        fn from(value: CompletionChunk) -> Self {
            Self::CompletionChunk(value)
        }
    }
    impl ::std::convert::From<ErrorBody> for CompletionEvent {
        fn from(value: ErrorBody) -> Self {
            Self::ErrorBody(value)
        }
    }
    ///Each list has one entry for each token, with `echo` including the prompt.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CompletionLogprobs {
        ///Offset of each token in the text, in characters.
        pub text_offset: ::std::vec::Vec<i64>,
        ///Null for the first token of a prompt.
        pub token_logprobs: ::std::vec::Vec<::std::option::Option<f64>>,
        pub tokens: ::std::vec::Vec<::std::string::String>,
        ///Log-probabilities of the token and its alternatives, by text.
        pub top_logprobs: ::std::vec::Vec<
            ::std::option::Option<
                ::std::collections::HashMap<::std::string::String, f64>,
            >,
        >,
    }
    ///`CompletionObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum CompletionObject {
        #[serde(rename = "text_completion")]
        TextCompletion,
    }
    impl ::std::fmt::Display for CompletionObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TextCompletion => f.write_str("text_completion"),
            }
        }
    }
    impl ::std::str::FromStr for CompletionObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text_completion" => Ok(Self::TextCompletion),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for CompletionObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for CompletionObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///One or more prompts, each a text or its token ids. Choice i of prompt p has the index p * n + i. All prompts together may have at most 1024 choices.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum CompletionPrompt {
        Variant0(::std::string::String),
        Variant1(::std::vec::Vec<::std::string::String>),
        Variant2(::std::vec::Vec<i64>),
        Variant3(::std::vec::Vec<::std::vec::Vec<i64>>),
    }
    impl ::std::convert::From<::std::vec::Vec<::std::string::String>>
    for CompletionPrompt {
        fn from(value: ::std::vec::Vec<::std::string::String>) -> Self {
            Self::Variant1(value)
        }
    }
    impl ::std::convert::From<::std::vec::Vec<i64>> for CompletionPrompt {
        fn from(value: ::std::vec::Vec<i64>) -> Self {
            Self::Variant2(value)
        }
    }
    impl ::std::convert::From<::std::vec::Vec<::std::vec::Vec<i64>>>
    for CompletionPrompt {
        fn from(value: ::std::vec::Vec<::std::vec::Vec<i64>>) -> Self {
            Self::Variant3(value)
        }
    }
    ///`CompletionRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct CompletionRequest {
        ///Add the tokenizer's special tokens to text prompts.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_special_tokens: ::std::option::Option<bool>,
        ///If set, only these token ids may be sampled.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub allowed_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Texts that must not be generated. The last token of a text is not sampled if the preceding tokens match.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bad_words: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        ///Cached prefixes are shared only by requests with the same salt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cache_salt: ::std::option::Option<::std::string::String>,
        ///Return the prompt in front of the answer; with `logprobs`, including its log-probabilities.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub echo: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub engine_xargs: ::std::option::Option<EngineArguments>,
        ///Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub frequency_penalty: ::std::option::Option<f64>,
        ///Continue after the model's end-of-sequence token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ignore_eos: ::std::option::Option<bool>,
        ///Include the stop text in the answer.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_stop_str_in_output: ::std::option::Option<bool>,
        ///Only null or {}, as nothing is transferred here.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kv_transfer_params: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Beam search ranks by log-probability divided by length to this power.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub length_penalty: ::std::option::Option<f64>,
        ///Maps token ids to values that are added to the logits, clamped to -100 to 100.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logit_bias: ::std::option::Option<
            ::std::collections::HashMap<::std::string::String, f64>,
        >,
        ///Names of processors that are registered with the server.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logits_processors: ::std::option::Option<
            ::std::vec::Vec<CompletionRequestLogitsProcessorsItem>,
        >,
        ///Return the log-probabilities of these tokens at each position, in this order, instead of those of the most likely tokens. Requires `logprobs`; not supported by beam search.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprob_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Return log-probabilities, with this many alternatives for each token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprobs: ::std::option::Option<i64>,
        ///Maximum number of tokens to generate. 0, with `echo`, returns only the prompt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_tokens: ::std::option::Option<i64>,
        ///Sample from tokens with at least this probability, relative to the most likely token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_p: ::std::option::Option<f64>,
        ///Minimum number of tokens to generate before generation may stop.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_tokens: ::std::option::Option<i64>,
        ///Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        ///Number of choices to generate. With beam search it is the beam width, at most 32.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub n: ::std::option::Option<i64>,
        ///Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub presence_penalty: ::std::option::Option<f64>,
        ///Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub priority: ::std::option::Option<i64>,
        pub prompt: CompletionPrompt,
        ///Return log-probabilities of the prompt's tokens, with this many alternatives each. Not supported for streams. A response has at most 131,072 of them, including alternatives, in all its choices together.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_logprobs: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub repetition_detection: ::std::option::Option<RepetitionDetection>,
        ///Penalizes tokens in the prompt or the answer so far: divides positive logits and multiplies negative ones.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub repetition_penalty: ::std::option::Option<f64>,
        ///The response id is `cmpl-` followed by this. Defaults to a random UUID.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub request_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub response_format: ::std::option::Option<ResponseFormat>,
        ///Return `token_ids` in the chunks of a stream, and `prompt_token_ids` in the first chunk of each choice.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_token_ids: ::std::option::Option<bool>,
        ///Return each `token` of the log-probabilities as `token_id:{id}`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_tokens_as_token_ids: ::std::option::Option<bool>,
        ///Seed for sampling. A sampled token depends only on the seed, the position and the token ids. Choice i of n uses `seed` + i. -1 is a random seed, as in vLLM, and so is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub seed: ::std::option::Option<i64>,
        ///Omit special tokens from the text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub skip_special_tokens: ::std::option::Option<bool>,
        ///Add spaces between special tokens that are kept, if the tokenizer does so; tokenizers of the served models do not.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub spaces_between_special_tokens: ::std::option::Option<bool>,
        ///Use speculative decoding: draft tokens by prompt lookup and from tokens forced by a grammar, and verify several in one step. It never changes tokens or log-probabilities, only their speed. false drafts none.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub speculation: ::std::option::Option<bool>,
        ///Texts at which generation stops. They are not part of the answer.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop: ::std::option::Option<CompletionRequestStop>,
        ///Token ids at which generation stops.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Stream the response as server-sent events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream: ::std::option::Option<bool>,
        ///Number of tokens per chunk of a stream. The first token and the last ones are sent at once. Beam search sends all tokens at the end.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream_interval: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream_options: ::std::option::Option<StreamOptions>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub structured_outputs: ::std::option::Option<StructuredOutputs>,
        ///Only null or empty, as no model served here supports infilling.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub suffix: ::std::option::Option<::std::string::String>,
        ///Sampling temperature. 0 is greedy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub temperature: ::std::option::Option<f64>,
        ///Sample from this many most likely tokens. 0 and -1 include all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_k: ::std::option::Option<i64>,
        ///Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_p: ::std::option::Option<f64>,
        ///Keep only this many tokens of the prompt, by default the last ones; -1 keeps as many as fit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncate_prompt_tokens: ::std::option::Option<i64>,
        ///Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncation_side: ::std::option::Option<CompletionRequestTruncationSide>,
        ///Use beam search to find the most likely answers.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub use_beam_search: ::std::option::Option<bool>,
        ///Has no effect.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub user: ::std::option::Option<::std::string::String>,
        ///Alias of `engine_xargs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vllm_xargs: ::std::option::Option<EngineArguments>,
    }
    ///`CompletionRequestLogitsProcessorsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum CompletionRequestLogitsProcessorsItem {
        String(::std::string::String),
        LogitsProcessor(LogitsProcessor),
    }
    impl ::std::convert::From<LogitsProcessor>
    for CompletionRequestLogitsProcessorsItem {
        fn from(value: LogitsProcessor) -> Self {
            Self::LogitsProcessor(value)
        }
    }
    ///`CompletionRequestStop`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum CompletionRequestStop {
        String(::std::string::String),
        Array(::std::vec::Vec<::std::string::String>),
    }
    impl ::std::convert::From<::std::vec::Vec<::std::string::String>>
    for CompletionRequestStop {
        fn from(value: ::std::vec::Vec<::std::string::String>) -> Self {
            Self::Array(value)
        }
    }
    ///Side from which `truncate_prompt_tokens` removes tokens. `left`, the default, keeps the prompt's last tokens, `right` its first.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum CompletionRequestTruncationSide {
        #[serde(rename = "left")]
        Left,
        #[serde(rename = "right")]
        Right,
    }
    impl ::std::fmt::Display for CompletionRequestTruncationSide {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Left => f.write_str("left"),
                Self::Right => f.write_str("right"),
            }
        }
    }
    impl ::std::str::FromStr for CompletionRequestTruncationSide {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "left" => Ok(Self::Left),
                "right" => Ok(Self::Right),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for CompletionRequestTruncationSide {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for CompletionRequestTruncationSide {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ContentBlockDeltaEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ContentBlockDeltaEvent {
        pub delta: ContentBlockDeltaEventDelta,
        pub index: i64,
        #[serde(rename = "type")]
        pub type_: ContentBlockDeltaEventType,
    }
    ///`ContentBlockDeltaEventDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ContentBlockDeltaEventDelta {
        TextDelta(MessageTextDelta),
        ThinkingDelta(MessageThinkingDelta),
        SignatureDelta(MessageSignatureDelta),
        InputDelta(MessageInputDelta),
    }
    impl ::std::convert::From<MessageTextDelta> for ContentBlockDeltaEventDelta {
        fn from(value: MessageTextDelta) -> Self {
            Self::TextDelta(value)
        }
    }
    impl ::std::convert::From<MessageThinkingDelta> for ContentBlockDeltaEventDelta {
        fn from(value: MessageThinkingDelta) -> Self {
            Self::ThinkingDelta(value)
        }
    }
    impl ::std::convert::From<MessageSignatureDelta> for ContentBlockDeltaEventDelta {
        fn from(value: MessageSignatureDelta) -> Self {
            Self::SignatureDelta(value)
        }
    }
    impl ::std::convert::From<MessageInputDelta> for ContentBlockDeltaEventDelta {
        fn from(value: MessageInputDelta) -> Self {
            Self::InputDelta(value)
        }
    }
    ///`ContentBlockDeltaEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ContentBlockDeltaEventType {
        #[serde(rename = "content_block_delta")]
        ContentBlockDelta,
    }
    impl ::std::fmt::Display for ContentBlockDeltaEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ContentBlockDelta => f.write_str("content_block_delta"),
            }
        }
    }
    impl ::std::str::FromStr for ContentBlockDeltaEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "content_block_delta" => Ok(Self::ContentBlockDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ContentBlockDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ContentBlockDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ContentBlockStartEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ContentBlockStartEvent {
        pub content_block: MessageAnswerBlock,
        pub index: i64,
        #[serde(rename = "type")]
        pub type_: ContentBlockStartEventType,
    }
    ///`ContentBlockStartEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ContentBlockStartEventType {
        #[serde(rename = "content_block_start")]
        ContentBlockStart,
    }
    impl ::std::fmt::Display for ContentBlockStartEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ContentBlockStart => f.write_str("content_block_start"),
            }
        }
    }
    impl ::std::str::FromStr for ContentBlockStartEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "content_block_start" => Ok(Self::ContentBlockStart),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ContentBlockStartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ContentBlockStartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ContentBlockStopEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ContentBlockStopEvent {
        pub index: i64,
        #[serde(rename = "type")]
        pub type_: ContentBlockStopEventType,
    }
    ///`ContentBlockStopEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ContentBlockStopEventType {
        #[serde(rename = "content_block_stop")]
        ContentBlockStop,
    }
    impl ::std::fmt::Display for ContentBlockStopEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ContentBlockStop => f.write_str("content_block_stop"),
            }
        }
    }
    impl ::std::str::FromStr for ContentBlockStopEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "content_block_stop" => Ok(Self::ContentBlockStop),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ContentBlockStopEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ContentBlockStopEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`CountMessageTokensRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CountMessageTokensRequest {
        ///Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///The conversation. If the last message is from the assistant and has no tool calls, the answer continues it.
        pub messages: ::std::vec::Vec<MessageTurn>,
        ///Name of a base model or of a trained model, as in chat.
        pub model: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub output_config: ::std::option::Option<MessageOutputConfig>,
        ///System prompt. If there are several texts, the model receives them in order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system: ::std::option::Option<CountMessageTokensRequestSystem>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub thinking: ::std::option::Option<MessageThinking>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_choice: ::std::option::Option<MessageToolChoice>,
        ///Functions that the model may call.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<MessageTool>>,
    }
    ///`CountMessageTokensRequestSystem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum CountMessageTokensRequestSystem {
        String(::std::string::String),
        Array(::std::vec::Vec<MessageText>),
    }
    impl ::std::convert::From<::std::vec::Vec<MessageText>>
    for CountMessageTokensRequestSystem {
        fn from(value: ::std::vec::Vec<MessageText>) -> Self {
            Self::Array(value)
        }
    }
    ///`CreateArtifactRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CreateArtifactRequest {
        ///Null or absent is `local`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub entity: ::std::option::Option<::std::string::String>,
        ///Any characters except control characters and / \ : # ? %
        pub name: ::std::string::String,
        ///Null or absent is `uploads`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub project: ::std::option::Option<::std::string::String>,
    }
    ///`CreateModelRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CreateModelRequest {
        ///One of the names that `GET /v1/preview/base-models` lists.
        pub base_model: ::std::string::String,
        ///Entity of the model. Null or absent is the server's default, `local`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub entity: ::std::option::Option<::std::string::String>,
        ///Any characters except control characters and / \ : # ? %
        pub name: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub project: ::std::string::String,
        ///Which checkpoints to keep. Null is the server's default retention (`DAYBREAK_KEEP_CHECKPOINTS`), which keeps all unless it is set. If absent, an existing model keeps its own.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub retention: ::std::option::Option<CheckpointRetention>,
        ///Return the existing model of that name, if there is one, instead of a 409.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_existing: ::std::option::Option<bool>,
    }
    ///`CreateSessionRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct CreateSessionRequest {
        ///From the link that the server prints at start-up. It stands for the server's first key.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub code: ::std::option::Option<::std::string::String>,
        ///Maximum lifetime of the session in seconds. Null or absent is 12 hours.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub expires_in: ::std::option::Option<i64>,
        ///Scopes of the session. Null or absent means all scopes of its key; more than that is a 403.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scopes: ::std::option::Option<::std::vec::Vec<Scope>>,
    }
    ///`CreateSftTrainingJobRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CreateSftTrainingJobRequest {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub config: ::std::option::Option<SftConfig>,
        ///Has no effect; the event `training_started` lists its keys.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub experimental_config: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        pub model_id: ::std::string::String,
        ///A `daybreak-artifact:///` or `wandb-artifact:///` name in this server's store; an `http(s)://` URL on a public host or a host that the operator allows; or a `file://` URL inside the operator's folder for artifacts. The data is copied before the job is queued, and not read again. From a web host, the limits are ten minutes and 256 MiB per file.
        pub training_data_url: ::std::string::String,
    }
    ///`CreateTrainingJobRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CreateTrainingJobRequest {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub experimental_config: ::std::option::Option<RlConfig>,
        pub model_id: ::std::string::String,
        pub trajectory_groups: ::std::vec::Vec<TrajectoryGroup>,
    }
    ///`CreatedArtifact`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct CreatedArtifact {
        pub id: ::std::string::String,
        ///'`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'
        pub url: ::std::string::String,
    }
    ///`DeleteCheckpointsRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DeleteCheckpointsRequest {
        pub steps: ::std::vec::Vec<i64>,
    }
    ///`DeletedArtifact`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DeletedArtifact {
        pub deleted: bool,
        pub id: ::std::string::String,
    }
    ///`DeletedCheckpoints`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DeletedCheckpoints {
        pub deleted_count: i64,
        pub not_found_steps: ::std::vec::Vec<i64>,
    }
    ///`DeletedModel`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DeletedModel {
        pub deleted_checkpoints: i64,
        ///Whether a tracking run was deleted too.
        pub deleted_run: bool,
        pub model_id: ::std::string::String,
    }
    ///`DeletedSession`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DeletedSession {
        pub deleted: bool,
    }
    ///`DetokenizeRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DetokenizeRequest {
        ///Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        pub tokens: ::std::vec::Vec<i64>,
    }
    ///`DetokenizedText`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DetokenizedText {
        pub prompt: ::std::string::String,
    }
    ///The WebGPU adapter in use; null while the compute process is down.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct DeviceCheck {
        pub adapter: ::std::string::String,
        pub backend: ::std::string::String,
        ///Whether it is a software driver.
        pub fallback: bool,
        pub features: ::std::vec::Vec<::std::string::String>,
        pub max_binding_bytes: i64,
        pub memory_bytes: i64,
        ///Source of the figure: `machine` (the device shares the memory of the machine or container), `driver` (the GPU's own memory), or `assumed` (the driver does not report it).
        pub memory_source: DeviceCheckMemorySource,
        pub vendor: ::std::string::String,
    }
    ///Source of the figure: `machine` (the device shares the memory of the machine or container), `driver` (the GPU's own memory), or `assumed` (the driver does not report it).
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum DeviceCheckMemorySource {
        #[serde(rename = "machine")]
        Machine,
        #[serde(rename = "driver")]
        Driver,
        #[serde(rename = "assumed")]
        Assumed,
    }
    impl ::std::fmt::Display for DeviceCheckMemorySource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Machine => f.write_str("machine"),
                Self::Driver => f.write_str("driver"),
                Self::Assumed => f.write_str("assumed"),
            }
        }
    }
    impl ::std::str::FromStr for DeviceCheckMemorySource {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "machine" => Ok(Self::Machine),
                "driver" => Ok(Self::Driver),
                "assumed" => Ok(Self::Assumed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for DeviceCheckMemorySource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for DeviceCheckMemorySource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The disk that holds the data folder.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct DiskSpace {
        pub free_bytes: i64,
        ///Free space reserved for training.
        pub reserve_bytes: i64,
        pub total_bytes: i64,
    }
    ///`EngineArgument`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum EngineArgument {
        String(::std::string::String),
        Number(f64),
    }
    impl ::std::fmt::Display for EngineArgument {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::String(x) => x.fmt(f),
                Self::Number(x) => x.fmt(f),
            }
        }
    }
    impl ::std::convert::From<f64> for EngineArgument {
        fn from(value: f64) -> Self {
            Self::Number(value)
        }
    }
    ///Additional parameters for extensions.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(transparent)]
    #[derive(Default)]
    pub struct EngineArguments(
        pub ::std::collections::HashMap<::std::string::String, EngineArgumentsValue>,
    );
    impl ::std::ops::Deref for EngineArguments {
        type Target = ::std::collections::HashMap<
            ::std::string::String,
            EngineArgumentsValue,
        >;
        fn deref(
            &self,
        ) -> &::std::collections::HashMap<::std::string::String, EngineArgumentsValue> {
            &self.0
        }
    }
    impl ::std::convert::From<EngineArguments>
    for ::std::collections::HashMap<::std::string::String, EngineArgumentsValue> {
        fn from(value: EngineArguments) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<
        ::std::collections::HashMap<::std::string::String, EngineArgumentsValue>,
    > for EngineArguments {
        fn from(
            value: ::std::collections::HashMap<
                ::std::string::String,
                EngineArgumentsValue,
            >,
        ) -> Self {
            Self(value)
        }
    }
    ///`EngineArgumentsValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum EngineArgumentsValue {
        EngineArgument(EngineArgument),
        Array(::std::vec::Vec<EngineArgument>),
    }
    impl ::std::convert::From<EngineArgument> for EngineArgumentsValue {
        fn from(value: EngineArgument) -> Self {
            Self::EngineArgument(value)
        }
    }
    impl ::std::convert::From<::std::vec::Vec<EngineArgument>> for EngineArgumentsValue {
        fn from(value: ::std::vec::Vec<EngineArgument>) -> Self {
            Self::Array(value)
        }
    }
    ///Statistics of one base model. There are none while the compute process is down.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct EngineStats {
        ///Number of adapters that can be in use at once.
        pub adapter_slots: i64,
        ///Number of adapters in use.
        pub adapters: i64,
        ///Capacity of the KV cache in tokens.
        pub cache_tokens: i64,
        ///Tokens in the KV cache that sequences use.
        pub cache_tokens_used: i64,
        pub model: ::std::string::String,
        ///Number of preemptions. A preempted sequence is computed again.
        pub preemptions: i64,
        ///Prompt tokens looked up in the prefix cache.
        pub prefix_tokens_asked: i64,
        ///Prompt tokens found in the prefix cache.
        pub prefix_tokens_found: i64,
        ///Sequences in the batch.
        pub running: i64,
        ///Tokens processed since the compute process was started.
        pub tokens: i64,
        ///Prompt and generated tokens per second since the previous request for these statistics; null if there was none, or if it was more than a minute ago.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub tokens_per_second: ::std::option::Option<f64>,
        ///Sequences in the queue.
        pub waiting: i64,
    }
    ///`ErrorBody`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ErrorBody {
        pub detail: ErrorDetail,
        pub error: ErrorInfo,
    }
    ///The complete list of error codes. Each has one status, except validation errors (400 or 422).
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ErrorCode {
        #[serde(rename = "validation_failed")]
        ValidationFailed,
        #[serde(rename = "unsupported_value")]
        UnsupportedValue,
        #[serde(rename = "context_length_exceeded")]
        ContextLengthExceeded,
        #[serde(rename = "invalid_api_key")]
        InvalidApiKey,
        #[serde(rename = "insufficient_scope")]
        InsufficientScope,
        #[serde(rename = "host_not_allowed")]
        HostNotAllowed,
        #[serde(rename = "not_found")]
        NotFound,
        #[serde(rename = "model_not_found")]
        ModelNotFound,
        #[serde(rename = "method_not_allowed")]
        MethodNotAllowed,
        #[serde(rename = "conflict")]
        Conflict,
        #[serde(rename = "quota_exceeded")]
        QuotaExceeded,
        #[serde(rename = "payload_too_large")]
        PayloadTooLarge,
        #[serde(rename = "unsupported_media_type")]
        UnsupportedMediaType,
        #[serde(rename = "headers_too_large")]
        HeadersTooLarge,
        #[serde(rename = "malformed_request")]
        MalformedRequest,
        #[serde(rename = "request_timeout")]
        RequestTimeout,
        #[serde(rename = "rate_limit_exceeded")]
        RateLimitExceeded,
        #[serde(rename = "internal_error")]
        InternalError,
        #[serde(rename = "not_implemented")]
        NotImplemented,
        #[serde(rename = "queue_full")]
        QueueFull,
        #[serde(rename = "draining")]
        Draining,
        #[serde(rename = "compute_unavailable")]
        ComputeUnavailable,
        #[serde(rename = "database_unavailable")]
        DatabaseUnavailable,
        #[serde(rename = "disk_full")]
        DiskFull,
    }
    impl ::std::fmt::Display for ErrorCode {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ValidationFailed => f.write_str("validation_failed"),
                Self::UnsupportedValue => f.write_str("unsupported_value"),
                Self::ContextLengthExceeded => f.write_str("context_length_exceeded"),
                Self::InvalidApiKey => f.write_str("invalid_api_key"),
                Self::InsufficientScope => f.write_str("insufficient_scope"),
                Self::HostNotAllowed => f.write_str("host_not_allowed"),
                Self::NotFound => f.write_str("not_found"),
                Self::ModelNotFound => f.write_str("model_not_found"),
                Self::MethodNotAllowed => f.write_str("method_not_allowed"),
                Self::Conflict => f.write_str("conflict"),
                Self::QuotaExceeded => f.write_str("quota_exceeded"),
                Self::PayloadTooLarge => f.write_str("payload_too_large"),
                Self::UnsupportedMediaType => f.write_str("unsupported_media_type"),
                Self::HeadersTooLarge => f.write_str("headers_too_large"),
                Self::MalformedRequest => f.write_str("malformed_request"),
                Self::RequestTimeout => f.write_str("request_timeout"),
                Self::RateLimitExceeded => f.write_str("rate_limit_exceeded"),
                Self::InternalError => f.write_str("internal_error"),
                Self::NotImplemented => f.write_str("not_implemented"),
                Self::QueueFull => f.write_str("queue_full"),
                Self::Draining => f.write_str("draining"),
                Self::ComputeUnavailable => f.write_str("compute_unavailable"),
                Self::DatabaseUnavailable => f.write_str("database_unavailable"),
                Self::DiskFull => f.write_str("disk_full"),
            }
        }
    }
    impl ::std::str::FromStr for ErrorCode {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "validation_failed" => Ok(Self::ValidationFailed),
                "unsupported_value" => Ok(Self::UnsupportedValue),
                "context_length_exceeded" => Ok(Self::ContextLengthExceeded),
                "invalid_api_key" => Ok(Self::InvalidApiKey),
                "insufficient_scope" => Ok(Self::InsufficientScope),
                "host_not_allowed" => Ok(Self::HostNotAllowed),
                "not_found" => Ok(Self::NotFound),
                "model_not_found" => Ok(Self::ModelNotFound),
                "method_not_allowed" => Ok(Self::MethodNotAllowed),
                "conflict" => Ok(Self::Conflict),
                "quota_exceeded" => Ok(Self::QuotaExceeded),
                "payload_too_large" => Ok(Self::PayloadTooLarge),
                "unsupported_media_type" => Ok(Self::UnsupportedMediaType),
                "headers_too_large" => Ok(Self::HeadersTooLarge),
                "malformed_request" => Ok(Self::MalformedRequest),
                "request_timeout" => Ok(Self::RequestTimeout),
                "rate_limit_exceeded" => Ok(Self::RateLimitExceeded),
                "internal_error" => Ok(Self::InternalError),
                "not_implemented" => Ok(Self::NotImplemented),
                "queue_full" => Ok(Self::QueueFull),
                "draining" => Ok(Self::Draining),
                "compute_unavailable" => Ok(Self::ComputeUnavailable),
                "database_unavailable" => Ok(Self::DatabaseUnavailable),
                "disk_full" => Ok(Self::DiskFull),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ErrorCode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ErrorCode {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///All validation issues if validation failed, otherwise the message again.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ErrorDetail {
        Array(::std::vec::Vec<ValidationIssue>),
        String(::std::string::String),
    }
    impl ::std::convert::From<::std::vec::Vec<ValidationIssue>> for ErrorDetail {
        fn from(value: ::std::vec::Vec<ValidationIssue>) -> Self {
            Self::Array(value)
        }
    }
    ///`ErrorInfo`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ErrorInfo {
        pub code: ErrorCode,
        ///Names the field, the fault and the allowed values.
        pub message: ::std::string::String,
        ///The path of the field at fault, with dots, if there is one.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub param: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type")]
        pub type_: ErrorType,
    }
    ///`ErrorType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ErrorType {
        #[serde(rename = "invalid_request_error")]
        InvalidRequestError,
        #[serde(rename = "authentication_error")]
        AuthenticationError,
        #[serde(rename = "permission_error")]
        PermissionError,
        #[serde(rename = "not_found_error")]
        NotFoundError,
        #[serde(rename = "conflict_error")]
        ConflictError,
        #[serde(rename = "rate_limit_error")]
        RateLimitError,
        #[serde(rename = "server_error")]
        ServerError,
    }
    impl ::std::fmt::Display for ErrorType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InvalidRequestError => f.write_str("invalid_request_error"),
                Self::AuthenticationError => f.write_str("authentication_error"),
                Self::PermissionError => f.write_str("permission_error"),
                Self::NotFoundError => f.write_str("not_found_error"),
                Self::ConflictError => f.write_str("conflict_error"),
                Self::RateLimitError => f.write_str("rate_limit_error"),
                Self::ServerError => f.write_str("server_error"),
            }
        }
    }
    impl ::std::str::FromStr for ErrorType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invalid_request_error" => Ok(Self::InvalidRequestError),
                "authentication_error" => Ok(Self::AuthenticationError),
                "permission_error" => Ok(Self::PermissionError),
                "not_found_error" => Ok(Self::NotFoundError),
                "conflict_error" => Ok(Self::ConflictError),
                "rate_limit_error" => Ok(Self::RateLimitError),
                "server_error" => Ok(Self::ServerError),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ErrorType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ErrorType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Exchange`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Exchange {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub end_time: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        ///The body as it was sent.
        pub request: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The complete response.
        pub response: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub start_time: ::std::option::Option<::std::string::String>,
    }
    ///`FileAddress`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct FileAddress {
        ///Lifetime in seconds.
        pub expires_in: i64,
        pub url: ::std::string::String,
    }
    ///`FinishReason`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum FinishReason {
        #[serde(rename = "stop")]
        Stop,
        #[serde(rename = "length")]
        Length,
        #[serde(rename = "tool_calls")]
        ToolCalls,
    }
    impl ::std::fmt::Display for FinishReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Stop => f.write_str("stop"),
                Self::Length => f.write_str("length"),
                Self::ToolCalls => f.write_str("tool_calls"),
            }
        }
    }
    impl ::std::str::FromStr for FinishReason {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "stop" => Ok(Self::Stop),
                "length" => Ok(Self::Length),
                "tool_calls" => Ok(Self::ToolCalls),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for FinishReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for FinishReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`GradientStepEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct GradientStepEvent {
        ///Metrics of the step, such as its loss, `time/step_seconds` and `throughput/tokens_per_second`. An RL step also has the metrics of its job: `answer/tokens_mean`, `answer/tokens_p95` and `answer/truncated_fraction` (cut off at the maximum length) of the sampled answers, `advantage/std_dev` over all trajectories, and `reward/p10`, `reward/p50` and `reward/p90`.
        pub data: ::std::collections::HashMap<::std::string::String, f64>,
        pub id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: GradientStepEventType,
    }
    ///`GradientStepEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum GradientStepEventType {
        #[serde(rename = "gradient_step")]
        GradientStep,
    }
    impl ::std::fmt::Display for GradientStepEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::GradientStep => f.write_str("gradient_step"),
            }
        }
    }
    impl ::std::str::FromStr for GradientStepEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "gradient_step" => Ok(Self::GradientStep),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for GradientStepEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for GradientStepEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Health`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Health {
        pub status: HealthStatus,
        pub version: ::std::string::String,
    }
    ///`HealthStatus`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum HealthStatus {
        #[serde(rename = "ok")]
        Ok,
    }
    impl ::std::fmt::Display for HealthStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Ok => f.write_str("ok"),
            }
        }
    }
    impl ::std::str::FromStr for HealthStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "ok" => Ok(Self::Ok),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for HealthStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for HealthStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ImportAdapterRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ImportAdapterRequest {
        ///Accept an adapter whose `base_model_name_or_path` is not the model's base model, as long as its shapes fit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub any_base_model: ::std::option::Option<bool>,
        ///'`daybreak-artifact:///{entity}/{project}/{name}:v{K}`, for use as `training_data_url`.'
        pub artifact_url: ::std::string::String,
    }
    ///Numbers of training jobs that have not ended.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct JobCounts {
        pub queued: i64,
        pub running: i64,
    }
    ///`JobGroup`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct JobGroup {
        ///Number of rollouts that raised an exception.
        pub exceptions: i64,
        ///Index of the group in the job.
        pub group: i64,
        pub max: f64,
        ///Mean of the rewards; 0 if there are none.
        pub mean: f64,
        pub min: f64,
        ///`trained`, or the reason why the group has no learning signal. `empty`: no trajectory. `single`: nothing to compare with. `equal_rewards`: no answer is better than another. `without_tokens`: no answer with an advantage has log-probabilities. `too_long`: no sequence is short enough.
        pub outcome: JobGroupOutcome,
        ///Number of trajectories.
        pub size: i64,
        ///Population standard deviation of the rewards.
        pub std_dev: f64,
    }
    ///`trained`, or the reason why the group has no learning signal. `empty`: no trajectory. `single`: nothing to compare with. `equal_rewards`: no answer is better than another. `without_tokens`: no answer with an advantage has log-probabilities. `too_long`: no sequence is short enough.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum JobGroupOutcome {
        #[serde(rename = "trained")]
        Trained,
        #[serde(rename = "empty")]
        Empty,
        #[serde(rename = "single")]
        Single,
        #[serde(rename = "equal_rewards")]
        EqualRewards,
        #[serde(rename = "without_tokens")]
        WithoutTokens,
        #[serde(rename = "too_long")]
        TooLong,
    }
    impl ::std::fmt::Display for JobGroupOutcome {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Trained => f.write_str("trained"),
                Self::Empty => f.write_str("empty"),
                Self::Single => f.write_str("single"),
                Self::EqualRewards => f.write_str("equal_rewards"),
                Self::WithoutTokens => f.write_str("without_tokens"),
                Self::TooLong => f.write_str("too_long"),
            }
        }
    }
    impl ::std::str::FromStr for JobGroupOutcome {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "trained" => Ok(Self::Trained),
                "empty" => Ok(Self::Empty),
                "single" => Ok(Self::Single),
                "equal_rewards" => Ok(Self::EqualRewards),
                "without_tokens" => Ok(Self::WithoutTokens),
                "too_long" => Ok(Self::TooLong),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for JobGroupOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for JobGroupOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`JobGroupPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct JobGroupPage {
        pub data: ::std::vec::Vec<JobGroup>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`JobKind`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum JobKind {
        #[serde(rename = "rl")]
        Rl,
        #[serde(rename = "sft")]
        Sft,
    }
    impl ::std::fmt::Display for JobKind {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Rl => f.write_str("rl"),
                Self::Sft => f.write_str("sft"),
            }
        }
    }
    impl ::std::str::FromStr for JobKind {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "rl" => Ok(Self::Rl),
                "sft" => Ok(Self::Sft),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for JobKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for JobKind {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A job is queued, then running, then succeeded, failed or cancelled. A queued job may be cancelled too.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum JobStatus {
        #[serde(rename = "queued")]
        Queued,
        #[serde(rename = "running")]
        Running,
        #[serde(rename = "succeeded")]
        Succeeded,
        #[serde(rename = "failed")]
        Failed,
        #[serde(rename = "cancelled")]
        Cancelled,
    }
    impl ::std::fmt::Display for JobStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Queued => f.write_str("queued"),
                Self::Running => f.write_str("running"),
                Self::Succeeded => f.write_str("succeeded"),
                Self::Failed => f.write_str("failed"),
                Self::Cancelled => f.write_str("cancelled"),
            }
        }
    }
    impl ::std::str::FromStr for JobStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "queued" => Ok(Self::Queued),
                "running" => Ok(Self::Running),
                "succeeded" => Ok(Self::Succeeded),
                "failed" => Ok(Self::Failed),
                "cancelled" => Ok(Self::Cancelled),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for JobStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for JobStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`JsonSchemaFormat`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct JsonSchemaFormat {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        pub name: ::std::string::String,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub schema: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
    }
    ///`KeptTrajectory`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct KeptTrajectory {
        pub summary: TrajectorySummary,
        pub trajectory: Trajectory,
    }
    ///`Key`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Key {
        ///Null if the key does not expire.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub expires: ::std::option::Option<::std::string::String>,
        ///Identifies a key without revealing it.
        pub id: ::std::string::String,
        pub limits: KeyLimits,
        ///Name given by the creator of the key; may be empty.
        pub name: ::std::string::String,
        ///The owner of the resources that a key can use.
        pub owner: ::std::string::String,
        ///The operations that a key may use.
        pub scopes: ::std::vec::Vec<Scope>,
        ///Whether it is a session, not an API key.
        pub session: bool,
    }
    ///Limits of one key, over all servers of a cluster. Exceeding one is a 429.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct KeyLimits {
        pub requests_in_flight: i64,
        ///On average; bursts of up to ten seconds' worth are accepted.
        pub requests_per_second: i64,
    }
    ///`ListTrajectoriesSort`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ListTrajectoriesSort {
        #[serde(rename = "newest")]
        Newest,
        #[serde(rename = "oldest")]
        Oldest,
        #[serde(rename = "highest_reward")]
        HighestReward,
        #[serde(rename = "lowest_reward")]
        LowestReward,
        #[serde(rename = "longest")]
        Longest,
        #[serde(rename = "shortest")]
        Shortest,
    }
    impl ::std::fmt::Display for ListTrajectoriesSort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Newest => f.write_str("newest"),
                Self::Oldest => f.write_str("oldest"),
                Self::HighestReward => f.write_str("highest_reward"),
                Self::LowestReward => f.write_str("lowest_reward"),
                Self::Longest => f.write_str("longest"),
                Self::Shortest => f.write_str("shortest"),
            }
        }
    }
    impl ::std::str::FromStr for ListTrajectoriesSort {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "newest" => Ok(Self::Newest),
                "oldest" => Ok(Self::Oldest),
                "highest_reward" => Ok(Self::HighestReward),
                "lowest_reward" => Ok(Self::LowestReward),
                "longest" => Ok(Self::Longest),
                "shortest" => Ok(Self::Shortest),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ListTrajectoriesSort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ListTrajectoriesSort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Liveness`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Liveness {
        pub status: LivenessStatus,
    }
    ///`LivenessStatus`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LivenessStatus {
        #[serde(rename = "alive")]
        Alive,
    }
    impl ::std::fmt::Display for LivenessStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Alive => f.write_str("alive"),
            }
        }
    }
    impl ::std::str::FromStr for LivenessStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "alive" => Ok(Self::Alive),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LivenessStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for LivenessStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Load`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Load {
        pub server_load: i64,
    }
    ///`LoadedModelsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct LoadedModelsItem {
        ///Device memory of the adapters that chats can use at once, in bytes.
        pub adapter_bytes: i64,
        pub cache_bytes: i64,
        ///Capacity of the KV cache in tokens, over all sequences.
        pub cache_tokens: i64,
        ///Data type of the KV cache.
        pub cache_type: LoadedModelsItemCacheType,
        ///Maximum context length for which there is memory, in tokens.
        pub context_length: i64,
        ///Number of sequences of `context_length` tokens that the KV cache can hold at once.
        pub full_sequences: i64,
        pub id: ::std::string::String,
        ///Maximum context length of the model, in tokens.
        pub max_position_embeddings: i64,
        pub parameters: i64,
        ///Precision of the engine's matrix multiplications.
        pub precision: LoadedModelsItemPrecision,
        ///Longest training row for which a job with a new adapter has memory, in tokens; 0 if none.
        pub training_tokens: i64,
        pub weight_bytes: i64,
        ///Storage types of the matrices in the file and on the device, most parameters first. A type without a kernel is converted at load to the nearest type that has one.
        pub weights: ::std::vec::Vec<LoadedModelsItemWeightsItem>,
    }
    ///Data type of the KV cache.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LoadedModelsItemCacheType {
        #[serde(rename = "f32")]
        F32,
        #[serde(rename = "f16")]
        F16,
        #[serde(rename = "int8")]
        Int8,
    }
    impl ::std::fmt::Display for LoadedModelsItemCacheType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::F32 => f.write_str("f32"),
                Self::F16 => f.write_str("f16"),
                Self::Int8 => f.write_str("int8"),
            }
        }
    }
    impl ::std::str::FromStr for LoadedModelsItemCacheType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "f32" => Ok(Self::F32),
                "f16" => Ok(Self::F16),
                "int8" => Ok(Self::Int8),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LoadedModelsItemCacheType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for LoadedModelsItemCacheType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Precision of the engine's matrix multiplications.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LoadedModelsItemPrecision {
        #[serde(rename = "f32")]
        F32,
        #[serde(rename = "f32-high")]
        F32High,
        #[serde(rename = "f16")]
        F16,
        #[serde(rename = "int8")]
        Int8,
    }
    impl ::std::fmt::Display for LoadedModelsItemPrecision {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::F32 => f.write_str("f32"),
                Self::F32High => f.write_str("f32-high"),
                Self::F16 => f.write_str("f16"),
                Self::Int8 => f.write_str("int8"),
            }
        }
    }
    impl ::std::str::FromStr for LoadedModelsItemPrecision {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "f32" => Ok(Self::F32),
                "f32-high" => Ok(Self::F32High),
                "f16" => Ok(Self::F16),
                "int8" => Ok(Self::Int8),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LoadedModelsItemPrecision {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for LoadedModelsItemPrecision {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`LoadedModelsItemWeightsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct LoadedModelsItemWeightsItem {
        pub kept: LoadedModelsItemWeightsItemKept,
        pub parameters: i64,
        ///As named by the file's format, such as q4_k.
        pub stored: ::std::string::String,
    }
    ///`LoadedModelsItemWeightsItemKept`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum LoadedModelsItemWeightsItemKept {
        #[serde(rename = "f32")]
        F32,
        #[serde(rename = "f16")]
        F16,
        #[serde(rename = "bf16")]
        Bf16,
        #[serde(rename = "q8")]
        Q8,
        #[serde(rename = "q4")]
        Q4,
        #[serde(rename = "mxfp4")]
        Mxfp4,
    }
    impl ::std::fmt::Display for LoadedModelsItemWeightsItemKept {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::F32 => f.write_str("f32"),
                Self::F16 => f.write_str("f16"),
                Self::Bf16 => f.write_str("bf16"),
                Self::Q8 => f.write_str("q8"),
                Self::Q4 => f.write_str("q4"),
                Self::Mxfp4 => f.write_str("mxfp4"),
            }
        }
    }
    impl ::std::str::FromStr for LoadedModelsItemWeightsItemKept {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "f32" => Ok(Self::F32),
                "f16" => Ok(Self::F16),
                "bf16" => Ok(Self::Bf16),
                "q8" => Ok(Self::Q8),
                "q4" => Ok(Self::Q4),
                "mxfp4" => Ok(Self::Mxfp4),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for LoadedModelsItemWeightsItemKept {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for LoadedModelsItemWeightsItemKept {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Log`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Log {
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        pub groups: i64,
        pub id: ::std::string::String,
        ///Numbers by metric name.
        pub metrics: ::std::collections::HashMap<::std::string::String, f64>,
        ///The split as sent.
        pub split: ::std::string::String,
        pub trajectories: i64,
    }
    ///`LogPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct LogPage {
        pub data: ::std::vec::Vec<Log>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`LogTrajectoriesRequest`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct LogTrajectoriesRequest {
        ///If sent, it must be the model of the path.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model_id: ::std::option::Option<::std::string::String>,
        ///Prefix of the metrics, such as `val` or `train`, without control characters.
        pub split: ::std::string::String,
        pub trajectory_groups: ::std::vec::Vec<TrajectoryGroup>,
    }
    ///`LoggedTrajectories`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct LoggedTrajectories {
        ///Numbers by metric name.
        pub metrics: ::std::collections::HashMap<::std::string::String, f64>,
        ///Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        pub step: i64,
    }
    ///`LogitsProcessor`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct LogitsProcessor {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub args: ::std::option::Option<::std::vec::Vec<::serde_json::Value>>,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        pub qualname: ::std::string::String,
    }
    ///`MergedFormat`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MergedFormat {
        #[serde(rename = "safetensors")]
        Safetensors,
        #[serde(rename = "gguf-f32")]
        GgufF32,
        #[serde(rename = "gguf-bf16")]
        GgufBf16,
        #[serde(rename = "gguf-f16")]
        GgufF16,
        #[serde(rename = "gguf-q8_0")]
        GgufQ80,
        #[serde(rename = "gguf-q4_1")]
        GgufQ41,
        #[serde(rename = "gguf-q4_0")]
        GgufQ40,
    }
    impl ::std::fmt::Display for MergedFormat {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Safetensors => f.write_str("safetensors"),
                Self::GgufF32 => f.write_str("gguf-f32"),
                Self::GgufBf16 => f.write_str("gguf-bf16"),
                Self::GgufF16 => f.write_str("gguf-f16"),
                Self::GgufQ80 => f.write_str("gguf-q8_0"),
                Self::GgufQ41 => f.write_str("gguf-q4_1"),
                Self::GgufQ40 => f.write_str("gguf-q4_0"),
            }
        }
    }
    impl ::std::str::FromStr for MergedFormat {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "safetensors" => Ok(Self::Safetensors),
                "gguf-f32" => Ok(Self::GgufF32),
                "gguf-bf16" => Ok(Self::GgufBf16),
                "gguf-f16" => Ok(Self::GgufF16),
                "gguf-q8_0" => Ok(Self::GgufQ80),
                "gguf-q4_1" => Ok(Self::GgufQ41),
                "gguf-q4_0" => Ok(Self::GgufQ40),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MergedFormat {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MergedFormat {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MergedType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MergedType {
        #[serde(rename = "bf16")]
        Bf16,
        #[serde(rename = "f32")]
        F32,
    }
    impl ::std::fmt::Display for MergedType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Bf16 => f.write_str("bf16"),
                Self::F32 => f.write_str("f32"),
            }
        }
    }
    impl ::std::str::FromStr for MergedType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "bf16" => Ok(Self::Bf16),
                "f32" => Ok(Self::F32),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MergedType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MergedType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Message`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Message {
        ///Thinking, then text, then tool calls. If there is nothing else, an empty text.
        pub content: ::std::vec::Vec<MessageAnswerBlock>,
        pub id: ::std::string::String,
        ///One for each of `token_ids`. ART reads both unchanged and trains on them.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub logprobs: ::std::vec::Vec<f64>,
        ///The model name of the request.
        pub model: ::std::string::String,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub prompt_token_ids: ::std::vec::Vec<i64>,
        pub role: MessageRole,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_reason: ::std::option::Option<MessageStopReason>,
        ///The stop sequence that ended the answer.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_sequence: ::std::option::Option<::std::string::String>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub token_ids: ::std::vec::Vec<i64>,
        #[serde(rename = "type")]
        pub type_: MessageType,
        pub usage: MessageUsage,
    }
    ///`MessageAnswerBlock`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessageAnswerBlock {
        TextBlock(MessageTextBlock),
        ThinkingBlock(MessageThinkingBlock),
        ToolUseBlock(MessageToolUseBlock),
    }
    impl ::std::convert::From<MessageTextBlock> for MessageAnswerBlock {
        fn from(value: MessageTextBlock) -> Self {
            Self::TextBlock(value)
        }
    }
    impl ::std::convert::From<MessageThinkingBlock> for MessageAnswerBlock {
        fn from(value: MessageThinkingBlock) -> Self {
            Self::ThinkingBlock(value)
        }
    }
    impl ::std::convert::From<MessageToolUseBlock> for MessageAnswerBlock {
        fn from(value: MessageToolUseBlock) -> Self {
            Self::ToolUseBlock(value)
        }
    }
    ///A content block of a message. `redacted_thinking` is accepted and ignored, as it cannot be decrypted here. `is_error` of a tool result has no effect, as its text describes the error.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageBlock {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<MessageBlockContent>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub id: ::std::option::Option<::std::string::String>,
        ///Any JSON object; its values are kept unchanged.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub input: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub text: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub thinking: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_use_id: ::std::option::Option<::std::string::String>,
        ///No model served here takes images or documents.
        #[serde(rename = "type")]
        pub type_: MessageBlockType,
    }
    ///`MessageBlockContent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessageBlockContent {
        String(::std::string::String),
        Array(::std::vec::Vec<MessageText>),
    }
    impl ::std::convert::From<::std::vec::Vec<MessageText>> for MessageBlockContent {
        fn from(value: ::std::vec::Vec<MessageText>) -> Self {
            Self::Array(value)
        }
    }
    ///No model served here takes images or documents.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageBlockType {
        #[serde(rename = "text")]
        Text,
        #[serde(rename = "thinking")]
        Thinking,
        #[serde(rename = "redacted_thinking")]
        RedactedThinking,
        #[serde(rename = "tool_use")]
        ToolUse,
        #[serde(rename = "tool_result")]
        ToolResult,
    }
    impl ::std::fmt::Display for MessageBlockType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Text => f.write_str("text"),
                Self::Thinking => f.write_str("thinking"),
                Self::RedactedThinking => f.write_str("redacted_thinking"),
                Self::ToolUse => f.write_str("tool_use"),
                Self::ToolResult => f.write_str("tool_result"),
            }
        }
    }
    impl ::std::str::FromStr for MessageBlockType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text" => Ok(Self::Text),
                "thinking" => Ok(Self::Thinking),
                "redacted_thinking" => Ok(Self::RedactedThinking),
                "tool_use" => Ok(Self::ToolUse),
                "tool_result" => Ok(Self::ToolResult),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageDeltaEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageDeltaEvent {
        pub delta: MessageDeltaEventDelta,
        ///Present with `return_token_ids`.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub logprobs: ::std::vec::Vec<f64>,
        ///Present with `return_token_ids`.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub prompt_token_ids: ::std::vec::Vec<i64>,
        ///Present with `return_token_ids`.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub token_ids: ::std::vec::Vec<i64>,
        #[serde(rename = "type")]
        pub type_: MessageDeltaEventType,
        pub usage: MessageUsage,
    }
    ///`MessageDeltaEventDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MessageDeltaEventDelta {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_reason: ::std::option::Option<MessageStopReason>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub stop_sequence: ::std::option::Option<::std::string::String>,
    }
    ///`MessageDeltaEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageDeltaEventType {
        #[serde(rename = "message_delta")]
        MessageDelta,
    }
    impl ::std::fmt::Display for MessageDeltaEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::MessageDelta => f.write_str("message_delta"),
            }
        }
    }
    impl ::std::str::FromStr for MessageDeltaEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message_delta" => Ok(Self::MessageDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///In order: `message_start`; the content blocks, each from its start to its stop; `message_delta`; `message_stop`. The stream ends after an error body.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessageEvent {
        MessageStartEvent(MessageStartEvent),
        ContentBlockStartEvent(ContentBlockStartEvent),
        ContentBlockDeltaEvent(ContentBlockDeltaEvent),
        ContentBlockStopEvent(ContentBlockStopEvent),
        MessageDeltaEvent(MessageDeltaEvent),
        MessageStopEvent(MessageStopEvent),
        MessagesErrorBody(MessagesErrorBody),
    }
    impl ::std::convert::From<MessageStartEvent> for MessageEvent {
        fn from(value: MessageStartEvent) -> Self {
            Self::MessageStartEvent(value)
        }
    }
    impl ::std::convert::From<ContentBlockStartEvent> for MessageEvent {
        fn from(value: ContentBlockStartEvent) -> Self {
            Self::ContentBlockStartEvent(value)
        }
    }
    impl ::std::convert::From<ContentBlockDeltaEvent> for MessageEvent {
        fn from(value: ContentBlockDeltaEvent) -> Self {
            Self::ContentBlockDeltaEvent(value)
        }
    }
    impl ::std::convert::From<ContentBlockStopEvent> for MessageEvent {
        fn from(value: ContentBlockStopEvent) -> Self {
            Self::ContentBlockStopEvent(value)
        }
    }
    impl ::std::convert::From<MessageDeltaEvent> for MessageEvent {
        fn from(value: MessageDeltaEvent) -> Self {
            Self::MessageDeltaEvent(value)
        }
    }
    impl ::std::convert::From<MessageStopEvent> for MessageEvent {
        fn from(value: MessageStopEvent) -> Self {
            Self::MessageStopEvent(value)
        }
    }
    impl ::std::convert::From<MessagesErrorBody> for MessageEvent {
        fn from(value: MessagesErrorBody) -> Self {
            Self::MessagesErrorBody(value)
        }
    }
    ///Constrains the answer to JSON of this schema, like `response_format` in chat.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageFormat {
        ///Any JSON object; its values are kept unchanged.
        pub schema: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        #[serde(rename = "type")]
        pub type_: MessageFormatType,
    }
    ///`MessageFormatType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageFormatType {
        #[serde(rename = "json_schema")]
        JsonSchema,
    }
    impl ::std::fmt::Display for MessageFormatType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::JsonSchema => f.write_str("json_schema"),
            }
        }
    }
    impl ::std::str::FromStr for MessageFormatType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "json_schema" => Ok(Self::JsonSchema),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageInputDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageInputDelta {
        pub partial_json: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageInputDeltaType,
    }
    ///`MessageInputDeltaType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageInputDeltaType {
        #[serde(rename = "input_json_delta")]
        InputJsonDelta,
    }
    impl ::std::fmt::Display for MessageInputDeltaType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InputJsonDelta => f.write_str("input_json_delta"),
            }
        }
    }
    impl ::std::str::FromStr for MessageInputDeltaType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "input_json_delta" => Ok(Self::InputJsonDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageInputDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageInputDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageOutputConfig`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct MessageOutputConfig {
        ///Passed to the chat template as `reasoning_effort`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub effort: ::std::option::Option<MessageOutputConfigEffort>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub format: ::std::option::Option<MessageFormat>,
    }
    ///Passed to the chat template as `reasoning_effort`.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageOutputConfigEffort {
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl ::std::fmt::Display for MessageOutputConfigEffort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Low => f.write_str("low"),
                Self::Medium => f.write_str("medium"),
                Self::High => f.write_str("high"),
                Self::Xhigh => f.write_str("xhigh"),
                Self::Max => f.write_str("max"),
            }
        }
    }
    impl ::std::str::FromStr for MessageOutputConfigEffort {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "low" => Ok(Self::Low),
                "medium" => Ok(Self::Medium),
                "high" => Ok(Self::High),
                "xhigh" => Ok(Self::Xhigh),
                "max" => Ok(Self::Max),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageOutputConfigEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageOutputConfigEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Anthropic's fields that are not listed here, such as `metadata` and `service_tier`, have no effect. `cache_control` has no effect because prompts are always cached.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MessageRequest {
        ///Cached prefixes are shared only by requests with the same salt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cache_salt: ::std::option::Option<::std::string::String>,
        ///Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Only null or {}, as nothing is transferred here.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kv_transfer_params: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Maximum number of tokens to generate, including thinking. If the prompt leaves less of the context, generation ends with the context, and `stop_reason` is `model_context_window_exceeded`. Clients often send the maximum of any model.
        pub max_tokens: i64,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub mcp_servers: ::std::option::Option<::serde_json::Value>,
        ///The conversation. If the last message is from the assistant and has no tool calls, the answer continues it.
        pub messages: ::std::vec::Vec<MessageTurn>,
        ///Name of a base model or of a trained model, as in chat.
        pub model: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub output_config: ::std::option::Option<MessageOutputConfig>,
        ///Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub priority: ::std::option::Option<i64>,
        ///Return token ids and log-probabilities in a stream too, where ART's capture reads them. A response that is not streamed always has them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_token_ids: ::std::option::Option<bool>,
        ///Texts at which generation stops. They are not part of the answer.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_sequences: ::std::option::Option<
            ::std::vec::Vec<::std::string::String>,
        >,
        ///Stream the response as server-sent events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream: ::std::option::Option<bool>,
        ///System prompt. If there are several texts, the model receives them in order.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub system: ::std::option::Option<MessageRequestSystem>,
        ///Sampling temperature. 0 is greedy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub temperature: ::std::option::Option<f64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub thinking: ::std::option::Option<MessageThinking>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_choice: ::std::option::Option<MessageToolChoice>,
        ///Functions that the model may call.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<MessageTool>>,
        ///Sample from this many most likely tokens. 0 and -1 include all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_k: ::std::option::Option<i64>,
        ///Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_p: ::std::option::Option<f64>,
        ///Alias of `engine_xargs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vllm_xargs: ::std::option::Option<EngineArguments>,
    }
    ///`MessageRequestSystem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessageRequestSystem {
        String(::std::string::String),
        Array(::std::vec::Vec<MessageText>),
    }
    impl ::std::convert::From<::std::vec::Vec<MessageText>> for MessageRequestSystem {
        fn from(value: ::std::vec::Vec<MessageText>) -> Self {
            Self::Array(value)
        }
    }
    ///`MessageRole`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageRole {
        #[serde(rename = "assistant")]
        Assistant,
    }
    impl ::std::fmt::Display for MessageRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Assistant => f.write_str("assistant"),
            }
        }
    }
    impl ::std::str::FromStr for MessageRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "assistant" => Ok(Self::Assistant),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageSignatureDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageSignatureDelta {
        pub signature: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageSignatureDeltaType,
    }
    ///`MessageSignatureDeltaType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageSignatureDeltaType {
        #[serde(rename = "signature_delta")]
        SignatureDelta,
    }
    impl ::std::fmt::Display for MessageSignatureDeltaType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::SignatureDelta => f.write_str("signature_delta"),
            }
        }
    }
    impl ::std::str::FromStr for MessageSignatureDeltaType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "signature_delta" => Ok(Self::SignatureDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageSignatureDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageSignatureDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageStartEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageStartEvent {
        pub message: Message,
        #[serde(rename = "type")]
        pub type_: MessageStartEventType,
    }
    ///`MessageStartEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageStartEventType {
        #[serde(rename = "message_start")]
        MessageStart,
    }
    impl ::std::fmt::Display for MessageStartEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::MessageStart => f.write_str("message_start"),
            }
        }
    }
    impl ::std::str::FromStr for MessageStartEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message_start" => Ok(Self::MessageStart),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageStartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageStartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageStopEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageStopEvent {
        #[serde(rename = "type")]
        pub type_: MessageStopEventType,
    }
    ///`MessageStopEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageStopEventType {
        #[serde(rename = "message_stop")]
        MessageStop,
    }
    impl ::std::fmt::Display for MessageStopEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::MessageStop => f.write_str("message_stop"),
            }
        }
    }
    impl ::std::str::FromStr for MessageStopEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message_stop" => Ok(Self::MessageStop),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageStopEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageStopEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageStopReason`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageStopReason {
        #[serde(rename = "end_turn")]
        EndTurn,
        #[serde(rename = "max_tokens")]
        MaxTokens,
        #[serde(rename = "stop_sequence")]
        StopSequence,
        #[serde(rename = "tool_use")]
        ToolUse,
        #[serde(rename = "model_context_window_exceeded")]
        ModelContextWindowExceeded,
    }
    impl ::std::fmt::Display for MessageStopReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::EndTurn => f.write_str("end_turn"),
                Self::MaxTokens => f.write_str("max_tokens"),
                Self::StopSequence => f.write_str("stop_sequence"),
                Self::ToolUse => f.write_str("tool_use"),
                Self::ModelContextWindowExceeded => {
                    f.write_str("model_context_window_exceeded")
                }
            }
        }
    }
    impl ::std::str::FromStr for MessageStopReason {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "end_turn" => Ok(Self::EndTurn),
                "max_tokens" => Ok(Self::MaxTokens),
                "stop_sequence" => Ok(Self::StopSequence),
                "tool_use" => Ok(Self::ToolUse),
                "model_context_window_exceeded" => Ok(Self::ModelContextWindowExceeded),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageStopReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageStopReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageText`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageText {
        pub text: ::std::string::String,
        ///No model served here takes images or documents.
        #[serde(rename = "type")]
        pub type_: MessageTextType,
    }
    ///`MessageTextBlock`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageTextBlock {
        ///Always null; citations are not supported.
        pub citations: ::serde_json::Value,
        pub text: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageTextBlockType,
    }
    ///`MessageTextBlockType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageTextBlockType {
        #[serde(rename = "text")]
        Text,
    }
    impl ::std::fmt::Display for MessageTextBlockType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Text => f.write_str("text"),
            }
        }
    }
    impl ::std::str::FromStr for MessageTextBlockType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text" => Ok(Self::Text),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageTextBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageTextBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageTextDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageTextDelta {
        pub text: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageTextDeltaType,
    }
    ///`MessageTextDeltaType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageTextDeltaType {
        #[serde(rename = "text_delta")]
        TextDelta,
    }
    impl ::std::fmt::Display for MessageTextDeltaType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TextDelta => f.write_str("text_delta"),
            }
        }
    }
    impl ::std::str::FromStr for MessageTextDeltaType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text_delta" => Ok(Self::TextDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageTextDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageTextDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///No model served here takes images or documents.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageTextType {
        #[serde(rename = "text")]
        Text,
    }
    impl ::std::fmt::Display for MessageTextType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Text => f.write_str("text"),
            }
        }
    }
    impl ::std::str::FromStr for MessageTextType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text" => Ok(Self::Text),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageTextType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageTextType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`enabled`: the model thinks, for at most `budget_tokens`. `adaptive`: without a limit. `disabled`: not at all, if its template supports that. If absent, the template decides.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageThinking {
        ///Maximum number of thinking tokens, for models that think.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub budget_tokens: ::std::option::Option<i64>,
        #[serde(rename = "type")]
        pub type_: MessageThinkingType,
    }
    ///`MessageThinkingBlock`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageThinkingBlock {
        ///Not a real signature. Clients return only thinking blocks that have one.
        pub signature: ::std::string::String,
        pub thinking: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageThinkingBlockType,
    }
    ///`MessageThinkingBlockType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageThinkingBlockType {
        #[serde(rename = "thinking")]
        Thinking,
    }
    impl ::std::fmt::Display for MessageThinkingBlockType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Thinking => f.write_str("thinking"),
            }
        }
    }
    impl ::std::str::FromStr for MessageThinkingBlockType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "thinking" => Ok(Self::Thinking),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageThinkingBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageThinkingBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageThinkingDelta`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageThinkingDelta {
        pub thinking: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageThinkingDeltaType,
    }
    ///`MessageThinkingDeltaType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageThinkingDeltaType {
        #[serde(rename = "thinking_delta")]
        ThinkingDelta,
    }
    impl ::std::fmt::Display for MessageThinkingDeltaType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ThinkingDelta => f.write_str("thinking_delta"),
            }
        }
    }
    impl ::std::str::FromStr for MessageThinkingDeltaType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "thinking_delta" => Ok(Self::ThinkingDelta),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageThinkingDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageThinkingDeltaType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageThinkingType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageThinkingType {
        #[serde(rename = "enabled")]
        Enabled,
        #[serde(rename = "adaptive")]
        Adaptive,
        #[serde(rename = "disabled")]
        Disabled,
    }
    impl ::std::fmt::Display for MessageThinkingType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Enabled => f.write_str("enabled"),
                Self::Adaptive => f.write_str("adaptive"),
                Self::Disabled => f.write_str("disabled"),
            }
        }
    }
    impl ::std::str::FromStr for MessageThinkingType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "enabled" => Ok(Self::Enabled),
                "adaptive" => Ok(Self::Adaptive),
                "disabled" => Ok(Self::Disabled),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageThinkingType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageThinkingType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageTokens`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MessageTokens {
        pub input_tokens: i64,
    }
    ///`MessageTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MessageTool {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        ///JSON Schema of the tool's input, an object.
        pub input_schema: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        pub name: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
        ///This server has no built-in tools.
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<MessageToolType>,
    }
    ///`auto`, the default with tools: the model decides. `any`: at least one call. `tool`: a call of the tool with that `name`. `none`: no call.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageToolChoice {
        ///If true, only the first tool call is returned.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disable_parallel_tool_use: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type")]
        pub type_: MessageToolChoiceType,
    }
    ///`MessageToolChoiceType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageToolChoiceType {
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "any")]
        Any,
        #[serde(rename = "tool")]
        Tool,
        #[serde(rename = "none")]
        None,
    }
    impl ::std::fmt::Display for MessageToolChoiceType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Auto => f.write_str("auto"),
                Self::Any => f.write_str("any"),
                Self::Tool => f.write_str("tool"),
                Self::None => f.write_str("none"),
            }
        }
    }
    impl ::std::str::FromStr for MessageToolChoiceType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "auto" => Ok(Self::Auto),
                "any" => Ok(Self::Any),
                "tool" => Ok(Self::Tool),
                "none" => Ok(Self::None),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///This server has no built-in tools.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageToolType {
        #[serde(rename = "custom")]
        Custom,
    }
    impl ::std::fmt::Display for MessageToolType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Custom => f.write_str("custom"),
            }
        }
    }
    impl ::std::str::FromStr for MessageToolType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "custom" => Ok(Self::Custom),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageToolUseBlock`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageToolUseBlock {
        pub id: ::std::string::String,
        ///The arguments; empty if the answer was cut off within them.
        pub input: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        pub name: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessageToolUseBlockType,
    }
    ///`MessageToolUseBlockType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageToolUseBlockType {
        #[serde(rename = "tool_use")]
        ToolUse,
    }
    impl ::std::fmt::Display for MessageToolUseBlockType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ToolUse => f.write_str("tool_use"),
            }
        }
    }
    impl ::std::str::FromStr for MessageToolUseBlockType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "tool_use" => Ok(Self::ToolUse),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageToolUseBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageToolUseBlockType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageTurn`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessageTurn {
        pub content: MessageTurnContent,
        pub role: MessageTurnRole,
    }
    ///`MessageTurnContent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessageTurnContent {
        String(::std::string::String),
        Array(::std::vec::Vec<MessageBlock>),
    }
    impl ::std::convert::From<::std::vec::Vec<MessageBlock>> for MessageTurnContent {
        fn from(value: ::std::vec::Vec<MessageBlock>) -> Self {
            Self::Array(value)
        }
    }
    ///`MessageTurnRole`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageTurnRole {
        #[serde(rename = "user")]
        User,
        #[serde(rename = "assistant")]
        Assistant,
        #[serde(rename = "system")]
        System,
    }
    impl ::std::fmt::Display for MessageTurnRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::User => f.write_str("user"),
                Self::Assistant => f.write_str("assistant"),
                Self::System => f.write_str("system"),
            }
        }
    }
    impl ::std::str::FromStr for MessageTurnRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "user" => Ok(Self::User),
                "assistant" => Ok(Self::Assistant),
                "system" => Ok(Self::System),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageTurnRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageTurnRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessageType {
        #[serde(rename = "message")]
        Message,
    }
    impl ::std::fmt::Display for MessageType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Message => f.write_str("message"),
            }
        }
    }
    impl ::std::str::FromStr for MessageType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message" => Ok(Self::Message),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessageType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessageType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessageUsage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MessageUsage {
        ///Always 0, as writing to the cache is not charged.
        pub cache_creation_input_tokens: i64,
        ///Number of prompt tokens found in the prefix cache.
        pub cache_read_input_tokens: i64,
        ///Number of prompt tokens not found in the prefix cache.
        pub input_tokens: i64,
        ///Number of generated tokens, including thinking.
        pub output_tokens: i64,
    }
    ///`MessagesAndChoicesItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum MessagesAndChoicesItem {
        ChatChoice(ChatChoice),
        TrajectoryChoice(TrajectoryChoice),
        TrajectoryMessage(TrajectoryMessage),
    }
    impl ::std::convert::From<ChatChoice> for MessagesAndChoicesItem {
        fn from(value: ChatChoice) -> Self {
            Self::ChatChoice(value)
        }
    }
    impl ::std::convert::From<TrajectoryChoice> for MessagesAndChoicesItem {
        fn from(value: TrajectoryChoice) -> Self {
            Self::TrajectoryChoice(value)
        }
    }
    impl ::std::convert::From<TrajectoryMessage> for MessagesAndChoicesItem {
        fn from(value: TrajectoryMessage) -> Self {
            Self::TrajectoryMessage(value)
        }
    }
    ///`ErrorBody` with the fields that Anthropic's clients read: the type `error`, Anthropic's error type for the status, and the request id.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessagesErrorBody {
        pub detail: ErrorDetail,
        pub error: MessagesErrorBodyError,
        pub request_id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: MessagesErrorBodyType,
    }
    ///`MessagesErrorBodyError`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct MessagesErrorBodyError {
        pub code: ErrorCode,
        ///Names the field, the fault and the allowed values.
        pub message: ::std::string::String,
        ///The path of the field at fault, with dots, if there is one.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub param: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type")]
        pub type_: MessagesErrorBodyErrorType,
    }
    ///`MessagesErrorBodyErrorType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessagesErrorBodyErrorType {
        #[serde(rename = "invalid_request_error")]
        InvalidRequestError,
        #[serde(rename = "authentication_error")]
        AuthenticationError,
        #[serde(rename = "permission_error")]
        PermissionError,
        #[serde(rename = "not_found_error")]
        NotFoundError,
        #[serde(rename = "request_too_large")]
        RequestTooLarge,
        #[serde(rename = "rate_limit_error")]
        RateLimitError,
        #[serde(rename = "api_error")]
        ApiError,
        #[serde(rename = "overloaded_error")]
        OverloadedError,
    }
    impl ::std::fmt::Display for MessagesErrorBodyErrorType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InvalidRequestError => f.write_str("invalid_request_error"),
                Self::AuthenticationError => f.write_str("authentication_error"),
                Self::PermissionError => f.write_str("permission_error"),
                Self::NotFoundError => f.write_str("not_found_error"),
                Self::RequestTooLarge => f.write_str("request_too_large"),
                Self::RateLimitError => f.write_str("rate_limit_error"),
                Self::ApiError => f.write_str("api_error"),
                Self::OverloadedError => f.write_str("overloaded_error"),
            }
        }
    }
    impl ::std::str::FromStr for MessagesErrorBodyErrorType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "invalid_request_error" => Ok(Self::InvalidRequestError),
                "authentication_error" => Ok(Self::AuthenticationError),
                "permission_error" => Ok(Self::PermissionError),
                "not_found_error" => Ok(Self::NotFoundError),
                "request_too_large" => Ok(Self::RequestTooLarge),
                "rate_limit_error" => Ok(Self::RateLimitError),
                "api_error" => Ok(Self::ApiError),
                "overloaded_error" => Ok(Self::OverloadedError),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessagesErrorBodyErrorType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessagesErrorBodyErrorType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MessagesErrorBodyType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum MessagesErrorBodyType {
        #[serde(rename = "error")]
        Error,
    }
    impl ::std::fmt::Display for MessagesErrorBodyType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Error => f.write_str("error"),
            }
        }
    }
    impl ::std::str::FromStr for MessagesErrorBodyType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "error" => Ok(Self::Error),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for MessagesErrorBodyType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for MessagesErrorBodyType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`MetricLogging`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct MetricLogging {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub enabled: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub target_training_step: ::std::option::Option<i64>,
    }
    ///Columns of equal length, with one item per bucket, ordered by x.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct MetricSeries {
        ///Number of values in the bucket.
        pub count: ::std::vec::Vec<i64>,
        ///The last recorded value of the bucket.
        pub last: ::std::vec::Vec<f64>,
        pub max: ::std::vec::Vec<f64>,
        pub mean: ::std::vec::Vec<f64>,
        pub min: ::std::vec::Vec<f64>,
        ///The moving average at the value in `last`; present if `smoothing` was requested.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub smoothed: ::std::vec::Vec<f64>,
        ///The x of the value in `last`.
        pub x: ::std::vec::Vec<f64>,
    }
    ///`Model`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Model {
        pub base_model: ::std::string::String,
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub entity: ::std::string::String,
        pub id: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub name: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub project: ::std::string::String,
        ///Which checkpoints are kept. Null is the server's default retention.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub retention: ::std::option::Option<CheckpointRetention>,
        ///The model's tracking run.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub run_id: ::std::option::Option<::std::string::String>,
    }
    ///`ModelPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ModelPage {
        pub data: ::std::vec::Vec<Model>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`NamedToolChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct NamedToolChoice {
        pub function: NamedToolChoiceFunction,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<NamedToolChoiceType>,
    }
    ///`NamedToolChoiceFunction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct NamedToolChoiceFunction {
        pub name: ::std::string::String,
    }
    ///`NamedToolChoiceType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum NamedToolChoiceType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for NamedToolChoiceType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for NamedToolChoiceType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for NamedToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for NamedToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`OfferedTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct OfferedTool {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub description: ::std::option::Option<::std::string::String>,
        pub name: ::std::string::String,
        ///Any JSON object; its values are kept unchanged.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub parameters: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub strict: ::std::option::Option<bool>,
        #[serde(rename = "type")]
        pub type_: OfferedToolType,
    }
    ///`OfferedToolType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum OfferedToolType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for OfferedToolType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for OfferedToolType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for OfferedToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for OfferedToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`PageObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum PageObject {
        #[serde(rename = "list")]
        List,
    }
    impl ::std::fmt::Display for PageObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::List => f.write_str("list"),
            }
        }
    }
    impl ::std::str::FromStr for PageObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "list" => Ok(Self::List),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for PageObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for PageObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`PartCheck`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct PartCheck {
        ///Duration of the check in seconds.
        pub duration: f64,
        pub errors: ::std::vec::Vec<::std::string::String>,
        pub success: bool,
    }
    ///`PolicyTokenSpan`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct PolicyTokenSpan {
        ///Index of the last token, plus 1.
        pub end_token: i64,
        ///The id of the checkpoint, or the name of the base model.
        pub generation_id: ::std::string::String,
        ///The id of the adapter; empty for the base model.
        pub lora_slot: ::std::string::String,
        ///The checkpoint's step; 0 for a base model.
        pub policy_version: i64,
        ///Index of the first token.
        pub start_token: i64,
        ///The checkpoint's step, as in `policy_version`.
        pub update_seq: i64,
    }
    ///`Readiness`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Readiness {
        pub status: ReadinessStatus,
    }
    ///`ReadinessStatus`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ReadinessStatus {
        #[serde(rename = "ready")]
        Ready,
    }
    impl ::std::fmt::Display for ReadinessStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Ready => f.write_str("ready"),
            }
        }
    }
    impl ::std::str::FromStr for ReadinessStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "ready" => Ok(Self::Ready),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ReadinessStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ReadinessStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Stop when the last tokens of the answer are `min_count` copies of one pattern.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct RepetitionDetection {
        ///0 turns detection off.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_pattern_size: ::std::option::Option<i64>,
        ///At least 2.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_count: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_pattern_size: ::std::option::Option<i64>,
    }
    ///`ResponseArgumentsEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseArgumentsEvent {
        pub arguments: ::std::string::String,
        pub item_id: ::std::string::String,
        pub name: ::std::string::String,
        pub output_index: i64,
        pub sequence_number: i64,
        #[serde(rename = "type")]
        pub type_: ResponseArgumentsEventType,
    }
    ///`ResponseArgumentsEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseArgumentsEventType {
        #[serde(rename = "response.function_call_arguments.done")]
        ResponseFunctionCallArgumentsDone,
    }
    impl ::std::fmt::Display for ResponseArgumentsEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseFunctionCallArgumentsDone => {
                    f.write_str("response.function_call_arguments.done")
                }
            }
        }
    }
    impl ::std::str::FromStr for ResponseArgumentsEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.function_call_arguments.done" => {
                    Ok(Self::ResponseFunctionCallArgumentsDone)
                }
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseArgumentsEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseArgumentsEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseCallItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseCallItem {
        ///A JSON object as text.
        pub arguments: ::std::string::String,
        pub call_id: ::std::string::String,
        pub id: ::std::string::String,
        pub name: ::std::string::String,
        pub status: ResponseItemStatus,
        #[serde(rename = "type")]
        pub type_: ResponseCallItemType,
    }
    ///`ResponseCallItemType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseCallItemType {
        #[serde(rename = "function_call")]
        FunctionCall,
    }
    impl ::std::fmt::Display for ResponseCallItemType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::FunctionCall => f.write_str("function_call"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseCallItemType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function_call" => Ok(Self::FunctionCall),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseCallItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseCallItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseDeltaEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseDeltaEvent {
        ///Present in events of text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content_index: ::std::option::Option<i64>,
        pub delta: ::std::string::String,
        pub item_id: ::std::string::String,
        ///Present in events of an answer's text; always empty.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub logprobs: ::std::vec::Vec<::serde_json::Value>,
        pub output_index: i64,
        pub sequence_number: i64,
        #[serde(rename = "type")]
        pub type_: ResponseDeltaEventType,
    }
    ///`ResponseDeltaEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseDeltaEventType {
        #[serde(rename = "response.output_text.delta")]
        ResponseOutputTextDelta,
        #[serde(rename = "response.reasoning_text.delta")]
        ResponseReasoningTextDelta,
        #[serde(rename = "response.function_call_arguments.delta")]
        ResponseFunctionCallArgumentsDelta,
    }
    impl ::std::fmt::Display for ResponseDeltaEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseOutputTextDelta => {
                    f.write_str("response.output_text.delta")
                }
                Self::ResponseReasoningTextDelta => {
                    f.write_str("response.reasoning_text.delta")
                }
                Self::ResponseFunctionCallArgumentsDelta => {
                    f.write_str("response.function_call_arguments.delta")
                }
            }
        }
    }
    impl ::std::str::FromStr for ResponseDeltaEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.output_text.delta" => Ok(Self::ResponseOutputTextDelta),
                "response.reasoning_text.delta" => Ok(Self::ResponseReasoningTextDelta),
                "response.function_call_arguments.delta" => {
                    Ok(Self::ResponseFunctionCallArgumentsDelta)
                }
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseDeltaEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///One event of a stream. The stream ends after an error body.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseEvent {
        ResponseStatusEvent(ResponseStatusEvent),
        ResponseItemEvent(ResponseItemEvent),
        ResponsePartEvent(ResponsePartEvent),
        ResponseDeltaEvent(ResponseDeltaEvent),
        ResponseTextEvent(ResponseTextEvent),
        ResponseArgumentsEvent(ResponseArgumentsEvent),
        ErrorBody(ErrorBody),
    }
    impl ::std::convert::From<ResponseStatusEvent> for ResponseEvent {
        fn from(value: ResponseStatusEvent) -> Self {
            Self::ResponseStatusEvent(value)
        }
    }
    impl ::std::convert::From<ResponseItemEvent> for ResponseEvent {
        fn from(value: ResponseItemEvent) -> Self {
            Self::ResponseItemEvent(value)
        }
    }
    impl ::std::convert::From<ResponsePartEvent> for ResponseEvent {
        fn from(value: ResponsePartEvent) -> Self {
            Self::ResponsePartEvent(value)
        }
    }
    impl ::std::convert::From<ResponseDeltaEvent> for ResponseEvent {
        fn from(value: ResponseDeltaEvent) -> Self {
            Self::ResponseDeltaEvent(value)
        }
    }
    impl ::std::convert::From<ResponseTextEvent> for ResponseEvent {
        fn from(value: ResponseTextEvent) -> Self {
            Self::ResponseTextEvent(value)
        }
    }
    impl ::std::convert::From<ResponseArgumentsEvent> for ResponseEvent {
        fn from(value: ResponseArgumentsEvent) -> Self {
            Self::ResponseArgumentsEvent(value)
        }
    }
    impl ::std::convert::From<ErrorBody> for ResponseEvent {
        fn from(value: ErrorBody) -> Self {
            Self::ErrorBody(value)
        }
    }
    ///`ResponseFormat`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseFormat {
        ///For the type `structural_tag`. The fields of the part depend on its type.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub format: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///For the type `json_schema`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub json_schema: ::std::option::Option<JsonSchemaFormat>,
        ///For the type `structural_tag` without `format`. Text that begins with a trigger must be one of these structures.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub structures: ::std::option::Option<::std::vec::Vec<TagStructure>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub triggers: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        #[serde(rename = "type")]
        pub type_: ResponseFormatType,
    }
    ///`ResponseFormatType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseFormatType {
        #[serde(rename = "text")]
        Text,
        #[serde(rename = "json_object")]
        JsonObject,
        #[serde(rename = "json_schema")]
        JsonSchema,
        #[serde(rename = "structural_tag")]
        StructuralTag,
    }
    impl ::std::fmt::Display for ResponseFormatType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Text => f.write_str("text"),
                Self::JsonObject => f.write_str("json_object"),
                Self::JsonSchema => f.write_str("json_schema"),
                Self::StructuralTag => f.write_str("structural_tag"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseFormatType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text" => Ok(Self::Text),
                "json_object" => Ok(Self::JsonObject),
                "json_schema" => Ok(Self::JsonSchema),
                "structural_tag" => Ok(Self::StructuralTag),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///A message (also if the type is absent), reasoning, a function call or its output. Output items of a response may be sent back unchanged.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct ResponseInputItem {
        ///A JSON object as text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub arguments: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub call_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<ResponseInputItemContent>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub output: ::std::option::Option<ResponseInputItemOutput>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub role: ::std::option::Option<ResponseInputItemRole>,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<ResponseInputItemType>,
    }
    ///`ResponseInputItemContent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseInputItemContent {
        String(::std::string::String),
        Array(::std::vec::Vec<ResponseInputPart>),
    }
    impl ::std::convert::From<::std::vec::Vec<ResponseInputPart>>
    for ResponseInputItemContent {
        fn from(value: ::std::vec::Vec<ResponseInputPart>) -> Self {
            Self::Array(value)
        }
    }
    ///`ResponseInputItemOutput`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseInputItemOutput {
        String(::std::string::String),
        Array(::std::vec::Vec<ResponseInputPart>),
    }
    impl ::std::convert::From<::std::vec::Vec<ResponseInputPart>>
    for ResponseInputItemOutput {
        fn from(value: ::std::vec::Vec<ResponseInputPart>) -> Self {
            Self::Array(value)
        }
    }
    ///`ResponseInputItemRole`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseInputItemRole {
        #[serde(rename = "user")]
        User,
        #[serde(rename = "assistant")]
        Assistant,
        #[serde(rename = "system")]
        System,
        #[serde(rename = "developer")]
        Developer,
    }
    impl ::std::fmt::Display for ResponseInputItemRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::User => f.write_str("user"),
                Self::Assistant => f.write_str("assistant"),
                Self::System => f.write_str("system"),
                Self::Developer => f.write_str("developer"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseInputItemRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "user" => Ok(Self::User),
                "assistant" => Ok(Self::Assistant),
                "system" => Ok(Self::System),
                "developer" => Ok(Self::Developer),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseInputItemRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseInputItemRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseInputItemType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseInputItemType {
        #[serde(rename = "message")]
        Message,
        #[serde(rename = "reasoning")]
        Reasoning,
        #[serde(rename = "function_call")]
        FunctionCall,
        #[serde(rename = "function_call_output")]
        FunctionCallOutput,
    }
    impl ::std::fmt::Display for ResponseInputItemType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Message => f.write_str("message"),
                Self::Reasoning => f.write_str("reasoning"),
                Self::FunctionCall => f.write_str("function_call"),
                Self::FunctionCallOutput => f.write_str("function_call_output"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseInputItemType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message" => Ok(Self::Message),
                "reasoning" => Ok(Self::Reasoning),
                "function_call" => Ok(Self::FunctionCall),
                "function_call_output" => Ok(Self::FunctionCallOutput),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseInputItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseInputItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseInputPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseInputPart {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refusal: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub text: ::std::option::Option<::std::string::String>,
        ///No model served here takes images or files.
        #[serde(rename = "type")]
        pub type_: ResponseInputPartType,
    }
    ///No model served here takes images or files.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseInputPartType {
        #[serde(rename = "input_text")]
        InputText,
        #[serde(rename = "output_text")]
        OutputText,
        #[serde(rename = "refusal")]
        Refusal,
        #[serde(rename = "reasoning_text")]
        ReasoningText,
    }
    impl ::std::fmt::Display for ResponseInputPartType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InputText => f.write_str("input_text"),
                Self::OutputText => f.write_str("output_text"),
                Self::Refusal => f.write_str("refusal"),
                Self::ReasoningText => f.write_str("reasoning_text"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseInputPartType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "input_text" => Ok(Self::InputText),
                "output_text" => Ok(Self::OutputText),
                "refusal" => Ok(Self::Refusal),
                "reasoning_text" => Ok(Self::ReasoningText),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseInputPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseInputPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseItemEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseItemEvent {
        pub item: ResponseOutputItem,
        pub output_index: i64,
        pub sequence_number: i64,
        #[serde(rename = "type")]
        pub type_: ResponseItemEventType,
    }
    ///`ResponseItemEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseItemEventType {
        #[serde(rename = "response.output_item.added")]
        ResponseOutputItemAdded,
        #[serde(rename = "response.output_item.done")]
        ResponseOutputItemDone,
    }
    impl ::std::fmt::Display for ResponseItemEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseOutputItemAdded => {
                    f.write_str("response.output_item.added")
                }
                Self::ResponseOutputItemDone => f.write_str("response.output_item.done"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseItemEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.output_item.added" => Ok(Self::ResponseOutputItemAdded),
                "response.output_item.done" => Ok(Self::ResponseOutputItemDone),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseItemEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseItemEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseItemStatus`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseItemStatus {
        #[serde(rename = "in_progress")]
        InProgress,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "incomplete")]
        Incomplete,
    }
    impl ::std::fmt::Display for ResponseItemStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InProgress => f.write_str("in_progress"),
                Self::Completed => f.write_str("completed"),
                Self::Incomplete => f.write_str("incomplete"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseItemStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "in_progress" => Ok(Self::InProgress),
                "completed" => Ok(Self::Completed),
                "incomplete" => Ok(Self::Incomplete),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseItemStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseItemStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseMessageItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseMessageItem {
        pub content: ::std::vec::Vec<ResponseTextPart>,
        pub id: ::std::string::String,
        pub role: ResponseMessageItemRole,
        pub status: ResponseItemStatus,
        #[serde(rename = "type")]
        pub type_: ResponseMessageItemType,
    }
    ///`ResponseMessageItemRole`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseMessageItemRole {
        #[serde(rename = "assistant")]
        Assistant,
    }
    impl ::std::fmt::Display for ResponseMessageItemRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Assistant => f.write_str("assistant"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseMessageItemRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "assistant" => Ok(Self::Assistant),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseMessageItemRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseMessageItemRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseMessageItemType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseMessageItemType {
        #[serde(rename = "message")]
        Message,
    }
    impl ::std::fmt::Display for ResponseMessageItemType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Message => f.write_str("message"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseMessageItemType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "message" => Ok(Self::Message),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseMessageItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseMessageItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseObject`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseObject {
        pub background: bool,
        pub created_at: i64,
        pub error: ::serde_json::Value,
        pub id: ::std::string::String,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub incomplete_details: ::std::option::Option<ResponseObjectIncompleteDetails>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub instructions: ::std::option::Option<::std::string::String>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub max_output_tokens: ::std::option::Option<i64>,
        pub metadata: ::serde_json::Value,
        ///The model name of the request.
        pub model: ::std::string::String,
        pub object: ResponseObjectObject,
        ///Reasoning, then a message, then function calls.
        pub output: ::std::vec::Vec<ResponseOutputItem>,
        pub parallel_tool_calls: bool,
        pub previous_response_id: ::serde_json::Value,
        pub status: ResponseObjectStatus,
        pub store: bool,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub temperature: ::std::option::Option<f64>,
        ///Token ids of the prompt and the answer, in the form that ART's capture reads.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub token_generations: ::std::vec::Vec<TokenGeneration>,
        pub tool_choice: ResponseObjectToolChoice,
        pub tools: ::std::vec::Vec<OfferedTool>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub top_p: ::std::option::Option<f64>,
        pub truncation: ResponseObjectTruncation,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub usage: ::std::option::Option<ResponseUsage>,
    }
    ///`ResponseObjectIncompleteDetails`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseObjectIncompleteDetails {
        pub reason: ResponseObjectIncompleteDetailsReason,
    }
    ///`ResponseObjectIncompleteDetailsReason`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseObjectIncompleteDetailsReason {
        #[serde(rename = "max_output_tokens")]
        MaxOutputTokens,
    }
    impl ::std::fmt::Display for ResponseObjectIncompleteDetailsReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::MaxOutputTokens => f.write_str("max_output_tokens"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseObjectIncompleteDetailsReason {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "max_output_tokens" => Ok(Self::MaxOutputTokens),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseObjectIncompleteDetailsReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ResponseObjectIncompleteDetailsReason {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseObjectObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseObjectObject {
        #[serde(rename = "response")]
        Response,
    }
    impl ::std::fmt::Display for ResponseObjectObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Response => f.write_str("response"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseObjectObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response" => Ok(Self::Response),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseObjectObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseObjectObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseObjectStatus`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseObjectStatus {
        #[serde(rename = "in_progress")]
        InProgress,
        #[serde(rename = "completed")]
        Completed,
        #[serde(rename = "incomplete")]
        Incomplete,
    }
    impl ::std::fmt::Display for ResponseObjectStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::InProgress => f.write_str("in_progress"),
                Self::Completed => f.write_str("completed"),
                Self::Incomplete => f.write_str("incomplete"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseObjectStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "in_progress" => Ok(Self::InProgress),
                "completed" => Ok(Self::Completed),
                "incomplete" => Ok(Self::Incomplete),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseObjectStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseObjectStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseObjectToolChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseObjectToolChoice {
        String(ResponseObjectToolChoiceString),
        ChosenTool(ChosenTool),
    }
    impl ::std::convert::From<ResponseObjectToolChoiceString>
    for ResponseObjectToolChoice {
        fn from(value: ResponseObjectToolChoiceString) -> Self {
            Self::String(value)
        }
    }
    impl ::std::convert::From<ChosenTool> for ResponseObjectToolChoice {
        fn from(value: ChosenTool) -> Self {
            Self::ChosenTool(value)
        }
    }
    ///`ResponseObjectToolChoiceString`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseObjectToolChoiceString {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "required")]
        Required,
    }
    impl ::std::fmt::Display for ResponseObjectToolChoiceString {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Auto => f.write_str("auto"),
                Self::Required => f.write_str("required"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseObjectToolChoiceString {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "auto" => Ok(Self::Auto),
                "required" => Ok(Self::Required),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseObjectToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ResponseObjectToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseObjectTruncation`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseObjectTruncation {
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "disabled")]
        Disabled,
    }
    impl ::std::fmt::Display for ResponseObjectTruncation {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Auto => f.write_str("auto"),
                Self::Disabled => f.write_str("disabled"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseObjectTruncation {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "auto" => Ok(Self::Auto),
                "disabled" => Ok(Self::Disabled),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseObjectTruncation {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseObjectTruncation {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseOutputItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseOutputItem {
        ReasoningItem(ResponseReasoningItem),
        MessageItem(ResponseMessageItem),
        CallItem(ResponseCallItem),
    }
    impl ::std::convert::From<ResponseReasoningItem> for ResponseOutputItem {
        fn from(value: ResponseReasoningItem) -> Self {
            Self::ReasoningItem(value)
        }
    }
    impl ::std::convert::From<ResponseMessageItem> for ResponseOutputItem {
        fn from(value: ResponseMessageItem) -> Self {
            Self::MessageItem(value)
        }
    }
    impl ::std::convert::From<ResponseCallItem> for ResponseOutputItem {
        fn from(value: ResponseCallItem) -> Self {
            Self::CallItem(value)
        }
    }
    ///`ResponsePartEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponsePartEvent {
        pub content_index: i64,
        pub item_id: ::std::string::String,
        pub output_index: i64,
        pub part: ResponsePartEventPart,
        pub sequence_number: i64,
        #[serde(rename = "type")]
        pub type_: ResponsePartEventType,
    }
    ///`ResponsePartEventPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponsePartEventPart {
        TextPart(ResponseTextPart),
        ReasoningPart(ResponseReasoningPart),
    }
    impl ::std::convert::From<ResponseTextPart> for ResponsePartEventPart {
        fn from(value: ResponseTextPart) -> Self {
            Self::TextPart(value)
        }
    }
    impl ::std::convert::From<ResponseReasoningPart> for ResponsePartEventPart {
        fn from(value: ResponseReasoningPart) -> Self {
            Self::ReasoningPart(value)
        }
    }
    ///`ResponsePartEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponsePartEventType {
        #[serde(rename = "response.content_part.added")]
        ResponseContentPartAdded,
        #[serde(rename = "response.content_part.done")]
        ResponseContentPartDone,
    }
    impl ::std::fmt::Display for ResponsePartEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseContentPartAdded => {
                    f.write_str("response.content_part.added")
                }
                Self::ResponseContentPartDone => {
                    f.write_str("response.content_part.done")
                }
            }
        }
    }
    impl ::std::str::FromStr for ResponsePartEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.content_part.added" => Ok(Self::ResponseContentPartAdded),
                "response.content_part.done" => Ok(Self::ResponseContentPartDone),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponsePartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponsePartEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseReasoning`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct ResponseReasoning {
        ///Passed to the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub effort: ::std::option::Option<ResponseReasoningEffort>,
    }
    ///Passed to the chat template.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseReasoningEffort {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "minimal")]
        Minimal,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl ::std::fmt::Display for ResponseReasoningEffort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Minimal => f.write_str("minimal"),
                Self::Low => f.write_str("low"),
                Self::Medium => f.write_str("medium"),
                Self::High => f.write_str("high"),
                Self::Xhigh => f.write_str("xhigh"),
                Self::Max => f.write_str("max"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseReasoningEffort {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "minimal" => Ok(Self::Minimal),
                "low" => Ok(Self::Low),
                "medium" => Ok(Self::Medium),
                "high" => Ok(Self::High),
                "xhigh" => Ok(Self::Xhigh),
                "max" => Ok(Self::Max),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseReasoningItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseReasoningItem {
        pub content: ::std::vec::Vec<ResponseReasoningPart>,
        pub id: ::std::string::String,
        pub status: ResponseItemStatus,
        pub summary: ::std::vec::Vec<::serde_json::Value>,
        #[serde(rename = "type")]
        pub type_: ResponseReasoningItemType,
    }
    ///`ResponseReasoningItemType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseReasoningItemType {
        #[serde(rename = "reasoning")]
        Reasoning,
    }
    impl ::std::fmt::Display for ResponseReasoningItemType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Reasoning => f.write_str("reasoning"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseReasoningItemType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "reasoning" => Ok(Self::Reasoning),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseReasoningItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseReasoningItemType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseReasoningPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseReasoningPart {
        pub text: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ResponseReasoningPartType,
    }
    ///`ResponseReasoningPartType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseReasoningPartType {
        #[serde(rename = "reasoning_text")]
        ReasoningText,
    }
    impl ::std::fmt::Display for ResponseReasoningPartType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ReasoningText => f.write_str("reasoning_text"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseReasoningPartType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "reasoning_text" => Ok(Self::ReasoningText),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseReasoningPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseReasoningPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///OpenAI's fields that are not listed here, such as `metadata`, `include` and `service_tier`, have no effect.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseRequest {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub background: ::std::option::Option<bool>,
        ///Cached prefixes are shared only by requests with the same salt.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cache_salt: ::std::option::Option<::std::string::String>,
        ///Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub conversation: ::std::option::Option<::serde_json::Value>,
        ///Penalizes tokens by their number of occurrences in the answer so far: subtracted from the token's logit for each one.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub frequency_penalty: ::std::option::Option<f64>,
        ///A text, or the items of a conversation.
        pub input: ResponseRequestInput,
        ///A system message inserted before the input.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub instructions: ::std::option::Option<::std::string::String>,
        ///Maximum number of tokens to generate, including reasoning. Null or absent is the rest of the context.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_output_tokens: ::std::option::Option<i64>,
        ///Sample from tokens with at least this probability, relative to the most likely token.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub min_p: ::std::option::Option<f64>,
        ///Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        ///If false, only the first tool call is returned.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parallel_tool_calls: ::std::option::Option<bool>,
        ///Penalizes tokens that have occurred in the answer so far: subtracted once from the token's logit.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub presence_penalty: ::std::option::Option<f64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub previous_response_id: ::std::option::Option<::std::string::String>,
        ///Among requests of the same owner, a lower value is handled earlier. Owners are served in turn, whatever the priorities of their requests.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub priority: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt: ::std::option::Option<::serde_json::Value>,
        ///Same as in chat.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_cache_key: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning: ::std::option::Option<ResponseReasoning>,
        ///Return `token_generations` in a stream too. A response that is not streamed always has it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_token_ids: ::std::option::Option<bool>,
        ///Has no effect, as responses are not stored.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub store: ::std::option::Option<bool>,
        ///Stream the response as server-sent events.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stream: ::std::option::Option<bool>,
        ///Sampling temperature. 0 is greedy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub temperature: ::std::option::Option<f64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub text: ::std::option::Option<ResponseTextConfig>,
        ///Defaults to `auto`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_choice: ::std::option::Option<ResponseRequestToolChoice>,
        ///Functions that the model may call.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<ResponseTool>>,
        ///Sample from this many most likely tokens. 0 and -1 include all.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_k: ::std::option::Option<i64>,
        ///Nucleus sampling: sample from the most likely tokens whose cumulative probability reaches this value.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_p: ::std::option::Option<f64>,
        ///With `auto`, a prompt that is too long is truncated at its beginning; otherwise it is an error.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncation: ::std::option::Option<ResponseRequestTruncation>,
        ///Alias of `engine_xargs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub vllm_xargs: ::std::option::Option<EngineArguments>,
    }
    ///A text, or the items of a conversation.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseRequestInput {
        String(::std::string::String),
        Array(::std::vec::Vec<ResponseInputItem>),
    }
    impl ::std::convert::From<::std::vec::Vec<ResponseInputItem>>
    for ResponseRequestInput {
        fn from(value: ::std::vec::Vec<ResponseInputItem>) -> Self {
            Self::Array(value)
        }
    }
    ///`ResponseRequestToolChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ResponseRequestToolChoice {
        String(ResponseRequestToolChoiceString),
        ResponseToolChoice(ResponseToolChoice),
    }
    impl ::std::convert::From<ResponseRequestToolChoiceString>
    for ResponseRequestToolChoice {
        fn from(value: ResponseRequestToolChoiceString) -> Self {
            Self::String(value)
        }
    }
    impl ::std::convert::From<ResponseToolChoice> for ResponseRequestToolChoice {
        fn from(value: ResponseToolChoice) -> Self {
            Self::ResponseToolChoice(value)
        }
    }
    ///`ResponseRequestToolChoiceString`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseRequestToolChoiceString {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "required")]
        Required,
    }
    impl ::std::fmt::Display for ResponseRequestToolChoiceString {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Auto => f.write_str("auto"),
                Self::Required => f.write_str("required"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseRequestToolChoiceString {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "auto" => Ok(Self::Auto),
                "required" => Ok(Self::Required),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseRequestToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for ResponseRequestToolChoiceString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///With `auto`, a prompt that is too long is truncated at its beginning; otherwise it is an error.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseRequestTruncation {
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "disabled")]
        Disabled,
    }
    impl ::std::fmt::Display for ResponseRequestTruncation {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Auto => f.write_str("auto"),
                Self::Disabled => f.write_str("disabled"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseRequestTruncation {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "auto" => Ok(Self::Auto),
                "disabled" => Ok(Self::Disabled),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseRequestTruncation {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseRequestTruncation {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseStatusEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseStatusEvent {
        pub response: ResponseObject,
        pub sequence_number: i64,
        #[serde(rename = "type")]
        pub type_: ResponseStatusEventType,
    }
    ///`ResponseStatusEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseStatusEventType {
        #[serde(rename = "response.created")]
        ResponseCreated,
        #[serde(rename = "response.in_progress")]
        ResponseInProgress,
        #[serde(rename = "response.completed")]
        ResponseCompleted,
        #[serde(rename = "response.incomplete")]
        ResponseIncomplete,
    }
    impl ::std::fmt::Display for ResponseStatusEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseCreated => f.write_str("response.created"),
                Self::ResponseInProgress => f.write_str("response.in_progress"),
                Self::ResponseCompleted => f.write_str("response.completed"),
                Self::ResponseIncomplete => f.write_str("response.incomplete"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseStatusEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.created" => Ok(Self::ResponseCreated),
                "response.in_progress" => Ok(Self::ResponseInProgress),
                "response.completed" => Ok(Self::ResponseCompleted),
                "response.incomplete" => Ok(Self::ResponseIncomplete),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseStatusEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseStatusEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseTextConfig`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct ResponseTextConfig {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub format: ::std::option::Option<ResponseTextFormat>,
    }
    ///`ResponseTextEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseTextEvent {
        pub content_index: i64,
        pub item_id: ::std::string::String,
        ///Present in events of an answer's text; always empty.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub logprobs: ::std::vec::Vec<::serde_json::Value>,
        pub output_index: i64,
        pub sequence_number: i64,
        pub text: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ResponseTextEventType,
    }
    ///`ResponseTextEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseTextEventType {
        #[serde(rename = "response.output_text.done")]
        ResponseOutputTextDone,
        #[serde(rename = "response.reasoning_text.done")]
        ResponseReasoningTextDone,
    }
    impl ::std::fmt::Display for ResponseTextEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::ResponseOutputTextDone => f.write_str("response.output_text.done"),
                Self::ResponseReasoningTextDone => {
                    f.write_str("response.reasoning_text.done")
                }
            }
        }
    }
    impl ::std::str::FromStr for ResponseTextEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "response.output_text.done" => Ok(Self::ResponseOutputTextDone),
                "response.reasoning_text.done" => Ok(Self::ResponseReasoningTextDone),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseTextEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseTextEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///Like `response_format` in chat, but with the fields of `json_schema` at this level.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseTextFormat {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub schema: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
        #[serde(rename = "type")]
        pub type_: ResponseTextFormatType,
    }
    ///`ResponseTextFormatType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseTextFormatType {
        #[serde(rename = "text")]
        Text,
        #[serde(rename = "json_object")]
        JsonObject,
        #[serde(rename = "json_schema")]
        JsonSchema,
    }
    impl ::std::fmt::Display for ResponseTextFormatType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Text => f.write_str("text"),
                Self::JsonObject => f.write_str("json_object"),
                Self::JsonSchema => f.write_str("json_schema"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseTextFormatType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "text" => Ok(Self::Text),
                "json_object" => Ok(Self::JsonObject),
                "json_schema" => Ok(Self::JsonSchema),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseTextFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseTextFormatType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseTextPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseTextPart {
        pub annotations: ::std::vec::Vec<::serde_json::Value>,
        pub text: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ResponseTextPartType,
    }
    ///`ResponseTextPartType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseTextPartType {
        #[serde(rename = "output_text")]
        OutputText,
    }
    impl ::std::fmt::Display for ResponseTextPartType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::OutputText => f.write_str("output_text"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseTextPartType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "output_text" => Ok(Self::OutputText),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseTextPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseTextPartType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseTool {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        ///JSON Schema of the function's parameters, an object.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parameters: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
        ///This server has no built-in tools.
        #[serde(rename = "type")]
        pub type_: ResponseToolType,
    }
    ///`ResponseToolChoice`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ResponseToolChoice {
        pub name: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: ResponseToolChoiceType,
    }
    ///`ResponseToolChoiceType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseToolChoiceType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ResponseToolChoiceType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseToolChoiceType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseToolChoiceType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///This server has no built-in tools.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ResponseToolType {
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for ResponseToolType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for ResponseToolType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ResponseToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ResponseToolType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ResponseUsage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ResponseUsage {
        pub input_tokens: i64,
        pub input_tokens_details: ResponseUsageInputTokensDetails,
        pub output_tokens: i64,
        pub output_tokens_details: ResponseUsageOutputTokensDetails,
        pub total_tokens: i64,
    }
    ///`ResponseUsageInputTokensDetails`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ResponseUsageInputTokensDetails {
        ///Always 0, as writing to the cache is not charged.
        pub cache_write_tokens: i64,
        ///Number of prompt tokens found in the prefix cache.
        pub cached_tokens: i64,
    }
    ///`ResponseUsageOutputTokensDetails`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ResponseUsageOutputTokensDetails {
        pub reasoning_tokens: i64,
    }
    ///Training configuration. For every field, null or absent means the default. Unknown keys have no effect.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct RlConfig {
        ///A positive value scales down negative advantages, a negative value positive ones; at 1 or -1 they are 0.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub advantage_balance: ::std::option::Option<f64>,
        ///Train on choices without log-probabilities as if the current policy had sampled them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub allow_training_without_logprobs: ::std::option::Option<bool>,
        ///Lower clip range. Defaults to 1 for cispo and 0.2 for ppo.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub epsilon: ::std::option::Option<f64>,
        ///Upper clip range. Defaults to 4 for cispo and to `epsilon` for ppo.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub epsilon_high: ::std::option::Option<f64>,
        ///Level at which the importance ratio is computed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub importance_sampling_level: ::std::option::Option<
            RlConfigImportanceSamplingLevel,
        >,
        ///Weight of the log-ratio that is subtracted from the advantage.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kimi_k2_tau: ::std::option::Option<f64>,
        ///Weight of the KL penalty in the advantage.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kl_penalty_coef: ::std::option::Option<f64>,
        ///Use the checkpoint of this step as the reference policy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kl_penalty_reference_step: ::std::option::Option<i64>,
        ///The policy that is compared with the reference policy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kl_penalty_source: ::std::option::Option<RlConfigKlPenaltySource>,
        ///Use the checkpoint this many steps back as the reference policy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kl_penalty_step_lag: ::std::option::Option<i64>,
        ///Use an adapter in this server's store as the reference policy.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub kl_ref_adapter_path: ::std::option::Option<::std::string::String>,
        ///Alias of `kimi_k2_tau`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub lab_k2_tau: ::std::option::Option<f64>,
        ///Learning rate; constant for the job.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub learning_rate: ::std::option::Option<f64>,
        ///Number of tokens per chunk. It changes memory use but not results.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprob_calculation_chunk_size: ::std::option::Option<i64>,
        ///The RL objective. If absent, `ppo` selects it.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub loss_fn: ::std::option::Option<RlConfigLossFn>,
        ///Set ratios outside the clip range to zero instead of clipping them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub mask_prob_ratio: ::std::option::Option<bool>,
        ///Cap of the importance ratio, for advantages of either sign. Null or 0 disables the cap.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub max_negative_advantage_importance_sampling_weight: ::std::option::Option<
            f64,
        >,
        ///Alias of `scale_rewards`; false in either turns scaling off.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub normalize_advantages: ::std::option::Option<bool>,
        ///The learning rate is multiplied by the number of sequences in the row to this power.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub num_trajectories_learning_rate_multiplier_power: ::std::option::Option<f64>,
        ///Number of tokens of a training row; a multiple of `logprob_calculation_chunk_size`, or of 1024 if that is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub packed_sequence_length: ::std::option::Option<i64>,
        ///Has no effect.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub plot_tensors: ::std::option::Option<bool>,
        ///Use the clipped PPO objective.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub ppo: ::std::option::Option<bool>,
        ///Recompute the old log-probabilities instead of using the sampler's.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub precalculate_logprobs: ::std::option::Option<bool>,
        ///Scale the learning rate by the trend of the standard deviation of the groups' rewards.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scale_learning_rate_by_reward_std_dev: ::std::option::Option<bool>,
        ///Divide advantages by the group's standard deviation.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub scale_rewards: ::std::option::Option<bool>,
        ///Cap of the importance weight between recomputed and sampled log-probabilities. 0 and null disable the cap.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub truncated_importance_sampling: ::std::option::Option<f64>,
    }
    ///Level at which the importance ratio is computed.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RlConfigImportanceSamplingLevel {
        #[serde(rename = "token")]
        Token,
        #[serde(rename = "sequence")]
        Sequence,
        #[serde(rename = "average")]
        Average,
        #[serde(rename = "geometric_average")]
        GeometricAverage,
    }
    impl ::std::fmt::Display for RlConfigImportanceSamplingLevel {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Token => f.write_str("token"),
                Self::Sequence => f.write_str("sequence"),
                Self::Average => f.write_str("average"),
                Self::GeometricAverage => f.write_str("geometric_average"),
            }
        }
    }
    impl ::std::str::FromStr for RlConfigImportanceSamplingLevel {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "token" => Ok(Self::Token),
                "sequence" => Ok(Self::Sequence),
                "average" => Ok(Self::Average),
                "geometric_average" => Ok(Self::GeometricAverage),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RlConfigImportanceSamplingLevel {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for RlConfigImportanceSamplingLevel {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The policy that is compared with the reference policy.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RlConfigKlPenaltySource {
        #[serde(rename = "sample")]
        Sample,
        #[serde(rename = "current_learner")]
        CurrentLearner,
    }
    impl ::std::fmt::Display for RlConfigKlPenaltySource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Sample => f.write_str("sample"),
                Self::CurrentLearner => f.write_str("current_learner"),
            }
        }
    }
    impl ::std::str::FromStr for RlConfigKlPenaltySource {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "sample" => Ok(Self::Sample),
                "current_learner" => Ok(Self::CurrentLearner),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RlConfigKlPenaltySource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for RlConfigKlPenaltySource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///The RL objective. If absent, `ppo` selects it.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RlConfigLossFn {
        #[serde(rename = "cispo")]
        Cispo,
        #[serde(rename = "ppo")]
        Ppo,
    }
    impl ::std::fmt::Display for RlConfigLossFn {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Cispo => f.write_str("cispo"),
                Self::Ppo => f.write_str("ppo"),
            }
        }
    }
    impl ::std::str::FromStr for RlConfigLossFn {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "cispo" => Ok(Self::Cispo),
                "ppo" => Ok(Self::Ppo),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RlConfigLossFn {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for RlConfigLossFn {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Run`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Run {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub base_model: ::std::option::Option<::std::string::String>,
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub entity: ::std::string::String,
        pub id: ::std::string::String,
        ///The last value of each metric. If there are more than 64, it has `reward`, `loss`, `train/reward` and `val/reward`, and the most recently recorded others.
        pub latest: ::std::collections::HashMap<::std::string::String, f64>,
        ///Null for a run that a W&B client logs and that belongs to no model.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub model_id: ::std::option::Option<::std::string::String>,
        ///Any characters except control characters and / \ : # ? %
        pub name: ::std::string::String,
        ///Any characters except control characters and / \ : # ? %
        pub project: ::std::string::String,
        pub status: RunStatus,
        ///Step of the model's newest checkpoint.
        pub step: i64,
    }
    ///`RunHistoryPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct RunHistoryPage {
        pub data: ::std::vec::Vec<RunRecord>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`RunMetric`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct RunMetric {
        ///Number of records with this metric.
        pub count: i64,
        ///The step of the first record with this metric.
        pub first_step: i64,
        ///The most recently recorded value.
        pub last: f64,
        ///The step of the last record with this metric.
        pub last_step: i64,
        pub max: f64,
        pub min: f64,
        pub name: ::std::string::String,
    }
    ///`RunMetricList`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct RunMetricList {
        pub data: ::std::vec::Vec<RunMetric>,
        pub object: PageObject,
    }
    ///`RunPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct RunPage {
        pub data: ::std::vec::Vec<Run>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`RunRecord`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct RunRecord {
        ///Index of a gradient step in the run, over all its jobs; null for other records. All gradient steps of a job have the `step` of the checkpoint that the job creates.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub gradient_step: ::std::option::Option<i64>,
        pub id: ::std::string::String,
        ///The job that recorded it; null for a logged record.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub job_id: ::std::option::Option<::std::string::String>,
        ///Numbers by metric name.
        pub metrics: ::std::collections::HashMap<::std::string::String, f64>,
        ///Training step of a model. 0 is the untrained or imported adapter; each job adds 1.
        pub step: i64,
        ///ISO 8601, in UTC.
        pub time: ::std::string::String,
    }
    ///`RunSeries`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct RunSeries {
        ///Whether a bucket of any metric may have more than one value.
        pub bucketed: bool,
        ///The series of each metric, by name.
        pub metrics: ::std::collections::HashMap<::std::string::String, MetricSeries>,
        ///Number of records in the range, with any metrics.
        pub records: i64,
        pub x: SeriesAxis,
    }
    ///`running`: a job of the model is running. `queued`: a job is waiting. `idle`: neither.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum RunStatus {
        #[serde(rename = "idle")]
        Idle,
        #[serde(rename = "queued")]
        Queued,
        #[serde(rename = "running")]
        Running,
    }
    impl ::std::fmt::Display for RunStatus {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Idle => f.write_str("idle"),
                Self::Queued => f.write_str("queued"),
                Self::Running => f.write_str("running"),
            }
        }
    }
    impl ::std::str::FromStr for RunStatus {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "idle" => Ok(Self::Idle),
                "queued" => Ok(Self::Queued),
                "running" => Ok(Self::Running),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for RunStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for RunStatus {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Scope`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum Scope {
        #[serde(rename = "chat")]
        Chat,
        #[serde(rename = "train")]
        Train,
        #[serde(rename = "metrics")]
        Metrics,
        #[serde(rename = "admin")]
        Admin,
    }
    impl ::std::fmt::Display for Scope {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Chat => f.write_str("chat"),
                Self::Train => f.write_str("train"),
                Self::Metrics => f.write_str("metrics"),
                Self::Admin => f.write_str("admin"),
            }
        }
    }
    impl ::std::str::FromStr for Scope {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "chat" => Ok(Self::Chat),
                "train" => Ok(Self::Train),
                "metrics" => Ok(Self::Metrics),
                "admin" => Ok(Self::Admin),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for Scope {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for Scope {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`gradient_step` counts the gradient steps of a run over all its jobs; `step` is the step of the record's checkpoint; `time` is in milliseconds since 1970, UTC.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SeriesAxis {
        #[serde(rename = "gradient_step")]
        GradientStep,
        #[serde(rename = "step")]
        Step,
        #[serde(rename = "time")]
        Time,
    }
    impl ::std::fmt::Display for SeriesAxis {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::GradientStep => f.write_str("gradient_step"),
                Self::Step => f.write_str("step"),
                Self::Time => f.write_str("time"),
            }
        }
    }
    impl ::std::str::FromStr for SeriesAxis {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "gradient_step" => Ok(Self::GradientStep),
                "step" => Ok(Self::Step),
                "time" => Ok(Self::Time),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SeriesAxis {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SeriesAxis {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ServedModel`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ServedModel {
        pub created: i64,
        ///The name to use as `model` in chat.
        pub id: ::std::string::String,
        ///Maximum number of tokens of prompt and answer together.
        pub max_model_len: i64,
        pub object: ServedModelObject,
        pub owned_by: ::std::string::String,
        ///The base model of a trained model; null for a base model.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub parent: ::std::option::Option<::std::string::String>,
        ///The name of the base model.
        pub root: ::std::string::String,
    }
    ///`ServedModelList`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct ServedModelList {
        pub data: ::std::vec::Vec<ServedModel>,
        pub object: ServedModelListObject,
    }
    ///`ServedModelListObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ServedModelListObject {
        #[serde(rename = "list")]
        List,
    }
    impl ::std::fmt::Display for ServedModelListObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::List => f.write_str("list"),
            }
        }
    }
    impl ::std::str::FromStr for ServedModelListObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "list" => Ok(Self::List),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ServedModelListObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ServedModelListObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ServedModelObject`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ServedModelObject {
        #[serde(rename = "model")]
        Model,
    }
    impl ::std::fmt::Display for ServedModelObject {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Model => f.write_str("model"),
            }
        }
    }
    impl ::std::str::FromStr for ServedModelObject {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "model" => Ok(Self::Model),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ServedModelObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ServedModelObject {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ServiceTier`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum ServiceTier {
        #[serde(rename = "auto")]
        Auto,
        #[serde(rename = "default")]
        Default,
        #[serde(rename = "flex")]
        Flex,
        #[serde(rename = "scale")]
        Scale,
        #[serde(rename = "priority")]
        Priority,
    }
    impl ::std::fmt::Display for ServiceTier {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Auto => f.write_str("auto"),
                Self::Default => f.write_str("default"),
                Self::Flex => f.write_str("flex"),
                Self::Scale => f.write_str("scale"),
                Self::Priority => f.write_str("priority"),
            }
        }
    }
    impl ::std::str::FromStr for ServiceTier {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "auto" => Ok(Self::Auto),
                "default" => Ok(Self::Default),
                "flex" => Ok(Self::Flex),
                "scale" => Ok(Self::Scale),
                "priority" => Ok(Self::Priority),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for ServiceTier {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for ServiceTier {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Session`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Session {
        ///ISO 8601, in UTC.
        pub expires: ::std::string::String,
        ///Identifies a key without revealing it.
        pub id: ::std::string::String,
        ///The API key from which the session was created.
        pub key_id: ::std::string::String,
        ///The owner of the resources that a key can use.
        pub owner: ::std::string::String,
        ///The operations that a key may use.
        pub scopes: ::std::vec::Vec<Scope>,
        ///'The token to send as `Authorization: Bearer {token}`.'
        pub token: ::std::string::String,
    }
    ///`SftConfig`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct SftConfig {
        ///Train on every answer of a conversation, or only on the last.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub assistant_turns: ::std::option::Option<SftConfigAssistantTurns>,
        ///Number of conversations per optimizer step. Null, absent and `auto` mean 2.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub batch_size: ::std::option::Option<SftConfigBatchSize>,
        ///One learning rate for all batches, or a list with one per batch; surplus rates are not used. Null or absent is 5e-5.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub learning_rate: ::std::option::Option<SftConfigLearningRate>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub metric_logging: ::std::option::Option<MetricLogging>,
    }
    ///Train on every answer of a conversation, or only on the last.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SftConfigAssistantTurns {
        #[serde(rename = "all")]
        All,
        #[serde(rename = "last")]
        Last,
    }
    impl ::std::fmt::Display for SftConfigAssistantTurns {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::All => f.write_str("all"),
                Self::Last => f.write_str("last"),
            }
        }
    }
    impl ::std::str::FromStr for SftConfigAssistantTurns {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "all" => Ok(Self::All),
                "last" => Ok(Self::Last),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SftConfigAssistantTurns {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SftConfigAssistantTurns {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`SftConfigBatchSize`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum SftConfigBatchSize {
        Integer(i64),
        String(SftConfigBatchSizeString),
    }
    impl ::std::fmt::Display for SftConfigBatchSize {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::Integer(x) => x.fmt(f),
                Self::String(x) => x.fmt(f),
            }
        }
    }
    impl ::std::str::FromStr for SftConfigBatchSize {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            if let Ok(v) = value.parse() {
                Ok(Self::Integer(v))
            } else if let Ok(v) = value.parse() {
                Ok(Self::String(v))
            } else {
                Err("string conversion failed for all variants".into())
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SftConfigBatchSize {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SftConfigBatchSize {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::From<i64> for SftConfigBatchSize {
        fn from(value: i64) -> Self {
            Self::Integer(value)
        }
    }
    impl ::std::convert::From<SftConfigBatchSizeString> for SftConfigBatchSize {
        fn from(value: SftConfigBatchSizeString) -> Self {
            Self::String(value)
        }
    }
    ///`SftConfigBatchSizeString`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SftConfigBatchSizeString {
        #[serde(rename = "auto")]
        Auto,
    }
    impl ::std::fmt::Display for SftConfigBatchSizeString {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Auto => f.write_str("auto"),
            }
        }
    }
    impl ::std::str::FromStr for SftConfigBatchSizeString {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "auto" => Ok(Self::Auto),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SftConfigBatchSizeString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SftConfigBatchSizeString {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`SftConfigLearningRate`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum SftConfigLearningRate {
        Number(f64),
        Array(::std::vec::Vec<f64>),
    }
    impl ::std::convert::From<f64> for SftConfigLearningRate {
        fn from(value: f64) -> Self {
            Self::Number(value)
        }
    }
    impl ::std::convert::From<::std::vec::Vec<f64>> for SftConfigLearningRate {
        fn from(value: ::std::vec::Vec<f64>) -> Self {
            Self::Array(value)
        }
    }
    ///`SortOrder`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum SortOrder {
        #[serde(rename = "asc")]
        Asc,
        #[serde(rename = "desc")]
        Desc,
    }
    impl ::std::fmt::Display for SortOrder {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Asc => f.write_str("asc"),
                Self::Desc => f.write_str("desc"),
            }
        }
    }
    impl ::std::str::FromStr for SortOrder {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "asc" => Ok(Self::Asc),
                "desc" => Ok(Self::Desc),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for SortOrder {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for SortOrder {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`Stats`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Stats {
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub device: ::std::option::Option<DeviceCheck>,
        pub disk: DiskSpace,
        pub engines: ::std::vec::Vec<EngineStats>,
        pub jobs: JobCounts,
        ///Memory of the HTTP process. Models and training are in another process.
        pub memory_bytes: i64,
        pub models: ::std::vec::Vec<LoadedModelsItem>,
        ///Number of chat completions and completions that have not ended.
        pub requests: i64,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub training: ::std::option::Option<TrainingRoom>,
        pub training_jobs: ::std::vec::Vec<TrainingMemory>,
        ///Seconds since the server was started.
        pub uptime_seconds: f64,
    }
    ///The stop token or stop string that ended the answer; `repetition_detected`; or `no_token_allowed` if the request's own rules forbid every token. Otherwise null.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum StopReason {
        Integer(i64),
        String(::std::string::String),
    }
    impl ::std::fmt::Display for StopReason {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::Integer(x) => x.fmt(f),
                Self::String(x) => x.fmt(f),
            }
        }
    }
    impl ::std::convert::From<i64> for StopReason {
        fn from(value: i64) -> Self {
            Self::Integer(value)
        }
    }
    ///`StreamOptions`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct StreamOptions {
        ///With `include_usage`, add the usage so far to every chunk.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub continuous_usage_stats: ::std::option::Option<bool>,
        ///Send a last chunk with the usage.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub include_usage: ::std::option::Option<bool>,
    }
    ///Set exactly one of json, regex, choice, grammar, json_object and structural_tag.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct StructuredOutputs {
        #[serde(
            rename = "_backend",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub backend: ::std::option::Option<::std::string::String>,
        #[serde(
            rename = "_backend_was_auto",
            skip_serializing_if = "::std::option::Option::is_none"
        )]
        pub backend_was_auto: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub choice: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        ///Disallow additional properties in objects whose schema lists properties without additionalProperties. false allows them.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disable_additional_properties: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disable_any_whitespace: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disable_fallback: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub grammar: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub json: ::std::option::Option<StructuredOutputsJson>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub json_object: ::std::option::Option<bool>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub regex: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub structural_tag: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub whitespace_pattern: ::std::option::Option<::std::string::String>,
    }
    ///`StructuredOutputsJson`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum StructuredOutputsJson {
        String(::std::string::String),
        Object(::serde_json::Map<::std::string::String, ::serde_json::Value>),
    }
    impl ::std::convert::From<
        ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    > for StructuredOutputsJson {
        fn from(
            value: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ) -> Self {
            Self::Object(value)
        }
    }
    ///`SystemCheck`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct SystemCheck {
        pub api: PartCheck,
        pub cpu_queue: PartCheck,
        pub database: PartCheck,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub device: ::std::option::Option<DeviceCheck>,
        ///Null if unknown.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub disk: ::std::option::Option<DiskSpace>,
        pub gpu_queue: PartCheck,
        pub models: ::std::vec::Vec<LoadedModelsItem>,
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub training: ::std::option::Option<TrainingRoom>,
        ///Configuration problems that separate workers from this server or from each other, and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no chats. Streams do not move between workers of different versions.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
        pub workers: ::std::vec::Vec<Worker>,
    }
    ///An error body combined with a system check; only the error body while the server is stopping.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct SystemCheckFailure {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub api: ::std::option::Option<PartCheck>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub cpu_queue: ::std::option::Option<PartCheck>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub database: ::std::option::Option<PartCheck>,
        pub detail: ErrorDetail,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub device: ::std::option::Option<DeviceCheck>,
        ///Null if unknown.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub disk: ::std::option::Option<DiskSpace>,
        pub error: ErrorInfo,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub gpu_queue: ::std::option::Option<PartCheck>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub models: ::std::vec::Vec<LoadedModelsItem>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub training: ::std::option::Option<TrainingRoom>,
        ///Configuration problems that separate workers from this server or from each other, and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no chats. Streams do not move between workers of different versions.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub workers: ::std::vec::Vec<Worker>,
    }
    ///`TagStructure`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TagStructure {
        pub begin: ::std::string::String,
        pub end: ::std::string::String,
        ///Schema of the JSON between begin and end. If absent, any JSON is allowed.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub schema: ::std::option::Option<TagStructureSchema>,
    }
    ///`TagStructureSchema`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TagStructureSchema {
        Object(::serde_json::Map<::std::string::String, ::serde_json::Value>),
        Boolean(bool),
    }
    impl ::std::convert::From<
        ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    > for TagStructureSchema {
        fn from(
            value: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ) -> Self {
            Self::Object(value)
        }
    }
    impl ::std::convert::From<bool> for TagStructureSchema {
        fn from(value: bool) -> Self {
            Self::Boolean(value)
        }
    }
    ///`TokenGeneration`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TokenGeneration {
        ///Indices of the items of `output` that these tokens form.
        pub output_indices: ::std::vec::Vec<i64>,
        pub output_tokens: ::std::vec::Vec<TokenGenerationOutputTokensItem>,
        pub prompt_token_ids: ::std::vec::Vec<i64>,
    }
    ///`TokenGenerationOutputTokensItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TokenGenerationOutputTokensItem {
        ///Natural logarithm of the token's probability under softmax(logits), before any bias, mask, penalty or temperature.
        pub logprob: f64,
        pub token_id: i64,
    }
    ///A text, or a conversation that is rendered as in chat.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TokenizeRequest {
        ///Add the generation prompt of the chat template, which opens the assistant's turn.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_generation_prompt: ::std::option::Option<bool>,
        ///Add the tokenizer's special tokens. Defaults to true with `prompt` and to false with `messages`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub add_special_tokens: ::std::option::Option<bool>,
        ///A Jinja template that replaces the model's chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template: ::std::option::Option<::std::string::String>,
        ///Additional variables for the chat template. A `chat_template` among them is used if the field of that name is absent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template_kwargs: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        ///Leave the last message open, so that the model continues it. Requires `add_generation_prompt` false.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub continue_final_message: ::std::option::Option<bool>,
        ///Documents passed to the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub documents: ::std::option::Option<
            ::std::vec::Vec<
                ::std::collections::HashMap<::std::string::String, ::std::string::String>,
            >,
        >,
        ///The conversation to tokenize. The chat template must render it to at most 262144 characters.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages: ::std::option::Option<::std::vec::Vec<ChatMessage>>,
        ///Name of a base model; or `wandb-artifact:///{entity}/{project}/{name}` for the newest checkpoint of a trained model, with `:step{N}` for a certain checkpoint. Null or absent is the only, or first, base model.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub model: ::std::option::Option<::std::string::String>,
        ///The text to tokenize.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt: ::std::option::Option<::std::string::String>,
        ///Passed to the chat template.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reasoning_effort: ::std::option::Option<TokenizeRequestReasoningEffort>,
        ///Return `token_strs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub return_token_strs: ::std::option::Option<bool>,
        ///Functions that the model may call.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<ChatTool>>,
    }
    ///Passed to the chat template.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TokenizeRequestReasoningEffort {
        #[serde(rename = "none")]
        None,
        #[serde(rename = "minimal")]
        Minimal,
        #[serde(rename = "low")]
        Low,
        #[serde(rename = "medium")]
        Medium,
        #[serde(rename = "high")]
        High,
        #[serde(rename = "xhigh")]
        Xhigh,
        #[serde(rename = "max")]
        Max,
    }
    impl ::std::fmt::Display for TokenizeRequestReasoningEffort {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::None => f.write_str("none"),
                Self::Minimal => f.write_str("minimal"),
                Self::Low => f.write_str("low"),
                Self::Medium => f.write_str("medium"),
                Self::High => f.write_str("high"),
                Self::Xhigh => f.write_str("xhigh"),
                Self::Max => f.write_str("max"),
            }
        }
    }
    impl ::std::str::FromStr for TokenizeRequestReasoningEffort {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "none" => Ok(Self::None),
                "minimal" => Ok(Self::Minimal),
                "low" => Ok(Self::Low),
                "medium" => Ok(Self::Medium),
                "high" => Ok(Self::High),
                "xhigh" => Ok(Self::Xhigh),
                "max" => Ok(Self::Max),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TokenizeRequestReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String>
    for TokenizeRequestReasoningEffort {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TokenizedText`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TokenizedText {
        pub count: i64,
        ///Maximum number of tokens of prompt and answer together.
        pub max_model_len: i64,
        ///Each token as spelled in the vocabulary.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub token_strs: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        pub tokens: ::std::vec::Vec<i64>,
    }
    ///`TokenizerInfo`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TokenizerInfo {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_template: ::std::option::Option<::std::string::String>,
        pub tokenizer_class: ::std::string::String,
    }
    ///`TrainingEndedEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingEndedEvent {
        pub data: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        pub id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: TrainingEndedEventType,
    }
    ///`TrainingEndedEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrainingEndedEventType {
        #[serde(rename = "training_ended")]
        TrainingEnded,
    }
    impl ::std::fmt::Display for TrainingEndedEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TrainingEnded => f.write_str("training_ended"),
            }
        }
    }
    impl ::std::str::FromStr for TrainingEndedEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "training_ended" => Ok(Self::TrainingEnded),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrainingEndedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrainingEndedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrainingEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrainingEvent {
        TrainingStartedEvent(TrainingStartedEvent),
        GradientStepEvent(GradientStepEvent),
        TrainingEndedEvent(TrainingEndedEvent),
        TrainingFailedEvent(TrainingFailedEvent),
    }
    impl ::std::convert::From<TrainingStartedEvent> for TrainingEvent {
        fn from(value: TrainingStartedEvent) -> Self {
            Self::TrainingStartedEvent(value)
        }
    }
    impl ::std::convert::From<GradientStepEvent> for TrainingEvent {
        fn from(value: GradientStepEvent) -> Self {
            Self::GradientStepEvent(value)
        }
    }
    impl ::std::convert::From<TrainingEndedEvent> for TrainingEvent {
        fn from(value: TrainingEndedEvent) -> Self {
            Self::TrainingEndedEvent(value)
        }
    }
    impl ::std::convert::From<TrainingFailedEvent> for TrainingEvent {
        fn from(value: TrainingFailedEvent) -> Self {
            Self::TrainingFailedEvent(value)
        }
    }
    ///`TrainingEventPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingEventPage {
        pub data: ::std::vec::Vec<TrainingEvent>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///`TrainingFailedEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingFailedEvent {
        pub data: TrainingFailedEventData,
        pub id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: TrainingFailedEventType,
    }
    ///`TrainingFailedEventData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrainingFailedEventData {
        pub error_message: ::std::string::String,
    }
    ///`TrainingFailedEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrainingFailedEventType {
        #[serde(rename = "training_failed")]
        TrainingFailed,
    }
    impl ::std::fmt::Display for TrainingFailedEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TrainingFailed => f.write_str("training_failed"),
            }
        }
    }
    impl ::std::str::FromStr for TrainingFailedEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "training_failed" => Ok(Self::TrainingFailed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrainingFailedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrainingFailedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrainingFunction`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrainingFunction {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub description: ::std::option::Option<::std::string::String>,
        pub name: ::std::string::String,
        ///Any JSON object; its values are kept unchanged.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub parameters: ::std::option::Option<
            ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub strict: ::std::option::Option<bool>,
    }
    ///`TrainingJob`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingJob {
        ///The job's configuration, without the data. For an RL job it is its `experimental_config`, for an SFT job the request without `model_id`. An http(s) URL is shown without user, password and query.
        pub config: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        ///Why the job failed, or that it was cancelled.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub error_message: ::std::option::Option<::std::string::String>,
        pub id: ::std::string::String,
        ///Unknown fields of its configuration and trajectories; available once the job is planned.
        pub ignored_fields: ::std::vec::Vec<::std::string::String>,
        pub kind: JobKind,
        pub model_id: ::std::string::String,
        ///The reason why the job has nothing to train on, or trains on less than was sent; otherwise null.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub notice: ::std::option::Option<::std::string::String>,
        ///Position among the owner's queued jobs, oldest first; null if it is not queued.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub queue_position: ::std::option::Option<i64>,
        ///The job that this job retries; null if it is not a retry.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub retry_of: ::std::option::Option<::std::string::String>,
        pub status: JobStatus,
        ///Step of the checkpoint that the job created; null until there is one.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub step: ::std::option::Option<i64>,
        ///Number of committed gradient steps. A retry starts with the number of the previous job.
        pub steps_done: i64,
        ///Number of gradient steps of the whole job; null until it is planned.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub total_steps: ::std::option::Option<i64>,
        ///ISO 8601, in UTC.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub training_end: ::std::option::Option<::std::string::String>,
        ///ISO 8601, in UTC.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub training_start: ::std::option::Option<::std::string::String>,
    }
    ///`TrainingJobPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingJobPage {
        pub data: ::std::vec::Vec<TrainingJob>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///Device memory planned for a running job, in addition to its model's weights.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrainingMemory {
        pub bytes: i64,
        ///Null if the job belongs to another owner.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub job_id: ::std::option::Option<::std::string::String>,
        ///Base model of the job.
        pub model: ::std::string::String,
    }
    ///Device memory for training beside the served models; null while the compute process is down.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingRoom {
        pub job_bytes: i64,
        ///Number of jobs, of different models, that may train concurrently.
        pub jobs: i64,
        pub room_bytes: i64,
        ///Source of the figure: `operator` (the setting DAYBREAK_TRAINING_MEMORY), `machine` (the machine's memory, which the device shares), `driver` (the GPU's memory as reported by its driver), or `assumed` (the driver does not report it; the operator should set it).
        pub source: TrainingRoomSource,
    }
    ///Source of the figure: `operator` (the setting DAYBREAK_TRAINING_MEMORY), `machine` (the machine's memory, which the device shares), `driver` (the GPU's memory as reported by its driver), or `assumed` (the driver does not report it; the operator should set it).
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrainingRoomSource {
        #[serde(rename = "operator")]
        Operator,
        #[serde(rename = "machine")]
        Machine,
        #[serde(rename = "driver")]
        Driver,
        #[serde(rename = "assumed")]
        Assumed,
    }
    impl ::std::fmt::Display for TrainingRoomSource {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Operator => f.write_str("operator"),
                Self::Machine => f.write_str("machine"),
                Self::Driver => f.write_str("driver"),
                Self::Assumed => f.write_str("assumed"),
            }
        }
    }
    impl ::std::str::FromStr for TrainingRoomSource {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "operator" => Ok(Self::Operator),
                "machine" => Ok(Self::Machine),
                "driver" => Ok(Self::Driver),
                "assumed" => Ok(Self::Assumed),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrainingRoomSource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrainingRoomSource {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrainingStartedEvent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrainingStartedEvent {
        pub data: TrainingStartedEventData,
        pub id: ::std::string::String,
        #[serde(rename = "type")]
        pub type_: TrainingStartedEventType,
    }
    ///`TrainingStartedEventData`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrainingStartedEventData {
        ///Unknown keys of the job's configuration, and paths of unknown fields in its trajectories.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub ignored_fields: ::std::vec::Vec<::std::string::String>,
        ///The reason why the job has nothing to train on, or trains on less than was sent.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub notice: ::std::option::Option<::std::string::String>,
        ///Number of gradient steps to come.
        pub num_sequences: i64,
    }
    ///`TrainingStartedEventType`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrainingStartedEventType {
        #[serde(rename = "training_started")]
        TrainingStarted,
    }
    impl ::std::fmt::Display for TrainingStartedEventType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::TrainingStarted => f.write_str("training_started"),
            }
        }
    }
    impl ::std::str::FromStr for TrainingStartedEventType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "training_started" => Ok(Self::TrainingStarted),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrainingStartedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrainingStartedEventType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrainingTool`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrainingTool {
        pub function: TrainingFunction,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<::std::string::String>,
    }
    ///One attempt at a task. Clients omit fields with their default value, so nothing is required: a missing reward is 0, a missing list is empty.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct Trajectory {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub additional_histories: ::std::option::Option<
            ::std::vec::Vec<TrajectoryHistory>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub auto_metrics: ::std::option::Option<TrajectoryMetrics>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub exchanges: ::std::option::Option<TrajectoryExchanges>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub final_policy_version: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub initial_policy_version: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logs: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        ///A conversation. An item with a `message` is a choice of the model; any other item is a plain message. If it is missing, it is empty: the trajectory has `exchanges` instead, or nothing to train on.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages_and_choices: ::std::option::Option<
            ::std::vec::Vec<MessagesAndChoicesItem>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub metadata: ::std::option::Option<TrajectoryMetadata>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub metrics: ::std::option::Option<TrajectoryMetrics>,
        ///Higher is better. A missing reward is 0, as clients omit fields with their default value.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub reward: ::std::option::Option<f64>,
        ///ISO 8601, with or without a time zone.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub start_time: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<TrajectoryToolsItem>>,
    }
    ///A choice, as returned by a chat completion. It is trained on if it has log-probabilities.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrajectoryChoice {
        ///One for each of `token_ids`. If present, they replace `logprobs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub art_completion_logprobs: ::std::option::Option<::std::vec::Vec<f64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub art_completion_tokens: ::std::option::Option<i64>,
        ///One for each of `token_ids`. If present, they replace `logprobs`.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub compact_logprobs: ::std::option::Option<::std::vec::Vec<f64>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub finish_reason: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub index: ::std::option::Option<i64>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logprobs: ::std::option::Option<TrajectoryLogprobs>,
        pub message: TrajectoryChoiceMessage,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub prompt_token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
        ///The role of its message; an item with a role here is a plain message.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub role: ::std::option::Option<::serde_json::Value>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub stop_reason: ::std::option::Option<StopReason>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub token_ids: ::std::option::Option<::std::vec::Vec<i64>>,
    }
    ///`TrajectoryChoiceMessage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryChoiceMessage {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<TrajectoryContent>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub role: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_calls: ::std::option::Option<
            ::std::vec::Vec<
                ::serde_json::Map<::std::string::String, ::serde_json::Value>,
            >,
        >,
    }
    ///`TrajectoryContent`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrajectoryContent {
        String(::std::string::String),
        Array(::std::vec::Vec<TrajectoryContentArrayItem>),
    }
    impl ::std::convert::From<::std::vec::Vec<TrajectoryContentArrayItem>>
    for TrajectoryContent {
        fn from(value: ::std::vec::Vec<TrajectoryContentArrayItem>) -> Self {
            Self::Array(value)
        }
    }
    ///`TrajectoryContentArrayItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrajectoryContentArrayItem {
        TrajectoryContentPart(TrajectoryContentPart),
        String(::std::string::String),
    }
    impl ::std::convert::From<TrajectoryContentPart> for TrajectoryContentArrayItem {
        fn from(value: TrajectoryContentPart) -> Self {
            Self::TrajectoryContentPart(value)
        }
    }
    ///`TrajectoryContentPart`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrajectoryContentPart {
        #[serde(rename = "type")]
        pub type_: ::std::string::String,
    }
    ///`TrajectoryException`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryException {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub message: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub traceback: ::std::option::Option<::std::string::String>,
        #[serde(rename = "type", skip_serializing_if = "::std::option::Option::is_none")]
        pub type_: ::std::option::Option<::std::string::String>,
    }
    ///Captured requests and responses, by protocol.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryExchanges {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub chat_completions: ::std::option::Option<::std::vec::Vec<Exchange>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub completions: ::std::option::Option<::std::vec::Vec<Exchange>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages: ::std::option::Option<::std::vec::Vec<Exchange>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub responses: ::std::option::Option<::std::vec::Vec<Exchange>>,
    }
    ///Trajectories of one task; their advantages are relative to the group.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryGroup {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub exceptions: ::std::option::Option<::std::vec::Vec<TrajectoryException>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub logs: ::std::option::Option<::std::vec::Vec<::std::string::String>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub metadata: ::std::option::Option<TrajectoryMetadata>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub metrics: ::std::option::Option<TrajectoryMetrics>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub trajectories: ::std::option::Option<::std::vec::Vec<Trajectory>>,
    }
    ///`TrajectoryGroupPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrajectoryGroupPage {
        pub data: ::std::vec::Vec<TrajectoryGroup>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///An additional conversation of the same trajectory, trained with the same advantage.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryHistory {
        ///A conversation. An item with a `message` is a choice of the model; any other item is a plain message. If it is missing, it is empty: the trajectory has `exchanges` instead, or nothing to train on.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub messages_and_choices: ::std::option::Option<
            ::std::vec::Vec<MessagesAndChoicesItem>,
        >,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tools: ::std::option::Option<::std::vec::Vec<TrajectoryToolsItem>>,
    }
    ///`TrajectoryLogprob`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrajectoryLogprob {
        ///UTF-8 bytes of the token's text.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub bytes: ::std::option::Option<::std::vec::Vec<i64>>,
        ///Natural logarithm of a probability: at most 0, except for rounding.
        pub logprob: f64,
        pub token: ::std::string::String,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub top_logprobs: ::std::option::Option<
            ::std::vec::Vec<
                ::serde_json::Map<::std::string::String, ::serde_json::Value>,
            >,
        >,
    }
    ///`TrajectoryLogprobs`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug, Default)]
    pub struct TrajectoryLogprobs {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<::std::vec::Vec<TrajectoryLogprob>>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub refusal: ::std::option::Option<::std::vec::Vec<TrajectoryLogprob>>,
    }
    ///`TrajectoryMessage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrajectoryMessage {
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub content: ::std::option::Option<TrajectoryContent>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub name: ::std::option::Option<::std::string::String>,
        pub role: TrajectoryMessageRole,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_call_id: ::std::option::Option<::std::string::String>,
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub tool_calls: ::std::option::Option<
            ::std::vec::Vec<
                ::serde_json::Map<::std::string::String, ::serde_json::Value>,
            >,
        >,
    }
    ///`TrajectoryMessageRole`
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrajectoryMessageRole {
        #[serde(rename = "system")]
        System,
        #[serde(rename = "developer")]
        Developer,
        #[serde(rename = "user")]
        User,
        #[serde(rename = "assistant")]
        Assistant,
        #[serde(rename = "tool")]
        Tool,
        #[serde(rename = "function")]
        Function,
    }
    impl ::std::fmt::Display for TrajectoryMessageRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::System => f.write_str("system"),
                Self::Developer => f.write_str("developer"),
                Self::User => f.write_str("user"),
                Self::Assistant => f.write_str("assistant"),
                Self::Tool => f.write_str("tool"),
                Self::Function => f.write_str("function"),
            }
        }
    }
    impl ::std::str::FromStr for TrajectoryMessageRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "system" => Ok(Self::System),
                "developer" => Ok(Self::Developer),
                "user" => Ok(Self::User),
                "assistant" => Ok(Self::Assistant),
                "tool" => Ok(Self::Tool),
                "function" => Ok(Self::Function),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrajectoryMessageRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrajectoryMessageRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrajectoryMetadata`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(transparent)]
    #[derive(Default)]
    pub struct TrajectoryMetadata(
        pub ::std::collections::HashMap<
            ::std::string::String,
            ::std::option::Option<TrajectoryMetadataValue>,
        >,
    );
    impl ::std::ops::Deref for TrajectoryMetadata {
        type Target = ::std::collections::HashMap<
            ::std::string::String,
            ::std::option::Option<TrajectoryMetadataValue>,
        >;
        fn deref(
            &self,
        ) -> &::std::collections::HashMap<
            ::std::string::String,
            ::std::option::Option<TrajectoryMetadataValue>,
        > {
            &self.0
        }
    }
    impl ::std::convert::From<TrajectoryMetadata>
    for ::std::collections::HashMap<
        ::std::string::String,
        ::std::option::Option<TrajectoryMetadataValue>,
    > {
        fn from(value: TrajectoryMetadata) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<
        ::std::collections::HashMap<
            ::std::string::String,
            ::std::option::Option<TrajectoryMetadataValue>,
        >,
    > for TrajectoryMetadata {
        fn from(
            value: ::std::collections::HashMap<
                ::std::string::String,
                ::std::option::Option<TrajectoryMetadataValue>,
            >,
        ) -> Self {
            Self(value)
        }
    }
    ///`TrajectoryMetadataValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrajectoryMetadataValue {
        Number(f64),
        String(::std::string::String),
        Boolean(bool),
    }
    impl ::std::fmt::Display for TrajectoryMetadataValue {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::Number(x) => x.fmt(f),
                Self::String(x) => x.fmt(f),
                Self::Boolean(x) => x.fmt(f),
            }
        }
    }
    impl ::std::convert::From<f64> for TrajectoryMetadataValue {
        fn from(value: f64) -> Self {
            Self::Number(value)
        }
    }
    impl ::std::convert::From<bool> for TrajectoryMetadataValue {
        fn from(value: bool) -> Self {
            Self::Boolean(value)
        }
    }
    ///`TrajectoryMetrics`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(transparent)]
    #[derive(Default)]
    pub struct TrajectoryMetrics(
        pub ::std::collections::HashMap<::std::string::String, TrajectoryMetricsValue>,
    );
    impl ::std::ops::Deref for TrajectoryMetrics {
        type Target = ::std::collections::HashMap<
            ::std::string::String,
            TrajectoryMetricsValue,
        >;
        fn deref(
            &self,
        ) -> &::std::collections::HashMap<
            ::std::string::String,
            TrajectoryMetricsValue,
        > {
            &self.0
        }
    }
    impl ::std::convert::From<TrajectoryMetrics>
    for ::std::collections::HashMap<::std::string::String, TrajectoryMetricsValue> {
        fn from(value: TrajectoryMetrics) -> Self {
            value.0
        }
    }
    impl ::std::convert::From<
        ::std::collections::HashMap<::std::string::String, TrajectoryMetricsValue>,
    > for TrajectoryMetrics {
        fn from(
            value: ::std::collections::HashMap<
                ::std::string::String,
                TrajectoryMetricsValue,
            >,
        ) -> Self {
            Self(value)
        }
    }
    ///`TrajectoryMetricsValue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrajectoryMetricsValue {
        Number(f64),
        Boolean(bool),
    }
    impl ::std::fmt::Display for TrajectoryMetricsValue {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::Number(x) => x.fmt(f),
                Self::Boolean(x) => x.fmt(f),
            }
        }
    }
    impl ::std::str::FromStr for TrajectoryMetricsValue {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            if let Ok(v) = value.parse() {
                Ok(Self::Number(v))
            } else if let Ok(v) = value.parse() {
                Ok(Self::Boolean(v))
            } else {
                Err("string conversion failed for all variants".into())
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrajectoryMetricsValue {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrajectoryMetricsValue {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::From<f64> for TrajectoryMetricsValue {
        fn from(value: f64) -> Self {
            Self::Number(value)
        }
    }
    impl ::std::convert::From<bool> for TrajectoryMetricsValue {
        fn from(value: bool) -> Self {
            Self::Boolean(value)
        }
    }
    ///`trained`: the job trains on it. `no_advantage`: its reward is the mean of its group. `without_tokens`: no answer has log-probabilities. `too_long`: too long to train on. `logged`: from a log.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum TrajectoryOutcome {
        #[serde(rename = "trained")]
        Trained,
        #[serde(rename = "no_advantage")]
        NoAdvantage,
        #[serde(rename = "without_tokens")]
        WithoutTokens,
        #[serde(rename = "too_long")]
        TooLong,
        #[serde(rename = "logged")]
        Logged,
    }
    impl ::std::fmt::Display for TrajectoryOutcome {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Trained => f.write_str("trained"),
                Self::NoAdvantage => f.write_str("no_advantage"),
                Self::WithoutTokens => f.write_str("without_tokens"),
                Self::TooLong => f.write_str("too_long"),
                Self::Logged => f.write_str("logged"),
            }
        }
    }
    impl ::std::str::FromStr for TrajectoryOutcome {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "trained" => Ok(Self::Trained),
                "no_advantage" => Ok(Self::NoAdvantage),
                "without_tokens" => Ok(Self::WithoutTokens),
                "too_long" => Ok(Self::TooLong),
                "logged" => Ok(Self::Logged),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for TrajectoryOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for TrajectoryOutcome {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`TrajectorySummary`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrajectorySummary {
        ///Advantage within its group, before the job's normalisation; null for a logged trajectory.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub advantage: ::std::option::Option<f64>,
        ///The last answer, shortened.
        pub answer: ::std::string::String,
        ///Number of the model's answers.
        pub answers: i64,
        ///Number of characters of all answers.
        pub characters: i64,
        ///ISO 8601, in UTC.
        pub created: ::std::string::String,
        ///Index of its group in the job or log.
        pub group: i64,
        pub group_size: i64,
        ///Whether the training figures of its tokens are stored.
        pub has_tokens: bool,
        pub id: ::std::string::String,
        ///The RL job; null for a logged trajectory.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub job_id: ::std::option::Option<::std::string::String>,
        ///The log; null for a trajectory of a job.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub log_id: ::std::option::Option<::std::string::String>,
        ///The trajectory's own metrics, at most 64; booleans are 0 and 1.
        pub metrics: ::std::collections::HashMap<::std::string::String, f64>,
        pub outcome: TrajectoryOutcome,
        ///Its index in the group.
        pub place: i64,
        ///The user's first message, shortened.
        pub prompt: ::std::string::String,
        pub reward: f64,
        pub split: ::std::string::String,
        ///Step of the checkpoint that the job creates, or of the newest checkpoint when it was logged.
        pub step: i64,
        ///Whether an answer was cut off at its maximum length.
        pub truncated: bool,
    }
    ///`TrajectorySummaryPage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct TrajectorySummaryPage {
        pub data: ::std::vec::Vec<TrajectorySummary>,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub first_id: ::std::string::String,
        pub has_more: bool,
        ///Id of the first or last item of the page; empty if the page is empty.
        pub last_id: ::std::string::String,
        pub object: PageObject,
    }
    ///All arrays have one entry per token. A value that is known only for trained tokens is null for the others.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct TrajectoryTokens {
        ///Advantage after the job's normalisation.
        pub advantage: f64,
        ///The bytes of each token, in base64. Concatenated, they are the text in UTF-8.
        pub bytes: ::std::vec::Vec<::std::string::String>,
        ///1 if the loss clips the ratio, otherwise 0.
        pub clipped: ::std::vec::Vec<i64>,
        ///Entropy of the distribution from which the token was drawn, in nats.
        pub entropies: ::std::vec::Vec<::std::option::Option<f64>>,
        ///The job's gradient step that trained on it.
        pub gradient_step: i64,
        pub ids: ::std::vec::Vec<i64>,
        ///Log-probability under the weights before the gradient step.
        pub logprobs: ::std::vec::Vec<::std::option::Option<f64>>,
        ///1 if the token is trained on, otherwise 0.
        pub mask: ::std::vec::Vec<i64>,
        ///The importance ratio, before cap and mask: exp(logprob - old logprob), at `ratio_level` token. The old log-probability is the sampled one, or with `precalculate_logprobs` the one under the starting weights.
        pub ratios: ::std::vec::Vec<::std::option::Option<f64>>,
        ///Log-probability at sampling; null if unknown.
        pub sampled_logprobs: ::std::vec::Vec<::std::option::Option<f64>>,
        pub sequence: i64,
        ///Number of training sequences of the trajectory.
        pub sequences: i64,
        ///Weight of each of its tokens in the loss.
        pub weight: f64,
    }
    ///`TrajectoryToolsItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum TrajectoryToolsItem {
        Tool(TrainingTool),
        Function(TrainingFunction),
    }
    impl ::std::convert::From<TrainingTool> for TrajectoryToolsItem {
        fn from(value: TrainingTool) -> Self {
            Self::Tool(value)
        }
    }
    impl ::std::convert::From<TrainingFunction> for TrajectoryToolsItem {
        fn from(value: TrainingFunction) -> Self {
            Self::Function(value)
        }
    }
    ///`Update`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Update {
        ///A position in the order of an owner's changes.
        pub cursor: ::std::string::String,
        ///The resource's id; null for `reset`.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub id: ::std::option::Option<::std::string::String>,
        ///The model to which it belongs; null for an artifact and for `reset`.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub model_id: ::std::option::Option<::std::string::String>,
        ///The resource that was created, changed or deleted; `reset` if changes were lost, so that anything may have changed.
        #[serde(rename = "type")]
        pub type_: UpdateType,
    }
    ///One event of the stream. The stream ends after an error body.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum UpdateEvent {
        Update(Update),
        ErrorBody(ErrorBody),
    }
    impl ::std::convert::From<Update> for UpdateEvent {
        fn from(value: Update) -> Self {
            Self::Update(value)
        }
    }
    impl ::std::convert::From<ErrorBody> for UpdateEvent {
        fn from(value: ErrorBody) -> Self {
            Self::ErrorBody(value)
        }
    }
    ///`UpdatePage`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct UpdatePage {
        ///The `after` of the next page.
        pub cursor: ::std::string::String,
        pub data: ::std::vec::Vec<Update>,
        ///Whether there may be more changes already.
        pub has_more: bool,
        pub object: PageObject,
    }
    ///The resource that was created, changed or deleted; `reset` if changes were lost, so that anything may have changed.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum UpdateType {
        #[serde(rename = "model")]
        Model,
        #[serde(rename = "run")]
        Run,
        #[serde(rename = "job")]
        Job,
        #[serde(rename = "checkpoint")]
        Checkpoint,
        #[serde(rename = "log")]
        Log,
        #[serde(rename = "artifact")]
        Artifact,
        #[serde(rename = "reset")]
        Reset,
    }
    impl ::std::fmt::Display for UpdateType {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Model => f.write_str("model"),
                Self::Run => f.write_str("run"),
                Self::Job => f.write_str("job"),
                Self::Checkpoint => f.write_str("checkpoint"),
                Self::Log => f.write_str("log"),
                Self::Artifact => f.write_str("artifact"),
                Self::Reset => f.write_str("reset"),
            }
        }
    }
    impl ::std::str::FromStr for UpdateType {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "model" => Ok(Self::Model),
                "run" => Ok(Self::Run),
                "job" => Ok(Self::Job),
                "checkpoint" => Ok(Self::Checkpoint),
                "log" => Ok(Self::Log),
                "artifact" => Ok(Self::Artifact),
                "reset" => Ok(Self::Reset),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for UpdateType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for UpdateType {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`ValidationIssue`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct ValidationIssue {
        ///Any JSON object; its values are kept unchanged.
        #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
        pub ctx: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
        ///The value at fault.
        #[serde(skip_serializing_if = "::std::option::Option::is_none")]
        pub input: ::std::option::Option<::serde_json::Value>,
        ///Path of the field, beginning with body, query, path or header. Long names are cut.
        pub loc: ::std::vec::Vec<ValidationIssueLocItem>,
        pub msg: ::std::string::String,
        ///The rule that failed.
        #[serde(rename = "type")]
        pub type_: ::std::string::String,
    }
    ///`ValidationIssueLocItem`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[serde(untagged)]
    pub enum ValidationIssueLocItem {
        String(::std::string::String),
        Integer(i64),
    }
    impl ::std::fmt::Display for ValidationIssueLocItem {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match self {
                Self::String(x) => x.fmt(f),
                Self::Integer(x) => x.fmt(f),
            }
        }
    }
    impl ::std::convert::From<i64> for ValidationIssueLocItem {
        fn from(value: i64) -> Self {
            Self::Integer(value)
        }
    }
    ///`Version`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct Version {
        pub version: ::std::string::String,
    }
    ///A server that runs chats and training jobs.
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    pub struct Worker {
        ///Time of its last heartbeat. After 3 seconds without one it gets no more chats.
        pub heard: ::std::string::String,
        ///A new id at each start.
        pub id: ::std::string::String,
        ///Number of sequences in its batch or queue.
        pub load: i64,
        pub models: ::std::vec::Vec<WorkerModel>,
        ///Its machine and process; in the system check, which is public, its id.
        pub name: ::std::string::String,
        ///Whether it also serves HTTP requests of users.
        pub role: WorkerRole,
        ///Start time by its own clock.
        pub since: ::std::string::String,
        ///`loading`: its compute process is starting. `ready`: accepts chats. `draining`: accepts no more, and finishes the chats that it has.
        pub state: WorkerState,
        pub version: ::std::string::String,
    }
    ///`WorkerList`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct WorkerList {
        pub data: ::std::vec::Vec<Worker>,
        ///Configuration problems that separate workers from this server or from each other, and their remedies. This server cannot hear workers of the same database on another NATS, and sends them no chats. Streams do not move between workers of different versions.
        #[serde(default, skip_serializing_if = "::std::vec::Vec::is_empty")]
        pub warnings: ::std::vec::Vec<::std::string::String>,
    }
    ///`WorkerModel`
    #[derive(::serde::Deserialize, ::serde::Serialize, Clone, Debug)]
    #[derive(Default)]
    pub struct WorkerModel {
        ///Workers of the same class compute the same bits, so one can continue a sequence of another. Null for a server without a cluster, which does not measure its class.
        #[serde(deserialize_with = "::std::option::Option::deserialize")]
        pub class: ::std::option::Option<::std::string::String>,
        pub context_length: i64,
        ///The base model.
        pub id: ::std::string::String,
        ///Maximum number of concurrent sequences.
        pub places: i64,
        ///Longest sequence that it can train on.
        pub training_length: i64,
    }
    ///Whether it also serves HTTP requests of users.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum WorkerRole {
        #[serde(rename = "all")]
        All,
        #[serde(rename = "worker")]
        Worker,
    }
    impl ::std::fmt::Display for WorkerRole {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::All => f.write_str("all"),
                Self::Worker => f.write_str("worker"),
            }
        }
    }
    impl ::std::str::FromStr for WorkerRole {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "all" => Ok(Self::All),
                "worker" => Ok(Self::Worker),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for WorkerRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for WorkerRole {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    ///`loading`: its compute process is starting. `ready`: accepts chats. `draining`: accepts no more, and finishes the chats that it has.
    #[derive(
        ::serde::Deserialize,
        ::serde::Serialize,
        Clone,
        Copy,
        Debug,
        Eq,
        Hash,
        Ord,
        PartialEq,
        PartialOrd
    )]
    pub enum WorkerState {
        #[serde(rename = "loading")]
        Loading,
        #[serde(rename = "ready")]
        Ready,
        #[serde(rename = "draining")]
        Draining,
    }
    impl ::std::fmt::Display for WorkerState {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
            match *self {
                Self::Loading => f.write_str("loading"),
                Self::Ready => f.write_str("ready"),
                Self::Draining => f.write_str("draining"),
            }
        }
    }
    impl ::std::str::FromStr for WorkerState {
        type Err = self::error::ConversionError;
        fn from_str(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            match value {
                "loading" => Ok(Self::Loading),
                "ready" => Ok(Self::Ready),
                "draining" => Ok(Self::Draining),
                _ => Err("invalid value".into()),
            }
        }
    }
    impl ::std::convert::TryFrom<&str> for WorkerState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: &str,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    impl ::std::convert::TryFrom<::std::string::String> for WorkerState {
        type Error = self::error::ConversionError;
        fn try_from(
            value: ::std::string::String,
        ) -> ::std::result::Result<Self, self::error::ConversionError> {
            value.parse()
        }
    }
    /// Error types.
    pub mod error {
        /// Error from a `TryFrom` or `FromStr` implementation.
        pub struct ConversionError(::std::borrow::Cow<'static, str>);
        impl ::std::error::Error for ConversionError {}
        impl ::std::fmt::Display for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Display::fmt(&self.0, f)
            }
        }
        impl ::std::fmt::Debug for ConversionError {
            fn fmt(
                &self,
                f: &mut ::std::fmt::Formatter<'_>,
            ) -> Result<(), ::std::fmt::Error> {
                ::std::fmt::Debug::fmt(&self.0, f)
            }
        }
        impl From<&'static str> for ConversionError {
            fn from(value: &'static str) -> Self {
                Self(value.into())
            }
        }
        impl From<String> for ConversionError {
            fn from(value: String) -> Self {
                Self(value.into())
            }
        }
    }
}
#[derive(Clone, Debug)]
/**Client for Daybreak

Trains language models with reinforcement learning and supervised fine-tuning, and serves chat from the newest weights.

This document is the contract: operations, fields, bounds, defaults and errors. The server's types, operation table
and handler interface are generated from it.

**Errors** have the same body everywhere, `ErrorBody`: `error` is for OpenAI-style clients, `detail` for others. On
`/v1/messages` the body is `MessagesErrorBody`, which adds the fields and error types that Anthropic's clients read.
A request that fails validation is answered with 422 on `/v1/preview` operations and with 400 on the others.

**Unknown request fields** and query parameters are accepted and have no effect. The response header
`Daybreak-Ignored-Fields` of a success names them. Unknown fields inside an RL job's trajectories are named by the
job's event `training_started` instead. Types are strict: a number in quotes is not a number, and 0 and 1 are not
booleans. An optional request field may be null, which means the same as leaving it out.

**Lists** are paginated: pass the `last_id` of a page as `after` to get the next page. An unknown `after` is a 404.

**Every response** has the header `X-Request-Id`.

**Limits.** A key that exceeds its limit of requests in flight or of requests per second gets a 429 with
`Retry-After`, and so does an address that sends many wrong keys. Input that is not HTTP is answered with 400
(`malformed_request`), a request head of more than 16 KiB with 431 (`headers_too_large`), and a request that arrives
too slowly with 408 (`request_timeout`). These responses have the same error body, and the connection closes.

**Hosts.** A server that listens on a loopback address accepts a request only if its `Host` is `localhost`,
`127.0.0.1`, `[::1]`, the address that the server listens on, or a host in `DAYBREAK_ALLOWED_HOSTS`; the port does
not matter. Any other host is answered with 403 (`host_not_allowed`), and the connection closes. This protects
against DNS rebinding: a page of another site cannot reach the server under a name of its own.

**Bodies** may have at most `x-body-limit-mib`. An operation with `x-body-limit-of-context` also limits them to its
`mib` plus its `bytes-per-token` for each token of the longest served context; the lower limit applies. A JSON body
may have at most 131,072 nodes (keys and values; four numbers count as one), or `x-body-limit-nodes`. A body above
either limit is a 413.

**Rules between fields** are in `x-rules` of a body's schema: JSON Schemas that the body must also match. They are
not a standard keyword, so that tools that generate data from schemas can read the rest.


Version: 0.2.0*/
pub struct Client {
    pub(crate) baseurl: String,
    pub(crate) client: reqwest::Client,
    pub(crate) inner: crate::retry::Policy,
}
impl Client {
    /// Create a new client.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new(baseurl: &str, inner: crate::retry::Policy) -> Self {
        #[cfg(not(target_arch = "wasm32"))]
        let client = {
            let dur = ::std::time::Duration::from_secs(15u64);
            reqwest::ClientBuilder::new().connect_timeout(dur).timeout(dur)
        };
        #[cfg(target_arch = "wasm32")]
        let client = reqwest::ClientBuilder::new();
        Self::new_with_client(baseurl, client.build().unwrap(), inner)
    }
    /// Construct a new client with an existing `reqwest::Client`,
    /// allowing more control over its configuration.
    ///
    /// `baseurl` is the base URL provided to the internal
    /// `reqwest::Client`, and should include a scheme and hostname,
    /// as well as port and a path stem if applicable.
    pub fn new_with_client(
        baseurl: &str,
        client: reqwest::Client,
        inner: crate::retry::Policy,
    ) -> Self {
        Self {
            baseurl: baseurl.to_string(),
            client,
            inner,
        }
    }
}
impl ClientInfo<crate::retry::Policy> for Client {
    fn api_version() -> &'static str {
        "0.2.0"
    }
    fn baseurl(&self) -> &str {
        self.baseurl.as_str()
    }
    fn client(&self) -> &reqwest::Client {
        &self.client
    }
    fn inner(&self) -> &crate::retry::Policy {
        &self.inner
    }
}
impl ClientHooks<crate::retry::Policy> for &Client {}
#[allow(clippy::all)]
impl Client {
    /**Create a chat completion

Returns one JSON document, or with `stream: true` a stream of server-sent events: each `data:` line is one chunk, and the last one is `[DONE]`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event with an error body.

Sends a `POST` request to `/v1/chat/completions`

Arguments:
- `x_request_id`: Takes precedence over `request_id` in the body.
- `body`
*/
    pub async fn create_chat_completion<'a>(
        &'a self,
        x_request_id: Option<&'a str>,
        body: &'a types::ChatCompletionRequest,
    ) -> Result<ResponseValue<types::ChatCompletion>, Error<()>> {
        let url = format!("{}/v1/chat/completions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = x_request_id {
            header_map.append("X-Request-Id", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_chat_completion",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create a completion

OpenAI's legacy completions endpoint, as in vLLM: the prompt, a text or token ids, is given to the model without a chat template. Errors and streams are as in chat completions.

Sends a `POST` request to `/v1/completions`

Arguments:
- `x_request_id`: Takes precedence over `request_id` in the body.
- `body`
*/
    pub async fn create_completion<'a>(
        &'a self,
        x_request_id: Option<&'a str>,
        body: &'a types::CompletionRequest,
    ) -> Result<ResponseValue<types::Completion>, Error<()>> {
        let url = format!("{}/v1/completions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = x_request_id {
            header_map.append("X-Request-Id", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_completion",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create a message (Anthropic)

Anthropic's Messages endpoint over the same models and engine as chat completions. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`; the last one is `message_stop`. Errors known before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error`. The model reads text only: image, document and similar blocks are refused, and so are tools other than the caller's own. The key may be sent as `x-api-key`.

Sends a `POST` request to `/v1/messages`

*/
    pub async fn create_message<'a>(
        &'a self,
        body: &'a types::MessageRequest,
    ) -> Result<ResponseValue<types::Message>, Error<()>> {
        let url = format!("{}/v1/messages", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_message",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Count the tokens of a message

Counts the tokens of the prompt that `/v1/messages` would give to the model.

Sends a `POST` request to `/v1/messages/count_tokens`

*/
    pub async fn count_message_tokens<'a>(
        &'a self,
        body: &'a types::CountMessageTokensRequest,
    ) -> Result<ResponseValue<types::MessageTokens>, Error<()>> {
        let url = format!("{}/v1/messages/count_tokens", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "count_message_tokens",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create a response (Responses API)

OpenAI's Responses endpoint over the same models and engine as chat completions. Nothing is stored, whatever the value of `store`, and a response cannot be retrieved later. A request must contain the whole conversation; `previous_response_id`, `conversation`, `prompt` and `background` are refused. Returns one JSON document, or with `stream: true` a stream of server-sent events, each named by its `type`. Errors before the first token are ordinary error responses, for a stream too. A later error is sent as an event `error` with an error body.

Sends a `POST` request to `/v1/responses`

*/
    pub async fn create_response<'a>(
        &'a self,
        body: &'a types::ResponseRequest,
    ) -> Result<ResponseValue<types::ResponseObject>, Error<()>> {
        let url = format!("{}/v1/responses", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_response",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Tokenize a text or a conversation

A conversation is first rendered to the prompt that a chat completion would use.

Sends a `POST` request to `/v1/tokenize`

*/
    pub async fn tokenize<'a>(
        &'a self,
        body: &'a types::TokenizeRequest,
    ) -> Result<ResponseValue<types::TokenizedText>, Error<()>> {
        let url = format!("{}/v1/tokenize", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "tokenize",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get the tokenizer's configuration

Returns the model's `tokenizer_config.json` and its chat template, for the model that serves requests without a `model`.

Sends a `GET` request to `/v1/tokenizer_info`

*/
    pub async fn get_tokenizer_info<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::TokenizerInfo>, Error<()>> {
        let url = format!("{}/v1/tokenizer_info", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_tokenizer_info",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Detokenize token ids

Special tokens are included in the text.

Sends a `POST` request to `/v1/detokenize`

*/
    pub async fn detokenize<'a>(
        &'a self,
        body: &'a types::DetokenizeRequest,
    ) -> Result<ResponseValue<types::DetokenizedText>, Error<()>> {
        let url = format!("{}/v1/detokenize", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "detokenize",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the models that chat can use

In the format of OpenAI's model list. It has every base model, and every trained model under the name `wandb-artifact:///{entity}/{project}/{name}`, unless all its checkpoints have been deleted. Append `:step{N}` to the name to use a certain checkpoint.

Sends a `GET` request to `/v1/models`

*/
    pub async fn list_served_models<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::ServedModelList>, Error<()>> {
        let url = format!("{}/v1/models", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_served_models",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get a model that chat can use

Takes every model name that chat takes, including names of checkpoints.

Sends a `GET` request to `/v1/models/{model}`

Arguments:
- `model`: A name that chat takes as `model`. Clients percent-encode it; its slashes may also be left unencoded.
*/
    pub async fn get_served_model<'a>(
        &'a self,
        model: &'a str,
    ) -> Result<ResponseValue<types::ServedModel>, Error<()>> {
        let url = format!(
            "{}/v1/models/{}", self.baseurl, encode_path(& model.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_served_model",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the base models that can be trained

The models that the operator serves. Chat can also use each of them by its own name.

Sends a `GET` request to `/v1/preview/base-models`

*/
    pub async fn list_base_models<'a>(
        &'a self,
    ) -> Result<ResponseValue<::std::vec::Vec<::std::string::String>>, Error<()>> {
        let url = format!("{}/v1/preview/base-models", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_base_models",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the models, oldest first

Deleted models are not included.

Sends a `GET` request to `/v1/preview/models`

Arguments:
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `order`: Sort order.
*/
    pub async fn list_models<'a>(
        &'a self,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::ModelPage>, Error<()>> {
        let url = format!("{}/v1/preview/models", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_models",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create a model, or with `return_existing` get the existing one

A model starts as an untrained adapter on a base model. From the start it has a checkpoint, step 0, and a tracking run. If the name is taken, the request is a 409. With `return_existing: true` it returns the existing model instead, provided that the base model is the same, and sets its `retention` if one is given. Exceeding the owner's `DAYBREAK_MAX_MODELS` is a 409 too (`quota_exceeded`).

Sends a `POST` request to `/v1/preview/models`

*/
    pub async fn create_model<'a>(
        &'a self,
        body: &'a types::CreateModelRequest,
    ) -> Result<ResponseValue<types::Model>, Error<()>> {
        let url = format!("{}/v1/preview/models", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_model",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get a model

For the model's progress see its checkpoints, its jobs and its tracking run.

Sends a `GET` request to `/v1/preview/models/{model_id}`

Arguments:
- `model_id`: The model's id, as returned when it was created.
*/
    pub async fn get_model<'a>(
        &'a self,
        model_id: &'a str,
    ) -> Result<ResponseValue<types::Model>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}", self.baseurl, encode_path(& model_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_model",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete a model and everything that belongs to it

Deletes the model, all its checkpoints, its artifacts and its tracking run. Its queued and running jobs are stopped and deleted too. A request body is ignored.

Sends a `DELETE` request to `/v1/preview/models/{model_id}`

Arguments:
- `model_id`: The model's id, as returned when it was created.
*/
    pub async fn delete_model<'a>(
        &'a self,
        model_id: &'a str,
    ) -> Result<ResponseValue<types::DeletedModel>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}", self.baseurl, encode_path(& model_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_model",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the checkpoints of a model, by step

A new model has one checkpoint, step 0. Each training job that succeeds adds one.

Sends a `GET` request to `/v1/preview/models/{model_id}/checkpoints`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `order`: Sort order.
*/
    pub async fn list_checkpoints<'a>(
        &'a self,
        model_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::CheckpointPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/checkpoints", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_checkpoints",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete checkpoints by step

Steps that do not exist are reported and are not an error. The newest step may be deleted too: the next job then continues from the newest remaining one. A job that starts from a deleted step, or uses it as a reference (`kl_penalty_reference_step` and similar), is not disturbed, because the files are deleted after it has ended. A chat completion in flight is not disturbed either. A model's `retention` deletes checkpoints automatically.

Sends a `DELETE` request to `/v1/preview/models/{model_id}/checkpoints`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `body`
*/
    pub async fn delete_checkpoints<'a>(
        &'a self,
        model_id: &'a str,
        body: &'a types::DeleteCheckpointsRequest,
    ) -> Result<ResponseValue<types::DeletedCheckpoints>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/checkpoints", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_checkpoints",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Import an adapter

Makes a PEFT LoRA adapter the model's step 0, with the adapter's own rank, alpha and target modules. Chat serves it as `:step0` and `:v0`, and the first job continues from it. Upload its `adapter_config.json` and `adapter_model.safetensors` to an artifact first. The import may be repeated until the first job is created; after that it is a 409. An adapter that cannot be used, or does not fit the base model, is a 422 that names the key or tensor at fault.

Sends a `POST` request to `/v1/preview/models/{model_id}/adapter`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `body`
*/
    pub async fn import_adapter<'a>(
        &'a self,
        model_id: &'a str,
        body: &'a types::ImportAdapterRequest,
    ) -> Result<ResponseValue<types::Checkpoint>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/adapter", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "import_adapter",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the adapter files of a checkpoint

Lists the files that can be downloaded. Together they are a PEFT adapter folder. The untrained step 0 has none, as it is the base model.

Sends a `GET` request to `/v1/preview/models/{model_id}/checkpoints/{step}/files`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `step`: The training step of the checkpoint.
*/
    pub async fn list_checkpoint_files<'a>(
        &'a self,
        model_id: &'a str,
        step: i64,
    ) -> Result<ResponseValue<types::CheckpointFileList>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/checkpoints/{}/files", self.baseurl, encode_path(&
            model_id.to_string()), encode_path(& step.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_checkpoint_files",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download the whole model, with the adapter merged into its weights

Returns a tar archive of a Hugging Face model folder (`config.json`, the tokenizer's files and one `model.safetensors`), or, if `format` is a GGUF type, one file for llama.cpp. It is generated while it is sent, from any storage format of the base model, GGUF included. Block-quantised weights are dequantised, and quantised again if `format` asks for it. At most two downloads may be in flight; a further one is a 503. A model that GGUF cannot represent, for example because GGUF has no name for its pre-tokenizer, is a 422 that gives the reason.

Sends a `GET` request to `/v1/preview/models/{model_id}/checkpoints/{step}/merged`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `step`: The training step of the checkpoint.
- `dtype`: Data type of the safetensors; has no effect on GGUF. bf16 is half as large; f32 keeps every bit of the merged weights.
- `format`: File format. For GGUF, matrices have the type named (`q` types have blocks of 32) and vectors are f32. The matrix of the output layer is q8_0 if the others have 4 bits, and a matrix whose row length is not a multiple of the block size is f16. Tensors that the adapter does not change are copied if they are stored in that type already.
*/
    pub async fn download_merged_model<'a>(
        &'a self,
        model_id: &'a str,
        step: i64,
        dtype: Option<types::MergedType>,
        format: Option<types::MergedFormat>,
    ) -> Result<ResponseValue<ByteStream>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/checkpoints/{}/merged", self.baseurl, encode_path(&
            model_id.to_string()), encode_path(& step.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .query(&progenitor_client::QueryParam::new("dtype", &dtype))
            .query(&progenitor_client::QueryParam::new("format", &format))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "download_merged_model",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download an adapter file of a checkpoint

The two files together are a PEFT adapter folder.

Sends a `GET` request to `/v1/preview/models/{model_id}/checkpoints/{step}/files/{file_name}`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `step`: The training step of the checkpoint.
- `file_name`
- `redirect`: Redirect to the file's URL in the object store, if there is one, instead of sending the bytes. Clients that follow the redirect must not send their key there.
*/
    pub async fn download_checkpoint_file<'a>(
        &'a self,
        model_id: &'a str,
        step: i64,
        file_name: types::AdapterFileName,
        redirect: Option<bool>,
    ) -> Result<ResponseValue<ByteStream>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/checkpoints/{}/files/{}", self.baseurl,
            encode_path(& model_id.to_string()), encode_path(& step.to_string()),
            encode_path(& file_name.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .query(&progenitor_client::QueryParam::new("redirect", &redirect))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "download_checkpoint_file",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Log trajectories without training on them

The mean reward and the mean of each metric are stored as `{split}/{metric}` on the newest checkpoint and in the tracking run. The full trajectories can be read from the model's `logs` until they are deleted: when `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted first. Metrics are kept. One log may have at most 1,024 metric names, including the reward, and so may all metrics stored on one checkpoint; a name has at most 256 characters. Metrics beyond the owner's `DAYBREAK_MAX_LOG_BYTES` are a 409 (`quota_exceeded`).

Sends a `POST` request to `/v1/preview/models/{model_id}/log`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `body`
*/
    pub async fn log_trajectories<'a>(
        &'a self,
        model_id: &'a str,
        body: &'a types::LogTrajectoriesRequest,
    ) -> Result<ResponseValue<types::LoggedTrajectories>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/log", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "log_trajectories",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the logs of a model

Each call of `log` adds one.

Sends a `GET` request to `/v1/preview/models/{model_id}/logs`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `order`: Sort order.
*/
    pub async fn list_logs<'a>(
        &'a self,
        model_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::LogPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/logs", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_logs",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the trajectory groups of a log

Groups are complete and in the order in which they were sent, unknown fields included. A page ends early if its groups would exceed 8 MiB; see `has_more`. If the trajectories are no longer kept, the request is a 404.

Sends a `GET` request to `/v1/preview/models/{model_id}/logs/{log_id}/trajectory-groups`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `log_id`: The log's id, as listed by the list of logs.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
*/
    pub async fn list_logged_trajectory_groups<'a>(
        &'a self,
        model_id: &'a str,
        log_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
    ) -> Result<ResponseValue<types::TrajectoryGroupPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/logs/{}/trajectory-groups", self.baseurl,
            encode_path(& model_id.to_string()), encode_path(& log_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_logged_trajectory_groups",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the trajectories of a model

Lists trajectories of RL jobs, once a job is planned, and logged trajectories; only the first 10,000 of each job or log. When `DAYBREAK_KEEP_TRAJECTORIES` is full, the oldest trajectories of the owner with the most are deleted. Filters are combined with AND.

Sends a `GET` request to `/v1/preview/models/{model_id}/trajectories`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `group`: Return only trajectories of the group with this index in its job or log.
- `job_id`: Return only trajectories of this job.
- `limit`: Number of items on the page.
- `log_id`: Return only trajectories of this log.
- `outcome`: Return only trajectories with this outcome.
- `reward_max`: Return only trajectories with at most this reward.
- `reward_min`: Return only trajectories with at least this reward.
- `sort`: Sort order; ties are sorted newest first.
- `split`: Return only trajectories of this split; RL jobs have `train`.
- `step`: Return only trajectories of this step: the step of the job's checkpoint, or of the newest checkpoint when it was logged.
- `text`: Return only trajectories with this text, ignoring case, in the first 2,000 characters of prompt and answers.
- `truncated`: Return only trajectories with (true) or without (false) an answer that was cut off at its maximum length.
*/
    pub async fn list_trajectories<'a>(
        &'a self,
        model_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        group: Option<i64>,
        job_id: Option<&'a str>,
        limit: Option<i64>,
        log_id: Option<&'a str>,
        outcome: Option<types::TrajectoryOutcome>,
        reward_max: Option<f64>,
        reward_min: Option<f64>,
        sort: Option<types::ListTrajectoriesSort>,
        split: Option<&'a str>,
        step: Option<i64>,
        text: Option<&'a str>,
        truncated: Option<bool>,
    ) -> Result<ResponseValue<types::TrajectorySummaryPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/trajectories", self.baseurl, encode_path(& model_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("group", &group))
            .query(&progenitor_client::QueryParam::new("job_id", &job_id))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("log_id", &log_id))
            .query(&progenitor_client::QueryParam::new("outcome", &outcome))
            .query(&progenitor_client::QueryParam::new("reward_max", &reward_max))
            .query(&progenitor_client::QueryParam::new("reward_min", &reward_min))
            .query(&progenitor_client::QueryParam::new("sort", &sort))
            .query(&progenitor_client::QueryParam::new("split", &split))
            .query(&progenitor_client::QueryParam::new("step", &step))
            .query(&progenitor_client::QueryParam::new("text", &text))
            .query(&progenitor_client::QueryParam::new("truncated", &truncated))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_trajectories",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get a trajectory

Returns the trajectory as it was sent, unknown fields included.

Sends a `GET` request to `/v1/preview/models/{model_id}/trajectories/{trajectory_id}`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `trajectory_id`: The trajectory's id, as listed by the list of trajectories.
*/
    pub async fn get_trajectory<'a>(
        &'a self,
        model_id: &'a str,
        trajectory_id: &'a str,
    ) -> Result<ResponseValue<types::KeptTrajectory>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/trajectories/{}", self.baseurl, encode_path(&
            model_id.to_string()), encode_path(& trajectory_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_trajectory",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get the training figures of each token

For one training sequence of the trajectory: log-probabilities at sampling and before the gradient step, the ratio of the two policies, and the entropy. They are stored when the gradient step commits, for the first `DAYBREAK_KEEP_TOKENS` groups of a job that are trained on; otherwise the request is a 404.

Sends a `GET` request to `/v1/preview/models/{model_id}/trajectories/{trajectory_id}/tokens`

Arguments:
- `model_id`: The model's id, as returned when it was created.
- `trajectory_id`: The trajectory's id, as listed by the list of trajectories.
- `sequence`: Index of the training sequence in the trajectory, from 0. A conversation that only grows has one sequence.
*/
    pub async fn get_trajectory_tokens<'a>(
        &'a self,
        model_id: &'a str,
        trajectory_id: &'a str,
        sequence: Option<i64>,
    ) -> Result<ResponseValue<types::TrajectoryTokens>, Error<()>> {
        let url = format!(
            "{}/v1/preview/models/{}/trajectories/{}/tokens", self.baseurl, encode_path(&
            model_id.to_string()), encode_path(& trajectory_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("sequence", &sequence))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_trajectory_tokens",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the trajectory groups of an RL job

Rewards and outcome of each group. An SFT job has no groups.

Sends a `GET` request to `/v1/preview/training-jobs/{training_job_id}/groups`

Arguments:
- `training_job_id`: The id of an RL or SFT job.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
*/
    pub async fn list_job_groups<'a>(
        &'a self,
        training_job_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
    ) -> Result<ResponseValue<types::JobGroupPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/training-jobs/{}/groups", self.baseurl, encode_path(&
            training_job_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_job_groups",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List training jobs, oldest first

Lists RL and SFT jobs of all models; use the filters to narrow the list.

Sends a `GET` request to `/v1/preview/training-jobs`

Arguments:
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `model_id`: Return only items of this model. An unknown model is a 404.
- `order`: Sort order.
- `status`: Return only jobs with this status.
*/
    pub async fn list_training_jobs<'a>(
        &'a self,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        model_id: Option<&'a str>,
        order: Option<types::SortOrder>,
        status: Option<types::JobStatus>,
    ) -> Result<ResponseValue<types::TrainingJobPage>, Error<()>> {
        let url = format!("{}/v1/preview/training-jobs", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("model_id", &model_id))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .query(&progenitor_client::QueryParam::new("status", &status))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_training_jobs",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create an RL training job

The job is stored durably before the response is sent. It trains on the groups once, starting from the newest checkpoint, and creates the next checkpoint. A group with equal rewards has no advantage and is skipped. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).

Sends a `POST` request to `/v1/preview/training-jobs`

*/
    pub async fn create_training_job<'a>(
        &'a self,
        body: &'a types::CreateTrainingJobRequest,
    ) -> Result<ResponseValue<types::TrainingJob>, Error<()>> {
        let url = format!("{}/v1/preview/training-jobs", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_training_job",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create an SFT training job

The data is an artifact's `train.jsonl` or `trajectories.jsonl` (with an optional `metadata.json`). Each line is one JSON object, `{"messages": [...], "tools": [...]}`, whose last message is from the assistant. Exceeding the owner's `DAYBREAK_MAX_CHECKPOINTS`, which counts the checkpoints of unfinished jobs too, is a 409 (`quota_exceeded`).

Sends a `POST` request to `/v1/preview/sft-training-jobs`

*/
    pub async fn create_sft_training_job<'a>(
        &'a self,
        body: &'a types::CreateSftTrainingJobRequest,
    ) -> Result<ResponseValue<types::TrainingJob>, Error<()>> {
        let url = format!("{}/v1/preview/sft-training-jobs", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_sft_training_job",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get a training job

Jobs survive a restart of the server. A running job then resumes after its last gradient step.

Sends a `GET` request to `/v1/preview/training-jobs/{training_job_id}`

Arguments:
- `training_job_id`: The id of an RL or SFT job.
*/
    pub async fn get_training_job<'a>(
        &'a self,
        training_job_id: &'a str,
    ) -> Result<ResponseValue<types::TrainingJob>, Error<()>> {
        let url = format!(
            "{}/v1/preview/training-jobs/{}", self.baseurl, encode_path(& training_job_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_training_job",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Cancel a queued or running job

The job creates no checkpoint. Its last event is `training_failed`, so that clients stop polling. Cancelling a cancelled job has no effect; for a job that has succeeded or failed it is a 409.

Sends a `POST` request to `/v1/preview/training-jobs/{training_job_id}/cancel`

Arguments:
- `training_job_id`: The id of an RL or SFT job.
*/
    pub async fn cancel_training_job<'a>(
        &'a self,
        training_job_id: &'a str,
    ) -> Result<ResponseValue<types::TrainingJob>, Error<()>> {
        let url = format!(
            "{}/v1/preview/training-jobs/{}/cancel", self.baseurl, encode_path(&
            training_job_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "cancel_training_job",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Retry a failed or cancelled job

Creates a new job with the same data and settings, which resumes after the last gradient step of the old one. Its events cover all steps. If the model has a newer checkpoint since, the job starts anew from that. The state for a retry is kept for 24 hours, for the 16 newest such jobs of a model, and moves to the new job. A job that is queued or running, has succeeded, was retried already or is no longer kept is a 409.

Sends a `POST` request to `/v1/preview/training-jobs/{training_job_id}/retry`

Arguments:
- `training_job_id`: The id of an RL or SFT job.
*/
    pub async fn retry_training_job<'a>(
        &'a self,
        training_job_id: &'a str,
    ) -> Result<ResponseValue<types::TrainingJob>, Error<()>> {
        let url = format!(
            "{}/v1/preview/training-jobs/{}/retry", self.baseurl, encode_path(&
            training_job_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "retry_training_job",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the events of a job, oldest first

Works for RL and SFT jobs. The order is `training_started`, then one `gradient_step` for each of its `num_sequences`, then `training_ended`; `training_failed` may come at any point. The new checkpoint is listed and served before `training_ended` is visible.

Sends a `GET` request to `/v1/preview/training-jobs/{training_job_id}/events`

Arguments:
- `training_job_id`: The id of an RL or SFT job.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
*/
    pub async fn list_training_job_events<'a>(
        &'a self,
        training_job_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
    ) -> Result<ResponseValue<types::TrainingEventPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/training-jobs/{}/events", self.baseurl, encode_path(&
            training_job_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_training_job_events",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List tracking runs, oldest first

Each model has one, from its creation to its deletion.

Sends a `GET` request to `/v1/preview/runs`

Arguments:
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `model_id`: Return only items of this model. An unknown model is a 404.
- `order`: Sort order.
*/
    pub async fn list_runs<'a>(
        &'a self,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        model_id: Option<&'a str>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::RunPage>, Error<()>> {
        let url = format!("{}/v1/preview/runs", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("model_id", &model_id))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_runs",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get a tracking run

For its metrics see its history.

Sends a `GET` request to `/v1/preview/runs/{run_id}`

Arguments:
- `run_id`: The tracking run's id; a model names its own as `run_id`.
*/
    pub async fn get_run<'a>(
        &'a self,
        run_id: &'a str,
    ) -> Result<ResponseValue<types::Run>, Error<()>> {
        let url = format!(
            "{}/v1/preview/runs/{}", self.baseurl, encode_path(& run_id.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_run",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the history of a tracking run

Each gradient step, each finished RL job and each call of `log` adds a record. A job's record has the means of its trajectories' own metrics, as `train/{metric}`. A page has fewer records than its limit if they are large.

Sends a `GET` request to `/v1/preview/runs/{run_id}/history`

Arguments:
- `run_id`: The tracking run's id; a model names its own as `run_id`.
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Maximum number of records on the page.
- `order`: Sort order.
*/
    pub async fn list_run_history<'a>(
        &'a self,
        run_id: &'a str,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::RunHistoryPage>, Error<()>> {
        let url = format!(
            "{}/v1/preview/runs/{}/history", self.baseurl, encode_path(& run_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_run_history",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the metrics of a tracking run

Lists each metric's name, number of records, last value, minimum and maximum. At most 4,096 metrics are listed. Later ones are still in the history and in the TensorBoard file, and have a curve if requested by name.

Sends a `GET` request to `/v1/preview/runs/{run_id}/metrics`

Arguments:
- `run_id`: The tracking run's id; a model names its own as `run_id`.
*/
    pub async fn list_run_metrics<'a>(
        &'a self,
        run_id: &'a str,
    ) -> Result<ResponseValue<types::RunMetricList>, Error<()>> {
        let url = format!(
            "{}/v1/preview/runs/{}/metrics", self.baseurl, encode_path(& run_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_run_metrics",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get metrics of a tracking run as curves

Every record counts, without sampling, so the `max` of a bucket includes a single spike in a long run. If a
metric has at most `points` values in the range, each value is a bucket. Otherwise values share a bucket if x
divided by the bucket width, rounded down, is the same. The width is the smallest power of two that gives at
most `points` buckets, so buckets keep their place while a run grows.

A record without a metric does not count for it. A record without a `gradient_step` counts only with another
`x`.

All curves of a response have at most 32,768 points: a request is refused (422) if the number of names times
`points` is greater.


Sends a `GET` request to `/v1/preview/runs/{run_id}/series`

Arguments:
- `run_id`: The tracking run's id; a model names its own as `run_id`.
- `from`: Smallest x to include.
- `metrics`: Up to 32 metric names, separated by commas. Escape a comma or a backslash in a name with a backslash.
- `points`: Maximum number of buckets of one metric. All metrics together may have 32,768, that is 4,000 each for up to 8 names.
- `smoothing`: Weight w of an exponential moving average, debiased as in TensorBoard: s_n = w s_(n-1) + (1 - w) v_n with s_0 = 0, shown as s_n / (1 - w^n). It covers all values of the run in the order of their recording, including those before `from`, whatever the number of points. If absent, the curves are not smoothed.
- `to`: Largest x to include.
- `x`: The x axis of the curves.
*/
    pub async fn get_run_series<'a>(
        &'a self,
        run_id: &'a str,
        from: Option<f64>,
        metrics: &'a str,
        points: Option<i64>,
        smoothing: Option<f64>,
        to: Option<f64>,
        x: Option<types::SeriesAxis>,
    ) -> Result<ResponseValue<types::RunSeries>, Error<()>> {
        let url = format!(
            "{}/v1/preview/runs/{}/series", self.baseurl, encode_path(& run_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("from", &from))
            .query(&progenitor_client::QueryParam::new("metrics", &metrics))
            .query(&progenitor_client::QueryParam::new("points", &points))
            .query(&progenitor_client::QueryParam::new("smoothing", &smoothing))
            .query(&progenitor_client::QueryParam::new("to", &to))
            .query(&progenitor_client::QueryParam::new("x", &x))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_run_series",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download a tracking run for TensorBoard

Returns an event file with every number of the history, with its name and step. TensorBoard finds files with `tfevents` in their name; the header `Content-Disposition` gives such a name.

Sends a `GET` request to `/v1/preview/runs/{run_id}/tensorboard`

Arguments:
- `run_id`: The tracking run's id; a model names its own as `run_id`.
*/
    pub async fn download_run_events<'a>(
        &'a self,
        run_id: &'a str,
    ) -> Result<ResponseValue<ByteStream>, Error<()>> {
        let url = format!(
            "{}/v1/preview/runs/{}/tensorboard", self.baseurl, encode_path(& run_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "download_run_events",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List artifacts, oldest first

Each version is a separate artifact and includes the list of its files.

Sends a `GET` request to `/v1/preview/artifacts`

Arguments:
- `after`: Cursor for pagination: the `last_id` of the previous page; empty for the first page. An unknown one is a 404.
- `cursor`: Alias of `after`; sending both is a validation error.
- `limit`: Number of items on the page.
- `order`: Sort order.
*/
    pub async fn list_artifacts<'a>(
        &'a self,
        after: Option<&'a str>,
        cursor: Option<&'a str>,
        limit: Option<i64>,
        order: Option<types::SortOrder>,
    ) -> Result<ResponseValue<types::ArtifactPage>, Error<()>> {
        let url = format!("{}/v1/preview/artifacts", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("cursor", &cursor))
            .query(&progenitor_client::QueryParam::new("limit", &limit))
            .query(&progenitor_client::QueryParam::new("order", &order))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_artifacts",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create an artifact to upload files to

If the name is taken, the artifact gets the next version. Each version is a separate artifact.

Sends a `POST` request to `/v1/preview/artifacts`

*/
    pub async fn create_artifact<'a>(
        &'a self,
        body: &'a types::CreateArtifactRequest,
    ) -> Result<ResponseValue<types::CreatedArtifact>, Error<()>> {
        let url = format!("{}/v1/preview/artifacts", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_artifact",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get an artifact and the list of its files

Lists the files with their sizes and SHA-256 digests.

Sends a `GET` request to `/v1/preview/artifacts/{artifact_id}`

Arguments:
- `artifact_id`: The artifact's id, as returned when it was created.
*/
    pub async fn get_artifact<'a>(
        &'a self,
        artifact_id: &'a str,
    ) -> Result<ResponseValue<types::Artifact>, Error<()>> {
        let url = format!(
            "{}/v1/preview/artifacts/{}", self.baseurl, encode_path(& artifact_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_artifact",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete an artifact and its files

Jobs created from it have copies of their data and continue.

Sends a `DELETE` request to `/v1/preview/artifacts/{artifact_id}`

Arguments:
- `artifact_id`: The artifact's id, as returned when it was created.
*/
    pub async fn delete_artifact<'a>(
        &'a self,
        artifact_id: &'a str,
    ) -> Result<ResponseValue<types::DeletedArtifact>, Error<()>> {
        let url = format!(
            "{}/v1/preview/artifacts/{}", self.baseurl, encode_path(& artifact_id
            .to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_artifact",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Download a file

Returns the file byte for byte.

Sends a `GET` request to `/v1/preview/artifacts/{artifact_id}/files/{file_name}`

Arguments:
- `artifact_id`: The artifact's id, as returned when it was created.
- `file_name`: The file's name inside the artifact.
- `redirect`: Redirect to the file's URL in the object store, if there is one, instead of sending the bytes. Clients that follow the redirect must not send their key there.
*/
    pub async fn download_artifact_file<'a>(
        &'a self,
        artifact_id: &'a str,
        file_name: &'a str,
        redirect: Option<bool>,
    ) -> Result<ResponseValue<ByteStream>, Error<()>> {
        let url = format!(
            "{}/v1/preview/artifacts/{}/files/{}", self.baseurl, encode_path(&
            artifact_id.to_string()), encode_path(& file_name.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .query(&progenitor_client::QueryParam::new("redirect", &redirect))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "download_artifact_file",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Upload a file

The upload is atomic. A repeated upload replaces the file, until a job has been created from the artifact; after that it is a 409. An artifact has at most 1,000 files; a further one is a 409. Exceeding the owner's `DAYBREAK_MAX_ARTIFACT_BYTES` for all files is a 409 (`quota_exceeded`). The body is the bytes of the file, with any Content-Type.

Sends a `PUT` request to `/v1/preview/artifacts/{artifact_id}/files/{file_name}`

Arguments:
- `artifact_id`: The artifact's id, as returned when it was created.
- `file_name`: The file's name inside the artifact.
- `body`
*/
    pub async fn upload_artifact_file<'a, B: Into<reqwest::Body>>(
        &'a self,
        artifact_id: &'a str,
        file_name: &'a str,
        body: B,
    ) -> Result<ResponseValue<types::ArtifactFile>, Error<()>> {
        let url = format!(
            "{}/v1/preview/artifacts/{}/files/{}", self.baseurl, encode_path(&
            artifact_id.to_string()), encode_path(& file_name.to_string()),
        );
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .put(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .header(
                ::reqwest::header::CONTENT_TYPE,
                ::reqwest::header::HeaderValue::from_static("application/octet-stream"),
            )
            .body(body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "upload_artifact_file",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Follow changes

Reports each change of a model, run, job, checkpoint, log or artifact of the key's owner, in commit order. With `Accept: text/event-stream` it returns a stream of server-sent events, each within a second of the change; otherwise one JSON page. An event says which resource has changed, but not how: read the resource again. The id of an event is its `cursor`. Pass it as `after`, or as the header `Last-Event-ID`, to resume behind it without lost or repeated events, even after a restart of the server. Without a cursor, the stream begins with the next change, and its first id, sent without an event, is the current position. The last 10,000 changes are kept. If changes after the cursor are no longer kept, or the cursor is from another server, one event `reset` comes first: read everything again. Deleting a model also deletes all that belongs to it, without further events. A comment every 15 seconds keeps the connection alive. A key and its sessions together may have 64 streams open; they count in the key's rate, but not in its requests in flight. A stream ends when its key expires or is revoked.

Sends a `GET` request to `/v1/preview/updates`

Arguments:
- `after`: The `cursor` of the last change that the client has seen. Takes precedence over `Last-Event-ID`.
- `wait`: Seconds that a page waits for the first change if there is none yet. Has no effect on a stream.
- `last_event_id`: Sent by browsers when they resume a stream; same as `after`.
*/
    pub async fn stream_updates<'a>(
        &'a self,
        after: Option<&'a str>,
        wait: Option<i64>,
        last_event_id: Option<&'a str>,
    ) -> Result<ResponseValue<types::UpdatePage>, Error<()>> {
        let url = format!("{}/v1/preview/updates", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(2usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        if let Some(value) = last_event_id {
            header_map.append("Last-Event-ID", value.to_string().try_into()?);
        }
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .query(&progenitor_client::QueryParam::new("after", &after))
            .query(&progenitor_client::QueryParam::new("wait", &wait))
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "stream_updates",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Create a session

A session is a key that a browser holds instead of the API key. It is sent in the same way and has the same or fewer scopes. It lasts at most 12 hours and ends when its API key expires or is revoked. It is created from the API key of the request, or from a `code`, which the server prints at start-up as part of a link. A code works once, within 5 minutes. A wrong code is a 401 and counts as a wrong key. A session cannot create a session. A key has at most 100 sessions; a further one replaces the oldest.

Sends a `POST` request to `/v1/preview/sessions`

*/
    pub async fn create_session<'a>(
        &'a self,
        body: &'a types::CreateSessionRequest,
    ) -> Result<ResponseValue<types::Session>, Error<()>> {
        let url = format!("{}/v1/preview/sessions", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .post(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .json(&body)
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "create_session",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Delete the session

Signs out of the session that the request carries. For an API key it is a 404, as that is not a session.

Sends a `DELETE` request to `/v1/preview/sessions/current`

*/
    pub async fn delete_session<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::DeletedSession>, Error<()>> {
        let url = format!("{}/v1/preview/sessions/current", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .delete(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "delete_session",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get information about the key

Describes the API key or session that the request carries. The key itself is not shown.

Sends a `GET` request to `/v1/preview/key`

*/
    pub async fn get_key<'a>(&'a self) -> Result<ResponseValue<types::Key>, Error<()>> {
        let url = format!("{}/v1/preview/key", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_key",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Check the health of the service

Returns 503 if the engine is not running, or has work and makes no progress. Responds at once, however busy the engine is. `GET /v1/system-check` checks each part.

Sends a `GET` request to `/v1/health`

*/
    pub async fn get_health<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Health>, Error<()>> {
        let url = format!("{}/v1/health", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_health",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Check that the process is alive

Liveness probe for an orchestrator that restarts the process if there is no answer. Neither the database nor the device is checked. Returns 503 only while the server is stopping.

Sends a `GET` request to `/v1/livez`

*/
    pub async fn get_livez<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Liveness>, Error<()>> {
        let url = format!("{}/v1/livez", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_livez",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Check whether the server can take requests

Readiness probe for a load balancer, which then sends requests to other servers. A 503 names the part that is not ready: the database does not answer, the cluster's bus is lost, the models are not loaded, or there is no worker.

Sends a `GET` request to `/v1/readyz`

*/
    pub async fn get_readyz<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Readiness>, Error<()>> {
        let url = format!("{}/v1/readyz", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_readyz",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get the version of the server

This server's version, not vLLM's. Clients of vLLM ask for it.

Sends a `GET` request to `/v1/version`

*/
    pub async fn get_version<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Version>, Error<()>> {
        let url = format!("{}/v1/version", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_version",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Check each part of the service

Checks each part, and returns the device and the loaded models.

Sends a `GET` request to `/v1/system-check`

*/
    pub async fn get_system_check<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::SystemCheck>, Error<()>> {
        let url = format!("{}/v1/system-check", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_system_check",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get the metrics

In Prometheus' text format. Metrics of the engine have vLLM's names, so that vLLM's dashboards work; others begin with `daybreak_`. They cover the whole server and all owners.

Sends a `GET` request to `/v1/metrics`

*/
    pub async fn get_metrics<'a>(
        &'a self,
    ) -> Result<ResponseValue<ByteStream>, Error<()>> {
        let url = format!("{}/v1/metrics", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self.client.get(url).headers(header_map).build()?;
        let info = OperationInfo {
            operation_id: "get_metrics",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => Ok(ResponseValue::stream(response)),
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Count the requests in flight

Counts chat completions and completions of all owners that have not ended. Request routers use it.

Sends a `GET` request to `/v1/load`

*/
    pub async fn get_load<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Load>, Error<()>> {
        let url = format!("{}/v1/load", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_load",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**Get the current statistics of the server

Queues, tokens per second, the KV cache, adapters, memory and the disk, for the whole server and all owners. Figures may be a second old.

Sends a `GET` request to `/v1/preview/stats`

*/
    pub async fn get_stats<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::Stats>, Error<()>> {
        let url = format!("{}/v1/preview/stats", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "get_stats",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
    /**List the workers of the cluster

Each worker sends a heartbeat once a second; the list has the workers that this server has heard. A worker that is silent for 10 seconds is removed from the list. A server without a cluster lists itself.

Sends a `GET` request to `/v1/preview/workers`

*/
    pub async fn list_workers<'a>(
        &'a self,
    ) -> Result<ResponseValue<types::WorkerList>, Error<()>> {
        let url = format!("{}/v1/preview/workers", self.baseurl,);
        let mut header_map = ::reqwest::header::HeaderMap::with_capacity(1usize);
        header_map
            .append(
                ::reqwest::header::HeaderName::from_static("api-version"),
                ::reqwest::header::HeaderValue::from_static(Self::api_version()),
            );
        #[allow(unused_mut)]
        let mut request = self
            .client
            .get(url)
            .header(
                ::reqwest::header::ACCEPT,
                ::reqwest::header::HeaderValue::from_static("application/json"),
            )
            .headers(header_map)
            .build()?;
        let info = OperationInfo {
            operation_id: "list_workers",
        };
        self.pre(&mut request, &info).await?;
        let result = self.exec(request, &info).await;
        self.post(&result, &info).await?;
        let response = result?;
        match response.status().as_u16() {
            200u16 => ResponseValue::from_response(response).await,
            _ => Err(Error::UnexpectedResponse(response)),
        }
    }
}
/// Items consumers will typically use such as the Client.
pub mod prelude {
    #[allow(unused_imports)]
    pub use super::Client;
}
