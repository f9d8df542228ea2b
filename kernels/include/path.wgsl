// The keys that row t of packed sequences sees, one for each position up to its own, by rows[t] = (position, parent,
// end, slot): its segment is the run of consecutive rows of one sequence up to it; parent is 1 + the row that the
// segment's first row continues, 0 for none. What a row does not see is never looked at, however many other branches
// lie between.
struct Segment {
  // Position of its first row.
  start: u32,
  // Row less position, modulo 2^32.
  shift: u32,
  parent: u32,
}

// The segment that row t is in.
fn segmentOf(t: u32) -> Segment {
  let row = rows[t];
  if (row.y == 0u) { return Segment(0u, t - row.x, 0u); }
  return Segment(rows[row.y - 1u].x + 1u, t - row.x, row.y);
}

// The segment that holds `position` on the path that ends with `last`.
fn segmentAt(position: u32, last: Segment) -> Segment {
  var segment = last;
  while (position < segment.start) { segment = segmentOf(segment.parent - 1u); }
  return segment;
}

// Past the last of the rows from `first` on, before `last`, that are of one segment: each sees what the one before it
// sees, and itself. A row that begins another branch has a lower position.
fn runEnd(first: u32, last: u32) -> u32 {
  var end = first + 1u;
  while (end < last && rows[end].x == rows[first].x + end - first) { end++; }
  return end;
}
