package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// MessageService is Anthropic's Messages API, without streaming (use Anthropic's SDKs).
type MessageService struct {
	caller *caller
}

// Create creates a message.
func (s MessageService) Create(ctx context.Context, request api.MessageRequest) (*api.Message, error) {
	request.Stream = nil
	return answer[api.Message](s.caller.api.CreateMessage(ctx, request))
}

// CountTokens counts the tokens of the prompt that Create would give to the model.
func (s MessageService) CountTokens(ctx context.Context, request api.CountMessageTokensRequest) (int64, error) {
	found, err := valueOf[api.MessageTokens](s.caller.api.CountMessageTokens(ctx, request))
	return found.InputTokens, err
}
