// Returns the index in `order` of an expert's first pair. The expert's pairs end where the next expert's pairs begin.
// This is a binary search over the tiles of moe_group.wgsl, which are sorted by expert, with empty tiles last.
// `halvings` steps narrow `most`, the number of tiles, down to one.
fn firstPair(expert: u32) -> u32 {
  var low = 0u;
  var high = p.most;
  for (var left = p.halvings; left > 0u; left--) {
    let middle = min((low + high) / 2u, p.most - 1u);
    let tile = tiles[middle];
    let isBefore = tile.z > 0u && tile.x < expert;
    low = select(low, middle + 1u, isBefore && low < high);
    high = select(middle, high, isBefore);
  }
  let tile = tiles[min(low, p.most - 1u)];
  return select(p.pairs, tile.y, low < p.most && tile.z > 0u);
}
