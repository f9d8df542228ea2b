package daybreak

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"daybreak.example/client/generated/api"
)

var errBrokeOff = errors.New("the stream ended before [DONE]")

const maxEventBytes = 64 << 20

// serverEvents yields the data of each server-sent event. https://html.spec.whatwg.org/multipage/server-sent-events.html
func serverEvents(body io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, maxEventBytes)
		var data []string
		for lines.Scan() {
			line := strings.TrimSuffix(lines.Text(), "\r")
			if line == "" && len(data) > 0 {
				if !yield(strings.Join(data, "\n"), nil) {
					return
				}
				data = nil
			}
			if value, ok := strings.CutPrefix(line, "data:"); ok {
				data = append(data, strings.TrimPrefix(value, " "))
			}
		}
		if err := lines.Err(); err != nil {
			yield("", err)
		}
	}
}

func chunkOf(data string) (*api.ChatCompletionChunk, error) {
	var failed struct {
		Error *api.ErrorInfo `json:"error"`
	}
	chunk := new(api.ChatCompletionChunk)
	err := errors.Join(json.Unmarshal([]byte(data), &failed), json.Unmarshal([]byte(data), chunk))
	if failed.Error != nil {
		fault := &StreamError{}
		_ = json.Unmarshal([]byte(data), &fault.Body)
		return nil, fault
	}
	if err != nil {
		return nil, connectionError(fmt.Errorf("a stream event does not match the API version: %w", err))
	}
	return chunk, nil
}
