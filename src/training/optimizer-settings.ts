/** What each kind of training sets for AdamW; its betas are 0.9 and 0.99 for both (art-protocol 5.8). */
export const RL_OPTIMIZER = { weightDecay: 0.1, maxGradNorm: 0.1 } as const;
export const SFT_OPTIMIZER = { weightDecay: 0, maxGradNorm: 1 } as const;
