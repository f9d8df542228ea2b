package daybreak

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybreak.example/client/generated/api"
)

func TestRetries(t *testing.T) {
	ctx := context.Background()
	now := []string{"Retry-After", "0"}
	get := func(client *Client) error { _, err := client.Health(ctx); return err }
	post := func(client *Client) error { _, err := client.Models.Create(ctx, api.CreateModelRequest{}); return err }
	put := func(client *Client) error {
		_, err := client.Artifacts.Upload(ctx, "a", "f", strings.NewReader("content"))
		return err
	}
	cases := []struct {
		name     string
		call     func(*Client) error
		fault    http.HandlerFunc
		attempts int
	}{
		{"GET after 503", get, status(503, errorBody("queue_full", "full", nil), now...), 2},
		{"GET after 500", get, status(500, errorBody("internal_error", "bug", nil), now...), 2},
		{"GET after 429", get, status(429, errorBody("rate_limit_exceeded", "slow", nil), now...), 2},
		{"GET after a reset", get, reset, 2},
		{"GET after 404", get, status(404, errorBody("not_found", "no", nil), now...), 1},
		{"GET after 409", get, status(409, errorBody("conflict", "no", nil), now...), 1},
		{"GET after 507", get, status(507, errorBody("disk_full", "no", nil), now...), 1},
		{"GET when asked to wait too long", get, status(503, errorBody("draining", "no", nil), "Retry-After", "121"), 1},
		{"PUT after 500", put, status(500, errorBody("internal_error", "bug", nil), now...), 2},
		{"POST after 503", post, status(503, errorBody("queue_full", "full", nil), now...), 2},
		{"POST after 429", post, status(429, errorBody("rate_limit_exceeded", "slow", nil), now...), 2},
		{"POST after 500", post, status(500, errorBody("internal_error", "bug", nil), now...), 1},
		{"POST after 502", post, status(502, "bad gateway", now...), 1},
		{"POST after a reset", post, reset, 1},
	}
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			good := status(200, `{"status":"ok","version":"1","id":"m","name":"f","bytes":7,"sha256":"s"}`)
			server := startFlaky(t, test.fault, good)
			err := test.call(server.client(t))
			if (err == nil) != (test.attempts == 2) {
				t.Errorf("the call gave %v", err)
			}
			expectAttempts(t, server, test.attempts)
			for _, request := range server.requests() {
				if request.method == http.MethodPut && request.body != "content" {
					t.Errorf("the body was %q", request.body)
				}
			}
		})
	}
}

func TestRetriesEnd(t *testing.T) {
	server := startFlaky(t, status(503, errorBody("queue_full", "full", nil), "Retry-After", "0"))
	_, err := server.client(t).Health(context.Background())
	if !errors.Is(err, ErrServiceUnavailable) {
		t.Errorf("the call gave %v", err)
	}
	expectAttempts(t, server, 3)
	_, err = server.client(t).Health(WithMaxRetries(context.Background(), 0))
	if !errors.Is(err, ErrServiceUnavailable) {
		t.Errorf("the call gave %v", err)
	}
	expectAttempts(t, server, 4)
}

func TestWaitsAsAsked(t *testing.T) {
	server := startFlaky(t, status(503, "", "Retry-After", "1"), status(200, healthy))
	began := time.Now()
	if _, err := server.client(t).Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("it waited %s, not 1 s", took)
	}
}

func TestRetryAfter(t *testing.T) {
	date := time.Now().Add(90 * time.Second).UTC().Format(http.TimeFormat)
	for text, want := range map[string]time.Duration{"7": 7 * time.Second, "0": 0, date: 90 * time.Second} {
		got, ok := retryAfter(http.Header{"Retry-After": {text}})
		if !ok || got < want-2*time.Second || got > want {
			t.Errorf("%q is %s", text, got)
		}
	}
	for _, text := range []string{"", "soon", "-1"} {
		if _, ok := retryAfter(http.Header{"Retry-After": {text}}); ok {
			t.Errorf("%q is a time", text)
		}
	}
}

func TestBackOff(t *testing.T) {
	for attempt, most := range []time.Duration{500e6, 1e9, 2e9, 4e9, 8e9, 8e9} {
		if wait := backOff(attempt); wait > most || wait < most*3/4 {
			t.Errorf("after attempt %d it waits %s", attempt, wait)
		}
	}
}

