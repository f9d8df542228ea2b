// Returns the row of W at a place: a tile of 32 rows (include/weight.wgsl) stores rows l, l + 4, l + 8, .. side by
// side. With SWIGLU the first four of eight places hold rows of gate, the other four the matching rows of up.
fn rowOf(place: u32) -> u32 {
  #if SWIGLU
  let column = min(columnOf(place), p.N - 1u);
  return select(column, column + p.N, place % 8u >= 4u);
  #else
  return place / 32u * 32u + place % 8u * 4u + place % 32u / 8u;
  #end
}
#if SWIGLU
fn columnOf(place: u32) -> u32 { return place / 32u * 16u + place % 4u * 4u + place % 32u / 8u; }
#end
