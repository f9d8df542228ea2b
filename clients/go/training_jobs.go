package daybreak

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"daybreak.example/client/generated/api"
)

const pollInterval = 500 * time.Millisecond

// TrainingJobService manages RL and SFT training jobs.
type TrainingJobService struct {
	caller *caller
}

// Create creates an RL training job. See Trajectories for its data.
func (s TrainingJobService) Create(ctx context.Context, request api.CreateTrainingJobRequest) (*api.TrainingJob, error) {
	return answer[api.TrainingJob](s.caller.api.CreateTrainingJob(ctx, request))
}

// CreateSFT creates an SFT training job on conversations uploaded as an artifact, given by its URL.
func (s TrainingJobService) CreateSFT(
	ctx context.Context, request api.CreateSftTrainingJobRequest,
) (*api.TrainingJob, error) {
	return answer[api.TrainingJob](s.caller.api.CreateSftTrainingJob(ctx, request))
}

// Get returns a training job.
func (s TrainingJobService) Get(ctx context.Context, jobID string) (*api.TrainingJob, error) {
	return answer[api.TrainingJob](s.caller.api.GetTrainingJob(ctx, jobID))
}

// List yields training jobs, optionally only those of one model or status. params may be nil.
func (s TrainingJobService) List(
	ctx context.Context, params *api.ListTrainingJobsParams,
) iter.Seq2[api.TrainingJob, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.TrainingJob], error) {
		query.After = after
		found, err := valueOf[api.TrainingJobPage](s.caller.api.ListTrainingJobs(ctx, &query))
		return page[api.TrainingJob]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage returns one page of jobs. params may be nil.
func (s TrainingJobService) ListPage(
	ctx context.Context, params *api.ListTrainingJobsParams,
) (*api.TrainingJobPage, error) {
	return answer[api.TrainingJobPage](s.caller.api.ListTrainingJobs(ctx, params))
}

// Cancel cancels a queued or running job.
func (s TrainingJobService) Cancel(ctx context.Context, jobID string) (*api.TrainingJob, error) {
	return answer[api.TrainingJob](s.caller.api.CancelTrainingJob(ctx, jobID))
}

// Retry retries a failed or cancelled job, as a new job that resumes after the last gradient step of the old one.
func (s TrainingJobService) Retry(ctx context.Context, jobID string) (*api.TrainingJob, error) {
	return answer[api.TrainingJob](s.caller.api.RetryTrainingJob(ctx, jobID))
}

// Groups yields the trajectory groups of an RL job with their rewards and outcomes. params may be nil.
func (s TrainingJobService) Groups(
	ctx context.Context, jobID string, params *api.ListJobGroupsParams,
) iter.Seq2[api.JobGroup, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.JobGroup], error) {
		query.After = after
		found, err := valueOf[api.JobGroupPage](s.caller.api.ListJobGroups(ctx, jobID, &query))
		return page[api.JobGroup]{found.Data, found.LastID, found.HasMore}, err
	})
}

// GroupsPage returns one page of the groups of a job. params may be nil.
func (s TrainingJobService) GroupsPage(
	ctx context.Context, jobID string, params *api.ListJobGroupsParams,
) (*api.JobGroupPage, error) {
	return answer[api.JobGroupPage](s.caller.api.ListJobGroups(ctx, jobID, params))
}

// EventPage returns one page of a job's events. It is empty if there are no events after the cursor yet. params may be
// nil.
func (s TrainingJobService) EventPage(
	ctx context.Context, jobID string, params *api.ListTrainingJobEventsParams,
) (*api.TrainingEventPage, error) {
	return answer[api.TrainingEventPage](s.caller.api.ListTrainingJobEvents(ctx, jobID, params))
}

// Events yields each event of a job as it occurs, up to training_ended or training_failed. params may be nil.
func (s TrainingJobService) Events(
	ctx context.Context, jobID string, params *api.ListTrainingJobEventsParams,
) iter.Seq2[api.TrainingEvent, error] {
	query := orEmpty(params)
	return func(yield func(api.TrainingEvent, error) bool) {
		for {
			found, err := s.EventPage(ctx, jobID, &query)
			if err != nil {
				yield(api.TrainingEvent{}, err)
				return
			}
			for _, event := range found.Data {
				if !yield(event, nil) || isLast(event) {
					return
				}
			}
			if found.LastID != "" {
				query.After = &found.LastID
			}
			if found.HasMore {
				continue
			}
			if err := pause(ctx, pollInterval); err != nil {
				yield(api.TrainingEvent{}, connectionError(err))
				return
			}
		}
	}
}

func isLast(event api.TrainingEvent) bool {
	kind, _ := event.Discriminator()
	return kind == string(api.TrainingEndedEventTypeTrainingEnded) || kind == string(api.TrainingFailedEventTypeTrainingFailed)
}

// Wait waits for a job to succeed and returns it. The error is a *TrainingJobError if it failed or was cancelled, and a
// *ConnectionError if the context ends first.
func (s TrainingJobService) Wait(ctx context.Context, jobID string) (*api.TrainingJob, error) {
	for {
		job, err := s.Get(ctx, jobID)
		if err != nil {
			return nil, err
		}
		switch job.Status {
		case api.JobStatusSucceeded:
			return job, nil
		case api.JobStatusFailed, api.JobStatusCancelled:
			return nil, &TrainingJobError{Job: *job}
		}
		if err := pause(ctx, pollInterval); err != nil {
			if errors.Is(err, context.DeadlineExceeded) {
				return nil, &ConnectionError{Timeout: true, Err: fmt.Errorf("job %s is still %s: %w", jobID, job.Status, err)}
			}
			return nil, connectionError(err)
		}
	}
}
