package daybreak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	firstWait        = 500 * time.Millisecond
	longestWait      = 8 * time.Second
	longestAskedWait = 120 * time.Second
	jitter           = 0.25
)

// retrier sends requests, and retries those that failed with a transient error.
type retrier struct {
	client     *http.Client
	maxRetries int
	timeout    time.Duration
}

// Do sends the request. The response may have any status; the error is a *ConnectionError.
func (r *retrier) Do(request *http.Request) (*http.Response, error) {
	retries, timeout := r.limits(request.Context())
	for attempt := 0; ; attempt++ {
		response, err := r.attempt(request, timeout)
		last := attempt >= retries || (request.Body != nil && request.GetBody == nil)
		if last || request.Context().Err() != nil || !mayHelp(request.Method, response, err) {
			return response, err
		}
		wait := backOff(attempt)
		if response != nil {
			asked, ok := retryAfter(response.Header)
			if ok && asked > longestAskedWait {
				return response, nil
			}
			if ok {
				wait = asked
			}
			response.Body.Close()
		}
		if err := pause(request.Context(), wait); err != nil {
			return nil, connectionError(err)
		}
	}
}

func (r *retrier) limits(ctx context.Context) (int, time.Duration) {
	retries, timeout := r.maxRetries, r.timeout
	if own, ok := ctx.Value(maxRetriesKey{}).(int); ok {
		retries = own
	}
	if own, ok := ctx.Value(timeoutKey{}).(time.Duration); ok {
		timeout = own
	}
	return retries, timeout
}

// attempt sends the request once. Closing the body stops its timer.
func (r *retrier) attempt(request *http.Request, timeout time.Duration) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(request.Context())
	timer := time.AfterFunc(timeout, func() {
		cancel(&ConnectionError{Timeout: true, Err: fmt.Errorf("no response within %s", timeout)})
	})
	once := request.Clone(ctx)
	if request.GetBody != nil {
		body, err := request.GetBody()
		if err != nil {
			timer.Stop()
			cancel(nil)
			return nil, connectionError(err)
		}
		once.Body = body
	}
	response, err := r.client.Do(once)
	if err != nil {
		timer.Stop()
		err = causeOf(ctx, err)
		cancel(nil)
		return nil, err
	}
	timed := &timedBody{body: response.Body, ctx: ctx, cancel: cancel, timer: timer}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		timed.silence = timeout
		timer.Stop()
	}
	response.Body = timed
	return response, nil
}

// causeOf returns the timeout error if the timeout expired, and wraps err otherwise.
func causeOf(ctx context.Context, err error) error {
	var timeout *ConnectionError
	if errors.As(context.Cause(ctx), &timeout) {
		return timeout
	}
	return connectionError(err)
}

// timedBody is a response body with a timeout. For streams and files, the timeout applies to each read.
type timedBody struct {
	body    io.ReadCloser
	ctx     context.Context
	cancel  context.CancelCauseFunc
	timer   *time.Timer
	silence time.Duration
}

func (b *timedBody) Read(buffer []byte) (int, error) {
	if b.silence > 0 {
		b.timer.Reset(b.silence)
	}
	count, err := b.body.Read(buffer)
	if b.silence > 0 {
		// Time that the caller spends between reads does not count.
		b.timer.Stop()
	}
	if err != nil && err != io.EOF {
		err = causeOf(b.ctx, err)
	}
	return count, err
}

func (b *timedBody) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.body.Close()
}

// mayHelp reports whether to retry. A POST is retried only if the server has certainly not processed it.
func mayHelp(method string, response *http.Response, err error) bool {
	if err != nil {
		var broken *ConnectionError
		if errors.As(err, &broken) && broken.Timeout {
			return false
		}
		return method != http.MethodPost || neverSent(err)
	}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	case http.StatusRequestTimeout, http.StatusInternalServerError, http.StatusBadGateway, http.StatusGatewayTimeout:
		return method != http.MethodPost
	default:
		return false
	}
}

func neverSent(err error) bool {
	var fault *net.OpError
	return errors.As(err, &fault) && fault.Op == "dial"
}

// retryAfter parses Retry-After, a number of seconds or a date. It returns false if it is neither.
func retryAfter(header http.Header) (time.Duration, bool) {
	text := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1<<31)) * time.Second, true
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(date)), true
	}
	return 0, false
}

func backOff(attempt int) time.Duration {
	wait := min(longestWait, firstWait<<min(attempt, 10))
	return time.Duration(float64(wait) * (1 - jitter*rand.Float64()))
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
