/** Returns a function that calls `make` on its first call, and returns the same result from then on. */
export function once<Args extends unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  let known: { made: Made } | null = null;
  return (...args) => {
    known ??= { made: make(...args) };
    return known.made;
  };
}
