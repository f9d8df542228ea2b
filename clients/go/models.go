package daybreak

import (
	"context"
	"io"
	"iter"

	"daybreak.example/client/generated/api"
)

// ModelService manages trained models, and lists the models that chat can use.
type ModelService struct {
	Checkpoints  CheckpointService
	Logs         LogService
	Trajectories TrajectoryService

	caller *caller
}

// Create creates an untrained model. If the name is taken, the error matches ErrConflict; with ReturnExisting, the
// existing model is returned.
func (s ModelService) Create(ctx context.Context, request api.CreateModelRequest) (*api.Model, error) {
	return answer[api.Model](s.caller.api.CreateModel(ctx, request))
}

// Get returns a model.
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

// ListPage returns one page of models. params may be nil.
func (s ModelService) ListPage(ctx context.Context, params *api.ListModelsParams) (*api.ModelPage, error) {
	return answer[api.ModelPage](s.caller.api.ListModels(ctx, params))
}

// Delete deletes a model with its checkpoints, artifacts, jobs and run.
func (s ModelService) Delete(ctx context.Context, modelID string) (*api.DeletedModel, error) {
	return answer[api.DeletedModel](s.caller.api.DeleteModel(ctx, modelID))
}

// Log logs trajectories without training on them, and stores their mean reward and metrics.
func (s ModelService) Log(
	ctx context.Context, modelID string, request api.LogTrajectoriesRequest,
) (*api.LoggedTrajectories, error) {
	return answer[api.LoggedTrajectories](s.caller.api.LogTrajectories(ctx, modelID, request))
}

// Served lists the models that chat can use.
func (s ModelService) Served(ctx context.Context) ([]api.ServedModel, error) {
	found, err := valueOf[api.ServedModelList](s.caller.api.ListServedModels(ctx))
	return found.Data, err
}

// ServedAs returns a model that chat can use, by name; a checkpoint's name is valid too.
func (s ModelService) ServedAs(ctx context.Context, name string) (*api.ServedModel, error) {
	return answer[api.ServedModel](s.caller.api.GetServedModel(ctx, name))
}

// Base lists the base models that can be trained, the values of BaseModel.
func (s ModelService) Base(ctx context.Context) ([]string, error) {
	return valueOf[[]string](s.caller.api.ListBaseModels(ctx))
}

// CheckpointService manages the checkpoints of a model: step 0, and one for each job that succeeded.
type CheckpointService struct {
	caller *caller
}

// List yields the checkpoints of a model, by step. params may be nil.
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

// ListPage returns one page of checkpoints. params may be nil.
func (s CheckpointService) ListPage(
	ctx context.Context, modelID string, params *api.ListCheckpointsParams,
) (*api.CheckpointPage, error) {
	return answer[api.CheckpointPage](s.caller.api.ListCheckpoints(ctx, modelID, params))
}

// Delete deletes checkpoints by step. Steps that do not exist are reported and are not an error.
func (s CheckpointService) Delete(
	ctx context.Context, modelID string, steps ...int64,
) (*api.DeletedCheckpoints, error) {
	if steps == nil {
		steps = []int64{}
	}
	return answer[api.DeletedCheckpoints](
		s.caller.api.DeleteCheckpoints(ctx, modelID, api.DeleteCheckpointsRequest{Steps: steps}))
}

// Import imports an uploaded PEFT adapter as step 0 of a model. The error matches ErrConflict if it has had a job.
func (s CheckpointService) Import(
	ctx context.Context, modelID string, request api.ImportAdapterRequest,
) (*api.Checkpoint, error) {
	return answer[api.Checkpoint](s.caller.api.ImportAdapter(ctx, modelID, request))
}

// Files lists the adapter files of a checkpoint with their sizes. The untrained step 0 has none.
func (s CheckpointService) Files(ctx context.Context, modelID string, step int64) ([]api.CheckpointFile, error) {
	found, err := valueOf[api.CheckpointFileList](s.caller.api.ListCheckpointFiles(ctx, modelID, step))
	return found.Data, err
}

// DownloadMerged downloads the whole model, with the adapter merged into its weights: a tar archive of a Hugging Face
// folder, or, if Format is a GGUF type, one file for llama.cpp. The caller closes the reader. params may be nil.
func (s CheckpointService) DownloadMerged(
	ctx context.Context, modelID string, step int64, params *api.DownloadMergedModelParams,
) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadMergedModel(ctx, modelID, step, params))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}

// Download downloads an adapter file of a checkpoint. The two files together are a PEFT adapter folder. The caller
// closes the reader.
func (s CheckpointService) Download(
	ctx context.Context, modelID string, step int64, file api.AdapterFileName,
) (io.ReadCloser, error) {
	response, err := success(s.caller.api.DownloadCheckpointFile(ctx, modelID, step, file, nil))
	if err != nil {
		return nil, err
	}
	return response.Body, nil
}
