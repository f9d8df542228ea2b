// Tiles of attention on GPUs: 8 QUERIES rows on the left, such as the queries of one kv head, and chunks of 64 on the
// right, such as its keys; 128 lanes. Lane l has the QUERIES left rows from l / 16 QUERIES (`group`); of their products
// with the right rows those of l % 16 * 4 (`column`) and the three after it (include/attention_dots.wgsl); of sums over
// the right rows the vec4 l % 16, 16 + l % 16 .. of E (include/attention_sums.wgsl).
// Both bring what they need to workgroup memory, 8 KiB, and 2 KiB QUERIES for the left: right rows by 32 WIDE elements
// of 64, or by all elements of 32 WIDE / OWNED, while what comes next is being loaded into registers. They stay there
// as they were stored, 16 bytes of which are WIDE vec4 of numbers; int8 as the f16 that they stand for.
// For two sides, 0 and 1, the kernel says what the matrices are: left0, left1, source0, source1, sourceAt0, sourceAt1
// and shiftOf, which has what four right rows share, for a struct `chunk`.
#include attention_merge
#include chain
#include sixteen_bytes

// Of sums 16 bytes n own + i of right row 4 q + c at [q / WIDE][c][own][q % WIDE * n + i], where n is 16 / WIDE. Of
// dots 16 bytes f of right row 4 l + c, counted from the slice's first, at
// [l / 2 OWNED][c][l / 2 % OWNED][l % 2 * 8 + (f ^ l % 8)]: with the exclusive or, lanes beside each other meet
// different banks. Indices that are constants cost no arithmetic; each of the others is checked.
var<workgroup> tile: array<array<array<array<SixteenBytes, 16>, ${OWNED}>, 4>, ${8 / OWNED}>;

fn sumsPlace(q: u32, i: u32) -> u32 { return q % ${WIDE}u * ${16 / WIDE}u + i; }

// Of left row r of a group its factors of right rows 4 f .. 4 f + 3 at [group][r][f ^ group]; before, vec4 WIDE f + w
// of a slice of the left row itself at [group][r][8 w + f ^ group].
var<workgroup> weights: array<array<array<vec4<f32>, 16>, ${QUERIES}>, 8>;
