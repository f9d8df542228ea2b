// Statements for a function body: define what a lane owns in the tiles of include/attention_tile.wgsl.
let column = lane % 16u;
let group = lane / 16u;
// For dot products the lane stages the 16 bytes at `four` of right rows 4 eighth .. 4 eighth + 3, and the same elements
// of left rows eighth + 16 u. For sums it stages the 16 bytes at `place` of right rows 4 slot .. 4 slot + 3.
let four = lane % 8u;
let eighth = lane / 8u;
let slot = lane / ${OWNED * 16 / WIDE}u;
let place = min(lane % ${OWNED * 16 / WIDE}u, ${E / 4 / WIDE - 1}u);
