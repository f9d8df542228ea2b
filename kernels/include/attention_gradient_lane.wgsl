// Statements: the places of a lane (include/attention_gradient.wgsl).
let subgroup = lane / ${SIZE}u;
let along = subgroup % ${ALONG}u;
let strip = subgroup / ${ALONG}u * ${M}u;
// Of its strip the lane has every PER-th four of the products of one left row.
let own = along * ${SIZE}u + lane % ${SIZE}u;
let mine = strip + own / ${PER}u;
let part = own % ${PER}u;
#for j in 0..WIDTH
// Where subgroups have no columns left, they make some twice.
let column${j} = min(along * ${WIDTH}u + ${j}u, ${E / N - 1}u) * ${N}u;
#end
