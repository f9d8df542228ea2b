/** Descriptions of metrics, shown on hover. */
const meanings: Record<string, string> = {
  reward: 'Mean reward of the trajectories of the job that this step belongs to',
  'train/reward': 'Mean reward of the trajectories that a job was sent',
  'train/reward_std_dev': 'Spread of rewards within a group, averaged over groups; 0 teaches nothing',
  'val/reward': 'Mean reward of logged validation trajectories',
  'train/exception_rate': 'Share of rollouts that ended with an exception',
  policy_loss: 'Loss of the policy gradient; its height says little, its jumps do',
  loss: 'Mean cross-entropy over the trained tokens',
  entropy: 'How undecided the policy is at each trained token, in nats',
  grad_norm: 'Length of the gradient before clipping',
  kl_policy_ref: 'How far the policy is from the reference policy',
  probs_corr: 'Correlation of what the sampler and the trainer say about the same tokens; 1 is right',
  'loss/importance_ratio_mean': 'How much likelier a trained token is now than when it was sampled',
  'loss/importance_ratio_p95': '95 % of trained tokens have at most this ratio',
  'loss/importance_ratio_p99': '99 % of trained tokens have at most this ratio',
  'loss/clipped_token_fraction': 'Share of trained tokens whose ratio is clipped',
  'loss/learning_rate': 'Learning rate of the step',
  learning_rate: 'Learning rate of the step',
  'answer/tokens_mean': 'Mean length of an answer in tokens',
  'answer/tokens_p95': '95 % of answers have at most this many tokens',
  'answer/truncated_fraction': 'Share of answers that ended at the limit of their length',
  'advantage/std_dev': 'Spread of the advantages',
  'throughput/tokens_per_second': 'Tokens per second, prompt included',
  tokens_per_second: 'Tokens per second, prompt included',
  'time/step_seconds': 'Seconds that the gradient step took',
  num_groups_submitted: 'Groups that the job was sent',
  num_groups_trainable: 'Groups that teach something',
  num_groups_equal_rewards: 'Groups whose rewards are all equal, which teach nothing',
};

export function meaningOf(name: string): string | undefined {
  return meanings[name];
}

/** Sections of charts, in display order. */
const sections: readonly [title: string, belongs: RegExp][] = [
  ['Reward', /^(reward|train\/|val\/|test\/|eval)|(^|\/)reward/],
  ['Policy and loss', /^(loss|policy_loss|entropy|grad_norm|kl_|probs_corr|learning_rate|advantage\/)/],
  ['Answers and groups', /^(answer\/|num_groups|num_traj|exception|num_dropped)/],
  ['Speed and data', /^(time\/|throughput\/|tokens_per_second|num_)/],
  ['Other', /./],
];

export function sectionsOf(names: readonly string[]): { title: string; names: string[] }[] {
  const found = sections.map(([title]) => ({ title, names: [] as string[] }));
  for (const name of names) found[sections.findIndex(([, belongs]) => belongs.test(name))]!.names.push(name);
  return found.filter((section) => section.names.length > 0);
}
