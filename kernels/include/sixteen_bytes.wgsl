// The unit in which keys and values are read: 16 bytes, which are WIDE vec4: one of f32 or two of f16. With BYTES they
// are stored as int8 (include/int8_head.wgsl) and become f16 as they are read.
#if WIDE == 2
#include halves
alias SixteenBytes = vec4<u32>;

fn four0(bytes: SixteenBytes) -> vec4<f32> { return halves(bytes.xy); }

fn four1(bytes: SixteenBytes) -> vec4<f32> { return halves(bytes.zw); }

fn fourOf(bytes: SixteenBytes, i: u32) -> vec4<f32> { return halves(select(bytes.xy, bytes.zw, i == 1u)); }
#else
alias SixteenBytes = vec4<f32>;

fn four0(bytes: SixteenBytes) -> vec4<f32> { return bytes; }

fn fourOf(bytes: SixteenBytes, i: u32) -> vec4<f32> { return bytes; }
#end
#if BYTES
#include int8_head
struct Stored { bytes: vec2<u32>, scale: f32 }

fn sixteenOf(stored: Stored) -> SixteenBytes {
  let x = numbersOf(stored.bytes.x, stored.scale);
  let y = numbersOf(stored.bytes.y, stored.scale);
  return vec4(pack2x16float(x.xy), pack2x16float(x.zw), pack2x16float(y.xy), pack2x16float(y.zw));
}
#else
alias Stored = SixteenBytes;

fn sixteenOf(stored: Stored) -> SixteenBytes { return stored; }
#end
