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

// Options of New. Every field may be left out.
type Options struct {
	// BaseURL is the server's address; else DAYBREAK_BASE_URL, else http://127.0.0.1:8484. A trailing slash or /v1, as
	// OpenAI clients write it, is taken off.
	BaseURL string
	// APIKey; else DAYBREAK_API_KEY, else, when the server is on this machine, the file api-key in DAYBREAK_HOME or in
	// ~/.daybreak, where the server's first start left it.
	APIKey string
	// Timeout of one attempt, and for streams and files the longest silence; 10 minutes when 0. The context of a call
	// limits the whole of it.
	Timeout time.Duration
	// MaxRetries is how often a failed call is tried again; 2 when nil.
	MaxRetries *int
	// HTTPClient sends the requests; one that follows no redirects when nil.
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
		return nil, fmt.Errorf("daybreak: the base URL %q is not one; allowed is http:// or https:// and a host", text)
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
		return "", errors.New("daybreak: no API key: set APIKey or DAYBREAK_API_KEY; for a server on this machine the " +
			"file api-key in DAYBREAK_HOME or ~/.daybreak is read too")
	}
	if strings.ContainsFunc(key, func(letter rune) bool { return letter <= ' ' || letter > '~' }) {
		return "", errors.New("daybreak: the API key has a blank or a letter that no header can carry")
	}
	return key, nil
}

// The key of this machine must not go to another one.
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

// As the server reads it: a service file hands on a ~ that a shell would have put the home folder for.
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

// WithTimeout returns a context whose calls have this timeout of one attempt in place of Options.Timeout.
func WithTimeout(ctx context.Context, timeout time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, timeout)
}

// WithMaxRetries returns a context whose calls are tried again this often, whatever Options.MaxRetries says.
func WithMaxRetries(ctx context.Context, retries int) context.Context {
	return context.WithValue(ctx, maxRetriesKey{}, retries)
}
