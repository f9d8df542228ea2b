// Statements for a function body: add one block's contribution to y<row>_<column> of a product of int8 blocks, for
// 8-bit weights on a CPU adapter, which has vector instructions for f32 products but none for products of bytes. Sums
// stay below 2^24, so f32 is exact too. X is broadcast from the lanes' registers.
#for c in 0..COLUMNS
let quants${c}_0 = W[w${c}];
let quants${c}_1 = W[w${c} + 8u];
#end
#for r in 0..ROWS
let bytes${r} = vec4<f32>(unpack4xI8(X[(x${r} + block) * 16u + lane.x]));
let sides${r} = bitcast<f32>(X[(x${r} + block) * 16u + 8u + lane.x]);
#if NORM
squares${r} += subgroupBroadcast(sides${r}, 4u) + subgroupBroadcast(sides${r}, 5u);
#end
#end
#for half in 0..2
#for r in 0..ROWS
#for c in 0..COLUMNS
var sum${half}_${r}_${c} = 0.0;
#end
#end
// Unpacks weights once for all rows, and only as many at a time as fit in registers.
#for i in 0..4
{
  #for c in 0..COLUMNS
  let four${c} = vec4<f32>(unpack4xI8(quants${c}_${half}[${i}]));
  #end
  #for r in 0..ROWS
  {
    let x = subgroupBroadcast(bytes${r}, ${half * 4 + i}u);
    #for c in 0..COLUMNS
    sum${half}_${r}_${c} += dot(four${c}, x);
    #end
  }
  #end
}
#end
#end
#for r in 0..ROWS
{
  let s = vec2(subgroupBroadcast(sides${r}, 0u), subgroupBroadcast(sides${r}, 1u));
  #for c in 0..COLUMNS
  y${r}_${c} += d${c}.x * (sum0_${r}_${c} * s.x + sum1_${r}_${c} * s.y);
  #end
}
#end
