import type { Command } from 'commander';

/** Summaries of the command groups. */
const groups: Record<string, string> = {
  api: 'Call any operation of the API by its name',
  checkpoints: 'Checkpoints of a model',
  completion: 'Shell completion',
  data: 'Artifacts: uploaded files, such as SFT training data',
  jobs: 'Training jobs',
  keys: 'API keys of the server on this machine',
  logs: 'Logged trajectories',
  models: 'Models in training',
  profiles: 'Servers that you signed in to',
  runs: 'Training runs and their metrics',
  served: 'Models that a chat can name',
  sessions: 'Short-lived keys, for browsers',
  train: 'Start a training job',
  trajectories: 'Trajectories of training, and their outcome',
};

/** Adds a command of one word, or of a group and a word; adds a missing group. */
export function commandAt(program: Command, words: string): Command {
  const path = words.split(' ');
  const name = path.pop()!;
  let parent = program;
  for (const word of path) parent = findCommand(parent, word) ?? addGroup(parent, word);
  return parent.command(name).allowExcessArguments(false);
}

function addGroup(parent: Command, word: string): Command {
  const about = groups[word] ?? word;
  return parent.command(word).summary(about).description(`${about}.`);
}

/** Returns the command of these words, or undefined. */
export function findCommand(program: Command, words: string): Command | undefined {
  let found: Command | undefined = program;
  for (const word of words.split(' ')) found = found?.commands.find((one) => one.name() === word);
  return found;
}
