package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// LogService reads the logged trajectories of models: one log for each call of Log.
type LogService struct {
	caller *caller
}

// List yields the logs of a model. params may be nil.
func (s LogService) List(
	ctx context.Context, modelID string, params *api.ListLogsParams,
) iter.Seq2[api.Log, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Log], error) {
		query.After = after
		found, err := valueOf[api.LogPage](s.caller.api.ListLogs(ctx, modelID, &query))
		return page[api.Log]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage returns one page of logs. params may be nil.
func (s LogService) ListPage(ctx context.Context, modelID string, params *api.ListLogsParams) (*api.LogPage, error) {
	return answer[api.LogPage](s.caller.api.ListLogs(ctx, modelID, params))
}

// Groups yields the trajectory groups of a log, with complete trajectories. params may be nil.
func (s LogService) Groups(
	ctx context.Context, modelID, logID string, params *api.ListLoggedTrajectoryGroupsParams,
) iter.Seq2[api.TrajectoryGroup, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.TrajectoryGroup], error) {
		query.After = after
		found, err := valueOf[api.TrajectoryGroupPage](
			s.caller.api.ListLoggedTrajectoryGroups(ctx, modelID, logID, &query))
		return page[api.TrajectoryGroup]{found.Data, found.LastID, found.HasMore}, err
	})
}

// GroupsPage returns one page of the groups of a log. params may be nil.
func (s LogService) GroupsPage(
	ctx context.Context, modelID, logID string, params *api.ListLoggedTrajectoryGroupsParams,
) (*api.TrajectoryGroupPage, error) {
	return answer[api.TrajectoryGroupPage](s.caller.api.ListLoggedTrajectoryGroups(ctx, modelID, logID, params))
}
