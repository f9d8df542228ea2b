// Divides a workgroup's ROWS rows into runs. Paged attention reads keys and values once for all rows of a run. A run
// consists of consecutive rows of one sequence.
// With PREFIXES, which requires SPLIT, a run may span sequences that share pages of a prefix. The first prefixes[t]
// keys of rows t - 1 and t are in the same pages. There is a workgroup for each row and chunk of keys. It exits at once
// if the previous row shares the chunk, because the workgroup of the run's first row computes all of the run, up to the
// next multiple of ROWS.
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
