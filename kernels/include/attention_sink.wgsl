// Initial maximum and sum of the softmax over a query's keys. With SINK the softmax of query head h has one more score,
// sinks[h], of a key whose value is zero (gpt-oss). The sink comes before all keys, so no other part of a kernel
// depends on SINK.
#if SINK
const SUM_BEFORE = 1.0;

fn topBefore(h: u32) -> f32 { return sinks[h]; }
#else
const SUM_BEFORE = 0.0;

fn topBefore(h: u32) -> f32 { return -1e30; }
#end
