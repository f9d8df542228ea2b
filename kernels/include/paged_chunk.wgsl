// A chunk of keys in the paged cache, of the sequence of the rows from `base` on.
struct Chunk {
  // Its first position, and the position past the last that is seen.
  start: u32,
  end: u32,
  kvHead: u32,
  // Where the block table begins.
  table: u32,
}

fn chunkOf(h: u32, base: u32, start: u32, end: u32) -> Chunk {
  return Chunk(start, end, h / (p.H / p.K), rows[base].z);
}
