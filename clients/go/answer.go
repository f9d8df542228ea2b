package daybreak

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"daybreak.example/client/generated/api"
)

// answer reads a JSON answer, or the error that came in its place.
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
		return nil, connectionError(fmt.Errorf("the answer is not what the contract says: %w", err))
	}
	return value, nil
}

// success passes answers of status 200 on, open, and makes errors of the others.
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

// valueOf is the answer where a pointer has no use.
func valueOf[T any](response *http.Response, err error) (T, error) {
	value, err := answer[T](response, err)
	if err != nil {
		var none T
		return none, err
	}
	return *value, nil
}

// accepting asks for a content type.
func accepting(contentType string) api.RequestEditorFn {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set("Accept", contentType)
		return nil
	}
}
