// Pairs of a token and one of its C experts, and the layout of the weights of X experts. Each expert has `parts`
// matrices (gate and up, or down alone). The matrix of expert e is rows (part X + e) N .. (part X + e + 1) N - 1 of W.
// W may be a shard whose first row is rowStart. moe_group.wgsl computes `order` and `tiles`: (expert, its first pair in
// `order`, number of pairs).
@group(0) @binding(1) var<storage, read> tiles: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> order: array<u32>;

#include pair_part
