package daybreak

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybreak.example/client/generated/api"
)

func chunkText(text string) string {
	return fmt.Sprintf(`{"id":"c","object":"chat.completion.chunk","created":1,"model":"m",`+
		`"choices":[{"index":0,"delta":{"content":%q},"finish_reason":null}]}`, text)
}

// events responds with a stream and then calls the last function.
func events(last http.HandlerFunc, lines ...string) http.HandlerFunc {
	return func(writer http.ResponseWriter, request *http.Request) {
		writer.Header().Set("Content-Type", "text/event-stream")
		for _, line := range lines {
			fmt.Fprint(writer, line)
			writer.(http.Flusher).Flush()
		}
		if last != nil {
			last(writer, request)
		}
	}
}

func collect(ctx context.Context, client *Client) (string, error) {
	var text strings.Builder
	for chunk, err := range client.Chat.Completions.Stream(ctx, api.ChatCompletionRequest{}) {
		if err != nil {
			return text.String(), err
		}
		text.WriteString(TextOf(chunk))
	}
	return text.String(), nil
}

func TestStream(t *testing.T) {
	first, second := chunkText("Yes"), chunkText(", é")
	server := startFlaky(t, events(nil,
		": a comment\n\n", "data: "+first[:20], first[20:]+"\n\n", "event: x\r\ndata:"+second+"\r\n\r\n", "data: [DONE]\n\n"))
	text, err := collect(context.Background(), server.client(t))
	if text != "Yes, é" || err != nil {
		t.Errorf("the stream gave %q and %v", text, err)
	}
	request := server.requests()[0]
	if !strings.Contains(request.body, `"stream":true`) || request.header.Get("Accept") != "text/event-stream" {
		t.Errorf("it sent %+v", request)
	}
}

func TestCreateAsksForNoStream(t *testing.T) {
	server := startFlaky(t, status(200, "{}"))
	request := api.ChatCompletionRequest{Stream: Ptr(true)}
	if _, err := server.client(t).Chat.Completions.Create(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	if body := server.requests()[0].body; strings.Contains(body, "stream") {
		t.Errorf("it sent %s", body)
	}
}

func TestStreamThatBreaksOff(t *testing.T) {
	for name, last := range map[string]http.HandlerFunc{"without its end": nil, "by a reset": reset} {
		t.Run(name, func(t *testing.T) {
			server := startFlaky(t, events(last, "data: "+chunkText("Yes")+"\n\n"))
			text, err := collect(context.Background(), server.client(t))
			var broken *ConnectionError
			if text != "Yes" || !errors.As(err, &broken) {
				t.Errorf("the stream gave %q and %v", text, err)
			}
			expectAttempts(t, server, 1)
		})
	}
}

func TestStreamThatFails(t *testing.T) {
	body := errorBody("compute_unavailable", "the device is lost", nil)
	server := startFlaky(t, events(nil, "data: "+chunkText("Yes")+"\n\n", "data: "+body+"\n\n"))
	text, err := collect(context.Background(), server.client(t))
	var failed *StreamError
	if text != "Yes" || !errors.As(err, &failed) || failed.Body.Error.Code != api.ErrorCodeComputeUnavailable {
		t.Errorf("the stream gave %q and %v", text, err)
	}
}

func TestStreamThatDoesNotStart(t *testing.T) {
	server := startFlaky(t, status(429, errorBody("rate_limit_exceeded", "slow", nil), "Retry-After", "0"),
		status(400, errorBody("unsupported_value", "no", "n")))
	_, err := collect(context.Background(), server.client(t))
	if !errors.Is(err, ErrBadRequest) {
		t.Errorf("the stream gave %v", err)
	}
	expectAttempts(t, server, 2)
}

func TestSilentStream(t *testing.T) {
	server := startFlaky(t, events(hang, "data: "+chunkText("Yes")+"\n\n"))
	text, err := collect(WithTimeout(context.Background(), 2*time.Second), server.client(t))
	var broken *ConnectionError
	if text != "Yes" || !errors.As(err, &broken) || !broken.Timeout {
		t.Errorf("the stream gave %q and %v", text, err)
	}
}

func TestSlowStreamIsNoSilentOne(t *testing.T) {
	slow := func(writer http.ResponseWriter, _ *http.Request) {
		for range 6 {
			time.Sleep(500 * time.Millisecond)
			fmt.Fprint(writer, "data: "+chunkText("x")+"\n\n")
			writer.(http.Flusher).Flush()
		}
		fmt.Fprint(writer, "data: [DONE]\n\n")
	}
	server := startFlaky(t, events(slow))
	text, err := collect(WithTimeout(context.Background(), 2*time.Second), server.client(t))
	if text != "xxxxxx" || err != nil {
		t.Errorf("the stream gave %q and %v", text, err)
	}
}

func TestReaderOfAStreamMayTakeItsTime(t *testing.T) {
	server := startFlaky(t, events(func(writer http.ResponseWriter, _ *http.Request) {
		time.Sleep(50 * time.Millisecond)
		fmt.Fprint(writer, "data: "+chunkText("no")+"\n\ndata: [DONE]\n\n")
	}, "data: "+chunkText("Yes")+"\n\n"))
	ctx := WithTimeout(context.Background(), time.Second)
	var text string
	for chunk, err := range server.client(t).Chat.Completions.Stream(ctx, api.ChatCompletionRequest{}) {
		if err != nil {
			t.Fatal(err)
		}
		text += TextOf(chunk)
		time.Sleep(2 * time.Second)
	}
	if text != "Yesno" {
		t.Errorf("the stream gave %q", text)
	}
}

func TestStreamThatNeverStarts(t *testing.T) {
	server := startFlaky(t, hang)
	_, err := collect(WithTimeout(context.Background(), 50*time.Millisecond), server.client(t))
	var broken *ConnectionError
	if !errors.As(err, &broken) || !broken.Timeout {
		t.Errorf("the stream gave %v", err)
	}
	expectAttempts(t, server, 1)
}

func TestLeavingTheLoopClosesTheConnection(t *testing.T) {
	closed := make(chan struct{})
	server := startFlaky(t, events(func(_ http.ResponseWriter, request *http.Request) {
		<-request.Context().Done()
		close(closed)
	}, "data: "+chunkText("Yes")+"\n\n"))
	for range server.client(t).Chat.Completions.Stream(context.Background(), api.ChatCompletionRequest{}) {
		break
	}
	select {
	case <-closed:
	case <-time.After(time.Minute):
		t.Error("the connection is still open")
	}
}
