package daybreak

import (
	"context"
	"iter"

	"daybreak.example/client/generated/api"
)

// TrajectoryService reads the trajectories of a model's RL jobs and logs.
type TrajectoryService struct {
	caller *caller
}

// List yields the trajectories of a model that match all filters. params may be nil.
func (s TrajectoryService) List(
	ctx context.Context, modelID string, params *api.ListTrajectoriesParams,
) iter.Seq2[api.TrajectorySummary, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.TrajectorySummary], error) {
		query.After = after
		found, err := valueOf[api.TrajectorySummaryPage](s.caller.api.ListTrajectories(ctx, modelID, &query))
		return page[api.TrajectorySummary]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage returns one page of trajectories. params may be nil.
func (s TrajectoryService) ListPage(
	ctx context.Context, modelID string, params *api.ListTrajectoriesParams,
) (*api.TrajectorySummaryPage, error) {
	return answer[api.TrajectorySummaryPage](s.caller.api.ListTrajectories(ctx, modelID, params))
}

// Get returns a complete trajectory.
func (s TrajectoryService) Get(ctx context.Context, modelID, trajectoryID string) (*api.KeptTrajectory, error) {
	return answer[api.KeptTrajectory](s.caller.api.GetTrajectory(ctx, modelID, trajectoryID))
}

// Tokens returns the training figures of each token of one training sequence of a trajectory. params may be nil.
func (s TrajectoryService) Tokens(
	ctx context.Context, modelID, trajectoryID string, params *api.GetTrajectoryTokensParams,
) (*api.TrajectoryTokens, error) {
	return answer[api.TrajectoryTokens](s.caller.api.GetTrajectoryTokens(ctx, modelID, trajectoryID, params))
}
