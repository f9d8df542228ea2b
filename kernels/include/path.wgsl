// The keys that row t of packed sequences sees, one for each position up to its own. rows[t] = (position, parent, end,
// slot). The row's segment is the run of consecutive rows of one sequence up to it. parent is 1 + the row that the
// segment's first row continues, or 0 for none. Keys that a row does not see are never read, however many other
// branches lie in between.
struct Segment {
  // Position of its first row.
  start: u32,
  // Row minus position, modulo 2^32.
  shift: u32,
  parent: u32,
}

// Returns the segment of row t.
fn segmentOf(t: u32) -> Segment {
  let row = rows[t];
  if (row.y == 0u) { return Segment(0u, t - row.x, 0u); }
  return Segment(rows[row.y - 1u].x + 1u, t - row.x, row.y);
}

// Returns the segment that holds `position` on the path that ends with `last`.
fn segmentAt(position: u32, last: Segment) -> Segment {
  var segment = last;
  while (position < segment.start) { segment = segmentOf(segment.parent - 1u); }
  return segment;
}

// Returns the end of the run of rows from `first` on, before `last`, that belong to one segment. Each row sees the same
// keys as the row before it, and itself. A row that begins another branch has a lower position.
fn runEnd(first: u32, last: u32) -> u32 {
  var end = first + 1u;
  while (end < last && rows[end].x == rows[first].x + end - first) { end++; }
  return end;
}