func TestRefusedConnection(t *testing.T) {
	server := startFlaky(t, status(200, healthy))
	client := server.client(t)
	server.Close()
	began := time.Now()
	_, err := client.Models.Create(WithMaxRetries(context.Background(), 1), api.CreateModelRequest{})
	var broken *ConnectionError
	if !errors.As(err, &broken) || broken.Timeout {
		t.Errorf("the call gave %v", err)
	}
	if took := time.Since(began); took < firstWait*3/4 {
		t.Errorf("it was given up after %s, not tried again", took)
	}
}

func TestTimeout(t *testing.T) {
	server := startFlaky(t, hang)
	_, err := server.client(t).Health(WithTimeout(context.Background(), 50*time.Millisecond))
	var broken *ConnectionError
	if !errors.As(err, &broken) || !broken.Timeout {
		t.Errorf("the call gave %v", err)
	}
	expectAttempts(t, server, 1)
}

func TestTimeoutCountsForTheWholeOfAnAnswer(t *testing.T) {
	server := startFlaky(t, func(writer http.ResponseWriter, _ *http.Request) {
		writer.Header().Set("Content-Type", "application/json")
		for range 20 {
			fmt.Fprint(writer, " ")
			writer.(http.Flusher).Flush()
			time.Sleep(50 * time.Millisecond)
		}
	})
	_, err := server.client(t).Health(WithTimeout(context.Background(), 200*time.Millisecond))
	var broken *ConnectionError
	if !errors.As(err, &broken) || !broken.Timeout {
		t.Errorf("the call gave %v", err)
	}
}

func TestContextEndsTheCall(t *testing.T) {
	server := startFlaky(t, status(503, "", "Retry-After", "60"))
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	if _, err := server.client(t).Health(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the call gave %v", err)
	}
}

func TestAPIError(t *testing.T) {
	body := `{"error":{"message":"limit: 101 is above 100","type":"invalid_request_error","param":"limit",
		"code":"validation_failed"},"detail":[{"loc":["query","limit"],"msg":"above","type":"maximum"}]}`
	server := startFlaky(t, status(422, body, "X-Request-Id", "req_1"))
	_, err := server.client(t).Models.ListPage(context.Background(), nil)
	var fault *APIError
	if !errors.As(err, &fault) || !errors.Is(err, ErrUnprocessableEntity) || errors.Is(err, ErrNotFound) {
		t.Fatalf("the call gave %v", err)
	}
	if fault.Status != 422 || fault.Code != api.ErrorCodeValidationFailed || fault.Param != "limit" ||
		fault.RequestID != "req_1" || len(fault.Issues) != 1 || fault.Issues[0].Msg != "above" {
		t.Errorf("the error is %+v", fault)
	}
	if text := err.Error(); !strings.Contains(text, "limit: 101 is above 100") || !strings.Contains(text, "req_1") {
		t.Errorf("it reads %q", text)
	}
}

func TestErrorOfAProxy(t *testing.T) {
	server := startFlaky(t, status(403, "<html>go away</html>", "Content-Type", "text/html"))
	_, err := server.client(t).Health(context.Background())
	var fault *APIError
	if !errors.As(err, &fault) || !errors.Is(err, ErrPermissionDenied) || !strings.Contains(fault.Message, "go away") {
		t.Errorf("the call gave %v", err)
	}
}

func TestSystemCheckIsNotTriedAgain(t *testing.T) {
	server := startFlaky(t, status(503, `{"error":{"message":"gpu_queue: down","type":"server_error","param":null,
		"code":"compute_unavailable"},"detail":"gpu_queue: down","device":null,"models":[]}`, "Retry-After", "0"))
	_, err := server.client(t).SystemCheck(context.Background())
	var fault *APIError
	if !errors.As(err, &fault) || fault.Code != api.ErrorCodeComputeUnavailable {
		t.Fatalf("the call gave %v", err)
	}
	var check api.SystemCheckFailure
	if json.Unmarshal(fault.Body, &check) != nil || check.Models == nil {
		t.Errorf("its body is %s", fault.Body)
	}
	expectAttempts(t, server, 1)
}

func TestAnswerThatIsNoJSON(t *testing.T) {
	server := startFlaky(t, status(200, "<html>welcome</html>"))
	_, err := server.client(t).Health(context.Background())
	var broken *ConnectionError
	if !errors.As(err, &broken) {
		t.Errorf("the call gave %v", err)
	}
}

func TestHeaders(t *testing.T) {
	server := startFlaky(t, status(200, healthy))
	client := server.client(t)
	if _, err := client.Health(context.Background()); err != nil {
		t.Fatal(err)
	}
	header := server.requests()[0].header
	if header.Get("Authorization") != "Bearer sk-test" || header.Get("User-Agent") != "daybreak-client-go/"+Version {
		t.Errorf("it sent %v", header)
	}
	if text := fmt.Sprintf("%+v %#v %+v", client, client, client.caller.api); strings.Contains(text, "sk-test") {
		t.Errorf("printing shows the key: %s", text)
	}
}

