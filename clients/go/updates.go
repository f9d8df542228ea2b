package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// UpdateService reports changes of the models, runs, jobs, checkpoints, logs and artifacts of the key's owner.
type UpdateService struct {
	caller *caller
}

// Page returns the changes after a cursor. If there are none, it waits up to wait seconds for one. If after is empty,
// it returns only the cursor to start from.
func (s UpdateService) Page(ctx context.Context, after string, wait int64) (*api.UpdatePage, error) {
	params := &api.StreamUpdatesParams{Wait: &wait}
	if after != "" {
		params.After = &after
	}
	return answer[api.UpdatePage](s.caller.api.StreamUpdates(ctx, params))
}

// Follow yields each change as it happens, until you leave the loop. It ends after an error.
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
