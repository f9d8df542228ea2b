// Statements: loads what include/attention_sums.wgsl begins with, ahead of it.
let shiftAhead${side} = shiftOf(chunk, slot * 4u);
#for u in 0..4
let ahead${side}_${u} = source${side}(sourceAt${side}(chunk, shiftAhead${side}, slot * 4u + ${u}u) + place);
#end
