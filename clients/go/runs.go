package daybreak

import (
	"context"
	"io"
	"iter"
	"strings"

	"daybreak.example/client/generated/api"
)

// RunService reads tracking runs: one for each model, with the history of its metrics.
type RunService struct {
	caller *caller
}

// Get returns a run.
func (s RunService) Get(ctx context.Context, runID string) (*api.Run, error) {
	return answer[api.Run](s.caller.api.GetRun(ctx, runID))
}

// List yields the runs of all models, or of one. params may be nil.
func (s RunService) List(ctx context.Context, params *api.ListRunsParams) iter.Seq2[api.Run, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Run], error) {
		query.After = after
		found, err := valueOf[api.RunPage](s.caller.api.ListRuns(ctx, &query))
		return page[api.Run]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage returns one page of runs. params may be nil.
func (s RunService) ListPage(ctx context.Context, params *api.ListRunsParams) (*api.RunPage, error) {
	return answer[api.RunPage](s.caller.api.ListRuns(ctx, params))
}

// History yields all records of a run, by time. Each gradient step, finished RL job and call of Log adds one. params
// may be nil.
func (s RunService) History(
	ctx context.Context, runID string, params *api.ListRunHistoryParams,
) iter.Seq2[api.RunRecord, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.RunRecord], error) {
		query.After = after
		found, err := valueOf[api.RunHistoryPage](s.caller.api.ListRunHistory(ctx, runID, &query))
		return page[api.RunRecord]{found.Data, found.LastID, found.HasMore}, err
	})
}

// HistoryPage returns one page of the records of a run. params may be nil.
func (s RunService) HistoryPage(
	ctx context.Context, runID string, params *api.ListRunHistoryParams,
) (*api.RunHistoryPage, error) {
	return answer[api.RunHistoryPage](s.caller.api.ListRunHistory(ctx, runID, params))
}

// Metrics lists the metrics of a run with their number of records, last value, minimum and maximum.
func (s RunService) Metrics(ctx context.Context, runID string) ([]api.RunMetric, error) {
	found, err := valueOf[api.RunMetricList](s.caller.api.ListRunMetrics(ctx, runID))
	return found.Data, err
}

// Series returns up to 32 metrics as curves: buckets with the minimum, maximum, mean and last value of all records.
// params may be nil; its Metrics are ignored in favor of names.
func (s RunService) Series(
	ctx context.Context, runID string, names []string, params *api.GetRunSeriesParams,
) (*api.RunSeries, error) {
	query := orEmpty(params)
	escaped := make([]string, len(names))
	for i, name := range names {
		escaped[i] = strings.NewReplacer(`\`, `\\`, `,`, `\,`).Replace(name)
	}
	query.Metrics = strings.Join(escaped, ",")
	return answer[api.RunSeries](s.caller.api.GetRunSeries(ctx, runID, &query))
}

// TensorBoard downloads the history as a TensorBoard event file. TensorBoard finds files with tfevents in their name.
// The caller closes the reader.
func (s RunService) TensorBoard(ctx context.Context, runID string) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadRunEvents(ctx, runID))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}
