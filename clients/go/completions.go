package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// CompletionService continues texts, without a chat template.
type CompletionService struct {
	caller *caller
}

// Create continues a text.
func (s CompletionService) Create(ctx context.Context, request api.CompletionRequest) (*api.Completion, error) {
	request.Stream = nil
	return answer[api.Completion](s.caller.api.CreateCompletion(ctx, nil, request))
}
