package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// ResponseService is chat in the words of the Responses API, which OpenAI's own SDKs stream.
type ResponseService struct {
	caller *caller
}

// Create gives the whole answer.
func (s ResponseService) Create(ctx context.Context, request api.ResponseRequest) (*api.ResponseObject, error) {
	request.Stream = nil
	return answer[api.ResponseObject](s.caller.api.CreateResponse(ctx, request))
}
