package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"strings"
	"time"

	"daybreak.example/client"
	"daybreak.example/client/generated/api"
)

func main() {
	client, err := daybreak.New(daybreak.Options{})
	if err != nil {
		log.Fatal(err)
	}
	if err := exchange(context.Background(), client); err != nil {
		log.Fatal(err)
	}
}

func exchange(ctx context.Context, client *daybreak.Client) error {
	model, err := create(ctx, client, "taught")
	if err != nil {
		return err
	}
	step, err := teach(ctx, client, model)
	if err != nil {
		return err
	}
	if err := succeed(ctx, client, model, step); err != nil {
		return err
	}

	// Download the merged model as a tar archive, and the metrics as TensorBoard events.
	merged, err := client.Models.Checkpoints.DownloadMerged(ctx, model.ID, step, nil)
	if err != nil {
		return err
	}
	if err := save("merged.tar", merged); err != nil {
		return err
	}
	events, err := client.Runs.TensorBoard(ctx, *model.RunID)
	if err != nil {
		return err
	}
	if err := save("events.out.tfevents.daybreak", events); err != nil {
		return err
	}
	return logAnswer(ctx, client, model)
}

func create(ctx context.Context, client *daybreak.Client, name string) (*api.Model, error) {
	bases, err := client.Models.Base(ctx)
	if err != nil {
		return nil, err
	}
	name = fmt.Sprintf("%s-%d", name, time.Now().UnixMilli())
	return client.Models.Create(ctx, api.CreateModelRequest{Project: "demo", Name: name, BaseModel: bases[0]})
}

// teach cancels a job, retries it as a new one, and returns the step that it has trained to.
func teach(ctx context.Context, client *daybreak.Client, model *api.Model) (int64, error) {
	data, err := client.Artifacts.Create(ctx, api.CreateArtifactRequest{Name: "lessons-" + model.Name})
	if err != nil {
		return 0, err
	}
	lesson := `{"messages": [{"role": "user", "content": "Rain?"}, {"role": "assistant", "content": "no"}]}` + "\n"
	content := strings.NewReader(strings.Repeat(lesson, 32))
	if _, err := client.Artifacts.Upload(ctx, data.ID, "train.jsonl", content); err != nil {
		return 0, err
	}
	request := api.CreateSftTrainingJobRequest{ModelID: model.ID, TrainingDataURL: data.URL}
	job, err := client.TrainingJobs.CreateSFT(ctx, request)
	if err != nil {
		return 0, err
	}
	if job, err = client.TrainingJobs.Cancel(ctx, job.ID); err != nil {
		return 0, err
	}
	fmt.Println(job.Status)
	if job, err = client.TrainingJobs.Retry(ctx, job.ID); err != nil {
		return 0, err
	}
	if job, err = client.TrainingJobs.Wait(ctx, job.ID); err != nil {
		return 0, err
	}
	fmt.Printf("trained to step %d\n", *job.Step)
	return *job.Step, nil
}

// succeed exports the adapter as PEFT files, and imports it into another model.
func succeed(ctx context.Context, client *daybreak.Client, model *api.Model, step int64) error {
	adapter, err := client.Artifacts.Create(ctx, api.CreateArtifactRequest{Name: "adapter-" + model.Name})
	if err != nil {
		return err
	}
	files, err := client.Models.Checkpoints.Files(ctx, model.ID, step)
	if err != nil {
		return err
	}
	for _, file := range files {
		content, err := client.Models.Checkpoints.Download(ctx, model.ID, step, file.Name)
		if err != nil {
			return err
		}
		_, err = client.Artifacts.Upload(ctx, adapter.ID, string(file.Name), content)
		content.Close()
		if err != nil {
			return err
		}
	}
	successor, err := create(ctx, client, "successor")
	if err != nil {
		return err
	}
	request := api.ImportAdapterRequest{ArtifactURL: adapter.URL}
	checkpoint, err := client.Models.Checkpoints.Import(ctx, successor.ID, request)
	if err != nil {
		return err
	}
	fmt.Printf("imported as step %d\n", checkpoint.Step)
	return nil
}

func save(name string, content io.ReadCloser) error {
	defer content.Close()
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = io.Copy(file, content)
	return err
}

// logAnswer logs an answer, and reads the log.
func logAnswer(ctx context.Context, client *daybreak.Client, model *api.Model) error {
	request := api.ChatCompletionRequest{
		Model:     daybreak.Ptr(daybreak.ChatName(model)),
		Messages:  []api.ChatMessage{daybreak.UserMessage("Rain?")},
		MaxTokens: daybreak.Ptr(int64(4)),
	}
	chat, err := client.Chat.Completions.Create(ctx, request)
	if err != nil {
		return err
	}
	trajectories, err := daybreak.Trajectories(request.Messages, chat.Choices, []float64{1})
	if err != nil {
		return err
	}
	groups := []api.TrajectoryGroup{{Trajectories: trajectories}}
	logged := api.LogTrajectoriesRequest{Split: "val", TrajectoryGroups: groups}
	if _, err := client.Models.Log(ctx, model.ID, logged); err != nil {
		return err
	}
	for entry, err := range client.Models.Logs.List(ctx, model.ID, nil) {
		if err != nil {
			return err
		}
		count := 0
		for _, err := range client.Models.Logs.Groups(ctx, model.ID, entry.ID, nil) {
			if err != nil {
				return err
			}
			count++
		}
		fmt.Printf("logged under %s: %d group\n", entry.Split, count)
	}
	return nil
}
