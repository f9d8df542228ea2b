// Dequantizes four elements of a key or value, which is stored as int8 with one scale per head. The scale has four
// significant bits, so each element is exact in f16, and no reader has to round it.
fn numbersOf(bytes: u32, scale: f32) -> vec4<f32> { return scale * vec4<f32>(unpack4xI8(bytes)); }
