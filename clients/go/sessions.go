package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// SessionService makes keys of a few hours, for browsers to hold in place of the API key.
type SessionService struct {
	caller *caller
}

// Create makes a session of the client's key. Its Token is what Options.APIKey takes.
func (s SessionService) Create(ctx context.Context, request api.CreateSessionRequest) (*api.Session, error) {
	return answer[api.Session](s.caller.api.CreateSession(ctx, request))
}

// Delete ends the session that the client's key is.
func (s SessionService) Delete(ctx context.Context) error {
	_, err := answer[api.DeletedSession](s.caller.api.DeleteSession(ctx))
	return err
}
