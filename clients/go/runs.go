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

// Get reads a run.
func (s RunService) Get(ctx context.Context, runID string) (*api.Run, error) {
	return answer[api.Run](s.caller.api.GetRun(ctx, runID))
}

// List yields all runs. params may be nil.
func (s RunService) List(ctx context.Context, params *api.ListRunsParams) iter.Seq2[api.Run, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Run], error) {
		query.After = after
		found, err := valueOf[api.RunPage](s.caller.api.ListRuns(ctx, &query))
		return page[api.Run]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage reads one page of runs. params may be nil.
func (s RunService) ListPage(ctx context.Context, params *api.ListRunsParams) (*api.RunPage, error) {
	return answer[api.RunPage](s.caller.api.ListRuns(ctx, params))
}

// History yields all that a run has recorded, by time. params may be nil.
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

// HistoryPage reads one page of what a run has recorded. params may be nil.
func (s RunService) HistoryPage(
	ctx context.Context, runID string, params *api.ListRunHistoryParams,
) (*api.RunHistoryPage, error) {
	return answer[api.RunHistoryPage](s.caller.api.ListRunHistory(ctx, runID, params))
}

// Metrics lists the metrics of a run by name: how often each was recorded, its newest value and its extremes.
func (s RunService) Metrics(ctx context.Context, runID string) ([]api.RunMetric, error) {
	found, err := valueOf[api.RunMetricList](s.caller.api.ListRunMetrics(ctx, runID))
	return found.Data, err
}

// Series reads up to 32 metrics as curves over all records, in buckets with their minimum, maximum, mean and last
// value. params may be nil; names take the place of its Metrics.
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

// TensorBoard opens the history of a run as an event file. TensorBoard wants tfevents in its name. The caller closes it.
func (s RunService) TensorBoard(ctx context.Context, runID string) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadRunEvents(ctx, runID))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}
