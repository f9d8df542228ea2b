// Which rows a workgroup of attention over the paged cache takes together, so that their keys and values are read once
// for all: consecutive rows of one sequence, of the ROWS that a workgroup has.
// With PREFIXES, which goes with SPLIT, they may be of several sequences that share pages of a prefix: rows t - 1 and t
// have their first prefixes[t] keys in the same pages. Each row has a workgroup for each chunk of keys, which ends at
// once where the row before has that chunk too: that one's takes both, up to the next multiple of ROWS.
#if PREFIXES
@group(0) @binding(6) var<storage, read> prefixes: array<u32>;

fn attendRuns(group: vec3<u32>, lane: u32) {
  let base = group.y;
  let last = min((base / ${ROWS}u + 1u) * ${ROWS}u, p.T);
  let stop = (group.z + 1u) * CHUNK;
  if (base % ${ROWS}u > 0u && prefixes[base] >= stop) { return; }
  var end = base + 1u;
  while (end < last && prefixes[end] >= stop) { end++; }
  attend(group.x * ${HEADS}u, base, end, lane, group.z * CHUNK, stop);
}
#else
fn attendRuns(group: vec3<u32>, lane: u32) {
  let last = min((group.y + 1u) * ${ROWS}u, p.T);
  var base = group.y * ${ROWS}u;
  while (base < last) {
    var end = base + 1u;
    while (end < last && rows[end].z == rows[base].z && rows[end].x == rows[end - 1u].x + 1u) { end++; }
    #if SPLIT
    attend(group.x * ${HEADS}u, base, end, lane, group.z * CHUNK, (group.z + 1u) * CHUNK);
    #else
    attend(group.x * ${HEADS}u, base, end, lane, 0u, 0xffffffffu);
    #end
    base = end;
  }
}
#end
