package daybreak

import "iter"

// page is what lists have in common.
type page[Item any] struct {
	data   []Item
	lastID string
	more   bool
}

// eachOf yields the items of all pages, fetching the next one when it is needed. After an error it ends.
func eachOf[Item any](after *string, fetch func(after *string) (page[Item], error)) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		for cursor := after; ; {
			found, err := fetch(cursor)
			if err != nil {
				var none Item
				yield(none, err)
				return
			}
			for _, item := range found.data {
				if !yield(item, nil) {
					return
				}
			}
			if !found.more || found.lastID == "" {
				return
			}
			cursor = &found.lastID
		}
	}
}

// orEmpty lets parameters be nil.
func orEmpty[Params any](params *Params) Params {
	if params == nil {
		var none Params
		return none
	}
	return *params
}
