// Package daybreak is the client of Daybreak, a self-hosted service that trains language models and serves chat from
// their newest weights.
//
// The types of requests and responses are in the package generated/api. Errors are *APIError, *ConnectionError,
// *StreamError and *TrainingJobError. Failed calls are retried up to Options.MaxRetries times.
package daybreak

import (
	"context"
	"io"
	"net/http"
	"strings"

	"daybreak.example/client/generated/api"
)

// Client is a client of one Daybreak server. It is safe for concurrent use.
type Client struct {
	Chat         ChatService
	Completions  CompletionService
	Messages     MessageService
	Responses    ResponseService
	Models       ModelService
	TrainingJobs TrainingJobService
	Runs         RunService
	Artifacts    ArtifactService
	Sessions     SessionService
	Updates      UpdateService

	caller *caller
}

// caller sends the requests of all services.
type caller struct {
	api *api.Client
}

// New returns a client. Unset options have the defaults described at Options. Invalid options are an error.
func New(options Options) (*Client, error) {
	found, err := options.resolved()
	if err != nil {
		return nil, err
	}
	header := "Bearer " + found.apiKey
	inner, err := api.NewClient(
		found.baseURL,
		api.WithHTTPClient(&retrier{client: found.httpClient, maxRetries: found.maxRetries, timeout: found.timeout}),
		// A closure, because printing the client would show the key in a field.
		api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("Authorization", header)
			request.Header.Set("User-Agent", "daybreak-client-go/"+Version)
			return refuseEmptyNames(strings.TrimPrefix(request.URL.EscapedPath(), found.basePath))
		}),
	)
	if err != nil {
		return nil, err
	}
	shared := &caller{api: inner}
	return &Client{
		Chat:         ChatService{Completions: ChatCompletionService{shared}},
		Completions:  CompletionService{shared},
		Messages:     MessageService{shared},
		Responses:    ResponseService{shared},
		Models:       ModelService{Checkpoints: CheckpointService{shared}, Logs: LogService{shared}, Trajectories: TrajectoryService{shared}, caller: shared},
		TrainingJobs: TrainingJobService{shared},
		Runs:         RunService{shared},
		Artifacts:    ArtifactService{shared},
		Sessions:     SessionService{shared},
		Updates:      UpdateService{shared},
		caller:       shared,
	}, nil
}

// Tokenize tokenizes a text or a conversation.
func (c *Client) Tokenize(ctx context.Context, request api.TokenizeRequest) (*api.TokenizedText, error) {
	return answer[api.TokenizedText](c.caller.api.Tokenize(ctx, request))
}

// Detokenize converts token ids to text, with the tokenizer of Model or else of the server's default model.
func (c *Client) Detokenize(ctx context.Context, request api.DetokenizeRequest) (string, error) {
	found, err := valueOf[api.DetokenizedText](c.caller.api.Detokenize(ctx, request))
	return found.Prompt, err
}

// TokenizerInfo returns the tokenizer configuration and the chat template of the server's default model.
func (c *Client) TokenizerInfo(ctx context.Context) (*api.TokenizerInfo, error) {
	return answer[api.TokenizerInfo](c.caller.api.GetTokenizerInfo(ctx))
}

// Load counts the chat completions and completions in flight, of all owners. The key needs the scope metrics.
func (c *Client) Load(ctx context.Context) (int64, error) {
	found, err := valueOf[api.Load](c.caller.api.GetLoad(ctx))
	return found.ServerLoad, err
}

// Metrics returns the server's metrics in Prometheus' text format. The key needs the scope metrics.
func (c *Client) Metrics(ctx context.Context) (string, error) {
	response, err := success(c.caller.api.GetMetrics(ctx))
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return "", connectionError(err)
	}
	return string(text), nil
}

// Stats returns the current statistics of the server. The key needs the scope metrics.
func (c *Client) Stats(ctx context.Context) (*api.Stats, error) {
	return answer[api.Stats](c.caller.api.GetStats(ctx))
}

// Workers lists the workers of the cluster; a single server lists itself. The key needs the scope metrics.
func (c *Client) Workers(ctx context.Context) ([]api.Worker, error) {
	found, err := valueOf[api.WorkerList](c.caller.api.ListWorkers(ctx))
	return found.Data, err
}

// Key describes the API key or session that the client uses.
func (c *Client) Key(ctx context.Context) (*api.Key, error) {
	return answer[api.Key](c.caller.api.GetKey(ctx))
}

// Version returns the version of the server.
func (c *Client) Version(ctx context.Context) (string, error) {
	found, err := valueOf[api.Version](c.caller.api.GetVersion(ctx))
	return found.Version, err
}

// Health checks the health of the service. If the engine does not work, the error is an *APIError of status 503.
func (c *Client) Health(ctx context.Context) (*api.Health, error) {
	return answer[api.Health](c.caller.api.GetHealth(ctx))
}

// Livez checks that the server process is alive.
func (c *Client) Livez(ctx context.Context) error {
	_, err := answer[api.Liveness](c.caller.api.GetLivez(ctx))
	return err
}

// Readyz checks that the server can take requests. Otherwise the error is an *APIError of status 503 that names the
// part not ready. It is not retried.
func (c *Client) Readyz(ctx context.Context) error {
	_, err := answer[api.Readiness](c.caller.api.GetReadyz(WithMaxRetries(ctx, 0)))
	return err
}

// SystemCheck checks each part of the service. If one does not work, the error is an *APIError of status 503, whose
// Body is an api.SystemCheckFailure with the result of each part. It is not retried.
func (c *Client) SystemCheck(ctx context.Context) (*api.SystemCheck, error) {
	return answer[api.SystemCheck](c.caller.api.GetSystemCheck(WithMaxRetries(ctx, 0)))
}

// Ptr returns a pointer to value, for optional fields: MaxTokens: daybreak.Ptr(int64(8)).
func Ptr[T any](value T) *T {
	return &value
}
