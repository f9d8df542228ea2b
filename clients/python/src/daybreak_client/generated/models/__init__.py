# Generated from openapi.yaml by `npm run clients`: do not edit.
"""Contains all the data models used in inputs/outputs"""

from .adapter_file_name import AdapterFileName
from .artifact import Artifact
from .artifact_file import ArtifactFile
from .artifact_page import ArtifactPage
from .best_checkpoints import BestCheckpoints
from .best_checkpoints_mode import BestCheckpointsMode
from .chat_annotation import ChatAnnotation
from .chat_annotation_url_citation import ChatAnnotationUrlCitation
from .chat_answer import ChatAnswer
from .chat_audio import ChatAudio
from .chat_choice import ChatChoice
from .chat_chunk_choice import ChatChunkChoice
from .chat_completion import ChatCompletion
from .chat_completion_chunk import ChatCompletionChunk
from .chat_completion_request import ChatCompletionRequest
from .chat_completion_request_logit_bias_type_0 import ChatCompletionRequestLogitBiasType0
from .chat_completion_request_reasoning_effort_type_0 import ChatCompletionRequestReasoningEffortType0
from .chat_completion_request_tool_choice_type_0 import ChatCompletionRequestToolChoiceType0
from .chat_completion_request_truncation_side_type_0 import ChatCompletionRequestTruncationSideType0
from .chat_content_part import ChatContentPart
from .chat_delta import ChatDelta
from .chat_document import ChatDocument
from .chat_function_call import ChatFunctionCall
from .chat_logprobs import ChatLogprobs
from .chat_message import ChatMessage
from .chat_message_tool_call import ChatMessageToolCall
from .chat_message_tool_call_function import ChatMessageToolCallFunction
from .chat_message_tool_call_type_type_0 import ChatMessageToolCallTypeType0
from .chat_token_logprob import ChatTokenLogprob
from .chat_tool import ChatTool
from .chat_tool_call import ChatToolCall
from .chat_tool_call_delta import ChatToolCallDelta
from .chat_tool_call_delta_function import ChatToolCallDeltaFunction
from .chat_tool_function import ChatToolFunction
from .chat_top_logprob import ChatTopLogprob
from .chat_usage import ChatUsage
from .chat_usage_completion_tokens_details import ChatUsageCompletionTokensDetails
from .chat_usage_prompt_tokens_details import ChatUsagePromptTokensDetails
from .checkpoint import Checkpoint
from .checkpoint_file import CheckpointFile
from .checkpoint_file_list import CheckpointFileList
from .checkpoint_kind import CheckpointKind
from .checkpoint_page import CheckpointPage
from .checkpoint_retention import CheckpointRetention
from .chosen_tool import ChosenTool
from .completion import Completion
from .completion_choice import CompletionChoice
from .completion_chunk import CompletionChunk
from .completion_chunk_choice import CompletionChunkChoice
from .completion_logprobs import CompletionLogprobs
from .completion_logprobs_top_logprobs_item_type_0 import CompletionLogprobsTopLogprobsItemType0
from .completion_request import CompletionRequest
from .completion_request_logit_bias_type_0 import CompletionRequestLogitBiasType0
from .completion_request_truncation_side_type_0 import CompletionRequestTruncationSideType0
from .content_block_delta_event import ContentBlockDeltaEvent
from .content_block_start_event import ContentBlockStartEvent
from .content_block_stop_event import ContentBlockStopEvent
from .count_message_tokens_request import CountMessageTokensRequest
from .create_artifact_request import CreateArtifactRequest
from .create_model_request import CreateModelRequest
from .create_session_request import CreateSessionRequest
from .create_sft_training_job_request import CreateSftTrainingJobRequest
from .create_training_job_request import CreateTrainingJobRequest
from .created_artifact import CreatedArtifact
from .delete_checkpoints_request import DeleteCheckpointsRequest
from .deleted_artifact import DeletedArtifact
from .deleted_checkpoints import DeletedCheckpoints
from .deleted_model import DeletedModel
from .deleted_session import DeletedSession
from .detokenize_request import DetokenizeRequest
from .detokenized_text import DetokenizedText
from .device_check_type_0 import DeviceCheckType0
from .device_check_type_0_memory_source import DeviceCheckType0MemorySource
from .disk_space import DiskSpace
from .engine_arguments import EngineArguments
from .engine_stats import EngineStats
from .error_body import ErrorBody
from .error_code import ErrorCode
from .error_info import ErrorInfo
from .error_type import ErrorType
from .exchange import Exchange
from .file_address import FileAddress
from .finish_reason import FinishReason
from .free_object import FreeObject
from .gradient_step_event import GradientStepEvent
from .health import Health
from .import_adapter_request import ImportAdapterRequest
from .job_counts import JobCounts
from .job_group import JobGroup
from .job_group_outcome import JobGroupOutcome
from .job_group_page import JobGroupPage
from .job_kind import JobKind
from .job_status import JobStatus
from .json_schema_format import JsonSchemaFormat
from .kept_trajectory import KeptTrajectory
from .key import Key
from .key_limits import KeyLimits
from .latest_metrics import LatestMetrics
from .list_artifacts_order import ListArtifactsOrder
from .list_checkpoints_order import ListCheckpointsOrder
from .list_logs_order import ListLogsOrder
from .list_models_order import ListModelsOrder
from .list_run_history_order import ListRunHistoryOrder
from .list_runs_order import ListRunsOrder
from .list_training_jobs_order import ListTrainingJobsOrder
from .list_trajectories_sort import ListTrajectoriesSort
from .liveness import Liveness
from .load import Load
from .loaded_models_item import LoadedModelsItem
from .loaded_models_item_cache_type import LoadedModelsItemCacheType
from .loaded_models_item_precision import LoadedModelsItemPrecision
from .loaded_models_item_weights_item import LoadedModelsItemWeightsItem
from .loaded_models_item_weights_item_kept import LoadedModelsItemWeightsItemKept
from .log import Log
from .log_page import LogPage
from .log_trajectories_request import LogTrajectoriesRequest
from .logged_trajectories import LoggedTrajectories
from .logits_processor import LogitsProcessor
from .merged_format import MergedFormat
from .merged_type import MergedType
from .message import Message
from .message_block import MessageBlock
from .message_block_type import MessageBlockType
from .message_delta_event import MessageDeltaEvent
from .message_delta_event_delta import MessageDeltaEventDelta
from .message_format import MessageFormat
from .message_input_delta import MessageInputDelta
from .message_output_config import MessageOutputConfig
from .message_output_config_effort_type_0 import MessageOutputConfigEffortType0
from .message_request import MessageRequest
from .message_signature_delta import MessageSignatureDelta
from .message_start_event import MessageStartEvent
from .message_stop_event import MessageStopEvent
from .message_stop_reason_type_0 import MessageStopReasonType0
from .message_text import MessageText
from .message_text_block import MessageTextBlock
from .message_text_delta import MessageTextDelta
from .message_thinking import MessageThinking
from .message_thinking_block import MessageThinkingBlock
from .message_thinking_delta import MessageThinkingDelta
from .message_thinking_type import MessageThinkingType
from .message_tokens import MessageTokens
from .message_tool import MessageTool
from .message_tool_choice import MessageToolChoice
from .message_tool_choice_type import MessageToolChoiceType
from .message_tool_type_type_0 import MessageToolTypeType0
from .message_tool_use_block import MessageToolUseBlock
from .message_turn import MessageTurn
from .message_turn_role import MessageTurnRole
from .message_usage import MessageUsage
from .messages_error_body import MessagesErrorBody
from .messages_error_body_error import MessagesErrorBodyError
from .messages_error_body_error_type import MessagesErrorBodyErrorType
from .metric_logging import MetricLogging
from .metric_series import MetricSeries
from .metrics import Metrics
from .model import Model
from .model_page import ModelPage
from .named_tool_choice import NamedToolChoice
from .named_tool_choice_function import NamedToolChoiceFunction
from .offered_tool import OfferedTool
from .part_check import PartCheck
from .policy_token_span import PolicyTokenSpan
from .prompt_logprobs import PromptLogprobs
from .prompt_logprobs_additional_property import PromptLogprobsAdditionalProperty
from .readiness import Readiness
from .repetition_detection import RepetitionDetection
from .response_arguments_event import ResponseArgumentsEvent
from .response_call_item import ResponseCallItem
from .response_delta_event import ResponseDeltaEvent
from .response_delta_event_type import ResponseDeltaEventType
from .response_format import ResponseFormat
from .response_format_type import ResponseFormatType
from .response_input_item import ResponseInputItem
from .response_input_item_role_type_0 import ResponseInputItemRoleType0
from .response_input_item_type_type_0 import ResponseInputItemTypeType0
from .response_input_part import ResponseInputPart
from .response_input_part_type import ResponseInputPartType
from .response_item_event import ResponseItemEvent
from .response_item_event_type import ResponseItemEventType
from .response_item_status import ResponseItemStatus
from .response_message_item import ResponseMessageItem
from .response_object import ResponseObject
from .response_object_incomplete_details_type_0 import ResponseObjectIncompleteDetailsType0
from .response_object_status import ResponseObjectStatus
from .response_object_tool_choice_type_0 import ResponseObjectToolChoiceType0
from .response_object_truncation import ResponseObjectTruncation
from .response_part_event import ResponsePartEvent
from .response_part_event_type import ResponsePartEventType
from .response_reasoning import ResponseReasoning
from .response_reasoning_effort_type_0 import ResponseReasoningEffortType0
from .response_reasoning_item import ResponseReasoningItem
from .response_reasoning_part import ResponseReasoningPart
from .response_request import ResponseRequest
from .response_request_tool_choice_type_0 import ResponseRequestToolChoiceType0
from .response_request_truncation_type_0 import ResponseRequestTruncationType0
from .response_status_event import ResponseStatusEvent
from .response_status_event_type import ResponseStatusEventType
from .response_text_config import ResponseTextConfig
from .response_text_event import ResponseTextEvent
from .response_text_event_type import ResponseTextEventType
from .response_text_format import ResponseTextFormat
from .response_text_format_type import ResponseTextFormatType
from .response_text_part import ResponseTextPart
from .response_tool import ResponseTool
from .response_tool_choice import ResponseToolChoice
from .response_tool_choice_type import ResponseToolChoiceType
from .response_tool_type import ResponseToolType
from .response_usage import ResponseUsage
from .response_usage_input_tokens_details import ResponseUsageInputTokensDetails
from .response_usage_output_tokens_details import ResponseUsageOutputTokensDetails
from .rl_config import RlConfig
from .rl_config_importance_sampling_level_type_0 import RlConfigImportanceSamplingLevelType0
from .rl_config_kl_penalty_source_type_0 import RlConfigKlPenaltySourceType0
from .rl_config_loss_fn_type_0 import RlConfigLossFnType0
from .run import Run
from .run_history_page import RunHistoryPage
from .run_metric import RunMetric
from .run_metric_list import RunMetricList
from .run_page import RunPage
from .run_record import RunRecord
from .run_series import RunSeries
from .run_status import RunStatus
from .scope import Scope
from .series_axis import SeriesAxis
from .series_by_metric import SeriesByMetric
from .served_model import ServedModel
from .served_model_list import ServedModelList
from .service_tier_type_0 import ServiceTierType0
from .session import Session
from .sft_config import SftConfig
from .sft_config_assistant_turns_type_0 import SftConfigAssistantTurnsType0
from .stats import Stats
from .stream_options import StreamOptions
from .structured_outputs import StructuredOutputs
from .system_check import SystemCheck
from .system_check_failure import SystemCheckFailure
from .tag_structure import TagStructure
from .token_generation import TokenGeneration
from .token_generation_output_tokens_item import TokenGenerationOutputTokensItem
from .tokenize_request import TokenizeRequest
from .tokenize_request_reasoning_effort_type_0 import TokenizeRequestReasoningEffortType0
from .tokenized_text import TokenizedText
from .tokenizer_info import TokenizerInfo
from .tool_parameters import ToolParameters
from .training_ended_event import TrainingEndedEvent
from .training_ended_event_data import TrainingEndedEventData
from .training_event_page import TrainingEventPage
from .training_failed_event import TrainingFailedEvent
from .training_failed_event_data import TrainingFailedEventData
from .training_function import TrainingFunction
from .training_job import TrainingJob
from .training_job_page import TrainingJobPage
from .training_memory import TrainingMemory
from .training_room_type_0 import TrainingRoomType0
from .training_room_type_0_source import TrainingRoomType0Source
from .training_started_event import TrainingStartedEvent
from .training_started_event_data import TrainingStartedEventData
from .training_tool import TrainingTool
from .trajectory import Trajectory
from .trajectory_choice import TrajectoryChoice
from .trajectory_choice_message import TrajectoryChoiceMessage
from .trajectory_content_part import TrajectoryContentPart
from .trajectory_exception import TrajectoryException
from .trajectory_exchanges import TrajectoryExchanges
from .trajectory_group import TrajectoryGroup
from .trajectory_group_page import TrajectoryGroupPage
from .trajectory_history import TrajectoryHistory
from .trajectory_logprob import TrajectoryLogprob
from .trajectory_logprobs import TrajectoryLogprobs
from .trajectory_message import TrajectoryMessage
from .trajectory_message_role import TrajectoryMessageRole
from .trajectory_metadata_type_0 import TrajectoryMetadataType0
from .trajectory_metrics_type_0 import TrajectoryMetricsType0
from .trajectory_outcome import TrajectoryOutcome
from .trajectory_summary import TrajectorySummary
from .trajectory_summary_page import TrajectorySummaryPage
from .trajectory_tokens import TrajectoryTokens
from .update import Update
from .update_page import UpdatePage
from .update_type import UpdateType
from .validation_issue import ValidationIssue
from .version import Version
from .worker import Worker
from .worker_list import WorkerList
from .worker_model import WorkerModel
from .worker_role import WorkerRole
from .worker_state import WorkerState

