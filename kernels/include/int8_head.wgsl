// Returns four numbers of a head of a key or a value that is kept as int8 with one scale for the head. The scale has
// four significant bits, so each number is exact in f16 and no reader rounds.
fn numbersOf(bytes: u32, scale: f32) -> vec4<f32> { return scale * vec4<f32>(unpack4xI8(bytes)); }
