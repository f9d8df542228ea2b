package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// ChatService holds conversations.
type ChatService struct {
	Completions ChatCompletionService
}

// ChatCompletionService answers conversations.
type ChatCompletionService struct {
	caller *caller
}

// Create answers a conversation.
func (s ChatCompletionService) Create(ctx context.Context, request api.ChatCompletionRequest) (*api.ChatCompletion, error) {
	request.Stream = nil
	return answer[api.ChatCompletion](s.caller.api.CreateChatCompletion(ctx, nil, request))
}

// Stream answers a conversation in chunks as they are made. The request is sent when the loop begins; leaving the loop
// closes the connection. After an error the loop ends: an *APIError when the stream did not start, a *StreamError when
// the server failed on the way, a *ConnectionError when the stream broke off.
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

// TextOf is the text that a chunk adds to the first choice; empty when it adds none.
func TextOf(chunk *api.ChatCompletionChunk) string {
	if len(chunk.Choices) == 0 || chunk.Choices[0].Delta.Content == nil {
		return ""
	}
	return *chunk.Choices[0].Delta.Content
}

// UserMessage is a message of the user.
func UserMessage(text string) api.ChatMessage {
	return message("user", text)
}

// SystemMessage is a message that comes before the conversation.
func SystemMessage(text string) api.ChatMessage {
	return message("system", text)
}

// AssistantMessage is an answer given before.
func AssistantMessage(text string) api.ChatMessage {
	return message("assistant", text)
}

func message(role, text string) api.ChatMessage {
	content := new(api.ChatMessage_Content)
	// A string can always be written as JSON.
	_ = content.FromChatMessageContent0(text)
	return api.ChatMessage{Role: role, Content: content}
}
