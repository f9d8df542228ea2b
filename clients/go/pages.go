package daybreak

import "iter"

// page is one page of any list.
type page[Item any] struct {
	data   []Item
	lastID string
	more   bool
}

// eachOf yields the items of all pages, and fetches pages as needed. It ends after an error.
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

// orEmpty returns a copy of params, or empty parameters if params is nil.
func orEmpty[Params any](params *Params) Params {
	if params == nil {
		var none Params
		return none
	}
	return *params
}
