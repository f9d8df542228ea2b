// Statements of matvec.wgsl: add the products of pair i of a block of W and the same pair of each row of X.
#if WEIGHT == q8
let pair = unpackedPair(quants[i], further[i], scale);
#else
#if PACKED
let pair = unpackedPair(quants[i], scale);
#else
let pair = weightPair(w, i, scale);
#end
#end
let low = factor(pair.low);
let high = factor(pair.high);
#for r in 0..ROWS
{
  #if STAGED
  let x = ((${r * SLOTS}u + slot) * ${AHEAD}u + b) * 8u + i;
  y${r} = chain(high, staged[x + 4u], chain(low, staged[x], y${r}));
  #else
  let x = (min(${r}u, p.T - 1u) * p.blocks + block) * 8u + i;
  #if MERGED
  y${r} = chain(high, factor(merged[x + 4u]), chain(low, factor(merged[x]), y${r}));
  #else
  y${r} = chain(high, X[x + 4u], chain(low, X[x], y${r}));
  #end
  #end
}
#end
