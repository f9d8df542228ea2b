package daybreak

import (
	"fmt"
	"strings"
)

// namesOf maps a path segment to the name of the parameter after it.
var namesOf = map[string]string{
	"artifacts":     "artifact_id",
	"files":         "file_name",
	"logs":          "log_id",
	"models":        "model_id",
	"runs":          "run_id",
	"training-jobs": "training_job_id",
}

// refuseEmptyNames returns an error if an id or name in the path is empty: the path would be that of another operation.
func refuseEmptyNames(path string) error {
	before, _, found := strings.Cut(path+"/", "//")
	if !found {
		return nil
	}
	name, known := namesOf[before[strings.LastIndex(before, "/")+1:]]
	switch {
	case before == "/v1/models":
		name = "model"
	case !known:
		name = "a path parameter"
	}
	return fmt.Errorf("daybreak: %s is empty", name)
}