func TestEmptyNamesAreRefused(t *testing.T) {
	ctx := context.Background()
	server := startFlaky(t, status(200, "{}"))
	client, err := New(Options{BaseURL: server.URL + "/a//b/", APIKey: "sk-test"})
	if err != nil {
		t.Fatal(err)
	}
	for name, calls := range map[string][]func() error{
		"model_id": {
			func() error { _, err := client.Models.Get(ctx, ""); return err },
			func() error { _, err := client.Models.Delete(ctx, ""); return err },
			func() error { _, err := client.Models.Log(ctx, "", api.LogTrajectoriesRequest{}); return err },
			func() error { _, err := client.Models.Logs.ListPage(ctx, "", nil); return err },
			func() error { _, err := client.Models.Logs.GroupsPage(ctx, "", "l", nil); return err },
			func() error { _, err := client.Models.Checkpoints.ListPage(ctx, "", nil); return err },
			func() error { _, err := client.Models.Checkpoints.Files(ctx, "", 0); return err },
		},
		"model":  {func() error { _, err := client.Models.ServedAs(ctx, ""); return err }},
		"log_id": {func() error { _, err := client.Models.Logs.GroupsPage(ctx, "m", "", nil); return err }},
		"training_job_id": {
			func() error { _, err := client.TrainingJobs.Get(ctx, ""); return err },
			func() error { _, err := client.TrainingJobs.Cancel(ctx, ""); return err },
			func() error { _, err := client.TrainingJobs.Wait(ctx, ""); return err },
		},
		"run_id": {
			func() error { _, err := client.Runs.Get(ctx, ""); return err },
			func() error { _, err := client.Runs.TensorBoard(ctx, ""); return err },
		},
		"artifact_id": {
			func() error { _, err := client.Artifacts.Get(ctx, ""); return err },
			func() error { _, err := client.Artifacts.Download(ctx, "", "f"); return err },
		},
		"file_name": {
			func() error { _, err := client.Artifacts.Upload(ctx, "a", "", strings.NewReader("")); return err },
			func() error { _, err := client.Models.Checkpoints.Download(ctx, "m", 1, ""); return err },
		},
	} {
		for index, call := range calls {
			if err := call(); err == nil || err.Error() != "daybreak: "+name+" is empty" {
				t.Errorf("call %d with no %s gave %v", index, name, err)
			}
		}
	}
	expectAttempts(t, server, 0)
	if _, err := client.Models.ServedAs(ctx, "wandb-artifact:///local/p/"); err != nil {
		t.Error(err)
	}
	expectAttempts(t, server, 1)
}

func TestUploadSendsAFileAgain(t *testing.T) {
	server := startFlaky(t, reset, status(200, `{"name":"f","bytes":4,"sha256":"s"}`))
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("skip"+"data"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(4, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := server.client(t).Artifacts.Upload(context.Background(), "a", "f", file); err != nil {
		t.Fatal(err)
	}
	seen := server.requests()
	if len(seen) != 2 || seen[0].body != "data" || seen[1].body != "data" {
		t.Errorf("the server got %+v", seen)
	}
}

// onlyReader is content that can be read only once.
type onlyReader struct{ io.Reader }

func TestUploadSendsOtherContentOnce(t *testing.T) {
	server := startFlaky(t, status(503, errorBody("draining", "no", nil), "Retry-After", "0"))
	content := onlyReader{strings.NewReader("data")}
	_, err := server.client(t).Artifacts.Upload(context.Background(), "a", "f", content)
	if !errors.Is(err, ErrServiceUnavailable) {
		t.Errorf("the call gave %v", err)
	}
	expectAttempts(t, server, 1)
}

func TestUploadIsWholeThoughTheAttemptBeforeStillReads(t *testing.T) {
	content := bytes.Repeat([]byte("0123456789abcdef"), 1<<17)
	var got []byte
	count := 0
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		count++
		if count == 1 {
			// Respond before the body is read, while the client is still sending it.
			writer.Header().Set("Retry-After", "0")
			writer.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		got, _ = io.ReadAll(request.Body)
		fmt.Fprint(writer, `{"name":"f","bytes":1,"sha256":"s"}`)
	}))
	defer server.Close()
	client, err := New(Options{BaseURL: server.URL, APIKey: "sk-test"})
	if err != nil {
		t.Fatal(err)
	}
	slow := slowContent{io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))}
	if _, err := client.Artifacts.Upload(context.Background(), "a", "f", slow); err != nil {
		t.Fatal(err)
	}
	if count != 2 || !bytes.Equal(got, content) {
		t.Errorf("by attempt %d the server got %d bytes, of the file's %d", count, len(got), len(content))
	}
}

