// Online softmax over the keys that one lane visits, and the merge of all lanes' results
// (Milakov & Gimelshein 2018; FlashAttention, Dao 2022). Workgroup memory: LANES (E + 2) 4 bytes.
var<workgroup> laneMax: array<f32, ${LANES}>;
var<workgroup> laneSum: array<f32, ${LANES}>;
var<workgroup> laneOut: array<vec4<f32>, ${LANES * E / 4}>;
