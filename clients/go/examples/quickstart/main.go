package main

import (
	"context"
	"fmt"
	"log"
	"time"

	"daybreak.example/client"
	"daybreak.example/client/generated/api"
)

func main() {
	if err := train(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func train(ctx context.Context) error {
	client, err := daybreak.New(daybreak.Options{}) // DAYBREAK_BASE_URL and DAYBREAK_API_KEY, else this machine's server
	if err != nil {
		return err
	}
	bases, err := client.Models.Base(ctx)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("agent-%d", time.Now().UnixMilli())
	model, err := client.Models.Create(ctx, api.CreateModelRequest{Project: "demo", Name: name, BaseModel: bases[0]})
	if err != nil {
		return err
	}
	request := api.ChatCompletionRequest{
		Model:     daybreak.Ptr(daybreak.ChatName(model)),
		Messages:  []api.ChatMessage{daybreak.UserMessage("Is it nice to walk in the rain?")},
		MaxTokens: daybreak.Ptr(int64(16)),
	}
	for chunk, err := range client.Chat.Completions.Stream(ctx, request) {
		if err != nil {
			return err
		}
		fmt.Print(daybreak.TextOf(chunk))
	}
	fmt.Println()

	// One step of reinforcement learning: sample two answers, and reward the shorter one.
	request.N = daybreak.Ptr(int64(2))
	chat, err := client.Chat.Completions.Create(ctx, request)
	if err != nil {
		return err
	}
	rewards := []float64{0, 1}
	if len(*chat.Choices[0].Message.Content) < len(*chat.Choices[1].Message.Content) {
		rewards = []float64{1, 0}
	}
	trajectories, err := daybreak.Trajectories(request.Messages, chat.Choices, rewards)
	if err != nil {
		return err
	}
	job, err := client.TrainingJobs.Create(ctx, api.CreateTrainingJobRequest{
		ModelID:          model.ID,
		TrajectoryGroups: []api.TrajectoryGroup{{Trajectories: trajectories}},
	})
	if err != nil {
		return err
	}
	job, err = client.TrainingJobs.Wait(ctx, job.ID)
	if err != nil {
		return err
	}
	fmt.Printf("trained to step %d\n", *job.Step)
	return nil
}
