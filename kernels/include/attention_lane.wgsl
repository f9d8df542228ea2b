// Statements: the places of a lane in the tiles of include/attention_tile.wgsl.
let column = lane % 16u;
let group = lane / 16u;
// What it brings to dots: 16 bytes `four` of right rows from 4 `eighth`, and as many numbers of left rows. To sums: 16
// bytes `place` of right rows from 4 `slot`.
let four = lane % 8u;
let eighth = lane / 8u;
let slot = lane / ${OWNED * 16 / WIDE}u;
let place = min(lane % ${OWNED * 16 / WIDE}u, ${E / 4 / WIDE - 1}u);
