import type { Command } from 'commander';

/** Summaries of the command groups. */
const groups: Record<string, string> = {
  api: 'Call any operation of the API by its name',
  checkpoints: 'What training has left of a model, step by step',
  completion: 'Completion of words for a shell',
  data: 'Uploaded files, such as the training data of SFT jobs',
  jobs: 'Training jobs',
  keys: 'The API keys of the server on this machine',
  logs: 'Trajectories that were logged',
  models: 'Models under training',
  profiles: 'The servers that were signed in to',
  runs: 'The curves of training',
  served: 'What a chat can name as its model',
  sessions: 'Keys of a few hours, for browsers',
  train: 'Start a training job',
  trajectories: 'The answers of training, and what became of each',
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
