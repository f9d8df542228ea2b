// Positions of rows base .. last - 1, which attention processes together: consecutive positions of one sequence or,
// with PREFIXES, any positions of several sequences (attention_runs.wgsl).
#if PREFIXES
fn positionAt(base: u32, i: u32) -> u32 { return rows[base + i].x; }

fn leastPosition(base: u32, last: u32) -> u32 {
  var least = rows[base].x;
  for (var t = base + 1u; t < last; t++) { least = min(least, rows[t].x); }
  return least;
}

fn pastPositions(base: u32, last: u32) -> u32 {
  var past = 0u;
  for (var t = base; t < last; t++) { past = max(past, rows[t].x + 1u); }
  return past;
}
#else
fn positionAt(base: u32, i: u32) -> u32 { return rows[base].x + i; }

fn leastPosition(base: u32, last: u32) -> u32 { return rows[base].x; }

fn pastPositions(base: u32, last: u32) -> u32 { return rows[base].x + last - base; }
#end
