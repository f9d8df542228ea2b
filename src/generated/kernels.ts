// Generated from kernels/ by `npm run codegen`. Do not edit.

/** By kernel: its knobs, the bindings of every variant and of some, and its immediates, as its WGSL names them. */
export interface KernelInterfaces {
  'adamw': {
    knobs: 'LANES';
    bound: 'norm2' | 'grads' | 'w' | 'm' | 'v';
    optional: never;
    sizes: 'count' | 'rate' | 'decay' | 'b1' | 'b2' | 'rest1' | 'rest2' | 'c1' | 'c2' | 'epsilon' | 'maxNorm' | 'width';
  };
  'attention_backward_delta': {
    knobs: 'SCALED' | 'LANES' | 'E';
    bound: 'O' | 'dO' | 'delta';
    optional: 'scale';
    sizes: 'count' | 'E4';
  };
  'attention_backward_key_value': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'KEYS' | 'CHUNK' | 'LANES' | 'E' | 'OWNED';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_backward_key_value_matrix': {
    knobs: 'SIZED' | 'SOFTCAP' | 'WINDOW' | 'DOWN' | 'M' | 'E' | 'LANES' | 'SIZE' | 'ALONG' | 'PER' | 'WIDTH' | 'N' | 'K' | 'UNROLLED';
    bound: 'panels' | 'rows' | 'lse' | 'delta' | 'scale' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'window' | 'softcap' | 'padded' | 'first' | 'elements' | 'rights';
  };
  'attention_backward_key_value_subgroup': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'KEYS' | 'OWNED' | 'E';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_backward_key_value_tiled': {
    knobs: 'WIDE' | 'BYTES' | 'OWNED' | 'QUERIES' | 'SOFTCAP' | 'WINDOW' | 'E';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'quads';
  };
  'attention_backward_query': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'ROWS' | 'CHUNK' | 'LANES' | 'E' | 'OWNED';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_backward_query_matrix': {
    knobs: 'SIZED' | 'SOFTCAP' | 'WINDOW' | 'DOWN' | 'M' | 'E' | 'SIZE' | 'LANES' | 'ALONG' | 'PER' | 'WIDTH' | 'N' | 'K' | 'UNROLLED';
    bound: 'panels' | 'rows' | 'lse' | 'delta' | 'scale' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'window' | 'softcap' | 'padded' | 'first' | 'elements' | 'rights';
  };
  'attention_backward_query_subgroup': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'ROWS' | 'OWNED' | 'E';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_backward_query_tiled': {
    knobs: 'E' | 'WIDE' | 'BYTES' | 'OWNED' | 'QUERIES' | 'SOFTCAP' | 'WINDOW' | 'ROWS' | 'HEADS';
    bound: 'qkv' | 'rows' | 'dO' | 'lse' | 'delta' | 'dqkv';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'quads';
  };
  'attention_paged': {
    knobs: 'INT8' | 'E' | 'WIDE' | 'BYTES' | 'SOFTCAP' | 'WINDOW' | 'PAGE' | 'SINK' | 'CHUNK' | 'LANES' | 'OWNED';
    bound: 'qkv' | 'kCache' | 'vCache' | 'rows' | 'tables' | 'O';
    optional: 'Q' | 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'scales';
  };
  'attention_paged_matrix': {
    knobs: 'SIZED' | 'ROPE' | 'SPLIT' | 'SINK' | 'SOFTCAP' | 'WINDOW' | 'PREFIXES' | 'E' | 'SLICE' | 'DOWN' | 'M' | 'PER' | 'SIZE' | 'ALONG' | 'HEADS' | 'SLICES' | 'N' | 'K' | 'UNROLLED' | 'LANES' | 'BATCH' | 'UNIT' | 'ROWS' | 'ROTATED' | 'HALF' | 'ROPE_AT' | 'NORM' | 'PASSES' | 'PAGE';
    bound: 'qkv' | 'kCache' | 'vCache' | 'rows' | 'tables';
    optional: 'parts' | 'O' | 'sinks' | 'prefixes' | 'turns' | 'qNorm' | 'kNorm';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'window' | 'softcap' | 'slices' | 'terms' | 'pieces' | 'keys' | 'fours' | 'chunks' | 'epsilon';
  };
  'attention_paged_merge': {
    knobs: 'INT8' | 'SINK' | 'NEXT_AT' | 'NEXT' | 'E' | 'WINDOW';
    bound: 'parts' | 'rows' | 'O';
    optional: 'Q' | 'sinks' | 'arena' | 'nextParts' | 'nextNorm';
    sizes: 'count' | 'H' | 'chunks' | 'window' | 'loraStride' | 'nextA' | 'nextRanks';
  };
  'attention_paged_subgroup': {
    knobs: 'E' | 'WIDE' | 'BYTES' | 'SOFTCAP' | 'WINDOW' | 'PAGE' | 'MADE' | 'INT8' | 'SINK' | 'ROWS' | 'HEADS' | 'OWNED';
    bound: 'qkv' | 'kCache' | 'vCache' | 'rows' | 'tables' | 'O';
    optional: 'Q' | 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'scales';
  };
  'attention_paged_tiled': {
    knobs: 'ROPE' | 'BYTES' | 'SPLIT' | 'INT8' | 'SINK' | 'WIDE' | 'OWNED' | 'QUERIES' | 'SOFTCAP' | 'WINDOW' | 'PREFIXES' | 'E' | 'HEADS' | 'ROWS' | 'HALF' | 'ROTATED' | 'ROPE_AT' | 'NORM' | 'LANES' | 'PASSES' | 'PAGE';
    bound: 'qkv' | 'kCache' | 'vCache' | 'rows' | 'tables';
    optional: 'parts' | 'O' | 'Q' | 'sinks' | 'prefixes' | 'turns' | 'qNorm' | 'kNorm';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'quads' | 'fours' | 'chunks' | 'scales' | 'epsilon';
  };
  'attention_panels': {
    knobs: 'E';
    bound: 'qkv' | 'dO' | 'scale' | 'panels';
    optional: never;
    sizes: 'T' | 'H' | 'K' | 'padded' | 'first';
  };
  'attention_train': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'SINK' | 'ROWS' | 'CHUNK' | 'LANES' | 'E' | 'OWNED';
    bound: 'qkv' | 'rows' | 'O' | 'lse';
    optional: 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_train_matrix': {
    knobs: 'SIZED' | 'SINK' | 'E' | 'SOFTCAP' | 'WINDOW' | 'PREFIXES' | 'SLICE' | 'DOWN' | 'M' | 'PER' | 'SIZE' | 'ALONG' | 'HEADS' | 'ROPE' | 'SLICES' | 'SPLIT' | 'N' | 'K' | 'UNROLLED' | 'LANES' | 'BATCH' | 'UNIT' | 'ROWS';
    bound: 'qkv' | 'rows' | 'O' | 'lse';
    optional: 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'window' | 'softcap' | 'slices' | 'terms' | 'pieces' | 'keys' | 'fours';
  };
  'attention_train_subgroup': {
    knobs: 'SOFTCAP' | 'WINDOW' | 'SINK' | 'ROWS' | 'OWNED' | 'E';
    bound: 'qkv' | 'rows' | 'O' | 'lse';
    optional: 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap';
  };
  'attention_train_tiled': {
    knobs: 'E' | 'SINK' | 'WIDE' | 'BYTES' | 'OWNED' | 'QUERIES' | 'SOFTCAP' | 'WINDOW' | 'PREFIXES' | 'HEADS' | 'ROPE' | 'SPLIT' | 'INT8' | 'ROWS';
    bound: 'qkv' | 'rows' | 'O' | 'lse';
    optional: 'sinks';
    sizes: 'T' | 'H' | 'K' | 'scale' | 'E4' | 'window' | 'softcap' | 'quads' | 'fours';
  };
  'bench/fma_peak': {
    knobs: 'LANES' | 'CHAINS';
    bound: 'Y';
    optional: never;
    sizes: 'rounds' | 'seed';
  };
  'bench/matrix_peak': {
    knobs: 'LANES' | 'K' | 'M' | 'N' | 'CHAINS';
    bound: 'A' | 'B' | 'Y';
    optional: never;
    sizes: 'rounds';
  };
  'bench/stream_read': {
    knobs: 'LANES' | 'UNROLL';
    bound: 'X' | 'Y';
    optional: never;
    sizes: 'turns';
  };
  'carry_tokens': {
    knobs: 'LANES';
    bound: 'carried' | 'sampled' | 'tokens';
    optional: never;
    sizes: 'M';
  };
  'check/matrix': {
    knobs: 'SIZED' | 'HEIGHT' | 'WIDTH' | 'SIZE' | 'M' | 'N' | 'STAGED' | 'K' | 'UNROLLED' | 'TALL' | 'BROAD';
    bound: 'Y' | 'stored';
    optional: never;
    sizes: 'blocks' | 'pairs';
  };
  'copy_pages': {
    knobs: 'LANES' | 'PAGE';
    bound: 'copies' | 'K' | 'V';
    optional: never;
    sizes: 'page4' | 'first4';
  };
  'cross_entropy': {
    knobs: 'SUBGROUP' | 'LANES' | 'GRADIENT' | 'SOFTCAP';
    bound: 'targets' | 'z' | 'scores';
    optional: never;
    sizes: 'V' | 'first' | 'firstScore' | 'low' | 'high' | 'cap' | 'tau' | 'ppo' | 'mask' | 'softcap';
  };
  'edit_logits': {
    knobs: 'LANES';
    bound: 'rules' | 'words' | 'z' | 'tokens' | 'edited';
    optional: never;
    sizes: 'V';
  };
  'embedding': {
    knobs: 'WEIGHT' | 'LANES' | 'SCALED';
    bound: 'W' | 'tokens' | 'X';
    optional: never;
    sizes: 'T' | 'N' | 'blocks' | 'rowStart' | 'scale';
  };
  'expert_lora_backward_a': {
    knobs: 'WEIGHTED' | 'LANES';
    bound: 'input' | 'dU' | 'tiles' | 'order' | 'grads';
    optional: 'weights';
    sizes: 'K4' | 'ranks' | 'share' | 'loraA' | 'most' | 'halvings' | 'pairs';
  };
  'expert_lora_backward_b': {
    knobs: 'WEIGHTED' | 'LANES' | 'RANK' | 'SHARED';
    bound: 'dY' | 'U' | 'tiles' | 'order' | 'grads';
    optional: 'weights';
    sizes: 'N' | 'parts' | 'choices' | 'loraB' | 'most' | 'halvings' | 'pairs';
  };
  'expert_lora_backward_u': {
    knobs: 'LANES' | 'ROWS' | 'RANK' | 'SHARED';
    bound: 'dY' | 'chosen' | 'adapter' | 'dU';
    optional: never;
    sizes: 'N' | 'parts' | 'choices' | 'loraB' | 'scale';
  };
  'expert_lora_backward_x': {
    knobs: 'LANES';
    bound: 'dU' | 'chosen' | 'adapter' | 'dX';
    optional: never;
    sizes: 'K4' | 'ranks' | 'choices' | 'loraA';
  };
  'expert_lora_expand': {
    knobs: 'LANES' | 'RANK';
    bound: 'U' | 'rows' | 'chosen' | 'arena' | 'Y';
    optional: never;
    sizes: 'N' | 'parts' | 'choices' | 'loraB' | 'loraStride';
  };
  'expert_lora_shrink': {
    knobs: 'LANES' | 'ROWS';
    bound: 'X' | 'rows' | 'chosen' | 'arena' | 'U';
    optional: never;
    sizes: 'K4' | 'ranks' | 'choices' | 'share' | 'loraA' | 'loraStride' | 'scale';
  };
  'expert_matmul': {
    knobs: 'SUBGROUP' | 'WEIGHT' | 'HALF' | 'BIAS' | 'SLOTS' | 'ROWS' | 'COLUMNS' | 'PACKED';
    bound: 'W' | 'tiles' | 'order' | 'input' | 'Y';
    optional: 'bias';
    sizes: 'N' | 'blocks' | 'experts' | 'choices' | 'parts' | 'share' | 'rowStart' | 'rows';
  };
  'expert_matmul_int8': {
    knobs: 'SUBGROUP' | 'WEIGHT' | 'PRODUCTS' | 'BIAS' | 'SLOTS' | 'ROWS' | 'COLUMNS' | 'NORM';
    bound: 'W' | 'tiles' | 'order' | 'X' | 'Y';
    optional: 'bias';
    sizes: 'N' | 'blocks' | 'experts' | 'choices' | 'parts' | 'share' | 'rowStart' | 'rows';
  };
  'expert_matmul_transposed': {
    knobs: 'WEIGHT' | 'HALF' | 'LANES' | 'ROWS' | 'SHARED' | 'ADD';
    bound: 'W' | 'tiles' | 'order' | 'dY' | 'dInput';
    optional: never;
    sizes: 'N' | 'blocks' | 'experts' | 'choices' | 'parts' | 'rowStart' | 'rows';
  };
  'gather_rows': {
    knobs: 'LANES' | 'SCATTER';
    bound: 'index' | 'X' | 'Y';
    optional: never;
    sizes: 'N4' | 'first';
  };
  'global_norm': {
    knobs: 'LANES' | 'FIRST';
    bound: 'X' | 'partial';
    optional: never;
    sizes: 'count' | 'stretch';
  };
  'lora_backward_a': {
    knobs: 'SUBGROUP' | 'LANES' | 'SLOTS';
    bound: 'X' | 'dU' | 'grads';
    optional: never;
    sizes: 'T' | 'K4' | 'ranks' | 'loraA';
  };
  'lora_backward_b': {
    knobs: 'SUBGROUP' | 'LANES' | 'SLOTS' | 'RANK';
    bound: 'dY' | 'U' | 'grads';
    optional: never;
    sizes: 'T' | 'N' | 'loraB' | 'segments' | 'bound1' | 'bound2';
  };
  'lora_backward_u': {
    knobs: 'SUBGROUP' | 'LANES' | 'ROWS' | 'RANK';
    bound: 'dY' | 'adapter' | 'dU';
    optional: never;
    sizes: 'T' | 'N' | 'loraB' | 'segments' | 'bound1' | 'bound2' | 'scale';
  };
  'lora_shrink': {
    knobs: 'FORM' | 'ROWS' | 'LANES' | 'NORM';
    bound: 'X' | 'rows' | 'arena' | 'U';
    optional: 'norm';
    sizes: 'T' | 'K4' | 'ranks' | 'loraA' | 'loraStride' | 'scale' | 'epsilon';
  };
  'matmul': {
    knobs: 'SUBGROUP' | 'WEIGHT' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'LANES' | 'COLUMNS' | 'ROWS' | 'EACH' | 'GROUPS' | 'WIDE' | 'STORED' | 'ONE_ADAPTER';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'adds' | 'pairs';
  };
  'matmul_int8': {
    knobs: 'SUBGROUP' | 'WEIGHT' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'PRODUCTS' | 'QUANT' | 'MADE' | 'LANES' | 'COLUMNS' | 'ROWS' | 'EACH' | 'GROUPS' | 'NORM';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'Q' | 'normWeight';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'epsilon' | 'pairs';
  };
  'matmul_int8_tiled': {
    knobs: 'WEIGHT' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'QUANT' | 'ROWS' | 'NORM';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'Q' | 'normWeight';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'epsilon' | 'pairs';
  };
  'matmul_matrix': {
    knobs: 'SIZED' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'SUMMANDS' | 'DOWN' | 'ALONG' | 'M' | 'SIZE' | 'TALL' | 'EACH' | 'N' | 'TRANSPOSED' | 'BROAD' | 'K';
    bound: 'Y' | 'left' | 'right';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'scale';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'row' | 'first' | 'begin' | 'ups';
  };
  'matmul_tiled': {
    knobs: 'WEIGHT' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'PACKED' | 'ROWS' | 'HALF';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'epsilon' | 'pairs';
  };
  'matmul_transposed': {
    knobs: 'SUBGROUP' | 'WEIGHT' | 'LORA' | 'LANES' | 'ROWS' | 'ADD';
    bound: 'W' | 'dY' | 'dX';
    optional: 'adapter' | 'dU';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraA' | 'ranks' | 'quads';
  };
  'matmul_transposed_matrix': {
    knobs: 'SIZED' | 'LORA' | 'DOWN' | 'ALONG' | 'M' | 'SIZE' | 'TALL' | 'SUMMANDS' | 'EACH' | 'N' | 'SWIGLU' | 'TRANSPOSED' | 'BROAD' | 'K' | 'ADD';
    bound: 'left' | 'right' | 'dX' | 'scale';
    optional: 'adapter' | 'dU';
    sizes: 'T' | 'across' | 'width' | 'loraA' | 'ranks' | 'outputs' | 'row' | 'begin';
  };
  'matmul_transposed_tiled': {
    knobs: 'WEIGHT' | 'PACKED' | 'ROWS' | 'HALF' | 'LORA' | 'ADD';
    bound: 'W' | 'dY' | 'dX';
    optional: 'adapter' | 'dU';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraA' | 'ranks' | 'pairs' | 'section';
  };
  'matvec': {
    knobs: 'WEIGHT' | 'HALF' | 'SUMS' | 'ROWS' | 'SLOTS' | 'AHEAD' | 'STAGED' | 'MERGED' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'E' | 'NEXT_AT' | 'NEXT' | 'NORM' | 'ADAPTED' | 'IN_PARTS' | 'COLUMNS' | 'PACKED' | 'TOTALS';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'norm' | 'nextParts' | 'nextNorm';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'chunks' | 'loraA' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'epsilon' | 'nextA' | 'nextRanks';
  };
  'matvec_int8': {
    knobs: 'WEIGHT' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'QUANT' | 'SLOTS' | 'ROWS' | 'NORM' | 'COLUMNS';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'Q' | 'normWeight';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'outputs' | 'epsilon' | 'pairs';
  };
  'matvec_matrix': {
    knobs: 'SIZED' | 'WEIGHT' | 'PACKED' | 'MERGED' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'E' | 'NEXT_AT' | 'NEXT' | 'NORM' | 'ADAPTED' | 'IN_PARTS' | 'STAGED' | 'SLOTS' | 'ROWS' | 'SIZE' | 'TOTALS' | 'N' | 'M' | 'BROAD' | 'TALL' | 'AHEAD' | 'K' | 'UNROLLED';
    bound: 'W' | 'Y' | 'X';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'norm' | 'nextParts' | 'nextNorm';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'chunks' | 'loraA' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'epsilon' | 'nextA' | 'nextRanks';
  };
  'matvec_matrix_tiles': {
    knobs: 'SIZED' | 'MERGED' | 'WHOLE' | 'BIAS' | 'CHAINED' | 'RANK' | 'LORA' | 'ACTIVATION' | 'SWIGLU' | 'ADD' | 'E' | 'NEXT_AT' | 'NEXT' | 'NORM' | 'ADAPTED' | 'IN_PARTS' | 'SUMMANDS' | 'STAGED' | 'SLOTS' | 'ROWS' | 'FACTORS' | 'SIZE' | 'TOTALS' | 'N' | 'M' | 'BROAD' | 'TALL' | 'K';
    bound: 'Y' | 'X' | 'right';
    optional: 'bias' | 'rows' | 'arena' | 'U' | 'norm' | 'nextParts' | 'nextNorm';
    sizes: 'T' | 'N' | 'blocks' | 'strideY' | 'offsetY' | 'chunks' | 'loraA' | 'loraB' | 'loraStride' | 'scale' | 'segments' | 'bound1' | 'bound2' | 'epsilon' | 'nextA' | 'nextRanks';
  };
  'moe_combine': {
    knobs: 'WEIGHTED' | 'LANES' | 'ADD';
    bound: 'Z' | 'Y';
    optional: 'weights';
    sizes: 'D4' | 'choices';
  };
  'moe_group': {
    knobs: 'EXPERTS' | 'LANES';
    bound: 'chosen' | 'order' | 'tiles';
    optional: never;
    sizes: 'pairs' | 'rows' | 'most';
  };
  'moe_route': {
    knobs: 'SUBGROUP' | 'LANES' | 'NORM';
    bound: 'logits' | 'chosen' | 'weights';
    optional: never;
    sizes: 'experts' | 'choices';
  };
  'moe_route_backward': {
    knobs: 'SUBGROUP' | 'LANES' | 'BIAS' | 'CHOICES' | 'NORM';
    bound: 'logits' | 'chosen' | 'weights' | 'act' | 'dAct' | 'dLogits';
    optional: 'bias' | 'dY';
    sizes: 'experts' | 'choices' | 'F4' | 'D4';
  };
  'quantize_rows': {
    knobs: 'NORM' | 'LANES';
    bound: 'X' | 'Q';
    optional: 'weight';
    sizes: 'halves' | 'K4';
  };
  'rmsnorm': {
    knobs: 'LANES' | 'ADD';
    bound: 'weight' | 'Y' | 'X';
    optional: never;
    sizes: 'M' | 'N4' | 'stride' | 'first' | 'epsilon';
  };
  'rmsnorm_backward': {
    knobs: 'IN_PLACE' | 'LANES' | 'ADD';
    bound: 'weight' | 'X' | 'dX';
    optional: 'dY';
    sizes: 'M' | 'N4' | 'inner' | 'outerStride' | 'first' | 'epsilon';
  };
  'rope': {
    knobs: 'SUBGROUP' | 'CACHE' | 'NORM' | 'LANES' | 'REDUCE' | 'COPY' | 'HALF' | 'E' | 'BYTES' | 'ROTATED' | 'INVERSE';
    bound: 'rows' | 'turns' | 'qkv';
    optional: 'kCache' | 'vCache' | 'qNorm' | 'kNorm';
    sizes: 'H' | 'K' | 'groups' | 'epsilon' | 'scales';
  };
  'round_to_f16': {
    knobs: 'LANES';
    bound: 'Y';
    optional: never;
    sizes: 'K';
  };
  'row_scale': {
    knobs: 'SUBGROUP' | 'LANES';
    bound: 'X' | 'scale';
    optional: never;
    sizes: 'N';
  };
  'sample': {
    knobs: 'SUBGROUP' | 'PART' | 'LANES' | 'CANDIDATES' | 'MOST_PARTS' | 'AHEAD';
    bound: 'params' | 'z' | 'sampled' | 'y';
    optional: 'parts';
    sizes: 'V' | 'edited' | 'parts';
  };
  'sample_parts': {
    knobs: 'LANES' | 'SUBGROUP' | 'PART';
    bound: 'params' | 'y' | 'parts';
    optional: never;
    sizes: 'V';
  };
  'score_tokens': {
    knobs: 'SUBGROUP' | 'LANES';
    bound: 'targets' | 'z' | 'sampled';
    optional: never;
    sizes: 'V' | 'first';
  };
  'softcap': {
    knobs: 'LANES';
    bound: 'z';
    optional: never;
    sizes: 'V' | 'cap';
  };
  'sum_sections': {
    knobs: 'LANES' | 'ADD';
    bound: 'parts' | 'sum';
    optional: never;
    sizes: 'count4' | 'sections' | 'width';
  };
  'swiglu': {
    knobs: 'LANES' | 'ACTIVATION';
    bound: 'G' | 'Y';
    optional: never;
    sizes: 'F4';
  };
  'swiglu_backward': {
    knobs: 'LANES' | 'ACTIVATION';
    bound: 'G' | 'dY' | 'dG';
    optional: never;
    sizes: 'F4';
  };
  'temper_logprobs': {
    knobs: 'SUBGROUP' | 'LANES';
    bound: 'params' | 'z' | 'sampled';
    optional: never;
    sizes: 'V';
  };
  'tile_rows': {
    knobs: 'SCALED' | 'LANES' | 'SUMMANDS';
    bound: 'X' | 'tiles';
    optional: 'scale';
    sizes: 'K' | 'stride' | 'row' | 'column';
  };
  'tile_weights': {
    knobs: 'WEIGHT' | 'PACKED' | 'SUMMANDS';
    bound: 'W' | 'tiles';
    optional: never;
    sizes: 'first' | 'last' | 'blocks' | 'begin';
  };
  'top_logprobs': {
    knobs: 'SUBGROUP' | 'LANES';
    bound: 'z' | 'sampled' | 'alternatives';
    optional: never;
    sizes: 'V' | 'count';
  };
}
