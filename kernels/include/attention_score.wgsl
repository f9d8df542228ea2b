// Masks and scores of attention. With WINDOW a query at position t sees keys at positions t - window + 1 .. t, else all
// up to t. With SOFTCAP scores are cap tanh(scale q k / cap), with cap = p.softcap (Gemma 2).
#if SOFTCAP
#include softcap
#end
// Score of a masked key. It is far below -1e30, the maximum of an empty set of scores, so the key's weight is 0.
const UNSEEN = -2e30;

// Returns the first position that the query sees.
fn oldestOf(query: u32) -> u32 {
  #if WINDOW
  return select(0u, query + 1u - p.window, query >= p.window);
  #else
  return 0u;
  #end
}

fn sees(query: u32, key: u32) -> bool {
  #if WINDOW
  return key <= query && query - key < p.window;
  #else
  return key <= query;
  #end
}

fn seesFour(query: u32, keys: vec4<u32>) -> vec4<bool> {
  #if WINDOW
  return (keys <= vec4(query)) & (vec4(query) - keys < vec4(p.window));
  #else
  return keys <= vec4(query);
  #end
}

fn scoresOf(products: vec4<f32>) -> vec4<f32> {
  #if SOFTCAP
  return softcapped(products * p.scale, p.softcap);
  #else
  return products * p.scale;
  #end
}

fn scoreOf(product: f32) -> f32 {
  #if SOFTCAP
  return scoresOf(vec4(product)).x;
  #else
  return product * p.scale;
  #end
}

// Returns the derivatives of the scores with respect to the products q k.
fn slopesOf(scores: vec4<f32>) -> vec4<f32> {
  #if SOFTCAP
  let share = scores / p.softcap;
  return p.scale * (1.0 - share * share);
  #else
  return vec4(p.scale);
  #end
}

fn slopeOf(score: f32) -> f32 {
  #if SOFTCAP
  return slopesOf(vec4(score)).x;
  #else
  return p.scale;
  #end
}
