// What the sums over a query's keys begin with. With SINK the softmax of query head h has one score more, sinks[h], of
// a key whose value is zero (gpt-oss). It comes before all others, so that nothing else of a kernel hangs on it.
#if SINK
const SUM_BEFORE = 1.0;

fn topBefore(h: u32) -> f32 { return sinks[h]; }
#else
const SUM_BEFORE = 0.0;

fn topBefore(h: u32) -> f32 { return -1e30; }
#end
