const BLOCK_NAMES: Record<string, string | undefined> = {
  attn_norm: 'input_layernorm',
  attn_q: 'self_attn.q_proj',
  attn_k: 'self_attn.k_proj',
  attn_v: 'self_attn.v_proj',
  attn_output: 'self_attn.o_proj',
  attn_q_norm: 'self_attn.q_norm',
  attn_k_norm: 'self_attn.k_norm',
  ffn_norm: 'post_attention_layernorm',
  ffn_gate: 'mlp.gate_proj',
  ffn_up: 'mlp.up_proj',
  ffn_down: 'mlp.down_proj',
};
const TOP_NAMES: Record<string, string | undefined> = {
  'token_embd.weight': 'model.embed_tokens.weight',
  'output_norm.weight': 'model.norm.weight',
  'output.weight': 'lm_head.weight',
};

/** The Hugging Face name of a GGUF tensor (`blk.0.attn_q.weight`), or null for one that is no weight (RoPE's). */
export function huggingFaceName(ggufName: string): string | null {
  if (ggufName === 'rope_freqs.weight') return null;
  const match = /^blk\.(\d{1,4})\.([a-z_]+)\.(weight|bias)$/.exec(ggufName);
  const part = match && BLOCK_NAMES[match[2]];
  return part ? `model.layers.${Number(match[1])}.${part}.${match[3]}` : (TOP_NAMES[ggufName] ?? ggufName);
}
