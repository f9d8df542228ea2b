// dInput[P, K] (+)= dY W[e] for each of P = T C pairs of a token and an expert: the gradient of the input of
// expert_matmul.wgsl, summed over all parts and their N rows of W[e], in order. dY is [T, parts, C, N], or with SHARED
// [T, N], the same for all choices of a token.
// A lane computes 8 columns (one pair of vec4 in a block) for up to ROWS pairs of one expert, and iterates over the
// rows of W four at a time.
// HALF: weights are rounded to f16, as in the forward pass; gradients stay f32.
// W may be a shard. All shards but the first run with ADD. Grid (ceil(K / 8 / LANES), tiles). Limit: FLOPs.
#include weight
#include half

struct Sizes {
  N: u32, blocks: u32, experts: u32, choices: u32, parts: u32, rowStart: u32, rows: u32, origin: u32,
}
var<immediate> p: Sizes;
#include expert_tiles
@group(0) @binding(3) var<storage, read> dY: array<vec4<f32>>;
@group(0) @binding(4) var<storage, read_write> dInput: array<vec4<f32>>;

@compute @workgroup_size(${LANES})
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_id) local: vec3<u32>) {
  let tile = tiles[p.origin + group.y];
  let pairIndex = group.x * ${LANES}u + local.x;
  if (tile.z == 0u || pairIndex >= p.blocks * 4u) { return; }
  let block = pairIndex / 4u;
  let i = pairIndex % 4u;
  #for r in 0..ROWS
  let pair${r} = order[tile.y + min(${r}u, tile.z - 1u)];
  var low${r} = vec4<f32>();
  var high${r} = vec4<f32>();
  #end
  for (var part = 0u; part < p.parts; part++) {
    let expertRow = (part * p.experts + tile.x) * p.N;
    if (expertRow < p.rowStart || expertRow - p.rowStart >= p.rows) { continue; }
    #for r in 0..ROWS
    #if SHARED
    let d${r} = pair${r} / p.choices * p.N / 4u;
    #else
    let d${r} = pairPart(pair${r}, part) / 4u;
    #end
    #end
    for (var four = 0u; four < p.N / 4u; four++) {
      let n = expertRow - p.rowStart + four * 4u;
      let row = weightRow(n, p.blocks) + block * TILE;
      let scales = weightScales(weightScalesAt(n, p.blocks) + block * TILE, n);
      #for r in 0..ROWS
      let dy${r} = dY[d${r} + four];
      #end
      #for u in 0..4
      {
        let pair = weightPair(row + ${u}u * ROW, i, scaleOf(scales[${u}]));
        let low = factor(pair.low);
        let high = factor(pair.high);
        #for r in 0..ROWS
        low${r} = fma(vec4(dy${r}[${u}]), low, low${r});
        high${r} = fma(vec4(dy${r}[${u}]), high, high${r});
        #end
      }
      #end
    }
  }
  #for r in 0..ROWS
  if (${r}u < tile.z) {
    let at = pair${r} * p.blocks * 8u + block * 8u + i;
    #if ADD
    dInput[at] += low${r};
    dInput[at + 4u] += high${r};
    #else
    dInput[at] = low${r};
    dInput[at + 4u] = high${r};
    #end
  }
  #end
}
