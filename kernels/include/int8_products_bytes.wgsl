// Statements for a function body: add one block's contribution to y<row>_<column> of a product of int8 blocks, with the
// GPU instruction that multiplies four bytes at once. Explicit fma fixes the rounding, because several kernels must
// agree on these sums.
#for c in 0..COLUMNS
#if WEIGHT == q8
let low${c} = W[w${c}];
let high${c} = W[w${c} + 8u];
#else
let quants${c} = W[w${c}];
#end
#end
#for r in 0..ROWS
{
  let a = X[(x${r} + block) * 4u];
  let b = X[(x${r} + block) * 4u + 1u];
  let s = bitcast<vec4<f32>>(X[(x${r} + block) * 4u + 2u]);
  #if NORM
  let both = bitcast<vec4<f32>>(X[(x${r} + block) * 4u + 3u]);
  squares${r} += both.x + both.y;
  #end
  #for c in 0..COLUMNS
  {
    #if WEIGHT == q8
    let low = dotBytes(low${c}, a);
    let high = dotBytes(high${c}, b);
    #else
    let low = dotBytes(quants${c} & vec4(0x0f0f0f0fu), a);
    let high = dotBytes((quants${c} >> vec4(4u)) & vec4(0x0f0f0f0fu), b);
    #end
    y${r}_${c} = fma(d${c}.x, fma(f32(low), s.x, f32(high) * s.y), y${r}_${c});
    #if WEIGHT == q4
    y${r}_${c} = fma(d${c}.y, s.z + s.w, y${r}_${c});
    #end
  }
  #end
}
#end
