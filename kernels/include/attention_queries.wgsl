// The queries that see row j of packed sequences are rows j .. endOf(j) - 1: the rest of j's sequence and, leaf after
// leaf, the sequences that share j. The range has no gaps, except for rows whose window begins after j.
fn endOf(j: u32) -> u32 {
  let end = rows[j].z;
  #if WINDOW
  // Unless a branch begins between two rows, they are as far apart as their positions.
  if (rows[end - 1u].x - rows[j].x == end - 1u - j && end - j > p.window) { return j + p.window; }
  #end
  return end;
}

// Returns whether a key at `position`, on the path of the later row t, is in t's window.
fn isNear(t: u32, position: u32) -> bool {
  #if WINDOW
  return rows[t].x - position < p.window;
  #else
  return true;
  #end
}
