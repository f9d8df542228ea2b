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

// APIError is a response with an error status. Test for a status with errors.Is(err, daybreak.ErrNotFound).
type APIError struct {
	// Status is the HTTP status.
	Status int
	// Code, Type and Param are the server's error code and type, and the name of the invalid field. They are empty if
	// the response came from a proxy.
	Code  api.ErrorCode
	Type  api.ErrorType
	Param string
	// Message describes the error.
	Message string
	// Issues has all issues of a request that failed validation.
	Issues []api.ValidationIssue
	// RequestID is the id of the request in the server's log.
	RequestID string
	// RetryAfter is how long the server asks to wait before a retry; 0 if it does not ask.
	RetryAfter time.Duration
	// Body is the body as the server sent it.
	Body []byte
}

// StatusError is an HTTP status, as a target for errors.Is.
type StatusError int

// Error statuses of the API.
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

// Error returns the status and its text.
func (e StatusError) Error() string {
	return fmt.Sprintf("daybreak: %d %s", int(e), http.StatusText(int(e)))
}

// Error returns the status, the server's message and the request id.
func (e *APIError) Error() string {
	text := fmt.Sprintf("daybreak: %d %s", e.Status, e.Message)
	if e.RequestID != "" {
		text += " (request " + e.RequestID + ")"
	}
	return text
}

// Is reports whether target is the StatusError of this status.
func (e *APIError) Is(target error) bool {
	status, ok := target.(StatusError)
	return ok && int(status) == e.Status
}

// ConnectionError is a call without a complete, valid response. Timeout is true if the timeout expired.
type ConnectionError struct {
	Timeout bool
	Err     error
}

// Error returns the message of the cause.
func (e *ConnectionError) Error() string {
	return "daybreak: " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error {
	return e.Err
}

// StreamError is an error that the server reported in the middle of a stream.
type StreamError struct {
	Body api.ErrorBody
}

// Error returns the server's message.
func (e *StreamError) Error() string {
	return "daybreak: the stream failed: " + e.Body.Error.Message
}

// TrainingJobError is the error of a training job that was waited for and failed or was cancelled.
type TrainingJobError struct {
	Job api.TrainingJob
}

// Error returns the job's id, status and error message.
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

// apiError returns the error of an unsuccessful response. A body that is no ErrorBody (a proxy's page) is valid too.
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

// connectionError wraps an error of the transport. It unwraps to the context's error if the caller cancelled it.
func connectionError(err error) error {
	var known *ConnectionError
	if errors.As(err, &known) {
		return known
	}
	return &ConnectionError{Err: err}
}
