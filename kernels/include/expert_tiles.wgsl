// Pairs of a token and one of its C experts, and how the weights of X experts lie: of `parts` matrices (gate and up, or
// down alone) that of expert e is rows (part X + e) N .. of W, which may be a shard of the rows from rowStart on.
// moe_group.wgsl makes `order` and `tiles`: (expert, first of its pairs in `order`, how many).
@group(0) @binding(1) var<storage, read> tiles: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> order: array<u32>;

#include pair_part
