package daybreak

import (
	"context"

	"daybreak.example/client/generated/api"
)

// SessionService manages sessions: short-lived keys that browsers hold instead of the API key.
type SessionService struct {
	caller *caller
}

// Create creates a session from the client's key. Its Token can be passed as Options.APIKey.
func (s SessionService) Create(ctx context.Context, request api.CreateSessionRequest) (*api.Session, error) {
	return answer[api.Session](s.caller.api.CreateSession(ctx, request))
}

// Delete ends the session that the client uses as its key.
func (s SessionService) Delete(ctx context.Context) error {
	_, err := answer[api.DeletedSession](s.caller.api.DeleteSession(ctx))
	return err
}
