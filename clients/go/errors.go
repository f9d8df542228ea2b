package daybreak

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"daybreak.example/client/generated/api"
)

// APIError is an answer that is not a success. errors.Is tells which: errors.Is(err, daybreak.ErrNotFound).
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Code, Type and Param are what the server calls the error and the field at fault; empty when a proxy answered.
	Code  api.ErrorCode
	Type  api.ErrorType
	Param string
	// Message names the field, what is wrong with it and what is allowed.
	Message string
	// Issues are all faults of a request that failed validation.
	Issues []api.ValidationIssue
	// RequestID finds the request in the server's log.
	RequestID string
	// RetryAfter is how long the server asks to wait; 0 when it did not say.
	RetryAfter time.Duration
	// Body is the answer as it came.
	Body []byte
}

// StatusError is an HTTP status as a target of errors.Is.
type StatusError int

// The statuses that the contract knows.
const (
	ErrBadRequest          StatusError = http.StatusBadRequest
	ErrAuthentication      StatusError = http.StatusUnauthorized
	ErrPermissionDenied    StatusError = http.StatusForbidden
	ErrNotFound            StatusError = http.StatusNotFound
	ErrConflict            StatusError = http.StatusConflict
	ErrPayloadTooLarge     StatusError = http.StatusRequestEntityTooLarge
	ErrUnprocessableEntity StatusError = http.StatusUnprocessableEntity
	ErrRateLimit           StatusError = http.StatusTooManyRequests
	ErrInternalServer      StatusError = http.StatusInternalServerError
	ErrServiceUnavailable  StatusError = http.StatusServiceUnavailable
	ErrInsufficientStorage StatusError = http.StatusInsufficientStorage
)

// Error names the status.
func (e StatusError) Error() string {
	return fmt.Sprintf("daybreak: %d %s", int(e), http.StatusText(int(e)))
}

// Error says what the server said, with the request id.
func (e *APIError) Error() string {
	text := fmt.Sprintf("daybreak: %d %s", e.Status, e.Message)
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Is compares the status with a StatusError.
func (e *APIError) Is(target error) bool {
	status, ok := target.(StatusError)
	return ok && int(status) == e.Status
}

// ConnectionError is a call that got no answer, or not the whole of one. Timeout when the time of an attempt was up.
type ConnectionError struct {
	Timeout bool
	Err     error
}

// Error says what broke.
func (e *ConnectionError) Error() string {
	return "daybreak: " + e.Err.Error()
}

// Unwrap gives the cause.
func (e *ConnectionError) Unwrap() error {
	return e.Err
}

// StreamError is a fault of the server in the middle of a stream.
type StreamError struct {
	Body api.ErrorBody
}

// Error says what the server said.
func (e *StreamError) Error() string {
	return "daybreak: the stream failed: " + e.Body.Error.Message
}

// TrainingJobError is a job that failed or was cancelled.
type TrainingJobError struct {
	Job api.TrainingJob
}

// Error says which job and why.
func (e *TrainingJobError) Error() string {
	reason := "no reason was given"
	if e.Job.ErrorMessage != nil {
		reason = *e.Job.ErrorMessage
	}
	return fmt.Sprintf("daybreak: training job %s %s: %s", e.Job.ID, e.Job.Status, reason)
}

const (
	maxErrorBytes   = 16 << 20
	maxProxyMessage = 300
)

// apiError reads an answer that is not a success. What is no ErrorBody, as a proxy's page, still gives an APIError.
func apiError(response *http.Response) error {
	body, err := io.ReadAll(io.LimitReader(response.Body, maxErrorBytes))
	if err != nil {
		return connectionError(err)
	}
	wait, _ := retryAfter(response.Header)
	found := &APIError{
		Status: response.StatusCode, RequestID: response.Header.Get("X-Request-Id"), RetryAfter: wait, Body: body,
	}
	var known api.ErrorBody
	if json.Unmarshal(body, &known) != nil || known.Error.Message == "" {
		found.Message = string(body[:min(len(body), maxProxyMessage)])
		if found.Message == "" {
			found.Message = http.StatusText(response.StatusCode)
		}
		return found
	}
	found.Code, found.Type, found.Message = known.Error.Code, known.Error.Type, known.Error.Message
	if known.Error.Param != nil {
		found.Param = *known.Error.Param
	}
	if issues, err := known.Detail.AsErrorDetail0(); err == nil {
		found.Issues = issues
	}
	return found
}

// connectionError wraps a fault of the transport. A context that was cancelled by the caller stays what it is.
func connectionError(err error) error {
	var known *ConnectionError
	if errors.As(err, &known) {
		return known
	}
	return &ConnectionError{Err: err}
}
