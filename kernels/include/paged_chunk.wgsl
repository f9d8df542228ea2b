// A chunk of keys in the paged cache, of the sequence that row `base` belongs to.
struct Chunk {
  // First position, and the position after the last one that any row sees.
  start: u32,
  end: u32,
  kvHead: u32,
  // Start of the block table.
  table: u32,
}

fn chunkOf(h: u32, base: u32, start: u32, end: u32) -> Chunk {
  return Chunk(start, end, h / (p.H / p.K), rows[base].z);
}
