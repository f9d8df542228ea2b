// The queries that see row j of packed sequences are rows j .. endOf(j) - 1: the rest of j's own sequence, then the
// sequences that share j in their prefix, one after the other. Every row of the range sees j, except rows whose window
// begins after j.
fn endOf(j: u32) -> u32 {
  let end = rows[j].z;
  #if WINDOW
  // If no branch begins between two rows, their indices and their positions differ by the same number.
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
