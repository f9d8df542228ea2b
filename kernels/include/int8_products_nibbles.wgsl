// Statements for a function body: add one block's contribution to y<row>_<column> of a product of int8 blocks, for
// 4-bit weights on a CPU adapter, two products per multiplication (nibbles.wgsl). X is broadcast from the lanes'
// registers.
#for c in 0..COLUMNS
let quants${c} = W[w${c}];
#end
#for r in 0..ROWS
{
  let x = X[(x${r} + block) * 16u + lane.x];
  let sides = bitcast<f32>(X[(x${r} + block) * 16u + 8u + lane.x]);
  let s = vec2(subgroupBroadcast(sides, 0u), subgroupBroadcast(sides, 1u));
  let sum = subgroupBroadcast(sides, 2u) + subgroupBroadcast(sides, 3u);
  #if NORM
  squares${r} += subgroupBroadcast(sides, 4u) + subgroupBroadcast(sides, 5u);
  #end
  let even = (bitcast<i32>(x << 24u) >> 8u) + (bitcast<i32>(x << 8u) >> 24u);
  let odd = (bitcast<i32>((x << 16u) & 0xff000000u) >> 8u) + (bitcast<i32>(x) >> 24u);
  #for i in 0..8
  let even${i} = subgroupBroadcast(even, ${i}u);
  let odd${i} = subgroupBroadcast(odd, ${i}u);
  #end
  #for c in 0..COLUMNS
  {
    var low = 0x8000;
    var high = 0x8000;
    #for i in 0..4
    low += nibbles(quants${c}[${i}]) * even${i} + nibbles(quants${c}[${i}] >> 8u) * odd${i};
    high += nibbles(quants${c}[${i}] >> 4u) * even${i + 4} + nibbles(quants${c}[${i}] >> 12u) * odd${i + 4};
    #end
    y${r}_${c} += d${c}.x * (f32(low >> 16u) * s.x + f32(high >> 16u) * s.y);
    y${r}_${c} += d${c}.y * sum;
  }
  #end
}
#end
