package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// CompletionService creates text completions, without a chat template.
type CompletionService struct {
	caller *caller
}

// Create creates a text completion.
func (s CompletionService) Create(ctx context.Context, request api.CompletionRequest) (*api.Completion, error) {
	request.Stream = nil
	return answer[api.Completion](s.caller.api.CreateCompletion(ctx, nil, request))
}
