package daybreak

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"daybreak.example/client/generated/api"
)

// answer decodes a JSON response, or returns the error of an unsuccessful one.
func answer[T any](response *http.Response, err error) (*T, error) {
	response, err = success(response, err)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, connectionError(err)
	}
	value := new(T)
	if err := json.Unmarshal(body, value); err != nil {
		return nil, connectionError(fmt.Errorf("the response does not match the API version: %w", err))
	}
	return value, nil
}

// success returns responses of status 200 with an open body, and converts others to errors.
func success(response *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		return nil, apiError(response)
	}
	return response, nil
}

// valueOf is like answer but returns a value instead of a pointer.
func valueOf[T any](response *http.Response, err error) (T, error) {
	value, err := answer[T](response, err)
	if err != nil {
		var none T
		return none, err
	}
	return *value, nil
}

// accepting sets the header Accept.
func accepting(contentType string) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Accept", contentType)
		return nil
	}
}
