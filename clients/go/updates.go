package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// UpdateService tells what has changed of the key's owner's models, runs, jobs, checkpoints, logs and artifacts.
type UpdateService struct {
	caller *caller
}

// Page reads what has changed after a cursor; it waits so many seconds for a first change where there is none. after may
// be empty: then only the cursor to begin with is read.
func (s UpdateService) Page(ctx context.Context, after string, wait int64) (*api.UpdatePage, error) {
	params := &api.StreamUpdatesParams{Wait: &wait}
	if after != "" {
		params.After = &after
	}
	return answer[api.UpdatePage](s.caller.api.StreamUpdates(ctx, params))
}

// Follow yields each change as it happens, without end. After an error it ends.
func (s UpdateService) Follow(ctx context.Context, after string) iter.Seq2[api.Update, error] {
	return func(yield func(api.Update, error) bool) {
		for cursor := after; ; {
			wait := int64(20)
			if cursor == "" {
				wait = 0
			}
			page, err := s.Page(ctx, cursor, wait)
			if err != nil {
				yield(api.Update{}, err)
				return
			}
			for _, update := range page.Data {
				if !yield(update, nil) {
					return
				}
			}
			cursor = page.Cursor
		}
	}
}
