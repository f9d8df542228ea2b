package daybreak

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Options are the options of New. All are optional.
type Options struct {
	// BaseURL is the address of the server, with or without /v1. It defaults to DAYBREAK_BASE_URL, or else to
	// http://127.0.0.1:8484.
	BaseURL string
	// APIKey is the API key. It defaults to DAYBREAK_API_KEY, or else, for a server on this machine, to the file api-key
	// in DAYBREAK_HOME or in ~/.daybreak, which the server's first start writes.
	APIKey string
	// Timeout limits one attempt, and for streams and downloads the time without data. 0 means 10 minutes. To limit a
	// whole call with its retries, use its context.
	Timeout time.Duration
	// MaxRetries is the maximum number of retries of a request that failed with a transient error. nil means 2.
	MaxRetries *int
	// HTTPClient sends the requests. nil means a client that does not follow redirects.
	HTTPClient *http.Client
}

const (
	defaultBaseURL    = "http://127.0.0.1:8484"
	defaultTimeout    = 10 * time.Minute
	defaultMaxRetries = 2
)

type resolvedOptions struct {
	baseURL    string
	basePath   string
	apiKey     string
	timeout    time.Duration
	maxRetries int
	httpClient *http.Client
}

func (o Options) resolved() (resolvedOptions, error) {
	address, err := baseURL(firstOf(o.BaseURL, os.Getenv("DAYBREAK_BASE_URL"), defaultBaseURL))
	if err != nil {
		return resolvedOptions{}, err
	}
	key, err := apiKey(firstOf(o.APIKey, os.Getenv("DAYBREAK_API_KEY")), address)
	if err != nil {
		return resolvedOptions{}, err
	}
	found := resolvedOptions{
		baseURL: address.String(), basePath: address.EscapedPath(), apiKey: key,
		timeout: o.Timeout, maxRetries: defaultMaxRetries, httpClient: o.HTTPClient,
	}
	if found.timeout == 0 {
		found.timeout = defaultTimeout
	}
	if found.timeout < 0 {
		return resolvedOptions{}, fmt.Errorf("daybreak: Timeout is %s; allowed is a time above 0", o.Timeout)
	}
	if o.MaxRetries != nil {
		found.maxRetries = *o.MaxRetries
	}
	if found.maxRetries < 0 {
		return resolvedOptions{}, fmt.Errorf("daybreak: MaxRetries is %d; allowed is 0 or more", found.maxRetries)
	}
	if found.httpClient == nil {
		found.httpClient = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
	}
	return found, nil
}

func firstOf(values ...string) string {
	for _, value := range values {
		if value != "" {
			return value
		}
	}
	return ""
}

func baseURL(text string) (*url.URL, error) {
	address, err := url.Parse(text)
	if err != nil || (address.Scheme != "http" && address.Scheme != "https") || address.Host == "" {
		return nil, fmt.Errorf("daybreak: the base URL %q is not valid; allowed is http:// or https:// and a host", text)
	}
	if address.RawQuery != "" || address.Fragment != "" || address.User != nil {
		return nil, errors.New("daybreak: the base URL has a user, a query or a fragment; allowed is a host and a path")
	}
	address.Path = strings.TrimSuffix(strings.TrimRight(address.Path, "/"), "/v1")
	return address, nil
}

func apiKey(key string, address *url.URL) (string, error) {
	if key == "" && isLoopback(address.Hostname()) {
		key = keyOfThisMachine()
	}
	key = strings.TrimSpace(key)
	if key == "" {
		return "", errors.New("daybreak: no API key: set APIKey or DAYBREAK_API_KEY; for a server on this machine, the " +
			"file api-key in DAYBREAK_HOME or ~/.daybreak is read too")
	}
	if strings.ContainsFunc(key, func(letter rune) bool { return letter <= ' ' || letter > '~' }) {
		return "", errors.New("daybreak: the API key has a space or a character invalid in HTTP headers")
	}
	return key, nil
}

// The key of this machine must not be sent to another machine.
func isLoopback(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || (address != nil && address.IsLoopback())
}

func keyOfThisMachine() string {
	folder, err := dataFolder()
	if err != nil {
		return ""
	}
	text, err := os.ReadFile(filepath.Join(folder, "api-key"))
	if err != nil {
		return ""
	}
	return string(text)
}

// dataFolder returns the server's data folder. It expands ~, which service files, unlike shells, pass on unexpanded.
func dataFolder() (string, error) {
	folder := firstOf(strings.TrimSpace(os.Getenv("DAYBREAK_HOME")), "~/.daybreak")
	if folder != "~" && !strings.HasPrefix(folder, "~/") {
		return folder, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, folder[1:]), err
}

type timeoutKey struct{}
type maxRetriesKey struct{}

// WithTimeout returns a context whose calls use this timeout instead of Options.Timeout.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

// WithMaxRetries returns a context whose calls use this number of retries instead of Options.MaxRetries.
func WithMaxRetries(ctx context.Context, retries int) context.Context {
	return context.WithValue(ctx, maxRetriesKey{}, retries)
}
