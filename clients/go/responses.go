package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// ResponseService is OpenAI's Responses API, without streaming (use OpenAI's SDKs).
type ResponseService struct {
	caller *caller
}

// Create creates a response.
func (s ResponseService) Create(ctx context.Context, request api.ResponseRequest) (*api.ResponseObject, error) {
	request.Stream = nil
	return answer[api.ResponseObject](s.caller.api.CreateResponse(ctx, request))
}
