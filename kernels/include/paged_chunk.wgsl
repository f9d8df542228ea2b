// A chunk of keys in the paged cache, of the sequence that row `base` belongs to.
struct Chunk {
  // Its first position, and the position past the last one that is seen.
  start: u32,
  end: u32,
  kvHead: u32,
  // Start of the block table.
  table: u32,
}

fn chunkOf(h: u32, base: u32, start: u32, end: u32) -> Chunk {
  return Chunk(start, end, h / (p.H / p.K), rows[base].z);
}
