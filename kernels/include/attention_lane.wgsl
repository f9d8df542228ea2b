// Statements: the places of a lane in the tiles of include/attention_tile.wgsl.
let column = lane % 16u;
let group = lane / 16u;
// What it brings to dots: vec4 `four` of right rows from 4 `eighth`, and of left rows. To sums: vec4 `place` of right
// rows from 4 `slot`.
let four = lane % 8u;
let eighth = lane / 8u;
let slot = lane / ${OWNED * 16}u;
let place = min(lane % ${OWNED * 16}u, ${E / 4 - 1}u);
