// Keys and values of a chunk of positions (include/path_chunk.wgsl), for the tiles of include/attention_tile.wgsl.
#include path_chunk

// Returns 0: four keys may lie in several segments, so they share no offset.
fn shiftOf(chunk: Chunk, i: u32) -> u32 {
  return 0u;
}

fn sourceAt0(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return keyAt(chunk, i);
}

fn sourceAt1(chunk: Chunk, shift: u32, i: u32) -> u32 {
  return sourceAt0(chunk, shift, i) + p.K * ${E / 4}u;
}

fn source0(at: u32) -> vec4<f32> {
  return qkv[at];
}

fn source1(at: u32) -> vec4<f32> {
  return qkv[at];
}
