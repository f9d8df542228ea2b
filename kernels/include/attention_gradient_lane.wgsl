// Statements for a function body: the rows and columns that a lane owns (include/attention_gradient.wgsl).
let subgroup = lane / ${SIZE}u;
let along = subgroup % ${ALONG}u;
let strip = subgroup / ${ALONG}u * ${M}u;
// In its strip the lane owns every PER-th group of four products of one left row.
let own = along * ${SIZE}u + lane % ${SIZE}u;
let mine = strip + own / ${PER}u;
let part = own % ${PER}u;
#for j in 0..WIDTH
// A subgroup with no columns left recomputes the last ones.
let column${j} = min(along * ${WIDTH}u + ${j}u, ${E / N - 1}u) * ${N}u;
#end
