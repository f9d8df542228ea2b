// Sampling parameters of a row, with the seed of the noise that samples its token.
struct Params {
  temperature: f32, topP: f32, topK: u32, position: u32, seedLow: u32, seedHigh: u32, minP: f32, row: u32
}
// Results for a part of a row: its top logit and the token of that logit, the least allowed logit, and the sum of
// exp(y - top). `drawn` is the largest (y - top) / temperature + noise for a row without cuts, else the sum of
// exp((y - top) / temperature).
struct Part { top: f32, token: u32, least: f32, mass: f32, drawn: f32 }
// Tokens with logits below this are forbidden.
const LEAST = -1e29;
const NONE = 0xffffffffu;

fn cutsByCount(s: Params) -> bool { return s.topK > 0u && s.topK < p.V; }

fn cuts(s: Params) -> bool { return s.minP > 0.0 || s.topP < 1.0 || cutsByCount(s); }

fn scramble(hash: u32, word: u32) -> u32 {
  var k = word * 0xcc9e2d51u;
  k = ((k << 15u) | (k >> 17u)) * 0x1b873593u;
  let h = hash ^ k;
  return ((h << 13u) | (h >> 19u)) * 5u + 0xe6546b64u;
}

// Returns -log(-log(1 - u)), u uniform in (0, 1). Near 0 a series keeps the digits that 1 - u would lose.
fn gumbel(s: Params, token: u32) -> f32 {
  var h = scramble(scramble(scramble(scramble(0u, s.seedLow), s.seedHigh), s.position), token) ^ 16u;
  h = (h ^ (h >> 16u)) * 0x85ebca6bu;
  h = (h ^ (h >> 13u)) * 0xc2b2ae35u;
  h ^= h >> 16u;
  let u = (f32(h) + 0.5) * 2.3283064e-10;
  let exponential = select(-log(max(1.0 - u, 1e-30)), u + u * u * (0.5 + u / 3.0), u < 0.01);
  return -log(exponential);
}
