// The queries that see row j of packed sequences: rows j .. endOf(j) - 1, without gaps but for those whose window ends
// behind it. The rest of j's sequence lies there and those of the sequences that share j, leaf after leaf.
fn endOf(j: u32) -> u32 {
  let end = rows[j].z;
  #if WINDOW
  // Where no branch begins between them, rows are as far apart as their positions.
  if (rows[end - 1u].x - rows[j].x == end - 1u - j && end - j > p.window) { return j + p.window; }
  #end
  return end;
}

// Whether row t, which is after a key of this position on its path, has it in its window.
fn isNear(t: u32, position: u32) -> bool {
  #if WINDOW
  return rows[t].x - position < p.window;
  #else
  return true;
  #end
}
