// Unpacks four f16, two per word.
fn halves(words: vec2<u32>) -> vec4<f32> { return vec4(unpack2x16float(words.x), unpack2x16float(words.y)); }