// slowContent delays each read, as a disk does.
type slowContent struct{ *io.SectionReader }

func (s slowContent) Read(buffer []byte) (int, error) {
	time.Sleep(time.Millisecond)
	return s.SectionReader.Read(buffer)
}

func (s slowContent) ReadAt(buffer []byte, place int64) (int, error) {
	time.Sleep(time.Millisecond)
	return s.SectionReader.ReadAt(buffer, place)
}

func TestAnswerThatPointsElsewhere(t *testing.T) {
	elsewhere := startFlaky(t, status(200, healthy))
	server := startFlaky(t, status(307, "", "Location", elsewhere.URL))
	_, err := server.client(t).Health(context.Background())
	var fault *APIError
	if !errors.As(err, &fault) || fault.Status != 307 {
		t.Errorf("the call gave %v", err)
	}
	expectAttempts(t, elsewhere, 0)
}

func TestChatName(t *testing.T) {
	agent := &api.Model{Entity: "local", Project: "p", Name: "n"}
	if name := ChatNameAt(agent, 2); name != "wandb-artifact:///local/p/n:step2" || ChatName(agent)+":step2" != name {
		t.Errorf("it is %s", name)
	}
}

func TestDownload(t *testing.T) {
	content := bytes.Repeat([]byte("x"), 1<<20)
	server := startFlaky(t, status(200, string(content), "Content-Type", "application/octet-stream"))
	file, err := server.client(t).Models.Checkpoints.Download(
		context.Background(), "m", 1, api.AdapterFileNameAdapterModelSafetensors)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if got, err := io.ReadAll(file); err != nil || !bytes.Equal(got, content) {
		t.Errorf("it read %d bytes and %v", len(got), err)
	}
	if path := server.requests()[0].path; path != "/v1/preview/models/m/checkpoints/1/files/adapter_model.safetensors" {
		t.Errorf("it asked for %s", path)
	}
}

func TestListFetchesPages(t *testing.T) {
	page := func(last string, more bool) http.HandlerFunc {
		return status(200, fmt.Sprintf(`{"object":"list","data":[%s],"first_id":"x","last_id":%q,"has_more":%t}`, model, last, more))
	}
	server := startFlaky(t, page("one", true), page("two", true), page("three", false))
	count := 0
	for _, err := range server.client(t).Models.List(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	var paths []string
	for _, request := range server.requests() {
		paths = append(paths, request.path)
	}
	want := "/v1/preview/models /v1/preview/models?after=one /v1/preview/models?after=two"
	if count != 3 || strings.Join(paths, " ") != want {
		t.Errorf("it gave %d items by %v", count, paths)
	}
}

func TestWaitTellsWhyAJobFailed(t *testing.T) {
	job := `{"id":"j","status":%q,"kind":"rl","model_id":"m","step":null,"created":"now","training_start":null,
		"training_end":null,"error_message":"out of memory"}`
	server := startFlaky(t, status(200, fmt.Sprintf(job, "running")), status(200, fmt.Sprintf(job, "failed")))
	_, err := server.client(t).TrainingJobs.Wait(context.Background(), "j")
	var failed *TrainingJobError
	if !errors.As(err, &failed) || failed.Job.ID != "j" || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("the call gave %v", err)
	}
}

func TestEventsFollowAJob(t *testing.T) {
	page := func(last string, kinds ...string) http.HandlerFunc {
		var events []string
		for _, kind := range kinds {
			events = append(events, fmt.Sprintf(`{"id":%q,"type":%q,"data":{}}`, kind, kind))
		}
		return status(200, fmt.Sprintf(`{"object":"list","data":[%s],"first_id":"","last_id":%q,"has_more":false}`,
			strings.Join(events, ","), last))
	}
	server := startFlaky(t, page("a", "training_started"), page(""), page("b", "gradient_step", "training_ended"))
	var kinds []string
	for event, err := range server.client(t).TrainingJobs.Events(context.Background(), "j", nil) {
		if err != nil {
			t.Fatal(err)
		}
		kind, _ := event.Discriminator()
		kinds = append(kinds, kind)
	}
	if got := strings.Join(kinds, " "); got != "training_started gradient_step training_ended" {
		t.Errorf("the events are %s", got)
	}
	if seen := server.requests(); seen[1].path != seen[2].path || !strings.HasSuffix(seen[2].path, "after=a") {
		t.Errorf("it asked for %v", seen)
	}
}
