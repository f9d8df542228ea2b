// What is loaded at a time of keys and values: WIDE vec4 of numbers, one of f32 or two of f16.
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
