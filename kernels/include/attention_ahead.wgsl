// Statements for a function body: prefetch into registers the first right rows that include/attention_sums.wgsl stages.
let shiftAhead${side} = shiftOf(chunk, slot * 4u);
#for u in 0..4
let ahead${side}_${u} = source${side}(sourceAt${side}(chunk, shiftAhead${side}, slot * 4u + ${u}u) + place);
#end
