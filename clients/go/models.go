package daybreak

import (
	"context"
	"io"
	"iter"

	"daybreak.example/client/generated/api"
)

// ModelService creates models and tells what is served.
type ModelService struct {
	Checkpoints  CheckpointService
	Logs         LogService
	Trajectories TrajectoryService

	caller *caller
}

// Create creates a model, or fetches the one of that name when ReturnExisting is true.
func (s ModelService) Create(ctx context.Context, request api.CreateModelRequest) (*api.Model, error) {
	return answer[api.Model](s.caller.api.CreateModel(ctx, request))
}

// Get reads a model.
func (s ModelService) Get(ctx context.Context, modelID string) (*api.Model, error) {
	return answer[api.Model](s.caller.api.GetModel(ctx, modelID))
}

// List yields all models. params may be nil.
func (s ModelService) List(ctx context.Context, params *api.ListModelsParams) iter.Seq2[api.Model, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Model], error) {
		query.After = after
		found, err := valueOf[api.ModelPage](s.caller.api.ListModels(ctx, &query))
		return page[api.Model]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage reads one page of models. params may be nil.
func (s ModelService) ListPage(ctx context.Context, params *api.ListModelsParams) (*api.ModelPage, error) {
	return answer[api.ModelPage](s.caller.api.ListModels(ctx, params))
}

// Delete deletes a model and all that belongs to it.
func (s ModelService) Delete(ctx context.Context, modelID string) (*api.DeletedModel, error) {
	return answer[api.DeletedModel](s.caller.api.DeleteModel(ctx, modelID))
}

// Log keeps trajectories that are not trained on, and stores their metrics.
func (s ModelService) Log(
	ctx context.Context, modelID string, request api.LogTrajectoriesRequest,
) (*api.LoggedTrajectories, error) {
	return answer[api.LoggedTrajectories](s.caller.api.LogTrajectories(ctx, modelID, request))
}

// Served lists what a chat can name as its model.
func (s ModelService) Served(ctx context.Context) ([]api.ServedModel, error) {
	found, err := valueOf[api.ServedModelList](s.caller.api.ListServedModels(ctx))
	return found.Data, err
}

// ServedAs reads one of them, or a checkpoint, by name.
func (s ModelService) ServedAs(ctx context.Context, name string) (*api.ServedModel, error) {
	return answer[api.ServedModel](s.caller.api.GetServedModel(ctx, name))
}

// Base lists the base models that can be trained.
func (s ModelService) Base(ctx context.Context) ([]string, error) {
	return valueOf[[]string](s.caller.api.ListBaseModels(ctx))
}

// CheckpointService reads and deletes the checkpoints of models.
type CheckpointService struct {
	caller *caller
}

// List yields all checkpoints of a model, by step. params may be nil.
func (s CheckpointService) List(
	ctx context.Context, modelID string, params *api.ListCheckpointsParams,
) iter.Seq2[api.Checkpoint, error] {
	query := orEmpty(params)
	return eachOf(query.After, func(after *string) (page[api.Checkpoint], error) {
		query.After = after
		found, err := valueOf[api.CheckpointPage](s.caller.api.ListCheckpoints(ctx, modelID, &query))
		return page[api.Checkpoint]{found.Data, found.LastID, found.HasMore}, err
	})
}

// ListPage reads one page of checkpoints. params may be nil.
func (s CheckpointService) ListPage(
	ctx context.Context, modelID string, params *api.ListCheckpointsParams,
) (*api.CheckpointPage, error) {
	return answer[api.CheckpointPage](s.caller.api.ListCheckpoints(ctx, modelID, params))
}

// Delete deletes checkpoints by step. Steps that are not there are reported, not an error.
func (s CheckpointService) Delete(
	ctx context.Context, modelID string, steps ...int64,
) (*api.DeletedCheckpoints, error) {
	if steps == nil {
		steps = []int64{}
	}
	return answer[api.DeletedCheckpoints](
		s.caller.api.DeleteCheckpoints(ctx, modelID, api.DeleteCheckpointsRequest{Steps: steps}))
}

// Import makes an uploaded PEFT adapter the step 0 of a model that has had no job.
func (s CheckpointService) Import(
	ctx context.Context, modelID string, request api.ImportAdapterRequest,
) (*api.Checkpoint, error) {
	return answer[api.Checkpoint](s.caller.api.ImportAdapter(ctx, modelID, request))
}

// Files lists the files of a checkpoint's adapter; the base model has none.
func (s CheckpointService) Files(ctx context.Context, modelID string, step int64) ([]api.CheckpointFile, error) {
	found, err := valueOf[api.CheckpointFileList](s.caller.api.ListCheckpointFiles(ctx, modelID, step))
	return found.Data, err
}

// DownloadMerged opens the whole model, the adapter merged into its weights: a tar archive of a Hugging Face folder, or
// with a format of GGUF one file that llama.cpp opens. The caller closes it. params may be nil.
func (s CheckpointService) DownloadMerged(
	ctx context.Context, modelID string, step int64, params *api.DownloadMergedModelParams,
) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadMergedModel(ctx, modelID, step, params))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// Download opens a file of a checkpoint's adapter. The caller closes it.
func (s CheckpointService) Download(
	ctx context.Context, modelID string, step int64, file api.AdapterFileName,
) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadCheckpointFile(ctx, modelID, step, file, nil))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}