__all__ = (
    "AdapterFileName",
    "Artifact",
    "ArtifactFile",
    "ArtifactPage",
    "BestCheckpoints",
    "BestCheckpointsMode",
    "ChatAnnotation",
    "ChatAnnotationUrlCitation",
    "ChatAnswer",
    "ChatAudio",
    "ChatChoice",
    "ChatChunkChoice",
    "ChatCompletion",
    "ChatCompletionChunk",
    "ChatCompletionRequest",
    "ChatCompletionRequestLogitBiasType0",
    "ChatCompletionRequestReasoningEffortType0",
    "ChatCompletionRequestToolChoiceType0",
    "ChatCompletionRequestTruncationSideType0",
    "ChatContentPart",
    "ChatDelta",
    "ChatDocument",
    "ChatFunctionCall",
    "ChatLogprobs",
    "ChatMessage",
    "ChatMessageToolCall",
    "ChatMessageToolCallFunction",
    "ChatMessageToolCallTypeType0",
    "ChatTokenLogprob",
    "ChatTool",
    "ChatToolCall",
    "ChatToolCallDelta",
    "ChatToolCallDeltaFunction",
    "ChatToolFunction",
    "ChatTopLogprob",
    "ChatUsage",
    "ChatUsageCompletionTokensDetails",
    "ChatUsagePromptTokensDetails",
    "Checkpoint",
    "CheckpointFile",
    "CheckpointFileList",
    "CheckpointKind",
    "CheckpointPage",
    "CheckpointRetention",
    "ChosenTool",
    "Completion",
    "CompletionChoice",
    "CompletionChunk",
    "CompletionChunkChoice",
    "CompletionLogprobs",
    "CompletionLogprobsTopLogprobsItemType0",
    "CompletionRequest",
    "CompletionRequestLogitBiasType0",
    "CompletionRequestTruncationSideType0",
    "ContentBlockDeltaEvent",
    "ContentBlockStartEvent",
    "ContentBlockStopEvent",
    "CountMessageTokensRequest",
    "CreateArtifactRequest",
    "CreatedArtifact",
    "CreateModelRequest",
    "CreateSessionRequest",
    "CreateSftTrainingJobRequest",
    "CreateTrainingJobRequest",
    "DeleteCheckpointsRequest",
    "DeletedArtifact",
    "DeletedCheckpoints",
    "DeletedModel",
    "DeletedSession",
    "DetokenizedText",
    "DetokenizeRequest",
    "DeviceCheckType0",
    "DeviceCheckType0MemorySource",
    "DiskSpace",
    "EngineArguments",
    "EngineStats",
    "ErrorBody",
    "ErrorCode",
    "ErrorInfo",
    "ErrorType",
    "Exchange",
    "FileAddress",
    "FinishReason",
    "FreeObject",
    "GradientStepEvent",
    "Health",
    "ImportAdapterRequest",
    "JobCounts",
    "JobGroup",
    "JobGroupOutcome",
    "JobGroupPage",
    "JobKind",
    "JobStatus",
    "JsonSchemaFormat",
    "KeptTrajectory",
    "Key",
    "KeyLimits",
    "LatestMetrics",
    "ListArtifactsOrder",
    "ListCheckpointsOrder",
    "ListLogsOrder",
    "ListModelsOrder",
    "ListRunHistoryOrder",
    "ListRunsOrder",
    "ListTrainingJobsOrder",
    "ListTrajectoriesSort",
    "Liveness",
    "Load",
    "LoadedModelsItem",
    "LoadedModelsItemCacheType",
    "LoadedModelsItemPrecision",
    "LoadedModelsItemWeightsItem",
    "LoadedModelsItemWeightsItemKept",
    "Log",
    "LoggedTrajectories",
    "LogitsProcessor",
    "LogPage",
    "LogTrajectoriesRequest",
    "MergedFormat",
    "MergedType",
    "Message",
    "MessageBlock",
    "MessageBlockType",
    "MessageDeltaEvent",
    "MessageDeltaEventDelta",
    "MessageFormat",
    "MessageInputDelta",
    "MessageOutputConfig",
    "MessageOutputConfigEffortType0",
    "MessageRequest",
    "MessagesErrorBody",
    "MessagesErrorBodyError",
    "MessagesErrorBodyErrorType",
    "MessageSignatureDelta",
    "MessageStartEvent",
    "MessageStopEvent",
    "MessageStopReasonType0",
    "MessageText",
    "MessageTextBlock",
    "MessageTextDelta",
    "MessageThinking",
    "MessageThinkingBlock",
    "MessageThinkingDelta",
    "MessageThinkingType",
    "MessageTokens",
    "MessageTool",
    "MessageToolChoice",
    "MessageToolChoiceType",
    "MessageToolTypeType0",
    "MessageToolUseBlock",
    "MessageTurn",
    "MessageTurnRole",
    "MessageUsage",
    "MetricLogging",
    "Metrics",
    "MetricSeries",
    "Model",
    "ModelPage",
    "NamedToolChoice",
    "NamedToolChoiceFunction",
    "OfferedTool",
    "PartCheck",
    "PolicyTokenSpan",
    "PromptLogprobs",
    "PromptLogprobsAdditionalProperty",
    "Readiness",
    "RepetitionDetection",
    "ResponseArgumentsEvent",
    "ResponseCallItem",
    "ResponseDeltaEvent",
    "ResponseDeltaEventType",
    "ResponseFormat",
    "ResponseFormatType",
    "ResponseInputItem",
    "ResponseInputItemRoleType0",
    "ResponseInputItemTypeType0",
    "ResponseInputPart",
    "ResponseInputPartType",
    "ResponseItemEvent",
    "ResponseItemEventType",
    "ResponseItemStatus",
    "ResponseMessageItem",
    "ResponseObject",
    "ResponseObjectIncompleteDetailsType0",
    "ResponseObjectStatus",
    "ResponseObjectToolChoiceType0",
    "ResponseObjectTruncation",
    "ResponsePartEvent",
    "ResponsePartEventType",
    "ResponseReasoning",
    "ResponseReasoningEffortType0",
    "ResponseReasoningItem",
    "ResponseReasoningPart",
    "ResponseRequest",
    "ResponseRequestToolChoiceType0",
    "ResponseRequestTruncationType0",
    "ResponseStatusEvent",
    "ResponseStatusEventType",
    "ResponseTextConfig",
    "ResponseTextEvent",
    "ResponseTextEventType",
    "ResponseTextFormat",
    "ResponseTextFormatType",
    "ResponseTextPart",
    "ResponseTool",
    "ResponseToolChoice",
    "ResponseToolChoiceType",
    "ResponseToolType",
    "ResponseUsage",
    "ResponseUsageInputTokensDetails",
    "ResponseUsageOutputTokensDetails",
    "RlConfig",
    "RlConfigImportanceSamplingLevelType0",
    "RlConfigKlPenaltySourceType0",
    "RlConfigLossFnType0",
    "Run",
    "RunHistoryPage",
    "RunMetric",
    "RunMetricList",
    "RunPage",
    "RunRecord",
    "RunSeries",
    "RunStatus",
    "Scope",
    "SeriesAxis",
    "SeriesByMetric",
    "ServedModel",
    "ServedModelList",
    "ServiceTierType0",
    "Session",
    "SftConfig",
    "SftConfigAssistantTurnsType0",
    "Stats",
    "StreamOptions",
    "StructuredOutputs",
    "SystemCheck",
    "SystemCheckFailure",
    "TagStructure",
    "TokenGeneration",
    "TokenGenerationOutputTokensItem",
    "TokenizedText",
    "TokenizeRequest",
    "TokenizeRequestReasoningEffortType0",
    "TokenizerInfo",
    "ToolParameters",
    "TrainingEndedEvent",
    "TrainingEndedEventData",
    "TrainingEventPage",
    "TrainingFailedEvent",
    "TrainingFailedEventData",
    "TrainingFunction",
    "TrainingJob",
    "TrainingJobPage",
    "TrainingMemory",
    "TrainingRoomType0",
    "TrainingRoomType0Source",
    "TrainingStartedEvent",
    "TrainingStartedEventData",
    "TrainingTool",
    "Trajectory",
    "TrajectoryChoice",
    "TrajectoryChoiceMessage",
    "TrajectoryContentPart",
    "TrajectoryException",
    "TrajectoryExchanges",
    "TrajectoryGroup",
    "TrajectoryGroupPage",
    "TrajectoryHistory",
    "TrajectoryLogprob",
    "TrajectoryLogprobs",
    "TrajectoryMessage",
    "TrajectoryMessageRole",
    "TrajectoryMetadataType0",
    "TrajectoryMetricsType0",
    "TrajectoryOutcome",
    "TrajectorySummary",
    "TrajectorySummaryPage",
    "TrajectoryTokens",
    "Update",
    "UpdatePage",
    "UpdateType",
    "ValidationIssue",
    "Version",
    "Worker",
    "WorkerList",
    "WorkerModel",
    "WorkerRole",
    "WorkerState",
)
