package daybreak

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// exchange is a request that the flaky server received.
type exchange struct {
	method, path, body string
	header             http.Header
}

// flaky sends its responses in order, one for each request, and repeats the last one.
type flaky struct {
	*httptest.Server
	mutex sync.Mutex
	seen  []exchange
}

func startFlaky(t *testing.T, answers ...http.HandlerFunc) *flaky {
	t.Helper()
	server := &flaky{}
	server.Server = httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		server.mutex.Lock()
		count := len(server.seen)
		server.seen = append(server.seen, exchange{request.Method, request.URL.RequestURI(), string(body), request.Header})
		server.mutex.Unlock()
		answers[min(count, len(answers)-1)](writer, request)
	}))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return server
}

func (f *flaky) requests() []exchange {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	return append([]exchange(nil), f.seen...)
}

func (f *flaky) client(t *testing.T) *Client {
	t.Helper()
	client, err := New(Options{BaseURL: f.URL, APIKey: "sk-test"})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// status responds with a status, a body and headers in pairs.
func status(code int, body string, headers ...string) http.HandlerFunc {
	return func(writer http.ResponseWriter, _ *http.Request) {
		writer.Header().Set("Content-Type", "application/json")
		for index := 0; index+1 < len(headers); index += 2 {
			writer.Header().Set(headers[index], headers[index+1])
		}
		writer.WriteHeader(code)
		fmt.Fprint(writer, body)
	}
}

func reset(writer http.ResponseWriter, _ *http.Request) {
	connection, _, err := writer.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	connection.(*net.TCPConn).SetLinger(0)
	connection.Close()
}

func hang(_ http.ResponseWriter, request *http.Request) {
	<-request.Context().Done()
}

const (
	healthy = `{"status":"ok","version":"1.2.3"}`
	model   = `{"id":"m","entity":"local","project":"p","name":"n","base_model":"b","run_id":null,"retention":null,"created":"now"}`
)

func errorBody(code, message string, param any) string {
	text, _ := json.Marshal(map[string]any{
		"error":  map[string]any{"message": message, "type": "server_error", "param": param, "code": code},
		"detail": message,
	})
	return string(text)
}

func expectAttempts(t *testing.T, server *flaky, want int) {
	t.Helper()
	if got := len(server.requests()); got != want {
		t.Errorf("the server got %d requests, not %d", got, want)
	}
}
