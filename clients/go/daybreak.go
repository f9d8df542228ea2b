// Package daybreak is the client of Daybreak, a self-hosted service that trains language models and serves chat from
// their newest weights.
//
// The types of requests and answers are in the package generated/api. Errors are *APIError, *ConnectionError,
// *StreamError and *TrainingJobError; failed calls are tried again as Options.MaxRetries says.
package daybreak

import (
	"context"
	"io"
	"net/http"
	"strings"

	"daybreak.example/client/generated/api"
)

// Client calls one server. It is safe for use from many goroutines.
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

// caller is what every service sends its requests through.
type caller struct {
	api *api.Client
}

// New makes a client. What options leave out comes from the environment, as Options says; the error names what is wrong.
func New(options Options) (*Client, error) {
	found, err := options.resolved()
	if err != nil {
		return nil, err
	}
	header := "Bearer " + found.apiKey
	inner, err := api.NewClient(
		found.baseURL,
		api.WithHTTPClient(&retrier{client: found.httpClient, maxRetries: found.maxRetries, timeout: found.timeout}),
		// In a closure, for a field would be seen when the client is printed.
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

// Tokenize gives the tokens of a text or of a conversation.
func (c *Client) Tokenize(ctx context.Context, request api.TokenizeRequest) (*api.TokenizedText, error) {
	return answer[api.TokenizedText](c.caller.api.Tokenize(ctx, request))
}

// Detokenize gives the text of tokens.
func (c *Client) Detokenize(ctx context.Context, request api.DetokenizeRequest) (string, error) {
	found, err := valueOf[api.DetokenizedText](c.caller.api.Detokenize(ctx, request))
	return found.Prompt, err
}

// TokenizerInfo reads the tokenizer's settings and the chat template of the server's first model.
func (c *Client) TokenizerInfo(ctx context.Context) (*api.TokenizerInfo, error) {
	return answer[api.TokenizerInfo](c.caller.api.GetTokenizerInfo(ctx))
}

// Load counts the chats and completions in flight, of all owners. The key needs the scope metrics.
func (c *Client) Load(ctx context.Context) (int64, error) {
	found, err := valueOf[api.Load](c.caller.api.GetLoad(ctx))
	return found.ServerLoad, err
}

// Metrics reads the figures of the server, in Prometheus' text format. The key needs the scope metrics.
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

// Stats reads what the server does and holds now. The key needs the scope metrics.
func (c *Client) Stats(ctx context.Context) (*api.Stats, error) {
	return answer[api.Stats](c.caller.api.GetStats(ctx))
}

// Workers lists the workers of the server's cluster; one for a server alone. The key needs the scope metrics.
func (c *Client) Workers(ctx context.Context) ([]api.Worker, error) {
	found, err := valueOf[api.WorkerList](c.caller.api.ListWorkers(ctx))
	return found.Data, err
}

// Key reads what is known of the client's key, which may be a session.
func (c *Client) Key(ctx context.Context) (*api.Key, error) {
	return answer[api.Key](c.caller.api.GetKey(ctx))
}

// Version reads the server's version.
func (c *Client) Version(ctx context.Context) (string, error) {
	found, err := valueOf[api.Version](c.caller.api.GetVersion(ctx))
	return found.Version, err
}

// Health says whether the HTTP process lives.
func (c *Client) Health(ctx context.Context) (*api.Health, error) {
	return answer[api.Health](c.caller.api.GetHealth(ctx))
}

// Livez says whether the process is alive.
func (c *Client) Livez(ctx context.Context) error {
	_, err := answer[api.Liveness](c.caller.api.GetLivez(ctx))
	return err
}

// Readyz says whether the server can take requests. When it cannot, it is an *APIError of status 503 that tells what is
// not ready; that is not tried again.
func (c *Client) Readyz(ctx context.Context) error {
	_, err := answer[api.Readiness](c.caller.api.GetReadyz(WithMaxRetries(ctx, 0)))
	return err
}

// SystemCheck tries each part of the service. When one does not work it is an *APIError of status 503, whose Body is an
// api.SystemCheckFailure; that is not tried again.
func (c *Client) SystemCheck(ctx context.Context) (*api.SystemCheck, error) {
	return answer[api.SystemCheck](c.caller.api.GetSystemCheck(WithMaxRetries(ctx, 0)))
}

// Ptr is for optional fields: MaxTokens: daybreak.Ptr(int64(8)).
func Ptr[T any](value T) *T {
	return &value
}
