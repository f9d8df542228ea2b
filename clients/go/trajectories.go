package daybreak

import (
	"encoding/json"
	"fmt"

	"daybreak.example/client/generated/api"
)

// ChatName returns the name of a trained model for chat requests, for its newest checkpoint.
func ChatName(model *api.Model) string {
	return fmt.Sprintf("wandb-artifact:///%s/%s/%s", model.Entity, model.Project, model.Name)
}

// ChatNameAt returns the name of a trained model for chat requests, for the checkpoint of step.
func ChatNameAt(model *api.Model, step int64) string {
	return fmt.Sprintf("%s:step%d", ChatName(model), step)
}

// Trajectories returns training data for an RL job: a trajectory for each choice of a chat completion, with its reward.
func Trajectories(
	conversation []api.ChatMessage, choices []api.ChatChoice, rewards []float64,
) ([]api.Trajectory, error) {
	if len(choices) != len(rewards) {
		return nil, fmt.Errorf("daybreak: there are %d choices and %d rewards; allowed is one reward for each choice",
			len(choices), len(rewards))
	}
	trajectories := make([]api.Trajectory, len(choices))
	for index, choice := range choices {
		items := make([]api.MessagesAndChoicesItem, len(conversation)+1)
		for place, message := range conversation {
			if err := asItem(message, &items[place]); err != nil {
				return nil, err
			}
		}
		if err := asItem(choice, &items[len(conversation)]); err != nil {
			return nil, err
		}
		trajectories[index] = api.Trajectory{MessagesAndChoices: items, Reward: &rewards[index]}
	}
	return trajectories, nil
}

// asItem keeps every field, because training uses the tokens and log-probabilities of a choice.
func asItem(value any, item *api.MessagesAndChoicesItem) error {
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("daybreak: %w", err)
	}
	return item.UnmarshalJSON(text)
}
