package daybreak

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func withoutEnvironment(t *testing.T) {
	t.Setenv("DAYBREAK_BASE_URL", "")
	t.Setenv("DAYBREAK_API_KEY", "")
	t.Setenv("DAYBREAK_HOME", t.TempDir())
}

func TestBaseURL(t *testing.T) {
	withoutEnvironment(t)
	for text, want := range map[string]string{
		"":                          "http://127.0.0.1:8484",
		"http://host:1/":            "http://host:1",
		"http://host:1/v1":          "http://host:1",
		"https://host/daybreak/v1/": "https://host/daybreak",
	} {
		found, err := Options{BaseURL: text, APIKey: "k"}.resolved()
		if err != nil || found.baseURL != want {
			t.Errorf("%q is %q, %v", text, found.baseURL, err)
		}
	}
	for _, text := range []string{"host:8484", "ftp://host", "http://", "http://user:secret@host", "http://host?x=1"} {
		_, err := Options{BaseURL: text, APIKey: "k"}.resolved()
		if err == nil || !strings.Contains(err.Error(), "base URL") {
			t.Errorf("%q gave %v", text, err)
		}
	}
}

func TestEnvironment(t *testing.T) {
	withoutEnvironment(t)
	t.Setenv("DAYBREAK_BASE_URL", "http://there:9")
	t.Setenv("DAYBREAK_API_KEY", "from-environment")
	found, err := Options{}.resolved()
	if err != nil || found.baseURL != "http://there:9" || found.apiKey != "from-environment" {
		t.Errorf("the environment gave %+v, %v", found, err)
	}
	found, err = Options{BaseURL: "http://here", APIKey: "own"}.resolved()
	if err != nil || found.baseURL != "http://here" || found.apiKey != "own" {
		t.Errorf("the options gave %+v, %v", found, err)
	}
}

func TestKeyOfThisMachine(t *testing.T) {
	withoutEnvironment(t)
	if err := os.WriteFile(filepath.Join(os.Getenv("DAYBREAK_HOME"), "api-key"), []byte("local-key\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"127.0.0.1", "127.8.8.8", "localhost", "[::1]"} {
		found, err := Options{BaseURL: "http://" + host + ":1"}.resolved()
		if err != nil || found.apiKey != "local-key" {
			t.Errorf("for %s the key is %q, %v", host, found.apiKey, err)
		}
	}
	for _, host := range []string{"10.0.0.1", "example.com", "localhost.example.com", "127.0.0.1.example.com"} {
		_, err := Options{BaseURL: "http://" + host}.resolved()
		if err == nil || !strings.Contains(err.Error(), "DAYBREAK_API_KEY") {
			t.Errorf("for %s it gave %v", host, err)
		}
	}
}

func TestDataFolder(t *testing.T) {
	withoutEnvironment(t)
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	for value, want := range map[string]string{
		"": ".daybreak", " ": ".daybreak", "~": "", "~/data": "data", " " + home + "/data ": "data",
	} {
		t.Setenv("DAYBREAK_HOME", value)
		found, err := dataFolder()
		if err != nil || found != filepath.Join(home, want) {
			t.Errorf("%q is %q, %v", value, found, err)
		}
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	withoutEnvironment(t)
	for name, options := range map[string]Options{
		"Timeout":    {APIKey: "k", Timeout: -1},
		"MaxRetries": {APIKey: "k", MaxRetries: Ptr(-1)},
		"API key":    {APIKey: "a\nb"},
	} {
		_, err := New(options)
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), "a\nb") {
			t.Errorf("%s gave %v", name, err)
		}
	}
}
