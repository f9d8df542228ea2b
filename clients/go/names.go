package daybreak

import (
	"fmt"
	"strings"
)

// namesOf are the parameters of paths, by the segment before each.
var namesOf = map[string]string{
	"artifacts":     "artifact_id",
	"files":         "file_name",
	"logs":          "log_id",
	"models":        "model_id",
	"runs":          "run_id",
	"training-jobs": "training_job_id",
}

// refuseEmptyNames is an error where an id or a name is empty: what is left of such a path is that of another operation.
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
		name = "a parameter of the path"
	}
	return fmt.Errorf("daybreak: %s is empty", name)
}
