package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// ChatService groups the chat endpoints.
type ChatService struct {
	Completions ChatCompletionService
}

// ChatCompletionService creates chat completions.
type ChatCompletionService struct {
	caller *caller
}

// Create creates a chat completion.
func (s ChatCompletionService) Create(ctx context.Context, request api.ChatCompletionRequest) (*api.ChatCompletion, error) {
	request.Stream = nil
	return answer[api.ChatCompletion](s.caller.api.CreateChatCompletion(ctx, nil, request))
}

// Stream streams a chat completion in chunks. The request is sent when the loop begins. Leaving the loop closes the
// connection, and the server stops generating. An error ends the loop: an *APIError if the stream did not start, a
// *StreamError if the server reports an error, a *ConnectionError if the connection is lost.
func (s ChatCompletionService) Stream(
	ctx context.Context, request api.ChatCompletionRequest,
) iter.Seq2[*api.ChatCompletionChunk, error] {
	request.Stream = Ptr(true)
	return func(yield func(*api.ChatCompletionChunk, error) bool) {
		response, err := success(s.caller.api.CreateChatCompletion(ctx, nil, request, accepting("text/event-stream")))
		if err != nil {
			yield(nil, err)
			return
		}
		defer response.Body.Close()
		for data, err := range serverEvents(response.Body) {
			if err != nil {
				yield(nil, connectionError(err))
				return
			}
			if data == "[DONE]" {
				return
			}
			chunk, err := chunkOf(data)
			if !yield(chunk, err) || err != nil {
				return
			}
		}
		yield(nil, connectionError(errBrokeOff))
	}
}

// TextOf returns the text that a chunk adds to the first choice, or an empty string.
func TextOf(chunk *api.ChatCompletionChunk) string {
	if len(chunk.Choices) == 0 || chunk.Choices[0].Delta.Content == nil {
		return ""
	}
	return *chunk.Choices[0].Delta.Content
}

// UserMessage returns a message with the role user.
func UserMessage(text string) api.ChatMessage {
	return message("user", text)
}

// SystemMessage returns a message with the role system.
func SystemMessage(text string) api.ChatMessage {
	return message("system", text)
}

// AssistantMessage returns a message with the role assistant.
func AssistantMessage(text string) api.ChatMessage {
	return message("assistant", text)
}

func message(role, text string) api.ChatMessage {
	content := new(api.ChatMessage_Content)
	// A string can always be encoded as JSON.
	_ = content.FromChatMessageContent0(text)
	return api.ChatMessage{Role: role, Content: content}
}
