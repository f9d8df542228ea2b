// Statements for a function body: compute z such that the activation of a gate g is g / (1 + exp(-z)). For silu z is g,
// for swigluoai 1.702 g. gelu_pytorch_tanh is g / 2 (1 + tanh(sqrt(2 / pi) (g + 0.044715 g^3))), and 1 + tanh(x) =
// 2 / (1 + exp(-2 x)).
#if ACTIVATION == gelu_pytorch_tanh
let z = g * (1.5957691216057308 + 0.07135481627260025 * g * g);
#else
#if ACTIVATION == swigluoai
let z = 1.702 * g;
#else
let z = g;
#end
#end
