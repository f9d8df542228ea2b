// Makes the same calls as the smoke test of every client, and prints one JSON line for each.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"daybreak.example/client"
	"daybreak.example/client/generated/api"
)

type fields map[string]any

func main() {
	if err := smoke(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func smoke(ctx context.Context) error {
	client, err := daybreak.New(daybreak.Options{})
	if err != nil {
		return err
	}
	model, err := create(ctx, client)
	if err != nil {
		return err
	}
	request := api.ChatCompletionRequest{
		Model:       daybreak.Ptr(daybreak.ChatName(model)),
		Messages:    []api.ChatMessage{daybreak.UserMessage("Say yes, no or maybe.")},
		MaxTokens:   daybreak.Ptr(int64(6)),
		Seed:        daybreak.Ptr(int64(7)),
		Temperature: daybreak.Ptr(1.0),
	}
	chat, err := answer(ctx, client, request)
	if err != nil {
		return err
	}
	return errors.Join(
		stream(ctx, client, request),
		reinforce(ctx, client, model, request.Messages, chat.Choices),
		finetune(ctx, client, model),
		checkpoints(ctx, client, model),
		faults(ctx, client),
		remove(ctx, client, model),
	)
}

func tell(call string, answer fields) {
	answer["call"] = call
	line, err := json.Marshal(answer)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(line))
}

func describe(ctx context.Context, client *daybreak.Client) error {
	health, err := client.Health(ctx)
	if err != nil {
		return err
	}
	tell("health", fields{"status": health.Status, "version": health.Version})
	version, err := client.Version(ctx)
	if err != nil {
		return err
	}
	load, err := client.Load(ctx)
	if err != nil {
		return err
	}
	tokenizer, err := client.TokenizerInfo(ctx)
	if err != nil {
		return err
	}
	tell("server", fields{"version": version, "load": load, "tokenizer_class": tokenizer.TokenizerClass})
	return nil
}

func create(ctx context.Context, client *daybreak.Client) (*api.Model, error) {
	if err := describe(ctx, client); err != nil {
		return nil, err
	}
	names, err := client.Models.Base(ctx)
	if err != nil {
		return nil, err
	}
	tell("base_models", fields{"names": names})
	model, err := client.Models.Create(ctx, api.CreateModelRequest{
		Project: "smoke", Name: os.Getenv("SMOKE_NAME"), BaseModel: os.Getenv("DAYBREAK_BASE_MODEL"),
	})
	if err != nil {
		return nil, err
	}
	tell("create_model", fields{
		"id": model.ID, "name": model.Name, "base_model": model.BaseModel, "run_id": model.RunID,
	})
	return model, nil
}

func answer(
	ctx context.Context, client *daybreak.Client, request api.ChatCompletionRequest,
) (*api.ChatCompletion, error) {
	request.N = daybreak.Ptr(int64(2))
	chat, err := client.Chat.Completions.Create(ctx, request)
	if err != nil {
		return nil, err
	}
	var texts []string
	var reasons []api.FinishReason
	for _, choice := range chat.Choices {
		texts = append(texts, *choice.Message.Content)
		reasons = append(reasons, choice.FinishReason)
	}
	tell("chat", fields{
		"texts": texts, "finish_reasons": reasons, "completion_tokens": chat.Usage.CompletionTokens,
	})
	return chat, nil
}

func stream(ctx context.Context, client *daybreak.Client, request api.ChatCompletionRequest) error {
	request.StreamOptions = &api.StreamOptions{IncludeUsage: daybreak.Ptr(true)}
	var text strings.Builder
	var chunks int
	var reason *api.FinishReason
	var tokens int64
	for chunk, err := range client.Chat.Completions.Stream(ctx, request) {
		if err != nil {
			return err
		}
		chunks++
		text.WriteString(daybreak.TextOf(chunk))
		if len(chunk.Choices) > 0 && chunk.Choices[0].FinishReason != nil {
			reason = chunk.Choices[0].FinishReason
		}
		if chunk.Usage != nil {
			tokens = chunk.Usage.CompletionTokens
		}
	}
	tell("chat_stream", fields{
		"text": text.String(), "chunks": chunks, "finish_reason": reason, "completion_tokens": tokens,
	})
	return nil
}

func reinforce(
	ctx context.Context, client *daybreak.Client, model *api.Model, messages []api.ChatMessage, choices []api.ChatChoice,
) error {
	trajectories, err := daybreak.Trajectories(messages, choices, []float64{1, 0})
	if err != nil {
		return err
	}
	job, err := client.TrainingJobs.Create(ctx, api.CreateTrainingJobRequest{
		ModelID:            model.ID,
		TrajectoryGroups:   []api.TrajectoryGroup{{Trajectories: trajectories}},
		ExperimentalConfig: &api.RlConfig{LearningRate: daybreak.Ptr(1e-4)},
	})
	if err != nil {
		return err
	}
	ends := []string{string(api.TrainingEndedEventTypeTrainingEnded), string(api.TrainingFailedEventTypeTrainingFailed)}
	query := api.ListTrainingJobEventsParams{Limit: daybreak.Ptr(int64(2))}
	var events []string
	var pages int
	for len(events) == 0 || !slices.Contains(ends, events[len(events)-1]) {
		page, err := client.TrainingJobs.EventPage(ctx, job.ID, &query)
		if err != nil {
			return err
		}
		pages++
		for _, event := range page.Data {
			kind, err := event.Discriminator()
			if err != nil {
				return err
			}
			events = append(events, kind)
		}
		if page.LastID != "" {
			query.After = &page.LastID
		}
	}
	tell("rl_job", fields{"kind": job.Kind, "events": events, "pages": pages})
	return nil
}

func finetune(ctx context.Context, client *daybreak.Client, model *api.Model) error {
	const line = `{"messages":[{"role":"user","content":"Is water wet?"},{"role":"assistant","content":"yes"}]}` + "\n"
	artifact, err := client.Artifacts.Create(ctx, api.CreateArtifactRequest{
		Name: model.Name + "-data", Project: daybreak.Ptr("smoke"),
	})
	if err != nil {
		return err
	}
	file, err := client.Artifacts.Upload(ctx, artifact.ID, "train.jsonl", bytes.NewBufferString(line+line))
	if err != nil {
		return err
	}
	config := &api.SftConfig{BatchSize: new(api.SftConfig_BatchSize), LearningRate: new(api.SftConfig_LearningRate)}
	err = errors.Join(config.BatchSize.FromSftConfigBatchSize0(1), config.LearningRate.FromSftConfigLearningRate0(1e-4))
	if err != nil {
		return err
	}
	job, err := client.TrainingJobs.CreateSFT(ctx, api.CreateSftTrainingJobRequest{
		ModelID: model.ID, TrainingDataURL: artifact.URL, Config: config,
	})
	if err != nil {
		return err
	}
	job, err = client.TrainingJobs.Wait(ctx, job.ID)
	if err != nil {
		return err
	}
	tell("sft_job", fields{
		"kind": job.Kind, "bytes": file.Bytes, "sha256": file.Sha256, "status": job.Status, "step": job.Step,
	})
	return nil
}

func checkpoints(ctx context.Context, client *daybreak.Client, model *api.Model) error {
	var steps []int64
	query := &api.ListCheckpointsParams{Limit: daybreak.Ptr(int64(1))}
	for checkpoint, err := range client.Models.Checkpoints.List(ctx, model.ID, query) {
		if err != nil {
			return err
		}
		steps = append(steps, checkpoint.Step)
	}
	tell("checkpoints", fields{"steps": steps})
	return nil
}

func faults(ctx context.Context, client *daybreak.Client) error {
	_, missing := client.Models.Get(ctx, "00000000-0000-4000-8000-000000000000")
	_, invalid := client.Models.ListPage(ctx, &api.ListModelsParams{Limit: daybreak.Ptr(int64(101))})
	var first, second *daybreak.APIError
	if !errors.Is(missing, daybreak.ErrNotFound) || !errors.As(missing, &first) {
		return fmt.Errorf("a model that is not there gave %w", missing)
	}
	if !errors.Is(invalid, daybreak.ErrUnprocessableEntity) || !errors.As(invalid, &second) {
		return fmt.Errorf("a limit of 101 gave %w", invalid)
	}
	issues := told(second)
	issues["issues"] = len(second.Issues)
	tell("errors", fields{"not_found": told(first), "invalid": issues})
	return nil
}

func told(fault *daybreak.APIError) fields {
	var param any
	if fault.Param != "" {
		param = fault.Param
	}
	return fields{"status": fault.Status, "code": fault.Code, "param": param, "request_id": fault.RequestID}
}

func remove(ctx context.Context, client *daybreak.Client, model *api.Model) error {
	deleted, err := client.Models.Delete(ctx, model.ID)
	if err != nil {
		return err
	}
	tell("delete_model", fields{"deleted_checkpoints": deleted.DeletedCheckpoints, "deleted_run": deleted.DeletedRun})
	return nil
}
