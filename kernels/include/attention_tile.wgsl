// Tiles of attention on GPUs: 8 QUERIES left rows, such as the queries of one kv head, and chunks of 64 right rows,
// such as its keys; 128 lanes. Lane l has group = l / 16 and column = l % 16. It owns the QUERIES left rows from
// group * QUERIES on, and their products with right rows 4 column .. 4 column + 3 (include/attention_dots.wgsl). Of the
// sums over the right rows it owns vec4 column, 16 + column, .. of E (include/attention_sums.wgsl).
// Both steps stage their operands in workgroup memory, 8 KiB for right rows and 2 KiB QUERIES for left ones, while the
// next slice is loaded into registers. A slice is 32 WIDE elements of 64 right rows for products, and all elements of
// 32 WIDE / OWNED right rows for sums. Staged data keep the format of the storage buffer, in which 16 bytes are WIDE
// vec4 of elements. Only int8 becomes f16.
// For each side, 0 and 1, the kernel defines the matrices: left0, left1, source0, source1, sourceAt0, sourceAt1, and
// shiftOf, which returns the offset that four right rows share. It also defines the struct of `chunk`.
#include attention_merge
#include chain
#include sixteen_bytes

// For sums, the 16-byte unit n own + i of right row 4 q + c is at [q / WIDE][c][own][q % WIDE * n + i], with
// n = 16 / WIDE. For products, the 16-byte unit f of right row 4 l + c, counted from the start of the slice, is at
// [l / 2 OWNED][c][l / 2 % OWNED][l % 2 * 8 + (f ^ l % 8)]. The exclusive or keeps neighbouring lanes in different
// banks. Constant indices cost no arithmetic. All other indices are bounds-checked.
var<workgroup> tile: array<array<array<array<SixteenBytes, 16>, ${OWNED}>, 4>, ${8 / OWNED}>;

fn sumsPlace(q: u32, i: u32) -> u32 { return q % ${WIDE}u * ${16 / WIDE}u + i; }

// For sums, the factors of left row r of a group for right rows 4 f .. 4 f + 3 are at [group][r][f ^ group]. Before,
// for products, vec4 WIDE f + w of a slice of the left row is at [group][r][8 w + f ^ group].
var<workgroup> weights: array<array<array<vec4<f32>, 16>, ${QUERIES}>, 8>;
