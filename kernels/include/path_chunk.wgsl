// A chunk of keys on the path of row `base` (include/path.wgsl), in qkv[T, (H + 2 K) E] itself.
#include path

struct Chunk {
  // First position, and the position after the last one that any row sees.
  start: u32,
  end: u32,
  kvHead: u32,
  // Segment of the last key, which usually holds all keys of the chunk.
  segment: Segment,
}

fn chunkOf(h: u32, base: u32, start: u32, end: u32) -> Chunk {
  let last = min(start + CHUNK, end) - 1u;
  return Chunk(start, end, h / (p.H / p.K), segmentAt(last, segmentOf(base)));
}

// Returns the offset of key i of the chunk, clamped to the last key.
fn keyAt(chunk: Chunk, i: u32) -> u32 {
  let position = min(chunk.start + i, chunk.end - 1u);
  let row = position + segmentAt(position, chunk.segment).shift;
  return (row * (p.H + 2u * p.K) + p.H + chunk.kvHead) * ${E / 4}u;
}
