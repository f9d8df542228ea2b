// tiles[N / 16, K / 16, 16, 16] of f16: N rows of W from `first` on, unpacked, rounded and in the layout that
// include/matrix_tiles.wgsl loads. They are stored from row `begin` of the tiles on. Rows past the last one of W repeat
// it. If SUMMANDS is 2, weights are multiplied by a power of two first (include/summands.wgsl).
// A lane unpacks a block of 32. Grid (ceil(blocks / 2), ceil(N / 32)), 64 lanes. Limit: bytes.
enable f16;
#include f16_range
#include weight
#include half_block
#include summands
struct Sizes { first: u32, last: u32, blocks: u32, begin: u32, origin: u32 }
var<immediate> p: Sizes;
@group(0) @binding(1) var<storage, read_write> tiles: array<vec4<u32>>;

#if SUMMANDS == 2
fn halved(x: vec4<f32>) -> vec4<f16> { return vec4<f16>(inF16Range(x * WEIGHT_FACTOR)); }
#else
fn halved(x: vec4<f32>) -> vec4<f16> { return vec4<f16>(inF16Range(x)); }
#end

fn joined(low: vec4<f16>, high: vec4<f16>) -> vec4<u32> {
  return vec4(bitcast<vec2<u32>>(low), bitcast<vec2<u32>>(high));
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let block = group.x * 2u + local.x / 32u;
  if (block >= p.blocks) { return; }
  // A tile of W stores rows l, l + 4, l + 8, .. side by side.
  let row = (p.origin + group.y) * 32u + local.x % 8u * 4u + local.x % 32u / 8u;
  let n = min(p.first + row, p.last);
  let at = ((row / 16u + p.begin) * p.blocks * 2u + block * 2u) * 32u + row % 16u * 2u;
  #for side in 0..2
  {
    let halves = halfBlock(n, block, ${side}u);
    tiles[at + ${side}u] = joined(halves[0], halves[2]);
    tiles[at + ${side + 32}u] = joined(halves[1], halves[3]);
  }
  #end
}
